/* SPDX-License-Identifier: MIT */
/*
 * Pictures of the real pages, to be looked at.
 *
 *   node tests/web/screenshots.js [FOLDER]          those of the documentation, a phone and a desktop,
 *                                                   otherwise into docs/screenshots
 *   node tests/web/screenshots.js --all FOLDER      every page in both languages at four sizes
 */
import fs from "node:fs";
import {
    DESK,
    PHONE,
    arrange,
    click,
    drag,
    launch,
    moves,
    open,
    person,
    quit,
    shows,
    type,
} from "./browser.js";
import { Hall } from "./hall.js";

const all = process.argv[2] === "--all";
const folder = process.argv[all ? 3 : 2] ?? "docs/screenshots";

/** @param {string} name @param {{width: number, height: number}} viewport @param {string} language @param {"light"|"dark"} colorScheme */
const way = (name, viewport, language, colorScheme) => ({
    name: `${name}-${language}`,
    viewport,
    locale: language === "it" ? "it-IT" : "en-GB",
    colorScheme,
});
const SIZES = /** @type {const} */ ([
    [360, 640],
    [768, 1024],
    [1280, 800],
    [1920, 1080],
]);
/* Every size is seen in both languages and in both themes. */
const WAYS = all
    ? SIZES.flatMap(([width, height], i) => [
          way(`${width}x${height}`, { width, height }, "it", i % 2 === 0 ? "light" : "dark"),
          way(`${width}x${height}`, { width, height }, "en", i % 2 === 0 ? "dark" : "light"),
      ])
    : [way("phone", PHONE, "it", "light"), way("desktop", DESK, "en", "dark")];
/** @param {typeof WAYS[number]} way */
const isPhone = ({ viewport }) => viewport.width < 600;
const NAMES = { white: "Club A", black: "Club B", event: "Open 2026" };

const LIST = "1; Anna; Bruno\n2; Carla; Dario\n3; Elena; Fabio\n4; Giulia; Luca";

const hall = new Hall();

/** A casual game in its opening. */
async function casual() {
    const game = await hall.game({ time: "600+5", names: NAMES });
    const white = await open(await person(), hall.port, `/game#${game.tokens.white}`);
    const black = await open(await person(), hall.port, `/game#${game.tokens.black}`);
    await white.waitForSelector("body[data-phase=playing]");
    for (const [i, move] of [
        "e2e4",
        "e7e5",
        "g1f3",
        "b8c6",
        "f1b5",
        "a7a6",
        "b5a4",
        "g8f6",
    ].entries()) {
        await click(i % 2 === 0 ? white : black, move);
        await moves(i % 2 === 0 ? black : white, i + 1);
    }
    await type(black, "draw");
    await shows(white, "#offer", "draw");
    return game;
}

/** A tournament game with an illegal move, a made move, and a call for the arbiter. */
async function tournament() {
    const game = await hall.game({ mode: "tournament", time: "5400+30", names: NAMES });
    const white = await open(await person(), hall.port, `/game#${game.tokens.white}`);
    await hall.event(game.tokens.arbiter, "start");
    await shows(white, "#status", "Your move");
    await drag(white, "e2e5");
    await shows(white, "#status", "To move: Club B");
    await white.click("#press");
    await shows(white, "#notice", "illegal");
    await click(white, "e2e4");
    await shows(white, "#status", "To move: Club B");
    return game;
}

/** The end of a long game, in which a draw is claimed that the arbiter has to decide. */
async function quickplay() {
    const game = await hall.game({
        mode: "tournament",
        time: "7200",
        options: { quickplay: "yes" },
        position: "4k3/8/4K3/8/8/8/8/R6r w - - 0 60",
        names: { white: "Club C", black: "Club D", event: "Open 2026" },
    });
    await hall.event(game.tokens.arbiter, "start");
    await hall.event(game.tokens.arbiter, "set-clock white 1:50");
    await hall.event(game.tokens.arbiter, "set-clock black 4:20");
    await hall.event(game.tokens.white, "claim cannot-win");
    return game;
}

