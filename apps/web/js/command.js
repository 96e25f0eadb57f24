/* SPDX-License-Identifier: MIT */
/*
 * The command field: a move, a word of the page's language, or an event as the case language
 * writes it. The words are texts, so that each language has its own; those of the other are
 * understood too.
 */
import { VERBS } from "./lists.js";
import { readLook } from "./lookup.js";

/**
 * What a line means. `send` goes to the server as it is; `move` is a move as it was written;
 * `ask` is answered on the page, `look` from the board that it shows; `act` opens what the button of
 * that name opens; `unknown` is nothing that this page knows.
 * @typedef {{kind: "send"|"move"|"ask"|"look"|"act"|"unknown"|"nothing", text: string}} Command
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
    ["SAY_CLOCK", "ask", "clock"],
    ["SAY_LAST", "ask", "last"],
    ["SAY_BOARD", "ask", "board"],
    ["SAY_MOVES", "ask", "moves"],
    ["SAY_STATE", "ask", "state"],
    ["SAY_HELP", "ask", "help"],
]);

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
    for (const [id, kind, meaning] of WORDS)
        for (const word of text(id).split("|")) {
            const open = kind === "send+";
            if (lower !== word && !(open && lower.startsWith(`${word} `))) continue;
            const rest = open ? said.slice(word.length) : "";
            return { kind: open ? "send" : kind, text: meaning + rest };
        }
    const look = readLook(lower, text);
    if (look !== null) return { kind: "look", text: look };
    if (TYPED.some(({ verb }) => lower === verb || lower.startsWith(`${verb} `)))
        return { kind: "send", text: said };
    return { kind: LIKE_A_MOVE.test(said) ? "move" : "unknown", text: said };
}
