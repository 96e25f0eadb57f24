/* SPDX-License-Identifier: MIT */
/*
 * What other people's pages and other people's texts try: to read the hall through a name of their
 * own, to frame it, to ask it from another origin, and to have something run in it. Nothing runs,
 * nothing can be read, and no key gets out.
 */
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { EVIL, HOST, open, person, shows, type } from "./browser.js";
import { freePort } from "./hall.js";
import { check, same, test } from "./tap.js";

/** Eleven kinds of payload; each would leave its number in `__pwned`, or break what is around it. */
const PAYLOADS = [
    "<script>window.__pwned=1</script>",
    '"><img src=x onerror="window.__pwned=2"><input autofocus onfocus=window.__pwned=2>',
    "<svg onload=window.__pwned=3><animate onbegin=window.__pwned=3 attributeName=x></svg>",
    "javascript:window.__pwned=4//",
    "{{constructor.constructor('window.__pwned=5')()}}${window.__pwned=5}&lt;script&gt;&#60;b&#62;",
    "\u202Egnihton\u202C\u200B\u200D\u2066\uFEFF\u0301\u0301\u0301",
    "A".repeat(150),
    "nul\u0000bell\u0007escape\u001b[31m",
    '"},"__proto__":{"x":"\\"\\\\u003cscript>\'',
    "</style></title></textarea><style>*{display:none}</style><link rel=stylesheet href=//x>",
    "\u2028window.__pwned=11\u2029</script>",
];

/** Where a text of somebody ends up: who says it, and how. */
const SAYINGS = [
    ["spectator", "report"],
    ["white", "write"],
    ["white", "offer"],
    ["white", "appeal"],
    ["white", "ask"],
    ["black", "stop"],
    ["arbiter", "rule"],
    ["arbiter", "stop"],
    ["arbiter", "infringement white 11.5"],
    ["arbiter", "revoke 1"],
];

