/* SPDX-License-Identifier: MIT */
/* Names as long as they come, in either direction, on small and large screens: of no board is anything cut off. */
import { open, person, shows, until } from "./browser.js";
import { violations } from "./counted.js";
import { makeRound } from "./rounds.js";
import { same, test } from "./tap.js";

/** @typedef {import("./hall.js").Hall} Hall */

const NAMES = [
    ["Presidentessa Onoraria Professoressa Maria della Congregazione di San Giovanni", "GM"],
    ["אלוף השחמט של המועדון הראשון של העיר הקדושה ירושלים ושל כל סביבותיה הרחוקות", "IM"],
    ["رئيس النادي", "WGM"],
    ["W".repeat(120), "GM"],
];

const LIST = [
    "board;white title;white;white elo;black title;black;black elo",
    ...NAMES.map(([name, title], i) => `${i + 1};${title};${name};2415;GM;${name} II;2802`),
].join("\n");

/** Pictures to be looked at, when somebody wants them. @param {any} page @param {string} name */
async function picture(page, name) {
    const folder = process.env.ARB_WEB_PICTURES;
    if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

/**
 * What cannot be seen: parts of boards that reach out of the screen or lie over each other, and names whose first letter
 * is not there. @param {any} page
 * @returns {Promise<string[]>}
 */
const unseen = (page) =>
    page.evaluate(() => {
        const within = (/** @type {DOMRect} */ a, /** @type {DOMRect} */ b) =>
            a.left >= b.left - 1 &&
            a.right <= b.right + 1 &&
            a.top >= b.top - 1 &&
            a.bottom <= b.bottom + 1;
        const screen = new DOMRect(0, 0, innerWidth, innerHeight);
        const seen = (/** @type {string} */ what) =>
            Array.from(document.querySelectorAll(what)).filter(
                (one) => one.getClientRects().length > 0,
            );
        const out = seen(".board .player, .board .digits, .board .frame, .board .facts")
            .filter((one) => !within(one.getBoundingClientRect(), screen))
            .map((one) => `${one.className} is cut off`);
        for (const player of seen(".player")) {
            const name = /** @type {HTMLElement} */ (player.querySelector(".name"));
            const digits = player.querySelector(".digits")?.getBoundingClientRect();
            const box = name.getBoundingClientRect();
            const text = name.querySelector("span")?.firstChild;
            if (!text) continue;
            const range = document.createRange();
            range.setStart(text, 0);
            range.setEnd(text, 1);
            if (!within(range.getBoundingClientRect(), box))
                out.push(`${text.textContent}: no beginning`);
            if (!within(box, player.getBoundingClientRect()))
                out.push(`${text.textContent}: reaches out`);
            if (
                digits &&
                digits.width > 0 &&
                digits.left < box.right - 1 &&
                digits.top < box.bottom - 1 &&
                box.top < digits.bottom - 1
            )
                out.push(`${text.textContent}: over the clock`);
        }
        if (document.documentElement.scrollWidth > innerWidth) out.push("it scrolls sideways");
        return out;
    });

/** In each language both screens, all boards on one of them. */
const SCREENS = /** @type {const} */ ([
    ["it", 360, 640, 4],
    ["en", 360, 640, 1],
    ["it", 1920, 1080, 1],
    ["en", 1920, 1080, 4],
]);

/** @param {Hall} hall */
export function namesTests(hall) {
    test("long names, titles, names from right to left: nothing is cut off on overlay, wall and frame", async () => {
        const made = await makeRound(hall, LIST, {
            name: "Round 7",
            game: { time: "5400+30", mode: "tournament", names: { event: "Names" } },
        });
        await hall.ask("/api/rounds/do", {
            key: hall.key,
            body: { do: "start", round: made.round },
        });
        await hall.event(made.boards[1].tokens.white, "play e2e4");
        await hall.event(made.boards[3].tokens.white, "resign");
        for (const [language, width, height, boards] of SCREENS) {
            const context = await person({
                viewport: { width, height },
                locale: language === "it" ? "it-IT" : "en-GB",
            });
            const page = await open(context, hall.port, "/overlay");
            const look = async (/** @type {string} */ path, /** @type {string} */ name) => {
                await page.goto(`http://127.0.0.1:${hall.port}${path}`);
                await page.waitForSelector(".board .digits:visible, .show-board canvas:visible");
                const what = `${name} ${width} ${language}`;
                await until(async () => (await unseen(page)).length === 0, what).catch(async () =>
                    same(await unseen(page), [], what),
                );
                await picture(page, what.replaceAll(" ", "-"));
            };
            for (let n = 1; n <= boards; n++) {
                await look(`/overlay?round=${made.round}&board=${n}`, `overlay ${n}`);
                await look(`/embed?round=${made.round}&board=${n}`, `embed ${n}`);
            }
            const first = `round=${made.round}&board=1`;
            await look(`/overlay?${first}&layout=beside`, "overlay beside");
            await look(`/overlay?${first}&show=players&size=600`, "overlay players");
            await look(`/overlay?${first}&show=board&size=2000`, "overlay board");
            await look(`/overlay?${first}&size=2000`, "overlay large");
            await look(`/wall?round=${made.round}`, "wall");
            if (boards > 1) same(await violations(page), [], "axe");
            await shows(page, ".board .title", language === "it" ? "Scacchiera" : "Board");
            await context.close();
        }
    });
}
