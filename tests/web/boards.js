/* SPDX-License-Identifier: MIT */
/* Boards for others: on the wall of the hall, over a broadcast, and in a frame on somebody's page. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Site } from "./attacks.js";
import { HOST, jumpsOf, open, person, shows, until, watchShifts } from "./browser.js";
import { violations } from "./counted.js";
import { Proxy } from "./hall.js";
import { makeRound } from "./rounds.js";
import { check, same, test } from "./tap.js";

/** @typedef {import("./hall.js").Hall} Hall */

const SCREEN = { width: 1920, height: 1080 };
const SIZES = /** @type {const} */ ([
    [360, 640],
    [1280, 720],
    [1920, 1080],
    [3840, 2160],
]);

/** @param {number} n @param {string} mark */
const list = (n, mark) =>
    Array.from({ length: n }, (_, i) => `${i + 1}; Anna ${mark} ${i + 1}; Bruno ${mark}`).join(
        "\n",
    );

/**
 * A round that is being played.
 * @param {Hall} hall
 * @param {number} boards
 * @param {string} mark
 */
async function roundOf(hall, boards, mark) {
    const made = await makeRound(hall, list(boards, mark), {
        name: "Round 5",
        game: { time: "5400+30", mode: "tournament", names: { event: `Open ${mark}` } },
    });
    await hall.ask("/api/rounds/do", {
        key: hall.key,
        body: { do: "start", round: made.round },
    });
    return made;
}

/** The board of this number. @param {any} page @param {number} number */
const boardOf = (page, number) =>
    page.locator(".board").filter({ has: page.locator(`.title:text-is("Board ${number}")`) });

/** What is painted on a square, as its pixels. @param {any} canvas @param {number} file @param {number} rank */
const painted = (canvas, file, rank) =>
    canvas.evaluate(
        (/** @type {HTMLCanvasElement} */ one, /** @type {[number, number]} */ [file, rank]) => {
            const side = one.width / 8;
            const pixels = one
                .getContext("2d")
                ?.getImageData(file * side, (8 - rank) * side, side, side).data;
            return Array.from(pixels ?? []).join();
        },
        [file, rank],
    );

/** Nothing is cut off, and no board lies over another. @param {any} page */
const misplaced = (page) =>
    page.evaluate(() => {
        const boxes = Array.from(document.querySelectorAll(".board"), (one) =>
            one.getBoundingClientRect(),
        );
        const out = boxes.filter(
            ({ left, top, right, bottom }) =>
                left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5,
        );
        const over = boxes.filter((a, i) =>
            boxes.some(
                (b, j) =>
                    j > i &&
                    a.left < b.right - 1 &&
                    b.left < a.right - 1 &&
                    a.top < b.bottom - 1 &&
                    b.top < a.bottom - 1,
            ),
        );
        const wide = Array.from(document.querySelectorAll(".digits, .result")).filter(
            (one) => one.getBoundingClientRect().right > innerWidth,
        );
        return [out.length, over.length, wide.length, scrollX, scrollY].join();
    });

/** In forced colours no ground tells which clock runs: a line around it does. @param {any} page */
async function runningIsSeen(page) {
    const lines = (/** @type {string} */ which) =>
        page
            .locator(which)
            .first()
            .evaluate((/** @type {Element} */ one) => getComputedStyle(one).borderTopColor);
    check(
        (await lines(".player.running .digits")) !== (await lines(".player:not(.running) .digits")),
        "the running clock is seen in forced colours",
    );
}

