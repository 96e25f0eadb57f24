/* SPDX-License-Identifier: MIT */
/* A round from one list: what was understood, all boards, slips, start and results. */
import fs from "node:fs";
import { PHONE, open, person, shows, until } from "./browser.js";
import { Actions, violations } from "./counted.js";
import { check, same, test } from "./tap.js";

/** @typedef {import("./hall.js").Hall} Hall */

/** @param {number} n */
export const pairings = (n, mark = "") =>
    Array.from(
        { length: n },
        (_, i) => `${i + 1}; Anna${mark} ${i + 1}; Bruno${mark} ${i + 1}`,
    ).join("\n");

/**
 * A round from outside the pages.
 * @param {Hall} hall
 * @param {string} text
 * @param {object} [more]
 */
export function makeRound(hall, text, more = {}) {
    return hall.ask("/api/rounds", {
        key: hall.key,
        body: {
            id: `round-${Math.random()}`.padEnd(16, "0").slice(0, 30),
            text,
            game: { time: "5400+30", mode: "tournament", options: {}, names: { event: "Open" } },
            ...more,
        },
    });
}

/** The tiles of a round. @param {Hall} hall @param {number} round @returns {Promise<any[]>} */
export async function tilesOf(hall, round) {
    return (await hall.ask(`/api/desk?round=${round}&limit=100`, { key: hall.key })).tiles;
}

/** @param {any} page */
const numberOf = (page) => Number(new URL(page.url()).searchParams.get("round"));

/** @param {Hall} hall */
export function roundTests(hall) {
    test("twenty named boards from a pasted list, started: four actions", async () => {
        const context = await person();
        const page = await open(context, hall.port, `/desk#${hall.key}`);
        const by = new Actions(page);
        await by.click("#new-round");
        await page.waitForSelector("#new-game:visible");
        await by.paste("#pairings", pairings(20));
        await shows(page, "#understood", "20 boards were understood");
        same(await page.locator("#understood tbody tr").count(), 20, "rows");
        await shows(page, "#create", "Create 20 boards");
        same(await violations(page), [], "axe: the list");
        await by.click("#create");
        await shows(page, "#title", "20 boards");
        await by.click("#all-start");
        await shows(page, "#told", "Started: 20.");
        same(by.count, 4, "actions");
        const tiles = await tilesOf(hall, numberOf(page));
        same(
            tiles.filter(({ phase }) => phase === "playing").length,
            20,
            "all of them are being played",
        );
        const third = tiles.find(({ board }) => board === 3);
        same([third.names.white, third.names.black], ["Anna 3", "Bruno 3"]);
        same(await violations(page), [], "axe: the slips");
    });

    test("slips: a name, a board, a code and a picture for both seats; ten on a sheet of paper; kept when the page is loaded again", async () => {
        const context = await person({ locale: "it-IT", viewport: PHONE, colorScheme: "dark" });
        const page = await open(context, hall.port, `/round#${hall.key}`);
        await page.fill("#pairings", pairings(12, "-x"));
        await page.fill("[name=round-name]", "Semifinale");
        await page.fill("[name=event]", "Torneo");
        await page.click("#create");
        await until(
            async () => (await page.locator(".slip .qr svg").count()) === 24,
            "24 pictures",
        );
        const slip = page.locator(".slip:has-text('Bruno-x 7')");
        for (const text of ["Scacchiera 7", "Nero", "Torneo", "Semifinale", `:${hall.port}/join`])
            check((await slip.textContent()).includes(text), `the slip says ${text}`);
        same(await violations(page), [], "axe");
        same(
            await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
            true,
            "no sideways scrolling",
        );
        const code = await slip.locator(".slip-code").textContent();
        same((await hall.ask("/api/join", { body: { code } })).role, "black");
        const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
        same(pdf.match(/\/Type \/Page\b(?!s)/g)?.length, 3, "sheets of paper");
        await page.reload();
        await until(async () => (await page.locator(".slip .qr svg").count()) === 24, "kept");
        same(await page.locator(".slip-code").nth(13).textContent(), code, "the same codes");
    });

    test("slips that were lost are made anew, and the old ones open nothing", async () => {
        const made = await makeRound(hall, pairings(2, "-lost"));
        const page = await open(
            await person(),
            hall.port,
            `/round?round=${made.round}#${hall.key}`,
        );
        await shows(page, "#slips-gone", "shown once");
        await page.click("#new-slips");
        same(await violations(page), [], "axe");
        await page.click("dialog button[value=yes]");
        await until(async () => (await page.locator(".slip .qr svg").count()) === 4, "four slips");
        const code = await page.locator(".slip-code").first().textContent();
        check(code !== made.boards[0].codes.white, "another code");
        const old = await fetch(`http://127.0.0.1:${hall.port}/api/game`, {
            headers: { Authorization: `Bearer ${made.boards[0].tokens.white}` },
        });
        same(old.status, 401, "the old link");
    });

    test("all errors of a list are told by their lines, and make nothing; a file is read, whatever its letters", async () => {
        const page = await open(await person({ locale: "it-IT" }), hall.port, `/round#${hall.key}`);
        const before = await hall.ask("/api/desk?limit=1", { key: hall.key });
        await page.fill(
            "#pairings",
            "1; Anna; Bruno\nx; Carla; Dario\n3; Elena; Fabio\ny; Gina; Luca",
        );
        await shows(page, "#understood .problem", "Riga 2, colonna 1");
        await shows(page, "#understood code", "x; Carla; Dario");
        await shows(page, "#understood .problem >> nth=1", "Riga 4, colonna 1");
        same(await violations(page), [], "axe");
        await page.click("#create");
        const after = await hall.ask("/api/desk?limit=1", { key: hall.key });
        same(after.rounds.length, before.rounds.length, "no round was made");
        await page.setInputFiles("#pairings-file", {
            name: "turno.csv",
            mimeType: "text/csv",
            buffer: Buffer.from("tavolo;bianco;nero\n1;Nicolò;Anna\n2;Bruno;riposa\n", "latin1"),
        });
        await shows(page, "#understood td", "Nicolò");
        await shows(page, "#understood", "Riposano: Bruno");
        same(await page.isVisible("#report-round-field"), false, "a table is one round");
        const row = (/** @type {number} */ number, /** @type {string} */ name, rounds = "") =>
            `001 ${String(number).padStart(4)}      ${name}`.padEnd(91) + rounds;
        await page.fill(
            "#pairings",
            `${row(1, "Anna", "   2 w 1     2 b")}\n${row(2, "Bruno", "   1 b 0     1 w")}`,
        );
        await shows(page, "#understood td >> nth=0", "Bruno");
        await page.fill("#report-round", "1");
        await shows(page, "#understood td >> nth=0", "Anna");
        await page.fill("#report-round", "7");
        await shows(page, "#understood .problem", "turno");
        same(await page.isVisible("#report-round-field"), true, "another can be chosen");
    });

    test("the results as a table and all games as one file", async () => {
        const made = await makeRound(hall, pairings(2, "-r"));
        await hall.event(made.boards[0].tokens.arbiter, "award 1-0");
        const page = await open(
            await person({ locale: "it-IT" }),
            hall.port,
            `/round?round=${made.round}#${hall.key}`,
        );
        for (const [button, found] of [
            ["#results", '"Anna-r 1";"1-0";"Bruno-r 1"'],
            ["#pgn", '[White "Anna-r 2"]'],
        ]) {
            const [file] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
            const text = fs.readFileSync(await file.path(), "utf8");
            check(text.includes(found), `${button}: ${text}`);
        }
        await shows(page, "#counts", "Finite: 1");
    });
}
