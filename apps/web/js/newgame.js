/* SPDX-License-Identifier: MIT */
/*
 * The form of a new game. What the edition and the time make of it the server knows: it is asked
 * as the form changes, and what does not apply is not shown.
 */
import { announce } from "./announce.js";
import { ApiError, requestJson } from "./api.js";
import { byId, make, setText, show } from "./dom.js";
import { labelled } from "./dialogs.js";
import { FINE, editorButton, impossible } from "./editor.js";
import { OPTIONS } from "./lists.js";
import { failureText, select } from "./page.js";
import { hasText, say, t } from "./texts.js";
import { readTime } from "./timetext.js";
import { timeWords } from "./words.js";

/** @typedef {{edition: string, title: import("./types.js").Bilingual, clock: boolean}} Edition */
/** @typedef {{laws: import("./types.js").Laws, options: Record<string, string>, applies: string[]}} Outcome */

/** Offered with one click: what is sent, minutes and seconds. @type {[string, number, number][]} */
const TIMES = [
    ["180+2", 3, 2],
    ["300+3", 5, 3],
    ["600+5", 10, 5],
    ["900+10", 15, 10],
    ["5400+30", 90, 30],
];
const TIME_DEFAULT = "600+5";

/** @type {Edition[]} */
let editions = [];
/** @type {Outcome|null} */
let outcome = null;
/** The time that it is of. */
let outcomeTime = "";
/** How long after a key the server is asked. */
const TYPED_MS = 250;

const form = () => /** @type {HTMLFormElement} */ (byId("new-game"));
const chosen = (/** @type {string} */ name) => String(new FormData(form()).get(name) ?? "");
/** @returns {NodeListOf<HTMLInputElement>} */
const times = () => form().querySelectorAll("input[name=time]");
/** @param {string[]} words */
const optionId = (...words) =>
    `OPTION_${words
        .join("_")
        .toUpperCase()
        .replace(/[^A-Z0-9]/g, "_")}`;

/** Of regulations that take any number, those that are offered. @type {Record<string, string[]>} */
const USUAL = {
    "default-time": ["0", "900", "1800", "3600"],
    points: ["1-1/2-0", "3-1-0"],
    "draw-offers": ["after:30", "after:40"],
    announce: ["de", "en", "it"],
};

/** How a number of one's own is written for them. @type {Record<string, (typed: string) => string>} */
const TYPED = {
    "default-time": (minutes) => String(Math.round(60 * Number(minutes.replace(",", ".")))),
    points: (points) => points,
    "draw-offers": (move) => `after:${move}`,
};

/** The regulations that can be chosen here: those for which there are words. */
export function offered() {
    return OPTIONS.filter(([key]) => hasText(optionId(key))).map(
        ([key, values]) =>
            /** @type {[string, string[]]} */ ([
                key,
                [...values, ...(USUAL[key] ?? [])].filter((value) => hasText(optionId(key, value))),
            ]),
    );
}

/** What the form says, as the server wants it. @param {FormData} data */
export function gameRequest(data) {
    const text = (/** @type {string} */ name) => String(data.get(name) ?? "").trim();
    const other = text("time-other");
    const time = text("time") === "other" ? (readTime(other) ?? other) : text("time");
    /** @type {Record<string, string>} */
    const options = {};
    for (const [key] of OPTIONS) {
        const typed = text(`option-${key}-other`);
        const other = typed ? TYPED[key]?.(typed) : "";
        const value = text(`option-${key}`) === "other" ? other : text(`option-${key}`);
        if (value) options[key] = value;
    }
    return {
        time,
        edition: text("edition") || null,
        mode: text("mode"),
        options,
        position: text("position") || null,
        start960: text("start960") === "" ? null : Number(text("start960")),
        names: { white: text("white"), black: text("black"), event: text("event") },
        computer: text("computer") === "" ? null : text("computer"),
        public: data.has("public"),
    };
}

/* ---- drawing */

