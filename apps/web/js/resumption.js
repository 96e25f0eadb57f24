/* SPDX-License-Identifier: MIT */
/*
 * When and where an adjourned game goes on (Guidelines I.2.7). The envelope has it as a text; what the
 * pages wrote begins with date and time, "2026-11-18 10:00, Sala Verdi", so that they can remind.
 */
import { make } from "./dom.js";
import { labelled } from "./dialogs.js";
import { oneLine } from "./questions.js";
import { language, t } from "./texts.js";

const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?:, *)?(.*)$/;
const MINUTE = 60000;
/** So long before the hour somebody is reminded. */
export const REMINDED_MS = 30 * MINUTE;

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");

/** What the text says; `at` is null when it does not begin with date and time. @param {string|null} text @returns {{at: Date|null, place: string}} */
export function readResumption(text) {
    const found = WRITTEN.exec(text ?? "");
    if (!found) return { at: null, place: text ?? "" };
    const [year, month, day, hour, minute] = found.slice(1, 6).map(Number);
    const at = new Date(year, month - 1, day, hour, minute);
    const isReal = at.getMonth() === month - 1 && at.getDate() === day && at.getHours() === hour;
    return isReal && minute < 60 ? { at, place: found[6] } : { at: null, place: text ?? "" };
}

/** @param {string} date  of a field @param {string} time  of a field @param {string} place */
export function writeResumption(date, time, place) {
    return [`${date} ${time}`.trim(), oneLine(place)].filter((part) => part).join(", ");
}

/** As people read it: the day in words. @param {string|null} text */
export function resumptionText(text) {
    const { at, place } = readResumption(text);
    if (!at) return place;
    const day = at.toLocaleString(language() === "it" ? "it-IT" : "en-GB", {
        weekday: "long",
        day: "numeric",
        month: "long",
        year: "numeric",
        hour: "2-digit",
        minute: "2-digit",
        hour12: false,
    });
    return [day, place].filter((part) => part).join(", ");
}

/** How long until then; "" when it is not known. @param {string|null} text @param {number} now */
export function untilText(text, now) {
    const { at } = readResumption(text);
    if (!at) return "";
    const left = at.getTime() - now;
    if (left <= 0) return t("RESUMPTION_DUE");
    const minutes = Math.ceil(left / MINUTE),
        hours = Math.floor(minutes / 60);
    if (hours >= 48) return t("RESUMPTION_DAYS", { n: Math.floor(hours / 24) });
    return hours > 0
        ? t("RESUMPTION_HOURS", { hours, minutes: two(minutes % 60) })
        : t("RESUMPTION_MINUTES", { n: minutes });
}

/** Whether somebody should be reminded of it now. @param {string|null} text @param {number} now */
export function isSoon(text, now) {
    const { at } = readResumption(text);
    return at !== null && at.getTime() - now <= REMINDED_MS;
}

/** Whether the hour has come. @param {string|null} text @param {number} now */
export function isDue(text, now) {
    const { at } = readResumption(text);
    return at !== null && at.getTime() <= now;
}

/** Fields for it: tomorrow at this hour, unless somebody knows better. @param {number} now */
export function resumptionFields(now) {
    const next = new Date(now + 24 * 60 * MINUTE);
    const date = `${next.getFullYear()}-${two(next.getMonth() + 1)}-${two(next.getDate())}`;
    return [
        make(
            "div",
            { class: "fields" },
            labelled(
                t("RESUMPTION_DATE"),
                make("input", { type: "date", name: "date", value: date, required: true }),
            ),
            labelled(
                t("RESUMPTION_TIME"),
                make("input", {
                    type: "time",
                    name: "time",
                    value: `${two(next.getHours())}:00`,
                    required: true,
                }),
            ),
        ),
        labelled(
            t("RESUMPTION_PLACE"),
            make("input", { name: "place", maxlength: 120, autocomplete: "off" }),
        ),
    ];
}

/** What the fields say. @param {FormData} form */
export function resumptionOf(form) {
    const said = (/** @type {string} */ name) => String(form.get(name) ?? "");
    return writeResumption(said("date"), said("time"), said("place"));
}
