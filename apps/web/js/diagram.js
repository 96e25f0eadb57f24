/* SPDX-License-Identifier: MIT */
/*
 * The diagrams of an article. The server says what stands there and which squares are marked; a
 * text tells the same to those who cannot see it.
 */
import { make } from "./dom.js";
import { FILES, readBoard } from "./notation.js";
import { pieceName } from "./piecenames.js";
import { drawPiece } from "./pieces.js";
import { say, t } from "./texts.js";

/**
 * @typedef {object} Picture
 * @property {string} fen
 * @property {boolean} names  the squares bear their names
 * @property {string|null} from  the piece that is spoken of
 * @property {string[]} reached  squares where it can go
 * @property {string[]} captured  squares of pieces that it can capture
 * @property {string[]} moved  squares of pieces that move, or have moved
 */

/** @typedef {{caption: import("./types.js").Bilingual, pictures: Picture[]}} Diagram */

const RANKS = [8, 7, 6, 5, 4, 3, 2, 1];

/** What a picture shows, in words. @param {Picture} picture */
export function describe(picture) {
    if (picture.names) return t("DIAGRAM_NAMES");
    const pieces = [...readBoard(picture.fen)].map(
        ([square, piece]) => `${pieceName(piece)} ${square}`,
    );
    /** @type {[string, string[]][]} */
    const marks = [
        ["DIAGRAM_REACHED", picture.reached],
        [picture.from ? "DIAGRAM_CAPTURED" : "DIAGRAM_TAKEN", picture.captured],
        ["DIAGRAM_MOVED", picture.moved],
    ];
    return [
        `${pieces.join(", ")}.`,
        ...marks
            .filter(([, squares]) => squares.length > 0)
            .map(([text, squares]) => t(text, { squares: squares.join(" ") })),
    ].join(" ");
}

/** @param {Picture} picture */
export function drawPicture(picture) {
    const pieces = readBoard(picture.fen);
    const targets = new Set([...picture.reached, ...picture.captured]);
    const moved = new Set(picture.moved);
    return make(
        "div",
        { class: "board picture", role: "img", "aria-label": describe(picture) },
        ...RANKS.map((rank) =>
            make(
                "div",
                { class: "rank" },
                ...[...FILES].map((file) => {
                    const square = file + rank;
                    const dark = (FILES.indexOf(file) + rank) % 2 === 1;
                    const piece = pieces.get(square);
                    const kinds = ["square", dark ? "dark" : "light"];
                    if (targets.has(square)) kinds.push("target");
                    if (moved.has(square)) kinds.push("last");
                    const cell = make("div", { class: kinds.join(" ") });
                    if (piece) cell.append(drawPiece(piece));
                    if (picture.names) cell.append(make("span", { class: "name" }, square));
                    if (!picture.names && rank === 1) cell.dataset.file = file;
                    if (!picture.names && file === "a") cell.dataset.rank = String(rank);
                    return cell;
                }),
            ),
        ),
    );
}

/** @param {Diagram} diagram */
export function drawDiagram(diagram) {
    return make(
        "figure",
        { class: "diagram" },
        make("figcaption", {}, say(diagram.caption)),
        make("div", { class: "pictures" }, ...diagram.pictures.map(drawPicture)),
    );
}
