/* SPDX-License-Identifier: MIT */
/*
 * The sentences of the pages that show boards to others: few, so that a board on somebody's site is
 * small. Nothing is remembered: the address says the language, or the browser does.
 */
import { LANGUAGES, fill, fillElements, pickLanguage } from "./languages.js";
import { SENTENCES } from "./sentences_boards.js";

/** @type {import("./languages.js").Language} */
let current = "en";

export function language() {
    return current;
}

/**
 * The text of this id, without its WEB_.
 * @param {string} id
 * @param {Record<string, string|number>} [values]
 */
export function t(id, values = {}) {
    return fill(SENTENCES[id]?.[LANGUAGES.indexOf(current)] ?? id, values);
}

/** Fills the page in this language, or in that of the browser. @param {string|null} wanted */
export function startTexts(wanted) {
    current = pickLanguage(wanted ? [wanted] : (navigator.languages ?? [navigator.language]));
    document.documentElement.lang = current;
    fillElements(document, t);
}
