/* SPDX-License-Identifier: MIT */
/*
 * The sentences of the pages, in the language of the browser unless another was chosen. They come
 * from the one table of the program (apps/common/texts.def); in it the ids begin with WEB_.
 */
import { SENTENCES } from "./sentences.js";
import { remember, setting } from "./settings.js";

/** In the order of SENTENCES. */
export const LANGUAGES = /** @type {const} */ (["en", "it"]);
/** @typedef {"en"|"it"} Language */

/** @type {Language} */
let current = "en";

/**
 * The first language of the list that the pages speak; English when there is none.
 * @param {readonly string[]} wanted
 * @returns {Language}
 */
export function pickLanguage(wanted) {
    for (const tag of wanted) {
        const found = LANGUAGES.find((one) => tag.toLowerCase().split("-")[0] === one);
        if (found) return found;
    }
    return "en";
}

export function language() {
    return current;
}

/**
 * Puts values into the places {name} of a text.
 * @param {string} text
 * @param {Record<string, string|number>} values
 */
export function fill(text, values) {
    return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
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

/**
 * Fills every element below `root` that names a text: data-text its content, data-label its
 * accessible name, data-placeholder and data-title what they say.
 * @param {ParentNode} root
 */
export function fillTexts(root) {
    for (const element of root.querySelectorAll("[data-text]"))
        element.textContent = t(element.getAttribute("data-text") ?? "");
    for (const [data, attribute] of [
        ["data-label", "aria-label"],
        ["data-placeholder", "placeholder"],
        ["data-title", "title"],
    ])
        for (const element of root.querySelectorAll(`[${data}]`))
            element.setAttribute(attribute, t(element.getAttribute(data) ?? ""));
}

/** @param {Language} lang */
function speak(lang) {
    current = lang;
    document.documentElement.lang = lang;
    fillTexts(document);
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
