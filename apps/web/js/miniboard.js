/* SPDX-License-Identifier: MIT */
/*
 * A position in a small picture, painted and not built of elements: a hundred of them cost little,
 * and one is painted again only when its position has changed.
 */
import { readBoard } from "./notation.js";
import { SHAPES } from "./pieces.js";

/** The colours of the theme, until it changes. @type {Record<string, string>|null} */
let colours = null;
/** The outlines of the pieces, made once. @type {Map<string, {solid: Path2D, detail: Path2D}>} */
const outlines = new Map();

const NAMES = [
    "square-light",
    "square-dark",
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
 * @param {HTMLCanvasElement} canvas
 * @param {string} fen
 * @param {number} pixels  how large it is shown
 */
export function paintBoard(canvas, fen, pixels) {
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
    for (const [name, piece] of readBoard(fen)) {
        const file = name.charCodeAt(0) - 97,
            rank = 8 - Number(name[1]);
        context.setTransform(scale, 0, 0, scale, file * square, rank * square);
        paintPiece(context, piece);
    }
}