/** A rapid game with an illegal move that stands, a request and a report. */
async function rapid() {
    const game = await hall.game({
        mode: "tournament",
        time: "900+10",
        names: { white: "Club E", black: "Club F", event: "Rapid 2026" },
    });
    await hall.event(game.tokens.arbiter, "start");
    for (const [side, event] of [
        ["white", "play e2e4"],
        ["black", "play e7e5"],
        ["white", "play f1d4"],
        ["black", "leave venue"],
        ["spectator", "report the bishop has jumped over the pawn"],
    ])
        await hall.event(game.tokens[side], event);
    return game;
}

/**
 * @param {typeof WAYS[number]} way
 * @param {string} name
 * @param {string} path
 * @param {(page: any) => Promise<void>} [before]
 */
async function shoot(way, name, path, before) {
    const page = await open(await person({ ...way, hasTouch: isPhone(way) }), hall.port, path);
    await page.waitForFunction(
        () =>
            !document.querySelector("#connection") ||
            document.querySelector("#connection")?.textContent !== "",
    );
    await page.waitForTimeout(300);
    await before?.(page);
    await page.screenshot({ path: `${folder}/${name}-${way.name}.png` });
    await page.context().close();
}

fs.mkdirSync(folder, { recursive: true });
await hall.start();
await launch();
const first = await casual(),
    second = await tournament();
await quickplay();
const third = await rapid();
for (const way of WAYS) {
    await shoot(way, "front", "/");
    await shoot(way, "made", "/", async (page) => {
        await arrange(page);
        await page.waitForTimeout(300);
    });
    await shoot(way, "player", `/game#${first.tokens.white}`, (page) =>
        page.click("[data-square=d2]"),
    );
    await shoot(way, "tournament", `/game#${second.tokens.white}`);
    await shoot(way, "rapid", `/game#${third.tokens.black}`, async (page) => {
        await page.click("#more summary");
        await page.locator("#more").scrollIntoViewIfNeeded();
        await page.waitForTimeout(300);
    });
    await shoot(way, "spectator", `/game#${third.tokens.spectator}`, async (page) => {
        await page.click("#report summary");
        if (isPhone(way)) await page.mouse.wheel(0, 330);
        await page.waitForTimeout(300);
    });
    await shoot(way, "regulations", "/", async (page) => {
        await page.click("[name=mode][value=tournament]");
        await page.waitForSelector("#supervision:visible");
        await page.locator("#supervision").scrollIntoViewIfNeeded();
    });
    await shoot(way, "arbiter", `/game#${second.tokens.arbiter}`);
    await shoot(way, "waiting", `/game#${third.tokens.arbiter}`, async (page) => {
        if (isPhone(way)) await page.mouse.wheel(0, 330);
        await page.waitForTimeout(300);
    });
    await shoot(way, "desk", `/desk#${hall.key}`);
    await shoot(way, "round", `/round#${hall.key}`, async (page) => {
        await page.fill("#pairings", LIST);
        await page.waitForSelector("#understood table");
        await page.waitForTimeout(300);
    });
    await shoot(way, "slips", `/round#${hall.key}`, async (page) => {
        await page.fill("#pairings", LIST);
        await page.click("#create");
        await page.waitForFunction(() => document.querySelectorAll(".slip .qr").length === 8);
        await page.locator("#slips-section").scrollIntoViewIfNeeded();
    });
    await shoot(way, "correcting", `/game#${first.tokens.arbiter}`, async (page) => {
        await page.click("#moves .move >> nth=3");
        await page.click("#restore-here");
        await page.waitForSelector("dialog .picture");
    });
    await shoot(way, "editor", `/game#${second.tokens.arbiter}`, async (page) => {
        await page.click("#quick-position");
        await page.waitForSelector("dialog .editor-told li");
    });
    await shoot(way, "join", "/join");
}
await quit();
await hall.close();
process.exit();
