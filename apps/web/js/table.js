/* SPDX-License-Identifier: MIT */
/*
 * The announcer's table (D.2.1, D.2.10): for an assistant of a player, who has nothing but his tasks here, and for
 * an arbiter, who enters what is said and done at boards where nobody has a page.
 */
import { announce, sentence } from "./announce.js";
import { ApiError, gameNumber, requestJson, token } from "./api.js";
import { confirm } from "./dialogs.js";
import { byId, make, setText, show } from "./dom.js";
import { speakOfEdition } from "./explain.js";
import { keepSeat } from "./mine.js";
import { paintBoard } from "./miniboard.js";
import { GameModel } from "./model.js";
import { readBoard } from "./notation.js";
import { pieceName } from "./piecenames.js";
import { Notice } from "./notice.js";
import { failureText, startPage, unreadableText } from "./page.js";
import { checklistAddress } from "./printing.js";
import { isTold } from "./rulings.js";
import { isSpoken } from "./saying.js";
import { statusText } from "./status.js";
import { Stopwatch, elapsedText } from "./stopwatch.js";
import { backoff } from "./stream.js";
import { Strip, playerName } from "./strip.js";
import { Acts } from "./table_acts.js";
import { Now, colourName, sayAgain } from "./table_now.js";
import { People } from "./table_people.js";
import { clearWords, drawKeypad } from "./table_words.js";
import { onLanguage, t } from "./texts.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Colour} Colour */

const TICK_MS = 100;
const SIDES = /** @type {const} */ (["white", "black"]);
/** How large a board is painted, at most. */
const PICTURE = 360;

class TablePage {
    /** @param {GameModel} model */
    constructor(model) {
        this.model = model;
        /** @type {Table|null} */
        this.table = null;
        this.box = new Notice(byId("notice"));
        this.strips = SIDES.map((side) => new Strip(byId(`clock-${side}`)));
        this.now = new Now();
        this.acts = new Acts((side, event) => this.send(side, event));
        this.people = new People({
            send: (side, event) => this.send(side, event),
            ask: (path, body) => this.model.ask(path, body),
        });
        this.watch = new Stopwatch();
        /** What of the boards and of the words is drawn. */
        this.painted = "";
        this.carded = "";
        /** What was due when an entry was last meant for somebody. */
        this.due = "";
        this.asking = false;
        this.asked = -1;
        speakOfEdition(this.game.edition);
        this.wire();
    }

    /** @returns {Snapshot} */
    get game() {
        return /** @type {Snapshot} */ (this.model.snapshot);
    }

    get isArbiter() {
        return this.game.role === "arbiter" || this.game.role === "desk";
    }

    wire() {
        const query = this.model.game === null ? "" : `?game=${this.model.game}`;
        byId("again").addEventListener("click", () => this.again());
        byId("differ").addEventListener("click", () => this.differ());
        byId("for").addEventListener("change", () => this.draw());
        byId("timer-run").addEventListener("click", () => this.runTimer());
        byId("timer-reset").addEventListener("click", () => {
            this.watch.reset();
            this.tick();
        });
        byId("to-checklist").setAttribute(
            "href",
            checklistAddress(this.model.key, this.model.game),
        );
        byId("to-game").setAttribute("href", `/game${query}#${this.model.key}`);
        document.addEventListener("keydown", (event) => this.key(event));
        onLanguage(() => {
            this.carded = "";
            this.painted = "";
            this.draw();
        });
        setInterval(() => this.tick(), TICK_MS);
    }

    /** Keys that work wherever nothing is typed. @param {KeyboardEvent} event */
    key(event) {
        const at = /** @type {HTMLElement} */ (event.target);
        const typing = at.matches("input:not([type=radio]), textarea, select");
        if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
        if (document.querySelector("dialog[open]")) return;
        const deeds = /** @type {Record<string, () => void>} */ ({
            r: () => this.again(),
            d: () => (byId("differ").hidden ? undefined : this.differ()),
            t: () => this.runTimer(),
        });
        const deed = deeds[event.key.toLowerCase()];
        if (!deed) return;
        event.preventDefault();
        deed();
    }

