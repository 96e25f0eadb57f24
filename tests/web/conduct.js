/* SPDX-License-Identifier: MIT */
/*
 * What the pages show of Articles 11 and 12, of a claim without an arbiter, of lots, and of the game
 * that follows an annulled one: on a small screen, in both languages, with the keyboard.
 */
import { moves, open, person, shows, type, until } from "./browser.js";
import { sitDown } from "./games.js";
import { check, same, test } from "./tap.js";

/** @typedef {import("./hall.js").Hall} Hall */

const SMALL = { width: 360, height: 640 };

/** Nothing on the page is wider than the screen. @param {any} page */
async function fits(page) {
    const [wide, room] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
    ]);
    check(wide <= room, `${wide} wide on a screen of ${room}`);
}

/** Goes to an element by its own focus and presses Enter. @param {any} page @param {string} selector */
async function enter(page, selector) {
    await page.focus(selector);
    await page.keyboard.press("Enter");
}

/** @param {Hall} hall */
export function conductTests(hall) {
    test("an expelled player's seat is closed, and he may appeal; the desk decides", async () => {
        const game = await hall.game({
            mode: "tournament",
            time: "5400+30",
            names: { white: "Club X", black: "Club Y", event: "" },
        });
        const [white, black] = await sitDown(
            hall,
            game,
            { viewport: SMALL, locale: "it-IT" },
            { viewport: SMALL },
        );
        const desk = await open(
            await person({ viewport: SMALL, locale: "it-IT" }),
            hall.port,
            `/desk#${hall.key}`,
        );
        await hall.event(game.tokens.arbiter, "start");
        await shows(white, "#status", "Tocca a te");
        await hall.event(game.tokens.arbiter, "penalty white exclude 2");
        await hall.event(game.tokens.arbiter, "penalty white expel");
        await shows(white, "#expelled", "il tuo posto è chiuso");
        await shows(black, "#strip-top .penalty", "excluded, rounds: 2, expelled");
        same(await white.locator("#resign").isVisible(), false, "nothing to press");
        await fits(white);
        await enter(white, "#more summary");
        await enter(white, "#act-appeal");
        await white.keyboard.type("non ho fatto nulla");
        await enter(white, "dialog button[value=yes]");
        await shows(white, "#notice .article", "11.10");
        const row = desk.locator(".tile:has-text('Club X')");
        await row.locator(".penalties:has-text('espulsione')").waitFor();
        await fits(desk);
        await row.locator("[data-matter=appeal-white] button:has-text('Respingi')").click();
        await shows(white, "#notice", "è respinto");
        await row.locator("[data-matter=appeal-white]").waitFor({ state: "detached" });
    });

    test("spectators are sent out, and come back", async () => {
        const game = await hall.game({ mode: "tournament", time: "5400+30" });
        const spectator = await open(
            await person({ viewport: SMALL, locale: "it-IT" }),
            hall.port,
            `/game#${game.tokens.spectator}`,
        );
        const arbiter = await open(
            await person({ viewport: SMALL }),
            hall.port,
            `/game#${game.tokens.arbiter}`,
        );
        await spectator.locator("#report").waitFor({ state: "visible" });
        await arbiter.click("#arbiter summary");
        await arbiter.selectOption("[name=verb]", "send-out");
        await arbiter.fill("#arbiter-fields [name=text]", "they talk");
        await arbiter.click("#arbiter-form button[type=submit]");
        await shows(spectator, "#sent-out", "ha espulso gli spettatori");
        same(await spectator.locator("#report").isVisible(), false, "nobody listens");
        await fits(spectator);
        await arbiter.selectOption("[name=verb]", "admit");
        await arbiter.click("#arbiter-form button[type=submit]");
        await spectator.locator("#sent-out").waitFor({ state: "hidden" });
        await spectator.locator("#report").waitFor({ state: "visible" });
    });

    test("an assistant of the arbiter has a link of his own, watches, and decides nothing", async () => {
        const game = await hall.game({ mode: "tournament", time: "5400+30" });
        const arbiter = await open(
            await person({ viewport: SMALL }),
            hall.port,
            `/game#${game.tokens.arbiter}`,
        );
        await hall.event(game.tokens.arbiter, "start");
        await arbiter.click("#arbiter summary");
        await arbiter.selectOption("[name=verb]", "appoint-assistant");
        await arbiter.fill("#arbiter-fields [name=text]", "Board judge");
        await arbiter.click("#arbiter-form button[type=submit]");
        const link = await arbiter.locator("dialog input").inputValue();
        await fits(arbiter);
        await arbiter.keyboard.press("Escape");
        await shows(arbiter, "#assistants", "Link for Board judge");
        await enter(arbiter, "#assistant-list button");
        same(await arbiter.locator("dialog input").inputValue(), link, "the same link again");
        await arbiter.keyboard.press("Escape");
        const assistant = await open(
            await person({ viewport: SMALL, locale: "it-IT" }),
            hall.port,
            link.replace(/^.*\/game/, "/game"),
        );
        await shows(assistant, "#role", "Assisti l'arbitro");
        same(await assistant.locator("#quick-resume").isVisible(), false, "not his to say");
        await assistant.click("#arbiter summary");
        const verbs = await assistant.$$eval(
            "#arbiter-verb option",
            (/** @type {HTMLOptionElement[]} */ all) => all.map(({ value }) => value),
        );
        check(verbs.includes("flag") && verbs.includes("write"), verbs.join());
        for (const verb of ["award", "penalty", "revoke", "set-clock", "start"])
            check(!verbs.includes(verb), verb);
        await fits(assistant);
        await assistant.click("#quick-stop");
        await shows(arbiter, "#status", "The clocks are stopped");
        await type(assistant, "award 1-0");
        await shows(assistant, "#notice .article", "12.4");
    });

    test("the desk hears when supervision is not what the regulations claim", async () => {
        const desk = await open(
            await person({ viewport: SMALL, locale: "it-IT" }),
            hall.port,
            `/desk#${hall.key}`,
        );
        same(await desk.locator("#supervision").isVisible(), false, "all is well");
        const games = [];
        for (let i = 0; i < 2; i++) {
            const game = await hall.game({
                mode: "tournament",
                time: "180+2",
                options: { supervision: "full" },
            });
            await hall.event(game.tokens.arbiter, "start");
            games.push(game);
        }
        const white = await open(await person(), hall.port, `/game#${games[0].tokens.white}`);
        await shows(desk, "#supervision", "Servono 2 arbitri");
        await fits(desk);
        for (const game of games) await hall.event(game.tokens.arbiter, "award 1-0");
        await white.close();
        await desk.locator("#supervision").waitFor({ state: "hidden" });
    });

    test("a claim without an arbiter: the position is written down and verified", async () => {
        const game = await hall.game({
            mode: "tournament",
            time: "3600",
            options: { quickplay: "yes", arbiter: "absent" },
            position: "4k3/8/4K3/8/8/8/8/R6r w - - 0 60",
        });
        const [white, black] = await sitDown(
            hall,
            game,
            { viewport: SMALL },
            { viewport: SMALL, locale: "it-IT" },
        );
        await hall.event(game.tokens.arbiter, "start");
        await hall.event(game.tokens.arbiter, "set-clock white 1:50");
        await white.click("#act-quickplay");
        await white.click("dialog input[value=no-effort]");
        await white.click("dialog button[value=yes]");
        await shows(white, "#notice .article", "III.6.1.2");
        same(await black.locator("#act-confirm").isVisible(), false, "nothing is written yet");
        await enter(white, "#act-write");
        await shows(black, "#act-confirm", "La posizione finale è esatta");
        await fits(black);
        await black.click("#act-contest");
        await black.fill("dialog [name=text]", "il re era in d8");
        await black.click("dialog button[value=yes]");
        await shows(white, "#notice", "is not right");
        await enter(white, "#act-write");
        await enter(black, "#act-confirm");
        await enter(black, "#act-confirm-sheet");
        await shows(white, "#log", "has verified the scoresheet");
        await fits(white);
    });

    test("an annulled game is played again, and each link leads to its own", async () => {
        const game = await hall.game({
            mode: "tournament",
            edition: "edisu-2024",
            time: "none",
            names: { white: "Club V", black: "Club W", event: "" },
        });
        const [white] = await sitDown(hall, game, { viewport: SMALL, locale: "it-IT" });
        const arbiter = await open(
            await person({ viewport: SMALL }),
            hall.port,
            `/game#${game.tokens.arbiter}`,
        );
        await type(white, "e4");
        await moves(arbiter, 1);
        await hall.event(game.tokens.arbiter, "found wrong-setup d8 e8");
        await shows(arbiter, "#banner", "a new one is to be played");
        await shows(white, "#banner", "si gioca una nuova partita");
        same(await white.locator("#banner button.primary").count(), 0, "the arbiter opens it");
        await enter(arbiter, "#banner button.primary");
        await shows(white, "#banner a", "Alla nuova partita");
        await fits(white);
        await enter(white, "#banner a.primary");
        await white.waitForSelector("body[data-ready]");
        await shows(white, "#terms", `al posto della partita ${game.game}`);
        await moves(white, 0);
        await type(white, "d4");
        await moves(white, 1);
    });

    test("colours and the start of Chess960 are drawn by lot on the front page", async () => {
        const page = await open(await person({ viewport: SMALL, locale: "it-IT" }), hall.port, "/");
        await page.click("label:has([name=seat][value=''])");
        await page.click("summary:has-text('edizione')");
        same(await page.locator("#fifty-field").isVisible(), false, "not in this edition");
        await page.fill("[name=white]", "Club M");
        await page.fill("[name=black]", "Club N");
        await page.selectOption("[name=option-colours]", "lot");
        await page.selectOption("[name=option-variant]", "chess960");
        await page.click("button[type=submit]");
        await shows(
            page,
            "#made-drawn",
            /I colori sono stati sorteggiati \(numero \d+\): Club [MN]/,
        );
        await shows(page, "#made-drawn", /Posizione di partenza \d+/);
        await fits(page);
        await page.selectOption("#edition", "edisu-2024");
        await until(() => page.locator("#fifty-field").isVisible(), "the raised number");
        await page.fill("[name=option-fifty]", "75 KRB");
        await page.click("button[type=submit]");
        await shows(page, "#field-problem", "");
        await page.fill("[name=option-fifty]", "75 KRB-KR");
        await page.selectOption("[name=option-draws]", "automatic");
        await page.click("button[type=submit]");
        await page.waitForSelector("#field-problem", { state: "detached" });
    });
}
