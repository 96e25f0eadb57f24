/* SPDX-License-Identifier: MIT */
/*
 * What has just been ruled or answered: shown for a while, and said. It lies over the page where
 * there is one column, so that no button moves under a finger.
 */
import { announce, sentence } from "./announce.js";
import { make, show } from "./dom.js";
import { drawRuling } from "./rulings.js";
import { say, t } from "./texts.js";

/** How long it stays in sight. */
const NOTICE_MS = 12000;
/** How long a refusal keeps its place: what comes meanwhile is shown below it. */
const REFUSAL_MS = 4000;

export class Notice {
    /** @param {HTMLElement} box */
    constructor(box) {
        this.box = box;
        this.text = make("div", { class: "notice-text" });
        this.close = make("button", { type: "button", class: "notice-close" }, "×");
        this.close.addEventListener("click", () => show(box, false));
        box.replaceChildren(this.text, this.close);
        /** The page's own time until which a refusal keeps its place. */
        this.kept = 0;
    }

    /** @param {import("./types.js").Ruling[]} rulings @param {string} [text] */
    show(rulings, text = "") {
        const said = sentence(text);
        if (performance.now() > this.kept) this.text.replaceChildren();
        this.text.append(
            ...(said ? [make("p", {}, said)] : []),
            ...(rulings.length > 0 ? [make("ul", {}, ...rulings.map(drawRuling))] : []),
        );
        this.close.setAttribute("aria-label", t("CLOSE"));
        show(this.box, true);
        announce([said, ...rulings.map((ruling) => sentence(say(ruling.text)))].join(" ").trim());
        clearTimeout(this.timer);
        this.timer = setTimeout(
            () => show(this.box, this.box.contains(document.activeElement)),
            NOTICE_MS,
        );
    }

    /**
     * Shows what was refused, so that what happens next does not push it away.
     * @param {import("./types.js").Ruling[]} rulings
     * @param {string} text
     */
    refuse(rulings, text) {
        this.kept = 0;
        this.show(rulings, text);
        this.kept = performance.now() + REFUSAL_MS;
    }
}
