/* SPDX-License-Identifier: MIT */
/* What the server tells the desk, as types for the checker; the words are those of docs/SERVER.md. */

/** @typedef {import("./types.js").Colour} Colour */

/**
 * One game as the desk sees it. What stands after `asleep` is missing while the game is asleep.
 * @typedef {object} Tile
 * @property {number} game
 * @property {number} version  the greater one is the newer
 * @property {number|null} round
 * @property {number|null} board
 * @property {string|null} group
 * @property {import("./types.js").Names} names
 * @property {string} time
 * @property {"casual"|"tournament"} mode
 * @property {Colour|null} computer
 * @property {string} phase
 * @property {string} result
 * @property {{white: boolean, black: boolean}} present
 * @property {number} spectators
 * @property {boolean} [damaged]
 * @property {number|null} [next]  the game in the place of an annulled one
 * @property {string|null} [report]  what a spectator told last
 * @property {boolean} [asleep]
 * @property {boolean} [spoken]  moves are announced: a player cannot see
 * @property {Colour} [turn]
 * @property {number} [plies]
 * @property {string} [fen]
 * @property {string|null} [last]
 * @property {import("./types.js").ClockState|null} [clock]
 * @property {import("./types.js").Adjournment|null} [adjourned]
 * @property {number|null} [low]  a clock below it is in time trouble
 * @property {import("./types.js").PerSide} [illegal]
 * @property {Colour|null} [offer]
 * @property {import("./types.js").Wait[]} [waits]
 * @property {string[]} [observable]  what a trained eye would see
 * @property {import("./types.js").Sheets|null} [sheets]  where scoresheets are kept
 * @property {{players: Colour[], until: number|null, grace: number}|null} [late]
 * @property {number} [start960]  of a game of Chess960
 * @property {(import("./types.js").LogEntry & {words?: import("./types.js").Bilingual})|null} [call]
 * @property {string[]} [can]  of start, stop, resume, reopen
 */

/**
 * @typedef {object} Round
 * @property {number} round
 * @property {number} number  within its event
 * @property {string} name
 * @property {string|null} group
 * @property {string|null} event
 * @property {number} boards
 * @property {number} waiting
 * @property {number} playing
 * @property {number} stopped
 * @property {number} over
 */

export {};
