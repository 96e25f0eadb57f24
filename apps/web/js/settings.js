/* SPDX-License-Identifier: MIT */
/* What a person chose on this browser: language, theme, sound, questions. Forgotten where storage is off. */

/** @param {string} name @param {string} fallback */
export function setting(name, fallback) {
    try {
        return localStorage.getItem(`arbitro.${name}`) ?? fallback;
    } catch {
        return fallback;
    }
}

/** @param {string} name @param {string} value */
export function remember(name, value) {
    try {
        localStorage.setItem(`arbitro.${name}`, value);
    } catch {
        /* private windows may refuse; the choice then lasts as long as the page */
    }
}

export const THEMES = ["auto", "light", "dark", "contrast", "contrast-light"];

/** Puts the chosen theme, print and motion on the page; "auto" leaves the theme to the system. */
export function applyTheme(theme = setting("theme", "auto")) {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    document.documentElement.toggleAttribute("data-large", setting("large", "off") === "on");
    document.documentElement.toggleAttribute("data-still", setting("still", "off") === "on");
}

/** When a player is asked whether he means it; the first holds unless another is chosen. */
export const CONFIRMATIONS = ["usual", "always", "never"];

/**
 * Whether to ask again before this is said.
 * @param {"resign"|"accept"} what
 * @param {string} mode  of the game
 */
export function asksAgain(what, mode) {
    const wish = setting("confirm", CONFIRMATIONS[0]);
    if (wish === "never") return false;
    return wish === "always" || what === "resign" || mode === "tournament";
}
