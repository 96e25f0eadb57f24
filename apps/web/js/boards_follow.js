/* SPDX-License-Identifier: MIT */
/*
 * Boards that a page follows, together with the other pages of the browser (boards_share.js): a stream
 * is opened again for ever when it breaks. It tells how a board stands; whoever has missed something
 * has missed nothing.
 */
import { theShare } from "./boards_share.js";
import { ServerTime } from "./clock.js";

/**
 * A board as the hall tells it (docs/SERVER.md).
 * @typedef {object} Board
 * @property {number} game
 * @property {number|null} board  its number
 * @property {string|null} group
 * @property {import("./types.js").Names} names
 * @property {{white: string|null, black: string|null}} titles
 * @property {{white: string|null, black: string|null}} ratings
 * @property {string} time
 * @property {string} phase
 * @property {string} result
 * @property {number} plies
 * @property {boolean} [asleep]  the rest is not known yet
 * @property {string} [placement]  what stands on the board
 * @property {string} [fen]
 * @property {import("./types.js").Colour} [turn]
 * @property {string|null} [check]
 * @property {{san: string, uci: string, white_ms: number|null, black_ms: number|null}|null} [last]
 * @property {import("./types.js").ClockState|null} [clock]
 * @property {number|null} [low]
 */

/** @typedef {{round: number, number: number, name: string|null, group: string|null, event: string|null, grouped: boolean}} RoundHead */
/**
 * Which boards they are: so many from the one on that was asked for, of all that there are.
 * @typedef {{games: number[], numbers: (number|null)[], round: RoundHead|null, from: number, all: number, more: boolean, pages: string, now: number}} Head
 */

/**
 * @typedef {object} BoardHandlers
 * @property {(head: Head) => void} list  these are the boards; each is told after that
 * @property {(board: Board) => void} board
 * @property {(game: number) => void} gone  it is not shown any more
 * @property {(open: boolean) => void} connection
 */

/**
 * The time is that of the hall.
 * @param {string} query @param {BoardHandlers} handlers
 * @returns {{time: ServerTime, close: () => void}}
 */
export function followBoards(query, handlers) {
    const time = new ServerTime();
    theShare().add(query, ({ event, data }) => {
        if (event === "hello") {
            const now = performance.now();
            time.forget();
            time.note(now, data.now, now);
            handlers.list(data);
        } else if (event === "board") handlers.board(data);
        else if (event === "gone") handlers.gone(data.game);
        else if (event === "line") handlers.connection(data);
    });
    return { time, close: () => theShare().remove(query) };
}
