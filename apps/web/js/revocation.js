/* SPDX-License-Identifier: MIT */
/* What revoking an event would take back, before it is done: the server says so, by judging it in vain. */
import { requestJson } from "./api.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").LogEntry} LogEntry */

/** How many moves were made after this event, as the log tells. @param {LogEntry[]} log @param {number} number */
export function movesSince(log, number) {
    return log.filter(
        (entry) => entry.number > number && !entry.refused && /^(move|play) /.test(entry.event),
    ).length;
}

/**
 * In a sentence. Where the server cannot be asked, what the log tells has to do.
 * @param {string} key
 * @param {number|null} game  for the desk
 * @param {number} number  of the event
 * @param {LogEntry[]} log
 */
export async function revocationText(key, game, number, log) {
    const count = (/** @type {string} */ id, /** @type {number} */ n) =>
        n > 0 ? t(id, { n }) : "";
    try {
        const query = game === null ? "" : `?game=${game}`;
        const body = { event: `revoke ${number}` };
        const told = await requestJson(`/api/preview${query}`, { key, body });
        return [
            count("REVOKE_TAKES", told.taken_back ?? 0),
            count("REVOKE_BRINGS", told.added ?? 0),
        ]
            .join(" ")
            .trim();
    } catch {
        return count("REVOKE_MOVES", movesSince(log, number));
    }
}
