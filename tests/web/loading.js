/* SPDX-License-Identifier: MIT */
/* How pages load: how many requests, how long on a slow line, and whether anything moves about. */
import http from "node:http";
import { DESK, HOST, PHONE, moves, open, person, square, until } from "./browser.js";
import { freePort } from "./hall.js";
import { check, same, test } from "./tap.js";

/** @typedef {import("./hall.js").Hall} Hall */

/** Lines as Chromium plays them: so long until an answer begins, so many bytes a second. */
const FAR = { latency: 150, downloadThroughput: -1, uploadThroughput: -1 };
const PHONE_LINE = { latency: 150, downloadThroughput: 200000, uploadThroughput: 94000 };

/**
 * What a quiet machine needs less time for, with some of it for a busy one. The promise is a second
 * cold and 0.4 s warm; the figures are printed.
 */
const COLD_MS = 1000;
const WARM_MS = 400;
const BUSY = 2;

/** The time in which a page shows a move. */
const REACTION_MS = 50;

/** @typedef {{path: string, began: number, ended: number|null, cached: boolean}} Fetched */
/** @typedef {{ms: number, shift: number, moved: string[], fetched: Fetched[]}} Loaded */

/**
 * Runs in the page before anything else: notes when the board stands there with its pieces and the
 * stream is open, and what moved after it had been drawn.
 */
