/* SPDX-License-Identifier: MIT */
/* What calls the arbiter to a board: found in the log by the codes of its rulings. */
import { eventWords } from "./waiting.js";

/** @typedef {import("./types.js").LogEntry} LogEntry */
/** @typedef {import("./types.js").Ruling} Ruling */

/**
 * @typedef {object} Call
 * @property {Ruling[]} rulings  those after which somebody should come
 * @property {import("./types.js").Colour|null} player  who called
 * @property {string} reason  in his own words
 * @property {boolean} waits  a decision is awaited, which the row itself offers
 * @property {boolean} restart  the hall stopped the game when it began anew
 */

/** Rulings after which somebody should come, beside those that leave a warning to be given. */
const CALLING = [
    "player-stops",
    "consent-needed",
    "claim-wrong",
    "flag-fallen",
    "leaving-reported",
    "papers-contested",
];

/** Those that the row itself shows, with the buttons that answer them: they are only said aloud. */
const WAITING = [
    "quickplay-claim",
    "quickplay-cannot-win",
    "quickplay-no-effort",
    "claim-ends-game",
    "cannot-win-ends-game",
    "no-effort-ends-game",
    "appeals",
    "deferred-claim-due",
    "increment-requested",
    "asks-to-leave",
    "asks-to-enter",
];

const CODES = new Set([...CALLING, ...WAITING]);

/**
 * The call that an entry is; null when it answers all calls, undefined when it changes nothing.
 * @param {LogEntry} entry
 * @returns {Call|null|undefined}
 */
export function callOf({ actor, event, hall, refused, rulings }) {
    if (actor === "hall") return null;
    if (actor === "arbiter") {
        if (refused) return undefined;
        if (!hall || !/^stop\b/.test(event)) return null;
        return { rulings: [], player: null, reason: "", waits: false, restart: true };
    }
    const stops = /^stop\b/.test(event);
    if (actor === "arbiter-assistant")
        return stops && !refused
            ? {
                  rulings,
                  player: null,
                  reason: eventWords(event, "stop"),
                  waits: false,
                  restart: false,
              }
            : undefined;
    const calling = rulings.filter(({ code, warning }) => warning || CODES.has(code));
    if (calling.length === 0) return undefined;
    return {
        rulings: calling,
        player: calling.find(({ player }) => player !== null)?.player ?? null,
        reason: stops ? eventWords(event, "stop") : "",
        waits: calling.some(({ code }) => WAITING.includes(code)),
        restart: false,
    };
}

/** The call that nobody has answered yet. @param {LogEntry[]} log */
export function callIn(log) {
    for (const entry of [...log].reverse()) {
        const call = callOf(entry);
        if (call === null) return null;
        if (call && !call.waits) return call;
    }
    return null;
}
