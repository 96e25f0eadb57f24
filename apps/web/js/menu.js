/* SPDX-License-Identifier: MIT */
/*
 * What a player may do, at hand on a phone: a button in his strip, which is always in sight, lays the
 * actions of the page over it. On a wide screen they stand beside the board, and the button is not there.
 */
import { byId, make } from "./dom.js";
import { onLanguage, t } from "./texts.js";

export class Menu {
    constructor() {
        this.sheet = byId("deeds");
        this.button = make(
            "button",
            { type: "button", id: "menu", "aria-controls": "deeds", "aria-expanded": "false" },
            make("span", { "aria-hidden": "true" }, "☰"),
        );
        byId("strip-bottom").append(this.button);
        this.button.addEventListener("click", () => this.open(!this.isOpen));
        /* Whatever is chosen there has been chosen; "more" alone shows more of it. */
        this.sheet.addEventListener("click", ({ target }) => {
            if (target instanceof Element && target.closest("button")) this.open(false);
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
        const name = () => this.button.setAttribute("aria-label", t("MENU"));
        name();
        onLanguage(name);
    }

    get isOpen() {
        return document.body.hasAttribute("data-menu");
    }

    /** @param {boolean} on */
    open(on) {
        document.body.toggleAttribute("data-menu", on);
        this.button.setAttribute("aria-expanded", String(on));
        if (on) this.first()?.focus();
    }

    /** @returns {HTMLElement|undefined} */
    first() {
        return Array.from(this.sheet.querySelectorAll("button, summary"))
            .map((one) => /** @type {HTMLElement} */ (one))
            .find((one) => one.checkVisibility() && !one.matches(":disabled"));
    }
}
