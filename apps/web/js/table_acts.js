/* SPDX-License-Identifier: MIT */
/*
 * What can be done at the table: the verbs that would be heard of this seat, or that an arbiter can enter for a
 * player. Nothing else is offered; the server says which they are.
 */
import { byId, make, show } from "./dom.js";
import { clearWords, wordsNow } from "./table_words.js";
import { colourName } from "./table_now.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Colour} Colour */

/** What goes with words from the field, in the order in which it is shown. */
const WITH_WORDS = [
    "announce",
    "repeat",
    "move",
    "execute",
    "write",
    "touch",
    "report touch",
    "adjust",
    "remove",
    "lift",
    "release",
    "replace",
    "displace",
];
/** What is said as it is. */
const PLAIN = ["press", "claim flag", "tell", "request tell", "arrive", "seal", "stop"];

/** @param {string} verb */
export function verbText(verb) {
    return t(`TABLE_VERB_${verb.toUpperCase().replace(/[ -]/g, "_")}`);
}

/**
 * What is due, in one press, when it can be done from here.
 * @param {Table} table
 * @param {Snapshot} game
 * @param {(side: Colour, verb: string) => boolean} can
 * @returns {{text: string, side: Colour, event: string}[]}
 */
export function quickActs({ due, last, coming }, game, can) {
    const { what, who } = due;
    const made = game.moves[game.moves.length - 1];
    if (who === null) return [];
    if (what === "announce" && last && can(who, "announce"))
        return [{ text: t("TABLE_ANNOUNCED"), side: who, event: `announce ${last.text}` }];
    const heard = coming ?? last;
    if (what === "repeat" && heard && can(who, "repeat"))
        return [{ text: t("TABLE_REPEATED"), side: who, event: `repeat ${heard.text}` }];
    if (what === "execute" && made && can(who, "execute"))
        return [
            {
                text: t("TABLE_EXECUTED", { player: colourName(who) }),
                side: who,
                event: `execute ${made.uci}`,
            },
        ];
    if (what === "move" && coming && can(who, "move"))
        return [{ text: t("TABLE_MADE"), side: who, event: `move ${coming.uci} silent` }];
    return [];
}

export class Acts {
    /** @param {(side: Colour|null, event: string) => Promise<boolean>} send  whether it was taken */
    constructor(send) {
        this.send = send;
        /** What is drawn, so that no button moves under a finger. */
        this.drawn = "";
        /** What Enter in the field sends. */
        this.first = "";
        byId("words-form").addEventListener("submit", (event) => {
            event.preventDefault();
            const button = /** @type {HTMLButtonElement|null} */ (
                /** @type {SubmitEvent} */ (event).submitter
            );
            this.say(button?.value || this.first);
        });
    }

    /** For whom something is entered; null: it is one's own. */
    get side() {
        const chosen = /** @type {HTMLInputElement|null} */ (
            document.querySelector("#for input:checked")
        );
        return byId("for").hidden ? null : /** @type {Colour} */ (chosen?.value ?? "white");
    }

    /** @param {string} verb */
    async say(verb) {
        const words = wordsNow();
        if (verb === "" || words === "") {
            byId("words").focus();
            return;
        }
        if (await this.send(this.side, `${verb} ${words}`)) clearWords();
        byId("words").focus();
    }

    /** @param {Table} table @param {Snapshot} game */
    draw(table, game) {
        const entered = table.can ?? null;
        const own = game.state.can;
        show(byId("for"), entered !== null);
        const now = entered ? entered[this.side ?? "white"] : own;
        const can = (/** @type {Colour} */ side, /** @type {string} */ verb) =>
            (entered ? entered[side] : own).includes(verb);
        const quick = quickActs(table, game, can);
        const due = table.due.what === "move" ? "announce" : table.due.what;
        const with_words = WITH_WORDS.filter((verb) => now.includes(verb));
        /* what is due comes first, and is what Enter sends; a move is told in words */
        with_words.sort((a, b) => Number(b === due) - Number(a === due));
        const plain = PLAIN.filter((verb) => now.includes(verb));
        const key = JSON.stringify([quick, with_words, plain, t("TABLE_NOW"), this.side]);
        show(byId("entry"), with_words.length + plain.length > 0 || entered !== null);
        if (key === this.drawn) return;
        this.drawn = key;
        this.first = with_words[0] ?? "";
        byId("quick").replaceChildren(
            ...quick.map(({ text, side, event }) =>
                this.button(text, "primary", () => this.send(entered ? side : null, event)),
            ),
        );
        byId("with-words").replaceChildren(
            ...with_words.map((verb, i) =>
                make(
                    "button",
                    { type: "submit", value: verb, class: i === 0 ? "primary" : "" },
                    verbText(verb),
                ),
            ),
        );
        byId("plain").replaceChildren(
            ...plain.map((verb) =>
                this.button(verbText(verb), "", () => this.send(this.side, verb)),
            ),
        );
        show(byId("plain"), plain.length > 0);
        show(byId("quick"), quick.length > 0);
        show(byId("words-form"), with_words.length > 0);
        show(byId("keypad"), with_words.length > 0);
    }

    /** @param {string} text @param {string} kind @param {() => void} press */
    button(text, kind, press) {
        const button = make("button", { type: "button", class: kind }, text);
        button.addEventListener("click", press);
        return button;
    }
}