    again() {
        if (this.table) sayAgain(this.table);
    }

    runTimer() {
        this.watch.toggle(performance.now());
        announce(
            `${t(this.watch.isRunning ? "TIMER_RUNS" : "TIMER_STANDS")} ${elapsedText(this.watch.elapsed(performance.now()))}`,
        );
        this.tick();
    }

    /** The arbiter finds it; who may stop the clocks calls him. */
    async differ() {
        const finds = this.game.state.can.includes("observe boards-differ");
        const text = t(finds ? "TABLE_DIFFER_FINDS" : "TABLE_DIFFER_CALLS");
        if (!(await confirm(t("TABLE_DIFFER"), text, t("TABLE_DIFFER_YES")))) return;
        await this.send(null, finds ? "observe boards-differ" : `stop ${t("TABLE_DIFFER")}`);
    }

    /**
     * Sends an event, and shows what the Laws answered. Whether it was taken.
     * @param {Colour|null} side  for whom an arbiter enters it
     * @param {string} event
     */
    async send(side, event) {
        try {
            const answer = await this.model.send(event, { acts: side });
            if (answer?.refused) this.box.refuse(answer.rulings, t("REFUSED"));
            else this.box.heard();
            /* what is told to who asked, such as moves and times */
            if (answer && !answer.refused) this.tell(answer.rulings);
            await this.look();
            return answer !== null && !answer.refused;
        } catch (error) {
            this.box.refuse([], unreadableText(error));
            return false;
        }
    }

    /** @param {import("./types.js").Ruling[]} rulings */
    tell(rulings) {
        const told = rulings.filter(isTold);
        if (told.length > 0) this.box.show(told, "");
    }

    /* ---- what is known */

    /** Asks what the table shows now; once for many reasons. */
    async look() {
        if (this.asking) return;
        this.asking = true;
        try {
            do {
                this.asked = this.game.seq;
                const query = this.model.game === null ? "" : `?game=${this.model.game}`;
                this.table = await requestJson(`/api/table${query}`, { key: this.model.key });
            } while (this.asked < this.game.seq);
            show(byId("ended"), false);
            show(byId("work"), true);
        } catch (error) {
            if (error instanceof ApiError && error.status === 409) this.end();
            else if (error instanceof ApiError && error.passing)
                setTimeout(() => this.look(), 1000);
        } finally {
            this.asking = false;
        }
        this.draw();
    }

    /** Whoever assisted does so no more. */
    end() {
        this.table = null;
        show(byId("ended"), true);
        show(byId("work"), false);
        clearWords();
    }

    changed() {
        this.draw();
        if (this.game.seq > this.asked) this.look();
    }

    /** @param {import("./types.js").LogEntry} entry */
    logged(entry) {
        if (entry.actor !== this.game.role && !entry.refused) this.tell(entry.rulings);
    }

    /* ---- what is shown */

    draw() {
        const { game, table } = this;
        const what = t(isSpoken(game) ? "TABLE_TITLE" : "TABLE_PEOPLE");
        const players = `${playerName(game, "white")} – ${playerName(game, "black")}`;
        document.title = `${what} · ${players}`;
        setText(byId("title"), `${what}: ${players}`);
        setText(byId("role"), sentence(t(`ROLE_OF_${game.role.toUpperCase().replace("-", "_")}`)));
        setText(byId("status"), statusText(game));
        /* players at such a table have no pages: nobody is missed for that */
        this.strips.forEach((strip, i) => strip.draw(game, SIDES[i], null));
        keepSeat(this.model.key, game);
        if (table) this.drawTable(table);
        this.tick();
    }