/** @param {Hall} hall */
export function wallTests(hall) {
    test("the wall: twenty boards follow moves and results, and nothing jumps", async () => {
        const made = await roundOf(hall, 20, "w");
        const context = await person({ viewport: SCREEN });
        await context.addInitScript(watchShifts);
        const page = await open(context, hall.port, `/wall?round=${made.round}&per=20`);
        await shows(page, "#event", "Open w");
        await shows(page, "#round", "Round 5");
        await until(async () => (await page.locator(".board").count()) === 20, "twenty boards");
        const seventh = boardOf(page, 7);
        await seventh.locator(".name").filter({ hasText: "Anna w 7" }).waitFor();
        await seventh.locator(".player[data-side=white].running").waitFor();
        const canvas = seventh.locator("canvas");
        const before = await painted(canvas, 4, 4);
        await hall.event(made.boards[6].tokens.white, "play e2e4");
        await seventh.locator(".last").filter({ hasText: "1. e4" }).waitFor();
        await seventh.locator(".player[data-side=black].running").waitFor();
        check((await painted(canvas, 4, 4)) !== before, "the pawn is painted where it went");
        check(
            /e4/.test((await canvas.getAttribute("aria-label")) ?? ""),
            "and told to those who do not see it",
        );
        await hall.event(made.boards[6].tokens.black, "resign");
        await seventh.locator(".result").filter({ hasText: "1–0" }).waitFor();
        await hall.event(made.boards[2].tokens.arbiter, "award 1/2-1/2");
        await boardOf(page, 3).locator(".result").filter({ hasText: "½–½" }).waitFor();
        /* a clock runs by itself */
        const clock = boardOf(page, 1).locator(".player.running .digits");
        const time = await clock.textContent();
        await until(async () => (await clock.textContent()) !== time, "the clock runs");
        same(await jumpsOf(page), [], "jumps");
        same(await misplaced(page), "0,0,0,0,0");
    });

    test("the wall turns through all boards of a large round, in all its groups", async () => {
        const game = { time: "5400+30", mode: "tournament", names: { event: "Open large" } };
        const made = [];
        for (const [group, boards] of /** @type {const} */ ([
            ["A", 100],
            ["B", 130],
        ]))
            made.push(await makeRound(hall, list(boards, group), { name: "Round 5", group, game }));
        const page = await open(
            await person({ viewport: SCREEN }),
            hall.port,
            "/wall?event=Open+large&per=24&seconds=3600",
        );
        await shows(page, "#page", "1 of 10");
        const boards = new Set();
        for (let i = 1; i <= 10; i++) {
            await shows(page, "#page", `${i} of 10`);
            await until(
                async () => (await page.locator(".board .name:has-text('Anna')").count()) === 23,
                `the boards of page ${i}`,
            );
            for (const title of await page.locator(".board .title").allTextContents())
                boards.add(title);
            if (i < 10) await page.keyboard.press("ArrowRight");
        }
        same(boards.size, 230, "different boards");
        check(boards.has("Board 1 · A") && boards.has("Board 130 · B"), "with their groups");
        /* what is shown far behind the first boards is followed, too */
        const { tokens } = made[1].boards[129];
        await hall.event(tokens.arbiter, "start");
        await hall.event(tokens.white, "play e2e4");
        await shows(page, ".board:has(.title:text-is('Board 130 · B')) .last", "1. e4");
        await page.keyboard.press("ArrowRight");
        await shows(page, "#page", "1 of 10");
        await shows(page, ".board .title", "Board 1 · A");
        same(await misplaced(page), "0,0,0,0,0");
    });

    test("on the wall a result stands beside the move of its board", async () => {
        const made = await roundOf(hall, 4, "result");
        await hall.event(made.boards[2].tokens.white, "play e2e4");
        await hall.event(made.boards[2].tokens.black, "resign");
        const page = await open(
            await person({ viewport: { width: 1280, height: 800 } }),
            hall.port,
            `/wall?round=${made.round}&theme=dark`,
        );
        for (const [width, height] of [[1280, 800], ...SIZES]) {
            await page.setViewportSize({ width, height });
            const board = boardOf(page, 3);
            if (!(await board.count())) await page.keyboard.press("ArrowRight");
            await board.locator(".result").filter({ hasText: "1–0" }).waitFor();
            const gap = await board.evaluate((/** @type {Element} */ one) => {
                const move = document.createRange();
                move.selectNodeContents(/** @type {Node} */ (one.querySelector(".last")));
                const result = /** @type {Element} */ (one.querySelector(".result"));
                const { left, height } = result.getBoundingClientRect();
                return (left - move.getBoundingClientRect().right) / height;
            });
            check(gap > 0 && gap < 1.5, `${width}: ${gap} of its height behind the move`);
        }
    });

    test("the wall at all sizes, in both languages, themes and forced colours: axe finds nothing", async () => {
        const made = await roundOf(hall, 24, "with a rather long name of a club");
        await hall.event(made.boards[0].tokens.arbiter, "set-clock white 0:30");
        await hall.event(made.boards[1].tokens.arbiter, "award 0-1");
        await hall.event(made.boards[2].tokens.arbiter, "stop");
        const address = `/wall?round=${made.round}&per=24`;
        const page = await open(
            await person({ viewport: SCREEN, locale: "it-IT" }),
            hall.port,
            address,
        );
        await until(async () => (await page.locator(".board .digits").count()) >= 48, "boards");
        await shows(page, ".board .title", "Scacchiera 1");
        same(await violations(page), [], "axe, Italian");
        await page.emulateMedia({ forcedColors: "active" });
        same(await violations(page), [], "axe, forced colours");
        await page.emulateMedia({ forcedColors: "none" });
        for (const [width, height] of SIZES) {
            await page.setViewportSize({ width, height });
            await until(async () => (await misplaced(page)) === "0,0,0,0,0", `${width}x${height}`);
        }
        const dark = await open(
            await person({ viewport: { width: 360, height: 640 } }),
            hall.port,
            `${address}&theme=dark`,
        );
        await shows(dark, "#page", "1 of");
        same(await violations(dark), [], "axe, dark");
        await dark.emulateMedia({ forcedColors: "active" });
        await runningIsSeen(dark);
    });

    test("the wall turns its pages by itself; keys, and a lost line", async () => {
        const made = await roundOf(hall, 6, "p");
        const proxy = new Proxy(hall.port);
        await proxy.start();
        const page = await open(
            await person({ viewport: SCREEN }),
            proxy.port,
            `/wall?round=${made.round}&per=2&seconds=3`,
        );
        const first = () => page.locator(".board .title").first().textContent();
        await shows(page, "#page", "1 of 3");
        same(await page.locator(".board").count(), 2);
        await shows(page, "#page", "2 of 3"); /* by itself */
        await page.keyboard.press(" ");
        same(await page.getAttribute("#hold", "aria-pressed"), "true");
        const held = await first();
        await page.keyboard.press("ArrowRight");
        await until(async () => (await first()) !== held, "the next page");
        await page.keyboard.press("ArrowLeft");
        await until(async () => (await first()) === held, "the page before");
        await page.keyboard.press("+");
        await page.keyboard.press("h");
        await shows(page, "#keys", "Space");
        await page.keyboard.press("t");
        same(await page.evaluate(() => document.documentElement.dataset.theme), "light");
        proxy.cut();
        await shows(page, "#lost", "connection lost");
        await hall.event(made.boards[0].tokens.white, "play d2d4");
        await hall.event(made.boards[0].tokens.arbiter, "award 1-0");
        proxy.mend();
        await page.waitForSelector("body[data-connection=open]");
        await page.keyboard.press("+");
        await page.keyboard.press("+");
        await until(async () => (await page.locator(".board").count()) === 6, "all six");
        await boardOf(page, 1).locator(".result").filter({ hasText: "1–0" }).waitFor();
        proxy.close();
    });

    test("a wall without a round shows what is played, and takes up a new round", async () => {
        const page = await open(
            await person({ viewport: SCREEN }),
            hall.port,
            "/wall?event=Nothing%20yet",
        );
        await shows(page, "#none", "There is no board");
        same(await violations(page), [], "axe: nothing to be seen");
        await makeRound(hall, list(3, "n"), { game: { names: { event: "Nothing yet" } } });
        await until(async () => (await page.locator(".board").count()) === 3, "three boards");
        await shows(page, "#event", "Nothing yet");
    });
}

