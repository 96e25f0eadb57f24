/* SPDX-License-Identifier: MIT */
/* The door in the browser: codes, links to look on, and pages of others, which read nothing. */
import http from "node:http";
import { EVIL, HOST, PHONE, open, person, shows } from "./browser.js";
import { check, same, test } from "./tap.js";

/**
 * A page of somebody else: serves this text as HTML until it is closed.
 * @param {string} text
 * @returns {Promise<{port: number, close: () => void}>}
 */
function foreignPage(text) {
    return new Promise((ready) => {
        const server = http.createServer((_, answer) => {
            answer.setHeader("Content-Type", "text/html");
            answer.end(text);
        });
        server.listen(0, "127.0.0.1", () => {
            const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
            ready({ port, close: () => server.close() });
        });
    });
}

/** @param {import("./hall.js").Hall} hall */
export function doorTests(hall) {
    test("a code is good once; when its answer is lost, the same page can ask again", async () => {
        const game = await hall.game({ mode: "tournament" });
        check(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/.test(game.codes.black), "two groups of four");
        const context = await person({ viewport: { ...PHONE, height: 640 } });
        const page = await open(context, hall.port, "/join");
        let lost = 0;
        /* The server hears the request; its answer does not arrive. */
        await page.route("**/api/join", async (/** @type {any} */ route) => {
            if (lost++ > 0) return route.continue();
            await hall.ask("/api/join", { body: route.request().postDataJSON() });
            return route.abort();
        });
        await page.fill("#code", ` ${game.codes.black.toLowerCase()} `);
        await page.click("button[type=submit]");
        await shows(page, "#problem", "cannot be reached");
        await page.reload();
        await page.waitForSelector("body[data-ready]");
        await page.fill("#code", game.codes.black);
        await page.click("button[type=submit]");
        await page.waitForURL(/\/game#/);
        await shows(page, "#role", "You play Black");
        const other = await open(await person(), hall.port, "/join");
        await other.fill("#code", game.codes.black);
        await other.click("button[type=submit]");
        await shows(other, "#problem", "its seat is taken already");
        await other.fill("#code", "KO4P");
        await other.click("button[type=submit]");
        await shows(other, "#problem", "a code has eight characters");
    });

    test("the list of games leads to a page to look on; a hidden game has none", async () => {
        const game = await hall.game({ names: { white: "Seen", black: "By all", event: "" } });
        const hidden = await hall.game({ public: false });
        const page = await open(await person(), hall.port, "/");
        await page.click("#games a:has-text('Seen – By all')");
        await page.waitForURL(/\/game#/);
        await shows(page, "#role", "You are a spectator");
        same(page.url().split("#")[1], game.tokens.spectator);
        await page.goto(`http://${HOST}:${hall.port}/game?watch=${hidden.game}`);
        await shows(page, "#status", "no such game");
    });

    test("a name that somebody lets stand for this machine reads nothing", async () => {
        await hall.game({ names: { white: "Secret", black: "Names", event: "" } });
        const page = await (await person()).newPage();
        for (const path of ["/", "/game", "/desk", "/api/hall", "/metrics"]) {
            const answer = await page.goto(`http://${EVIL}:${hall.port}${path}`);
            same(answer.status(), 421, path);
            check(!(await page.content()).includes("Secret"), `nothing is told at ${path}`);
        }
        /* As a page that was loaded before its name was turned: everything it asks is its own. */
        const read = await page.evaluate(async () => {
            const list = await fetch("/api/hall");
            const made = await fetch("/api/games", {
                method: "POST",
                headers: { "Content-Type": "application/json" },
                body: "{}",
            });
            return [list.status, made.status, await list.text()];
        });
        same(read.slice(0, 2), [421, 421]);
        check(String(read[2]).includes("unknown-host"), "and says why");
    });

    test("pages of other origins read nothing, make nothing, and frame nothing", async () => {
        const made = Number((await hall.ask("/metrics")).match(/games_created_total (\d+)/)[1]);
        const foreign = await foreignPage(
            `<iframe id="frame" src="http://${HOST}:${hall.port}/"></iframe>`,
        );
        for (const name of [EVIL, HOST]) {
            const page = await (await person()).newPage();
            await page.goto(`http://${name}:${foreign.port}/`);
            const found = await page.evaluate(async (/** @type {string} */ site) => {
                const tries = [];
                const body = "{}";
                for (const [path, how] of /** @type {[string, RequestInit][]} */ ([
                    ["/api/hall", {}],
                    ["/api/hall", { mode: "no-cors" }],
                    ["/api/games", { method: "POST", body }],
                    ["/api/games", { method: "POST", body, mode: "no-cors" }],
                    [
                        "/api/games",
                        { method: "POST", body, headers: { "Content-Type": "application/json" } },
                    ],
                ])) {
                    try {
                        const answer = await fetch(site + path, how);
                        tries.push(`${answer.type} ${(await answer.text()).length}`);
                    } catch {
                        tries.push("nothing");
                    }
                }
                return tries;
            }, `http://${HOST}:${hall.port}`);
            same(
                found.filter((one) => one !== "nothing" && one !== "opaque 0"),
                [],
                `read by ${name}`,
            );
            const frame = await (await page.$("#frame")).contentFrame();
            same(await frame.locator("#new-game").count(), 0, "the page is in no frame");
        }
        foreign.close();
        same(
            Number((await hall.ask("/metrics")).match(/games_created_total (\d+)/)[1]),
            made,
            "no game was made",
        );
    });

    test("the desk closes an event and the hall; newcomers are told, whoever is inside goes on", async () => {
        const game = await hall.game({ names: { white: "In", black: "Out", event: "Shut Cup" } });
        const inside = await open(await person(), hall.port, `/game#${game.tokens.white}`);
        const desk = await open(await person(), hall.port, `/desk#${hall.key}`);
        const front = await open(await person({ locale: "it-IT" }), hall.port, "/");
        try {
            await shows(desk, "#door", "Door: open");
            await desk.click("#door");
            await desk.click("label:has-text('Shut Cup')");
            await shows(desk, "#door", "events closed: 1");
            const other = await (await person()).newPage();
            await other.goto(`http://${HOST}:${hall.port}/game?watch=${game.game}`);
            await shows(other, "#status", "closed to newcomers");
            await front.reload();
            await front.waitForSelector("body[data-ready]");
            same(await front.locator("#games:has-text('Shut Cup')").count(), 0, "not listed");
            check(await front.locator("#new-game").isVisible(), "games of other events are made");
            await desk.click("label:has-text('The whole hall')");
            await shows(desk, "#door", "Door: closed");
            await front.reload();
            await shows(front, "#door-closed", "chiusa a chi arriva");
            check(!(await front.locator("#new-game").isVisible()), "no form");
            const invited = await open(await person(), hall.port, "/join");
            await invited.fill("#code", game.codes.black);
            await invited.click("button[type=submit]");
            await shows(invited, "#role", "You play Black");
            await shows(inside, "#role", "You play White");
        } finally {
            const set = (/** @type {object} */ body) =>
                hall.ask("/api/door/set", { key: hall.key, body });
            await set({ closed: false });
            await set({ event: "Shut Cup", closed: false });
        }
        await front.reload();
        await front.waitForSelector("#new-game:visible");
        await desk.reload();
        await shows(desk, "#door", "Door: open");
    });
}