/** Runs in the page before anything of it does. */
function spy() {
    const it = /** @type {any} */ (window);
    it.__violations = [];
    document.addEventListener("securitypolicyviolation", (event) =>
        it.__violations.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
    for (const name of /** @type {const} */ (["alert", "confirm", "prompt"]))
        it[name] = () => (it.__pwned = name);
}

/** A browser of its own in which every page is spied on. @returns {Promise<any>} */
async function watched() {
    const context = await person();
    await context.addInitScript(spy);
    return context;
}

/** Nothing ran in the page, nothing tried to, and what was said is text. @param {any} page @param {string} where */
async function harmless(page, where) {
    const found = await page.evaluate(() => ({
        pwned: /** @type {any} */ (window).__pwned ?? null,
        violations: /** @type {any} */ (window).__violations,
        scripts: [...document.scripts].filter((one) => one.textContent).length,
        styles: document.querySelectorAll("style").length,
        foreign: document.querySelectorAll(
            "[onerror],[onload],[onfocus],[onbegin],[href^='javascript:'],iframe,object,embed",
        ).length,
        visible: getComputedStyle(document.body).display !== "none",
    }));
    same(
        found,
        { pwned: null, violations: [], scripts: 0, styles: 0, foreign: 0, visible: true },
        where,
    );
}

/** Asks as a program does, with a Host of one's own; what comes back, raw. */
function raw(
    /** @type {number} */ port,
    /** @type {string} */ route,
    /** @type {Record<string, string>} */ headers,
    /** @type {string|undefined} */ body = undefined,
) {
    return new Promise((done, failed) => {
        const request = http.request(
            {
                port,
                host: "127.0.0.1",
                path: route,
                method: body === undefined ? "GET" : "POST",
                headers,
            },
            (response) => {
                let text = "";
                response.setEncoding("utf8");
                response.on("data", (part) => (text += part));
                response.on("end", () =>
                    done({ status: response.statusCode, text, headers: response.headers }),
                );
            },
        );
        request.on("error", failed);
        request.end(body);
    });
}

/** A site of somebody else, with one page. */
export class Site {
    constructor() {
        this.html = "";
        this.port = 0;
        /** @type {string[]} what browsers told it about where they came from */
        this.referrers = [];
        this.server = http.createServer((request, response) => {
            if (request.headers.referer) this.referrers.push(request.headers.referer);
            response.setHeader("Content-Type", "text/html");
            response.end(this.html);
        });
    }

    async start() {
        this.port = await freePort();
        await new Promise((ready) => this.server.listen(this.port, "127.0.0.1", () => ready(null)));
    }

    /** @param {any} context @param {string} html @returns {Promise<any>} */
    async visit(context, html) {
        this.html = `<!doctype html><title>elsewhere</title><body>${html}`;
        const page = await context.newPage();
        await page.goto(`http://${EVIL}:${this.port}/`);
        return page;
    }

    close() {
        this.server.closeAllConnections();
        this.server.close();
    }
}

/** How many games the desk knows. @param {import("./hall.js").Hall} hall */
const countGames = async (hall) => (await hall.ask("/api/hall", { key: hall.key })).games.length;

/** @param {import("./hall.js").Hall} hall */
function rebindingTests(hall) {
    test("a name that leads here but is not ours reads nothing", async () => {
        const page = await (await watched()).newPage();
        for (const route of ["/", "/game", "/desk", "/api/hall", "/icon.svg", "/nothing"]) {
            const answer = await page.goto(`http://${EVIL}:${hall.port}${route}`);
            same(answer.status(), 421, route);
            check(!/games|<script|arbiter/i.test(await answer.text()), `${route} tells nothing`);
        }
        const game = await hall.game();
        const seen = await page.evaluate(async (/** @type {string} */ token) => {
            const headers = { Authorization: `Bearer ${token}` };
            const told = [];
            for (const route of ["/api/hall", "/api/game", "/api/case", "/api/stream"])
                told.push((await fetch(route, { headers })).status);
            const post = await fetch("/api/games", {
                method: "POST",
                headers: { "Content-Type": "application/json" },
                body: "{}",
            });
            return [...told, post.status];
        }, game.tokens.arbiter);
        same(seen, [421, 421, 421, 421, 421]);
    });

    test("only the names of the hall are answered", async () => {
        const ask = async (/** @type {string} */ host) =>
            (await raw(hall.port, "/api/hall", { Host: host })).status;
        for (const host of [HOST, HOST.toUpperCase(), "localhost", "127.0.0.1"]) {
            same(await ask(host), 200, host);
            same(await ask(`${host}:${hall.port}`), 200, `${host} with its port`);
        }
        for (const host of [
            EVIL,
            `${EVIL}:${hall.port}`,
            `${HOST}.${EVIL}`,
            `localhost.${EVIL}`,
            `x${HOST}`,
            "127.0.0.1.nip.io",
            "192.0.2.1",
            "2130706433",
            "0x7f.1",
            "[2001:db8::1]",
        ])
            same(await ask(host), 421, host);
    });
}

/** @param {import("./hall.js").Hall} hall */
function originTests(hall) {
    test("no page of others can frame a page of the hall", async () => {
        const site = new Site();
        await site.start();
        const game = await hall.game();
        const url = `http://${HOST}:${hall.port}/game#${game.tokens.white}`;
        const page = await site.visit(
            await person(),
            `<iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}">`,
        );
        await page.waitForTimeout(700);
        const inside = page.frames().filter((/** @type {any} */ one) => one !== page.mainFrame());
        check(inside.length >= 1, "there are frames");
        for (const frame of inside) {
            check(!frame.url().startsWith(`http://${HOST}`), `a frame shows ${frame.url()}`);
            same(await frame.evaluate(() => document.querySelector("#board")), null);
        }
        site.close();
    });

    test("another origin reads nothing and does nothing", async () => {
        const site = new Site();
        await site.start();
        const game = await hall.game({ mode: "tournament" });
        const games = await countGames(hall);
        const page = await site.visit(await person(), "<p>elsewhere</p>");
        const source = await hall.ask("/game");
        const told = await page.evaluate(tryEverything, {
            at: `http://${HOST}:${hall.port}`,
            token: game.tokens.arbiter,
            script: /src="([^"]+)"/.exec(source)?.[1] ?? "",
            style: /"stylesheet" href="([^"]+)"/.exec(source)?.[1] ?? "",
        });
        same(
            Object.entries(told).filter(([, outcome]) => outcome !== "nothing"),
            [],
            "what could be read",
        );
        same(await countGames(hall), games, "games that there are");
        const { log } = await hall.ask("/api/game", { key: game.tokens.arbiter });
        same(log, [], "what happened in the game");
        site.close();
    });

    test("a form of another origin changes nothing", async () => {
        const site = new Site();
        await site.start();
        const games = await countGames(hall);
        for (const kind of [
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
        ]) {
            const page = await site.visit(
                await person(),
                `<form method=post enctype="${kind}" action="http://${HOST}:${hall.port}/api/games">
                 <input name='{"time":"300","x":"' value='"}'></form>`,
            );
            const [answer] = await Promise.all([
                page.waitForResponse((/** @type {any} */ one) => one.url().includes("/api/games")),
                page.evaluate(() => document.forms[0].submit()),
            ]);
            check(answer.status() >= 400, `${kind}: ${answer.status()}`);
        }
        same(await countGames(hall), games, "games that there are");
        site.close();
    });
}

