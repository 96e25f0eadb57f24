/* SPDX-License-Identifier: MIT */
/* A game on phones and tablets, at 400 %, and in colours that the system forces. */
import { isInSight, moves, open, person, shows, square, until } from "./browser.js";
import { sitDown } from "./games.js";
import { check, same, test } from "./tap.js";

/** @typedef {import("./hall.js").Hall} Hall */

const SMALL = { width: 360, height: 640 };
const TABLET = { width: 768, height: 1024 };
/** 1280 by 1024 when everything is four times as large (WCAG 1.4.10). */
const ENLARGED = { width: 320, height: 256 };

/**
 * A finger on the screen, as the system tells the browser of it, with its own times: how busy the machine
 * is makes no difference to them.
 * @param {any} page
 * @param {string} from
 * @param {string} to
 * @param {{ rest: number, until?: string }} how  how long it lies before it moves, in milliseconds, and what
 *     the page is to show before it does
 */
async function finger(page, from, to, how) {
    const session = await page.context().newCDPSession(page);
    const [a, b] = await Promise.all([from, to].map((name) => square(page, name).boundingBox()));
    const [x, y] = [a.x + a.width / 2, a.y + a.height / 2];
    const began = Date.now() - 1000;
    const touch = (
        /** @type {string} */ type,
        /** @type {number} */ part,
        /** @type {number} */ after,
    ) =>
        session.send("Input.dispatchTouchEvent", {
            type,
            timestamp: (began + after) / 1000,
            touchPoints:
                type === "touchEnd"
                    ? []
                    : [{ x: x + (b.x - a.x) * part, y: y + (b.y - a.y) * part, id: 1 }],
        });
    await touch("touchStart", 0, 0);
    if (how.until) await page.waitForSelector(how.until);
    for (let step = 1; step <= 10; step++)
        await touch("touchMove", step / 10, how.rest + 16 * step);
    await touch("touchEnd", 1, how.rest + 500); /* so late that the page does not glide on */
}

/** Back to the head of the page, also when it still glides. @param {any} page */
const toTop = (page) =>
    page.evaluate(async () => {
        for (let still = 0; still < 5; still = scrollY === 0 ? still + 1 : 0) {
            scrollTo(0, 0);
            await new Promise((later) => setTimeout(later, 50));
        }
    });