/** Before anything of a page runs: nothing can be kept, and whoever tries is noted. */
function withoutStorage() {
    const it = /** @type {any} */ (window);
    it.__tried = [];
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
        Object.defineProperty(window, name, {
            get() {
                it.__tried.push(name);
                throw new DOMException("no storage here", "SecurityError");
            },
        });
    Object.defineProperty(document, "cookie", {
        get: () => (it.__tried.push("cookie"), ""),
        set: () => it.__tried.push("cookie"),
    });
}

/** @param {Hall} hall */
export function frameTests(hall) {
    test("a board in a frame of another site: it follows, goes back and turns round; nothing is kept", async () => {
        const game = await hall.game({ mode: "tournament" });
        await hall.event(game.tokens.arbiter, "start");
        const site = new Site();
        await site.start();
        const context = await person({ viewport: { width: 800, height: 700 } });
        await context.addInitScript(withoutStorage);
        const page = await site.visit(
            context,
            `<iframe title="a board" width="320" height="420" src="http://${HOST}:${hall.port}/embed/${game.game}"></iframe>`,
        );
        const frame = page.frameLocator("iframe");
        const last = (/** @type {string} */ text) =>
            frame.locator(".last").filter({ hasText: text }).waitFor();
        await frame.locator(".name").filter({ hasText: "Club A" }).waitFor();
        for (const [side, move] of [
            ["white", "e2e4"],
            ["black", "e7e5"],
            ["white", "g1f3"],
        ])
            await hall.event(game.tokens[side], `play ${move}`);
        await last("2. Nf3");
        const canvas = frame.locator("canvas");
        const now = await painted(canvas, 5, 3);
        await frame.locator("#back").click();
        await last("1… e5");
        check((await painted(canvas, 5, 3)) !== now, "the knight is not there yet");
        await page.keyboard.press("Home");
        await last("Before the first move");
        await page.keyboard.press("ArrowRight");
        await last("1. e4");
        await hall.event(game.tokens.black, "play b8c6"); /* looking back goes on */
        await page.keyboard.press("ArrowRight");
        await last("1… e5");
        await page.keyboard.press("End");
        await last("2… Nc6");
        const upright = await painted(canvas, 0, 1);
        await frame.locator("#flip").click();
        await frame.locator(".board.flipped").waitFor();
        check((await painted(canvas, 0, 1)) !== upright, "Black is below");
        same(await frame.locator("#full").getAttribute("href"), `/game?watch=${game.game}`);
        await hall.event(game.tokens.white, "resign");
        await frame.locator(".result").filter({ hasText: "0–1" }).waitFor();
        const inside = page.frames()[1];
        same(await inside.evaluate(() => /** @type {any} */ (window).__tried), [], "what it kept");
        same(await context.cookies(), [], "cookies");
        same(
            site.referrers.filter((from) => from.includes(HOST)),
            [],
            "where it comes from",
        );
        site.close();
    });

    test("no other page of the hall can be put into a frame", async () => {
        const game = await hall.game();
        const site = new Site();
        await site.start();
        const at = `http://${HOST}:${hall.port}`;
        const refused = [
            "/",
            `/game?watch=${game.game}`,
            `/game#${game.tokens.white}`,
            "/wall",
            "/overlay",
            "/desk",
            "/join",
            "/problem",
            "/api/boards",
            "/embed/",
            "/nothing",
        ];
        const page = await site.visit(
            await person(),
            [...refused, `/embed/${game.game}`]
                .map((path) => `<iframe title="x" src="${at}${path}"></iframe>`)
                .join(""),
        );
        /* Each has come to its end when it is loaded, or the browser's own page stands there. */
        const shown = () =>
            Promise.all(
                page
                    .frames()
                    .slice(1)
                    .map((/** @type {any} */ one) =>
                        one.evaluate(() => location.href).catch(() => ""),
                    ),
            );
        await until(
            async () => (await shown()).every((url) => /^(http|chrome-error):/.test(url)),
            "all frames are decided",
        );
        await page.frameLocator("iframe >> nth=-1").locator("canvas").waitFor();
        same(await shown(), [
            ...refused.map(() => "chrome-error://chromewebdata/"),
            `${at}/embed/${game.game}`,
        ]);
        site.close();
    });

    test("a framed board at all sizes, in both languages and themes: axe finds nothing", async () => {
        const game = await hall.game({ names: { white: "Giovanni Battista", black: "Anna" } });
        const context = await person({ viewport: { width: 200, height: 290 }, locale: "it-IT" });
        await context.addInitScript(watchShifts);
        const page = await open(context, hall.port, `/embed/${game.game}`);
        await shows(page, ".name", "Giovanni");
        same(await violations(page), [], "axe, Italian, 200 pixels");
        await page.emulateMedia({ forcedColors: "active" });
        same(await violations(page), [], "axe, forced colours");
        await page.emulateMedia({ forcedColors: "none" });
        same(await jumpsOf(page), [], "jumps");
        for (const [width, height] of [[200, 290], [320, 420], [700, 400], ...SIZES]) {
            await page.setViewportSize({ width, height });
            await until(async () => (await misplaced(page)) === "0,0,0,0,0", `${width}x${height}`);
            const small = await page.$$eval("button, a", (/** @type {Element[]} */ all) =>
                all
                    .map((one) => one.getBoundingClientRect())
                    .filter((box) => box.width < 24 || box.height < 24 || box.right > innerWidth),
            );
            same(small.length, 0, `small targets at ${width}`);
        }
        const dark = await open(
            await person({ colorScheme: "dark" }),
            hall.port,
            `/embed?game=${game.game}&side=black`,
        );
        await dark.waitForSelector(".board.flipped");
        same(await violations(dark), [], "axe, dark");
        const none = await open(await person(), hall.port, "/embed/999999");
        await shows(none, "#none", "There is no board");
        same(await violations(none), [], "axe: nothing to be seen");
    });

    test("the board in a frame of a page that was opened from a file", async () => {
        const game = await hall.game({ names: { white: "Anna", black: "Bruno" } });
        const folder = fs.mkdtempSync(path.join(os.tmpdir(), "arbitro-web-"));
        const file = path.join(folder, "scene.html");
        fs.writeFileSync(
            file,
            `<!doctype html><title>scene</title><iframe src="http://${HOST}:${hall.port}/embed/${game.game}" width="320" height="420" title="Board"></iframe>`,
        );
        const page = await (await person()).newPage();
        await page.goto(`file://${file}`);
        await page.frameLocator("iframe").locator(".name", { hasText: "Anna" }).waitFor();
        fs.rmSync(folder, { recursive: true });
    });
}

