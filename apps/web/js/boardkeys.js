/* SPDX-License-Identifier: MIT */
/*
 * Keys on the board, for those who hear it: where the pieces stand, what was played, what the clocks show.
 * They are heard while a square has the focus and nowhere else (WCAG 2.1.4), and tell nothing but what
 * everybody sees there: no move, no attack (11.3.1).
 */
import { FILES, readBoard } from "./notation.js";
import { pieceName } from "./piecenames.js";
import { placeName } from "./saying.js";
import { t } from "./texts.js";

/** @typedef {import("./board.js").Board} Board */

/** What each key asks for; those that are not here go from piece to piece. @type {Record<string, string>} */
export const ASKED = {
    o: "square",
    l: "last",
    c: "capture",
    t: "clock",
    m: "moves",
    x: "diagonals",
    a: "again",
    h: "help",
    i: "field",
    e: "execute",
    y: "repeat",
};
const JUMPS = "kqrbnp";

/** Those that only a game with a board for each player has (D.1). */
export const OF_TWO_BOARDS = ["execute", "repeat"];

/**
 * What the keys are called in the help, each with its text.
 * @param {boolean} casual
 * @param {boolean} two  each player has a board
 */
export function keyHelp(casual, two) {
    const keys = [
        ["O", "SQUARE"],
        ["K Q R B N P", "JUMP"],
        ["1–8", "RANK"],
        ["⇧ 1–8", "FILE"],
        ["X", "DIAGONALS"],
        ["Alt X", "LINES"],
        ["L", "LAST"],
        ["C", "CAPTURE"],
        ["T", "CLOCK"],
        ...(casual ? [["M", "MOVES"]] : []),
        ...(two
            ? [
                  ["E", "EXECUTE"],
                  ["Y", "REPEAT"],
              ]
            : []),
        ["A", "AGAIN"],
        ["⇧ A", "EARLIER"],
        ["I", "FIELD"],
        ["H", "HELP"],
    ];
    return keys.map(([key, id]) => ({
        key,
        spoken: key.replace("⇧", t("KEY_SHIFT")),
        text: t(`KEY_${id}`),
    }));
}

/**
 * The squares of the lines through one: both diagonals, or its rank and its file.
 * @param {string} square
 * @param {boolean} straight
 */
export function linesThrough(square, straight) {
    const file = FILES.indexOf(square[0]),
        rank = Number(square[1]);
    const along = (/** @type {number} */ byFile, /** @type {number} */ byRank) =>
        [-7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => {
            const name = FILES[file + i * byFile],
                row = rank + i * byRank;
            return name && row >= 1 && row <= 8 ? [name + row] : [];
        });
    const lines = straight ? [along(1, 0), along(0, 1)] : [along(1, 1), along(1, -1)];
    return lines.filter((line) => line.length > 1);
}

/**
 * What stands on the lines through a square, all of it: not what sees what.
 * @param {string} board  placement field
 * @param {string} square
 * @param {boolean} straight
 */
export function scan(board, square, straight) {
    const pieces = readBoard(board);
    return linesThrough(square, straight)
        .map((line) => {
            const found = line.flatMap((one) => {
                const piece = pieces.get(one);
                return piece ? [`${placeName(one)} ${pieceName(piece)}`] : [];
            });
            return t("SCAN_LINE", {
                from: placeName(line[0]),
                to: placeName(line[line.length - 1]),
                pieces: found.join(", ") || t("LOOK_NONE"),
            });
        })
        .join(" ");
}

/**
 * The square of the next piece of a kind, from left to right and from below, around the board.
 * @param {string} board
 * @param {string} from
 * @param {string} role
 * @param {boolean} backwards
 */
export function nextOf(board, from, role, backwards) {
    const order = (/** @type {string} */ square) =>
        Number(square[1]) * 8 + FILES.indexOf(square[0]);
    const found = [...readBoard(board)]
        .filter(([square, piece]) => piece.role === role && square !== from)
        .map(([square]) => square)
        .sort((one, other) => (order(one) - order(other)) * (backwards ? -1 : 1));
    const beyond = (/** @type {string} */ square) =>
        backwards ? order(square) < order(from) : order(square) > order(from);
    return found.find(beyond) ?? found[0] ?? null;
}

export class BoardKeys {
    /**
     * @param {Board} board
     * @param {(what: string, square: string, shift: boolean) => void} ask  of ASKED, or "lines", "none ROLE"
     */
    constructor(board, ask) {
        this.board = board;
        this.ask = ask;
        board.root.addEventListener("keydown", (event) => {
            if (!event.ctrlKey && !event.metaKey && this.keyed(event)) event.preventDefault();
        });
    }

    /** Whether the key was one of these. @param {KeyboardEvent} event */
    keyed(event) {
        const key = event.key.toLowerCase(),
            at = this.board.focused;
        if (event.altKey) {
            if (key !== "x" && event.code !== "KeyX") return false;
            this.ask("lines", at, event.shiftKey);
            return true;
        }
        const digit = /^(?:Digit|Numpad)([1-8])$/.exec(event.code)?.[1];
        if (digit) {
            const square = event.shiftKey ? FILES[Number(digit) - 1] + at[1] : at[0] + digit;
            this.go(square);
        } else if (JUMPS.includes(key)) this.jump(key.toUpperCase(), event.shiftKey);
        else if (ASKED[key]) this.ask(ASKED[key], at, event.shiftKey);
        else return false;
        return true;
    }

    /** The square that has the focus speaks for itself. @param {string} square */
    go(square) {
        if (square === this.board.focused) this.ask("square", square, false);
        else this.board.cell(square).focus();
    }

    /** @param {string} role @param {boolean} backwards */
    jump(role, backwards) {
        const { view, focused } = this.board;
        const next = nextOf(view.board, focused, role, backwards);
        if (next !== null) this.board.cell(next).focus();
        else if (readBoard(view.board).get(focused)?.role === role) this.go(focused);
        else this.ask(`none ${role}`, focused, false);
    }
}
