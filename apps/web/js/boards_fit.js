/* SPDX-License-Identifier: MIT */
/* How boards fit on a screen: as large as can be, with the names beside them or above and below. */

/** With what stands beside it a board is so many times as wide, or as high, as without. */
const BESIDE = 1.9;
const AROUND = 1.4;
/** Names beside the board can be longer: that is worth a smaller one. */
const BESIDE_WORTH = 1.35;
/** A board that is smaller cannot be read. */
const SIDE_LEAST = 96;

/** @typedef {{columns: number, rows: number, side: number, beside: boolean}} Fit */

/**
 * @param {number} count  of boards
 * @param {number} width  of the screen
 * @param {number} height
 * @param {number} gap  between two boards
 * @returns {Fit}
 */
export function fitBoards(count, width, height, gap) {
    /** @type {Fit} */
    let best = { columns: 1, rows: count, side: 0, beside: true };
    let worth = -Infinity;
    for (let columns = 1; columns <= count; columns++) {
        const rows = Math.ceil(count / columns);
        const wide = (width - gap * (columns + 1)) / columns,
            high = (height - gap * (rows + 1)) / rows;
        for (const beside of [true, false]) {
            const side = Math.floor(
                beside ? Math.min(high, wide / BESIDE) : Math.min(wide, high / AROUND),
            );
            const is = side * (beside ? BESIDE_WORTH : 1);
            if (is <= worth) continue;
            worth = is;
            best = { columns, rows, side, beside };
        }
    }
    return best;
}

/**
 * How many are shown at a time: at most `most`, as many as can be read, and on every page about as
 * many as on the others.
 * @param {number} total
 * @param {number} most
 * @param {number} width
 * @param {number} height
 * @param {number} gap
 */
export function boardsAtATime(total, most, width, height, gap) {
    let room = Math.max(1, Math.min(most, total));
    while (room > 1 && fitBoards(room, width, height, gap).side < SIDE_LEAST) room--;
    return Math.ceil(total / Math.ceil(total / room)) || 1;
}