/** Targets that a finger would miss, but for squares of the board and numbers of articles. @param {any} page */
const smallTargets = (page) =>
    page.evaluate(() =>
        Array.from(document.querySelectorAll("button, a, select, input, textarea, summary"))
            .filter((one) => one.checkVisibility() && !one.matches(".article, .only-link"))
            .map((one) => ({
                one,
                box: (one.closest("label.chip, label.check") ?? one).getBoundingClientRect(),
            }))
            .filter(({ box }) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
            .map(({ one, box }) => `${one.outerHTML.slice(0, 70)} ${box.width}x${box.height}`),
    );

/** @param {Hall} hall */
export function phoneTests(hall) {
    test("on phones and tablets offers, rulings, clocks and the press button are always in view", async () => {
        const game = await hall.game({
            mode: "tournament",
            time: "900+10",
            options: { supervision: "full" },
        });
        const how = { viewport: SMALL, hasTouch: true, locale: "it-IT" };
        const pages = await sitDown(hall, game, how, { ...how, viewport: TABLET });
        const [white, black] = pages;
        await hall.event(game.tokens.arbiter, "start");
        await shows(white, "#status", "Tocca a te");
        for (const page of pages)
            for (const part of ["#board", "#strip-top .clock", "#replay", "#strip-bottom .clock"])
                check(await isInSight(page, part), part);
        /* what a player may do is one touch away, and gone with the next */
        for (const page of pages) {
            await page.tap("#menu");
            for (const part of ["#offer-draw", "#claim", "#call", "#adjust", "#resign"])
                check(await isInSight(page, part), part);
            same(await smallTargets(page), [], "targets of 44 pixels");
            await page.keyboard.press("Escape");
            same(await page.evaluate(() => document.activeElement?.id), "menu");
        }
        await white.tap("#menu");
        await white.tap("#resign");
        await white.click("dialog button[value=no]");
        same(await white.getAttribute("#menu", "aria-expanded"), "false", "chosen");
        const before = await white.locator("#press").boundingBox();
        await finger(white, "e2", "e5", { rest: 450, until: ".ghost" });
        await moves(black, 1);
        await white.tap("#press");
        await white.waitForSelector("#notice .article");
        /* a hand on the board puts away what lies over it, and takes the piece below */
        await finger(white, "e2", "e4", { rest: 450, until: ".ghost" });
        await white.waitForSelector("#notice", { state: "hidden" });
        await moves(black, 1);
        await white.tap("#press");
        for (const [side, event] of [
            ["black", "play e7e5"],
            ["white", "move g1f3"],
            ["white", "offer"],
            ["white", "press"],
            ["black", "play b8c6"],
            ["black", "offer"],
            ["arbiter", "infringement white 11.5"],
        ])
            await hall.event(game.tokens[side], event);
        await shows(white, "#notice .article", "11.5");
        for (const scrolled of [0, 10000]) {
            await white.evaluate((/** @type {number} */ y) => scrollTo(0, y), scrolled);
            for (const part of ["#offer", "#decline", "#notice", "#press", "#strip-bottom .clock"])
                await until(() => isInSight(white, part), `${part}, scrolled by ${scrolled}`);
        }
        for (const part of ["#notice", "#press", "#strip-bottom .clock"])
            await until(() => isInSight(black, part), `${part} on the tablet`);
        same(await white.locator("#press").boundingBox(), before, "the clock stays");
        for (const page of pages) same(await smallTargets(page), [], "targets of 44 pixels");
    });

    test("on phones and tablets what an arbiter decides and does first is always in view", async () => {
        const game = await hall.game({ mode: "tournament", time: "900+10" });
        const how = { hasTouch: true, locale: "it-IT" };
        const small = await open(
            await person({ ...how, viewport: SMALL }),
            hall.port,
            `/game#${game.tokens.arbiter}`,
        );
        const tablet = await open(
            await person({ ...how, viewport: TABLET }),
            hall.port,
            `/game#${game.tokens.arbiter}`,
        );
        await small.tap("#quick-start");
        await hall.event(game.tokens.black, "leave venue");
        for (const page of [small, tablet]) {
            await page.waitForSelector("#waiting:visible");
            for (const scrolled of [0, 10000]) {
                await page.evaluate((/** @type {number} */ y) => scrollTo(0, y), scrolled);
                for (const part of ["#matters .primary", "#quick-stop", "#strip-bottom .clock"])
                    await until(() => isInSight(page, part), `${part}, scrolled by ${scrolled}`);
            }
            same(await smallTargets(page), [], "targets of 44 pixels");
        }
        await small.tap("#matters button.primary");
        await tablet.waitForSelector("#waiting", { state: "hidden" });
    });

    test("a swipe over the board is no move; a finger that rests on a piece carries it", async () => {
        const game = await hall.game();
        const how = { viewport: SMALL, hasTouch: true };
        const [white, black] = await sitDown(hall, game, how);
        const scrolls = () =>
            until(async () => (await white.evaluate(() => scrollY)) > 0, "the page scrolls");
        for (const [
            from,
            to,
            how,
        ] of /** @type {[string, string, { rest: number, until?: string }][]} */ ([
            ["e2", "e4", { rest: 0 }],
            ["b1", "a3", { rest: 20 }],
            ["d2", "d4", { rest: 100 }] /* a thumb that hesitates */,
            ["g1", "h3", { rest: 20, until: ".ghost" }] /* a page that hears of it late */,
        ])) {
            await finger(white, from, to, how);
            await scrolls();
            same(await white.locator(".square.held, .ghost").count(), 0, "nothing in hand");
            await toTop(white);
        }
        await finger(white, "e2", "e4", { rest: 450, until: ".ghost" });
        await moves(black, 1);
        same(await square(black, "e4").getAttribute("data-piece"), "whiteP");
        same(await white.locator("#moves .move").count(), 1, "the first move");
        /* the front page and the join page have no smaller targets */
        for (const path of ["/", "/join"]) {
            const page = await open(await person(how), hall.port, path);
            for (const one of await page.locator("details").all())
                await one.evaluate((/** @type {HTMLDetailsElement} */ element) => {
                    element.open = true;
                });
            same(await smallTargets(page), [], path);
        }
    });

    test("at 400 % everything is there, in one column, and little lies over it", async () => {
        const game = await hall.game({ mode: "tournament", time: "900+10" });
        await hall.event(game.tokens.arbiter, "start");
        const context = await person({ viewport: ENLARGED, locale: "it-IT" });
        for (const path of [
            "/",
            "/join",
            `/game#${game.tokens.white}`,
            `/game#${game.tokens.arbiter}`,
            `/game#${game.tokens.spectator}`,
        ]) {
            const page = await open(context, hall.port, path);
            same(
                await page.evaluate(() => document.documentElement.scrollWidth),
                320,
                `${path}: no sideways scrolling`,
            );
            same(
                await page.evaluate(() =>
                    Array.from(
                        document.querySelectorAll("button, a, input, select, summary, .name"),
                    )
                        .filter((one) => one.checkVisibility())
                        .filter((one) => {
                            const { left, right } = one.getBoundingClientRect();
                            return left < -1 || right > innerWidth + 1;
                        })
                        .map((one) => one.outerHTML.slice(0, 60)),
                ),
                [],
                `${path}: nothing sticks out`,
            );
            const covered = await page.evaluate(() =>
                Array.from(document.querySelectorAll("body *"))
                    .filter((one) => getComputedStyle(one).position === "fixed")
                    .reduce((sum, one) => sum + one.getBoundingClientRect().height, 0),
            );
            check(covered <= 64, `${path}: ${covered} pixels lie over the page`);
            if (path.startsWith("/game")) {
                const board = await page.locator("#board").boundingBox();
                check(board.width >= 300, `${path}: a board of ${board.width}`);
            }
            await page.close();
        }
    });

    test("in colours that the system forces one sees who is to move", async () => {
        const [page] = await sitDown(hall, await hall.game(), { forcedColors: "active" });
        const looks = (/** @type {string} */ strip) =>
            page.evaluate((/** @type {string} */ id) => {
                const one = /** @type {Element} */ (document.querySelector(id));
                const name = /** @type {Element} */ (one.querySelector(".name"));
                const clock = /** @type {Element} */ (one.querySelector(".clock"));
                return {
                    edge: getComputedStyle(one).borderLeftColor,
                    mark: getComputedStyle(name, "::before").visibility,
                    clock: getComputedStyle(clock).backgroundColor,
                    canvas: getComputedStyle(document.body).backgroundColor,
                };
            }, strip);
        const mine = await looks("#strip-bottom"),
            theirs = await looks("#strip-top");
        check(mine.edge !== mine.canvas && theirs.edge === theirs.canvas, "an edge");
        same([mine.mark, theirs.mark], ["visible", "hidden"], "a mark");
        check(mine.clock !== theirs.clock, "the clock that runs");
    });
}
