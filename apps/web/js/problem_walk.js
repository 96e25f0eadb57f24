/* SPDX-License-Identifier: MIT */
/*
 * Walking through a solution: which move the board shows. The moves are one stop of the Tab key, in
 * which the arrow keys go on and back, from line to line, to the first and to the last.
 */
import { announce } from "./announce.js";
import { Board } from "./board.js";
import { byId, setText } from "./dom.js";
import { DIAGRAM } from "./problem_tree.js";
import { writeBoard } from "./squares.js";
import { t } from "./texts.js";

/** @typedef {import("./problem_tree.js").ProblemTree} ProblemTree */

/** Where the arrow keys mean something else. */
const KEYS_ELSEWHERE = "input, textarea, select, dialog, [role=gridcell], [role=tab], .panel";

export class ProblemWalk {
    constructor() {
        this.board = new Board(byId("walk-board"), { pick: () => {}, drop: () => {} });
        /** @type {ProblemTree|null} */
        this.tree = null;
        /** @type {HTMLButtonElement|null} */
        this.current = null;
        for (const [id, go] of /** @type {[string, () => void][]} */ ([
            ["walk-first", () => this.show(null)],
            ["walk-back", () => this.step(-1)],
            ["walk-on", () => this.step(1)],
        ]))
            byId(id).addEventListener("click", () => {
                go();
                this.say();
            });
        byId("panels").addEventListener("click", (event) => {
            const button =
                event.target instanceof Element ? event.target.closest("button.move") : null;
            if (button) this.show(/** @type {HTMLButtonElement} */ (button));
        });
        byId("panels").addEventListener("keydown", (event) => this.keyed(event));
        document.addEventListener("keydown", (event) => this.keyedElsewhere(event));
    }

    /** Begins with the diagram. @param {ProblemTree} tree */
    begin(tree) {
        this.tree = tree;
        this.current = null;
        this.settle();
        this.show(null);
    }

    /** The panel that is open. */
    panel() {
        return /** @type {HTMLElement|null} */ (document.querySelector(".panel:not([hidden])"));
    }

    /** What can be stopped at: moves, and what opens and closes their play. */
    stops() {
        return /** @type {HTMLButtonElement[]} */ (
            Array.from(
                this.panel()?.querySelectorAll("button.move, button.more, button.part") ?? [],
            )
        ).filter((one) => one.checkVisibility());
    }

    moves() {
        return this.stops().filter((one) => one.classList.contains("move"));
    }

    /** One stop for the Tab key in every panel. */
    settle() {
        for (const panel of document.querySelectorAll(".panel")) {
            const all = panel.querySelectorAll("button.move, button.more, button.part");
            for (const one of all) one.setAttribute("tabindex", "-1");
            const first = this.current && panel.contains(this.current) ? this.current : all[0];
            first?.setAttribute("tabindex", "0");
        }
    }

    /** @param {HTMLButtonElement|null} button  null: the diagram */
    show(button) {
        const { tree } = this;
        if (!tree) return;
        this.current?.removeAttribute("aria-current");
        this.current = button;
        button?.setAttribute("aria-current", "true");
        const id = Number(button?.dataset.id ?? DIAGRAM);
        const node = tree.nodes.get(id);
        this.board.draw({
            board: writeBoard(tree.pieces(id)),
            last: Object.keys(node?.squares ?? {}),
            movable: null,
        });
        setText(byId("walk-line"), this.line());
        this.settle();
        const list = this.moves();
        const at = button ? list.indexOf(button) : -1;
        byId("walk-first").toggleAttribute("disabled", button === null);
        byId("walk-back").toggleAttribute("disabled", button === null);
        byId("walk-on").toggleAttribute("disabled", at === list.length - 1 && !this.closed());
    }

    /** Where the board stands, in words. */
    line() {
        const id = Number(this.current?.dataset.id ?? DIAGRAM);
        const line = this.tree?.line(id) ?? "";
        const set = this.tree?.phase(id)?.kind === "set" ? `${t("PROBLEM_SET")}: ` : "";
        return line === "" ? t("PROBLEM_DIAGRAM") : set + line;
    }

    say() {
        announce(this.line(), "walk");
    }

    /** What would open the play after this move, while that is closed. */
    closed() {
        const id = this.current?.dataset.id;
        return /** @type {HTMLButtonElement|null} */ (
            this.panel()?.querySelector(`button.more[data-below='${id}'][aria-expanded=false]`)
        );
    }

    /** To the next move or the one before, whether or not it was open. @param {number} by */
    step(by) {
        if (by > 0) this.closed()?.click();
        const list = this.moves();
        const to = (this.current ? list.indexOf(this.current) : -1) + by;
        if (to < list.length) this.show(to < 0 ? null : list[to]);
    }

    /* ---- keys */

    /** @param {KeyboardEvent} event */
    keyed(event) {
        const stops = this.stops();
        const from = stops.indexOf(/** @type {HTMLButtonElement} */ (event.target));
        if (from < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
        const to = this.target(stops, from, event.key);
        if (to === null) return;
        event.preventDefault();
        event.stopPropagation();
        this.focus(stops[Math.min(Math.max(to, 0), stops.length - 1)]);
    }

    /** @param {HTMLButtonElement[]} stops @param {number} from @param {string} key */
    target(stops, from, key) {
        const line = (/** @type {number} */ i) => stops[i]?.closest("li, p");
        const seek = (/** @type {number} */ by) => {
            let to = from;
            while (stops[to + by] && line(to + by) === line(from)) to += by;
            to += by;
            while (by < 0 && stops[to - 1] && line(to - 1) === line(to)) to--;
            return to;
        };
        switch (key) {
            case "ArrowLeft":
                return from - 1;
            case "ArrowRight":
                return from + 1;
            case "ArrowUp":
                return seek(-1);
            case "ArrowDown":
                return seek(1);
            case "Home":
                return 0;
            case "End":
                return stops.length - 1;
            default:
                return null;
        }
    }

    /** @param {HTMLButtonElement} stop */
    focus(stop) {
        if (stop.classList.contains("move")) this.show(stop);
        for (const one of this.stops()) one.tabIndex = one === stop ? 0 : -1;
        stop.focus();
    }

    /** @param {KeyboardEvent} event */
    keyedElsewhere(event) {
        const where = event.target instanceof Element ? event.target : null;
        if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        const isOpen = document.body.dataset.mode === "solution";
        if (by === undefined || !isOpen || where?.closest(KEYS_ELSEWHERE)) return;
        event.preventDefault();
        this.step(by);
        this.say();
    }
}
