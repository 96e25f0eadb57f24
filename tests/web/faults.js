/* SPDX-License-Identifier: MIT */
/* Lines that break, a program that is killed, tabs that come and go. */
import { click, drag, moves, open, person, shows, square, until } from "./browser.js";
import { playAll, sitDown } from "./games.js";
import { Proxy } from "./hall.js";
import { check, same, test } from "./tap.js";

/** @param {import("./hall.js").Hall} hall */
export function faultTests(hall) {
    test("the line is cut and mended: nothing is lost, nothing counted twice", async () => {
        const proxy = new Proxy(hall.port);
        await proxy.start();
        const game = await hall.game();
        const white = await open(await person(), proxy.port, `/game#${game.tokens.white}`);
        const black = await open(
            await person({ locale: "it-IT" }),
            hall.port,
            `/game#${game.tokens.black}`,
        );
        await white.waitForSelector("body[data-phase=playing]");
        await black.waitForSelector("body[data-phase=playing]");
        await playAll([white, black], ["e2e4", "e7e5"]);
        proxy.cut();
        await shows(white, "#connection", "connection lost");
        await click(white, "g1f3");
        await shows(white, "#connection", "not sent yet");
        proxy.mend();
        await moves(black, 3);
        await shows(white, "#connection", /^connected$/);
        proxy.cut();
        await click(black, "b8c6");
        await moves(black, 4);
        proxy.mend();
        await moves(white, 4);
        await playAll([white, black], ["f1b5", "a7a6"], 4);
        proxy.close();
    });

    test("the program is killed and started again: the game goes on", async () => {
        const game = await hall.game();
        const [white, black] = await sitDown(hall, game);
        await playAll([white, black], ["e2e4", "c7c5"]);
        const before = (await hall.ask("/api/game", { key: game.tokens.white })).state.clock;
        await hall.kill();
        await shows(white, "#connection", "connection lost");
        await click(white, "g1f3");
        await new Promise((later) => setTimeout(later, 1500));
        await hall.start();
        await shows(white, "#connection", /^connected$/);
        await shows(black, "#connection", /^connected$/);
        await until(async () => {
            const { state } = await hall.ask("/api/game", { key: game.tokens.white });
            return state.phase === "playing";
        }, "the game is resumed when both are back");
        const after = await hall.ask("/api/game", { key: game.tokens.white });
        check(
            before.white - after.state.clock.white < 4000,
            `what passed while it was down is charged to nobody: ${before.white} ${after.state.clock.white}`,
        );
        /* The move that was made meanwhile comes by itself, and not before the game goes on. */
        await moves(black, 3);
        await moves(white, 3);
        await click(black, "d7d6");
        await moves(white, 4);
        const { log } = await hall.ask("/api/game", { key: game.tokens.arbiter });
        same(
            log.filter((/** @type {any} */ { refused }) => refused),
            [],
            "refused",
        );
    });

    test("who presses before the move has arrived has moved and pressed", async () => {
        const game = await hall.game({ mode: "tournament", time: "5400+30" });
        const [white, black] = await sitDown(hall, game);
        await hall.event(game.tokens.arbiter, "start");
        await shows(white, "#status", "Your move");
        await shows(black, "#status", "To move");
        for (const page of [white, black])
            await page.route("**/api/events", async (/** @type {any} */ route) => {
                await new Promise((later) => setTimeout(later, 700));
                await route.continue();
            });
        await click(white, "e2e4");
        await white.click("#press");
        await white.click("#press");
        same(await square(white, "e4").getAttribute("data-piece"), "whiteP", "the piece stays");
        await shows(black, "#status", "Your move");
        await until(
            async () => /You have pressed/.test(await white.textContent("#live")),
            "the press is confirmed",
        );
        await drag(black, "e7e5");
        await black.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
        await black.keyboard.press("Space");
        await shows(white, "#status", "Your move");
        await until(async () => {
            const { state } = await hall.ask("/api/game", { key: game.tokens.white });
            return state.clock.running === "white";
        }, "Black has pressed too");
        const { log } = await hall.ask("/api/game", { key: game.tokens.arbiter });
        same(
            log
                .map((/** @type {any} */ { event, refused }) => (refused ? `! ${event}` : event))
                .filter((/** @type {string} */ event) => /move|press|!/.test(event)),
            ["move e2e4", "press", "move e7e5", "press"],
        );
    });

    test("a move that comes while the hall is closing is sent again, and counts once", async () => {
        const game = await hall.game();
        const [white, black] = await sitDown(hall, game);
        await playAll([white, black], ["e2e4", "c7c5"]);
        let closing = 0;
        await white.route("**/api/events", async (/** @type {any} */ route) => {
            if (closing++ > 0) return route.continue();
            return route.fulfill({
                status: 503,
                headers: { "Retry-After": "1" },
                contentType: "application/json",
                body: '{"error":"closing","text":{"en":"the hall is closing","it":"chiude"}}',
            });
        });
        await click(white, "g1f3");
        await moves(black, 3);
        await moves(white, 3);
        check(closing >= 2, `the page asked ${closing} times`);
        const { log } = await hall.ask("/api/game", { key: game.tokens.arbiter });
        same(
            log.filter((/** @type {any} */ { event }) => event === "move g1f3").length,
            1,
            "how often the move counts",
        );
    });

    test("the hall measures the way to a page, also through a proxy", async () => {
        const game = await hall.game();
        const proxy = new Proxy(hall.port);
        await proxy.start();
        const context = await person();
        /** @type {string[]} */
        const pings = [];
        context.on("request", (/** @type {any} */ request) => {
            const url = new URL(request.url());
            if (url.pathname === "/api/ping") pings.push(url.search);
        });
        const page = await open(context, proxy.port, `/game#${game.tokens.white}`);
        await page.waitForSelector("body[data-ready]");
        await until(async () => pings.length >= 3, "three pings");
        same(pings[0], "");
        check(/^\?seen=\d+$/.test(pings[1]) && /^\?seen=\d+$/.test(pings[2]), pings.join(" "));
        proxy.close();
    });

    test("tabs of one browser share one stream, and it survives the tab that held it", async () => {
        const game = await hall.game();
        const context = await person();
        /** Those that are open. @type {Set<any>} */
        const streams = new Set();
        context.on("request", (/** @type {any} */ request) => {
            if (request.url().includes("/api/stream")) streams.add(request);
        });
        context.on("requestfailed", (/** @type {any} */ request) => streams.delete(request));
        const ofPage = (/** @type {any} */ page) =>
            [...streams].filter((one) => one.frame().page() === page).length;
        const tab = () => open(context, hall.port, `/game#${game.tokens.white}`);
        const tabs = [await tab(), ...(await Promise.all([tab(), tab()]))];
        const black = await open(await person(), hall.port, `/game#${game.tokens.black}`);
        await shows(tabs[1], "#status", "Your move");
        await until(async () => streams.size === 1, "the browser has one stream");
        await click(tabs[2], "e2e4");
        await Promise.all([...tabs, black].map((page) => moves(page, 1)));
        const leader = tabs.find((page) => ofPage(page) === 1);
        const others = tabs.filter((page) => page !== leader);
        await leader.close();
        await click(black, "e7e5");
        await Promise.all(others.map((page) => moves(page, 2)));
        await Promise.all(others.map((page) => shows(page, "#connection", "connected")));
        const taken = () => others.reduce((sum, page) => sum + ofPage(page), 0);
        await until(async () => taken() === 1, "another tab took over");
    });
}
