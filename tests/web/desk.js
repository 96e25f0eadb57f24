/* SPDX-License-Identifier: MIT */
/* The arbiter's desk: tiles in their order, filters, keys, all boards at once; cheap with many. */
import { PHONE, open, person, shows, until } from "./browser.js";
import { Actions, violations } from "./counted.js";
import { makeRound, pairings, tilesOf } from "./rounds.js";
import { check, same, test } from "./tap.js";

/** @typedef {import("./hall.js").Hall} Hall */

const SMALL = { width: 360, height: 640 };
const LARGE = { width: 1920, height: 1080 };

/** The desk with one round. @param {Hall} hall @param {number} round @param {object} [how] */
async function deskOf(hall, round, how = {}) {
    return open(await person(how), hall.port, `/desk?round=${round}#${hall.key}`);
}

/** The numbers of the boards, as they stand on the page. @param {any} page */
const order = (page) =>
    page
        .locator(".tile-number")
        .allTextContents()
        .then((/** @type {string[]} */ all) => all.map((text) => Number(text.replace(/\D/g, ""))));

/** @param {Hall} hall @param {any} made @param {string} verb */
const doAll = (hall, made, verb) =>
    hall.ask("/api/rounds/do", { key: hall.key, body: { do: verb, round: made.round } });