function watchLoading() {
    const seen = /** @type {any} */ (globalThis);
    Object.assign(seen, { loaded: null, shift: 0, moved: [] });
    new PerformanceObserver((list) => {
        for (const entry of /** @type {any[]} */ (list.getEntries())) {
            seen.shift += entry.value;
            for (const { node } of entry.sources ?? [])
                seen.moved.push(node?.id || node?.className || node?.nodeName || "?");
        }
    }).observe({ type: "layout-shift", buffered: true });
    const look = () => {
        const pieces = document.querySelectorAll("#board [data-square] svg").length;
        if (pieces >= 4 && document.querySelector("#connection[data-state=open]"))
            seen.loaded = performance.now();
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}

/**
 * Everything that a page fetches, with times in milliseconds since the first.
 * @param {any} session
 * @returns {Promise<Map<string, Fetched>>}
 */
async function listen(session) {
    /** @type {Map<string, Fetched>} */
    const all = new Map();
    let zero = 0;
    const since = (/** @type {number} */ timestamp) => Math.round((timestamp - zero) * 1000);
    const note = (/** @type {string} */ id, /** @type {Partial<Fetched>} */ what) =>
        Object.assign(all.get(id) ?? {}, what);
    session.on("Network.requestWillBeSent", (/** @type {any} */ event) => {
        zero ||= event.timestamp;
        all.set(event.requestId, {
            path: new URL(event.request.url).pathname,
            began: since(event.timestamp),
            ended: null,
            cached: false,
        });
    });
    session.on("Network.responseReceived", (/** @type {any} */ event) => {
        if (event.response.fromDiskCache) note(event.requestId, { cached: true });
    });
    session.on("Network.requestServedFromCache", (/** @type {any} */ event) =>
        note(event.requestId, { cached: true }),
    );
    session.on("Network.loadingFinished", (/** @type {any} */ event) =>
        note(event.requestId, { ended: since(event.timestamp) }),
    );
    await session.send("Network.enable");
    return all;
}

/**
 * Loads the page of a game, and tells how long it took until it could be played on.
 * @param {any} context
 * @param {string} address
 * @param {object} line
 * @returns {Promise<Loaded>}
 */
async function load(context, address, line) {
    const page = await context.newPage();
    await page.addInitScript(watchLoading);
    const session = await context.newCDPSession(page);
    const fetched = await listen(session);
    await session.send("Network.emulateNetworkConditions", { offline: false, ...line });
    await page.goto(address, { waitUntil: "commit" });
    await page.waitForFunction(() => /** @type {any} */ (globalThis).loaded !== null);
    await page.waitForTimeout(250); /* whatever else moves does so now */
    const { loaded, shift, moved } = await page.evaluate(() => {
        const { loaded, shift, moved } = /** @type {any} */ (globalThis);
        return { loaded, shift, moved };
    });
    await page.close();
    return { ms: Math.round(loaded), shift, moved, fetched: [...fetched.values()] };
}

/** @param {Loaded} found */
function waterfall({ ms, fetched }) {
    const line = (/** @type {Fetched} */ { path, began, ended, cached }) =>
        `#   ${String(began).padStart(5)} ${String(ended ?? "").padStart(5)} ${path}${cached ? " (kept)" : ""}`;
    return [`# ${ms} ms`, ...fetched.map(line)].join("\n");
}

/** The one request of this path. @param {Fetched[]} fetched @param {RegExp} path */
function one(fetched, path) {
    const found = fetched.filter((request) => path.test(request.path));
    same(found.length, 1, `requests of ${path}`);
    return found[0];
}

/**
 * The page, then its script and its style, then the game and its stream: each of these at once, and
 * nothing else before the board stands there.
 * @param {Loaded} found
 * @param {boolean} warm
 */
function checkRequests({ fetched }, warm) {
    const page = one(fetched, /^\/game$/);
    const files = [
        one(fetched, /^\/js\/game\.[0-9a-f]{16}\.js$/),
        one(fetched, /^\/css\/[a-z-]+\.[0-9a-f]{16}\.css$/),
    ];
    const data = [one(fetched, /^\/api\/game$/), one(fetched, /^\/api\/stream$/)];
    const others = fetched.filter(({ path }) => !/^\/api\/ping$|^\/icon\.svg$/.test(path));
    same(others.length, 5, "requests besides the icon and what measures the way");
    /* The way to the hall is gone twice, and but once by whoever was here before. */
    same(page.cached, warm, "the page is kept");
    for (const file of files) {
        check(file.began > page.began, `${file.path} after the page`);
        same(file.cached, warm, `${file.path} is kept`);
    }
    /* Whatever is asked for later waits for neither of the two. */
    check(data[1].began < (data[0].ended ?? 0), "the stream does not wait for the game");
    for (const { path, began } of fetched)
        if (path === "/api/ping") check(began >= (data[0].ended ?? 0), "the game comes first");
}

/** @param {Hall} hall */
function lineTests(hall) {
    /** @param {object} line @param {object} how @param {number} count */
    const measure = async (line, how, count) => {
        const game = await hall.game();
        const address = `http://${HOST}:${hall.port}/game#${game.tokens.white}`;
        const context = await person(how);
        const [cold, ...warm] = [await load(context, address, line)];
        while (warm.length < count) warm.push(await load(context, address, line));
        const best = warm.reduce((a, b) => (a.ms <= b.ms ? a : b));
        console.log(`# cold ${cold.ms} ms, warm ${warm.map(({ ms }) => ms).join(", ")} ms`);
        return { cold, warm, best };
    };

    for (const [name, line, how] of /** @type {const} */ ([
        ["far away", FAR, { viewport: DESK }],
        ["far away, on a phone", PHONE_LINE, { viewport: PHONE, locale: "it-IT" }],
    ]))
        test(`loading: a game that is ${name}`, async () => {
            const { cold, warm, best } = await measure(line, how, 3);
            console.log(waterfall(cold));
            console.log(waterfall(best));
            checkRequests(cold, false);
            for (const found of warm) checkRequests(found, true);
            for (const { shift, moved } of [cold, ...warm])
                check(shift === 0, `moved by ${shift}: ${moved.join(", ")}`);
            check(cold.ms < COLD_MS * BUSY, `cold: ${cold.ms} ms`);
            check(best.ms < WARM_MS * BUSY, `warm: ${best.ms} ms`);
        });
}

/**
 * A way to the hall on which the page of a game is changed.
 * @param {Hall} hall
 * @param {(text: string, time: number) => string} change
 */
async function changingWay(hall, change) {
    const text = await hall.ask("/game");
    let times = 0;
    const server = http.createServer((request, answer) => {
        if (request.url === "/game") {
            answer.setHeader("Content-Type", "text/html");
            answer.setHeader("Cache-Control", "public, max-age=86400"); /* as the hall does */
            answer.end(change(text, times++));
            return;
        }
        const { method, url: path, headers } = request;
        const on = http.request({ port: hall.port, method, path, headers }, (response) => {
            answer.writeHead(response.statusCode ?? 502, response.headers);
            response.pipe(answer);
        });
        on.on("error", () => answer.destroy());
        answer.on("close", () => on.destroy());
        request.pipe(on);
    });
    const port = await freePort();
    await new Promise((ready) => server.listen(port, "127.0.0.1", () => ready(null)));
    return { port, times: () => times, close: () => server.close() };
}

/** @param {Hall} hall */
function versionTests(hall) {
    /** @param {(text: string, time: number) => string} change */
    const openChanged = async (change) => {
        const way = await changingWay(hall, change);
        const game = await hall.game();
        const page = await open(await person(), way.port, `/game#${game.tokens.white}`);
        await page.waitForSelector("#connection[data-state=open]");
        return { page, way };
    };

    test("loading: the front page asks at once for all that it needs", async () => {
        const context = await person();
        await open(context, hall.port, "/"); /* what is kept is kept */
        const page = await context.newPage();
        const session = await context.newCDPSession(page);
        const fetched = await listen(session);
        await session.send("Network.emulateNetworkConditions", { offline: false, ...FAR });
        const began = Date.now();
        await page.goto(`http://${HOST}:${hall.port}/`, { waitUntil: "commit" });
        await page.waitForSelector("body[data-ready]");
        console.log(`# the front page, warm: ${Date.now() - began} ms`);
        const asked = [...fetched.values()].filter(({ path }) => path.startsWith("/api/"));
        same(asked.map(({ path }) => path).sort(), [
            "/api/editions",
            "/api/hall",
            "/api/regulations",
        ]);
        const first = Math.min(...asked.map(({ ended }) => ended ?? 0));
        check(
            asked.every((one) => one.began < first),
            `none waits for another: ${JSON.stringify(asked)}`,
        );
    });

    test("loading: a page that was kept and whose script is gone is loaded anew", async () => {
        const { way } = await openChanged((text, time) =>
            time === 0 ? text.replace(/game\.[0-9a-f]{16}\.js/, `game.${"0".repeat(16)}.js`) : text,
        );
        same(way.times(), 2, "loaded");
        way.close();
    });

    test("loading: a hall with other pages has them loaded anew, once", async () => {
        const { page, way } = await openChanged((text) =>
            text.replace(/(name="pages" content=")[0-9a-f]+/, "$1feed"),
        );
        await until(async () => way.times() === 2, "loaded anew");
        await page.waitForSelector("#connection[data-state=open]");
        await page.waitForTimeout(500);
        same(way.times(), 2, "loaded");
        way.close();
    });
}

/**
 * Runs in the page before anything else: what the server says of a game is put behind moves that
 * were never made, as if there had been so many before.
 * @param {number} before
 */
function pretendMoves(before) {
    const fen = (/** @type {number} */ i) =>
        `r3k3/pppppppp/8/8/8/8/PPPPPPPP/R3K3 ${i % 2 === 0 ? "b" : "w"} - - 0 ${1 + Math.ceil(i / 2)}`;
    const moves = Array.from({ length: before }, (_, i) => ({
        san: i % 2 === 0 ? "Ra1" : "Ra8",
        uci: i % 2 === 0 ? "b1a1" : "b8a8",
        fen: fen(i),
        white_ms: 600000,
        black_ms: 600000,
    }));
    const log = moves.map(({ uci }, i) => ({
        seq: -before + i,
        number: -before + i,
        time: i,
        actor: i % 2 === 0 ? "white" : "black",
        event: `move ${uci}`,
        refused: false,
        hall: false,
        rulings: [],
    }));
    const later = (/** @type {string} */ text) =>
        text.replace(/"plies":(\d+)/g, (_, plies) => `"plies":${before + Number(plies)}`);
    const fetchTruly = globalThis.fetch;
    globalThis.fetch = async (address, how) => {
        const response = await fetchTruly(address, how);
        if (!String(address).startsWith("/api/game") || !response.ok)
            return new Response(
                response.body
                    ?.pipeThrough(new TextDecoderStream())
                    .pipeThrough(
                        new TransformStream({ transform: (text, out) => out.enqueue(later(text)) }),
                    )
                    .pipeThrough(new TextEncoderStream()),
                response,
            );
        const game = JSON.parse(later(await response.text()));
        game.moves.unshift(...moves);
        game.log.unshift(...log);
        return new Response(JSON.stringify(game), response);
    };
}

/**
 * Makes a move by two clicks: the milliseconds from the second one to the frame in which the piece
 * stands there.
 * @param {any} page
 * @param {string} move
 */
async function react(page, move) {
    await square(page, move.slice(0, 2)).click();
    await page.evaluate(
        (/** @type {string} */ to) => {
            const seen = /** @type {any} */ (globalThis);
            const piece = () => document.querySelector(`[data-square=${to}] svg`);
            seen.reaction = null;
            const pressed = () => {
                const began = performance.now();
                const look = () => {
                    if (piece()) seen.reaction = performance.now() - began;
                    else requestAnimationFrame(look);
                };
                requestAnimationFrame(look);
            };
            addEventListener("pointerdown", pressed, { capture: true, once: true });
        },
        move.slice(2, 4),
    );
    await square(page, move.slice(2, 4)).click();
    await page.waitForFunction(() => /** @type {any} */ (globalThis).reaction !== null);
    return Math.round(await page.evaluate(() => /** @type {any} */ (globalThis).reaction));
}

/**
 * How many milliseconds the page has worked: its own time, which others on the machine take none of.
 * @param {any} session
 */
async function workOf(session) {
    const { metrics } = await session.send("Performance.getMetrics");
    const task = metrics.find((/** @type {{name: string}} */ { name }) => name === "TaskDuration");
    return Math.round(task.value * 1000);
}

/** @param {Hall} hall */
function reactionTests(hall) {
    test("loading: a page with 300 moves answers a hand at once", async () => {
        const game = await hall.game();
        const context = await person({ viewport: PHONE });
        await context.addInitScript(pretendMoves, 600);
        const page = await open(context, hall.port, `/game#${game.tokens.white}`);
        const session = await context.newCDPSession(page);
        await session.send("Performance.enable", { timeDomain: "threadTicks" });
        await open(await person(), hall.port, `/game#${game.tokens.black}`);
        await page.waitForSelector("body[data-phase=playing]");
        await moves(page, 600);
        const own = [];
        const others = [];
        for (const [i, [white, black]] of [
            ["e2e4", "e7e6"],
            ["d2d4", "d7d6"],
            ["g1f3", "g8f6"],
        ].entries()) {
            own.push(await react(page, white));
            await moves(page, 601 + 2 * i);
            const before = await workOf(session);
            await hall.event(game.tokens.black, `move ${black}`);
            await moves(page, 602 + 2 * i);
            others.push((await workOf(session)) - before);
        }
        console.log(
            `# answers after ${own.join(", ")} ms; works ${others.join(", ")} ms for a move`,
        );
        check(Math.min(...own) < REACTION_MS * BUSY, "one's own move");
        check(Math.min(...others) < REACTION_MS, "the opponent's");
    });
}

/** @param {Hall} hall */
export function loadingTests(hall) {
    lineTests(hall);
    versionTests(hall);
    reactionTests(hall);
}
