/* SPDX-License-Identifier: MIT */
/* Rapid and blitz, older editions, claims that the arbiter decides, and what nobody is told. */
import {
    PHONE,
    arrange,
    click,
    drag,
    moves,
    open,
    person,
    shows,
    square,
    type,
    until,
} from "./browser.js";
import { sitDown } from "./games.js";
import { check, same, test } from "./tap.js";

/** @typedef {import("./hall.js").Hall} Hall */

/** The options of a new game that can be chosen. @param {any} page @returns {Promise<string[]>} */
const visibleOptions = (page) =>
    page.$$eval("#options select", (/** @type {HTMLSelectElement[]} */ fields) =>
        fields.filter((one) => !one.disabled).map((one) => one.name.replace("option-", "")),
    );

/** What a page was ever told: everything that came over its lines. @param {any} page */
function listen(page) {
    /** @type {Promise<string>[]} */
    const told = [];
    page.on("response", (/** @type {any} */ response) => {
        if (/\/api\/(game|events|hall)/.test(response.url()))
            told.push(response.text().catch(() => ""));
    });
    return async () => (await Promise.all(told)).join("\n");
}

/** @param {Hall} hall */
export function lawTests(hall) {
    test("a rapid game: an illegal move stands, is claimed in time, and costs a minute", async () => {
        const game = await hall.game({ mode: "tournament", time: "900+10" });
        const [white, black] = await sitDown(hall, game, { viewport: PHONE }, { locale: "it-IT" });
        await hall.event(game.tokens.arbiter, "start");
        await shows(white, "#status", "Your move");
        await drag(white, "e2e5");
        await white.click("#press");
        await moves(black, 1);
        same(await square(black, "e5").getAttribute("data-piece"), "whiteP", "it stands");
        same(await black.locator("#log .entry").count(), 1, "nobody tells Black");
        await shows(black, "#status", "Tocca a te");
        await black.click("#act-illegal");
        await shows(black, "#notice .article", "A.5.2");
        await shows(black, "#notice", "Il Nero riceve 1 minuto");
        await shows(white, "#log .article", "7.5.5");
        await moves(white, 0);
        same(await square(white, "e2").getAttribute("data-piece"), "whiteP", "it is taken back");
        /* the second one is answered: then only both together can correct it */
        await drag(white, "d2d5");
        await white.click("#press");
        await black.waitForSelector("#strip-bottom.running");
        await click(black, "g8f6");
        await black.click("#press");
        await moves(white, 2);
        await black.click("#act-illegal");
        await shows(black, "#notice", "troppo tardi");
        await black.click("#more summary");
        await black.click("#act-correct");
        await shows(white, "#correct", "Your opponent would like to go back");
        await white.click("#correct-agree");
        await moves(black, 0);
        await shows(black, "#notice .article", "A.5.2");
    });

    test("among friends a move is taken back when the opponent agrees", async () => {
        const game = await hall.game({ mode: "casual", time: "600" });
        const [white, black] = await sitDown(hall, game, { viewport: PHONE }, { locale: "it-IT" });
        await shows(white, "#status", "Your move");
        await click(white, "e2e4");
        await moves(black, 1);
        await white.click("#more summary");
        await white.click("#act-takeback");
        await shows(white, "#plea", "who has to agree");
        await shows(black, "#plea", "vorrebbe riprendere");
        await black.click("#plea-deny");
        await black.waitForSelector("#plea", { state: "hidden" });
        await moves(white, 1);
        await white.click("#act-takeback");
        await black.click("#plea-allow");
        await moves(black, 0);
        await shows(white, "#status", "Your move");
    });

    test("a quickplay claim is decided at the desk", async () => {
        const game = await hall.game({
            mode: "tournament",
            time: "3600",
            options: { quickplay: "yes" },
            position: "4k3/8/4K3/8/8/8/8/R6r w - - 0 60",
            names: { white: "Club Q", black: "Club R", event: "" },
        });
        const [white] = await sitDown(hall, game, { viewport: PHONE });
        const desk = await open(await person({ locale: "it-IT" }), hall.port, `/desk#${hall.key}`);
        await hall.event(game.tokens.arbiter, "start");
        await shows(white, "#status", "Your move");
        same(await white.locator("#act-quickplay").isVisible(), false, "there is time enough");
        await hall.event(game.tokens.arbiter, "set-clock white 1:50");
        await white.click("#act-quickplay");
        await white.click("dialog input[value=cannot-win]");
        await white.click("dialog button[value=yes]");
        await shows(white, "#status", "The arbiter's decision is awaited");
        const row = desk.locator(".tile:has-text('Club Q')");
        await row.locator(".matter:has-text('Club Q richiede la patta')").waitFor();
        await row.locator("button:has-text('Differisci')").click();
        await shows(white, "#notice .article", "III.5.2");
        await shows(white, "#status", "Your move");
        await row.locator("[data-matter=deferred-white] button:has-text('Accogli')").click();
        await shows(white, "#banner", "1/2-1/2");
        await white.click("#more summary");
        await white.click("#act-sign");
        await white.click("dialog button[value=yes]");
        await shows(white, "#signed", "You have signed");
        await shows(white, "#notice .article", "8.7");
    });

    test("what a spectator tells only the arbiter reads", async () => {
        const game = await hall.game({
            mode: "tournament",
            time: "40/5400:1800",
            names: { white: "Club S", black: "Club T", event: "" },
        });
        const [white, black] = await sitDown(hall, game);
        const spectator = await open(
            await person({ viewport: PHONE, locale: "it-IT" }),
            hall.port,
            `/game#${game.tokens.spectator}`,
        );
        const arbiter = await open(await person(), hall.port, `/game#${game.tokens.arbiter}`);
        const desk = await open(await person(), hall.port, `/desk#${hall.key}`);
        const told = [white, black].map(listen);
        await hall.event(game.tokens.arbiter, "start");
        await spectator.click("#report summary");
        await spectator.fill("#report-text", 'he said "help" \\ and\nleft');
        await spectator.click("#report-form button");
        await shows(spectator, "#notice", "L'arbitro è stato informato");
        await shows(arbiter, "#report-list", 'he said "help" \\ and left');
        await shows(desk, ".tile.calls:has-text('Club S')", "A spectator tells: he said");
        await click(white, "e2e4");
        await white.click("#press");
        await shows(black, "#status", "Your move");
        for (const page of [white, black]) {
            const again = page.waitForResponse(/\/api\/game(\?|$)/);
            await page.reload();
            await (await again).finished();
        }
        await shows(white, "#status", "To move");
        await shows(black, "#status", "Your move");
        for (const words of told) {
            const all = await words();
            check(all.includes("Club S"), "the page was told something");
            check(
                !/help|(?<!leave-)report|counter|uncompleted/.test(all),
                "and nothing that it must not be",
            );
        }
        same(await spectator.locator("#log:has-text('help')").count(), 0);
        const late = await open(await person(), hall.port, `/desk#${hall.key}`);
        await shows(late, ".tile.calls:has-text('Club S')", "A spectator tells: he said");
        await desk.click(".tile.calls:has-text('Club S') button:has-text('Seen')");
        await desk.waitForSelector(".tile.calls:has-text('Club S')", { state: "detached" });
    });

    test("a new game by the Laws of 2001: its own numbers", async () => {
        const page = await open(await person({ viewport: PHONE, locale: "it-IT" }), hall.port, "/");
        await page.click("summary:has-text('edizione')");
        await page.selectOption("#edition", "fide-2001");
        await page.click("label:has-text('Torneo')");
        await page.click("label:has-text('Altro')");
        await page.fill("#time-other", "7200");
        await page.locator("#time-other").blur();
        await shows(page, "#category", "partita standard");
        same(await page.locator("#supervision").isVisible(), false, "no supervision to choose");
        await until(
            async () => (await visibleOptions(page)).includes("quickplay"),
            "a quickplay finish can be chosen",
        );
        const options = await visibleOptions(page);
        check(!options.includes("electronics"), "2001 says nothing about devices");
        await arrange(page);
        const key = await page
            .locator("#shares input")
            .first()
            .inputValue()
            .then((/** @type {string} */ link) => link.replace(/^.*#/, ""));
        const arbiterKey = (await page.locator("#shares input").nth(3).inputValue()).replace(
            /^.*#/,
            "",
        );
        const white = await open(await person(), hall.port, `/game#${key}`);
        await shows(white, "#terms", "2001");
        await hall.event(arbiterKey, "start");
        await shows(white, "#status", "Your move");
        await drag(white, "e2e5");
        await white.click("#press");
        await shows(white, "#notice .article", "7.4b");
        await white.locator("#notice .article:has-text('7.4b')").first().click();
        await shows(white, "dialog.explanation h3", "In this edition");
        await white.keyboard.press("Escape");
        await white.click("#more summary");
        await white.click("#act-ask");
        await white.fill("dialog [name=article]", "10.2");
        await white.click("dialog button[value=yes]");
        await shows(white, "dialog.explanation h2", "10.2");
        await white.keyboard.press("Escape");
        await white.click("#act-ask");
        await white.fill("dialog [name=article]", "3.6");
        await white.click("dialog button[value=yes]");
        await shows(white, "dialog.explanation figcaption", "Where the knight on e4 can go.");
        same(
            await white.locator("dialog.explanation [role=img]").getAttribute("aria-label"),
            "black king h8, white knight e4, white king a1. " +
                "It can go to: d2 f2 c3 g3 c5 g5 d6 f6.",
            "the picture in words",
        );
        same(await white.locator("dialog.explanation .square.target").count(), 8, "its squares");
        await white.keyboard.press("Escape");
        await white.click("#act-ask");
        await white.fill("dialog [name=article]", "99.9");
        await white.click("dialog button[value=yes]");
        await shows(white, "#notice", "no article with the number 99.9");
    });

    test("a new game by the college regulation: no clock unless one is wanted", async () => {
        const page = await open(await person(), hall.port, "/");
        await page.click("summary:has-text('edition')");
        await page.selectOption("#edition", "edisu-2024");
        await shows(page, "#category", "without a clock");
        same(await page.isChecked("[name=time][value=none]"), true, "no clock is proposed");
        check(!/clock|flag/.test(await page.textContent("#mode-text")), "no flags are spoken of");
        const options = await visibleOptions(page);
        for (const absent of ["completion", "flags", "freeze", "quickplay", "electronics"])
            check(!options.includes(absent), absent);
        await arrange(page);
        const links = await page.$$eval(
            "#shares input",
            (/** @type {HTMLInputElement[]} */ fields) =>
                fields.map((field) => field.value.replace(/^.*\/game#/, "")),
        );
        const white = await open(await person(), hall.port, `/game#${links[0]}`);
        const black = await open(await person(), hall.port, `/game#${links[1]}`);
        await shows(white, "#status", "Your move");
        await type(white, "f3");
        await type(black, "e5");
        await moves(white, 2);
        await type(white, "g4");
        await moves(black, 3);
        await type(black, "Qh4");
        await shows(white, "#banner", "0-1");
        await shows(white, "#banner .article", "11.1");
        await page.selectOption("#edition", "fide-2023");
        same(await page.isChecked("[name=time][value='600+5']"), true, "a clock is proposed again");
    });

    test("a short tournament game says what limited supervision is; a wrong time is told at its field", async () => {
        const page = await open(await person({ viewport: PHONE }), hall.port, "/");
        same(await page.locator("#supervision").isVisible(), false, "friends need none");
        await page.click("label:has-text('Tournament')");
        await shows(page, "#supervision", "Short tournament games are played so");
        await page.click("label:has-text('3 min + 2 s')");
        await shows(page, "#category", "blitz");
        await page.click("label:has-text('Full: an arbiter')");
        await page.click("label:has-text('90 min + 30 s')");
        await shows(page, "#category", "standard");
        await page.waitForSelector("#supervision", { state: "hidden" });
        await page.click("label:has-text('Other')");
        await page.fill("#time-other", "3x");
        await page.locator("#time-other").blur();
        await shows(page, "#field-problem", "Expected");
        same(await page.getAttribute("#time-other", "aria-describedby"), "field-problem");
        await page.fill("#time-other", "180");
        await page.locator("#time-other").blur();
        await page.waitForSelector("#field-problem", { state: "detached" });
    });

    test("leaving, conduct and penalties: asked, allowed, recorded, imposed", async () => {
        const game = await hall.game({ mode: "tournament", time: "5400+30" });
        const [white, black] = await sitDown(hall, game, { viewport: PHONE });
        const arbiter = await open(await person(), hall.port, `/game#${game.tokens.arbiter}`);
        await hall.event(game.tokens.arbiter, "start");
        await shows(white, "#status", "Your move");
        await white.focus("#more summary");
        await white.keyboard.press("Enter");
        await white.focus("#act-leave");
        await white.keyboard.press("Enter");
        await white.click("dialog button[value=yes]");
        await shows(white, "#notice .article", "11.2.3.2");
        await arbiter.click("[data-matter=leave-white] button:has-text('Allow')");
        await shows(black, "#strip-top .left", "has left the board");
        await white.click("#act-return");
        await black.waitForSelector("#strip-top .left", { state: "hidden" });
        await arbiter.click("#arbiter summary");
        await arbiter.selectOption("[name=verb]", "infringement");
        await arbiter.selectOption("#arbiter-fields [name=colours]", "both");
        await arbiter.selectOption("#arbiter-fields [name=article]", "11.5");
        await arbiter.click("#arbiter-form button[type=submit]");
        await shows(white, "#notice .article", "11.5");
        await arbiter.selectOption("[name=verb]", "penalty");
        await arbiter.selectOption("#arbiter-fields [name=penalty]", "opponent-time");
        await arbiter.fill("#arbiter-fields [name=amount]", "60");
        await arbiter.click("#arbiter-form button[type=submit]");
        await shows(black, "#notice .article", "12.9.2");
        await white.click("#act-appeal");
        await white.fill("dialog [name=text]", 'it was "not" me');
        await white.click("dialog button[value=yes]");
        await shows(white, "#notice .article", "11.10");
        await arbiter.selectOption("[name=verb]", "device");
        await arbiter.selectOption("#arbiter-fields [name=colour]", "black");
        await shows(arbiter, "#arbiter-preview", "11.3.2.2");
        await arbiter.click("#arbiter-form button[type=submit]");
        await shows(white, "#banner .article", "11.3.2.2");
    });
}
