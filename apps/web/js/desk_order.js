/* SPDX-License-Identifier: MIT */
/* Which tile comes first, and which are shown: without a page, so that it can be tried alone. */
import { flagDown, timeLeft } from "./clock.js";

/** @typedef {import("./desk_types.js").Tile} Tile */
/** @typedef {import("./types.js").Colour} Colour */

export const SIDES = /** @type {const} */ (["white", "black"]);

/** @param {Tile} tile */
export const isOver = (tile) => tile.result !== "*" || tile.phase === "void";

/** A flag is down that nobody has acted upon. @param {Tile} tile @param {number} now */
export function flagIsDown(tile, now) {
    const { clock = null } = tile;
    return !isOver(tile) && SIDES.some((side) => flagDown(clock, side, now));
}

/** Whether this player has little time left. @param {Tile} tile @param {Colour} side @param {number} now */
export function isLow(tile, side, now) {
    const left = timeLeft(tile.clock ?? null, side, now);
    return !isOver(tile) && left !== null && tile.low != null && left < tile.low;
}

/**
 * What was seen of a game: the call and the report that need not be shown again.
 * @typedef {{call: number, report: string}} Seen
 */

/** What the arbiter could answer at once. @param {Tile} tile */
export function mattersIn({ waits = [], observable = [] }) {
    return [...waits.map(({ kind, player }) => `${kind}-${player}`), ...observable];
}

/** Whether somebody should go and look. @param {Tile} tile @param {number} now @param {Seen|undefined} seen */
export function isCalling(tile, now, seen) {
    return (
        (tile.report && tile.report !== seen?.report) ||
        mattersIn(tile).length > 0 ||
        (tile.call && tile.call.seq !== seen?.call) ||
        flagIsDown(tile, now)
    );
}

/** Calls, then time trouble, then the others, then what is over. @param {Tile} tile @param {number} now @param {Seen|undefined} seen */
export function urgency(tile, now, seen) {
    if (isCalling(tile, now, seen)) return 0;
    if (tile.phase === "playing" && SIDES.some((side) => isLow(tile, side, now))) return 1;
    return isOver(tile) ? 3 : 2;
}

/**
 * The order of two tiles of the same urgency: the newest round first, there by the number of the
 * board; games without one the newest first.
 * @param {Tile} a
 * @param {Tile} b
 */
export function byBoard(a, b) {
    return (
        (b.round ?? 0) - (a.round ?? 0) ||
        (a.board ?? Infinity) - (b.board ?? Infinity) ||
        b.game - a.game
    );
}

/** @typedef {"all"|"calling"|"playing"|"waiting"|"over"} Kind */
/** @typedef {{kind: Kind, round: number|null, group: string|null}} Filter */

/** @param {Tile} tile @param {Filter} filter */
export function inRound(tile, { round, group }) {
    return (round === null || tile.round === round) && (group === null || tile.group === group);
}

/** @param {Tile} tile @param {Kind} kind @param {boolean} calling */
export function isOfKind(tile, kind, calling) {
    if (kind === "calling") return calling;
    if (kind === "over") return isOver(tile);
    if (kind === "waiting") return !isOver(tile) && tile.phase === "waiting";
    return kind === "all" || (!isOver(tile) && tile.phase !== "waiting");
}

/**
 * What would be heard on this board. A game that is asleep says nothing of itself, and one that a
 * restart has stopped is asked with the others.
 * @param {Tile} tile
 * @param {string} verb
 */
export function canDo(tile, verb) {
    if (tile.asleep) return !isOver(tile) && verb === "resume" && tile.phase === "stopped";
    return (tile.can ?? []).includes(verb);
}

/** Whether an arbiter has to look before the game goes on: somebody called him, or waits for him. @param {Tile} tile */
function isDisputed(tile) {
    return (tile.waits ?? []).length > 0 || (tile.call != null && !tile.call.hall);
}

/**
 * Whether it is done here when it is done everywhere. What is disputed is not resumed with the others,
 * and casual games need no arbiter, unless they are boards of a round, which somebody leads.
 * @param {Tile} tile
 * @param {string} verb
 */
export function doesWithAll(tile, verb) {
    const isLed = tile.mode !== "casual" || tile.round !== null;
    return isLed && canDo(tile, verb) && !(verb === "resume" && isDisputed(tile));
}

/** Whether somebody loses here as soon as the clocks start: he is absent, and no time is allowed. @param {Tile} tile */
export function losesAtStart(tile) {
    return canDo(tile, "start") && tile.late?.grace === 0 && tile.late.players.length > 0;
}
