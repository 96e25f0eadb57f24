/* SPDX-License-Identifier: MIT */
/*
 * What has just been ruled or answered: shown for a while, and said. It lies over the page where
 * there is one column, so that no button moves under a finger.
 */
import { announce, nodesOf, sentence, whole } from "./announce.js";
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
        /** What was refused, as long as that is so. @type {HTMLElement|null} */
        this.refusal = null;
        this.close = make("button", { type: "button", class: "notice-close" }, "×");
        this.close.addEventListener("click", () => show(box, false));
        box.replaceChildren(this.close, this.text);
        /** The page's own time until which a refusal keeps its place. */
        this.kept = 0;
    }

    /** @param {import("./types.js").Ruling[]} rulings @param {import("./announce.js").Speech} [text] */
    show(rulings, text = "") {
        const said = whole(text);
        const part = make(
            "div",
            {},
            said.length > 0 ? make("p", {}, ...nodesOf(said)) : null,
            rulings.length > 0 ? make("ul", {}, ...rulings.map(drawRuling)) : null,
        );
        if (performance.now() > this.kept) {
            this.refusal = null;
            this.text.replaceChildren();
        }
        this.text.append(part);
        this.close.setAttribute("aria-label", t("CLOSE"));
        show(this.box, true);
        /* Two articles may have the same to say. */
        const ruled = [...new Set(rulings.map((ruling) => sentence(say(ruling.text))))].join(" ");
        announce([...said, said.length > 0 && ruled ? " " : "", ruled]);
        clearTimeout(this.timer);
        this.timer = setTimeout(
            () => show(this.box, this.box.contains(document.activeElement)),
            NOTICE_MS,
        );
        return part;
    }

    /**
     * Shows what was refused, so that what happens next does not push it away.
     * @param {import("./types.js").Ruling[]} rulings
     * @param {string} text
     */
    refuse(rulings, text) {
        this.kept = 0;
        this.refusal = this.show(rulings, text);
        this.kept = performance.now() + REFUSAL_MS;
    }

    /** Makes room for a hand on the board, if it lies over it. @param {Element} board */
    giveWay(board) {
        const { top, bottom, left, right } = this.box.getBoundingClientRect();
        const under = board.getBoundingClientRect();
        const over =
            top < under.bottom && bottom > under.top && left < under.right && right > under.left;
        if (over) show(this.box, false);
    }

    /** Something was heard: what was refused before it is over. What else is told stays. */
    heard() {
        this.kept = 0;
        this.refusal?.remove();
        this.refusal = null;
        if (this.text.childElementCount === 0) show(this.box, false);
    }
}
