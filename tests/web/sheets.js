/* SPDX-License-Identifier: MIT */
/*
 * Scoresheets on the pages (Article 8): written by typing and by tapping, compared, brought up to date
 * after a flag, signed and printed; and nothing on a player's page that tells whether an entry is right.
 */
import {
    DESK,
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
import { sitDown } from "./games.js";
import { pagesOf, sticksOut } from "./paper.js";
import { check, same, test } from "./tap.js";

/** @typedef {import("./hall.js").Hall} Hall */

const SMALL = { width: 360, height: 640 };
const KEPT = { record: "kept" };
const ELSEWHERE = { board: "written" };
/** Twelve moves of each side: as they are played, and as they are written. */
const PLAYED =
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6a5 b3c2 c7c5 d2d4 d8c7 b1d2 a5c6".split(
        " ",
    );
const WRITTEN =
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7 Nbd2 Nc6".split(
        " ",
    );

/** Plays moves from outside the pages. @param {Hall} hall @param {any} tokens @param {string[]} list */
async function playOn(hall, tokens, list) {
    for (const [i, move] of list.entries())
        await hall.event(i % 2 ? tokens.black : tokens.white, `play ${move}`);
}

/** @param {any} page @param {string} text */
async function write(page, text) {
    await page.fill("#sheet-write input", text);
    await page.press("#sheet-write input", "Enter");
}

/** Waits until the sheet has so many entries. @param {any} page @param {number} count */
const entries = (page, count) =>
    until(
        async () => (await page.locator("#sheet-rows button").count()) === count,
        `${count} entries`,
    );

/** Two sheets without an entry, and the flag of White fallen. @param {Hall} hall */
async function overdue(hall) {
    const game = await hall.game({ mode: "tournament", time: "3/1:5400", options: KEPT });
    const stands = [await hall.sit(game.tokens.white), await hall.sit(game.tokens.black)];
    await hall.event(game.tokens.arbiter, "start");
    await playOn(hall, game.tokens, PLAYED.slice(0, 4));
    const arbiter = await open(await person(), hall.port, `/game#${game.tokens.arbiter}`);
    await shows(arbiter, "#quick-flag", /./);
    stands.forEach((stand) => stand());
    return { game, arbiter };
}

/** Chooses a step that is shown before, and means it. @param {any} page @param {string} text */
async function step(page, text) {
    await page.click(`#updating button:has-text("${text}")`);
    await page.click("dialog.preview-dialog button[value=yes]");
}

/**
 * What a page was sent and shows, with the moves and the times left out.
 * @param {Hall} hall
 * @param {string} entry
 * @param {Record<string, string>} options
 */
async function seenOf(hall, entry, options = KEPT) {
    const game = await hall.game({ mode: "tournament", time: "5400+30", options });
    await hall.event(game.tokens.arbiter, "start");
    await hall.event(game.tokens.white, options.board ? "press" : "play e2e4");
    if (options.board) await hall.event(game.tokens.black, "write e4");
    const context = await person();
    /** @type {Promise<string>[]} */
    const bodies = [];
    let asked = 0;
    const isOurs = (/** @type {any} */ request) =>
        /\/api\/(sheet|events|game|pgn)/.test(request.url());
    context.on("request", (/** @type {any} */ request) => {
        if (isOurs(request)) asked++;
    });
    context.on("response", (/** @type {any} */ response) => {
        if (isOurs(response)) bodies.push(response.text());
    });
    const page = await open(context, hall.port, `/game#${game.tokens.white}`);
    const look = () =>
        page.evaluate(() =>
            ["#status", "#player", "#sheet", "#log", "#notice", "#live"]
                .map((id) => document.querySelector(id)?.outerHTML)
                .join("\n"),
        );
    const plain = (/** @type {string} */ text) =>
        text
            .replace(/"move":{[^}]*}/g, "") /* what was played, not what was written */
            .replaceAll(entry, "ENTRY")
            .replace(/\d+/g, "0");
    /* What is sent and what is said come on two lines, in any order: waits until both have come. */
    const settled = async () => {
        let before = "";
        let since = Date.now();
        await until(async () => {
            const now = `${asked} ${bodies.length} ${plain(await look())}`;
            if (now !== before || asked !== bodies.length) since = Date.now();
            before = now;
            return Date.now() - since > 1700; /* what is said later is said by itself */
        }, "nothing more comes");
    };
    await settled();
    asked = bodies.length = 0; /* the page that came first has the move played, in its own words */
    await entries(page, 0);
    await write(page, entry);
    await entries(page, 1);
    await settled();
    await page.locator("#sheet-rows button").click();
    await page.press("#sheet-write input", "Enter");
    await shows(page, "#sheet-rows s", entry);
    await settled();
    const sent = (await Promise.all(bodies)).map(plain);
    return { bodies: [...new Set(sent)].sort(), shown: plain(await look()) };
}