function drawEditions() {
    const now = chosen("edition") || editions[0]?.edition;
    byId("edition").replaceChildren(
        ...editions.map(({ edition }) =>
            make("option", { value: edition, selected: edition === now }, shortName(edition)),
        ),
    );
}

/** An edition as people say it, "FIDE 2023": the same in both languages. @param {string} edition */
const shortName = (edition) => edition.toUpperCase().replace("-", " ");

function drawTimes() {
    const now = chosen("time") || TIME_DEFAULT;
    const choices = [
        ...TIMES.map(([value, minutes, seconds]) => [
            value,
            t("TIME_CHOICE", { minutes, seconds }),
        ]),
        ["none", t("TIME_NONE")],
        ["other", t("TIME_OTHER")],
    ];
    byId("times").replaceChildren(
        ...choices.map(([value, text]) =>
            make(
                "label",
                { class: "chip" },
                make("input", { type: "radio", name: "time", value, checked: value === now }),
                make("span", {}, text),
            ),
        ),
    );
}

/** The field for a number that is not among the usual ones. @param {string} key */
function drawTyped(key) {
    const name = `option-${key}-other`;
    const field = make("input", { name, maxlength: 20, autocomplete: "off", required: true });
    field.value = chosen(name);
    return labelled(t(optionId(key, "OTHER")), field);
}

function drawOptions() {
    byId("options").replaceChildren(
        ...offered().flatMap(([key, values]) => [
            labelled(
                t(optionId(key)),
                select(
                    `option-${key}`,
                    [
                        ["", ""],
                        .../** @type {[string, string][]} */ (
                            values.map((value) => [value, t(optionId(key, value))])
                        ),
                        .../** @type {[string, string][]} */ (
                            TYPED[key] ? [["other", t("OPTION_OTHER")]] : []
                        ),
                    ],
                    chosen(`option-${key}`),
                ),
                hasText(optionId(key, "HINT")) ? t(optionId(key, "HINT")) : undefined,
            ),
            ...(TYPED[key] ? [drawTyped(key)] : []),
        ]),
    );
}

/** A field that does not apply is neither seen nor sent. @param {Element} field @param {boolean} is */
function apply(field, is) {
    show(field, is);
    for (const input of field.querySelectorAll("input, select"))
        input.toggleAttribute("disabled", !is);
}

/** Whether the chosen edition knows a clock. */
function hasClock() {
    return editions.find(({ edition }) => edition === chosen("edition"))?.clock !== false;
}

/** What the time makes of the game. @param {string} play @param {boolean} timed */
function categoryId(play, timed) {
    if (!hasClock()) return timed ? "PLAY_CLOCK_ADDED" : "PLAY_CLOCK_UNKNOWN";
    if (!timed) return "PLAY_UNTIMED";
    if (play === "blitz") return "PLAY_BLITZ";
    return play === "rapid" ? "PLAY_RAPID" : "PLAY_STANDARD";
}

/** What was understood of a time that is typed, and what it makes of the game once the server has said so. */
function categoryText() {
    const { time } = gameRequest(new FormData(form()));
    const known = outcome !== null && time === outcomeTime ? outcome : null;
    const category = known ? t(categoryId(known.options.play, time !== "none")) : "";
    if (chosen("time") !== "other") return category;
    const read = readTime(chosen("time-other"));
    return read === null ? "" : `${t("TIME_READ", { time: timeWords(read) })} ${category}`.trim();
}

/** What the two kinds of game are: in short, with the chosen one explained, where the page has room for one. */
function drawMode() {
    const timed = chosen("time") !== "none";
    const about = document.getElementById("mode-text");
    const long = (/** @type {string} */ mode) => t(`MODE_${mode}_${timed ? "LONG" : "UNTIMED"}`);
    for (const mode of ["CASUAL", "TOURNAMENT"])
        setText(byId(`mode-${mode.toLowerCase()}`), about ? t(`MODE_${mode}_SHORT`) : long(mode));
    if (about) setText(about, long(chosen("mode").toUpperCase()));
}

