/* SPDX-License-Identifier: MIT */
/* Many boards for others at once: in frames of one page, and in pages that were left. */
import { Site } from "./attacks.js";
import { HOST, open, person, shows, until } from "./browser.js";
import { makeRound } from "./rounds.js";
import { check, same, test } from "./tap.js";

/** @typedef {import("./hall.js").Hall} Hall */

/** A browser opens six connections to a hall: what follows boards leaves half of them to what is asked. */
const STREAMS_MOST = 3;

/** How many streams of boards the hall has. @param {Hall} hall */
const streamsOf = async (hall) =>
    Number((await hall.ask("/metrics")).match(/\narbitro_boards_streams (\d+)/)[1]);

/** @param {Hall} hall @param {number} count @param {string} what */
const hasStreams = (hall, count, what) =>
    until(async () => (await streamsOf(hall)) === count, `${count} streams: ${what}`);

/** @param {Hall} hall @param {number} boards @param {string} event @param {object} [more] */
async function roundOf(hall, boards, event, more = {}) {
    const text = Array.from({ length: boards }, (_, i) => `${i + 1}; Anna ${i + 1}; Bruno`);
    const made = await makeRound(hall, text.join("\n"), {
        game: { time: "5400+30", mode: "tournament", names: { event } },
        ...more,
    });
    await hall.ask("/api/rounds/do", { key: hall.key, body: { do: "start", round: made.round } });
    return made;
}

/** A page elsewhere with a frame for each of these. @param {Site} site @param {any} context @param {Hall} hall @param {string[]} paths */
const visit = (site, context, hall, paths) =>
    site.visit(
        context,
        paths
            .map(
                (path) =>
                    `<iframe title="x" width="240" height="320" src="http://${HOST}:${hall.port}${path}"></iframe>`,
            )
            .join(""),
    );

/** What the frame of this number, from 0, says. @param {any} page @param {number} n @param {string} selector @param {string} text */
const frameSays = (page, n, selector, text) =>
    page
        .frameLocator(`iframe >> nth=${n}`)
        .locator(selector)
        .filter({ hasText: text })
        .first()
        .waitFor();

/**
 * Plays at these boards, those of the first frames, and looks back in each.
 * @param {Hall} hall @param {any} page @param {any[]} boards
 */
async function followAndGoBack(hall, page, boards) {
    for (const [i, { tokens }] of boards.entries()) {
        await hall.event(tokens.white, "play e2e4");
        await hall.event(tokens.black, "play c7c5");
        await frameSays(page, i, ".last", "1… c5");
    }
    for (let i = 0; i < boards.length; i++) {
        await page.frameLocator(`iframe >> nth=${i}`).locator("#back").click();
        await frameSays(page, i, ".last", "1. e4");
    }
}

