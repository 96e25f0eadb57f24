/* SPDX-License-Identifier: MIT */
/* What the board shows of a game: last move, check, and the way out of a promotion. */
import { readBoard } from "./notation.js";

/** @typedef {import("./types.js").State} State */

/** The square of the king in check; null when there is none. @param {State} state */
export function checkedKing(state) {
    const side = state.check === "both" ? state.turn : state.check;
    if (side !== "white" && side !== "black") return null;
    for (const [square, piece] of readBoard(state.board))
        if (piece.role === "K" && piece.colour === side) return square;
    return null;
}

/** The two squares of a move in coordinates. @param {string|undefined} uci */
export function squaresOf(uci) {
    return uci && /^[a-h][1-8][a-h][1-8]/.test(uci) ? [uci.slice(0, 2), uci.slice(2, 4)] : [];
}

/**
 * Whether a pawn goes to the last rank, so that the player must be asked for its piece. Where the
 * server lists the moves, only if one of them is this promotion.
 * @param {State} state
 * @param {string} from
 * @param {string} to
 */
export function promotes(state, from, to) {
    const piece = readBoard(state.board).get(from);
    if (piece?.role !== "P" || to[1] !== (piece.colour === "white" ? "8" : "1")) return false;
    return state.allowed === undefined || state.allowed.some((move) => move.startsWith(from + to));
}

/**
 * The placement field after a piece was carried from one square to another: what a hand did.
 * @param {string} field
 * @param {string} from
 * @param {string} to
 */
export function carried(field, from, to) {
    const pieces = readBoard(field);
    const piece = pieces.get(from);
    if (!piece) return field;
    pieces.delete(from);
    pieces.set(to, piece);
    return writeBoard(pieces);
}

/** The placement field of these pieces. @param {Map<string, import("./notation.js").Piece>} pieces */
export function writeBoard(pieces) {
    const rows = [];
    for (let rank = 8; rank >= 1; rank--) {
        let row = "",
            empty = 0;
        for (const file of "abcdefgh") {
            const piece = pieces.get(file + rank);
            if (!piece) {
                empty++;
                continue;
            }
            row +=
                (empty || "") + (piece.colour === "white" ? piece.role : piece.role.toLowerCase());
            empty = 0;
        }
        rows.push(row + (empty || ""));
    }
    return rows.join("/");
}
