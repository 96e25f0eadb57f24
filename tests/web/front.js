/* SPDX-License-Identifier: MIT */
/* The front page and the addresses of the hall, in the browser. */
import {
    HOST,
    PHONE,
    arrange,
    click,
    isInSight,
    moves,
    open,
    person,
    says,
    shows,
    until,
} from "./browser.js";
import { check, same, test } from "./tap.js";

/** @param {import("./hall.js").Hall} hall */
export function frontTests(hall) {
    test("a tournament game against a computer begins by itself; its links are kept", async () => {
        const page = await open(await person({ locale: "it-IT" }), hall.port, "/");
        await page.click("label:has-text('io ho il Bianco')");
        await page.click("label:has-text('Torneo')");
        await page.click("button[type=submit]");
        await page.waitForURL(/\/game#/);
        await shows(page, "#status", "Tocca a te");
        same(await page.locator("#call").isVisible(), false, "nobody could be called");
        await page.goto(`http://${HOST}:${hall.port}/`);
        await page.waitForSelector("body[data-ready]");
        await shows(page, "#games", "Computer");
        await shows(page, "#games", "10 min + 5 s");
        await shows(page, "#mine-open", "tu: Bianco");
        await page.click("#mine-open summary");
        same(await page.locator("#mine .share").count(), 3, "no link for the computer's seat");
        await page.click("#mine-open button:has-text('Dimentica')");
        await page.click("dialog button[value=yes]");
        await page.waitForSelector("#mine", { state: "hidden" });
        await page.reload();
        await page.waitForSelector("body[data-ready]");
        same(await page.locator("#mine").isVisible(), false, "forgotten links stay so");
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
        for (const part of ["#rematch", "#again"])
            await until(() => isInSight(page, part), `${part} is in view`);
        await page.click("#rematch");
        await shows(page, "#role", "You play Black");
        await moves(page, 1);
        await page.click("#resign");
        await page.click("dialog button[value=yes]");
        await page.click("#again");
        await page.waitForSelector("#new-game");
    });

    test("names are asked for; who makes a game waits with the invitation before him", async () => {
        const context = await person({ viewport: { width: 360, height: 640 }, locale: "it-IT" });
        const page = await open(context, hall.port, "/");
        same(await page.isVisible("#edition"), false, "the edition is behind more");
        check(await isInSight(page, "button[type=submit]"), "the end of the form");
        await page.fill("[name=white]", "Anna");
        await page.fill("[name=black]", "Berto");
        await page.click("button[type=submit]");
        await page.waitForURL(/\/game#/);
        await page.waitForSelector("#invite .qr svg path");
        for (const part of [".qr", "> .code", "> input", "> .buttons button"])
            check(await isInSight(page, `#invite ${part}`), part);
        const code = await page.textContent("#invite > .code strong");
        const link = await page.inputValue("#invite > input");
        check(/\/game#/.test(link), link);
        await page.click("#invite > .buttons button:has-text('Copia')");
        await shows(page, "#invite", "Copiato");
        await page.click("#invite summary");
        same(await page.locator("#invite .share").count(), 2, "arbiter and spectators");
        /* the opponent comes by the code, and the board is free */
        const other = await open(await person(), hall.port, "/join");
        await other.fill("#code", code);
        await other.click("button[type=submit]");
        await other.waitForURL(/\/game#/);
        await page.waitForSelector("#invite", { state: "hidden" });
        await shows(page, "#status", "Tocca a te");
        same(await other.locator("#invite").isVisible(), false, "he has nobody to invite");
        await shows(other, "#strip-top .name", "Anna");
        await page.waitForFunction(
            () => JSON.parse(localStorage.getItem("arbitro.mine") ?? "[]")[0]?.phase === "playing",
        );
        /* a closed tab loses no seat */
        await page.close();
        const again = await open(context, hall.port, "/");
        await shows(again, "#mine-open .phase", "in corso");
        await again.click("#mine-open a:has-text('tu: Bianco')");
        await shows(again, "#status", "Tocca a te");
        await again.click("#resign");
        await again.click("dialog button[value=yes]");
        await shows(again, "#banner", "0-1");
        await again.goto(`http://${HOST}:${hall.port}/`);
        await again.waitForSelector("body[data-ready]");
        await again.click("#mine-over summary");
        await shows(again, "#mine-over .phase", "vince il Nero");
        await again.click("#mine-over button:has-text('Dimentica')");
        await again.waitForSelector("#mine", { state: "hidden" });
    });

    test("a game that was made here for others is spoken of as it stands", async () => {
        const page = await open(await person(), hall.port, "/");
        await arrange(page);
        await shows(page, "#made-title", /is ready/);
        const [white, black] = await page.$$eval(
            "#shares input",
            (/** @type {HTMLInputElement[]} */ fields) =>
                fields.map((field) => field.value.replace(/^.*#/, "")),
        );
        const seats = [await hall.sit(white), await hall.sit(black)];
        await shows(page, "#made-title", /is being played/);
        await hall.event(white, "resign");
        await page.waitForSelector("#made", { state: "hidden", timeout: 6000 });
        for (const stand of seats) stand();
    });

    test("a time is written as people write it, and said as it was understood", async () => {
        const page = await open(await person(), hall.port, "/");
        await page.click("label:has-text('Other')");
        same(await page.textContent("#category"), "", "no answer to what was not asked");
        for (const [typed, words] of [
            ["90+30", "That is: 90 min + 30 s. By this time it is a standard game."],
            ["5 min", "That is: 5 min. By this time it is a blitz game."],
            ["300+3", "That is: 5 min + 3 s. By this time it is a blitz game."],
        ]) {
            await page.fill("#time-other", typed);
            await shows(page, "#category", words);
        }
        await says(page, /5 min \+ 3 s/);
        await page.fill("#time-other", "soon");
        same(await page.textContent("#category"), "", "nothing was understood");
        await page.locator("#time-other").blur();
        await shows(page, "#field-problem", "Expected: a time such as 90+30");
        await page.fill("#time-other", "1h30 + 30 s");
        await page.click("button[type=submit]");
        await page.waitForURL(/\/game#/);
        await shows(page, "#terms", "90 min + 30 s");
    });

    test("what is wrong with a field is told until something else stands there", async () => {
        const page = await open(await person(), hall.port, "/");
        await page.click("#new-game summary");
        const field = await page.locator("[name=position]").boundingBox();
        const compose = await page.locator(".edit-position").boundingBox();
        same(Math.round(compose.x), Math.round(field.x), "composing stands below its field");
        await page.fill("[name=position]", "nothing");
        await page.click("button[type=submit]");
        await shows(page, "#field-problem", "cannot be used");
        await page.fill("[name=position]", "4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1");
        await page.waitForSelector("#field-problem", { state: "detached" });
        same(await page.getAttribute("[name=position]", "aria-invalid"), null);
        /* which is strange, and can be played */
        await page.press("[name=position]", "Tab");
        await shows(page, ".remark", "in check");
        await page.fill("[name=position]", "4k3/8/8/8/8/8/8/8 w - - 0 1");
        await page.click("button[type=submit]");
        await shows(page, "#field-problem", "king");
        same(await page.locator(".remark").count(), 0, "what cannot be is told otherwise");
    });

    test("Chess960 is named with its number, in the lists and at the board", async () => {
        const game = await hall.game({ start960: 356, names: { white: "Anna", black: "Carlo" } });
        const page = await open(await person(), hall.port, `/game#${game.tokens.white}`);
        await shows(page, "#variant", "Chess960 356");
        await shows(page, "#terms", "Chess960 356");
        await page.goto(`http://${HOST}:${hall.port}/`);
        await page.waitForSelector("body[data-ready]");
        await shows(page, "#games li:has-text('Carlo')", "Chess960 356");
        await shows(page, "#mine-open", "Chess960 356");
    });

    test("a picture of an address that only this machine knows comes with a warning", async () => {
        const page = await (await person({ locale: "it-IT" })).newPage();
        await page.goto(`http://127.0.0.1:${hall.port}/`);
        await page.waitForSelector("body[data-ready]");
        await page.click("button[type=submit]");
        await shows(page, "#invite .only-here", "arbitro serve --lan");
        await page.click("#invite summary");
        await page.click("#invite .share button:has-text('QR')");
        await shows(page, "dialog .only-here", "Solo questa macchina");
        const other = await open(await person(), hall.port, "/");
        await arrange(other);
        await other.locator("button:has-text('QR code')").first().click();
        await other.waitForSelector("dialog .qr svg path");
        same(await other.locator(".only-here").count(), 0, "others can open this one");
    });
}
