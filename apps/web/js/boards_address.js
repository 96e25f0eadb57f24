/* SPDX-License-Identifier: MIT */
/*
 * What the address of a page of boards asks for. What cannot be understood there counts as left
 * out: a screen on a wall has nobody who could answer.
 */

/** What the hall is asked for. */
const QUESTIONS = ["games", "event", "round", "boards"];

export const THEMES = ["auto", "light", "dark", "contrast", "contrast-light"];

export class Address {
    /** @param {string} search @param {string} [path] */
    constructor(search, path = "") {
        this.values = new URLSearchParams(search);
        /* /embed/7 is game 7 */
        const game = /^\/embed\/(\d{1,18})$/.exec(path)?.[1] ?? this.values.get("game");
        if (game && /^\d{1,18}$/.test(game)) this.values.set("games", game);
        const board = this.values.get("board");
        if (board) this.values.set("boards", board);
    }

    /** The query for the hall. */
    get query() {
        const asked = QUESTIONS.filter((name) => this.values.get(name)).map(
            (name) => `${name}=${encodeURIComponent(this.values.get(name) ?? "")}`,
        );
        return asked.length > 0 ? `?${asked.join("&")}` : "";
    }

    /** One of these words; the first unless another is there. @param {string} name @param {string[]} words */
    word(name, words) {
        return words.find((one) => one === this.values.get(name)) ?? words[0];
    }

    /**
     * A whole number within bounds; `usual` unless there is one.
     * @param {string} name
     * @param {number} least
     * @param {number} most
     * @param {number} usual
     */
    number(name, least, most, usual) {
        const text = this.values.get(name) ?? "";
        if (!/^\d{1,6}$/.test(text)) return usual;
        return Math.min(most, Math.max(least, Number(text)));
    }

    get language() {
        return this.values.get("lang");
    }
}

/** Puts the theme on the page. @param {string} theme */
export function applyTheme(theme) {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
}
