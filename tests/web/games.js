/* SPDX-License-Identifier: MIT */
/* Whole games in browsers, as people play them. */
import fs from "node:fs";
import {
    DESK,
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
import { check, same, test } from "./tap.js";

/** @typedef {import("./hall.js").Hall} Hall */

/**
 * Both players' pages.
 * @param {Hall} hall
 * @param {any} game
 * @param {object} [white]
 * @param {object} [black]
 */
export async function sitDown(hall, game, white = {}, black = {}) {
    const pages = await Promise.all(
        [
            [white, "white"],
            [black, "black"],
        ].map(async ([how, side]) =>
            open(
                await person(/** @type {object} */ (how)),
                hall.port,
                `/game#${game.tokens[/** @type {string} */ (side)]}`,
            ),
        ),
    );
    /* A casual game begins when both are there. */
    if (game.casual)
        await Promise.all(pages.map((page) => page.waitForSelector("body[data-phase=playing]")));
    return pages;
}

/**
 * Plays moves in turn by clicks.
 * @param {any[]} pages
 * @param {string[]} list
 * @param {number} [before]
 */
export async function playAll(pages, list, before = 0) {
    for (const [i, move] of list.entries()) {
        const [mover, other] = (before + i) % 2 === 0 ? pages : [pages[1], pages[0]];
        await click(mover, move);
        await moves(other, before + i + 1);
        await moves(mover, before + i + 1);
    }
}

/**
 * The shown clocks against the server's at the same moment.
 * @param {any} page
 * @param {string} key
 */
async function clockError(page, key) {
    return page.evaluate(async (/** @type {string} */ token) => {
        const trips = [];
        for (let i = 0; i < 5; i++) {
            const sent = performance.now();
            const { now } = await (await fetch("/api/ping", { cache: "no-store" })).json();
            trips.push({
                trip: performance.now() - sent,
                offset: now - (sent + performance.now()) / 2,
            });
        }
        const { offset } = trips.sort((a, b) => a.trip - b.trip)[0];
        const { state } = await (
            await fetch("/api/game", {
                headers: { Authorization: `Bearer ${token}` },
                cache: "no-store",
            })
        ).json();
        const side = state.clock.running;
        await new Promise((later) => setTimeout(later, 700));
        const shown = Number(
            /** @type {HTMLElement} */ (document.querySelector(`[data-side=${side}] .digits`))
                .dataset.ms,
        );
        return shown - (state.clock[side] - (performance.now() + offset - state.clock.at));
    }, key);
}

/** @param {Hall} hall */
export function gameTests(hall) {
    test("a whole game: made on the front page, played on phone and desktop in two languages, watched", async () => {
        const host = await open(await person(), hall.port, "/");
        await arrange(host);
        const links = await host.$$eval(
            "#shares input",
            (/** @type {HTMLInputElement[]} */ fields) =>
                fields.map((field) => field.value.replace(/^.*\/game#/, "")),
        );
        const [whiteKey, blackKey, spectatorKey, arbiterKey] = links;
        const white = await open(
            await person({ viewport: PHONE, locale: "it-IT", hasTouch: true }),
            hall.port,
            `/game#${whiteKey}`,
        );
        await shows(white, "#status", "La partita comincia quando");
        const black = await open(await person({ viewport: DESK }), hall.port, `/game#${blackKey}`);
        const spectator = await open(
            await person({ viewport: PHONE }),
            hall.port,
            `/game#${spectatorKey}`,
        );
        const arbiter = await open(
            await person({ locale: "it-IT" }),
            hall.port,
            `/game#${arbiterKey}`,
        );
        await shows(white, "#status", "Tocca a te");
        await square(white, "e2").tap();
        await square(white, "e4").tap();
        await moves(black, 1);
        await drag(black, "e7e5");
        await moves(white, 2);
        await type(white, "Ac4");
        await moves(black, 3);
        check(
            Math.abs(await clockError(white, whiteKey)) <= 100,
            "White's page shows the server's time",
        );
        check(
            Math.abs(await clockError(spectator, spectatorKey)) <= 100,
            "the spectator's page shows the server's time",
        );
        await type(black, "Nc6");
        await moves(white, 4);
        await square(white, "d1").click();
        await square(white, "h5").click();
        await moves(black, 5);
        await click(black, "g8f6");
        await moves(white, 6);
        await type(white, "h5f7");
        for (const [page, text] of [
            [white, "Vince Bianco"],
            [black, "White wins"],
            [spectator, "White wins"],
            [arbiter, "Vince Bianco"],
        ])
            await shows(page, "#banner", text);
        await shows(white, "#moves", "Dxf7#");
        await shows(spectator, "#moves", "Qxf7#");
        same(
            await spectator.locator("#player").isVisible(),
            false,
            "a spectator has no buttons of a player",
        );
        await spectator.click("#moves .move:has-text('e5')");
        same(await square(spectator, "e5").getAttribute("data-piece"), "blackP", "looking back");
        same(await square(spectator, "c4").getAttribute("data-piece"), "", "looking back");
        await spectator.click("#present");
        same(await square(spectator, "f7").getAttribute("data-piece"), "whiteQ", "the present");
        const [download] = await Promise.all([
            spectator.waitForEvent("download"),
            spectator.click("#get-pgn"),
        ]);
        check(
            /Qxf7#/.test(fs.readFileSync(await download.path(), "utf8")),
            "the PGN has the moves",
        );
        await shows(host, "#games", "White wins");
    });

    test("a draw by agreement", async () => {
        const game = await hall.game();
        const [white, black] = await sitDown(hall, game, { viewport: PHONE }, { locale: "it-IT" });
        await playAll([white, black], ["d2d4", "d7d5"]);
        await white.click("#offer-draw");
        await shows(black, "#offer", "L'avversario offre patta");
        await black.click("#decline");
        await white.waitForSelector("#offer", { state: "hidden" });
        await click(white, "c2c4");
        await moves(black, 3);
        await type(black, "patta");
        await shows(white, "#offer", "Your opponent offers a draw");
        await white.click("#accept");
        await shows(black, "#banner", "1/2-1/2");
        await shows(white, "#banner .article", "5.2.3");
    });

    test("a draw by claim, with a written move", async () => {
        const game = await hall.game();
        const [white, black] = await sitDown(hall, game, {}, { locale: "it-IT" });
        await playAll([white, black], ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"]);
        await black.click("#claim");
        await black.fill("dialog [name=move]", "Cg8");
        await black.click("dialog button[value=yes]");
        await shows(white, "#banner", "1/2-1/2");
        await shows(black, "#banner .article", "9.2");
    });

    test("a draw by stalemate", async () => {
        const game = await hall.game({ position: "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1" });
        const [white, black] = await sitDown(hall, game, { viewport: PHONE });
        await drag(white, "f1f7");
        await shows(black, "#banner .article", "5.2.1");
        await shows(white, "#banner", "1/2-1/2");
    });

    test("promotion asks for the piece", async () => {
        const game = await hall.game({ position: "8/P6k/8/8/8/8/8/K7 w - - 0 60" });
        const [white, black] = await sitDown(hall, game, { viewport: PHONE, locale: "it-IT" });
        await click(white, "a7a8");
        same(await white.locator("dialog .promotion-piece").count(), 4);
        await white.click("dialog button[value=N]");
        await moves(black, 1);
        same(await square(black, "a8").getAttribute("data-piece"), "whiteN");
        await shows(white, "#banner", "1/2-1/2");
    });

    test("a flag falls: by itself in a casual game, when it is claimed in a tournament", async () => {
        /* they do not wait until it has begun: it may be over by then */
        const casual = await hall.game({ time: "2" });
        const [white] = await sitDown(hall, { ...casual, casual: false });
        await shows(white, "#banner .article", "6.9");
        const game = await hall.game({ time: "2", mode: "tournament" });
        const [first, second] = await sitDown(hall, game);
        await hall.event(game.tokens.arbiter, "start");
        await second.waitForSelector("#claim-flag:visible");
        await shows(second, "#strip-top .flag", "flag fallen");
        await second.click("#claim-flag");
        await shows(first, "#banner", "0-1");
    });

    test("an illegal move stands, is completed and penalised; the arbiter sees it all", async () => {
        const game = await hall.game({ mode: "tournament", time: "5400+30" });
        const [white, black] = await sitDown(hall, game, { viewport: PHONE }, { locale: "it-IT" });
        const arbiter = await open(await person(), hall.port, `/game#${game.tokens.arbiter}`);
        await shows(white, "#status", "The arbiter has not started");
        await arbiter.click("#quick-start");
        await shows(white, "#status", "Your move");
        await drag(white, "e2e5");
        await until(
            async () => (await square(black, "e5").getAttribute("data-piece")) === "whiteP",
            "Black sees it stand",
        );
        /* Nobody but the arbiter is told that it is no move. */
        await shows(white, "#status", "To move: Club B");
        await shows(black, "#status", "Tocca a te");
        await moves(black, 1);
        await shows(arbiter, "#status", "To move: Club A");
        for (const seat of ["white", "black", "spectator"]) {
            const { state, moves: made } = await hall.ask("/api/game", { key: game.tokens[seat] });
            same(
                [state.turn, state.standing, state.plies, made.length, state.touched],
                ["black", null, 1, 1, []],
                seat,
            );
        }
        await white.click("#more summary");
        await white.click("#act-replace");
        await drag(white, "e5e6");
        await until(
            async () => (await square(black, "e6").getAttribute("data-piece")) === "whiteP",
            "it is put otherwise",
        );
        await white.click("#more summary");
        await white.click("#press");
        await shows(white, "#notice .article", "7.5");
        await shows(black, "#log", "Il Nero riceve 2 minuti");
        await shows(arbiter, "#log", /e2.?e5/);
        await shows(white, "#strip-bottom .illegal", "1");
        same(
            await square(white, "e2").getAttribute("data-piece"),
            "whiteP",
            "the position is back",
        );
        await black.waitForFunction(
            () =>
                Number(
                    /** @type {HTMLElement} */ (document.querySelector("[data-side=black] .digits"))
                        .dataset.ms,
                ) > 5500000,
        );
        await white.locator("#notice .article").first().click();
        await shows(white, "dialog.explanation", "What it says");
        await white.keyboard.press("Escape");
        await click(white, "e2e4");
        await shows(arbiter, "#strip-bottom .made", "not pressed");
        same(
            await white.locator(".made:visible").count(),
            0,
            "nobody but the arbiter is told that the clock was not pressed",
        );
        await white.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
        await white.keyboard.press("Space");
        await shows(black, "#status", "Tocca a te");
        await arbiter.click("#arbiter summary");
        await arbiter.selectOption("[name=verb]", "set-clock");
        await arbiter.fill("#arbiter-fields [name=time]", "0:30:00");
        await arbiter.click("#arbiter-form button[type=submit]");
        await shows(white, "#strip-bottom .digits", "30:00");
        await arbiter.locator("#log .entry:first-child button:has-text('Revoke')").click();
        await arbiter.click("dialog button[value=yes]");
        await shows(white, "#strip-bottom .digits", /1:3[01]:/);
        await black.click("#call");
        await black.fill("dialog [name=reason]", "un telefono squilla");
        await black.click("dialog button[value=yes]");
        await shows(white, "#status", "The clocks are stopped");
        await arbiter.click("#quick-resume");
        await shows(black, "#status", "Tocca a te");
    });

    test("the desk lists the games, hears the call and opens the game", async () => {
        const game = await hall.game({
            mode: "tournament",
            time: "5400+30",
            names: { white: "Club C", black: "Club D", event: "Torneo" },
        });
        const [white] = await sitDown(hall, game);
        const desk = await open(await person({ locale: "it-IT" }), hall.port, `/desk#${hall.key}`);
        await shows(desk, "#tables", "Club C – Club D");
        await hall.event(game.tokens.arbiter, "start");
        await shows(desk, ".tile:has-text('Club C') .phase", "in corso");
        await type(white, "stop the clock is broken");
        await shows(desk, ".tile.calls", "ferma gli orologi");
        await shows(desk, ".tile.calls", "Club C dice: the clock is broken");
        await desk.reload();
        await shows(desk, ".tile.calls", "Club C dice: the clock is broken");
        await desk.click(".tile:has-text('Club C') .resume");
        await shows(white, "#status", "Your move");
        await type(white, "stop again");
        await desk.click("a:has-text('Club C')");
        await desk.waitForSelector("body[data-ready]");
        await desk.click("#quick-resume");
        await shows(white, "#status", "Your move");
    });

    test("the desk shows further games when it is asked, on a phone and by keyboard", async () => {
        const made = [];
        for (let i = 0; i < 25; i++)
            made.push(
                await hall.game({
                    mode: "tournament",
                    names: { white: `Page ${i}.`, black: "Turned" },
                }),
            );
        for (const game of made.slice(1)) await hall.event(game.tokens.arbiter, "award 1-0");
        for (const locale of ["en-GB", "it-IT"]) {
            const desk = await open(
                await person({ locale, viewport: { width: 360, height: 640 } }),
                hall.port,
                `/desk#${hall.key}`,
            );
            await shows(desk, ".tile", "Page 0. – Turned"); /* not over: it is there at once */
            await shows(desk, "#tables", "Page 24. – Turned");
            same(await desk.locator(".tile:has-text('Page 1.')").count(), 0);
            await shows(
                desk,
                "#tables-more",
                locale === "en-GB" ? "Further games" : "Altre partite",
            );
            await desk.focus("#tables-more");
            await desk.keyboard.press("Enter");
            await shows(desk, "#tables", "Page 1. – Turned");
            await shows(
                desk,
                "#tables-all",
                locale === "en-GB" ? "all the games" : "tutte le partite",
            );
            same(await desk.isVisible("#tables-more"), false);
            /* nothing is wider than the phone */
            same(
                await desk.evaluate(
                    () =>
                        document.documentElement.scrollWidth <=
                        document.documentElement.clientWidth,
                ),
                true,
            );
        }
    });

    test("a whole game by keyboard alone", async () => {
        const game = await hall.game();
        const [white, black] = await sitDown(hall, game, { viewport: PHONE }, { locale: "it-IT" });
        await black.focus("#command-text");
        await white.focus("[data-square=e2]");
        const keys = async (/** @type {any} */ page, /** @type {string[]} */ list) => {
            for (const key of list) await page.keyboard.press(key);
        };
        await keys(white, ["ArrowRight", "Enter", "ArrowUp", "Space"]);
        await moves(black, 1);
        same(await square(white, "f3").getAttribute("data-piece"), "whiteP");
        same(
            await white.evaluate(
                () => /** @type {HTMLElement} */ (document.activeElement).dataset.square,
            ),
            "f3",
            "focus stays on the board",
        );
        await black.keyboard.type("e5\n");
        await moves(white, 2);
        await until(
            async () => /e5/.test(await white.textContent("#live")),
            "the move is announced",
        );
        await keys(white, [
            "ArrowDown",
            "ArrowRight",
            "Enter",
            "Escape",
            "Enter",
            "ArrowUp",
            "ArrowUp",
            "Enter",
        ]);
        await moves(black, 3);
        await black.keyboard.type("orologio?\n");
        await until(
            async () => /minuti/.test(await black.textContent("#live")),
            "the clock answers when it is asked",
        );
        await black.keyboard.type("Dh4\n");
        await shows(black, "#banner", "Vince Club B");
        await until(
            async () => /0-1/.test(await white.textContent("#live")),
            "the result is announced",
        );
        const again = await hall.game();
        const other = await open(await person(), hall.port, `/game#${again.tokens.white}`);
        await open(await person(), hall.port, `/game#${again.tokens.black}`);
        await shows(other, "#status", "Your move");
        await other.focus("#command-text");
        await other.keyboard.type("resign\n");
        await other.waitForSelector("dialog[open]");
        await keys(other, ["Tab", "Enter"]);
        await shows(other, "#banner", "0-1");
    });
}
