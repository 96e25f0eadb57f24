/* SPDX-License-Identifier: MIT */
/* What was understood of a list of pairings, shown before anything is made of it. */
import { ApiError } from "./api.js";
import { make } from "./dom.js";
import { failureText } from "./page.js";
import { say, t } from "./texts.js";

/** @typedef {{title?: string, rating?: string, fide_id?: string, federation?: string, team?: string}} Known */

/**
 * @typedef {object} Pairing
 * @property {number} board
 * @property {string} white
 * @property {string} black
 * @property {string|null} group
 * @property {number} line
 * @property {{white: Known, black: Known}} about  what is known of the players
 */

/** @typedef {{line: number, column: number, expected: import("./types.js").Bilingual}} Fault */

/**
 * @typedef {object} Understood
 * @property {string} format
 * @property {string|null} event
 * @property {number|null} round
 * @property {number|null} number  that the round gets within its event
 * @property {Pairing[]} boards
 * @property {{name: string, line: number}[]} byes
 * @property {{line: number, column: number, code: string, name: string, text: import("./types.js").Bilingual}[]} warnings
 */

/**
 * The text of a file, whose letters may be those of an older machine, or of two bytes each; null when
 * it is none.
 * @param {ArrayBuffer} bytes
 */
export function textOf(bytes) {
    const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
    const wide = { 0xfffe: "utf-16le", 0xfeff: "utf-16be" }[(first << 8) | second];
    let text;
    try {
        text = new TextDecoder(wide ?? "utf-8", { fatal: true }).decode(bytes);
    } catch {
        text = new TextDecoder("windows-1252").decode(bytes);
    }
    return text.includes("\0") ? null : text;
}

/** A player, and what else the list says of him. @param {string} name @param {Known} known */
function drawPlayer(name, { title, rating, fide_id, federation, team }) {
    const more = [title, rating, fide_id, federation, team].filter((one) => one).join(" · ");
    return make(
        "td",
        {},
        name,
        more === "" ? null : make("br"),
        more === "" ? null : make("small", {}, more),
    );
}

/** @param {Understood} list */
function drawTable({ boards, warnings }) {
    const doubtful = new Set(warnings.map(({ line }) => line));
    const groups = boards.some(({ group }) => group);
    const heads = ["ROUND_BOARD", "WHITE", "BLACK", ...(groups ? ["ROUND_GROUP"] : [])];
    return make(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": t("ROUND_PAIRINGS") },
        make(
            "table",
            {},
            make(
                "caption",
                { class: "visually-hidden" },
                t("ROUND_UNDERSTOOD", { n: boards.length }),
            ),
            make(
                "thead",
                {},
                make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, t(head)))),
            ),
            make(
                "tbody",
                {},
                ...boards.map(({ board, white, black, group, line, about }) =>
                    make(
                        "tr",
                        { class: doubtful.has(line) ? "doubtful" : "" },
                        make("th", { scope: "row", class: "number" }, `${board}`),
                        drawPlayer(white, about.white),
                        drawPlayer(black, about.black),
                        groups ? make("td", {}, group ?? "") : null,
                    ),
                ),
            ),
        ),
    );
}

/** @param {Understood} list @returns {Node[]} */
export function drawUnderstood(list) {
    const { boards, byes, warnings } = list;
    return [
        make("p", {}, make("strong", {}, t("ROUND_UNDERSTOOD", { n: boards.length }))),
        ...warnings.map(({ line, name, text }) =>
            make("p", { class: "warning" }, `${t("ROUND_ERROR", { line })}, ${name}: ${say(text)}`),
        ),
        drawTable(list),
        ...(byes.length > 0
            ? [make("p", {}, t("ROUND_BYES", { names: byes.map(({ name }) => name).join(", ") }))]
            : []),
    ];
}

/**
 * What could not be understood, with the lines in question.
 * @param {unknown} error
 * @param {string} text  the whole list
 * @returns {Node[]}
 */
export function drawMisunderstood(error, text) {
    const body = error instanceof ApiError ? error.body : null;
    if (typeof body?.line !== "number")
        return [make("p", { class: "problem" }, failureText(error))];
    const lines = text.split(/\r\n|\r|\n/);
    return /** @type {Fault[]} */ (body.faults ?? [body]).flatMap(({ line, column, expected }) => [
        make("p", { class: "problem" }, t("ROUND_EXPECTED", { line, column, what: say(expected) })),
        make("code", {}, lines[line - 1] ?? ""),
    ]);
}
