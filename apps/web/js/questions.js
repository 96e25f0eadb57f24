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
    return game.options.completion !== "move" && game.time !== "none";
}

/**
 * Whether there is something of this player that a press would complete: the opponent has the move
 * and his own time still runs, or what he did is no move.
 * @param {import("./types.js").State} state
 * @param {Colour} side
 */
export function canPress(state, side) {
    const stands = state.standing !== null && state.turn === side;
    const made = state.turn !== side && state.clock?.running === side;
    return goesOn(state) && (made || stands);
}

/** A text that fits into one line of a case. @param {string} text */
export function oneLine(text) {
    return text.replace(/[\u0000-\u001f\u007f]+/g, " ").trim();
}

/** A text in quotation marks, so that any letters may stand in it. @param {string} text */
export function quoted(text) {
    return `"${text.replace(/(["\\])/g, "\\$1")}"`;
}