/**
 * In the page of somebody else: each way to reach the hall, and what it gave.
 * @param {{at: string, token: string, script: string, style: string}} hall
 */
async function tryEverything({ at, token, script, style }) {
    /** @type {Record<string, string>} */
    const told = {};
    const attempt = async (
        /** @type {string} */ name,
        /** @type {() => Promise<string|undefined>} */ run,
    ) => {
        try {
            told[name] = (await run()) || "nothing";
        } catch {
            told[name] = "nothing";
        }
    };
    const read = async (/** @type {string} */ route, /** @type {RequestInit} */ how) =>
        (await fetch(at + route, how)).text();
    const headers = { Authorization: `Bearer ${token}` };
    const json = { "Content-Type": "application/json" };
    const body = '{"id":"evil","event":"start"}';
    await attempt("fetch", () => read("/api/hall", {}));
    await attempt("fetch with credentials", () => read("/api/hall", { credentials: "include" }));
    await attempt("fetch without cors", () => read("/api/hall", { mode: "no-cors" }));
    await attempt("fetch with a key", () => read("/api/game", { headers }));
    await attempt("stream", () => read("/api/stream", { headers }));
    await attempt("page", () => read("/game", {}));
    await attempt("text of a script", () => read(script, {}));
    await attempt("new game", () =>
        read("/api/games", { method: "POST", headers: json, body: "{}" }),
    );
    await attempt("new game as text", () =>
        read("/api/games", { method: "POST", mode: "no-cors", body: "{}" }),
    );
    await attempt("event", () =>
        read("/api/events", { method: "POST", headers: { ...headers, ...json }, body }),
    );
    await attempt("beacon", async () => {
        navigator.sendBeacon(`${at}/api/games`, new Blob(["{}"], { type: "text/plain" }));
        return "";
    });
    const element = (/** @type {string} */ tag, /** @type {Record<string, string>} */ attributes) =>
        new Promise((/** @type {(told: string) => void} */ done) => {
            const it = document.createElement(tag);
            it.onload = () => done("loaded");
            it.onerror = () => done("");
            Object.assign(it, attributes);
            document.body.append(it);
            setTimeout(() => done(""), 1500);
        });
    await attempt("script", () => element("script", { src: at + script }));
    await attempt("module", () => element("script", { type: "module", src: at + script }));
    await attempt("picture", () => element("img", { src: `${at}/icon.svg` }));
    await attempt("style", () => element("link", { rel: "stylesheet", href: at + style }));
    await attempt("window", async () => {
        const other = window.open(`${at}/game#${token}`);
        await new Promise((later) => setTimeout(later, 400));
        const seen = other?.document.title;
        other?.close();
        return seen;
    });
    await attempt(
        "events",
        () =>
            new Promise((done) => {
                const source = new EventSource(`${at}/api/stream`);
                source.onmessage = () => done("told");
                source.onopen = () => done("opened");
                source.onerror = () => done("");
            }),
    );
    return told;
}

/** Games whose names are the payloads, three a game. @param {import("./hall.js").Hall} hall */
async function namedGames(hall) {
    const games = [];
    for (let i = 0; i < PAYLOADS.length; i += 3) {
        const [white, black, event] = [0, 1, 2].map((k) => PAYLOADS[(i + k) % PAYLOADS.length]);
        try {
            games.push(await hall.game({ mode: "tournament", names: { white, black, event } }));
        } catch (error) {
            /* names that cannot be are refused, and may then be left out one by one */
            check(/ 400 /.test(String(error)), String(error));
            const good = [white, black, event].filter((name) => !/[\u0000-\u001f]/.test(name));
            games.push(
                await hall.game({
                    mode: "tournament",
                    names: { white: good[0], black: good[1], event: good[2] ?? "" },
                }),
            );
        }
    }
    return games;
}

/** Says every payload in every way; what cannot be read is refused with 400. */
async function sayEverything(
    /** @type {import("./hall.js").Hall} */ hall,
    /** @type {any} */ game,
) {
    let heard = 0;
    for (const [seat, words] of SAYINGS)
        for (const payload of PAYLOADS)
            for (const text of [payload, JSON.stringify(payload)])
                try {
                    await hall.event(game.tokens[seat], `${words} ${text}`);
                    heard++;
                } catch (error) {
                    check(/: (400|409|429) /.test(String(error)), String(error));
                }
    return heard;
}