/** How much of the picture is not seen through, by quarters of a screen. @param {any} page */
async function covered(page) {
    const picture = (await page.screenshot({ omitBackground: true })).toString("base64");
    const looker = await page.context().newPage();
    return looker.evaluate(async (/** @type {string} */ bytes) => {
        const image = new Image();
        const loaded = new Promise((done) => (image.onload = done));
        image.src = `data:image/png;base64,${bytes}`;
        await loaded;
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext("2d");
        context?.drawImage(image, 0, 0);
        const { data } = /** @type {ImageData} */ (
            context?.getImageData(0, 0, image.width, image.height)
        );
        let opaque = 0,
            clear = 0;
        for (let i = 3; i < data.length; i += 4) {
            opaque += data[i] === 255 ? 1 : 0;
            clear += data[i] === 0 ? 1 : 0;
        }
        return { opaque: (4 * opaque) / data.length, clear: (4 * clear) / data.length };
    }, picture);
}

/** @param {Hall} hall */
export function overlayTests(hall) {
    test("the overlay: a board, or players alone, over a picture that is seen through", async () => {
        const made = await roundOf(hall, 2, "o");
        const context = await person({ viewport: { width: 800, height: 600 } });
        const address = `/overlay?round=${made.round}&board=2&size=400`;
        const page = await open(context, hall.port, address);
        await shows(page, ".name", "Anna o 2");
        const whole = await covered(page);
        check(whole.opaque > 0.35 && whole.opaque < 0.6, `a board covers ${whole.opaque}`);
        check(whole.clear > 0.4, `${whole.clear} is seen through`);
        await hall.event(made.boards[1].tokens.white, "play e2e4");
        await shows(page, ".last", "1. e4");
        same(await violations(page), [], "axe");
        const names = await open(context, hall.port, `${address}&show=players&lang=it`);
        await shows(names, ".name", "Anna o 2");
        check(!(await names.locator("canvas").isVisible()), "no board");
        const lines = await covered(names);
        check(lines.opaque > 0.02 && lines.opaque < 0.4, `the plates cover ${lines.opaque}`);
        same(await violations(names), [], "axe: players");
        const none = await open(context, hall.port, "/overlay?games=999999");
        await none.waitForSelector("body[data-connection=open]");
        same((await covered(none)).clear, 1, "nothing is shown, and nothing is said");
        const beside = await open(
            context,
            hall.port,
            `/overlay?round=${made.round}&size=300&layout=beside&theme=light`,
        );
        await beside.waitForSelector(".beside .digits:visible");
        same(await misplaced(beside), "0,0,0,0,0");
    });

    test("the overlay shows nothing of a game until its position is known", async () => {
        const context = await person({ viewport: { width: 800, height: 600 } });
        const board = {
            game: 7,
            board: 1,
            group: null,
            names: { white: "Anna", black: "Bruno", event: null },
            titles: { white: null, black: null },
            ratings: { white: null, black: null },
            time: "5400+30",
            phase: "playing",
            result: "*",
            plies: 1,
        };
        const known = {
            placement: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
            fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            last: { san: "e4", uci: "e2e4", white_ms: null, black_ms: null },
            clock: null,
            low: null,
        };
        let isRead = false;
        await context.route("**/api/boards/stream*", (/** @type {any} */ route) => {
            const head = { now: 1, round: null, games: [7], from: 1, all: 1, more: false };
            const told = isRead ? { ...board, ...known } : { ...board, asleep: true };
            route.fulfill({
                contentType: "text/event-stream",
                body: `event: hello\ndata: ${JSON.stringify(head)}\n\nevent: board\ndata: ${JSON.stringify(told)}\n\n`,
            });
        });
        const page = await context.newPage();
        await page.goto(`http://${HOST}:${hall.port}/overlay?games=7`);
        /* every stream breaks off when it has told this */
        await page.waitForSelector("body[data-connection=broken]");
        check(!(await page.isVisible(".board")), "nothing by halves");
        same((await covered(page)).clear, 1, "nothing is shown");
        isRead = true;
        await shows(page, ".last", "1. e4");
        check(await page.isVisible(".board canvas"), "the board");
    });
}
