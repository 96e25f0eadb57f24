/* SPDX-License-Identifier: MIT */
/*
 * The one polite live region of a page: moves, rulings, and answers to what was asked. The clock
 * is silent until somebody asks.
 */
import { byId } from "./dom.js";

/** What is said within this time is read out together, so that nothing is cut off. */
const GATHER_MS = 120;
/** And stays at least so long, so that the next thing does not take its place unread. */
const STAY_MS = 1500;

/** What is still to be said; of a topic only the last. @type {{text: string, topic: string}[]} */
let waiting = [];
let spoken = -STAY_MS;

function speak() {
    const region = byId("live");
    const text = waiting.map((one) => one.text).join(" ");
    waiting = [];
    spoken = performance.now();
    /* The same sentence twice would not be read: a blank makes it another one. */
    region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/**
 * @param {string} text
 * @param {string} [topic]  what is said of it later takes the place of what has not been said yet
 */
export function announce(text, topic = "") {
    if (!text) return;
    if (waiting.length === 0)
        setTimeout(speak, Math.max(GATHER_MS, spoken + STAY_MS - performance.now()));
    if (topic !== "") waiting = waiting.filter((one) => one.topic !== topic);
    waiting.push({ text: sentence(text), topic });
}

/** A text with a capital letter and an end, so that another can follow it. @param {string} text */
export function sentence(text) {
    const begun = text.charAt(0).toUpperCase() + text.slice(1);
    return text === "" || /[.!?…]$/.test(text) ? begun : `${begun}.`;
}