/** @param {Hall} hall */
export function manyFramesTests(hall) {
    test("sixteen boards of an event in frames of one page: all are live, and go back", async () => {
        const event = `Many frames ${Date.now()}`;
        const made = await roundOf(hall, 16, event);
        const site = new Site();
        await site.start();
        const context = await person({ viewport: { width: 1280, height: 1400 } });
        const paths = made.boards.map(
            (/** @type {any} */ _, /** @type {number} */ i) =>
                `/embed?event=${event}&board=${i + 1}`,
        );
        const page = await visit(site, context, hall, paths);
        for (let i = 0; i < 16; i++) await frameSays(page, i, ".name", `Anna ${i + 1}`);
        await followAndGoBack(hall, page, made.boards);
        await hasStreams(hall, 1, "all frames");
        /* another round is taken up by all, and the frame that held the stream may go */
        await roundOf(hall, 15, event, { name: "Round 2" });
        await until(
            async () =>
                (await page.frameLocator("iframe >> nth=14").locator(".last").textContent()) === "",
            "the present of the new round, also where somebody looked back",
        );
        await page.frameLocator("iframe >> nth=15").locator("#none").waitFor();
        for (let i = 0; i < 8; i++)
            await page.evaluate(() => document.querySelector("iframe")?.remove());
        await hasStreams(hall, 1, "of those that are left");
        const next = await hall.ask(`/api/boards?event=${event}&boards=9`);
        await hall.ask("/api/rounds/do", {
            key: hall.key,
            body: { do: "stop", games: [next.boards[0].game] },
        });
        await frameSays(page, 0, ".facts", "clocks stopped");
        site.close();
    });

    test("frames of games of many events: few streams, and all are live", async () => {
        const boards = [];
        const paths = [];
        for (let i = 0; i < 7; i++) {
            const event = `Event ${Date.now()}`;
            boards.push((await roundOf(hall, 1, event)).boards[0]);
            paths.push(`/embed?event=${event}&board=1`);
        }
        const site = new Site();
        await site.start();
        const context = await person({ viewport: { width: 1280, height: 1000 } });
        const page = await visit(site, context, hall, paths);
        for (let i = 0; i < 7; i++) await frameSays(page, i, ".name", "Anna 1");
        await followAndGoBack(hall, page, boards);
        await hasStreams(hall, STREAMS_MOST, "the others ask again and again");
        site.close();
    });

    test("frames that cannot hear each other ask again and again, and hold no streams", async () => {
        const made = await roundOf(hall, 8, "Deaf frames");
        const site = new Site();
        await site.start();
        const context = await person({ viewport: { width: 1280, height: 1000 } });
        await context.addInitScript(() => {
            Object.defineProperty(window, "BroadcastChannel", {
                value: function () {
                    throw new DOMException("no channel here", "SecurityError");
                },
            });
        });
        const paths = made.boards.map((/** @type {any} */ { game }) => `/embed/${game}`);
        const page = await visit(site, context, hall, paths);
        for (let i = 0; i < 8; i++) await frameSays(page, i, ".name", `Anna ${i + 1}`);
        await followAndGoBack(hall, page, made.boards.slice(0, 3));
        await hasStreams(hall, 0, "none in frames");
        site.close();
    });
}

/** What the browser says to a page that is left and may come back, or has come back. @param {any} page @param {string} event */
const tell = (page, event) =>
    page.evaluate(
        (/** @type {string} */ name) =>
            dispatchEvent(new PageTransitionEvent(name, { persisted: true })),
        event,
    );

/** @param {Hall} hall */
export function leavingTests(hall) {
    test("a page of boards that was left holds no stream, and follows again when it is back", async () => {
        const event = `Left pages ${Date.now()}`;
        const made = await roundOf(hall, 3, event);
        for (const [i, path] of ["/wall?", "/overlay?board=2&", "/embed?board=3&"].entries()) {
            const context = await person();
            const page = await open(context, hall.port, `${path}event=${event}`);
            await shows(page, ".name", `Anna ${i + 1}`);
            await hasStreams(hall, 1, path);
            await tell(page, "pagehide");
            await hasStreams(hall, 0, `${path} was left`);
            await hall.event(made.boards[i].tokens.white, "play e2e4");
            await tell(page, "pageshow");
            await shows(page, ".last", "1. e4");
            await hasStreams(hall, 1, `${path} is back`);
            await context.close();
            await hasStreams(hall, 0, `${path} is closed`);
        }
    });

    test("before it has any answer a page of boards claims nothing", async () => {
        for (const [locale, words] of [
            ["en-GB", "Connecting"],
            ["it-IT", "Connessione in corso"],
        ]) {
            const context = await person({ locale });
            /** @type {any[]} */
            const held = [];
            await context.route("**/api/boards/stream*", (/** @type {any} */ route) => {
                held.push(route);
            });
            const page = await context.newPage();
            for (const path of ["/embed", "/overlay", "/wall"]) {
                held.length = 0;
                await page.goto(`http://${HOST}:${hall.port}${path}?event=Not+answered`);
                await until(async () => held.length > 0, "it asks");
                await page.waitForTimeout(200);
                const text = await page.innerText("body");
                check(!/no board|nessuna/.test(text), `${path} claims: ${text}`);
                if (path === "/wall") await shows(page, ".stage", words);
                else same(text.trim(), "", `${path} is quiet`);
            }
            await held[0].continue();
            await shows(page, "#none", locale === "en-GB" ? "no board" : "nessuna scacchiera");
            check(!(await page.isVisible("#connecting")), "it has connected");
        }
    });
}