/** Shows what follows from edition, time and mode. */
function drawOutcome() {
    drawMode();
    setText(byId("category"), categoryText());
    if (outcome === null) return;
    const known = outcome;
    setText(byId("edition-title"), say(known.laws.title));
    apply(byId("supervision"), known.applies.includes("supervision"));
    apply(byId("fifty-field"), known.applies.includes("fifty"));
    for (const [key, values] of offered()) {
        const field = /** @type {HTMLSelectElement} */ (form().elements.namedItem(`option-${key}`));
        apply(/** @type {Element} */ (field.closest("label")), known.applies.includes(key));
        const typed = form().elements.namedItem(`option-${key}-other`);
        if (typed instanceof Element)
            apply(
                /** @type {Element} */ (typed.closest("label")),
                known.applies.includes(key) && field.value === "other",
            );
        /* The value that holds when nothing is chosen is known only while nothing is chosen. */
        const usual = values.find(
            (value) => value === known.options[key] && key !== "default-time",
        );
        if (field.value === "")
            setText(
                field.options[0],
                usual ? t("DEFAULT_IS", { value: t(optionId(key, usual)) }) : "–",
            );
    }
}

/** Against the computer the choice above has said where one sits. */
function drawSeat() {
    const seat = document.getElementById("seat"); /* where boards are made of a list nobody sits */
    if (seat) apply(seat, chosen("computer") === "");
}

/** The field for another time control is there when it is meant. */
function drawOtherTime() {
    const other = chosen("time") === "other";
    show(byId("time-other-field"), other);
    /** @type {HTMLInputElement} */ (byId("time-other")).required = other;
}

/* ---- what the server says to it */

/** The control that an error is about; the list of times for a time that cannot be chosen. */
function controlOf(/** @type {string} */ key) {
    const names = { time: chosen("time") === "other" ? "time-other" : "time" };
    const name = /** @type {Record<string, string>} */ (names)[key] ?? key;
    const found =
        form().elements.namedItem(name) ?? form().elements.namedItem(`option-${name}`) ?? null;
    return found instanceof RadioNodeList
        ? /** @type {HTMLElement} */ (found[0])
        : /** @type {HTMLElement|null} */ (found);
}

export function forgetProblems() {
    for (const note of form().querySelectorAll(".field-problem, .remark")) note.remove();
    for (const field of form().querySelectorAll("[aria-invalid]")) {
        field.removeAttribute("aria-invalid");
        field.removeAttribute("aria-describedby");
    }
    show(byId("problem"), false);
}

/** @param {import("./types.js").Bilingual[]} faults  of a position */
const faultsText = (faults) => faults.map((fault) => say(fault)).join("; ");

/** A position that no game leads to can be played all the same. @param {import("./types.js").Bilingual[]} faults */
const remark = (faults) =>
    make("small", { class: "remark" }, t("POSITION_FAULTS", { what: faultsText(faults) }));

/** @param {ApiError} error */
function problemText({ body }) {
    if (body?.faults) return `${t("FIELD_WRONG")} ${faultsText(body.faults)}.`;
    const told = typeof body?.expected === "string" ? body.expected : say(body?.expected);
    const expected = told && body?.option === "time" ? t("TIME_EXAMPLES") : told;
    if (expected) return `${t("FIELD_WRONG")} ${t("EXPECTED", { what: expected })}`;
    return body?.values
        ? `${t("FIELD_WRONG")} ${t("FIELD_VALUES", { values: body.values })}`
        : t("FIELD_WRONG");
}

/** What was said of the form as it is: once is enough. */
let told = "";

/** @param {string} text */
function tellOnce(text) {
    if (text !== told) announce(text);
    told = text;
}

/**
 * Tells a failure at the field that caused it, or below the form.
 * @param {unknown} error
 * @param {boolean} focus  whether to go there
 */
