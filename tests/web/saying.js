/* SPDX-License-Identifier: MIT */
/* What the pages say of moves, against the program itself: the words, and how they are put together. */
import { execFileSync } from "node:child_process";
import { answerTo } from "../../apps/web/js/answers.js";
import { linesThrough, nextOf, scan } from "../../apps/web/js/boardkeys.js";
import { readCommand } from "../../apps/web/js/command.js";
import { SPOKEN } from "../../apps/web/js/lists.js";
import { lookAnswer } from "../../apps/web/js/lookup.js";
import { readBoard } from "../../apps/web/js/notation.js";
import { STYLES, placeName, sayMove, speakAsIn } from "../../apps/web/js/saying.js";
import { writeBoard } from "../../apps/web/js/squares.js";
import { quotedWords } from "../../apps/web/js/telling.js";
import { t } from "../../apps/web/js/texts.js";
import { check, same, test } from "./tap.js";

const PROGRAM = process.env.ARB_PROGRAM ?? "build/arbitro";
const GAMES = new URL("../notation/games.pgn", import.meta.url).pathname;
const HOME = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/** The game with a capture en passant, castling and promotions. */
const HARD = "16";

/** What the program announces, with how it writes the move. @param {string[]} words @returns {any[]} */
const announced = (words) =>
    execFileSync(PROGRAM, ["announce", "--json", ...words], { maxBuffer: 1 << 26 })
        .toString()
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));

/** How the program is asked for what a page calls a style. @type {Record<string, string[]>} */
const ASKED = {
    literate: ["--files", "letters", "--ranks", "digits", "--bare-pawns"],
    names: ["--files", "names"],
    nato: ["--files", "nato"],
    cities: ["--files", "cities"],
};

/** The board after a move in coordinates, told well enough to see what stands where. @param {string} field @param {string} uci */
function after(field, uci) {
    const pieces = readBoard(field);
    const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
    const piece = pieces.get(from);
    if (!piece) throw new Error(`${uci} in ${field}`);
    if (piece.role === "P" && from[0] !== to[0] && !pieces.has(to)) pieces.delete(to[0] + from[1]);
    if (piece.role === "K" && from[0] === "e" && "gc".includes(to[0]) && from[1] === to[1]) {
        const rook = to[0] === "g" ? "h" : "a";
        const put = pieces.get(rook + to[1]);
        pieces.delete(rook + to[1]);
        if (put) pieces.set((to[0] === "g" ? "f" : "d") + to[1], put);
    }
    pieces.delete(from);
    pieces.set(to, uci[4] ? { ...piece, role: uci[4].toUpperCase() } : piece);
    return writeBoard(pieces);
}

test("speech: what a page says of a move is what the library announces, in every language and style", () => {
    let compared = 0;
    for (const lang of Object.keys(SPOKEN))
        for (const style of STYLES.filter((one) => one !== "plain")) {
            const games = style === "names" ? [] : ["--game", HARD];
            const how = ["--in", lang, ...ASKED[style], "--pgn", GAMES, ...games];
            let board = HOME;
            for (const { text, san, uci, ply } of announced(how)) {
                if (ply === 1) board = HOME;
                same(sayMove(san, `${board} w`, { style, lang }), text, `${lang} ${style} ${san}`);
                board = after(board, uci);
                compared++;
            }
        }
    check(compared > 24 * 2700, `${compared} moves`);
});

test("speech: what is no move is said as it is written, and squares in every style", () => {
    const names = { style: "names", lang: "de" };
    same(sayMove("--", HOME, names), "--");
    same(sayMove("Sf3", HOME, names), "Sf3");
    same(sayMove("Nf3", HOME, { style: "plain", lang: "it" }), "Cf3");
    same(placeName("e4", names), "Eva vier");
    same(placeName("h", names), "Hector");
    same(placeName("8", { style: "nato", lang: "it" }), "otto");
    same(placeName("e4", { style: "cities", lang: "it" }), "Empoli quattro");
    same(placeName("e4", { style: "literate", lang: "fr" }), "e4");
});

/** A game of which Nf3 was played. @type {any} */
const ONE_MOVE = {
    start: `${HOME} w KQkq - 0 1`,
    moves: [{ san: "Nf3", fen: "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1" }],
    options: { vision: "white:blind", announce: "de" },
    state: {},
};

