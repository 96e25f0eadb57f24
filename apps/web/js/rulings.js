/* SPDX-License-Identifier: MIT */
/* What happened and what the Laws answered, newest first, each ruling with its article. */
import { make } from "./dom.js";
import { articleLink } from "./explain.js";
import { hasText, language, say, t } from "./texts.js";

/** @typedef {import("./types.js").LogEntry} LogEntry */

/** @param {number} seconds */
export function gameTime(seconds) {
    const whole = Math.floor(seconds);
    const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
    return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** @param {string} actor */
export function actorName(actor) {
    const id = `ACTOR_${actor.toUpperCase().replace("-", "_")}`;
    return hasText(id) ? t(id) : actor;
}

/** What is said to a page and need not be told to people: that a game began, that an envelope is being opened. */
const UNTOLD = ["started", "content-not-said"];

/** Whether people are told of it. @param {import("./types.js").Ruling} ruling */
export const isTold = ({ code }) => !UNTOLD.includes(code);

/** @param {import("./types.js").Ruling} ruling */
export function drawRuling(ruling) {
    return make(
        "li",
        { class: "ruling" },
        ruling.article && ruling.cited ? articleLink(ruling.article, ruling.cited) : null,
        make("span", {}, say(ruling.text)),
    );
}

/**
 * Whether a reader of rulings alone wants to see this.
 * @param {import("./types.js").LogEntry} entry
 */
function speaks(entry) {
    return entry.refused || entry.rulings.length > 0;
}

/**
 * The numbers of the events that were revoked. The last word goes first: a revocation may be revoked.
 * @param {import("./types.js").LogEntry[]} log
 */
export function revokedIn(log) {
    const gone = new Set();
    for (const { number, event, refused } of [...log].reverse()) {
        const named = refused ? null : /^revoke (\d+)/.exec(event);
        if (named && !gone.has(number)) gone.add(Number(named[1]));
    }
    return gone;
}

/**
 * @param {import("./types.js").LogEntry} entry
 * @param {boolean} revoked
 * @param {((entry: LogEntry) => void)|null} revoke  for the arbiter's own decisions
 */
function drawEntry(entry, revoked, revoke) {
    const head = make(
        "p",
        { class: "what" },
        make("span", { class: "number" }, `${entry.number}`),
        make("span", { class: "time" }, gameTime(entry.time)),
        make("strong", {}, actorName(entry.hall ? "hall" : entry.actor)),
        make("span", { class: "words" }, say(entry.words)),
        entry.refused ? make("span", { class: "refused" }, t("REFUSED")) : null,
        revoked ? make("span", { class: "refused" }, t("REVOKED")) : null,
    );
    if (revoke && !revoked && entry.actor === "arbiter" && !entry.refused) {
        const button = make(
            "button",
            {
                type: "button",
                class: "small",
                "aria-label": t("REVOKE_NUMBER", { number: entry.number }),
            },
            t("REVOKE"),
        );
        button.addEventListener("click", () => revoke(entry));
        head.append(button);
    }
    const rulings =
        entry.rulings.length > 0 ? make("ul", {}, ...entry.rulings.map(drawRuling)) : null;
    for (const link of rulings?.querySelectorAll("button") ?? []) link.tabIndex = -1;
    return make("li", { class: entry.refused ? "entry refused" : "entry" }, head, rulings);
}

/** How many entries are drawn; the case file has them all. */
const ENTRIES_MOST = 300;

/** The log on the page. An entry is drawn once, and again only when something of it has changed. */
export class LogList {
    /** @param {HTMLElement} root */
    constructor(root) {
        this.root = root;
        /** What is drawn of each event, by its number. @type {Map<number, {key: string, entry: LogEntry, item: HTMLElement}>} */
        this.drawn = new Map();
        root.addEventListener("keydown", (event) => this.keyed(event));
    }

    /** The list is one stop of the Tab key; in it the arrows go from article to article. @param {KeyboardEvent} event */
    keyed(event) {
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (by === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
        const all = /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll("button")]);
        if (all.length === 0) return;
        event.preventDefault();
        const at = all.findIndex((one) => one === document.activeElement);
        all[Math.min(Math.max(at + by, 0), all.length - 1)].focus();
    }

    /**
     * @param {LogEntry} entry
     * @param {string} key  what else its looks depend on
     * @param {() => HTMLElement} draw
     */
    itemOf(entry, key, draw) {
        const known = this.drawn.get(entry.number);
        const same =
            known?.key === key &&
            (known.entry === entry || JSON.stringify(known.entry) === JSON.stringify(entry));
        const item = known && same ? known.item : draw();
        this.drawn.set(entry.number, { key, entry, item });
        return item;
    }

    /**
     * @param {LogEntry[]} log
     * @param {{everything: boolean, revoke: ((entry: LogEntry) => void)|null}} how
     */
    draw(log, { everything, revoke }) {
        const entries = log
            .filter((entry) => everything || speaks(entry))
            .slice(-ENTRIES_MOST)
            .reverse();
        const revoked = revokedIn(log);
        const items = entries.map((entry) => {
            const gone = revoked.has(entry.number);
            return this.itemOf(entry, `${language()} ${gone}`, () =>
                drawEntry(entry, gone, revoke),
            );
        });
        this.arrange(
            items.length > 0 ? items : [make("li", { class: "empty" }, t("RULINGS_NONE"))],
        );
    }

    /** Puts the items into the list and moves none that stands right. @param {HTMLElement[]} items */
    arrange(items) {
        const wanted = new Set(items);
        for (const one of [...this.root.children])
            if (!wanted.has(/** @type {HTMLElement} */ (one))) one.remove();
        items.forEach((item, i) => {
            if (this.root.children[i] !== item) this.root.insertBefore(item, this.root.children[i]);
        });
    }
}
