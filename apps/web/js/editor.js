/* SPDX-License-Identifier: MIT */
/*
 * A position set up on a board (editor_pieces.js), with whose move it is and who can still castle.
 * Whether a game can be played from there the server says.
 */
import { ask, labelled } from "./dialogs.js";
import { make } from "./dom.js";
import { PieceEditor, keysHint } from "./editor_pieces.js";
import { readBoard } from "./notation.js";
import { writeBoard } from "./squares.js";
import { t } from "./texts.js";

export const START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const EMPTY_FEN = "8/8/8/8/8/8/8/8 w - - 0 1";
/** Those who can still castle, as a FEN writes it. */
const CASTLING = [
    ["K", "CASTLING_WK"],
    ["Q", "CASTLING_WQ"],
    ["k", "CASTLING_BK"],
    ["q", "CASTLING_BQ"],
];
/** How long somebody pauses before the server is asked. */
const CHECK_MS = 250;

/** @typedef {{possible: boolean, told: Node[]}} Judgement */

/** A FEN, part by part; what is missing is as at the beginning. @param {string} fen */
export function readFen(fen) {
    const [, turn = "w", castling = "-", passant = "-", quiet = "0", number = "1"] = fen
        .trim()
        .split(/\s+/);
    return { pieces: readBoard(fen), turn, castling, passant, quiet, number };
}

/** @param {ReturnType<typeof readFen>} parts */
export function writeFen({ pieces, turn, castling, passant, quiet, number }) {
    return [writeBoard(pieces), turn, castling || "-", passant, quiet, number].join(" ");
}

/** Whether a text has the form of a FEN: what it says the server judges. @param {string} text */
export function looksLikeFen(text) {
    return /^\s*(?:[kqrbnp1-8]{1,8}\/){7}[kqrbnp1-8]{1,8}(\s|$)/i.test(text);
}

class PositionEditor {
    /**
     * @param {string} fen
     * @param {(fen: string) => Promise<Judgement>} judge
     */
    constructor(fen, judge) {
        this.judge = judge;
        this.parts = readFen(looksLikeFen(fen) ? fen : START_FEN);
        this.men = new PieceEditor(() => this.changed());
        this.turn = this.drawTurn();
        this.castling = this.drawCastling();
        this.field = make("input", {
            name: "fen",
            maxlength: 120,
            autocomplete: "off",
            spellcheck: "false",
        });
        this.told = make("div", { class: "editor-told" });
        this.asked = 0;
        this.root = make(
            "div",
            { class: "editor" },
            make("div", { class: "editor-board" }, this.men.board.root, this.men.palette),
            make(
                "div",
                { class: "editor-more" },
                this.drawButtons(),
                this.turn,
                this.castling,
                labelled("FEN", this.field, t("EDITOR_FEN_HINT")),
                make("p", { class: "hint" }, keysHint()),
                this.told,
            ),
        );
        this.field.addEventListener("input", () => this.typed());
        this.draw();
    }

    /* ---- drawing */

    drawButtons() {
        const buttons = [
            ["EDITOR_START", START_FEN],
            ["EDITOR_CLEAR", EMPTY_FEN],
        ].map(([text, fen]) => {
            const button = make("button", { type: "button" }, t(text));
            button.addEventListener("click", () => {
                this.parts = readFen(fen);
                this.changed();
            });
            return button;
        });
        return make("div", { class: "buttons" }, ...buttons);
    }

    drawTurn() {
        const field = make("fieldset", {}, make("legend", {}, t("EDITOR_TURN")));
        for (const [value, text] of [
            ["w", t("WHITE")],
            ["b", t("BLACK")],
        ]) {
            const input = make("input", { type: "radio", name: "turn", value });
            input.addEventListener("change", () => {
                this.parts.turn = value;
                this.changed();
            });
            field.append(make("label", { class: "check" }, input, make("span", {}, text)));
        }
        return field;
    }

    drawCastling() {
        const field = make("fieldset", {}, make("legend", {}, t("CASTLING")));
        for (const [letter, text] of CASTLING) {
            const input = make("input", { type: "checkbox", name: "castling", value: letter });
            input.addEventListener("change", () => this.castle());
            field.append(make("label", { class: "check" }, input, make("span", {}, t(text))));
        }
        return field;
    }

    draw() {
        this.men.draw(this.parts.pieces);
        for (const input of this.turn.querySelectorAll("input"))
            input.checked = input.value === this.parts.turn;
        for (const input of this.castling.querySelectorAll("input"))
            input.checked = this.parts.castling.includes(input.value);
    }

    /* ---- what is done */

    castle() {
        this.parts.castling = Array.from(this.castling.querySelectorAll("input"))
            .filter(({ checked }) => checked)
            .map(({ value }) => value)
            .join("");
        this.changed();
    }

    /** What was typed shows on the board as soon as it has the form of a position. */
    typed() {
        if (looksLikeFen(this.field.value)) {
            this.parts = readFen(this.field.value);
            this.draw();
        }
        this.inquire();
    }

    changed() {
        /* Whom a pawn may take in passing was said of another position. */
        this.parts.passant = "-";
        this.field.value = writeFen(this.parts);
        this.draw();
        this.inquire();
    }

    /** Asks the server what it says to this position, when somebody pauses. */
    inquire() {
        const mine = ++this.asked;
        setTimeout(async () => {
            if (mine !== this.asked) return;
            const { possible, told } = await this.judge(this.field.value.trim());
            if (mine !== this.asked) return;
            this.told.replaceChildren(...told);
            const yes = this.root.closest("dialog")?.querySelector("button[value=yes]");
            yes?.toggleAttribute("disabled", !possible);
        }, CHECK_MS);
    }
}

/**
 * Lets somebody set up a position; null when he does not want it.
 * @param {string} title
 * @param {string} fen  what stands there at first
 * @param {(fen: string) => Promise<Judgement>} judge  what the server says to it
 * @param {string} yes
 */
export async function editPosition(title, fen, judge, yes) {
    const editor = new PositionEditor(fen, judge);
    editor.field.value = looksLikeFen(fen) ? fen : START_FEN;
    editor.inquire();
    const answer = await ask(
        title,
        [editor.root],
        [
            { value: "", text: t("CANCEL") },
            { value: "yes", text: yes, kind: "primary" },
        ],
        "editor-dialog",
    );
    return answer.value === "yes" ? String(answer.form.get("fen") ?? "").trim() : null;
}

/**
 * A button that sets up the position of a field on a board; the field itself stays for those who
 * have a FEN.
 * @param {HTMLInputElement} field
 * @param {(fen: string) => Promise<Judgement>} judge
 */
export function editorButton(field, judge) {
    const button = make(
        "button",
        { type: "button", class: "edit-position", "data-text": "EDITOR_OPEN" },
        t("EDITOR_OPEN"),
    );
    button.addEventListener("click", async () => {
        const fen = await editPosition(t("EDITOR_TITLE"), field.value, judge, t("EDITOR_TAKE"));
        if (fen === null) return;
        field.value = fen === START_FEN ? "" : fen;
        field.dispatchEvent(new Event("change", { bubbles: true }));
        field.focus();
    });
    return button;
}

/** Says nothing but that all is well. @type {Judgement} */
export const FINE = { possible: true, told: [] };

/** @param {string} text @returns {Judgement} */
export function impossible(text) {
    return { possible: false, told: [make("p", { class: "problem" }, text)] };
}