/** @param {import("./hall.js").Hall} hall */
function payloadTests(hall) {
    test("whatever people write is text, on every page", async () => {
        const games = await namedGames(hall);
        const game = games[0];
        await hall.event(game.tokens.arbiter, "start");
        const heard = await sayEverything(hall, game);
        check(heard > 30, `${heard} of them were heard`);
        const context = await watched();
        for (const seat of ["white", "spectator", "arbiter"]) {
            const page = await open(context, hall.port, `/game#${game.tokens[seat]}`);
            await harmless(page, `the game as ${seat}`);
            await page.close(); /* a browser has six lines to a host */
        }
        for (const other of games.slice(1)) {
            const page = await open(context, hall.port, `/game#${other.tokens.spectator}`);
            await harmless(page, `game ${other.game}`);
            await page.close();
        }
        const front = await open(context, hall.port, "/");
        await shows(front, "#games", "window.__pwned=1");
        await harmless(front, "the front page");
        const desk = await open(context, hall.port, `/desk#${hall.key}`);
        await harmless(desk, "the desk");
        const quoted = PAYLOADS.filter((one) => !/[\u0000-\u001f\u2028\u2029]/.test(one)).map(
            (one) => `"${one.replace(/"/g, '""')}"`,
        );
        const list = quoted.map((one, i) => `${i + 1};${one};x${i}`).join("\n");
        const round = await open(context, hall.port, `/round#${hall.key}`);
        await round.fill("#pairings", list);
        await shows(round, "#understood", "window.__pwned=1");
        await round.fill("[name=round-name]", PAYLOADS[0]);
        await harmless(round, "a list of pairings");
        await round.click("#create");
        await shows(round, "#slips", "window.__pwned=1");
        await harmless(round, "the slips");
    });

    test("whatever stands in an address or a field is text", async () => {
        const game = await hall.game({ mode: "tournament" });
        const context = await watched();
        const page = await open(context, hall.port, `/game#${game.tokens.arbiter}`);
        const join = await open(context, hall.port, "/join");
        for (const payload of PAYLOADS) {
            const text = payload.replace(/\u0000/g, "");
            await type(page, text);
            await join.fill("#code", text);
            await join.click("button[type=submit]");
            await join.locator("#problem").waitFor({ state: "visible" });
        }
        await harmless(page, "the command field");
        await harmless(join, "the field for codes");
        const bare = await context.newPage();
        for (const payload of PAYLOADS) {
            const text = encodeURIComponent(payload);
            for (const address of [
                `/game#${text}`,
                `/game?game=${text}&lang=${text}`,
                `/join?code=${text}#${text}`,
                `/${text}`,
            ]) {
                await bare.goto(`http://${HOST}:${hall.port}${address}`);
                await harmless(bare, address);
            }
            const explained = await raw(hall.port, `/api/explain?article=${text}&edition=${text}`, {
                Host: "localhost",
            });
            check(
                explained.status >= 400 && explained.headers["content-type"] === "application/json",
                `explain: ${explained.status}`,
            );
        }
    });
}

/** @param {import("./hall.js").Hall} hall */
function leakTests(hall) {
    test("no key gets out: not in requests, titles, referrers or the log", async () => {
        const site = new Site();
        await site.start();
        const game = await hall.game({ mode: "tournament" });
        const keys = [...Object.values(game.tokens), hall.key].map(String);
        const context = await watched();
        /** @type {string[]} */
        const sent = [];
        context.on("request", (/** @type {any} */ request) =>
            sent.push(request.url(), request.headers().referer ?? ""),
        );
        for (const address of [
            `/game#${game.tokens.white}`,
            `/game#${game.tokens.arbiter}`,
            `/desk#${hall.key}`,
            `/round#${hall.key}`,
        ]) {
            const page = await open(context, hall.port, address);
            sent.push(await page.title());
            /* away to a page of somebody else, which learns where from only if the hall lets it */
            site.html = "<!doctype html>elsewhere";
            await page.evaluate((/** @type {string} */ to) => {
                const link = document.createElement("a");
                link.href = to;
                document.body.append(link);
                link.click();
            }, `http://${EVIL}:${site.port}/`);
            await page.waitForURL(`http://${EVIL}:${site.port}/`);
            sent.push(await page.evaluate(() => document.referrer));
        }
        site.close();
        same(
            site.referrers.filter((from) => !from.includes(EVIL)),
            [],
            "where the other site was told that they came from",
        );
        /* what a browser shows in its bar is behind a #, which goes nowhere */
        const told = sent.map((text) => text.replace(/#.*/, "")).join("\n");
        const log = fs.readFileSync(path.join(hall.folder, "log"), "utf8");
        for (const key of keys) {
            check(!told.includes(key), "a key was sent in an address, a referrer or a title");
            check(!log.includes(key), "a key stands in the log");
        }
    });
}

/** @param {import("./hall.js").Hall} hall */
export function attackTests(hall) {
    rebindingTests(hall);
    originTests(hall);
    payloadTests(hall);
    leakTests(hall);
}
