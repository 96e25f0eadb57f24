/* SPDX-License-Identifier: MIT */
/* What the desk publishes: its dialogs, the address that comes of it, and the delay for who looks on. */
import { open, person, shows, until } from "./browser.js";
import { Site } from "./attacks.js";
import { violations } from "./counted.js";
import { makeRound, pairings } from "./rounds.js";
import { check, same, test } from "./tap.js";

/** @typedef {import("./hall.js").Hall} Hall */

const SMALL = { width: 360, height: 640 };

/** Pictures to be looked at, when somebody wants them. @param {any} page @param {string} name */
async function picture(page, name) {
    const folder = process.env.ARB_WEB_PICTURES;
    if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

/** @param {any} page @param {string} what */
async function isWell(page, what) {
    same(await violations(page), [], `${what}: axe`);
    same(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        true,
        `${what}: no sideways scrolling`,
    );
    const box = await page.locator("dialog").boundingBox();
    check(box.x >= 0 && box.x + box.width <= SMALL.width, `${what}: the dialog fits`);
}

/** @param {Hall} hall @param {string} path */
async function fetched(hall, path) {
    const response = await fetch(`http://127.0.0.1:${hall.port}${path}`);
    return { status: response.status, text: await response.text() };
}

/** Presses Tab until this has the focus. @param {any} page @param {string} selector */
async function tabTo(page, selector) {
    for (let i = 0; i < 40; i++) {
        if (
            await page.evaluate(
                (/** @type {string} */ it) => document.activeElement?.matches(it),
                selector,
            )
        )
            return;
        await page.keyboard.press("Tab");
    }
    check(false, `${selector} is reached by Tab`);
}

/**
 * The wall, the overlay and the frame of a published event, found by the keyboard alone; what stands there works.
 * @param {any} page @param {Hall} hall @param {string} name @param {string} event @param {string} language
 */
async function elsewhereByKeys(page, hall, name, event, language) {
    const origin = await page.evaluate(() => location.origin);
    await tabTo(page, "dialog summary");
    await page.keyboard.press("Enter");
    await page.waitForSelector("dialog details[open]");
    await isWell(page, "elsewhere");
    same(
        await page.inputValue("dialog textarea"),
        `<iframe src="${origin}/embed?event=${name}&amp;board=1" width="320" height="420" title="${event}" style="border:0"></iframe>`,
        "the code of the frame",
    );
    await tabTo(page, "dialog .copy-frame");
    await page.keyboard.press("Enter");
    await shows(page, "#live", language === "it" ? "Copiato" : "Copied");
    await page.locator("dialog .copy-frame").scrollIntoViewIfNeeded();
    await picture(page, `publish-elsewhere-${language}`);
    for (const path of [`wall?event=${name}`, `overlay?event=${name}&board=1`]) {
        const link = page.locator(`dialog a[href="${origin}/${path}"]`);
        same(await link.count(), 1, path);
        const other = await open(await person({ viewport: SMALL }), hall.port, `/${path}`);
        await other.waitForSelector("canvas", { state: "attached" });
        await shows(other, "body", "-p");
        await picture(other, `publish-${path.split("?")[0]}-${language}`);
        await other.close();
    }
    const site = new Site();
    await site.start();
    const frame = await site.visit(
        await person({ viewport: SMALL }),
        `<meta charset="utf-8">${await page.inputValue("dialog textarea")}`,
    );
    await frame.frameLocator("iframe").locator("canvas").waitFor({ state: "attached" });
    same(await frame.locator("iframe").getAttribute("title"), event, "its name");
    await picture(frame, `publish-frame-${language}`);
    await frame.close();
    await site.close();
}

/** The regulations of a round of this event. @param {string} event */
const gameOf = (event) => ({
    game: { time: "5400+30", mode: "tournament", options: {}, names: { event }, public: true },
});

/** @param {Hall} hall */
export function publishingTests(hall) {
    test("what a list tells of the players is shown before the boards are made", async () => {
        const page = await open(await person({ viewport: SMALL }), hall.port, `/round#${hall.key}`);
        await page.fill(
            "#pairings",
            "board;white title;white;white elo;white fide id;black;black team\n1;gm;Anna;2415;900001;Bruno;Club A",
        );
        await shows(page, "#understood td small", "GM · 2415 · 900001");
        await shows(page, "#understood td:last-child small", "Club A");
        same(await violations(page), [], "axe");
    });

    for (const language of /** @type {const} */ (["it", "en"]))
        test(`an event is published from the desk, with a delay, and taken back (${language})`, async () => {
            const event = `Öpen ${language} con un nome piuttosto lungo per un indirizzo`;
            const name = `open-${language}-con-un-nome-piuttosto-lungo-per-un-indirizzo`;
            const made = await makeRound(hall, pairings(2, `-p${language}`), {
                name: "Round 3",
                game: {
                    time: "5400+30",
                    mode: "tournament",
                    options: {},
                    names: { event },
                    public: true,
                },
            });
            const { tokens } = made.boards[0];
            await hall.event(tokens.arbiter, "start");
            const page = await open(
                await person({
                    viewport: SMALL,
                    locale: language === "it" ? "it-IT" : "en-GB",
                }),
                hall.port,
                `/desk?round=${made.round}#${hall.key}`,
            );
            await page.click("#publish");
            await page.waitForSelector("dialog[open]");
            await isWell(page, "the list");
            await page.click("dialog button[value=new]");
            await page.waitForSelector("dialog[open] input[name=name]");
            await isWell(page, "the form");
            await page.selectOption("select[name=event]", event);
            same(await page.inputValue("input[name=name]"), name, "the name");
            await page.fill("input[name=delay]", "60");
            await picture(page, `publish-form-${language}`);
            await page.click("dialog button[value=publish]");
            await shows(page, "#told", `/live/${name}/round-3`);
            await shows(page, "#told", language === "it" ? "60 minuti dopo" : "60 minutes later");
            /* who looks on sees what was an hour ago, and so does the world */
            await hall.event(tokens.white, "play e2e4");
            const look = await hall.ask("/api/game", { key: tokens.spectator });
            same(look.moves.length, 0, "nothing is seen yet");
            const file = await fetched(hall, `/live/${name}/round-3/games.pgn`);
            same(file.status, 200);
            check(file.text.includes(`[Event "${event}"]`), "the event");
            check(!file.text.includes("1. e4"), "no move");
            await page.click("#publish");
            await page.waitForSelector(`dialog[open] button[value="remove ${name}"]`);
            await isWell(page, "the list with one");
            await picture(page, `publish-list-${language}`);
            await elsewhereByKeys(page, hall, name, event, language);
            await page.click(`dialog button[value="remove ${name}"]`);
            await page.click("dialog[open] button[value=yes]");
            await shows(page, "#told", name);
            await until(
                async () => (await fetched(hall, `/live/${name}/round-3/games.pgn`)).status === 404,
                "it is gone",
            );
            same((await hall.ask("/api/game", { key: tokens.spectator })).moves.length, 1, "seen");
        });

    test("a name that is taken keeps its delay; another delay is one step, and a shorter one is confirmed: by the keyboard alone", async () => {
        const seniors = "Кубок ветеранов",
            juniors = "Кубок юниоров";
        const made = await makeRound(hall, pairings(1, "-taken"), gameOf(seniors));
        await makeRound(hall, pairings(1, "-junior"), gameOf(juniors));
        const { tokens } = made.boards[0];
        await hall.event(tokens.arbiter, "start");
        await hall.event(tokens.white, "play e2e4");
        const body = { name: "event", event: seniors, delay: 900 };
        await hall.ask("/api/publish", { key: hall.key, body });
        const seen = async () =>
            (await hall.ask("/api/game", { key: tokens.spectator })).moves.length;
        same(await seen(), 0, "nothing is seen yet");
        const page = await open(await person({ viewport: SMALL }), hall.port, `/desk#${hall.key}`);
        await page.click("#publish");
        await tabTo(page, "dialog button[value=new]");
        await page.keyboard.press("Enter");
        await page.waitForSelector("dialog[open] input[name=name]");
        /* what is not published yet is proposed first, under a name that is free */
        check((await page.inputValue("select[name=event]")) !== seniors, "another is proposed");
        await shows(page, "select[name=event]", `${seniors} (published already)`);
        await page.selectOption("select[name=event]", seniors);
        same(await page.inputValue("input[name=name]"), "event-2", "a free name");
        same(await page.inputValue("input[name=delay]"), "15", "the delay that holds");
        await page.selectOption("select[name=event]", juniors);
        same(await page.inputValue("input[name=delay]"), "0", "that of the other");
        await tabTo(page, "dialog input[name=name]");
        await page.keyboard.press("Control+A");
        await page.keyboard.type("event");
        await picture(page, "publish-form");
        await page.keyboard.press("Enter");
        await shows(page, "dialog .problem", "Under this name another event");
        await isWell(page, "refused");
        await picture(page, "publish-taken");
        same(await page.inputValue("select[name=event]"), juniors, "what was filled in stays");
        same(await seen(), 0, "nothing is seen");
        await page.keyboard.press("Escape");
        await page.waitForSelector("dialog", { state: "detached" });
        await page.click("#publish");
        await tabTo(page, 'dialog button[value="change event"]');
        await picture(page, "publish-rows");
        await page.keyboard.press("Enter");
        await page.waitForSelector("dialog input[name=delay]");
        await isWell(page, "the change");
        await tabTo(page, "dialog input[name=title]");
        await page.keyboard.type("Veterans");
        await tabTo(page, "dialog input[name=delay]");
        await page.keyboard.press("Control+A");
        await page.keyboard.type("30");
        await picture(page, "publish-change");
        await page.keyboard.press("Enter");
        await shows(page, "#told", "30 minutes later");
        same(await seen(), 0, "nothing is seen");
        for (const sure of [false, true]) {
            await page.click("#publish");
            await shows(page, "dialog .published strong", "Veterans");
            await tabTo(page, 'dialog button[value="change event"]');
            await page.keyboard.press("Enter");
            await page.waitForSelector("dialog input[name=delay]");
            await page.fill("dialog input[name=delay]", "0");
            await page.keyboard.press("Enter");
            await shows(page, "dialog p", "so far: 30 minutes later.");
            await isWell(page, "is it meant?");
            await picture(page, "publish-sooner");
            await tabTo(page, `dialog button[value=${sure ? "yes" : "no"}]`);
            await page.keyboard.press("Enter");
            await page.waitForSelector("dialog", { state: "detached" });
            if (sure) await shows(page, "#told", "without delay");
            same(await seen(), sure ? 1 : 0, "seen");
        }
        await hall.ask("/api/unpublish", { key: hall.key, body: { name: "event" } });
    });
}
