/* SPDX-License-Identifier: MIT */
/* Small questions about a game that several parts of its page ask. */

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").Snapshot} Snapshot */

/** @param {Colour} side @returns {Colour} */
export function opponent(side) {
    return side === "white" ? "black" : "white";
}

/** Whether a game can still be played on. @param {import("./types.js").State} state */
export function goesOn(state) {
    return state.result === "*" && state.phase !== "finished" && state.phase !== "void";
}

/** Whether moves are completed by the clock. @param {Snapshot} game */
export function pressCompletes(game) {
    return game.options.completion === "press";
}

/** Whether the board is elsewhere, and known by clock and scoresheets alone. @param {Snapshot} game */
export function isElsewhere(game) {
    return game.options.board === "written";
}

/**
 * Whether the server would hear this of the page's seat at its time `now`: the one question by
 * which pages offer something.
 * @param {import("./types.js").State} state
 * @param {string} verb
 * @param {number} now
 */
export function can(state, verb, now) {
    return state.can.includes(verb) || state.soon[verb] <= now;
}

/** A text that fits into one line of a case. @param {string} text */
export function oneLine(text) {
    return text.replace(/[\u0000-\u001f\u007f]+/g, " ").trim();
}

/** A text in quotation marks, so that any letters may stand in it. @param {string} text */
export function quoted(text) {
    return `"${text.replace(/(["\\])/g, "\\$1")}"`;
}
