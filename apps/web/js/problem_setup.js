/* SPDX-License-Identifier: MIT */
/*
 * The form of a problem: the diagram on a board and in one line, what is asked for, who begins. The
 * line is what counts; where it says less than a FEN could, the server follows the conventions.
 */
import { looksLikeFen } from "./editor.js";
import { PieceEditor, keysHint } from "./editor_pieces.js";
import { byId, make, setText } from "./dom.js";
import { readBoard } from "./notation.js";
import { writeBoard } from "./squares.js";
import { t } from "./texts.js";

/** @typedef {import("./problem_stream.js").Wish} Wish */

const EMPTY = "8/8/8/8/8/8/8/8";
const USUAL = ["#2", "#3", "s#2", "h#2", "h#3", "=2"];
/** It has something of everything: a try, set play, a mate that passes to another defence. */
const EXAMPLE = {
    position: "5r2/2P1p3/1K1k2N1/1bN1p1p1/2P1P1pB/6PB/5P2/5r1R",
    stipulation: "#2",
};

/** @param {string} id */
const field = (id) => /** @type {HTMLInputElement} */ (byId(id));

export class ProblemSetup {
    constructor() {
        this.men = new PieceEditor(() => this.changed());
        byId("setup-board").append(this.men.board.root, this.men.palette);
        byId("usual").append(
            ...USUAL.map((one) => {
                const button = make("button", { type: "button", class: "usual" }, one);
                button.addEventListener("click", () => {
                    field("stipulation").value = one;
                    this.complain("stipulation", false);
                });
                return button;
            }),
        );
        field("fen").addEventListener("input", () => this.typed());
        for (const one of this.turns()) one.addEventListener("change", () => this.changed());
        byId("clear").addEventListener("click", () => this.set({ position: EMPTY }));
        byId("example").addEventListener("click", () => this.set(EXAMPLE));
        this.set({ position: EMPTY });
        this.draw();
    }

    /** In the words of the page. */
    draw() {
        setText(byId("keys-hint"), keysHint());
        this.men.board.root.setAttribute("aria-label", t("BOARD"));
        this.men.drawPalette();
        this.men.draw();
    }

    turns() {
        return /** @type {NodeListOf<HTMLInputElement>} */ (
            document.querySelectorAll("#setup [name=turn]")
        );
    }

    /** @param {Partial<Wish>} wish */
    set({ position, stipulation, set, tries }) {
        if (stipulation !== undefined) field("stipulation").value = stipulation;
        if (set !== undefined) field("with-set").checked = set;
        if (tries !== undefined) field("with-tries").checked = tries;
        if (position === undefined) return;
        field("fen").value = position;
        this.typed();
    }

    /** @returns {Wish} */
    wish() {
        return {
            position: field("fen").value.trim(),
            stipulation: field("stipulation").value.trim(),
            set: field("with-set").checked,
            tries: field("with-tries").checked,
        };
    }

    isEmpty() {
        return this.men.pieces.size === 0;
    }

    /** Marks a field that cannot be used, or no more. @param {string} id @param {boolean} wrong */
    complain(id, wrong) {
        if (wrong) field(id).setAttribute("aria-invalid", "true");
        else field(id).removeAttribute("aria-invalid");
    }

    /** What was typed shows on the board as soon as it has the form of a position. */
    typed() {
        const text = field("fen").value;
        this.complain("fen", false);
        if (!looksLikeFen(text)) return;
        const turn = text.trim().split(/\s+/)[1] ?? "";
        for (const one of this.turns()) one.checked = one.value === turn;
        this.men.draw(readBoard(text.trim()));
    }

    /** Castling stays as it was written; whom a pawn may take in passing was said of another position. */
    changed() {
        const castling = field("fen").value.trim().split(/\s+/)[2];
        const turn = Array.from(this.turns()).find((one) => one.checked)?.value ?? "";
        field("fen").value = [
            writeBoard(this.men.pieces),
            ...(turn ? [turn, ...(castling ? [castling] : [])] : []),
        ].join(" ");
        this.complain("fen", false);
        this.men.draw();
    }
}
