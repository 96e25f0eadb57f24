/* SPDX-License-Identifier: MIT */
/*
 * The one polite live region of a page: moves, rulings, and answers to what was asked, each once. It can be
 * heard again. The clock is silent until somebody asks.
 */
import { byId, make } from "./dom.js";

/** What is said within this time is read out together, so that nothing is cut off. */
const GATHER_MS = 120;
/** And stays at least so long: what comes sooner is put behind it, so that nothing is cut off and nothing waits. */
const STAY_MS = 1500;

/** So much of what was said can be heard again. */
const REMEMBERED = 60;

/** A text, or parts of one of which some are in a language of their own. @typedef {string|(string|import("./saying.js").Said)[]} Speech */
/** @typedef {{parts: (string|import("./saying.js").Said)[], topic: string}} Saying */

/** What is still to be said; of a topic only the last. @type {Saying[]} */
let waiting = [];
let spoken = -STAY_MS;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let timer;

/** What was said, and how far back it was asked for. @type {Saying[]} */
const past = [];
let back = 0;

/** @param {Saying} saying */
const textOf = ({ parts }) =>
    parts.map((part) => (typeof part === "string" ? part : part.text)).join("");

/** What a page shows of it, each part in its language. @param {(string|import("./saying.js").Said)[]} parts */
export function nodesOf(parts) {
    return parts.map((part) =>
        typeof part === "string" ? part : make("span", { lang: part.lang }, part.text),
    );
}

/** @param {Saying[]} sayings */
function put(sayings) {
    const region = byId("live");
    const text = sayings.map(textOf).join(" ");
    const nodes = sayings.flatMap(({ parts }, i) => [...(i > 0 ? [" "] : []), ...nodesOf(parts)]);
    const late = performance.now() < spoken + STAY_MS;
    spoken = performance.now();
    /* The region is not atomic: of what is put behind, only that is read. */
    if (late) region.append(" ", ...nodes);
    /* The same sentence twice would not be read: a blank makes it another one. */ else
        region.replaceChildren(...nodes, ...(region.textContent === text ? ["\u00a0"] : []));
}

function speak() {
    const sayings = waiting;
    waiting = [];
    timer = undefined;
    past.push(...sayings);
    past.splice(0, past.length - REMEMBERED);
    back = 0;
    put(sayings);
}

/**
 * @param {Speech} text
 * @param {string} [topic]  what is said of it later takes the place of what has not been said yet
 */
export function announce(text, topic = "") {
    const parts = whole(text);
    if (parts.length === 0) return;
    if (topic !== "") waiting = waiting.filter((one) => one.topic !== topic);
    waiting.push({ parts, topic });
    timer ??= setTimeout(speak, GATHER_MS);
}

/**
 * Says again what was said last, or what was said before that.
 * @param {boolean} earlier
 * @param {string} none  what is said when there is nothing
 */
export function again(earlier, none) {
    back = earlier ? back + 1 : 0;
    const one = past[past.length - 1 - back];
    if (!one) back = past.length;
    put([one ?? { parts: [none], topic: "" }]);
}

/** Parts that make a sentence. @param {Speech} speech */
export function whole(speech) {
    const parts = typeof speech === "string" ? [speech] : speech;
    const kept = parts.filter((part) => part !== "");
    if (kept.length === 0) return kept;
    const [first] = kept;
    if (typeof first === "string") kept[0] = first.charAt(0).toUpperCase() + first.slice(1);
    return /[.!?…]$/.test(textOf({ parts: kept, topic: "" })) ? kept : [...kept, "."];
}

/** A text with a capital letter and an end, so that another can follow it. @param {string} text */
export function sentence(text) {
    const begun = text.charAt(0).toUpperCase() + text.slice(1);
    return text === "" || /[.!?…]$/.test(text) ? begun : `${begun}.`;
}
