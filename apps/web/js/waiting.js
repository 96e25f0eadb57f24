/* SPDX-License-Identifier: MIT */
/*
 * What waits for the arbiter, with the buttons that answer it: on the page of a game and on the
 * desk alike.
 */
import { make } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {{text: string, event: string, kind?: string}} Answer */
/** @typedef {{id: string, text: string, answers: Answer[]}} Matter */

/**
 * Whether a decision is possible as things stand the Laws answer.
 * @param {State} state
 * @param {string[]} words
 * @returns {Answer[]}
 */
const decisions = (state, ...words) =>
    state.can.includes("decide")
        ? words.map((word, i) => ({
              text: t(`DO_${word.toUpperCase()}`),
              event: `decide ${word}`,
              kind: i === 0 ? "primary" : "",
          }))
        : [];

/** An assistant sees what is asked, and answers nothing. @param {State} state @param {string} what @returns {Answer[]} */
const consent = (state, what) =>
    state.can.includes("allow")
        ? [
              { text: t("DO_ALLOW"), event: `allow ${what}`, kind: "primary" },
              { text: t("DO_DENY"), event: `deny ${what}` },
          ]
        : [];

/** @param {State} state @returns {Answer[]} */
const appealAnswers = (state) =>
    state.can.includes("decide appeal")
        ? ["upheld", "dismissed"].map((word) => ({
              text: t(`DO_${word.toUpperCase()}`),
              event: `decide appeal ${word}`,
          }))
        : [];

/** What a claim without an arbiter still lacks. @param {State} state */
function papersText(state) {
    if (state.papers === "contested") return ` ${t("WAITS_CONTESTED")}`;
    return state.papers_missing ? ` ${t("WAITS_PAPERS")}` : "";
}

/** @param {string} event @returns {Answer[]} */
const observation = (event) => [{ text: t("DO_OBSERVE"), event, kind: "primary" }];

/**
 * What somebody waits for.
 * @param {import("./types.js").Wait} wait
 * @param {State} state
 * @param {(side: import("./types.js").Colour) => string} name
 * @returns {Matter}
 */
function matterOf({ kind, player, ground }, state, name) {
    const who = { player: player === null ? "" : name(player) };
    const first = kind === "increment" && state.offer === player;
    /** @type {Record<string, () => {text: string, answers: Answer[]}>} */
    const matters = {
        quickplay: () => ({
            text:
                t(
                    ground === "no-effort"
                        ? "WAITS_QUICKPLAY_NO_EFFORT"
                        : "WAITS_QUICKPLAY_CANNOT_WIN",
                    who,
                ) + papersText(state),
            answers: decisions(state, "accept", "reject", "defer"),
        }),
        deferred: () => ({
            text: t("WAITS_DEFERRED", who),
            answers: decisions(state, "accept", "reject"),
        }),
        increment: () => ({
            text: t("WAITS_INCREMENT", who) + (first ? ` ${t("WAITS_OFFER_FIRST")}` : ""),
            answers: decisions(state, "accept", "reject"),
        }),
        draw: () => ({ text: t("WAITS_DRAW", who), answers: consent(state, "draw") }),
        leave: () => ({ text: t("WAITS_LEAVE", who), answers: consent(state, `leave ${player}`) }),
        enter: () => ({ text: t("WAITS_ENTER"), answers: consent(state, "enter") }),
        appeal: () => ({ text: t("WAITS_APPEAL", who), answers: appealAnswers(state) }),
    };
    return { id: `${kind}-${player ?? "nobody"}`, ...matters[kind]() };
}

/**
 * What calls for the arbiter in this state, the most urgent first.
 * @param {State} state
 * @param {(side: import("./types.js").Colour) => string} name  of a player
 * @returns {Matter[]}
 */
export function mattersOf(state, name) {
    return [
        ...state.waits.map((wait) => matterOf(wait, state, name)),
        ...(state.observable ?? []).map((what) => ({
            id: what,
            text: t(`SEEN_${what.toUpperCase().replace(/-/g, "_")}`),
            answers: observation(`observe ${what}`),
        })),
    ];
}

/**
 * One matter as an item of a list.
 * @param {Matter} matter
 * @param {(event: string) => void} send
 */
export function drawMatter({ id, text, answers }, send) {
    return make(
        "li",
        { class: "matter", "data-matter": id },
        make("p", {}, text),
        make(
            "div",
            { class: "buttons" },
            ...answers.map(({ text: label, event, kind }) => {
                const button = make("button", { type: "button", class: kind ?? "" }, label);
                button.addEventListener("click", () => send(event));
                return button;
            }),
        ),
    );
}

/** The text that follows the verb in an event. @param {string} event @param {string} verb */
export function eventWords(event, verb) {
    const text = event.startsWith(verb) ? event.slice(verb.length).trim() : event;
    return /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(["\\])/g, "$1") : text;
}

/** The words of a spectator's report, out of the event. @param {string} event */
export function reportText(event) {
    return eventWords(event, "report");
}

/** What spectators told in this game, newest first. @param {import("./types.js").LogEntry[]} log */
export function reportsIn(log) {
    return log
        .filter(({ actor, event }) => actor === "spectator" && event.startsWith("report "))
        .reverse();
}

/** The assistants whom the arbiter has named (12.4). @param {import("./types.js").LogEntry[]} log */
export function assistantsIn(log) {
    const verb = "appoint-assistant";
    return [
        ...new Set(
            log
                .filter(({ event, refused }) => event.startsWith(`${verb} `) && !refused)
                .map(({ event }) => eventWords(event, verb)),
        ),
    ];
}
