/* SPDX-License-Identifier: MIT */
/*
 * Where an entry of a scoresheet is made: one field, and keys for those who tap. Whatever is written
 * is sent; nothing here knows whether it is a move.
 */
import { announce } from "./announce.js";
import { clockParts } from "./clock.js";
import { make, setText, show } from "./dom.js";
import { FILES } from "./notation.js";
import { oneLine, quoted } from "./questions.js";
import { pieceLetters, readable, writable } from "./sheetrows.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */

/**
 * @typedef {object} FormPage
 * @property {() => Snapshot} game
 * @property {(event: string) => Promise<any>} send
 */

/** The longest entry: more than a sheet has room for. */
const ENTRY_MOST = 80;

/** A time as one writes it on a sheet: hours and minutes. @param {number} ms */
export function sheetTime(ms) {
    const { hours, minutes } = clockParts(ms);
    return `${hours}:${String(minutes).padStart(2, "0")}`;
}

export class SheetForm {
    /**
     * @param {FormPage} page
     * @param {() => number|null} clock  what the own clock shows; null: there is none
     */
    constructor(page, clock) {
        this.page = page;
        this.clock = clock;
        /** What the keys were drawn for. */
        this.drawn = "";
        this.place = "";
        /** The entry that is corrected, from 0; null: a new one is written. @type {number|null} */
        this.correcting = null;
        this.caption = make("span", {});
        this.field = make("input", {
            name: "entry",
            maxlength: ENTRY_MOST,
            required: true,
            autocomplete: "off",
            autocapitalize: "off",
            autocorrect: "off",
            spellcheck: "false",
            enterkeyhint: "send",
        });
        this.yes = make("button", { type: "submit", class: "primary" });
        this.no = make("button", { type: "button" });
        this.keys = make("div", { class: "sheet-keys", role: "group" });
        this.hint = make("small", {});
        this.root = make(
            "form",
            { class: "sheet-form" },
            make("label", { class: "field" }, this.caption, this.field, this.hint),
            this.yes,
            this.no,
            this.keys,
        );
        this.root.addEventListener("submit", (event) => this.submit(event));
        this.no.addEventListener("click", () => this.correct(null, "", ""));
        this.keys.addEventListener("click", (event) => this.tapped(event));
        this.root.addEventListener("keydown", (event) => {
            if (event.key === "Escape" && this.correcting !== null) this.correct(null, "", "");
        });
    }

    /** Writes in the place of this entry; null: behind the last. @param {number|null} index @param {string} place @param {string} text */
    correct(index, place, text) {
        this.correcting = index;
        this.place = place;
        this.field.value = text;
        this.draw();
        if (index !== null) {
            this.field.focus();
            this.field.select();
        }
    }

    /** @param {SubmitEvent} event */
    async submit(event) {
        event.preventDefault();
        const typed = oneLine(this.field.value);
        if (typed === "") return;
        const text = writable(typed, this.page.game());
        const said = /["\\]/.test(text) ? quoted(text) : text;
        const index = this.correcting;
        this.correct(null, "", "");
        const answer = await this.page.send(
            index === null ? `write ${said}` : `rewrite ${index + 1} ${said}`,
        );
        if (!answer || answer.refused) this.field.value ||= typed;
        else announce(t(index === null ? "SHEET_WRITTEN" : "SHEET_CORRECTED", { text: typed }));
    }

    /** A key was tapped: the soft keyboard stays where it is. @param {MouseEvent} event */
    tapped(event) {
        const key = event.target instanceof Element ? event.target.closest("button") : null;
        if (!key) return;
        const { add, act } = key.dataset;
        if (act === "delete") this.field.value = this.field.value.slice(0, -1);
        else if (act === "time") this.add(sheetTime(this.clock() ?? 0), true);
        else this.add(add ?? "", act === "word");
    }

    /** @param {string} text @param {boolean} word  whether it stands by itself */
    add(text, word) {
        const { value } = this.field;
        const apart = word && value !== "" && !value.endsWith(" ") ? " " : "";
        if (value.length + apart.length + text.length <= ENTRY_MOST)
            this.field.value += apart + text;
    }

    /** @param {string} text @param {Record<string, string>} [data] @param {string} [label] */
    key(text, data = { add: text }, label = "") {
        const key = make(
            "button",
            { type: "button" },
            label ? make("span", { "aria-hidden": "true" }, text) : text,
            label ? make("span", { class: "visually-hidden" }, label) : null,
        );
        Object.assign(key.dataset, data);
        return key;
    }

    drawKeys() {
        this.keys.setAttribute("aria-label", t("SHEET_KEYS"));
        const rows = [
            [
                ...pieceLetters().map((letter) => this.key(letter)),
                this.key("x", { add: "x" }, t("SHEET_CAPTURES")),
                this.key("O-O"),
                this.key("O-O-O"),
            ],
            [...FILES].map((file) => this.key(file)),
            [1, 2, 3, 4, 5, 6, 7, 8].map((rank) => this.key(String(rank))),
            [
                this.key("+"),
                this.key("#"),
                this.key("="),
                this.key("(=)", { add: "(=)", act: "word" }, t("SHEET_OFFER")),
                this.key("–", { add: "-", act: "word" }, t("SHEET_BLANK")),
                ...(this.clock() === null
                    ? []
                    : [this.key("0:00", { act: "time" }, t("SHEET_TIME"))]),
                this.key("⌫", { act: "delete" }, t("SHEET_DELETE")),
            ],
        ];
        this.keys.replaceChildren(...rows.map((row) => make("div", {}, ...row)));
    }

    /** Draws what the language has changed, and whether an entry is corrected. */
    draw() {
        const correcting = this.correcting !== null;
        setText(
            this.caption,
            correcting ? t("SHEET_CORRECTING", { place: this.place }) : t("SHEET_ENTRY"),
        );
        setText(this.yes, t(correcting ? "SHEET_CORRECT" : "SHEET_WRITE"));
        setText(this.no, t("CANCEL"));
        setText(this.hint, t("SHEET_ENTRY_HINT"));
        show(this.no, correcting);
        this.root.classList.toggle("correcting", correcting);
        const key = pieceLetters().join("") + String(this.clock() === null) + t("SHEET_KEYS");
        if (key !== this.drawn) this.drawKeys();
        this.drawn = key;
    }

    /** The entry in the letters of the page. @param {string} text */
    shown(text) {
        return readable(text, this.page.game());
    }
}