test("speech: what is answered and told keeps the language of its words", () => {
    speakAsIn(ONE_MOVE);
    same(answerTo("last", ONE_MOVE, 0), ["", "White: ", { text: "Springer f3", lang: "de" }]);
    same(answerTo("capture", ONE_MOVE, 0), "Nothing has been captured.");
    same(quotedWords("repeats: “Springer Felix drei”.", "repeat Springer Felix drei", ONE_MOVE), [
        "repeats: “",
        { text: "Springer Felix drei", lang: "de" },
        "”.",
    ]);
    same(quotedWords("executes e2e4", "execute e2e4", ONE_MOVE), ["executes e2e4"]);
    const taken = { ...ONE_MOVE, moves: [{ ...ONE_MOVE.moves[0], san: "Nxf3" }] };
    same(answerTo("capture", taken, 0), [
        "",
        "White: ",
        { text: "Springer schlägt f3", lang: "de" },
    ]);
    speakAsIn({ ...ONE_MOVE, options: {} });
});

test("keys: lines, pieces of a kind, and what stands where", () => {
    same(linesThrough("a1", false), [["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"]]);
    same(
        linesThrough("c2", false).map((line) => line.join(" ")),
        ["b1 c2 d3 e4 f5 g6 h7", "a4 b3 c2 d1"],
    );
    same(
        linesThrough("c2", true).map((line) => line.join(" ")),
        ["a2 b2 c2 d2 e2 f2 g2 h2", "c1 c2 c3 c4 c5 c6 c7 c8"],
    );
    same(nextOf(HOME, "e2", "N", false), "b8");
    same(nextOf(HOME, "g8", "N", false), "b1", "around the board");
    same(nextOf(HOME, "b1", "N", true), "g8");
    same(nextOf(HOME, "e1", "K", false), "e8");
    same(nextOf("8/8/8/8/8/8/8/K7", "a1", "K", false), null, "the only one");
    same(
        scan(HOME, "d1", false),
        "From d1 to h5: d1 white queen, e2 white pawn. From a4 to d1: c2 white pawn, d1 white queen.",
    );
    same(scan("8/8/8/8/8/8/8/8", "a1", false), "From a1 to h8: none.");
});

test("commands: the letters that blind players know", () => {
    const read = (/** @type {string} */ line) => readCommand(line, t);
    for (const [line, text] of [
        ["o", "square  "],
        ["o e4", "square e4 "],
        ["x c3", "diagonals c3 "],
        ["alt x c3", "lines c3 "],
        ["alt-x", "lines  "],
        ["l", "last  "],
        ["c", "capture  "],
        ["t", "clock  "],
        ["a", "again  "],
        ["A", "again  shift"],
        ["h", "help  "],
        ["e", "execute  "],
        ["y", "repeat  "],
    ])
        same(read(line), { kind: "key", text }, line);
    for (const [line, text] of [
        ["s e", "file e"],
        ["s 4", "rank 4"],
        ["p N", "pieces N white"],
        ["p n", "pieces N black"],
        ["P q", "pieces Q black"],
        ["p A", "pieces all white"],
        ["p a", "pieces all black"],
    ])
        same(read(line), { kind: "look", text }, line);
    same(lookAnswer("pieces N white", HOME), "White knight: b1, g1.");
    same(lookAnswer("pieces Q black", "8/8/8/8/8/8/8/8"), "Black queen: none.");
    check(lookAnswer("pieces all black", HOME).startsWith("Black: black rook a8, "), "all");
    for (const [line, kind, text] of [
        ["announce Springer Felix drei", "speak", "announce Springer Felix drei"],
        ["repeat", "speak", "repeat"],
        ["execute Nf3", "speak", "execute Nf3"],
        ["boards differ", "send", "claim boards-differ"],
        ["tell me", "send", "request tell"],
        ["knight f3", "move", "knight f3"],
        ["Springer Felix drei", "unknown", "Springer Felix drei"],
        ["l e4", "move", "l e4"],
        ["s", "unknown", "s"],
        ["p z", "unknown", "p z"],
    ])
        same(read(line), { kind, text }, line);
});
