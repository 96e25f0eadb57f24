/* SPDX-License-Identifier: MIT */
/* Looking back, asking, listening, printing: what a page tells of a game, and how fast. */
import {
    click,
    moves,
    open,
    person,
    says,
    shows,
    square,
    type,
    until,
    closeContexts,
    shiftsOf,
    watchShifts,
} from "./browser.js";
import { playAll, sitDown } from "./games.js";
import { Hall } from "./hall.js";
import { check, same, test } from "./tap.js";

/** What stands on a square. @param {any} page @param {string} where */
const on = (page, where) => square(page, where).getAttribute("data-piece");

/**
 * A game of this many half-moves in which no position comes back five times: a pawn moves, and knights go
 * out and home, some of them twice and others thrice.
 * @param {Hall} hall
 * @param {any} game
 * @param {number} count
 */
async function longGame(hall, game, count) {
    /** @type {Record<string, Record<string, string>>} */
    const out = { white: { g: "g1f3", b: "b1c3" }, black: { g: "g8f6", b: "b8c6" } };
    const home = (/** @type {string} */ move) => move.slice(2) + move.slice(0, 2);
    const pawns = [0, 1].flatMap((step) => [..."abdegh"].map((file) => ({ file, step })));
    /** @type {[string, string][]} */
    const plan = [];
    for (let block = 0; plan.length < count; block++) {
        const [first, second] = block % 2 === 0 ? ["white", "black"] : ["black", "white"];
        const { file, step } = pawns[Math.floor(block / 2)];
        const [from, to] = first === "white" ? [2 + step, 3 + step] : [7 - step, 6 - step];
        const both = (/** @type {(side: string) => string} */ move) =>
            plan.push([second, move(second)], [first, move(first)]);
        const cycles = (/** @type {number} */ times) => {
            for (let i = 0; i < times; i++) {
                both((side) => out[side].g);
                both((side) => home(out[side].g));
            }
        };
        plan.push([first, `${file}${from}${file}${to}`]);
        cycles(2);
        both((side) => out[side].b);
        cycles(3);
        both((side) => home(out[side].b));
    }
    for (const [side, move] of plan.slice(0, count)) {
        /* a seat sends thirty events a second, and no more */
        while (!(await hall.event(game.tokens[side], `move ${move}`).catch(() => null)))
            await new Promise((later) => setTimeout(later, 100));
    }
}

/** A hall of its own, with a game of three hundred moves: it is played while other tests run. */
async function longHall() {
    const hall = new Hall();
    await hall.start();
    const game = await hall.game({ time: "none" });
    const seats = [game.tokens.white, game.tokens.black].map((key) =>
        fetch(`http://127.0.0.1:${hall.port}/api/stream`, {
            headers: { Authorization: `Bearer ${key}` },
        }),
    );
    await Promise.all(seats);
    await longGame(hall, game, 600);
    return { hall, game };
}

