/* SPDX-License-Identifier: MIT */
/*
 * The boards of a round on a large screen. Nobody need touch it: it turns its pages, and comes back
 * by itself from whatever happened to the line or to the hall. The address says what is shown.
 */
import { Address, THEMES, applyTheme } from "./boards_address.js";
import { boardsAtATime, fitBoards } from "./boards_fit.js";
import { followBoards } from "./boards_follow.js";
import { startTexts, t } from "./boards_texts.js";
import { BoardView } from "./boards_view.js";
import { byId, setText, show } from "./dom.js";
import { forgetColours } from "./miniboard.js";
import { renew } from "./renew.js";

const MOST = 24;
/** Boards that one stream carries. */
const PART = 100;
const USUAL = 8;
const GAP = 8;
const TICK_MS = 100;
/** So long after the last movement of a mouse its pointer and the controls are seen. */
const IDLE_MS = 3000;

class Wall {
    /** @param {Address} address */
    constructor(address) {
        this.per = address.number("per", 1, MOST, USUAL);
        this.ms = 1000 * address.number("seconds", 3, 3600, 15);
        this.theme = address.word("theme", THEMES);
        this.query = address.query;
        /** Whether the hall has told which boards there are. */
        this.known = false;
        /** Those of all boards, 0 where one is not known yet. @type {number[]} */
        this.games = [];
        this.grouped = false;
        /** What is followed, by its first board, from 1. @type {Map<number, {close: () => void}>} */
        this.parts = new Map();
        /** @type {Map<number, BoardView>} */
        this.views = new Map();
        this.page = 0;
        this.held = false;
        this.turned = performance.now();
        const first = this.follow(1);
        this.time = first.time;
        this.parts.set(1, first);
    }

    /** Follows so many boards from this one on; the line that is told of is that of the first. @param {number} from */
    follow(from) {
        const rest = from === 1 ? "" : `${this.query ? "&" : "?"}from=${from}`;
        return followBoards(this.query + rest, {
            list: (head) => this.take(head),
            board: (board) => this.viewOf(board.game).draw(board),
            gone: (game) => this.remove(game),
            connection: (open) => {
                if (from === 1) this.connected(open);
            },
        });
    }

    /** Follows what is shown now and next, and always the first boards, which tell of another round. */
    followShown() {
        const wanted = new Set([1]);
        for (const page of [this.page, (this.page + 1) % this.pages])
            for (const place of [page * this.size, (page + 1) * this.size - 1])
                if (place < this.games.length) wanted.add(place - (place % PART) + 1);
        for (const [from, part] of this.parts)
            if (!wanted.has(from)) {
                part.close();
                this.parts.delete(from);
            }
        for (const from of wanted)
            if (!this.parts.has(from)) this.parts.set(from, this.follow(from));
    }

    /** @param {number} game */
    viewOf(game) {
        const known = this.views.get(game);
        if (known) return known;
        const view = new BoardView();
        view.grouped = this.grouped;
        this.views.set(game, view);
        return view;
    }

    /** @param {import("./boards_follow.js").Head} head */
    take({ games, round, from, all, pages }) {
        renew(pages, () => true);
        this.known = true;
        if (from === 1) this.begin(games, all);
        const before = this.games;
        this.games = Array.from({ length: all }, (_, i) => games[i + 1 - from] ?? before[i] ?? 0);
        this.grouped = round?.grouped ?? false;
        for (const [game, view] of this.views) {
            view.grouped = this.grouped;
            if (!this.games.includes(game)) this.views.delete(game);
        }
        if (from === 1) this.drawHead(round);
        this.layOut();
    }

    /** The first boards tell of another round: then nothing of the one before is left. @param {number[]} games @param {number} all */
    begin(games, all) {
        const first = this.games.slice(0, games.length);
        if (all === this.games.length && first.join() === games.join()) return;
        this.games = [];
        this.page = 0;
        this.followShown();
    }

    /** @param {import("./boards_follow.js").RoundHead|null} round */
    drawHead(round) {
        const name = round?.name ?? (round ? String(round.number) : "");
        setText(byId("event"), round?.event || t("BOARDS_TITLE"));
        setText(
            byId("round"),
            [/^\d+$/.test(name) ? t("BOARDS_ROUND", { n: name }) : name, round?.group ?? ""]
                .filter(Boolean)
                .join(" · "),
        );
        document.title = byId("event").textContent ?? "";
    }

    /** @param {number} game */
    remove(game) {
        /* With several parts the places of the others stay as they are. */
        this.games =
            this.games.length > PART
                ? this.games.map((one) => (one === game ? 0 : one))
                : this.games.filter((one) => one !== game);
        this.views.delete(game);
        this.layOut();
    }

