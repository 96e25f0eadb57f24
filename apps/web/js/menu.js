/* SPDX-License-Identifier: MIT */
/*
 * What a player may do, and his scoresheet, at hand on a phone: a button in his strip, which is always in
 * sight, lays that part of the page over it. On a wide screen it stands beside the board, and the button is
 * not there.
 */
import { byId, make } from "./dom.js";
import { onLanguage, t } from "./texts.js";

/**
 * @typedef {object} Overlay
 * @property {string} id  of the button; the page has it as data-… while it is open
 * @property {string} part  what is laid over the page
 * @property {string} mark
 * @property {string} name  the text that names the button
 * @property {boolean} once  whatever is chosen there closes it
 */

/** @type {Overlay} */
export const DEEDS = { id: "menu", part: "deeds", mark: "☰", name: "MENU", once: true };
/** @type {Overlay} */
export const PEN = { id: "pen", part: "sheet", mark: "✎", name: "SHEET", once: false };

export class Menu {
    /** @param {Overlay} what */
    constructor({ id, part, mark, name: text, once }) {
        this.attribute = `data-${id}`;
        this.sheet = byId(part);
        this.button = make(
            "button",
            {
                type: "button",
                id,
                class: "overlay",
                "aria-controls": part,
                "aria-expanded": "false",
            },
            make("span", { "aria-hidden": "true" }, mark),
        );
        byId("strip-bottom").append(this.button);
        this.button.addEventListener("click", () => this.open(!this.isOpen));
        /* Whatever is chosen there has been chosen; "more" alone shows more of it. */
        this.sheet.addEventListener("click", ({ target }) => {
            if (once && target instanceof Element && target.closest("button")) this.open(false);
        });
        document.addEventListener("pointerdown", ({ target }) => {
            const inside =
                target instanceof Node &&
                (this.sheet.contains(target) || this.button.contains(target));
            if (this.isOpen && !inside) this.open(false);
        });
        document.addEventListener(
            "keydown",
            (event) => {
                if (event.key !== "Escape" || !this.isOpen) return;
                event.stopPropagation();
                this.open(false);
                this.button.focus();
            },
            true,
        );
        const name = () => this.button.setAttribute("aria-label", t(text));
        name();
        onLanguage(name);
    }

    get isOpen() {
        return document.body.hasAttribute(this.attribute);
    }

    /** @param {boolean} on */
    open(on) {
        document.body.toggleAttribute(this.attribute, on);
        this.button.setAttribute("aria-expanded", String(on));
        if (on) (this.first() ?? this.sheet).focus({ preventScroll: true });
    }

    /** Where the focus goes: what can be chosen; the sheet itself has its own place to stop. @returns {HTMLElement|undefined} */
    first() {
        if (this.sheet.tabIndex === -1 && this.sheet.hasAttribute("tabindex")) return undefined;
        return Array.from(this.sheet.querySelectorAll("button, summary"))
            .map((one) => /** @type {HTMLElement} */ (one))
            .find((one) => one.checkVisibility() && !one.matches(":disabled"));
    }
}
