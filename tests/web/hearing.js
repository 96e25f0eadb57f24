/* SPDX-License-Identifier: MIT */
/* What is told to those who do not see, and where the keyboard's focus is. */
import { open, person, says, shows, until } from "./browser.js";
import { sitDown } from "./games.js";
import { check, same, test } from "./tap.js";

/** @typedef {import("./hall.js").Hall} Hall */

/** 1280 by 1024 when everything is four times as large, a phone, a tablet. */
const WINDOWS = [
    { width: 320, height: 256 },
    { width: 360, height: 640 },
    { width: 768, height: 1024 },
];

/** What has the focus. @param {any} page @returns {Promise<string>} */
const focused = (page) =>
    page.evaluate(() => {
        const one = document.activeElement;
        return one?.closest("#board") ? "board" : one?.id || one?.tagName || "";
    });

/**
 * Whether what has the focus can be seen: "" when it can, null when nothing has it.
 * @param {any} page
 * @returns {Promise<string|null>}
 */
const unseenFocus = (page) =>
    page.evaluate(async () => {
        await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
        const one = document.activeElement;
        if (!one || one === document.body) return null;
        const box = (one.closest(".chip") ?? one).getBoundingClientRect();
        /* what is larger than the window shows a part of it */
        const top = Math.max(box.top, 0),
            bottom = Math.min(box.bottom, innerHeight);
        const edge = [...document.querySelectorAll("#bar, #strip-bottom, #press, #after, .ending")];
        const lies = (edge.some((over) => over.contains(one)) ? [] : edge)
            .filter((over) => /fixed|sticky/.test(getComputedStyle(over).position))
            .map((over) => over.getBoundingClientRect())
            .filter((over) => over.height > 0 && over.left < box.right && over.right > box.left)
            .filter((over) => over.top < box.bottom && over.bottom > box.top)
            .reduce((low, over) => Math.min(low, over.top), innerHeight);
        const seen = Math.min(bottom, lies) - top;
        const wanted = Math.min(box.height, 44) - 2;
        return seen >= wanted
            ? ""
            : `${one.outerHTML.slice(0, 80)}: ${seen} of ${box.height}, ${box.top} to ${box.bottom}, covered from ${lies}`;
    });

/**
 * Goes through all stops of the Tab key; those of them that cannot be seen.
 * @param {any} page
 * @param {string[]} [keys]  there, or there and back
 */
async function unseenStops(page, keys = ["Tab"]) {
    const unseen = new Set();
    await page.evaluate(() => {
        scrollTo(0, 0);
        /** @type {HTMLElement} */ (document.activeElement).blur();
    });
    let stops = 0;
    for (const key of keys)
        for (stops = 0; stops < 60; stops++) {
            await page.keyboard.press(key);
            const found = await unseenFocus(page);
            if (found === null) break;
            if (found) unseen.add(`${key} ${found}`);
        }
    check(stops > 5, `${stops} stops`);
    return [...unseen];
}

/** Keeps what the page says, from now on. @param {any} page */
const listen = (page) =>
    page.evaluate(() => {
        const kept = /** @type {any} */ (globalThis);
        kept.said = [];
        const live = /** @type {Element} */ (document.querySelector("#live"));
        new MutationObserver((changes) => {
            for (const { addedNodes } of changes)
                kept.said.push([...addedNodes].map((node) => node.textContent).join(""));
        }).observe(live, { childList: true });
    });

/** @param {any} page @returns {Promise<string>} */
const heard = (page) =>
    page.evaluate(() => /** @type {any} */ (globalThis).said.join(" ").replace(/\u00a0/g, " "));