/** @param {Hall} hall */
export function lookingTests(hall) {
    /** @type {ReturnType<typeof longHall>|null} */
    let long = null;

    test("everybody looks back: buttons, arrow keys, the list of moves; the clocks follow", async () => {
        long ??= longHall();
        const game = await hall.game({ time: "600+5" });
        const pages = await sitDown(hall, game);
        const [white, black] = pages;
        await playAll(pages, ["e2e4", "e7e5", "g1f3", "b8c6"]);
        const spectator = await open(await person(), hall.port, `/game#${game.tokens.spectator}`);
        const told = await hall.ask("/api/game", { key: game.tokens.spectator });
        const shown = async (/** @type {string} */ side) =>
            Number(await spectator.getAttribute(`[data-side=${side}] .digits`, "data-ms"));
        await spectator.click("#replay-back");
        same([await on(spectator, "c6"), await on(spectator, "f3")], ["", "whiteN"]);
        await says(spectator, /After 2\. Nf3/);
        await spectator.keyboard.press("Escape");
        same(await on(spectator, "c6"), "blackN", "Escape leads to the present");
        await says(spectator, /Present position: 2… Nc6/);
        await spectator.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
        for (let i = 0; i < 3; i++) await spectator.keyboard.press("ArrowLeft");
        await shows(spectator, "#replay-text", "1. e4");
        same([await on(spectator, "e4"), await on(spectator, "e5")], ["whiteP", ""]);
        same(
            [await shown("white"), await shown("black")],
            [told.moves[0].white_ms, told.moves[0].black_ms],
            "the clocks of then",
        );
        await spectator.click("#replay-first");
        await shows(spectator, "#replay-text", "Before the first move");
        same(
            [await on(spectator, "e2"), await spectator.isDisabled("#replay-back")],
            ["whiteP", true],
        );
        /* the list is one stop for the Tab key */
        same(await spectator.locator("#moves [tabindex='0']").count(), 1);
        same(await spectator.locator("#moves .move:not([tabindex])").count(), 0);
        await spectator.focus("#moves [tabindex='0']");
        await spectator.keyboard.press("End");
        await spectator.keyboard.press("ArrowLeft");
        same(
            await spectator.evaluate(() => document.activeElement?.getAttribute("aria-label")),
            "Nf3, knight f3",
            "what is seen stands in the name",
        );
        same(await on(spectator, "c6"), "");
        await spectator.keyboard.press("Home");
        same(
            [await on(spectator, "e5"), await spectator.textContent("#moves [tabindex='0']")],
            ["", "e4"],
        );
        await spectator.keyboard.press("ArrowLeft");
        await says(spectator, /Before the first move/);
        await spectator.keyboard.press("Tab");
        same(
            await spectator.evaluate(() => document.activeElement?.closest("#moves") === null),
            true,
            "one Tab leaves it",
        );
        /* a player does so in his own game: the clocks stay those of now, a move ends it */
        const running = await black.textContent("#strip-top .digits");
        await black.keyboard.press("ArrowLeft");
        await black.keyboard.press("ArrowLeft");
        same([await on(black, "f3"), await on(black, "c6")], ["", ""]);
        await until(
            async () => (await black.textContent("#strip-top .digits")) !== running,
            "the clock of now runs on",
        );
        await shows(black, "#replay-text", /After 1… e5 · \d+:\d+ – \d+:\d+/);
        await click(white, "f1b5");
        await moves(black, 5);
        same([await on(black, "f3"), await on(black, "b5")], ["whiteN", "whiteB"], "at once");
        await black.keyboard.press("ArrowLeft");
        same(await on(black, "b5"), "");
        await black.keyboard.press("Escape");
        same(await on(black, "b5"), "whiteB");
        await click(black, "a7a6");
        /* who looks on stays where he looks, and the list grows */
        await moves(spectator, 6);
        same(await on(spectator, "b5"), "", "he still looks back");
        await spectator.click("#present");
        same(await on(spectator, "b5"), "whiteB");
    });

    test("the command field answers about squares, ranks, files and pieces in both languages", async () => {
        const game = await hall.game();
        const pages = await sitDown(hall, game, {}, { locale: "it-IT" });
        const [white, black] = pages;
        await playAll(pages, ["e2e4", "e7e5"]);
        for (const [page, asked, answer] of [
            [white, "e4?", "E4: white pawn."],
            [white, "d4?", "D4: empty."],
            [white, "rank 4?", "E4 white pawn."],
            [white, "rank 3?", "Rank 3 is empty."],
            [white, "file e?", "E1 white king, e4 white pawn, e5 black pawn, e8 black king."],
            [white, "knights?", "White: b1, g1. Black: b8, g8."],
            [white, "N?", "White: b1, g1. Black: b8, g8."],
            [white, "moves", /knight b1: a3, c3/i],
            [black, "traversa 4?", "E4 pedone bianco."],
            [black, "colonna c?", /C1 alfiere bianco, c2 pedone bianco/],
            [black, "C?", "Bianco: b1, g1. Nero: b8, g8."],
            [black, "mosse?", "Non hai il tratto."],
        ]) {
            await type(page, asked);
            await shows(page, "#notice", answer);
        }
        /* the position that is shown */
        await white.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
        await white.keyboard.press("ArrowLeft");
        await type(white, "e5?");
        await shows(white, "#notice", "After 1. e4. E5: empty.");
        await type(white, "last?");
        await shows(white, "#notice", "After 1. e4. White: e4.");
        await type(white, "moves?");
        await shows(white, "#notice", /Present position\..*knight b1: a3, c3/i);
        const strict = await hall.game({ mode: "tournament", time: "5400+30" });
        await hall.event(strict.tokens.arbiter, "start");
        const player = await open(await person(), hall.port, `/game#${strict.tokens.white}`);
        await type(player, "moves?");
        await shows(player, "#notice", "11.3.1");
        check(!/a3/.test(await player.textContent("#notice")), "no help");
        await type(player, "help");
        await shows(player, "#notice", "e4?, rank 4?");
        check(!/moves\?/.test(await player.textContent("#notice")), "and none is offered");
    });

    test("the start of the clock, the opponent's press and a touched piece are announced", async () => {
        const game = await hall.game({ mode: "tournament", time: "5400+30" });
        const [white, black] = await sitDown(hall, game, {}, { locale: "it-IT" });
        await hall.event(game.tokens.arbiter, "start");
        await says(white, /The game begins: the clock of Club A \(White\) is running/);
        await says(black, /La partita comincia: l'orologio di Club A \(Bianco\) è in moto/);
        await hall.event(game.tokens.white, "touch e2");
        await says(black, /Club A \(Bianco\) tocca: pedone bianco e2/);
        await hall.event(game.tokens.white, "move e2e4");
        await says(black, /e4/);
        await hall.event(game.tokens.white, "press");
        await says(black, /L'avversario ha premuto l'orologio: il tuo è in moto/);
    });

    test("with 300 moves a page answers a hand and a message within 50 ms, nothing jumps, all is printed", async () => {
        const { hall: own, game } = await (long ??= longHall());
        const [white, black] = await sitDown(own, game);
        await moves(white, 600);
        check(
            await white.evaluate(() => {
                const list = /** @type {Element} */ (document.querySelector("#moves"));
                const now = list.querySelector("[aria-current]")?.getBoundingClientRect();
                const { top, bottom } = list.getBoundingClientRect();
                return now && now.top >= top && now.bottom <= bottom;
            }),
            "the list begins where the game is",
        );
        await white.evaluate(watchShifts);
        await white.evaluate(() => {
            const kept = /** @type {any} */ (globalThis);
            kept.tasks = [];
            new PerformanceObserver((list) =>
                kept.tasks.push(...list.getEntries().map(({ duration }) => duration)),
            ).observe({ type: "longtask" });
        });
        /* from the hand to the picture: the square is drawn when the next frame begins */
        const frames = [],
            held = [];
        for (const [from, to, answer] of [
            ["g1", "f3", "g8f6"],
            ["b1", "c3", "b8c6"],
            ["f1", "e2", "f8e7"],
        ]) {
            await square(white, from).click();
            frames.push(
                await white.evaluate(async (/** @type {string} */ name) => {
                    const began = performance.now();
                    /** @type {HTMLElement} */ (
                        document.querySelector(`[data-square=${name}]`)
                    ).click();
                    await new Promise((drawn) => requestAnimationFrame(drawn));
                    await new Promise((drawn) => setTimeout(drawn));
                    return performance.now() - began;
                }, to),
            );
            await until(async () => (await on(black, to)) !== "", `${from}${to} arrives`);
            await own.event(game.tokens.black, `move ${answer}`);
            await until(
                async () => (await on(white, answer.slice(2))) !== "",
                "and so does the answer",
            );
            held.push(await white.evaluate(() => /** @type {any} */ (globalThis).tasks.splice(0)));
        }
        console.log(`# from the hand to the picture: ${frames.map(Math.round).join(", ")} ms`);
        check(Math.min(...frames) <= 50, `drawn after ${frames}`);
        /* a busy machine holds up one of them, not all */
        check(
            held.some((tasks) => tasks.length === 0),
            `held up by ${JSON.stringify(held)}`,
        );
        same(await shiftsOf(white), [], "layout shifts");
        /* on paper: names, board, result and every move */
        await own.event(game.tokens.white, "resign");
        await shows(white, "#banner", "0-1");
        await white.emulateMedia({ media: "print" });
        for (const part of ["#title", "#board", "#banner", "#moves", "#strip-top .name"])
            check(await white.isVisible(part), part);
        for (const part of ["#head", "#actions", "#command", "#replay", "#press", "#connection"])
            same(await white.isVisible(part), false, part);
        same(
            await white.evaluate(() => {
                const list = /** @type {Element} */ (document.querySelector("#moves"));
                return list.scrollHeight <= list.clientHeight + 1;
            }),
            true,
            "no move is behind a scroll",
        );
        same(await white.locator("#moves .move:visible").count(), 606);
        for (const colorScheme of ["light", "dark"]) {
            await white.emulateMedia({ media: "print", colorScheme });
            same(
                await white.evaluate(() =>
                    ["#moves [aria-current]", "#strip-top .name", "#strip-top .clock"].map(
                        (one) => {
                            const { color, backgroundColor } = getComputedStyle(
                                /** @type {Element} */ (document.querySelector(one)),
                            );
                            return `${color} on ${backgroundColor}`;
                        },
                    ),
                ),
                Array(3).fill("rgb(0, 0, 0) on rgba(0, 0, 0, 0)"),
                `black on white, ${colorScheme}`,
            );
            same(
                await white.evaluate(() => getComputedStyle(document.body).backgroundColor),
                "rgb(255, 255, 255)",
            );
        }
        await closeContexts();
        await own.close();
    });

    test("no page jumps while it loads", async () => {
        const game = await hall.game();
        const kept = await hall.game({ mode: "tournament", options: { record: "kept" } });
        const elsewhere = await hall.game({ mode: "tournament", options: { board: "written" } });
        for (const viewport of [
            { width: 360, height: 640 },
            { width: 1280, height: 800 },
        ]) {
            const context = await person({ viewport, locale: "it-IT" });
            await context.addInitScript(watchShifts);
            for (const path of [
                "/",
                "/join",
                `/game#${game.tokens.white}`,
                `/game#${kept.tokens.white}`,
                `/game#${kept.tokens.arbiter}`,
                `/game#${elsewhere.tokens.white}`,
            ]) {
                const page = await open(context, hall.port, path);
                await page.waitForTimeout(250);
                same(await shiftsOf(page), [], `${path} at ${viewport.width}`);
                await page.close();
            }
        }
    });
}
