/* SPDX-License-Identifier: MIT */
/*
 * Squares, the letters of the pieces and the numbers of moves. What a move means is for the server
 * to say.
 */
import { LETTERS } from "./lists.js";

/** @typedef {{colour: import("./types.js").Colour, role: string}} Piece  role: one of KQRBNP */

export const FILES = "abcdefgh";

/**
 * The pieces of a placement field by the names of their squares.
 * @param {string} field
 * @returns {Map<string, Piece>}
 */
export function readBoard(field) {
    const pieces = new Map();
    field
        .split(" ")[0]
        .split("/")
        .forEach((row, i) => {
            let file = 0;
            for (const letter of row) {
                if (/\d/.test(letter)) {
                    file += Number(letter);
                    continue;
                }
                const colour = letter === letter.toUpperCase() ? "white" : "black";
                pieces.set(FILES[file++] + (8 - i), { colour, role: letter.toUpperCase() });
            }
        });
    return pieces;
}

/**
 * Changes the letters of the pieces from one language to another. Text that looks like
 * coordinates stays as it is; small letters are files.
 * @param {string} text
 * @param {string} from
 * @param {string} to
 */
export function translateLetters(text, from, to) {
    const source = LETTERS[from],
        target = LETTERS[to];
    if (!source || !target || source === target) return text;
    return text.replace(/[A-Z]/g, (letter) => target[source.indexOf(letter)] ?? letter);
}

/**
 * A move that the server wrote in English, in the letters of this language.
 * @param {string} san
 * @param {string} lang
 */
export function localSan(san, lang) {
    return /^[O0]-[O0]/.test(san) ? san : translateLetters(san, "en", lang);
}

/** The number of the move that led to this position, and who made it. @param {string} fen */
export function moveNumber(fen) {
    const fields = fen.split(" ");
    const after = Number(fields[5] ?? 1);
    return fields[1] === "b" ? { number: after, white: true } : { number: after - 1, white: false };
}