    /** @param {boolean} open */
    connected(open) {
        document.body.dataset.connection = open ? "open" : "broken";
        setText(byId("lost"), open ? "" : t("BOARDS_LOST"));
        document.body.dataset.ready = "";
    }

    get pages() {
        return Math.max(1, Math.ceil(this.games.length / this.size));
    }

    /** The room for boards. */
    get room() {
        const { clientWidth, clientHeight } = byId("boards");
        return /** @type {const} */ ([clientWidth, clientHeight, GAP]);
    }

    get size() {
        return boardsAtATime(this.games.length, this.per, ...this.room);
    }

    /** The boards of the page that is shown. */
    get shown() {
        const { size } = this;
        return this.games
            .slice(this.page * size, (this.page + 1) * size)
            .filter((game) => game !== 0)
            .map((game) => this.viewOf(game));
    }

    layOut() {
        const place = byId("boards");
        const { pages, size } = this;
        this.page = Math.min(this.page, pages - 1);
        const fit = fitBoards(Math.min(size, this.games.length) || 1, ...this.room);
        const shown = this.shown;
        place.style.setProperty("--columns", String(fit.columns));
        place.style.setProperty("--rows", String(fit.rows));
        place.style.setProperty("--side", `${fit.side}px`);
        place.classList.toggle("beside", fit.beside);
        show(byId("connecting"), !this.known);
        show(byId("none"), this.known && this.games.length === 0);
        const roots = shown.map(({ root }) => root);
        if (
            roots.some((one, i) => one !== place.children[i]) ||
            place.children.length !== roots.length
        )
            place.replaceChildren(...roots);
        setText(byId("page"), pages > 1 ? t("BOARDS_PAGE", { n: this.page + 1, all: pages }) : "");
        show(byId("controls"), pages > 1);
        for (const view of shown) view.paint();
        this.tick();
        this.followShown();
    }

    /** @param {number} by */
    turn(by) {
        this.page = (this.page + by + this.pages) % this.pages;
        this.turned = performance.now();
        this.layOut();
    }

    hold() {
        this.held = !this.held;
        byId("hold").setAttribute("aria-pressed", String(this.held));
        this.turned = performance.now();
    }

    /** @param {number} by */
    resize(by) {
        const { size } = this;
        const most = Math.min(MOST, this.games.length);
        this.per = size;
        do this.per += by;
        while (this.size === size && this.per > 1 && this.per < most);
        this.per = Math.min(most, Math.max(1, this.per));
        this.layOut();
    }

    nextTheme() {
        this.theme = THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length];
        applyTheme(this.theme);
        this.recolour();
    }

    recolour() {
        forgetColours();
        for (const view of this.views.values()) view.repaint();
    }

    tick() {
        const now = this.time.now();
        for (const view of this.shown) view.tick(now);
    }

    pass() {
        const due = performance.now() - this.turned >= this.ms;
        if (due && !this.held && this.pages > 1) this.turn(1);
        else this.tick();
    }

    /** What the operator may press. @param {KeyboardEvent} event */
    keyed(event) {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const onButton = event.target instanceof HTMLButtonElement;
        /** @type {Record<string, () => void>} */
        const keys = {
            ArrowRight: () => this.turn(1),
            ArrowLeft: () => this.turn(-1),
            " ": () => this.hold(),
            "+": () => this.resize(1),
            "-": () => this.resize(-1),
            t: () => this.nextTheme(),
            f: () => fullScreen(),
            h: () => show(byId("keys"), byId("keys").hidden),
        };
        const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (!act || (onButton && event.key === " ")) return;
        event.preventDefault();
        act();
    }
}

function fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => {});
}

/** The pointer is seen only while somebody moves it. */
function watchPointer() {
    let timer = 0;
    const rest = () => document.body.classList.add("idle");
    addEventListener("pointermove", () => {
        document.body.classList.remove("idle");
        clearTimeout(timer);
        timer = setTimeout(rest, IDLE_MS);
    });
    timer = setTimeout(rest, IDLE_MS);
}

const address = new Address(location.search);
applyTheme(address.word("theme", THEMES));
startTexts(address.language);
document.title = t("BOARDS_TITLE");
const wall = new Wall(address);
addEventListener("keydown", (event) => wall.keyed(event));
byId("back").addEventListener("click", () => wall.turn(-1));
byId("on").addEventListener("click", () => wall.turn(1));
byId("hold").addEventListener("click", () => wall.hold());
new ResizeObserver(() => wall.layOut()).observe(byId("boards"));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => wall.recolour());
setInterval(() => wall.pass(), TICK_MS);
watchPointer();