/** @param {Hall} hall */
export function sheetTests(hall) {
    test("sheets: they differ at move 12, that is found, and the old entry stays to be seen", async () => {
        const game = await hall.game({
            mode: "tournament",
            time: "5400+30",
            options: KEPT,
            names: { white: "Club S", black: "Club T", event: "" },
        });
        const { tokens } = game;
        const [white, black] = await sitDown(
            hall,
            game,
            { viewport: DESK },
            { viewport: SMALL, locale: "it-IT", hasTouch: true },
        );
        const arbiter = await open(
            await person({ viewport: SMALL, locale: "it-IT" }),
            hall.port,
            `/game#${tokens.arbiter}`,
        );
        const desk = await open(await person(), hall.port, `/desk#${hall.key}`);
        await hall.event(tokens.arbiter, "start");
        await playOn(hall, tokens, PLAYED);
        await hall.event(tokens.white, `write ${WRITTEN.slice(0, 22).join(" ")}`);
        await hall.event(tokens.black, `write ${WRITTEN.slice(0, 22).join(" ")}`);
        same(await white.locator("#moves").isVisible(), false, "he writes the game himself");
        await entries(white, 22);
        await write(white, "Nbd2");
        await entries(white, 23);
        await says(white, /Written: Nbd2/);
        await write(white, "Nc6 1:30 (=)");
        await entries(white, 26);
        await black.tap("#pen");
        for (const key of ["A", "d", "2"]) await black.tap(`.sheet-keys button:text-is("${key}")`);
        await black.tap("#sheet-write button[type=submit]");
        await entries(black, 23);
        await shows(
            arbiter,
            "#sheets .part",
            "differiscono a 12.: il Bianco ha Cbd2, il Nero ha Ad2",
        );
        await shows(arbiter, "#sheets .part", "corregge il formulario");
        await shows(arbiter, "tr.differs th", "12.");
        await shows(desk, ".tile:has-text('Club S') .tile-sheets", "scoresheets differ at 12.");
        same(await violations(arbiter), [], "axe, arbiter");
        same(await violations(white), [], "axe, player");
        /* with the keyboard: the arrows go from entry to entry, Enter corrects */
        await black.focus("#sheet-rows button[tabindex='0']");
        await black.keyboard.press("Enter");
        await shows(black, "#sheet-write", "Correggi l'annotazione 12, Bianco");
        same(await black.inputValue("#sheet-write input"), "Ad2", "what stands there");
        await write(black, "Cbd2");
        await shows(black, "#sheet-rows s", "Ad2");
        await arbiter.locator("#sheets .part").waitFor({ state: "detached" });
        await shows(arbiter, "tr[data-half-move='23'] s", "Ad2");
        for (const page of [black, arbiter])
            check(
                await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
                "nothing is wider than the screen",
            );
    });

    test("sheets: a flag falls in time trouble, both write, and the record loses the game", async () => {
        const { game, arbiter } = await overdue(hall);
        const { tokens } = game;
        const [white, black] = await sitDown(hall, game, { viewport: SMALL }, {});
        await black.click("#claim-flag");
        await shows(white, "#sheet-missing", "Missing: 1., 1…, 2.");
        check(await isInSight(white, "#sheet-write input"), "his scoresheet has opened");
        same(await black.locator("#claim-flag").isVisible(), false, "he has claimed already");
        await shows(arbiter, "#updating", "Neither player had to record");
        same(await arbiter.locator("#quick-resume").isVisible(), false, "shown first");
        await write(black, "e4 e5 Nf3 Nc6");
        await shows(arbiter, "#updating [data-sheet=black].done", "has completed");
        await shows(arbiter, "#updating [data-sheet=white]", "still writes: 1., 1…, 2.");
        const spectator = await open(
            await person({ viewport: SMALL }),
            hall.port,
            `/game#${tokens.spectator}`,
        );
        await write(white, "e4 e5 Nf3 Nc6");
        for (const page of [white, black, spectator, arbiter])
            await shows(page, "#banner .result", "0-1");
        same(await arbiter.locator("#updating").isVisible(), false, "done");
    });

    test("sheets: nothing can be proved, and 8.6 saves the game", async () => {
        const { game, arbiter } = await overdue(hall);
        const { tokens } = game;
        await arbiter.click("#quick-flag");
        await shows(arbiter, "#updating", "8.5.1");
        await arbiter.click("#sheets-own summary");
        await arbiter.fill("#sheets-write input", "e4 e5");
        await arbiter.press("#sheets-write input", "Enter");
        await shows(arbiter, "#sheets", "up to 1…");
        await step(arbiter, "Reconstruct");
        await shows(arbiter, "#updating li.done", "Noted before the reconstruction: 4 half-moves");
        same(await violations(arbiter), [], "axe");
        await step(arbiter, "Nothing can be proved");
        await arbiter.locator("#updating").waitFor({ state: "hidden" });
        await hall.event(tokens.arbiter, "resume");
        const { state } = await hall.ask("/api/game", { key: tokens.white });
        same(state.phase, "playing");
        check(state.clock.white > 5390000, "the time of the next period");
    });

    test("sheets: what a player's page is sent and shows is the same for a legal entry and another", async () => {
        const [legal, other, foreign] = await Promise.all(
            ["e4", "e5", "Kc8"].map((entry) => seenOf(hall, entry)),
        );
        check(legal.bodies.length > 2 && legal.bodies.some((one) => one.includes("ENTRY")), "sent");
        same(other, legal, "a move that was not possible");
        same(foreign, legal, "a move that nobody could make");
    });

    test("sheets: the same on a board that is elsewhere, whatever the opponent wrote", async () => {
        const [right, other, none] = await Promise.all(
            ["e4", "d4", "e5"].map((entry) => seenOf(hall, entry, ELSEWHERE)),
        );
        same(other, right, "another move than the opponent's");
        same(none, right, "a move that was not possible");
    });

    test("sheets: a game on a board that is elsewhere, by clock and scoresheet alone", async () => {
        const game = await hall.game({ mode: "tournament", time: "5400+30", options: ELSEWHERE });
        const { tokens } = game;
        const [white, black] = await sitDown(
            hall,
            game,
            { viewport: SMALL, locale: "it-IT", hasTouch: true },
            { viewport: DESK, colorScheme: "dark" },
        );
        const arbiter = await open(
            await person({ viewport: SMALL, colorScheme: "dark" }),
            hall.port,
            `/game#${tokens.arbiter}`,
        );
        await hall.event(tokens.arbiter, "start");
        await white.waitForSelector("body[data-phase=playing]");
        for (const page of [white, black])
            same(await page.locator("#board").isVisible(), false, "he has it before him");
        check(await isInSight(white, ".sheet-keys"), "the keys are at hand");
        await white.evaluate(watchShifts);
        await white.tap("#press");
        await shows(black, "#status", "Your move");
        for (const key of ["e", "4"]) await white.tap(`.sheet-keys button:text-is("${key}")`);
        await white.tap("#sheet-write button[type=submit]");
        await entries(white, 1);
        same(await jumpsOf(white), [], "nothing moves under a finger");
        await black.keyboard.press("Control+Space");
        await shows(white, "#status", "Tocca a te");
        await black.focus("#sheet-write input");
        await black.keyboard.type("e4 e5\n");
        await entries(black, 2);
        await hall.event(tokens.white, "write e5");
        await shows(arbiter, "#sheets", "up to 1…");
        same(await square(arbiter, "e4").getAttribute("data-piece"), "whiteP", "what both wrote");
        await shows(arbiter, "#elsewhere", "both scoresheets agree");
        await white.tap("#press");
        await shows(black, "#status", "Your move");
        await hall.event(tokens.white, "write Nf3");
        await write(black, "Nc3");
        await entries(black, 3);
        await shows(arbiter, "#sheets .part", "differ at 2.: White has Nf3, Black has Nc3");
        await shows(arbiter, "#sheets .part", "Nothing settles it");
        for (const page of [white, black, arbiter]) {
            same(await violations(page), [], "axe");
            check(
                await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
                "nothing is wider than the screen",
            );
        }
        await black.keyboard.press("Control+Space");
        await hall.event(tokens.white, "resign");
        await shows(black, "#banner .result", "0-1");
        check(await black.locator("#board").isVisible(), "then it is shown");
    });

    test("sheets: a wrong result that both sign stands, until the arbiter decides otherwise", async () => {
        const game = await hall.game({ mode: "tournament", time: "5400+30", options: KEPT });
        const { tokens } = game;
        await hall.event(tokens.arbiter, "start");
        await hall.event(tokens.white, "play e2e4");
        await hall.event(tokens.black, "resign");
        const arbiter = await open(await person(), hall.port, `/game#${tokens.arbiter}`);
        const pages = await sitDown(hall, game, { viewport: SMALL }, {});
        for (const page of pages) {
            await shows(page, "#banner .result", "1-0");
            await page.click("#act-sign");
            await page.selectOption("dialog [name=result]", "0-1");
            await page.click("dialog button[value=yes]");
            await shows(page, "#signed", "You have signed");
        }
        for (const page of [...pages, arbiter]) await shows(page, "#banner .result", "0-1");
        await shows(arbiter, "#sheets", "Club A (White) has signed 0-1.");
        await hall.event(tokens.arbiter, "award 1-0");
        for (const page of [...pages, arbiter]) await shows(page, "#banner .result", "1-0");
    });

    test("sheets: a claim of repetition is shown with what was found", async () => {
        const game = await hall.game({ mode: "tournament", time: "5400+30", options: KEPT });
        const { tokens } = game;
        const arbiter = await open(await person(), hall.port, `/game#${tokens.arbiter}`);
        await hall.event(tokens.arbiter, "start");
        await playOn(hall, tokens, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8".split(" "));
        await hall.event(tokens.white, "claim repetition");
        await shows(arbiter, ".claim-found", "3 times: after the beginning, 2…, 4…");
        await shows(arbiter, ".claim-found .article", "9.2");
    });

    test("sheets: printed from the hall, each on pages of its paper, nothing sticks out", async () => {
        const game = await hall.game({
            mode: "tournament",
            time: "5400+30",
            options: KEPT,
            names: { white: "<b>Club A</b>", black: "Club B ".repeat(20), event: "x".repeat(150) },
        });
        const { tokens } = game;
        await hall.event(tokens.arbiter, "start");
        await playOn(hall, tokens, PLAYED);
        await hall.event(tokens.white, `write ${WRITTEN.join(" ")} (=) 1:12 nonsense`);
        await hall.event(tokens.black, "resign");
        const page = await open(
            await person({ locale: "it-IT" }),
            hall.port,
            `/print#${tokens.arbiter}`,
        );
        for (const [paper, width, height] of /** @type {const} */ ([
            ["a4", 210, 297],
            ["a5", 148, 210],
        ]))
            for (const what of ["white", "game", "report"]) {
                await page.selectOption("[name=paper]", paper);
                await page.selectOption("[name=what]", what);
                await page.waitForSelector(`body[data-ready=${what}${paper}]`);
                const pages = pagesOf(await page.pdf({ preferCSSPageSize: true }));
                same(pages[0], [width, height], `${what} on ${paper}`);
                check(
                    what === "report" || pages.length === 1,
                    `${what} on ${paper}: ${pages.length}`,
                );
                check(pages.length <= 6, `${pages.length} pages of a report`);
                await page.emulateMedia({ media: "print" });
                await page.setViewportSize({ width: paper === "a4" ? 703 : 499, height: 800 });
                same(await sticksOut(page), [], "sticks out");
                await page.emulateMedia({ media: null });
            }
        same(await violations(page), [], "axe");
        await page.setViewportSize({ width: 360, height: 640 });
        check(
            await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
            "no sideways scrolling",
        );
        const own = await open(await person(), hall.port, `/print#${tokens.white}`);
        await shows(own, "h1", "Scoresheet");
        same(await own.locator("option[value=report]").count(), 0, "the report is the arbiter's");
    });
}
