/* SPDX-License-Identifier: MIT */
/* What happened and what the Laws answered, newest first, each ruling with its article. */
import { make } from "./dom.js";
import { articleLink } from "./explain.js";
import { hasText, say, t } from "./texts.js";

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
 * @param {((number: number) => void)|null} revoke  for the arbiter's own decisions
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
        button.addEventListener("click", () => revoke(entry.number));
        head.append(button);
    }
    const rulings =
        entry.rulings.length > 0 ? make("ul", {}, ...entry.rulings.map(drawRuling)) : null;
    return make("li", { class: entry.refused ? "entry refused" : "entry" }, head, rulings);
}

/** How many entries are drawn; the case file has them all. */
const ENTRIES_MOST = 300;

/**
 * @param {HTMLElement} root
 * @param {import("./types.js").LogEntry[]} log
 * @param {{everything: boolean, revoke: ((number: number) => void)|null}} how
 */
export function drawLog(root, log, { everything, revoke }) {
    const entries = log
        .filter((entry) => everything || speaks(entry))
        .slice(-ENTRIES_MOST)
        .reverse();
    const revoked = revokedIn(log);
    root.replaceChildren(
        ...entries.map((entry) => drawEntry(entry, revoked.has(entry.number), revoke)),
    );
    if (entries.length === 0) root.append(make("li", { class: "empty" }, t("RULINGS_NONE")));
}
