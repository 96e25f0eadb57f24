/* SPDX-License-Identifier: MIT */
/*
 * The pieces, drawn for these pages: plain shapes that stay legible at 40 pixels. Each is a list
 * of parts in a box of 100 by 100; fills and lines come from the style sheet by the two classes.
 */

const NS = "http://www.w3.org/2000/svg";

const FOOT = "M27 78h46q5 0 5 5v6q0 2-2 2H24q-2 0-2-2v-6q0-5 5-5z";

/** Per role the outlines, then the lines and dots that are drawn on them. */
/** @type {Record<string, {solid: string[], dots?: number[][], detail?: string[]}>} */
export const SHAPES = {
    P: {
        solid: [
            "M44 44C45 58 36 66 31 78H69C64 66 55 58 56 44Z",
            FOOT,
            "M37 42h26q3 0 3 3t-3 3H37q-3 0-3-3t3-3z",
        ],
        dots: [[50, 30, 13]],
    },
    R: {
        solid: [
            "M34 44h32l4 34H30z",
            FOOT,
            "M25 18h11v8h8.5v-8h11v8h8.5v-8h11v17q0 1-1 2l-7 7q-1 1-2 1H35q-1 0-2-1l-7-7q-1-1-1-2z",
        ],
        detail: ["M35 46H65", "M31 70H69"],
    },
    N: {
        solid: [
            "M29 78C29 63 46 58 47 45C41 51 35 52 30 57C26 61 17 57 19 50C22 42 26 37 29 30" +
                "C31 23 36 20 42 18L43 9L52 16" +
                "C71 19 79 36 77 57C76 66 73 71 72 78Z",
            FOOT,
        ],
        detail: ["M38 30l4-1", "M24 51l3-2", "M62 24C70 32 71 46 69 60"],
    },
    B: {
        solid: [
            "M43 62C43 69 36 72 32 78H68C64 72 57 69 57 62Z",
            FOOT,
            "M50 19C67 30 73 45 63 58H37C27 45 33 30 50 19Z",
            "M35 56h30q3 0 3 3.5t-3 3.5H35q-3 0-3-3.5t3-3.5z",
        ],
        dots: [[50, 14, 6]],
        detail: ["M50 32V48", "M43 39H57"],
    },
    Q: {
        solid: [
            "M30 66L18 30L34 46L37 22L50 44L63 22L66 46L82 30L70 66Z",
            FOOT,
            "M30 64h40l2 14H28z",
        ],
        dots: [
            [17, 27, 5.5],
            [36.5, 19, 5.5],
            [63.5, 19, 5.5],
            [83, 27, 5.5],
        ],
        detail: ["M30 71H70"],
    },
    K: {
        solid: [
            "M46.5 7h7v7h7v7h-7v11h-7V21h-7v-7h7z",
            "M50 40C53 27 84 25 83 45C82 55 74 59 71 66H29C26 59 18 55 17 45C16 25 47 27 50 40Z",
            FOOT,
            "M29 64h42l2 14H27z",
        ],
        detail: ["M50 40V62", "M29 71H71"],
    },
};

/** @param {string} tag @param {Record<string, string|number>} attributes */
function element(tag, attributes) {
    const made = document.createElementNS(NS, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
    return made;
}

/**
 * The picture of a piece; its name is told by the square on which it stands.
 * @param {import("./notation.js").Piece} piece
 * @returns {SVGElement}
 */
export function drawPiece(piece) {
    const svg = element("svg", {
        viewBox: "0 0 100 100",
        class: `piece ${piece.colour}`,
        "aria-hidden": "true",
        focusable: "false",
    });
    const shape = SHAPES[piece.role];
    for (const [x, y, r] of shape.dots ?? [])
        svg.append(element("circle", { cx: x, cy: y, r, class: "solid" }));
    for (const path of shape.solid) svg.append(element("path", { d: path, class: "solid" }));
    for (const path of shape.detail ?? [])
        svg.append(element("path", { d: path, class: "detail" }));
    return /** @type {SVGElement} */ (svg);
}
