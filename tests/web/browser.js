/* SPDX-License-Identifier: MIT */
/* Debian's Chromium, driven by Playwright, and what a person does with a page. */
import { createRequire } from "node:module";
import { check } from "./tap.js";

/* The modules are installed beside the build, not among the sources. */
const require = createRequire(`${process.env.ARB_WEB_MODULES ?? `${process.cwd()}/build/web`}/`);
const { chromium } = require("playwright-core");
export const axePath = require.resolve("axe-core/axe.min.js");

/** The name is not localhost, so that the page has no secure context, as on another machine. */
export const HOST = "hall.test";

/** A name of somebody else, who lets it stand for this machine. */
export const EVIL = "evil.test";

export const PHONE = { width: 360, height: 740 };
export const DESK = { width: 1280, height: 800 };

/** What pages complained of since it was last looked at. @type {string[]} */
export const complaints = [];

/** @type {any} */
let browser = null;
/** @type {any[]} */
let contexts = [];

export async function launch() {
    browser = await chromium.launch({
        executablePath: process.env.ARB_CHROMIUM ?? "/usr/bin/chromium",
        args: [
            "--no-sandbox",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            "--disable-dev-shm-usage",
            `--host-resolver-rules=MAP ${HOST} 127.0.0.1, MAP ${EVIL} 127.0.0.1`,
        ],
    });
}

export async function quit() {
    await closeContexts();
    await browser?.close();
}

export async function closeContexts() {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
}

/**
 * A browser of its own for a person.
 * @param {{viewport?: {width: number, height: number}, locale?: string, colorScheme?: "light"|"dark", forcedColors?: "active", hasTouch?: boolean}} [how]
 * @returns {Promise<any>}
 */
export async function person(how = {}) {
    const context = await browser.newContext({
        viewport: DESK,
        locale: "en-GB",
        reducedMotion: "reduce",
        acceptDownloads: true,
        ...how,
    });
    context.setDefaultTimeout(20000);
    contexts.push(context);
    return context;
}

/**
 * Opens a page and waits until it says that it is ready.
 * @param {any} context
 * @param {number} port
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function open(context, port, path) {
    const page = await context.newPage();
    page.on("pageerror", (/** @type {Error} */ error) =>
        complaints.push(`${path.split("#")[0]}: ${error.message}`),
    );
    page.on("console", (/** @type {any} */ message) => {
        /* The browser itself tells of lines that the test cuts, and of answers such as 404. */
        if (message.type() === "error" && !/ERR_|Failed to load resource/.test(message.text()))
            complaints.push(`${path.split("#")[0]}: ${message.text()}`);
    });
    await page.goto(`http://${HOST}:${port}${path}`);
    await page.waitForSelector("body[data-ready]");
    check(await page.evaluate(() => !isSecureContext), "the page has no secure context");
    return page;
}

/** On the front page: makes a game for others to play. @param {any} page */
export async function arrange(page) {
    await page.click("label:has([name=seat][value=''])");
    await page.click("button[type=submit]");
    await page.waitForSelector("#shares .share");
}

/** @param {any} page @param {string} name */
export const square = (page, name) => page.locator(`[data-square=${name}]`);

/** A move by two clicks. @param {any} page @param {string} move */
export async function click(page, move) {
    await square(page, move.slice(0, 2)).click();
    await square(page, move.slice(2, 4)).click();
}

/** A move by dragging. @param {any} page @param {string} move */
export async function drag(page, move) {
    const from = await square(page, move.slice(0, 2)).boundingBox(),
        to = await square(page, move.slice(2, 4)).boundingBox();
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2 + 12, from.y + from.height / 2, { steps: 2 });
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
    await page.mouse.up();
}

/** Types a line into the command field. @param {any} page @param {string} line */
export async function type(page, line) {
    await page.fill("#command-text", line);
    await page.press("#command-text", "Enter");
}

/** Waits until this many moves are listed. @param {any} page @param {number} count */
export async function moves(page, count) {
    await page.waitForFunction(
        (/** @type {number} */ n) => document.querySelectorAll("#moves .move").length === n,
        count,
    );
}

/**
 * Waits until an element shows a text.
 * @param {any} page
 * @param {string} selector
 * @param {string|RegExp} text
 */
export async function shows(page, selector, text) {
    await page.locator(selector).filter({ hasText: text }).first().waitFor({ state: "visible" });
}

/**
 * Waits for something in the page that the function finds.
 * @param {() => Promise<unknown>} look
 * @param {string} what
 */
export async function until(look, what, ms = 20000) {
    const end = Date.now() + ms;
    while (Date.now() < end) {
        if (await look()) return;
        await new Promise((later) => setTimeout(later, 50));
    }
    throw new Error(`never: ${what}`);
}

/** Waits until the live region says this. @param {any} page @param {RegExp} words */
export const says = (page, words) =>
    until(async () => words.test(await page.textContent("#live")), `it says ${words}`);

/**
 * Whether all of it can be seen: it lies in the window, and nothing lies over it.
 * @param {any} page
 * @param {string} selector
 */
export const isInSight = (page, selector) =>
    page.locator(selector).evaluate((/** @type {Element} */ one) => {
        const box = one.getBoundingClientRect();
        const { left, right, top, bottom } = box;
        const inside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
        /* What lets fingers through is not found by points: the bar, which lies over all. */
        const found = getComputedStyle(one).pointerEvents !== "none";
        const seen = [1, 3, 5].every((i) => {
            const y = top + (box.height * i) / 6;
            return !found || one.contains(document.elementFromPoint((left + right) / 2, y));
        });
        const bar = document.querySelector("#bar");
        const above = bar?.contains(one) ? undefined : bar?.getBoundingClientRect();
        const hidden =
            above !== undefined &&
            above.height > 0 &&
            above.top < bottom - 1 &&
            above.bottom > top + 1 &&
            above.left < right - 1 &&
            above.right > left + 1;
        return inside && bottom > top && seen && !hidden;
    });

/** In the page: keeps what moved without being asked to, and what it was. */
export function watchShifts() {
    const kept = /** @type {any} */ (globalThis);
    kept.shifts = [];
    const name = (/** @type {any} */ { node }) =>
        node?.id || node?.className || `${node?.nodeName} in ${node?.parentElement?.id}`;
    new PerformanceObserver((list) => {
        for (const one of /** @type {any[]} */ (list.getEntries()))
            kept.shifts.push(`${one.value.toFixed(4)} ${one.sources.map(name).join()}`);
    }).observe({ type: "layout-shift", buffered: true });
}

/** Those that are seen. @param {any} page @returns {Promise<string[]>} */
export const jumpsOf = async (page) =>
    (await shiftsOf(page)).filter((one) => Number.parseFloat(one) >= 0.01);

/** @param {any} page @returns {Promise<string[]>} */
export const shiftsOf = (page) => page.evaluate(() => /** @type {any} */ (globalThis).shifts);
