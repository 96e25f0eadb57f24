/* SPDX-License-Identifier: MIT */
/*
 * The command field: a move, a word of the page's language, or an event as the case language
 * writes it. The words are texts, so that each language has its own; those of the other are
 * understood too.
 */
import { VERBS } from "./lists.js";
import { ASKED } from "./boardkeys.js";
import { readBrief, readLook } from "./lookup.js";

/**
 * What a line means. `send` goes to the server as it is; `move` is a move as it was written;
 * `ask` is answered on the page, `look` from the board that it shows; `key` is what the key of the board
 * does; `speak` is said in words; `act` opens what the button of
 * that name opens; `unknown` is nothing that this page knows.
 * @typedef {{kind: "send"|"move"|"ask"|"look"|"key"|"speak"|"act"|"unknown"|"nothing", text: string}} Command
 */

/** The texts that list the words, and what they stand for; + takes what follows. */
export const WORDS = /** @type {const} */ ([
    ["SAY_DRAW", "send", "offer"],
    ["SAY_ACCEPT", "act", "accept"],
    ["SAY_DECLINE", "send", "decline"],
    ["SAY_RESIGN", "act", "resign"],
    ["SAY_PRESS", "send", "press"],
    ["SAY_REPETITION", "send+", "claim repetition"],
    ["SAY_FIFTY", "send+", "claim fifty"],
    ["SAY_FLAG", "send", "claim flag"],
    ["SAY_ILLEGAL", "send", "claim illegal"],
    ["SAY_STOP", "send+", "stop"],
    ["SAY_ARRIVE", "send", "arrive"],
    ["SAY_ANNOUNCE", "speak+", "announce"],
    ["SAY_REPEAT", "speak+", "repeat"],
    ["SAY_EXECUTE", "speak+", "execute"],
    ["SAY_DIFFER", "send", "claim boards-differ"],
    ["SAY_TELL", "send", "request tell"],
    ["SAY_CLOCK", "ask", "clock"],
    ["SAY_LAST", "ask", "last"],
    ["SAY_BOARD", "ask", "board"],
    ["SAY_MOVES", "ask", "moves"],
    ["SAY_STATE", "ask", "state"],
    ["SAY_HELP", "ask", "help"],
]);

/** Those that only games with players who cannot see have (D.2.1). */
export const SPOKEN_WORDS = ["SAY_ANNOUNCE", "SAY_REPEAT", "SAY_EXECUTE", "SAY_DIFFER", "SAY_TELL"];

/** A key of the board, with a square where it is about one: "o", "x e4", "alt x e4", "A". */
const KEY = /^(alt[ +-]?)?([a-z])(?: ([a-h][1-8]))?$/i;

/** @param {string} said */
function readKey(said) {
    const [, alt, letter, square = ""] = KEY.exec(said) ?? [];
    const key = letter?.toLowerCase();
    const what = key && alt ? (key === "x" ? "lines" : "") : ASKED[key ?? ""];
    if (!what || (square && !/^(square|diagonals|lines)$/.test(what))) return null;
    return `${what} ${square} ${letter === "A" ? "shift" : ""}`;
}

/** What players say in the case language may be typed as it is. */
const TYPED = VERBS.filter(({ by }) => by === "players" || by === "anyone");

/** Castling, or something with a square in it: all that can be a move. */
const LIKE_A_MOVE = /[a-h][1-8]|^[O0]-[O0]/i;

/**
 * @param {string} line
 * @param {(id: string) => string} text  the words of an id, separated by |
 * @returns {Command}
 */
export function readCommand(line, text) {
    const said = line.trim().replace(/\s+/g, " ");
    const lower = said.toLowerCase();
    if (said === "") return { kind: "nothing", text: "" };
    const brief = readBrief(said),
        key = readKey(said);
    if (brief !== null) return { kind: "look", text: brief };
    if (key !== null) return { kind: "key", text: key };
    for (const [id, kind, meaning] of WORDS)
        for (const word of text(id).split("|")) {
            const open = kind.endsWith("+");
            if (lower !== word && !(open && lower.startsWith(`${word} `))) continue;
            const rest = open ? said.slice(word.length) : "";
            const plain = /** @type {Command["kind"]} */ (kind.replace("+", ""));
            return { kind: plain, text: meaning + rest };
        }
    const look = readLook(lower, text);
    if (look !== null) return { kind: "look", text: look };
    if (TYPED.some(({ verb }) => lower === verb || lower.startsWith(`${verb} `)))
        return { kind: "send", text: said };
    return { kind: LIKE_A_MOVE.test(said) ? "move" : "unknown", text: said };
}
