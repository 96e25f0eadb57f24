/* SPDX-License-Identifier: MIT */
/* The languages of the pages, and how a text takes its values. */

/** In the order of the tables of sentences. */
export const LANGUAGES = /** @type {const} */ (["en", "it"]);
/** @typedef {"en"|"it"} Language */

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

/**
 * Puts values into the places {name} of a text.
 * @param {string} text
 * @param {Record<string, string|number>} values
 */
export function fill(text, values) {
    return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * Fills every element below `root` that names a text: data-text its content, data-label its
 * accessible name, data-placeholder and data-title what they say.
 * @param {ParentNode} root
 * @param {(id: string) => string} say
 */
export function fillElements(root, say) {
    for (const element of root.querySelectorAll("[data-text]"))
        element.textContent = say(element.getAttribute("data-text") ?? "");
    for (const [data, attribute] of [
        ["data-label", "aria-label"],
        ["data-placeholder", "placeholder"],
        ["data-title", "title"],
    ])
        for (const element of root.querySelectorAll(`[${data}]`))
            element.setAttribute(attribute, say(element.getAttribute(data) ?? ""));
}
