/* SPDX-License-Identifier: MIT */
/* The page of problems, in the browser. */
import {
    DESK,
    HOST,
    PHONE,
    isInSight,
    jumpsOf,
    open,
    person,
    says,
    shows,
    square,
    until,
    watchShifts,
} from "./browser.js";
import { violations } from "./counted.js";
import { check, same, test } from "./tap.js";

const BLOCK = "8/8/8/N7/8/7P/p1K5/k1n5";
const RICH = "5r2/2P1p3/1K1k2N1/1bN1p1p1/2P1P1pB/6PB/5P2/5r1R";
/** Nobody solves this while a test waits. */
const HARD = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq";

/** @param {string} position @param {string} ask @param {string} [more] */
const link = (position, ask, more = "") =>
    `/problem?${new URLSearchParams({ position, ask })}${more}`;

/** @param {any} page */
const solved = (page) => page.waitForSelector("body[data-mode=solution]");

/** What stands on a square, as the page draws it. @param {any} page @param {string} name */
const man = (page, name) =>
    page.locator(`#walk-board [data-square=${name}]`).getAttribute("data-piece");

/** @param {any} page */
const lines = (page) => page.locator(".panel:not([hidden]) .variation").allTextContents();

/** @param {import("./hall.js").Hall} hall */
export function problemTests(hall) {
    test("a problem is set up by hand, solved, and walked through on the board", async () => {
        const page = await open(await person({ viewport: PHONE, hasTouch: true }), hall.port, "/");
        await page.click(".also a");
        await page.waitForSelector("body[data-ready]");
        await page.click("#solve");
        await shows(page, "#problem", "The board is empty");
        for (const [name, squares] of [
            ["white knight", ["a5"]],
            ["white pawn", ["h3"]],
            ["white king", ["c2"]],
            ["black pawn", ["a2"]],
            ["black king", ["a1"]],
            ["black knight", ["c1"]],
        ]) {
            await page.click(`.tool[aria-label='${name}']`);
            for (const one of squares) await square(page, one).first().click();
        }
        same(await page.inputValue("#fen"), BLOCK, "the line follows the board");
        await page.click(".usual:has-text('#2') >> nth=0");
        await page.click("#solve");
        await solved(page);
        await shows(page, "#verdict", "#2: Sound");
        await shows(page, "#facts", "complete block · miniature");
        same(await lines(page), ["1…Ne2, Nd3 2.Nb3#", "1…Nb3 2.Nxb3#"]);
        same(await page.textContent("#walk-line"), "The diagram");
        await page.click("#walk-on");
        same(await man(page, "h4"), "whiteP");
        same(await page.textContent("#walk-line"), "1.h4!");
        check(await isInSight(page, "#walk-board"), "the board is in sight");
        await page.click(".panel .move:has-text('Nxb3#')");
        same(await page.textContent("#walk-line"), "1.h4! Nb3 2.Nxb3#");
        same(await man(page, "b3"), "whiteN");
        same(await man(page, "c1"), "");
        await page.click("#tab-tries");
        await shows(page, "#panel-tries", "but 1…Nxb3!");
        same(await page.textContent("#walk-line"), "The diagram", "another phase begins anew");
        await page.click("#tab-set");
        await page.click("#panel-set .move >> nth=0");
        same(await page.textContent("#walk-line"), "Set play: 1…Ne2");
        await page.click("#edit");
        same(await page.inputValue("#fen"), BLOCK, "what was set up is still there");
    });

    test("everything by keyboard alone, in Italian", async () => {
        const page = await open(
            await person({ viewport: DESK, locale: "it-IT" }),
            hall.port,
            "/problem",
        );
        await page.focus("#setup-board [tabindex='0']");
        const put = async (/** @type {string} */ name, /** @type {string} */ key) => {
            await page.keyboard.press("Home");
            await page.keyboard.press("PageDown");
            for (let i = "abcdefgh".indexOf(name[0]); i > 0; i--)
                await page.keyboard.press("ArrowRight");
            for (let i = Number(name[1]); i > 1; i--) await page.keyboard.press("ArrowUp");
            await page.keyboard.press(key);
        };
        for (const [name, key] of /** @type {[string, string][]} */ ([
            ["a5", "C"],
            ["h3", "P"],
            ["c2", "R"],
            ["a2", "p"],
            ["a1", "r"],
            ["c1", "c"],
        ]))
            await put(name, key);
        await says(page, /c1, cavallo nero/i);
        same(await page.inputValue("#fen"), BLOCK, "in the letters of the language");
        const stops = async (/** @type {string} */ id) => {
            for (let i = 0; i < 40; i++) {
                if (
                    await page.evaluate(
                        (/** @type {string} */ one) => document.activeElement?.id === one,
                        id,
                    )
                )
                    return;
                await page.keyboard.press("Tab");
            }
            throw new Error(`the Tab key does not lead to ${id}`);
        };
        await stops("stipulation");
        await page.keyboard.press("Enter");
        await solved(page);
        await says(page, /Corretto/);
        same(
            await page.evaluate(() => document.activeElement?.id),
            "verdict",
            "the focus is there",
        );
        await stops("tab-solution");
        await page.keyboard.press("ArrowRight");
        await shows(page, "#panel-tries", "ma 1…Cxb3!");
        await page.keyboard.press("Home");
        await page.keyboard.press("Tab");
        same(await page.evaluate(() => document.activeElement?.textContent), "h4!", "one stop");
        await page.keyboard.press("Enter");
        for (const [key, text] of [
            ["ArrowRight", "1.h4! Ce2"],
            ["ArrowRight", "1.h4! Cd3"],
            ["ArrowRight", "1.h4! Cd3 2.Cb3#"],
            ["ArrowDown", "1.h4! Cb3"],
            ["End", "1.h4! Cb3 2.Cxb3#"],
            ["ArrowUp", "1.h4! Ce2"],
            ["ArrowUp", "1.h4!"],
        ]) {
            await page.keyboard.press(key);
            same(await page.textContent("#walk-line"), text, key);
        }
        check(await isInSight(page, ":focus"), "the focus is in sight");
        await stops("edit");
        await page.keyboard.press("Enter");
        same(await page.evaluate(() => document.activeElement?.id), "stipulation");
    });

    test("a link has all of a problem; it opens as it was shared, and nothing jumps", async () => {
        const page = await open(await person(), hall.port, link(RICH, "#2"));
        same(await page.isVisible("#answer"), false, "who gets a problem may want to solve it");
        same(await page.inputValue("#fen"), RICH);
        await page.click("#solve");
        await solved(page);
        check(/[?&]solve=yes/.test(page.url()), "the address is that of the solution");
        await page.click("#share summary");
        same(
            await page.inputValue("#link input"),
            `http://${HOST}:${hall.port}${link(RICH, "#2")}`,
        );
        await page.check("#link-solved");
        const address = await page.inputValue("#link input");
        await page.click("#link button:has-text('Copy')");
        await shows(page, "#link", "Copied");
        const context = await person({ viewport: PHONE });
        await context.addInitScript(watchShifts);
        const other = await open(context, hall.port, address.replace(/^http:\/\/[^/]+/, ""));
        await solved(other);
        await shows(other, "#verdict", "#2: Sound");
        await other.click("#tab-ideas");
        await shows(
            other,
            "#panel-ideas",
            "transferred: Rxd1#: 1…Rd1 (Set play) → 1…R1xf4 (1.f4!)",
        );
        same(await jumpsOf(other), [], "jumps");
        await other.reload();
        await solved(other);
        /* the language changes what is there, and keeps it */
        await other.click("#language");
        await shows(other, "#verdict", "#2: Corretto");
        await shows(other, "#panel-solution", "minaccia");
    });

    test("what is illegal, cooked, insoluble, unreadable or too much says so", async () => {
        const page = await open(await person(), hall.port, "/problem");
        const state = async (
            /** @type {string} */ fen,
            /** @type {string} */ ask,
            /** @type {string} */ where,
            /** @type {string|RegExp} */ text,
        ) => {
            await page.fill("#fen", fen);
            await page.fill("#stipulation", ask);
            await page.click("#solve");
            await shows(page, where, text);
            if (where !== "#problem") await page.click("#edit");
        };
        await state("KQ6/8/8/8/8/8/8/8", "#2", "#problem", /illegal.*king/is);
        same(await page.evaluate(() => document.activeElement?.id), "fen", "where to mend it");
        same(await page.getAttribute("#fen", "aria-invalid"), "true");
        await state("8/8/8/N7/8/7P/p1K5", "#2", "#problem", /cannot be read.*Expected/i);
        await state(BLOCK, "#2.5", "#problem", /cannot be read.*Expected/i);
        same(await page.getAttribute("#stipulation", "aria-invalid"), "true");
        await state(BLOCK, "", "#problem", "Say what is asked for");
        await state("8/8/8/N7/8/8/p1K4P/k1n5", "#2", "#verdict", "Cooked: more than one key");
        await state("8/8/8/N7/8/8/p1K5/k1n5", "#2", "#verdict", "No solution");
        await state("8/8/8/N7/8/7P/p1K5/k7", "#2", "#verdict", "Short solution; in 1");
        await state(
            "rnbqkbnr/pppppppp/8/8/P7/P7/P2PPPPP/RNBQKBNR",
            "#1",
            "#facts",
            "the pawns have captured more often",
        );
        await state("k7/8/1K6/8/8/8/8/1R6 b", "#2", "#facts", "Black moves first");
        await state("8/4N3/2p1kB2/3b4/5P2/2K5/8/8", "h#3", "#facts", "1 solution");
    });

    test("long work shows how far it is, and can be cancelled", async () => {
        const page = await open(await person({ viewport: PHONE }), hall.port, link(HARD, "#9"));
        await page.click("#solve");
        await shows(page, "#working-text", /Solving: \d+ %, \d+ of at most 20 s/);
        check(await isInSight(page, "#cancel"), "it can be cancelled at once");
        same(await page.evaluate(() => document.activeElement?.id), "cancel");
        same(await violations(page, ["color-contrast", "label"]), [], "axe, while it works");
        await page.keyboard.press("Enter");
        await shows(page, "#problem", "Cancelled");
        await page.waitForSelector("#solve:visible");
        const idle = async () => /\narbitro_problems_working 0\n/.test(await hall.ask("/metrics"));
        await until(idle, "nobody works on it any more");
        /* nor when the page goes */
        await page.click("#solve");
        await until(async () => !(await idle()), "it is worked on");
        await page.close();
        await until(idle, "the page has gone");
    });

    test("themes are named, with what they mean and the moves that show them", async () => {
        const page = await open(await person({ locale: "it-IT" }), hall.port, link(BLOCK, "#2"));
        const both = (/** @type {string} */ text) => ({ en: text, it: text });
        const shown = { use: null, phase: 9000 };
        const theme = {
            theme: "x",
            name: both("autoblocco"),
            text: both("Che cos'è."),
            more: false,
        };
        /* What the server says, and a theme that its solution has not. */
        await page.route("**/api/solve", async (/** @type {any} */ route) => {
            const body = JSON.parse(route.request().postData());
            /** @type {string} */
            const said = await hall.ask("/api/solve", { body });
            const ids = [...said.matchAll(/"id":(\d+),"parent":\d+,"kind":"(\w+)"/g)];
            const of = (/** @type {string} */ kind) =>
                Number(ids.find((one) => one[2] === kind)?.[1]);
            shown.phase = of("key");
            const event = {
                ...theme,
                shown: [
                    { ...shown, lines: [of("continuation")] },
                    { ...shown, lines: [1e6] },
                ],
            };
            const more = said.replace(
                "event: nodes",
                `event: theme\ndata: ${JSON.stringify(event)}\n\nevent: nodes`,
            );
            await route.fulfill({ contentType: "text/event-stream", body: more });
        });
        await page.click("#solve");
        await solved(page);
        await page.click("#tab-ideas");
        await shows(page, "#panel-ideas h3:not(.panel-title)", "Temi");
        await shows(page, "#panel-ideas .ideas", /Autoblocco.*Che cos'è/s);
        same(await page.locator("#panel-ideas .move").count(), 1, "what is not told is not shown");
        await page.click("#panel-ideas .move");
        same(await page.textContent("#walk-line"), "1.h4! Ce2 2.Cb3#", "and leads to its position");
    });

    test("a longer problem opens line by line", async () => {
        const page = await open(
            await person({ viewport: DESK }),
            hall.port,
            link("5Q2/8/2P1pP2/4k3/4P3/8/4N3/R3K2R", "#3", "&solve=yes"),
        );
        await solved(page);
        const more = page.locator("#panel-solution .more[aria-expanded=false]").first();
        await more.waitFor();
        const before = await page.locator("#panel-solution .move").count();
        await more.click();
        check((await page.locator("#panel-solution .move").count()) > before, "there is more");
        for (let i = 0; i < 6; i++) await page.click("#walk-on");
        check(/ 2\./.test(await page.textContent("#walk-line")), "going on opens what is closed");
    });

    for (const [how, viewport, locale, colorScheme] of /** @type {const} */ ([
        ["a phone, Italian, dark", { width: 360, height: 640 }, "it-IT", "dark"],
        ["a desktop, English, light", DESK, "en-GB", "light"],
    ]))
        test(`the answer: axe finds nothing, and nothing sticks out (${how})`, async () => {
            const context = await person({ viewport, locale, colorScheme });
            const page = await open(context, hall.port, link(RICH, "#2", "&solve=yes"));
            await solved(page);
            /* All panels at once: what one shows, the others must not hide from the eye of the test. */
            await page.evaluate(() =>
                document.querySelectorAll(".panel").forEach((one) => one.removeAttribute("hidden")),
            );
            await page.click("#share summary");
            same(await violations(page), [], "axe");
            same(
                await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
                true,
                "no sideways scrolling",
            );
        });

    test("on paper: the diagram, what is asked for, and all phases", async () => {
        const page = await open(await person(), hall.port, link(RICH, "#2", "&solve=yes"));
        await solved(page);
        await page.click("#walk-on");
        await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
        await page.emulateMedia({ media: "print" });
        for (const part of ["#panel-solution", "#panel-tries", "#panel-set", "#panel-ideas"])
            check(await page.isVisible(part), part);
        for (const part of ["#head", "#tabs", "#walk", "#setup", "#share", "#edit"])
            same(await page.isVisible(part), false, part);
        await shows(page, "#printed figcaption", "#2 (11+8)");
        same(
            await page.locator("#printed .square .piece").count(),
            19,
            "the diagram, not the walk",
        );
        same(await page.locator("#printed .square >> nth=35 >> svg").count(), 0);
        const pdf = await page.pdf({ format: "A4" });
        check(pdf.length > 5000, "a leaf of paper");
        /* a problem alone, for others to solve */
        await page.emulateMedia({ media: "screen" });
        await page.click("#edit");
        await page.fill("#stipulation", "#3");
        await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
        await page.emulateMedia({ media: "print" });
        await shows(page, "#printed figcaption", "#3");
        same(await page.isVisible("#answer"), false, "without the solution");
    });
}