/** @param {Hall} hall */
export function hearingTests(hall) {
    test("what has the keyboard's focus is in sight, whatever lies at the edge of the window", async () => {
        const game = await hall.game({ mode: "tournament", time: "900+10" });
        const seats = await sitDown(hall, game, { viewport: WINDOWS[1], locale: "it-IT" });
        await hall.event(game.tokens.arbiter, "start");
        for (const [side, event] of [
            ["white", "play e2e4"],
            ["black", "move e7e5"],
            ["black", "offer"],
            ["black", "press"],
        ])
            await hall.event(game.tokens[side], event);
        const [page] = seats;
        await shows(page, "#offer", "offre patta");
        for (const viewport of WINDOWS) {
            await page.setViewportSize(viewport);
            const keys = viewport === WINDOWS[0] ? ["Tab", "Shift+Tab"] : ["Tab"];
            same(await unseenStops(page, keys), [], `${viewport.width}x${viewport.height}`);
        }
        /* an answer does not lie over the field where the question was typed */
        await page.setViewportSize(WINDOWS[0]);
        await page.focus("#command-text");
        await page.keyboard.type("tempo?");
        await page.keyboard.press("Enter");
        await page.waitForSelector("#notice:visible");
        await until(async () => (await unseenFocus(page)) === "", "the field is seen");
        await page.goto(`http://hall.test:${hall.port}/`);
        await page.waitForSelector("body[data-ready]");
        for (const viewport of WINDOWS.slice(0, 2)) {
            await page.setViewportSize(viewport);
            same(await unseenStops(page), [], `front page, ${viewport.width}x${viewport.height}`);
        }
    });

    test("the focus stays, or goes where one goes on", async () => {
        const page = await open(await person(), hall.port, "/");
        await page.click("button[type=submit]");
        await page.waitForSelector("#invite .qr svg path");
        await page.focus("#invite > .buttons button");
        await page.keyboard.press("Enter");
        const key = (await page.inputValue("#invite > input")).replace(/^.*#/, "");
        await page.focus("#invite > .buttons button");
        const other = await open(await person(), hall.port, `/game#${key}`);
        await page.waitForSelector("#invite", { state: "hidden" });
        same(await focused(page), "board", "the invitation is gone");
        await says(other, /The game begins/);
        const token = page.url().replace(/^.*#/, "");
        await hall.event(token, "move e2e4");
        await page.focus("#offer-draw");
        await page.keyboard.press("Enter");
        await shows(page, "#offer", "offer of a draw stands");
        same(await focused(page), "offer-draw", "an offer");
        same(await page.getAttribute("#offer-draw", "aria-disabled"), "true");
        await other.focus("#decline");
        await other.keyboard.press("Enter");
        await other.waitForSelector("#offer", { state: "hidden" });
        same(await focused(other), "board", "declined");
        await other.focus("#resign");
        await other.keyboard.press("Enter");
        await other.waitForSelector("dialog[open]");
        await other.focus("dialog button[value=yes]");
        await other.keyboard.press("Enter");
        await shows(other, "#banner", "1-0");
        await until(async () => (await focused(other)) === "rematch", "resigned");
        /* once more, with the other colours */
        await other.keyboard.press("Enter");
        await other.waitForSelector("#invite:visible");
        await shows(other, "#role", "White");
    });

    test("who leaves and who comes back is told, a mistake in the form once", async () => {
        const game = await hall.game({ time: "600+5" });
        const white = await open(await person(), hall.port, `/game#${game.tokens.white}`);
        let leave = await hall.sit(game.tokens.black);
        await white.waitForSelector("body[data-phase=playing]");
        const front = await open(await person(), hall.port, "/");
        await front.click("#new-game summary");
        for (const page of [white, front]) await listen(page);
        await front.fill("[name=position]", "8/8 w");
        await front.press("[name=position]", "Enter");
        await front.waitForSelector("#field-problem");
        await front.click("button[type=submit]");
        /* as a page that is loaded anew: nobody is told */
        leave();
        await white.waitForSelector("#strip-top .away:visible");
        leave = await hall.sit(game.tokens.black);
        await white.waitForSelector("#strip-top .away", { state: "hidden" });
        leave();
        await says(white, /Club B \(Black\) has left the board/);
        check(!/at the board/.test(await heard(white)), "a page loaded anew is not told");
        leave = await hall.sit(game.tokens.black);
        await says(white, /Club B \(Black\) is at the board/);
        leave();
        same((await heard(front)).match(/cannot be used/g)?.length, 1, "said once");
    });
}