    /** @param {Table} table */
    drawTable(table) {
        const due = `${table.due.what} ${table.due.who}`;
        if (table.can && due !== this.due) this.choose(table);
        this.due = due;
        this.now.draw(table);
        this.acts.draw(table, this.game);
        show(byId("people"), this.isArbiter);
        this.people.draw(table, this.game);
        const card = JSON.stringify([table.card, t("TABLE_TAKE_BACK")]);
        if (card !== this.carded) drawKeypad(table.card, table.language);
        this.carded = card;
        this.drawBoards(table);
        const { can } = this.game.state;
        const calls = can.includes("observe boards-differ") || can.includes("stop");
        show(byId("differ"), table.two && calls);
        show(byId("differ-others"), table.two && !calls);
        setText(byId("differ"), t(this.isArbiter ? "TABLE_DIFFER" : "TABLE_DIFFER_CALL"));
        show(byId("now"), table.vision.length > 0);
        show(byId("entry"), !byId("entry").hidden && table.vision.length > 0);
    }

    /** Whoever has to do something is whom the next entry is for. @param {Table} table */
    choose({ due }) {
        const who = due.who ?? "white";
        const box = /** @type {HTMLInputElement} */ (
            byId("for").querySelector(`input[value=${who}]`)
        );
        box.checked = true;
    }

    /** @param {Table} table */
    drawBoards({ boards, two }) {
        const key = JSON.stringify([boards, two, document.documentElement.dataset.theme]);
        if (key === this.painted) return;
        this.painted = key;
        const shown = SIDES.filter(
            (side) => boards[side] !== undefined && (two || side === "white"),
        );
        const known = shown.length > 0 ? shown : SIDES.filter((side) => boards[side] !== undefined);
        show(byId("boards"), known.length > 0);
        byId("board-list").replaceChildren(
            ...known.map((side) => {
                const field = boards[side] ?? "";
                const words = [...readBoard(field)]
                    .map(([square, piece]) => `${pieceName(piece)} ${square}`)
                    .join(", ");
                const canvas = make("canvas", { role: "img", "aria-label": words });
                paintBoard(canvas, field, PICTURE);
                return make(
                    "figure",
                    { "data-side": side },
                    make(
                        "figcaption",
                        {},
                        two ? t("TABLE_BOARD_OF", { player: colourName(side) }) : t("TABLE_BOARD"),
                    ),
                    canvas,
                );
            }),
        );
    }

    drawConnection() {
        const { stream } = this.model;
        const line = byId("connection");
        line.dataset.state = stream;
        const states = { connecting: "CONNECTING", open: "CONNECTED", broken: "RECONNECTING" };
        const known = /** @type {Record<string, string>} */ (states)[stream];
        setText(line, t(this.model.stuck ? "NOT_SENT" : (known ?? stream.toUpperCase())));
        if (stream === "replaced") this.end();
    }

    tick() {
        const now = this.model.time.now();
        for (const strip of this.strips) strip.tick(this.game.state.clock, now);
        this.now.tick();
        setText(byId("timer"), elapsedText(this.watch.elapsed(performance.now())));
        setText(byId("timer-run"), t(this.watch.isRunning ? "TIMER_STOP" : "TIMER_START"));
    }
}

async function main() {
    /** @type {TablePage|null} */
    let page = null;
    const model = new GameModel(token(), gameNumber(), {
        changed: () => page?.changed(),
        logged: (entry) => page?.logged(entry),
        connection: () => page?.drawConnection(),
    });
    await startPage();
    addEventListener("hashchange", () => location.reload());
    for (let attempt = 0; !page; attempt++) {
        try {
            await model.start();
            page = new TablePage(model);
        } catch (error) {
            setText(byId("title"), token() === "" ? t("NO_TOKEN") : failureText(error));
            document.body.dataset.ready = "false";
            if (!(error instanceof ApiError) || !error.passing) return;
            await new Promise((later) => setTimeout(later, backoff(attempt)));
        }
    }
    await page.look();
    page.drawConnection();
    document.body.dataset.ready = "true";
}

main();
