/* SPDX-License-Identifier: MIT */
/* What is told of a board is read whole: ordinary names with title and rating, and how it stands. */
import { open, person, shows, until } from "./browser.js";
import { makeRound } from "./rounds.js";
import { same, test } from "./tap.js";

/** @typedef {import("./hall.js").Hall} Hall */

/** Up to 24 letters with the title. */
const LIST = [
    "board;white title;white;white elo;black title;black;black elo",
    "1;GM;Rossi, Mario;2415;IM;Müller, Jörg;2388",
    "2;WGM;Bongiovanni, Annamaria;2277;GM;Wommelsdorf, Wolfgang;2802",
    "3;;Anna;;;Bruno;1500",
    "4;;Mastropietro, Massimiliano;1999;;Di, Li;",
].join("\n");

const SCREENS = /** @type {const} */ ([
    [1920, 1080],
    [360, 640],
]);

/** Pictures to be looked at, when somebody wants them. @param {any} page @param {string} name */
async function picture(page, name) {
    const folder = process.env.ARB_WEB_PICTURES;
    if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

/**
 * The texts of boards of which a letter is not seen: it is cut off by what it stands in, or by the screen.
 * @param {any} page @param {string} which
 * @returns {Promise<string[]>}
 */
const cut = (page, which) =>
    page.evaluate((/** @type {string} */ which) => {
        const out = [];
        for (const one of document.querySelectorAll(which)) {
            if (one.getClientRects().length === 0 || !one.textContent?.trim()) continue;
            const words = document.createRange();
            words.selectNodeContents(one);
            const text = words.getBoundingClientRect();
            for (let at = /** @type {Element|null} */ (one); at; at = at.parentElement) {
                if (getComputedStyle(at).overflow === "visible") continue;
                const box = at.getBoundingClientRect();
                if (
                    text.left < box.left - 1 ||
                    text.right > box.right + 1 ||
                    text.bottom > box.bottom + 0.2 * text.height
                )
                    out.push(`${one.className}: ${one.textContent}`);
            }
            if (text.left < 0 || text.right > innerWidth || text.bottom > innerHeight)
                out.push(`${one.className}: ${one.textContent} is not on the screen`);
        }
        return out;
    }, which);

/** @param {any} page @param {string} which @param {string} what */
async function isWhole(page, which, what) {
    await until(async () => (await cut(page, which)).length === 0, what, 3000).catch(async () =>
        same(await cut(page, which), [], what),
    );
}

/** @param {Hall} hall @param {string} event */
async function roundOf(hall, event) {
    const made = await makeRound(hall, LIST, {
        game: { time: "5400+30", mode: "tournament", names: { event } },
    });
    await hall.ask("/api/rounds/do", { key: hall.key, body: { do: "start", round: made.round } });
    return made;
}

/** @param {Hall} hall */
export function wholeTests(hall) {
    test("ordinary names and ratings are whole on the overlay, as it is and as it can be set, and on the wall", async () => {
        const made = await roundOf(hall, "Whole names");
        for (const [width, height] of SCREENS) {
            const context = await person({ viewport: { width, height } });
            const page = await open(context, hall.port, "/overlay?event=None");
            for (const layout of ["", "&show=players", "&layout=beside", "&size=300", "&size=700"])
                for (let n = 1; n <= 4; n++) {
                    const what = `overlay ${n} ${layout} ${width}`.replaceAll(/[ &=]+/g, "-");
                    await page.goto(
                        `http://127.0.0.1:${hall.port}/overlay?round=${made.round}&board=${n}${layout}`,
                    );
                    await page.waitForSelector(".board .digits:visible");
                    await picture(page, what);
                    await isWhole(page, ".title-of, .name > span, .rating, .digits", what);
                    if (n === 1)
                        same(await page.locator(".rating:visible").count(), 2, `${what}: ratings`);
                }
            for (const board of ["", "&board=2"]) {
                await page.goto(`http://127.0.0.1:${hall.port}/wall?round=${made.round}${board}`);
                await page.waitForSelector(".board .digits:visible");
                await isWhole(page, ".title-of, .name > span, .digits", `wall ${board} ${width}`);
            }
            await context.close();
        }
    });

    test("how a stopped board stands is read whole on wall, overlay and frame", async () => {
        const made = await roundOf(hall, "Stopped");
        for (const { tokens } of made.boards) {
            for (const [side, move] of [
                ["white", "e2e4"],
                ["black", "e7e5"],
                ["white", "g1f3"],
                ["black", "b8c6"],
            ])
                await hall.event(tokens[side], `play ${move}`);
            await hall.event(tokens.arbiter, "stop");
        }
        const where = `round=${made.round}`;
        for (const [width, height] of SCREENS)
            for (const [lang, words] of [
                ["en", "clocks stopped"],
                ["it", "orologi fermi"],
            ]) {
                const context = await person({ viewport: { width, height } });
                const page = await open(context, hall.port, "/overlay?event=None");
                for (const path of [
                    `/wall?${where}`,
                    `/wall?${where}&board=1`,
                    `/overlay?${where}`,
                    `/overlay?${where}&layout=beside`,
                    `/overlay?${where}&show=players`,
                    `/embed?${where}`,
                ]) {
                    const what = `stopped ${path} ${width} ${lang}`.replaceAll(/[ /?&=]+/g, "-");
                    await page.goto(`http://127.0.0.1:${hall.port}${path}&lang=${lang}`);
                    await page.waitForSelector(".board .digits:visible");
                    await shows(page, ".facts", words);
                    await picture(page, what);
                    await isWhole(page, ".last, .phase", what);
                }
                await context.close();
            }
    });
}
