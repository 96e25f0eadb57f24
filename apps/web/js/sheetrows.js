/* SPDX-License-Identifier: MIT */
/* Entries of a scoresheet in the rows of their moves; and where half-moves stand, in words. */
import { LETTERS } from "./lists.js";
import { translateLetters } from "./notation.js";
import { language, t } from "./texts.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */

/**
 * One entry as the server tells it.
 * @typedef {object} Entry
 * @property {string} text
 * @property {string} kind  of sheet.h: move, foreign, blank, offer, time, claim, data, other
 * @property {number} [half_move]  from 1
 * @property {string} [was]  what stood there before it was corrected
 * @property {number} [corrections]
 * @property {string} [check]  to those who watch: what it is beside the game
 */

/** @typedef {{entries: Entry[], state?: string, gaps?: number[], must?: boolean}} SheetView */

/** An entry with its place on the sheet, from 0. @typedef {{entry: Entry, index: number}} Placed */

/** Where the game begins: the number of its first row, and whether Black begins. @param {string} fen */
export function beginning(fen) {
    const fields = fen.split(" ");
    return { first: Number(fields[5] ?? 1) || 1, black: fields[1] === "b" };
}

/**
 * Where a game began that is so far now.
 * @param {string} fen  the position now
 * @param {number} plies  how many half-moves were made
 */
export function beganBefore(fen, plies) {
    const { first, black } = beginning(fen);
    const place = Math.max(0, 2 * (first - 1) + (black ? 1 : 0) - plies);
    return `- ${place % 2 ? "b" : "w"} - - 0 ${1 + Math.floor(place / 2)}`;
}

/** The row and the side of a half-move, from 1. @param {number} halfMove @param {string} start */
export function placeOf(halfMove, start) {
    const { first, black } = beginning(start);
    const place = halfMove - 1 + (black ? 1 : 0);
    return { number: first + Math.floor(place / 2), white: place % 2 === 0 };
}

/** "12." or "12…". @param {number} halfMove @param {string} start */
export function placeText(halfMove, start) {
    const { number, white } = placeOf(halfMove, start);
    return `${number}${white ? "." : "…"}`;
}

/** A sentence that ends with a place has one full stop. @param {string} text */
export const ended = (text) => text.replace(/([.…])\.$/, "$1");

/** How many places are named one by one. */
const PLACES_MOST = 8;

/** Several of them; many are told by the first ones. @param {number[]} halfMoves @param {string} start */
export function placesText(halfMoves, start) {
    const named = halfMoves.slice(0, PLACES_MOST).map((one) => placeText(one, start));
    return named.join(", ") + (halfMoves.length > named.length ? ", …" : "");
}

/** The same place for the ear. @param {number} halfMove @param {string} start */
export function spokenPlace(halfMove, start) {
    const { number, white } = placeOf(halfMove, start);
    return t(white ? "SHEET_PLACE_WHITE" : "SHEET_PLACE_BLACK", { number });
}

/** What was written, in the letters of the page. @param {string} text @param {Snapshot} game */
export function readable(text, game) {
    return translateLetters(text, game.options.notation ?? "en", language());
}

/** What is written now, in the letters of the game. @param {string} text @param {Snapshot} game */
export function writable(text, game) {
    return translateLetters(text, language(), game.options.notation ?? "en");
}

/** The letters of the pieces in the language of the page. */
export function pieceLetters() {
    return [...(LETTERS[language()] ?? LETTERS.en)].slice(0, 5);
}

/**
 * The rows of a sheet: each has what belongs to the move of White and of Black, the move first. What
 * has no row of its own belongs to the entry before it.
 * @param {Entry[]} entries
 * @param {string} start
 * @returns {{number: number, cells: [Placed[], Placed[]]}[]}
 */
export function rowsOf(entries, start) {
    const { first, black } = beginning(start);
    /** @type {Map<number, [Placed[], Placed[]]>} */
    const rows = new Map();
    let place = black ? 1 : 0;
    entries.forEach((entry, index) => {
        if (entry.half_move) place = entry.half_move - 1 + (black ? 1 : 0);
        const number = first + Math.floor(place / 2);
        const cells = rows.get(number) ?? [[], []];
        cells[place % 2].push({ entry, index });
        rows.set(number, cells);
    });
    return [...rows]
        .sort(([one], [other]) => one - other)
        .map(([number, cells]) => ({ number, cells }));
}
