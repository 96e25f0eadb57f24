/* SPDX-License-Identifier: MIT */
/* The arbiter corrects by pointing: moves, positions, clocks, penalties, seats; with what each costs him. */
import { PHONE, isInSight, open, person, shows, square, type, until } from "./browser.js";
import { Actions, violations } from "./counted.js";
import { check, same, test } from "./tap.js";

/** @typedef {import("./hall.js").Hall} Hall */

const NAMES = { white: "Anna", black: "Bruno", event: "" };

/** A game of the tournament with these moves. @param {Hall} hall @param {string[]} [played] */
async function begun(hall, played = []) {
    const game = await hall.game({ mode: "tournament", time: "5400+30", names: NAMES });
    await hall.event(game.tokens.arbiter, "start");
    for (const [i, move] of played.entries())
        await hall.event(game.tokens[i % 2 === 0 ? "white" : "black"], `play ${move}`);
    return game;
}

/** @param {Hall} hall @param {any} game @param {object} [how] */
async function arbiterOf(hall, game, how = {}) {
    return open(await person(how), hall.port, `/game#${game.tokens.arbiter}`);
}

/** @param {Hall} hall @param {any} game */
const look = (hall, game) => hall.ask("/api/game", { key: game.tokens.arbiter });

/** @param {Hall} hall */
export function arbiterTests(hall) {
    test("a penalty of two minutes with its article: three actions, and what it does is seen before", async () => {
        const game = await begun(hall);
        const page = await arbiterOf(hall, game, { viewport: PHONE, locale: "it-IT" });
        const by = new Actions(page);
        await by.click("[data-side=white] .penalise");
        await by.click("dialog button[value='opponent-time 120']");
        await shows(page, "dialog .preview", "Orologio di Bruno (Nero): 1:30:30 → 1:32:30");
        same(await violations(page), [], "axe");
        await by.click("dialog button[value='11.5']");
        same(by.count, 3, "actions");
        await until(
            async () => (await look(hall, game)).state.clock.black === 5550000,
            "two minutes more",
        );
        const events = (await look(hall, game)).log.map((/** @type {any} */ one) => one.event);
        same(events.slice(-2), ["infringement white 11.5", "penalty white opponent-time 120"]);
        await page.click("[data-side=black] [data-add='2']");
        await until(
            async () => (await look(hall, game)).state.clock.black === 5670000,
            "one tap adds two more",
        );
    });

    test("a breach that the Laws punish themselves is shown and asked; a penalty that another gave meanwhile is seen", async () => {
        const game = await begun(hall);
        const page = await arbiterOf(hall, game);
        const events = async () =>
            (await look(hall, game)).log.map((/** @type {any} */ one) => one.event);
        await page.click("[data-side=white] .penalise");
        await page.click("dialog button[value=warning]");
        await shows(page, "dialog .preview", "Board, clocks and result stay as they are.");
        await page.click("dialog button[value='11.7']");
        await shows(page, "dialog .preview.ends", "This decides the game.");
        await shows(page, "dialog .preview.ends", "Black wins");
        same(await violations(page), [], "axe: what the breach does");
        await page.click("dialog button[value=no]");
        same(await events(), ["start"], "nothing was done");
        await page.click("[data-side=white] .penalise");
        await page.click("dialog button[value='opponent-time 120']");
        await shows(page, "dialog .preview", "1:30:30 → 1:32:30");
        await hall.event(game.tokens.arbiter, "penalty white opponent-time 120");
        await page.click("dialog button[value='11.5']");
        await shows(page, "dialog .again", "Nothing was done");
        await shows(page, "dialog .preview", "1:32:30 → 1:34:30");
        await page.click("dialog button[value='']");
        same((await events()).length, 2, "it was given once");
    });

    test("what is typed is shown before it takes something back; a preview that time has overtaken is shown anew", async () => {
        const game = await begun(hall, ["e2e4", "e7e5"]);
        const page = await arbiterOf(hall, game);
        for (const [line, text] of [
            ["revoke 1", "Takes back 2 half-moves"],
            ["award 1-0", "This decides the game."],
            ["annul", "The game:"],
        ]) {
            await type(page, line);
            await shows(page, "dialog .preview", text);
            await page.click("dialog button[value=no]");
        }
        same((await look(hall, game)).log.length, 3, "nothing was done");
        await page.click("#moves .move >> nth=0");
        await page.click("#restore-here");
        await shows(page, "dialog .preview", "Takes back one half-move");
        await hall.event(game.tokens.white, "play d2d4");
        await hall.event(game.tokens.black, "play d7d5");
        await page.click("dialog button[value=yes]");
        await shows(page, "dialog .again", "Nothing was done");
        await shows(page, "dialog .preview", "Takes back 3 half-moves");
        await page.click("dialog button[value=no]");
        await page.keyboard.press("Escape");
        await type(page, "stop");
        await until(async () => (await look(hall, game)).state.phase === "stopped", "at once");
        await hall.event(game.tokens.arbiter, "resume");
        /* The form of all events sends what it shows; when that is no more so, it is asked. */
        await page.click("#arbiter-more summary");
        await page.selectOption("#arbiter-verb select", "award");
        await shows(page, "#arbiter-preview", "White wins");
        await hall.event(game.tokens.white, "play g1f3");
        await page.click("#arbiter-form button[type=submit]");
        await shows(page, "dialog .again", "Nothing was done");
        await page.click("dialog button[value=no]");
        /* A position that was being set up while a move was made. */
        await page.click("#quick-position");
        await page.locator("dialog [data-square=a2]").focus();
        await page.keyboard.press("Delete");
        await shows(page, "dialog .preview", "Another position stands on the board.");
        await page.fill("dialog [name=fen]", "8/8/8 w");
        await shows(page, "dialog .editor-told", "This cannot be used. Expected: eight ranks.");
        await page.fill("dialog [name=fen]", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        await page.waitForSelector("dialog button[value=yes]:not([disabled])");
        await hall.event(game.tokens.black, "play b8c6");
        await page.click("dialog button[value=yes]");
        await shows(page, "dialog .again", "Nothing was done");
        same((await look(hall, game)).state.plies, 6, "the move stands");
        await page.click("dialog button[value=yes]");
        await until(
            async () => (await look(hall, game)).state.board === "4k3/8/8/8/8/8/4P3/4K3",
            "now it is meant",
        );
    });

    test("a move is chosen and the game goes on from there; the revocation says what it removes, and is revoked", async () => {
        const game = await begun(hall, ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]);
        const page = await arbiterOf(hall, game);
        const by = new Actions(page);
        same(await page.locator("#restore").isVisible(), false, "nothing is chosen");
        await by.click("#moves .move >> nth=1");
        await shows(page, "#restore-text", "after 1… e5");
        await by.click("#restore-here");
        await shows(page, "dialog .preview", "Takes back 4 half-moves, from 2. Nf3 on.");
        await page.waitForSelector("dialog .picture");
        same(await violations(page), [], "axe: restoring");
        await by.click("dialog button[value=yes]");
        same(by.count, 3, "actions");
        await until(async () => (await look(hall, game)).state.plies === 2, "two moves are left");
        const phone = await arbiterOf(hall, game, { viewport: { width: 360, height: 640 } });
        await phone.click("#moves .move >> nth=0");
        await until(() => isInSight(phone, "#restore-here"), "on a phone, too, it is in sight");
        await hall.event(game.tokens.arbiter, "resume");
        await hall.event(game.tokens.white, "play d2d4");
        const { log } = await look(hall, game);
        const { number } = log.find((/** @type {any} */ one) => one.event === "restore 2");
        const undo = `#log button[aria-label='Revoke event ${number}']`;
        await page.click(undo);
        await shows(page, "dialog .preview", "Takes back one half-move: 2. d4.");
        await shows(page, "dialog .preview", "Adds 5 half-moves.");
        same(await violations(page), [], "axe: revoking");
        await page.click("dialog button[value=no]");
        same((await look(hall, game)).state.plies, 3, "nothing was done");
        await page.click(undo);
        await page.click("dialog button[value=yes]");
        await until(async () => (await look(hall, game)).state.plies === 7, "all moves are there");
        const after = await look(hall, game);
        const revoked = after.log.findLast((/** @type {any} */ one) =>
            one.event.startsWith("revoke"),
        );
        await page.click(`#log button[aria-label='Revoke event ${revoked.number}']`);
        await shows(page, "dialog .preview", "Adds one half-move.");
        await page.click("dialog button[value=yes]");
        await until(async () => (await look(hall, game)).state.plies === 3, "as it was before");
    });

    test("a game that a player gave up by mistake is opened again", async () => {
        const game = await begun(hall, ["e2e4", "e7e5"]);
        await hall.event(game.tokens.white, "resign");
        const page = await arbiterOf(hall, game);
        await page.click("#quick-reopen");
        await shows(page, "dialog .preview", "Black wins");
        await page.click("dialog button[value=yes]");
        await until(async () => (await look(hall, game)).state.result === "*", "it goes on");
        await page.waitForSelector("#quick-resume:visible");
        /* a flag that is down is no end either: a minute is set, and the game goes on */
        await hall.event(game.tokens.arbiter, "set-clock white 0:00:00");
        await page.waitForSelector("[data-side=white] .flag:visible");
        await page.click("#arbiter-sides [data-add='1']");
        await page.waitForSelector("[data-side=white] .flag", { state: "hidden" });
        await page.click("#quick-resume");
        await shows(page, "[data-side=white] .digits", "0:5");
    });

    test("a position is set up by dragging and by keys; what cannot be is told, and cannot be set", async () => {
        const game = await begun(hall, ["e2e4"]);
        const page = await arbiterOf(hall, game);
        await page.click("#quick-position");
        await page.waitForSelector("dialog .editor");
        same(await violations(page), [], "axe: the editor");
        const cell = (/** @type {string} */ name) => page.locator(`dialog [data-square=${name}]`);
        const [from, to] = [await cell("e4").boundingBox(), await cell("e3").boundingBox()];
        await page.mouse.move(from.x + 20, from.y + 20);
        await page.mouse.down();
        await page.mouse.move(to.x + 20, to.y + 20, { steps: 5 });
        await page.mouse.up();
        await page.waitForSelector("dialog [data-square=e3][data-piece=whiteP]");
        await cell("a8").focus();
        await page.keyboard.press("Delete");
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("n");
        const field = page.locator("dialog [name=fen]");
        same(
            await field.inputValue(),
            "1nbqkbnr/nppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        );
        await cell("e8").focus();
        await page.keyboard.press("Backspace");
        await page.waitForSelector("dialog button[value=yes][disabled]");
        await page.click("dialog .tool[aria-label='black king']");
        await cell("e8").click();
        await page.waitForSelector("dialog button[value=yes]:not([disabled])");
        await page.click("dialog button[value=yes]");
        await until(
            async () =>
                (await look(hall, game)).state.board.startsWith("1nbqkbnr/nppppppp/8/8/8/4P3"),
            "it stands on the board",
        );
    });

    test("a new game begins with a position from the board, without a FEN", async () => {
        const page = await open(await person({ viewport: PHONE, locale: "it-IT" }), hall.port, "/");
        await page.click("#new-game summary");
        await page.click(".edit-position");
        await page.locator("dialog button", { hasText: "Scacchiera vuota" }).click();
        await page.waitForSelector("dialog button[value=yes][disabled]");
        for (const [piece, name] of [
            ["re bianco", "e1"],
            ["re nero", "e8"],
            ["pedone bianco", "e2"],
        ]) {
            await page.click(`dialog .tool[aria-label='${piece}']`);
            await page.click(`dialog [data-square=${name}]`);
        }
        await page.waitForSelector("dialog button[value=yes]:not([disabled])");
        same(await violations(page), [], "axe");
        same(
            await page.evaluate(() => {
                const dialog = /** @type {Element} */ (document.querySelector("dialog"));
                return dialog.scrollWidth <= dialog.clientWidth;
            }),
            true,
            "nothing sticks out",
        );
        await page.click("dialog button[value=yes]");
        await until(
            async () =>
                (await page.inputValue("[name=position]")) === "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "in the field",
        );
    });

    test("a lost seat is given back in two actions, and the old link opens nothing", async () => {
        const game = await begun(hall, ["e2e4"]);
        const player = await open(await person(), hall.port, `/game#${game.tokens.black}`);
        const page = await arbiterOf(hall, game, { locale: "it-IT" });
        const by = new Actions(page);
        await by.click("#quick-seat");
        same(await violations(page), [], "axe: whose seat");
        const { x, y } = await page.locator("dialog button[value=white]").boundingBox();
        await page.keyboard.press("Escape");
        await page.evaluate(
            (/** @type {number[]} */ [left, top]) => {
                const button = /** @type {HTMLElement} */ (document.querySelector("#quick-seat"));
                Object.assign(button.style, {
                    position: "fixed",
                    left: `${left}px`,
                    top: `${top}px`,
                });
            },
            [x, y],
        );
        await page.mouse.dblclick(x + 9, y + 9);
        await page.waitForTimeout(100);
        same(await page.locator("dialog button[value=white]").count(), 1, "not by a double click");
        await by.click("dialog button[value=black]");
        same(by.count, 2, "actions");
        await page.waitForSelector("dialog .qr svg path");
        const code = await page.locator("dialog .code strong").textContent();
        same(await violations(page), [], "axe: the code");
        await shows(player, "#connection", "a new link was issued");
        await shows(player, ".seat-gone", "A new link was issued");
        await shows(player, "#status", "no longer has the seat");
        same(await player.locator("#press, .board.movable").filter({ visible: true }).count(), 0);
        same(await violations(player), [], "axe: a board that is asleep");
        await player.goto(`http://hall.test:${hall.port}/`);
        await shows(player, "#mine-open", "link no longer valid");
        const joined = await hall.ask("/api/join", { body: { code } });
        same([joined.role, joined.game], ["black", game.game], "the code opens the seat");
        check(joined.token !== game.tokens.black, "by another link");
    });

    test("the form of all events says what it would do before it is recorded", async () => {
        const game = await begun(hall, ["e2e4"]);
        const page = await arbiterOf(hall, game);
        await page.click("#arbiter-more summary");
        await page.selectOption("#arbiter-verb select", "award");
        await shows(page, "#arbiter-preview", "White wins");
        await page.selectOption("#arbiter-verb select", "observe illegal");
        await shows(page, "#arbiter-preview", "This would be refused");
        same((await look(hall, game)).state.result, "*", "nothing was done");
        same(await square(page, "e4").count(), 1);
    });
}
