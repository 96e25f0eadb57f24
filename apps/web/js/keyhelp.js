/* SPDX-License-Identifier: MIT */
/* The keys of the board, shown on the page and said when somebody asks. */
import { keyHelp } from "./boardkeys.js";
import { byId, make, setText } from "./dom.js";
import { hasTwoBoards } from "./saying.js";
import { language, t } from "./texts.js";

export class KeyHelp {
    /** @param {HTMLElement} root  a <details> */
    constructor(root) {
        this.root = /** @type {HTMLDetailsElement} */ (root);
        /** @type {ReturnType<typeof keyHelp>} */
        this.keys = [];
        /** For what the list is drawn. */
        this.drawn = "";
    }

    /** @param {import("./types.js").Snapshot} game */
    draw(game) {
        const casual = game.mode === "casual",
            two = hasTwoBoards(game);
        if (this.drawn === `${language()} ${casual} ${two}`) return;
        this.drawn = `${language()} ${casual} ${two}`;
        this.keys = keyHelp(casual, two);
        byId("keys-list").replaceChildren(
            ...this.keys.flatMap(({ key, spoken, text }) => [
                make("dt", {}, make("kbd", { "aria-label": key === spoken ? null : spoken }, key)),
                make("dd", {}, text),
            ]),
        );
        setText(byId("keys-field"), t("KEYS_FIELD"));
    }

    /** Shows the list, and gives it to be said. */
    open() {
        this.root.open = true;
        const list = this.keys.map(({ spoken, text }) => `${spoken}: ${text}`).join("; ");
        return `${t("KEYS_SAID", { keys: list })} ${t("KEYS_FIELD")}`;
    }
}
