/* SPDX-License-Identifier: MIT */
/* The names of the pieces, for reading out. */
import { t } from "./texts.js";

/** @param {import("./notation.js").Piece} piece */
export function pieceName(piece) {
    return t(`PIECE_${piece.colour === "white" ? "W" : "B"}${piece.role}`);
}
