/* SPDX-License-Identifier: MIT */
/*
 * One board for the pages of others: in a frame there, without a link of the hall, without anything
 * that is kept. It follows the game, and lets whoever looks go back in it.
 */
import { Address, THEMES, applyTheme } from "./boards_address.js";
import { followBoards } from "./boards_follow.js";
import { startTexts, t } from "./boards_texts.js";
import { BoardView } from "./boards_view.js";
import { byId, setText, show } from "./dom.js";
import { Replay } from "./embed_replay.js";
import { forgetColours } from "./miniboard.js";

const TICK_MS = 100;

const address = new Address(location.search, location.pathname);
applyTheme(address.word("theme", THEMES));
startTexts(address.language);
document.title = t("BOARDS_TITLE");

const view = new BoardView({
    flipped: address.word("side", ["white", "black"]) === "black",
    names: true,
    level: "h1",
});
const replay = new Replay(view);
/** The first board of those that are asked for. @type {number|null} */
let game = null;

view.facts.setAttribute("role", "status");
byId("place").append(view.root);

/** Whether there is anything to be seen. @param {boolean} there */
function present(there) {
    show(byId("place"), there);
    show(byId("controls"), there);
    show(byId("none"), !there);
    document.body.dataset.ready = "";
}

function flip() {
    view.flipped = !view.flipped;
    view.turn();
    view.paint();
}

function recolour() {
    forgetColours();
    view.repaint();
}

/** @type {Record<string, () => void>} */
const KEYS = {
    ArrowLeft: () => replay.step(-1),
    ArrowRight: () => replay.step(1),
    Home: () => replay.first(),
    End: () => replay.present(),
    f: flip,
};

addEventListener("keydown", (event) => {
    const act = KEYS[event.key];
    if (!act || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    act();
});
for (const [id, act] of /** @type {[string, () => void][]} */ ([
    ["first", KEYS.Home],
    ["back", KEYS.ArrowLeft],
    ["on", KEYS.ArrowRight],
    ["now", KEYS.End],
    ["flip", flip],
]))
    byId(id).addEventListener("click", act);

const { time } = followBoards(address.query, {
    list: ({ games }) => {
        if (games[0] !== game) replay.forget();
        game = games[0] ?? null;
        if (game === null) present(false);
        else byId("full").setAttribute("href", `/game?watch=${game}`);
    },
    board: (board) => {
        if (board.game !== game) return;
        view.draw(board);
        view.tick(time.now());
        document.title = `${board.names.white || t("BOARDS_WHITE")} – ${board.names.black || t("BOARDS_BLACK")}`;
        present(true);
        view.paint();
    },
    gone: (which) => {
        if (which === game) present(false);
    },
    connection: (open) => {
        document.body.dataset.connection = open ? "open" : "broken";
        setText(byId("lost"), open ? "" : t("BOARDS_LOST"));
    },
});
new ResizeObserver(() => view.paint()).observe(view.canvas);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolour);
setInterval(() => view.tick(time.now()), TICK_MS);
