/* SPDX-License-Identifier: MIT */
/*
 * The sentences of the pages, in the language of the browser unless another was chosen. They come
 * from the one table of the program (apps/common/texts.def); in it the ids begin with WEB_.
 */
import { LANGUAGES, fill, fillElements, pickLanguage } from "./languages.js";
import { SENTENCES } from "./sentences.js";
import { remember, setting } from "./settings.js";

/** @typedef {import("./languages.js").Language} Language */

/** @type {Language} */
let current = "en";

export function language() {
    return current;
}

/**
 * The text of this id, without its WEB_. An unknown id shows itself, which a test looks for.
 * @param {string} id
 * @param {Record<string, string|number>} [values]
 */
export function t(id, values = {}) {
    return fill(SENTENCES[id]?.[LANGUAGES.indexOf(current)] ?? id, values);
}

/** Whether there is a text of this id. @param {string} id */
export function hasText(id) {
    return Object.hasOwn(SENTENCES, id);
}

/**
 * The text of two in the language of the page.
 * @param {import("./types.js").Bilingual|null|undefined} both
 */
export function say(both) {
    return both ? both[current] || both.en : "";
}

/** @param {Language} lang */
function speak(lang) {
    current = lang;
    document.documentElement.lang = lang;
    fillElements(document, t);
}

/** Fills the page in the language that was chosen, or that the browser prefers. */
export function startTexts() {
    const chosen = setting("language", "");
    speak(pickLanguage(chosen ? [chosen] : (navigator.languages ?? [navigator.language])));
}

/**
 * Changes the language of the page and tells those who draw texts themselves.
 * @param {Language} lang
 */
export function changeLanguage(lang) {
    speak(lang);
    remember("language", lang);
    redrawAll();
}

/** Lets everything be drawn anew that has words in it. */
export function redrawAll() {
    document.dispatchEvent(new CustomEvent("languagechange-page"));
}

/** @param {() => void} redraw */
export function onLanguage(redraw) {
    document.addEventListener("languagechange-page", redraw);
}
