/* SPDX-License-Identifier: MIT */
/* Who is to say or do what at a table where moves are announced, and the last announcement once more, large. */
import { announce } from "./announce.js";
import { ask } from "./dialogs.js";
import { byId, make, setText, show } from "./dom.js";
import { elapsedText } from "./stopwatch.js";
import { soundOn } from "./sound.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Colour} Colour */

/** @param {Colour|null} side */
export function colourName(side) {
    return side === null ? "" : t(side === "white" ? "WHITE" : "BLACK");
}

/** The words that matter now: what is to be said, or was said last. @param {Table} table */
export function wordsOf({ coming, due, last }) {
    const announced = coming && (due.what === "repeat" || due.what === "move") ? coming : null;
    return announced?.text ?? last?.text ?? "";
}

/** @param {Table} table */
function dueText({ due, coming }) {
    const said = due.what === "move" && coming ? "_SAID" : "";
    return t(`TABLE_DUE_${due.what.toUpperCase()}${said}`, { player: colourName(due.who) });
}

export class Now {
    constructor() {
        /** What was due when it was last drawn, and since when. */
        this.due = "";
        this.since = performance.now();
        if ("speechSynthesis" in window) speechSynthesis.getVoices(); /* they come later */
    }

    /** @param {Table} table */
    draw(table) {
        const words = wordsOf(table);
        const key = `${table.due.what} ${table.due.who} ${words}`;
        if (key !== this.due) this.since = performance.now();
        this.due = key;
        setText(byId("due"), dueText(table));
        setText(byId("said"), words);
        byId("said").lang = table.language;
        show(byId("said"), words !== "");
        this.tick();
    }

    tick() {
        setText(
            byId("since"),
            t("TABLE_SINCE", { time: elapsedText(performance.now() - this.since) }),
        );
    }
}

/** Lets the browser say it; whether it has a voice and sounds are on. @param {string} text @param {string} language */
function speak(text, language) {
    if (!soundOn() || !("speechSynthesis" in window)) return false;
    if (speechSynthesis.getVoices().length === 0) return false;
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = language;
    speechSynthesis.cancel();
    speechSynthesis.speak(utterance);
    return true;
}

/** The last announcement once more, large, and aloud once: by a voice of the browser, or as what the dialog says of itself. @param {Table} table */
export async function sayAgain(table) {
    const words = wordsOf(table);
    if (words === "") {
        announce(t("TABLE_AGAIN_NONE"));
        return;
    }
    const spoken = speak(words, table.language);
    const player = table.coming ? table.coming.player : (table.last?.player ?? null);
    await ask(
        colourName(player),
        [make("p", { id: "large-words", class: "large-words", lang: table.language }, words)],
        [{ value: "", text: t("CLOSE"), kind: "primary" }],
        "shown",
        spoken ? "" : "large-words",
    );
}
