/* SPDX-License-Identifier: MIT */
/*
 * A position in a small picture, painted and not built of elements: a hundred of them cost little,
 * and one is painted again only when its position has changed.
 */
import { readBoard } from "./notation.js";
import { SHAPES } from "./pieces.js";

/**
 * What is painted beside the pieces.
 * @typedef {object} Painting
 * @property {boolean} [flipped]  Black is below
 * @property {string[]} [marks]  squares, such as those of the last move
 * @property {boolean} [names]  ranks and files are named
 */

/** The colours of the theme, until it changes. @type {Record<string, string>|null} */
let colours = null;
/** The outlines of the pieces, made once. @type {Map<string, {solid: Path2D, detail: Path2D}>} */
const outlines = new Map();

const NAMES = [
    "square-light",
    "square-dark",
    "square-light-ink",
    "square-dark-ink",
    "mark",
    "piece-white",
    "piece-black",
    "piece-white-line",
    "piece-black-line",
    "piece-black-detail",
];

function palette() {
    if (colours) return colours;
    const style = getComputedStyle(document.documentElement);
    colours = Object.fromEntries(
        NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
    );
    return colours;
}

/** The theme is another: what is painted from now on has its colours. */
export function forgetColours() {
    colours = null;
}

/** @param {string} role */
function outlineOf(role) {
    const known = outlines.get(role);
    if (known) return known;
    const shape = SHAPES[role];
    const made = { solid: new Path2D(), detail: new Path2D() };
    for (const [x, y, r] of shape.dots ?? []) {
        made.solid.moveTo(x + r, y);
        made.solid.arc(x, y, r, 0, 2 * Math.PI);
    }
    for (const path of shape.solid) made.solid.addPath(new Path2D(path));
    for (const path of shape.detail ?? []) made.detail.addPath(new Path2D(path));
    outlines.set(role, made);
    return made;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import("./notation.js").Piece} piece
 */
function paintPiece(context, { colour, role }) {
    const { solid, detail } = outlineOf(role);
    const all = palette();
    context.fillStyle = all[`piece-${colour}`];
    context.strokeStyle = all[`piece-${colour}-line`];
    context.lineWidth = 5;
    context.fill(solid);
    context.stroke(solid);
    context.strokeStyle = all[colour === "white" ? "piece-white-line" : "piece-black-detail"];
    context.lineWidth = 4;
    context.stroke(detail);
}

/**
 * The names of ranks and files, small, in the corners of the squares at the edge.
 * @param {CanvasRenderingContext2D} context
 * @param {number} square
 * @param {boolean} flipped
 */
function paintNames(context, square, flipped) {
    const all = palette();
    context.font = `600 ${Math.max(8, square * 0.2)}px system-ui, sans-serif`;
    for (let i = 0; i < 8; i++) {
        const at = flipped ? 7 - i : i;
        context.fillStyle = all[i % 2 === 0 ? "square-dark-ink" : "square-light-ink"];
        context.textAlign = "right";
        context.textBaseline = "alphabetic";
        context.fillText("abcdefgh"[at], (i + 1) * square - square * 0.06, 7.93 * square);
        context.fillStyle = all[i % 2 === 0 ? "square-light-ink" : "square-dark-ink"];
        context.textAlign = "left";
        context.textBaseline = "top";
        context.fillText(String(8 - at), square * 0.06, i * square + square * 0.08);
    }
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {string} fen
 * @param {number} pixels  how large it is shown
 * @param {Painting} [how]
 */
export function paintBoard(canvas, fen, pixels, { flipped = false, marks = [], names } = {}) {
    const side = Math.round((pixels * (devicePixelRatio || 1)) / 8) * 8;
    const context = canvas.getContext("2d");
    if (!context) return;
    if (canvas.width !== side) canvas.width = canvas.height = side;
    const all = palette();
    const square = side / 8;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = all["square-light"];
    context.fillRect(0, 0, side, side);
    context.fillStyle = all["square-dark"];
    for (let i = 0; i < 64; i++)
        if ((i + (i >> 3)) % 2 === 1)
            context.fillRect((i % 8) * square, (i >> 3) * square, square, square);
    const scale = square / 100;
    const place = (/** @type {string} */ name) => {
        const file = name.charCodeAt(0) - 97,
            rank = 8 - Number(name[1]);
        return flipped ? [7 - file, 7 - rank] : [file, rank];
    };
    context.fillStyle = all.mark;
    for (const [x, y] of marks.map(place)) context.fillRect(x * square, y * square, square, square);
    if (names) paintNames(context, square, flipped);
    for (const [name, piece] of readBoard(fen)) {
        const [x, y] = place(name);
        context.setTransform(scale, 0, 0, scale, x * square, y * square);
        paintPiece(context, piece);
    }
}
