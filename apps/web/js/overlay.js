/* SPDX-License-Identifier: MIT */
/*
 * One board over the picture of a broadcast: nothing behind it, and nothing on it that viewers need
 * not see. What is wrong is not told on the air: it stays as it was until the line is back.
 */
import { Address, THEMES, applyTheme } from "./boards_address.js";
import { followBoards } from "./boards_follow.js";
import { startTexts, t } from "./boards_texts.js";
import { BoardView } from "./boards_view.js";
import { byId, show } from "./dom.js";
import { renew } from "./renew.js";

const TICK_MS = 100;

const address = new Address(location.search);
applyTheme(address.word("theme", ["dark", ...THEMES]));
startTexts(address.language);
document.title = t("BOARDS_TITLE");

const main = byId("main");
const view = new BoardView({
    flipped: address.word("side", ["white", "black"]) === "black",
    names: address.word("names", ["no", "yes"]) === "yes",
    level: "h1",
});
main.classList.add(`show-${address.word("show", ["both", "board", "players"])}`);
main.classList.toggle("beside", address.word("layout", ["around", "beside"]) === "beside");
main.classList.toggle("bare", address.word("plates", ["yes", "no"]) === "no");
main.style.setProperty("--size", `${address.number("size", 80, 2000, 400)}px`);
main.append(view.root);

/** The first board of those that are asked for. @type {number|null} */
let game = null;

const { time } = followBoards(address.query, {
    list: ({ games, pages }) => {
        renew(pages, () => true);
        game = games[0] ?? null;
        if (view.board?.game !== game) show(view.root, false);
    },
    board: (board) => {
        if (board.game !== game) return;
        view.draw(board);
        /* Of a game that is being read the players are known first: nothing is shown by halves. */
        show(view.root, view.board?.placement !== undefined);
        view.tick(time.now());
    },
    gone: (which) => {
        if (which === game) show(view.root, false);
    },
    connection: (open) => {
        document.body.dataset.connection = open ? "open" : "broken";
        document.body.dataset.ready = "";
    },
});
show(view.root, false);
new ResizeObserver(() => view.paint()).observe(main);
setInterval(() => view.tick(time.now()), TICK_MS);
