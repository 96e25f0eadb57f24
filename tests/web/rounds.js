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

/** Pictures to be looked at, when somebody wants them. @param {any} page @param {string} name */
async function picture(page, name) {
    const folder = process.env.ARB_WEB_PICTURES;
    if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
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

    test("created by a double click, a round is made once; whatever the names, no code is cut off on paper", async () => {
        const page = await open(await person(), hall.port, `/round#${hall.key}`);
        await page.fill(
            "#pairings",
            "François Lefèvre-Dumont de la Tour - Maria José Ñúñez\n" +
                `${"Karl-Heinz v. d. Berg ".repeat(3)} - ${"W".repeat(60)}`,
        );
        await page.fill(
            "[name=event]",
            "Torneo di Natale «Scuola Media Statale Alessandro Manzoni»",
        );
        await page.fill("[name=round-name]", "Turno di qualificazione");
        await page.fill("[name=round-group]", "Girone delle classi terze");
        await page.click("#new-game summary");
        await page.fill("[name=start960]", "0");
        await page.selectOption("[name=option-draw-offers]", "other");
        await page.fill("[name=option-draw-offers-other]", "25");
        await shows(page, "#create", "Create 2 boards");
        await page.dblclick("#create");
        await until(async () => (await page.locator(".slip .qr svg").count()) === 4, "slips");
        await shows(page, "#status", "Chess960");
        await shows(page, ".slip-round >> nth=0", "Chess960");
        await page.emulateMedia({ media: "print" });
        await page.setViewportSize({ width: 718, height: 1000 });
        const cut = await page.evaluate(() =>
            Array.from(document.querySelectorAll(".slip"), (slip) => {
                const box = slip.getBoundingClientRect();
                const whole = (/** @type {string} */ what) => {
                    const part = /** @type {HTMLElement} */ (slip.querySelector(what));
                    const { bottom, right, left } = part.getBoundingClientRect();
                    const picture = /** @type {Element} */ (slip.querySelector(".qr"));
                    return (
                        bottom <= box.bottom &&
                        left >= box.left &&
                        right <= picture.getBoundingClientRect().left &&
                        part.scrollWidth <= part.clientWidth + 1
                    );
                };
                return [".slip-code", ".slip-seat"].every(whole);
            }),
        );
        same(cut, [true, true, true, true], "code, board and colour of each");
        const { boards } = await page.evaluate(() =>
            JSON.parse(Object.values(sessionStorage).find((one) => one.includes("codes"))),
        );
        same(boards.length, 2, "kept");
        const first = await hall.ask(`/api/game?game=${boards[0].game}`, { key: hall.key });
        same(first.options["draw-offers"], "after:25", "a number of one's own");
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
        await page.setInputFiles("#pairings-file", {
            name: "unicode.txt",
            mimeType: "text/plain",
            buffer: Buffer.from("\uFEFF1\tNicolò\tAnna\r\n2\tAnna\tCarla", "utf16le"),
        });
        await shows(page, "#understood .warning", "Riga 2, Anna");
        await page.setInputFiles("#pairings-file", {
            name: "foto.png",
            mimeType: "image/png",
            buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]),
        });
        await shows(page, "#understood .problem", "foto.png non è un testo");
        await page.fill("#pairings", "Anna - Bruno\nCarla - Dario\nElena");
        await shows(page, "#understood .problem", "Riga 3, colonna 1");
        await page.fill("#pairings", "1;Nicolò;Anna");
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

    test("the number of a round is the hall's until somebody enters another, and no event has it twice", async () => {
        const event = "Winter Cup";
        const game = { time: "5400+30", mode: "tournament", options: {}, names: { event } };
        await makeRound(hall, pairings(1, "-n"), { name: "Round 4", game });
        const page = await open(await person({ viewport: PHONE }), hall.port, `/round#${hall.key}`);
        const number = () => page.inputValue("#round-number");
        await page.fill("#pairings", pairings(1, "-m"));
        await page.fill("[name=event]", event);
        await until(async () => (await number()) === "5", "the next one of the event");
        await page.fill("[name=round-name]", "2026 U18, round 7");
        await until(async () => (await number()) === "7", "the one in its name");
        await page.fill("#round-number", "4");
        await page.fill("[name=round-name]", "Final");
        await page.click("#create");
        await shows(page, "#problem", "has a round of this number already");
        same(await number(), "4", "what was entered stays");
        same(await violations(page), [], "axe");
        await picture(page, "round-taken");
        await page.fill("#round-number", "");
        await until(async () => (await number()) === "5", "the hall says it again");
        await page.fill("#round-number", "9");
        await page.click("#create");
        await shows(page, "#title", "Final");
        const { rounds } = await hall.ask("/api/desk?limit=1", { key: hall.key });
        same(rounds[0].number, 9, "the number of the round");
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
