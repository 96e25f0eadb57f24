/* SPDX-License-Identifier: MIT */
/*
 * The one polite live region of a page: moves, rulings, and answers to what was asked. The clock
 * is silent until somebody asks.
 */
import { byId } from "./dom.js";

/** What is said within this time is read out together, so that nothing is cut off. */
const GATHER_MS = 120;

/** @type {string[]} */
let waiting = [];

function speak() {
    const region = byId("live");
    const text = waiting.join(" ");
    waiting = [];
    /* The same sentence twice would not be read: a blank makes it another one. */
    region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** @param {string} text */
export function announce(text) {
    if (!text) return;
    if (waiting.length === 0) setTimeout(speak, GATHER_MS);
    waiting.push(/[.!?]$/.test(text) ? text : `${text}.`);
}
