/* SPDX-License-Identifier: MIT */
/* How a game's page lies in the hand: nothing moves, everything fits, words are answered. */
import {
    PHONE,
    click,
    drag,
    isInSight,
    moves,
    open,
    person,
    says,
    shows,
    square,
    type,
    until,
} from "./browser.js";
import { playAll, sitDown } from "./games.js";
import { check, same, test } from "./tap.js";

/** Where an element lies in the window. @param {any} page @param {string} selector */
const boxOf = async (page, selector) => page.locator(selector).boundingBox();

/** @param {import("./hall.js").Hall} hall */
export function handlingTests(hall) {
    test("a ruling on a phone moves no button and hides no clock", async () => {
        const game = await hall.game({ mode: "tournament", time: "900+10" });
        const phone = { viewport: PHONE, hasTouch: true };
        const pages = await sitDown(hall, game, phone, { ...phone, locale: "it-IT" });
        const [white, black] = pages;
        await hall.event(game.tokens.arbiter, "start");
        await shows(white, "#status", "Your move");
        const before = await Promise.all(pages.map((page) => boxOf(page, "#press")));
        await drag(white, "e2e5");
        await white.click("#press");
        await black.waitForSelector("#strip-bottom.running");
        await black.click("#act-illegal");
        for (const [i, page] of pages.entries()) {
            await page.waitForSelector("#notice .article");
            same(await boxOf(page, "#press"), before[i], "the clock stays where it was");
            for (const part of ["#strip-top .clock", "#strip-bottom .clock", "#press"])
                check(await isInSight(page, part), `${part} is in sight`);
        }
        await white.click("#notice .notice-close");
        await white.waitForSelector("#notice", { state: "hidden" });
    });

    test("the whole board and both clocks fit into a low window", async () => {
        const game = await hall.game();
        for (const [width, height] of [
            [740, 360],
            [800, 600],
            [600, 740],
            [1280, 640],
        ]) {
            const page = await open(
                await person({ viewport: { width, height } }),
                hall.port,
                `/game#${game.tokens.white}`,
            );
            for (const part of ["#board", "#strip-top .clock", "#strip-bottom .clock"]) {
                const box = await boxOf(page, part);
                check(
                    box.y >= 0 && box.y + box.height <= height && box.x + box.width <= width,
                    `${part} at ${width}x${height}: ${JSON.stringify(box)}`,
                );
            }
            const board = await boxOf(page, "#board");
            check(board.width >= 256, `${width}x${height}: a board of ${board.width}`);
        }
    });

    test("the command field confirms, and says what it does not understand", async () => {
        const game = await hall.game({ mode: "tournament", time: "5400+30" });
        const [white, black] = await sitDown(hall, game, {}, { locale: "it-IT" });
        const arbiter = await open(await person(), hall.port, `/game#${game.tokens.arbiter}`);
        await hall.event(game.tokens.arbiter, "start");
        await shows(white, "#status", "Your move");
        await type(white, "hello");
        await shows(white, "#notice", "I do not understand “hello”; type “help”.");
        await type(white, "e4");
        await type(white, "draw");
        await says(white, /Your offer of a draw stands/);
        await type(white, "press");
        await says(white, /You have pressed the clock/);
        await shows(black, "#offer", "L'avversario offre patta");
        await type(black, "no");
        await black.waitForSelector("#offer", { state: "hidden" });
        await type(black, "ciao");
        await shows(black, "#notice", "Non capisco «ciao»; scrivi «aiuto».");
        await type(black, "e5");
        await type(black, "premi");
        await moves(white, 2);
        await says(black, /Hai premuto l'orologio/);
        await type(black, "abbandona");
        await black.waitForSelector("dialog[open]");
        await black.keyboard.press("Escape");
        await type(arbiter, "help");
        await shows(arbiter, "#notice", /Type an event: write, rewrite, stop, .*set-clock/);
        await type(arbiter, "frobnicate");
        await shows(arbiter, "#notice .notice-text", /^[A-Z][^.]*\. Expected: /);
        const { log } = await hall.ask("/api/game", { key: game.tokens.arbiter });
        same(
            log.filter((/** @type {any} */ { refused }) => refused),
            [],
            "refused",
        );
    });

    test("what was refused stays to be read when something else happens", async () => {
        const game = await hall.game({ mode: "tournament", time: "5400+30" });
        const [, black] = await sitDown(hall, game);
        await hall.event(game.tokens.arbiter, "start");
        await shows(black, "#status", "To move");
        await type(black, "e5");
        await shows(black, "#notice", "Black does not have the move");
        await hall.event(game.tokens.arbiter, "infringement white 11.5");
        await shows(black, "#notice .article", "11.5");
        await shows(black, "#notice", "Black does not have the move");
        await says(black, /Refused\. Black does not have the move/);
        await says(black, /White/);
    });

    test("a draw is accepted and a game resigned after a question, where that is wished; a refusal passes", async () => {
        const game = await hall.game({ mode: "tournament", time: "5400+30" });
        const [white, black] = await sitDown(hall, game);
        await hall.event(game.tokens.arbiter, "start");
        for (const [side, event] of [
            ["white", "play e2e4"],
            ["black", "play e7e5"],
            ["white", "move g1f3"],
            ["white", "offer"],
            ["white", "press"],
        ])
            await hall.event(game.tokens[side], event);
        await black.click("#accept");
        await shows(black, "dialog", "The game ends at once");
        await black.click("dialog button[value=no]");
        await shows(black, "#offer", "offers a draw");
        await type(black, "accept");
        await black.waitForSelector("dialog[open]");
        await black.keyboard.press("Escape");
        await white.click("#settings");
        same(await white.inputValue("dialog [name=confirm]"), "usual");
        await white.selectOption("dialog [name=confirm]", "never");
        await white.click("dialog button[value=yes]");
        await white.click("#resign");
        await shows(white, "#banner", "0-1");
        const casual = await hall.game();
        const [first, second] = await sitDown(hall, casual);
        /* a refusal's box ends with the refusal */
        await type(second, "e5");
        await shows(second, "#notice", "Black does not have the move");
        await playAll([first, second], ["e2e4", "e7e5", "g1f3"]);
        await second.waitForSelector("#notice", { state: "hidden", timeout: 2000 });
        await first.click("#offer-draw");
        await second.click("#accept");
        await shows(second, "#banner", "1/2-1/2");
    });

    test("the space bar presses the clock after a move by mouse; with Ctrl from everywhere", async () => {
        const game = await hall.game({ mode: "tournament", time: "5400+30" });
        const [white, black] = await sitDown(hall, game);
        await hall.event(game.tokens.arbiter, "start");
        await shows(white, "#status", "Your move");
        /* Escape lets a piece go that the mouse carries */
        const [from, to] = [
            await boxOf(white, "[data-square=e2]"),
            await boxOf(white, "[data-square=e4]"),
        ];
        await white.mouse.move(from.x + 20, from.y + 20);
        await white.mouse.down();
        await white.mouse.move(to.x + 20, to.y + 20, { steps: 4 });
        await white.waitForSelector(".ghost");
        await white.keyboard.press("Escape");
        await white.mouse.up();
        same(await white.locator(".ghost, .square.held").count(), 0, "let go");
        same(await white.locator("#moves .move").count(), 0, "no move");
        await click(white, "e2e4");
        await moves(black, 1);
        await white.keyboard.press("Space");
        await black.waitForSelector("#strip-bottom.running");
        await drag(black, "e7e5");
        await moves(white, 2);
        await black.keyboard.press("Space");
        await white.waitForSelector("#strip-bottom.running");
        /* in the command field it is a blank, and on a square that the keyboard reached a hand */
        await white.focus("[data-square=g1]");
        await white.keyboard.press("Space");
        await shows(white, "[data-square=g1].held", "");
        await white.focus("[data-square=f3]");
        await white.keyboard.press("Space");
        await moves(black, 3);
        same(await white.isVisible("#strip-bottom.running"), true, "a hand, not the clock");
        await white.focus("#command-text");
        await white.keyboard.type("a b");
        same(await white.inputValue("#command-text"), "a b");
        await white.keyboard.press("Control+Space");
        await black.waitForSelector("#strip-bottom.running");
    });

    test("a piece that was put where it cannot go is put back by dragging it back", async () => {
        const game = await hall.game({ mode: "tournament", time: "5400+30" });
        const [white, black] = await sitDown(hall, game);
        await hall.event(game.tokens.arbiter, "start");
        await shows(white, "#status", "Your move");
        const on = async (/** @type {any} */ page, /** @type {string} */ where) =>
            square(page, where).getAttribute("data-piece");
        await drag(white, "e2e5");
        await until(async () => (await on(black, "e5")) === "whiteP", "it stands");
        await says(black, /White: e5/);
        check(!/touches/.test(await white.textContent("#live")), "nobody is told what he touches");
        await drag(white, "e5e2");
        await until(async () => (await on(black, "e2")) === "whiteP", "it is back");
        for (const page of [white, black]) await says(page, /No longer on the board: White: e5/);
        same(await on(black, "e5"), "", "and not there");
        await shows(white, "#status", "Your move");
        await drag(white, "e2e4");
        await until(async () => (await on(black, "e4")) === "whiteP", "and moves");
        /* a legal move that was made stays (4.7) */
        await drag(white, "e4e2");
        await shows(white, "#notice .article", "4.7");
        same(await on(white, "e4"), "whiteP");
        const { log } = await hall.ask("/api/game", { key: game.tokens.arbiter });
        same(
            log.map((/** @type {any} */ { event }) => event),
            ["start", "touch e2", "move e2e5", "lift e5", "release e2", "move e2e4", "lift e4"],
        );
    });

    test("a king in check is as large as the others, the connection speaks Italian, a turned board stays so", async () => {
        const game = await hall.game({ position: "4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1" });
        const page = await open(await person(), hall.port, `/game#${game.tokens.white}`);
        await shows(page, ".square.attacked", "");
        const size = async (/** @type {string} */ where) =>
            Math.round((await boxOf(page, `[data-square=${where}] .piece`)).height);
        same(await size("e8"), await size("e1"));
        await shows(page, "#connection", "connected");
        await page.click("#language");
        await shows(page, "#connection", "connesso");
        await page.click("#turn-board");
        await page.reload();
        await page.waitForSelector("body[data-ready]");
        same(await page.getAttribute("#strip-bottom", "data-side"), "black");
    });
}