/** @param {Hall} hall */
export function deskTests(hall) {
    test("the desk: tiles by board number, calls first, live; seen, filtered, and by sizes", async () => {
        const made = await makeRound(hall, pairings(6, "-d"), {
            game: { time: "900+10", mode: "tournament", options: {} },
        });
        const page = await deskOf(hall, made.round);
        await until(async () => (await page.locator(".tile").count()) === 6, "six tiles");
        same(await order(page), [1, 2, 3, 4, 5, 6]);
        await doAll(hall, made, "start");
        await shows(page, ".tile:has-text('Anna-d 4') .phase", "playing");
        const { tokens } = made.boards[3];
        await hall.event(tokens.white, "play e2e4");
        await shows(page, ".tile:has-text('Anna-d 4') .tile-facts", "1. e4");
        await hall.event(tokens.black, "stop the clock is broken");
        await shows(page, ".tile.calls", "Bruno-d 4 says: the clock is broken");
        await until(async () => (await order(page))[0] === 4, "the call comes first");
        await shows(page, "#filter-kinds", "calling 1");
        await page.click(".chip:has-text('calling')");
        same(await order(page), [4]);
        await hall.event(made.boards[4].tokens.white, "play e2e5");
        const illegal = page.locator(".tile:has-text('Anna-d 5') [data-matter=illegal] button");
        await illegal.click();
        await shows(page, ".tile:has-text('Anna-d 5')", "illegal");
        await page.click(".tile.calls .resume");
        await shows(page, "#tables-empty", "No such game");
        await page.click(".chip:has-text('being played')");
        same(await order(page), [1, 2, 3, 4, 5, 6]);
        await hall.event(made.boards[1].tokens.arbiter, "award 0-1");
        await page.click(".chip:has-text('finished')");
        await until(async () => (await order(page)).join() === "2", "one is over");
    });

    test("the desk at all sizes, in both languages and themes: axe finds nothing, nothing sticks out", async () => {
        const made = await makeRound(hall, pairings(4, "-with a rather long name of a club"));
        await doAll(hall, made, "start");
        await hall.event(made.boards[0].tokens.white, "stop help");
        await hall.event(made.boards[1].tokens.white, "play e2e4");
        await hall.event(made.boards[1].tokens.arbiter, "set-clock black 0:30");
        await hall.event(made.boards[2].tokens.arbiter, "award 1-0");
        const page = await deskOf(hall, made.round, { viewport: SMALL, locale: "it-IT" });
        for (const [viewport, colorScheme] of /** @type {const} */ ([
            [SMALL, "light"],
            [{ width: 768, height: 1024 }, "dark"],
            [LARGE, "dark"],
        ])) {
            await page.setViewportSize(viewport);
            await page.emulateMedia({ colorScheme });
            await page.click("#language");
            await page.waitForSelector(".tile.calls");
            await page.waitForSelector(".tile.low");
            same(await violations(page), [], `${viewport.width}: axe`);
            same(
                await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
                true,
                `${viewport.width}: no sideways scrolling`,
            );
            const cut = await page.evaluate(() =>
                Array.from(document.querySelectorAll(".tile"), (tile) =>
                    Array.from(
                        tile.querySelectorAll(".digits:not([hidden])"),
                        (digits) =>
                            digits.getBoundingClientRect().right >
                            tile.getBoundingClientRect().right,
                    ),
                ).flat(),
            );
            same(cut.includes(true), false, `${viewport.width}: every clock is whole`);
            const first = await page.locator(".tile").first().boundingBox();
            check(first.y + 150 < viewport.height, `${viewport.width}: a game is in sight`);
        }
        await page.click("#desk-help");
        same(await violations(page), [], "axe: keys");
    });

    test("the desk by keys: one stop, arrows through the grid, start, stop, a seat, and Enter", async () => {
        const made = await makeRound(hall, pairings(5, "-k"));
        const page = await deskOf(hall, made.round, { viewport: { width: 700, height: 800 } });
        await until(async () => (await page.locator(".tile").count()) === 5, "five tiles");
        same(await page.locator(".tile a[tabindex='0']").count(), 1, "one stop");
        const focused = () =>
            page.evaluate(
                () => document.activeElement?.closest(".tile")?.querySelector("a")?.textContent,
            );
        await page.focus(".tile a[tabindex='0']");
        await page.keyboard.press("ArrowRight");
        check((await focused())?.includes("Anna-k 2"), "to the right");
        await page.keyboard.press("ArrowDown");
        check((await focused())?.includes("Anna-k 4"), "down, in two columns");
        await page.keyboard.press("s");
        await shows(page, ".tile:has-text('Anna-k 4') .phase", "playing");
        check((await focused())?.includes("Anna-k 4"), "the focus stays");
        await page.keyboard.press("f");
        await shows(page, ".tile:has-text('Anna-k 4') .phase", "stopped");
        await page.keyboard.press("c");
        await page.waitForSelector("dialog button[value=white]");
        await page.keyboard.press("Escape");
        await page.keyboard.press("Home");
        await page.keyboard.press("Enter");
        await page.waitForURL(/\/game\?game=/);
        await page.waitForSelector("body[data-ready]");
        await page.goBack();
        await until(async () => (await focused())?.includes("Anna-k 1"), "back at its tile");
    });

    test("who has no key sees no controls; a casual round is led from the desk; the absent are named before they lose", async () => {
        const stranger = await open(await person(), hall.port, "/desk");
        same(await violations(stranger), [], "axe: without a key");
        same(
            await stranger.locator("#desk-bar, #desk-filters").filter({ visible: true }).count(),
            0,
        );
        const casual = await makeRound(hall, pairings(2, "-casual"), {
            game: { time: "900+10", mode: "casual", options: {} },
        });
        const page = await deskOf(hall, casual.round, { forcedColors: "active" });
        await shows(page, "#all-start", "Start all (2)");
        const discs = await page
            .locator(".tile .disc")
            .evaluateAll((/** @type {Element[]} */ all) =>
                all.map((one) => getComputedStyle(one).backgroundColor),
            );
        same(new Set(discs).size, 2, "the colours are told apart where the system forces its own");
        const made = await makeRound(hall, pairings(2, "-zero"), {
            game: { time: "5400+30", mode: "tournament", options: { "default-time": "0" } },
        });
        for (const side of ["white", "black"])
            await hall.event(made.boards[0].tokens[side], "arrive");
        const desk = await deskOf(hall, made.round, { locale: "it-IT" });
        await desk.click("#all-start");
        await shows(desk, "dialog", "Scacchiera 2, Anna-zero 2");
        same(await desk.locator("dialog", { hasText: "Anna-zero 1" }).count(), 0, "both are here");
        await desk.click("dialog button[value=no]");
        same(
            (await tilesOf(hall, made.round)).map(({ phase }) => phase),
            ["waiting", "waiting"],
        );
        await desk.click("#all-start");
        await desk.click("dialog button[value=yes]");
        await shows(desk, "#told", "Avviate: 2.");
        await shows(desk, "#told", "Perse per assenza: 1. Scacchiera 2");
    });

    test("all stopped, which is asked again; all resumed; after a crash all resumed by one action", async () => {
        const made = await makeRound(hall, pairings(5, "-c"));
        const page = await deskOf(hall, made.round);
        await page.click("#all-start");
        await shows(page, "#told", "Started: 5.");
        await page.click("#all-stop");
        await shows(page, "dialog", "5 boards");
        await page.click("dialog button[value=yes]");
        await shows(page, "#told", "Stopped: 5.");
        await page.dblclick("#all-resume");
        await shows(page, "#told", "Resumed: 5.");
        await hall.kill();
        await page.waitForSelector("#connection[data-state=broken]");
        await hall.start();
        await shows(page, ".tile.calls", "restarted");
        await shows(page, "#all-resume", "Resume all (5)");
        const by = new Actions(page);
        await by.click("#all-resume");
        await until(
            async () => (await tilesOf(hall, made.round)).every(({ phase }) => phase === "playing"),
            "all go on",
        );
        same(by.count, 1, "actions");
    });

    test("a lost seat is given back from the desk in two actions", async () => {
        const made = await makeRound(hall, pairings(1, "-s"));
        const page = await deskOf(hall, made.round, { viewport: PHONE, locale: "it-IT" });
        const by = new Actions(page);
        await by.click(".tile .seat");
        await by.click("dialog button[value=black]");
        same(by.count, 2, "actions");
        await page.waitForSelector("dialog .qr svg path");
        const code = await page.locator("dialog .code strong").textContent();
        same((await hall.ask("/api/join", { body: { code } })).role, "black");
    });

    test("who is late is seen with the time that he has left", async () => {
        const made = await makeRound(hall, pairings(1, "-l"), {
            game: { time: "5400+30", mode: "tournament", options: { "default-time": "900" } },
        });
        await doAll(hall, made, "start");
        const page = await deskOf(hall, made.round);
        await shows(page, ".desk-clock.late .badge", /loses in 1[45]:\d\d/);
    });

    test("a hundred boards: a second of clocks changes nothing but digits", async () => {
        const made = await makeRound(hall, pairings(100, "-h"));
        await doAll(hall, made, "start");
        const page = await deskOf(hall, made.round, { viewport: LARGE });
        await until(async () => (await page.locator(".desk-clock.running").count()) === 100, "all");
        const touched = await page.evaluate(
            () =>
                new Promise((done) => {
                    /** @type {Set<string>} */
                    const found = new Set();
                    const observer = new MutationObserver((all) => {
                        for (const { target } of all)
                            found.add(/** @type {HTMLElement} */ (target).className);
                    });
                    observer.observe(/** @type {Node} */ (document.querySelector("#tables")), {
                        subtree: true,
                        childList: true,
                        characterData: true,
                        attributes: true,
                    });
                    setTimeout(() => done([...found]), 1200);
                }),
        );
        same(touched, ["digits"]);
        await hall.event(made.boards[98].tokens.white, "play e2e4");
        await shows(page, ".tile:has-text('Anna-h 99') .tile-facts", "1. e4");
        await doAll(hall, made, "stop");
    });
}
