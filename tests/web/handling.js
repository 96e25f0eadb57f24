/* SPDX-License-Identifier: MIT */
/* How a game's page lies in the hand: nothing moves, everything fits, words are answered. */
import { PHONE, drag, moves, open, person, shows, type, until } from "./browser.js";
import { sitDown } from "./games.js";
import { check, same, test } from "./tap.js";

/** Where an element lies in the window. @param {any} page @param {string} selector */
const boxOf = async (page, selector) => page.locator(selector).boundingBox();

/** Waits until the live region says this. @param {any} page @param {RegExp} words */
const says = (page, words) =>
    until(async () => words.test(await page.textContent("#live")), `it says ${words}`);

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
            const notice = await boxOf(page, "#notice"),
                strip = await boxOf(page, "#strip-top");
            check(notice.y + notice.height <= strip.y + 1, "the opponent's clock is in sight");
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
        await shows(arbiter, "#notice", /Type an event: write, stop, .*set-clock/);
        await type(arbiter, "frobnicate");
        await shows(arbiter, "#notice", /^[A-Z][^.]*\. Expected: /);
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
}
