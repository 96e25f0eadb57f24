/* SPDX-License-Identifier: MIT */
/*
 * Pictures of the real pages, to be looked at.
 *
 *   node tests/web/screenshots.js [FOLDER [NAME]]   those of the documentation, a phone and a desktop,
 *                                                   otherwise into docs/screenshots
 *   node tests/web/screenshots.js --all FOLDER [NAME]   every page in both languages at four sizes, or those
 *                                                   that have this in their name
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
const wanted = process.argv[all ? 4 : 3] ?? "";

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

/** A problem with something of everything. @param {string} ask @param {string} [more] */
const problem = (ask, more = "") =>
    `/problem?position=5r2/2P1p3/1K1k2N1/1bN1p1p1/2P1P1pB/6PB/5P2/5r1R&ask=${encodeURIComponent(ask)}${more}`;

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

/** A game with a player who cannot see, each player with a board: what Black has not executed is not on his. */
async function blind() {
    const game = await hall.game({
        mode: "tournament",
        time: "5400+30",
        options: { vision: "white:blind" },
        names: { white: "Club G", black: "Club H", event: "Open 2026" },
    });
    await hall.event(game.tokens.arbiter, "start");
    for (const [side, event] of [
        ["white", "move e2e4"],
        ["white", "press"],
        ["black", "move e7e5"],
        ["black", "press"],
        ["white", "move g1f3"],
        ["white", "press"],
    ])
        await hall.event(game.tokens[side], event);
    return game;
}

/**
 * As somebody sees it who chose this on his device.
 * @param {any} page
 * @param {Record<string, string>} settings
 */
async function choose(page, settings) {
    await page.evaluate((/** @type {Record<string, string>} */ kept) => {
        for (const [name, value] of Object.entries(kept))
            localStorage.setItem(`arbitro.${name}`, value);
    }, settings);
    await page.reload();
    await page.waitForSelector("body[data-ready]");
}

/** A game of somebody who cannot see, with an assistant; a move is to be repeated, some points are ticked. */
async function announced() {
    const game = await hall.game({
        mode: "tournament",
        time: "5400+30",
        options: { vision: "white:blind" },
        names: { white: "Club I", black: "Club J", event: "Open 2026" },
    });
    await hall.event(
        game.tokens.white,
        "appoint Reader announce execute clock record tell claim adjourn",
    );
    const { token } = await hall.ask("/api/seat", {
        key: game.tokens.arbiter,
        body: { seat: "white-assistant" },
    });
    await hall.event(game.tokens.arbiter, "start");
    await hall.event(game.tokens.white, "move g1f3");
    for (const point of ["entries", "table", "board", "pieces", "words"])
        await hall.ask("/api/checklist/done", {
            key: game.tokens.arbiter,
            body: { point, done: true },
        });
    return { ...game, tokens: { ...game.tokens, assistant: token } };
}

/**
 * @param {typeof WAYS[number]} way
 * @param {string} name
 * @param {string} path
 * @param {(page: any) => Promise<void>} [before]
 */
async function shoot(way, name, path, before) {
    if (!name.includes(wanted)) return;
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

const SHOWN = "Spring Open";

/** A round that is shown to others, in several stages. */
async function displayed() {
    const line = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"];
    const made = await hall.ask("/api/rounds", {
        key: hall.key,
        body: {
            id: "screenshots-0001",
            text: LIST,
            name: "3",
            game: { time: "5400+30", mode: "tournament", names: { event: SHOWN } },
        },
    });
    await hall.ask("/api/rounds/do", { key: hall.key, body: { do: "start", round: made.round } });
    for (const [board, { tokens }] of made.boards.entries())
        for (const [i, move] of line.slice(0, 8 - 2 * board).entries())
            await hall.event(tokens[i % 2 === 0 ? "white" : "black"], `play ${move}`);
    await hall.event(made.boards[2].tokens.arbiter, "award 1-0");
    await hall.event(made.boards[3].tokens.arbiter, "set-clock white 4:10");
    return made;
}

fs.mkdirSync(folder, { recursive: true });
await hall.start();
await launch();
const first = await casual(),
    second = await tournament();
await quickplay();
const third = await rapid(),
    fourth = await blind(),
    fifth = await announced(),
    shown = await displayed();
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
    await shoot(way, "wall", `/wall?event=${encodeURIComponent(SHOWN)}`);
    await shoot(way, "embed", `/embed/${shown.boards[0].game}`);
    await shoot(way, "overlay", `/overlay?event=${encodeURIComponent(SHOWN)}&board=2&size=300`);
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
    await shoot(way, "table", `/table#${fifth.tokens.arbiter}`);
    await shoot(way, "assistant", `/table#${fifth.tokens.assistant}`);
    await shoot(way, "again", `/table#${fifth.tokens.assistant}`, (page) => page.click("#again"));
    await shoot(way, "checklist", `/checklist#${fifth.tokens.arbiter}`);
    await shoot(way, "join", "/join");
    await shoot(way, "problem-set-up", problem("#2"));
    await shoot(way, "problem-solved", problem("#2", "&solve=yes"), async (page) => {
        await page.waitForSelector("body[data-mode=solution]");
        await page.click("#panel-solution .move >> nth=4");
        if (isPhone(way)) await page.mouse.wheel(0, 120);
        await page.waitForTimeout(300);
    });
    await shoot(way, "problem-tries", problem("#2", "&solve=yes"), async (page) => {
        await page.waitForSelector("body[data-mode=solution]");
        await page.click("#tab-tries");
        await page.click("#panel-tries .move >> nth=1");
        if (isPhone(way)) await page.locator("#tabs").scrollIntoViewIfNeeded();
        await page.waitForTimeout(300);
    });
    await shoot(way, "problem-working", problem("#9"), async (page) => {
        await page.click("#solve");
        await shows(page, "#working-text", "%");
    });
    if (!all) continue;
    await shoot(way, "speech", `/game#${fourth.tokens.white}`, async (page) => {
        await page.click("#settings");
        await page.waitForSelector("dialog[open]");
        await page.locator("[name=speech-own]").scrollIntoViewIfNeeded();
    });
    await shoot(way, "blind-keys", `/game#${fourth.tokens.black}`, async (page) => {
        await page.focus("#board [tabindex='0']");
        await page.keyboard.press("h");
        await page.locator("#keys").scrollIntoViewIfNeeded();
    });
    for (const theme of ["contrast", "contrast-light"])
        await shoot(way, `blind-${theme}`, `/game#${fourth.tokens.white}`, (page) =>
            choose(page, { theme, large: "on" }),
        );
    await shoot(way, "blind-zoom", `/game#${fourth.tokens.white}`, async (page) => {
        await page.setViewportSize({ width: 320, height: 256 });
        await choose(page, { large: "on" });
        await page.focus("#command-text");
        await page.keyboard.type("s e");
        await page.keyboard.press("Enter");
        await page.waitForSelector("#notice:visible");
    });
}
await quit();
await hall.close();
process.exit();
