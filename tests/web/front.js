/* SPDX-License-Identifier: MIT */
/* The front page and the addresses of the hall, in the browser. */
import { HOST, PHONE, click, moves, open, person, shows } from "./browser.js";
import { same, test } from "./tap.js";

/** @param {import("./hall.js").Hall} hall */
export function frontTests(hall) {
    test("a tournament game against a computer begins by itself; its links are kept", async () => {
        const page = await open(await person({ locale: "it-IT" }), hall.port, "/");
        await page.click("label:has-text('io ho il Bianco')");
        await page.click("label:has-text('Torneo: il pezzo')");
        await page.click("button[type=submit]");
        await page.waitForURL(/\/game#/);
        await shows(page, "#status", "Tocca a te");
        same(await page.locator("#call").isVisible(), false, "nobody could be called");
        await page.goto(`http://${HOST}:${hall.port}/`);
        await page.waitForSelector("body[data-ready]");
        same(await page.locator("#shares .share").count(), 3, "no link for the computer's seat");
        await shows(page, "#games", "Computer");
        await shows(page, "#games", "10 min + 5 s");
        await page.click("#made-forget button");
        await page.waitForSelector("#made", { state: "hidden" });
        await page.reload();
        await page.waitForSelector("body[data-ready]");
        same(await page.locator("#made").isVisible(), false, "forgotten links stay so");
    });

    test("an unknown address is a page for people and JSON for programs", async () => {
        const page = await (await person()).newPage();
        const answer = await page.goto(`http://${HOST}:${hall.port}/nothing/here`);
        same(answer.status(), 404);
        await shows(page, "h1", "no such page");
        await page.click("a:has-text('Alla pagina iniziale')");
        await page.waitForSelector("body[data-ready]");
        const raw = await fetch(`http://127.0.0.1:${hall.port}/nothing/here`);
        same(raw.headers.get("content-type"), "application/json");
    });

    test("a computer sits down and answers", async () => {
        const page = await open(await person({ viewport: PHONE }), hall.port, "/");
        await page.click("label:has-text('I am White')");
        await page.click("button[type=submit]");
        await page.waitForURL(/\/game#/);
        await page.waitForSelector("body[data-ready]");
        await shows(page, "#status", "Your move");
        await click(page, "e2e4");
        await moves(page, 2);
        await page.click("#resign");
        await page.click("dialog button[value=yes]");
        await page.click("#again");
        await page.waitForSelector("#new-game");
    });
}
