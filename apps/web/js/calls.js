/* SPDX-License-Identifier: MIT */
/* What called the arbiter to a board, in words. Which event it was the server says. */
import { say, t } from "./texts.js";
import { eventWords } from "./waiting.js";

/**
 * What was ruled, who called, and why.
 * @param {import("./types.js").LogEntry} entry
 * @param {(side: import("./types.js").Colour) => string} name
 */
export function callText({ actor, event, hall, rulings }, name) {
    const stops = /^stop\b/.test(event);
    if (actor === "arbiter" && hall && stops) return t("CALL_RESTART");
    const ruled = rulings.map(({ text }) => say(text)).join(" ");
    const reason = stops ? eventWords(event, "stop") : "";
    if (reason === "") return ruled;
    const player =
        actor === "white" || actor === "black" ? name(actor) : t("ACTOR_ARBITER_ASSISTANT");
    return `${ruled} ${t("CALL_SAYS", { player, text: reason })}`.trim();
}