export function showProblem(error, focus) {
    forgetProblems();
    const key = error instanceof ApiError ? (error.body?.option ?? error.body?.field) : null;
    const control = key ? controlOf(key) : null;
    if (!control || !(error instanceof ApiError)) {
        setText(byId("problem"), failureText(error));
        show(byId("problem"), true);
        tellOnce(failureText(error));
        return;
    }
    const note = make(
        "small",
        { class: "problem field-problem", id: "field-problem" },
        problemText(error),
    );
    const details = control.closest("details");
    if (details) details.open = true;
    control.setAttribute("aria-invalid", "true");
    control.setAttribute("aria-describedby", note.id);
    (control.closest(".field") ?? control.closest("fieldset") ?? control).append(note);
    tellOnce(note.textContent ?? "");
    if (focus) control.focus();
}

/** Whether a game of this form could begin with a position. @param {string} position */
async function judgePosition(position) {
    try {
        const wanted = { ...gameRequest(new FormData(form())), position, start960: null };
        const { faults } = await requestJson("/api/regulations", { body: wanted });
        return faults.length > 0 ? { possible: true, told: [remark(faults)] } : FINE;
    } catch (error) {
        const about = error instanceof ApiError ? (error.body?.field ?? error.body?.option) : null;
        return about === "position"
            ? impossible(problemText(/** @type {ApiError} */ (error)))
            : FINE;
    }
}

let asked = 0;

/** Asks what the form, as it is, would make. @param {boolean} [typing]  it is not finished */
async function inquire(typing = false) {
    const mine = ++asked;
    const wanted = gameRequest(new FormData(form()));
    try {
        const answer = await requestJson("/api/regulations", { body: wanted });
        if (mine !== asked) return;
        outcome = answer;
        outcomeTime = wanted.time;
        forgetProblems();
        if (answer.faults.length > 0)
            controlOf("position")?.closest(".field")?.append(remark(answer.faults));
    } catch (error) {
        if (mine !== asked) return;
        /* A time that is still being typed is no failure; a server that is away tells later. */
        if (!typing && error instanceof ApiError && error.status === 400) showProblem(error, false);
    }
    drawOutcome();
    if (typing) announce(byId("category").textContent ?? "", "category");
}

/** The next question while somebody types. */
let soon = 0;

/** A time that is typed is read at every key. */
function typedTime() {
    clearTimeout(soon);
    drawOutcome();
    if (readTime(chosen("time-other")) !== null) soon = setTimeout(() => inquire(true), TYPED_MS);
}

/** @param {Event} event */
function changed(event) {
    const field = /** @type {HTMLInputElement} */ (event.target);
    clearTimeout(soon);
    told = "";
    if (field.name === "edition") {
        const time = !hasClock() ? "none" : chosen("time") === "none" ? TIME_DEFAULT : null;
        if (time !== null) for (const one of times()) one.checked = one.value === time;
    }
    drawOtherTime();
    drawSeat();
    drawOutcome();
    if (chosen("time") !== "other" || chosen("time-other").trim() !== "") inquire();
}

export function drawForm() {
    drawEditions();
    drawTimes();
    drawOptions();
    drawOtherTime();
    drawSeat();
    drawOutcome();
}

/** What is wrong with a field is so until something else stands in it. @param {Event} event */
function edited({ target }) {
    if (target instanceof Element && target.hasAttribute("aria-invalid")) forgetProblems();
    if (target === byId("time-other")) typedTime();
}

export async function startForm() {
    drawForm();
    form().addEventListener("change", changed);
    form().addEventListener("input", edited);
    const position = /** @type {HTMLInputElement} */ (form().elements.namedItem("position"));
    const label = position.closest("label");
    const together = make("div", { class: "field" });
    label?.replaceWith(together);
    together.append(label ?? "", editorButton(position, judgePosition));
    /* Neither question needs the answer to the other. */
    const [answer] = await Promise.all([requestJson("/api/editions"), inquire()]);
    ({ editions } = answer);
    drawEditions();
    drawOutcome();
}
