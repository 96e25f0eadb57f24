/* SPDX-License-Identifier: MIT */
/*
 * The words of announcements as keys to tap (D.2.1): they come from the card that the server gives, and are put
 * one after the other into the field.
 */
import { byId, make } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Card} Card */

const PIECES = /** @type {const} */ (["king", "queen", "rook", "bishop", "knight", "pawn"]);
const MORE = /** @type {const} */ (["takes"]);
const CASTLING = /** @type {const} */ (["kingside", "queenside"]);

const field = () => /** @type {HTMLInputElement} */ (byId("words"));

/** @param {string} word */
function put(word) {
    field().value = `${field().value.trim()} ${word}`.trim();
}

/** Takes the last word away, or what was typed of it. */
function takeBack() {
    field().value = field().value.trim().replace(/\S+$/, "").trim();
}

/** @param {string} text @param {string} kind @param {() => void} press @param {string} [label] */
function key(text, kind, press, label) {
    const button = make("button", { type: "button", class: kind, "aria-label": label }, text);
    button.addEventListener("click", press);
    return button;
}

/** @param {Card} card @param {string} language */
export function drawKeypad(card, language) {
    const root = byId("keypad");
    root.lang = language;
    const words = [...PIECES, ...MORE].map((name) => card[name]).filter((word) => word !== "");
    root.replaceChildren(
        ...words.map((word) => key(word, "word", () => put(word))),
        key("⌫", "word", takeBack, t("TABLE_TAKE_BACK")),
        ...card.files.map((word) => key(word, "file", () => put(word))),
        ...card.ranks.map((word) => key(word, "rank", () => put(word))),
        ...CASTLING.map((name) => key(card[name], "wide", () => put(card[name]))),
    );
}

/** What stands in the field, without needless blanks. */
export function wordsNow() {
    return field().value.trim().replace(/\s+/g, " ");
}

export function clearWords() {
    field().value = "";
}
