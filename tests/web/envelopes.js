/* SPDX-License-Identifier: MIT */
/*
 * Adjourned games on the pages (Guidelines I): a session is adjourned, moves are sealed on a page and on
 * paper, the hall is killed, and the game resumed the next day; and what was sealed stands nowhere
 * before the envelope is opened.
 */
import { spawnSync } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { toBase64Url } from "../../apps/web/js/bytes.js";
import { keyFromLock, openBox, sealText } from "../../apps/web/js/envelope_seal.js";
import { qrSquares } from "../../apps/web/js/qrcode.js";
import { publicKey } from "../../apps/web/js/x25519.js";
import { open, person, shows, until } from "./browser.js";
import { violations } from "./counted.js";
import { sitDown } from "./games.js";
import { Hall } from "./hall.js";
import { pagesOf, sticksOut } from "./paper.js";
import { disguises, inAnswers, inFiles, inMemory } from "./secrets.js";
import { check, same, test } from "./tap.js";

const PROGRAM = process.env.ARB_PROGRAM ?? "build/arbitro";
const SMALL = { width: 360, height: 640 };
const ON_PAGE = { sealing: "page", "default-time": "3600" };
/** Moves that nobody writes so. */
const SEALED = "Nb1-a3!?",
    REPLY = "Ng8-h6?!";

/** @param {any} page */
const isNarrow = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/** Moves the clock of a page, as if it were so many hours later. @param {any} page @param {number} hours */
const later = (page, hours) => page.clock.setFixedTime(new Date(Date.now() + hours * 3600000));

/** @param {any} page @param {string} text */
async function seal(page, text) {
    await page.fill("#sealing input", text);
    await page.click("#sealing button[type=submit]");
    await shows(page, ".sealed-text", text);
}

/** Nothing of it stands anywhere. @param {Hall} hall @param {any} game @param {string} text */
async function isNowhere(hall, game, text) {
    const needles = disguises(text);
    same(inFiles(hall, needles), [], `files with ${text}`);
    const memory = inMemory(hall, needles);
    same(memory.found, [], `memory with ${text}`);
    check(memory.bytes > 5e6, `${memory.bytes} bytes of memory were read`);
    const answers = await inAnswers(hall, { ...game.tokens, desk: hall.key }, game.game, needles);
    same(answers.found, [], `answers with ${text}`);
    check(answers.read > 30000, `${answers.read} bytes of answers were read`);
}

/** What the journal says of a sealed text, and what was opened, agree. @param {Hall} hall @param {any} game */
async function matchesItsHash(hall, game) {
    const { log } = await hall.ask("/api/game", { key: game.tokens.spectator });
    const blobs = log.filter((/** @type {any} */ one) => /^seal blob:/.test(one.event));
    const openings = log.filter((/** @type {any} */ one) => /^open-envelope ./.test(one.event));
    check(openings.length > 0, "an opening");
    for (const { event } of openings) {
        const content = event.replace(/^open-envelope /, "").replace(/^"(.*)"$/, "$1");
        const hash = crypto.createHash("sha256").update(content).digest("hex");
        check(
            blobs.some((/** @type {any} */ one) => one.event.includes(`blob:${hash}:`)),
            `the hash of ${content}`,
        );
    }
}

/** What the program says. @param {string[]} args */
function run(args) {
    const done = spawnSync(PROGRAM, args, { encoding: "utf8" });
    check(done.status === 0, `arbitro ${args.join(" ")}: ${done.stderr}`);
    return done.stdout;
}

/** Opens an envelope without a page, with the key that the device has. @param {Hall} hall @param {string} key @param {string} query @param {Uint8Array} device */
async function openFrom(hall, key, query, device) {
    const ask = (/** @type {string} */ event) =>
        hall.ask(`/api/events${query}`, {
            key,
            body: { id: `t${Math.random()}`.slice(0, 20), event, think: null },
        });
    check(!(await ask("continue")).refused, "continue");
    await ask("open-envelope");
    const { lock, box, hash } = await hall.ask(`/api/envelope${query}`, { key });
    const secret = keyFromLock(lock, device);
    check(secret !== null, "the device has the key");
    const content = openBox(box, hash, /** @type {Uint8Array} */ (secret));
    check(content !== null, "the box opens");
    check(!(await ask(`open-envelope "${content}"`)).refused, "open");
    return (await hall.ask(`/api/game${query}`, { key })).moves.map(
        (/** @type {any} */ move) => move.san,
    );
}

/** @param {Hall} shared */
export function envelopeTests(shared) {
    test("envelopes: a session is adjourned, the hall killed, and resumed the next day without the sealer, who then comes", async () => {
        const hall = new Hall();
        await hall.start();
        const game = await hall.game({
            mode: "tournament",
            time: "5400+30",
            options: ON_PAGE,
            names: { white: 'Club "A"', black: "Club B", event: "" },
        });
        const { tokens } = game;
        const [white, black] = await sitDown(hall, game, {}, { viewport: SMALL, locale: "it-IT" });
        const spectator = await open(await person(), hall.port, `/game#${tokens.spectator}`);
        await hall.event(tokens.arbiter, "start");
        await hall.event(tokens.white, "play e2e4");
        await hall.event(tokens.black, "play e7e5");
        const office = await person({ locale: "it-IT" });
        const desk = await open(office, hall.port, `/desk#${hall.key}`);

        /* the session is over */
        await desk.click("#all-adjourn");
        await desk.fill("dialog [name=place]", "Sala Verdi");
        same(await violations(desk), [], "axe, desk");
        await desk.click("dialog button[value=yes]");
        await shows(desk, "#told", "Invitati a sigillare: 1.");
        await shows(white, "#sealing", "Write the move");
        await shows(spectator, "#adjournment", 'Club "A" (White) is to seal');
        same(await violations(white), [], "axe, white");
        await seal(white, "Nf3");
        await seal(white, SEALED);
        await white.click("#seal-stop");
        await shows(black, "#adjournment", "ha sigillato la mossa");
        await shows(black, "#adjournment", "Sala Verdi");
        check(await isNarrow(black), "nothing is wider than the screen");
        same(await violations(black), [], "axe, black");
        await isNowhere(hall, game, SEALED);

        /* the arbiter looks after the envelope */
        const arbiter = await open(office, hall.port, `/game?game=${game.game}#${hall.key}`);
        await arbiter.setViewportSize(SMALL);
        await shows(arbiter, "#adjourned", "La chiave è su questo dispositivo");
        await arbiter.click("#adjourned-verify");
        await shows(arbiter, "#adjourned", "La busta è verificata");
        check(await isNarrow(arbiter), "nothing is wider than the screen");
        same(await violations(arbiter), [], "axe, arbiter");
        await white.close();
        await hall.kill();
        await hall.start();
        await isNowhere(hall, game, SEALED);

        /* the next day */
        await later(desk, 25);
        await shows(desk, "#adjourned-due", "Da riprendere ora");
        await desk.click("#adjourned-list");
        await shows(desk, "dialog", 'sigillata da Club "A"');
        await desk.keyboard.press("Escape");
        await shows(black, "#connection[data-state=open]", /./);
        await arbiter.reload();
        await arbiter.waitForSelector("body[data-ready]");
        await later(arbiter, 25);
        await shows(arbiter, "#adjourned", "È l'ora");
        await arbiter.click("#adjourned-continue");
        same(await arbiter.isChecked("dialog [name=white]"), false, "White is not there");
        same(await arbiter.isChecked("dialog [name=black]"), true, "Black is");
        await arbiter.click("dialog button[value=yes]");
        await arbiter.click("#adjourned-open");
        for (const page of [black, spectator, arbiter]) await shows(page, "#adjournment", SEALED);
        await shows(black, "#moves", "Ca3");
        check(inFiles(hall, disguises(SEALED)).length > 0, "then it is in the journal");

        /* Black seals the reply, for the sealer is not there (I.9.3) */
        await seal(black, REPLY);
        await black.click("#seal-stop");
        await shows(arbiter, "#adjourned", 'Club "A" (Bianco), che deve rispondere');
        /* whoever opens a stream with White's link has come: his seat is left out */
        const without = { ...game, tokens: { ...tokens, white: tokens.spectator } };
        await arbiter.click("#adjourned-open");
        await shows(arbiter, "#notice", /resta chiusa|assente|presente/);
        await isNowhere(hall, without, REPLY);
        const again = await open(await person(), hall.port, `/game#${tokens.white}`);
        await until(
            async () =>
                (await hall.ask("/api/game", { key: tokens.white })).state.adjourned.present.white,
            "White has arrived",
        );
        await arbiter.click("#adjourned-open");
        for (const page of [again, black, spectator]) await shows(page, "#adjournment", REPLY);
        await matchesItsHash(hall, game);
        await hall.close();
    });

    test("envelopes: with both there; on another device the key comes from the printed envelope", async () => {
        const game = await shared.game({ mode: "tournament", time: "5400+30", options: ON_PAGE });
        const { tokens } = game;
        const [white, black] = await sitDown(shared, game, { viewport: SMALL }, {});
        const office = await person();
        const arbiter = await open(office, shared.port, `/game#${tokens.arbiter}`);
        await arbiter.click("#quick-start");
        await arbiter.click("#quick-adjourn");
        await arbiter.click("dialog button[value=yes]");
        await seal(white, "b1-c3");
        check(await isNarrow(white), "nothing is wider than the screen");
        await white.click("#seal-stop");
        await shows(arbiter, "#adjourned", "The key is on this device");

        /* on paper */
        const envelope = await open(office, shared.port, `/envelope#${tokens.arbiter}`);
        const key = await envelope.textContent(".key-text");
        for (const [paper, width, height] of /** @type {const} */ ([
            ["a5", 210, 148],
            ["c6", 162, 114],
        ])) {
            await envelope.selectOption("[name=paper]", paper);
            same(
                pagesOf(await envelope.pdf({ preferCSSPageSize: true })),
                [[width, height]],
                paper,
            );
            await envelope.emulateMedia({ media: "print" });
            await envelope.setViewportSize({ width: Math.round((width / 25.4) * 96), height: 600 });
            same(await sticksOut(envelope), [], "sticks out");
            await envelope.emulateMedia({ media: null });
        }
        same(await violations(envelope), [], "axe, envelope");

        /* another device: the key is typed there, or scanned */
        const tablet = await person({ viewport: SMALL, locale: "it-IT" });
        const other = await open(tablet, shared.port, `/game#${tokens.arbiter}`);
        await shows(other, "#adjourned", "non ha la chiave");
        same(
            await other.locator("#adjourned-verify").count(),
            0,
            "nothing is checked without the key",
        );
        await other.fill(".key-form input", key.replace(/.$/, key.endsWith("2") ? "3" : "2"));
        await other.click(".key-form button");
        await shows(other, "#notice", "Non è la chiave");
        await other.fill(".key-form input", key.toLowerCase());
        await other.click(".key-form button");
        await shows(other, "#adjourned", "La chiave è su questo dispositivo");
        const phone = await person({ viewport: SMALL });
        const scanned = await open(phone, shared.port, `/envelope?game=${game.game}#key=${key}`);
        await shows(scanned, "#leaf", "now has the key");
        same(new URL(scanned.url()).hash, "", "the key is gone from the address");
        same(await violations(scanned), [], "axe, handed over");
        const third = await open(phone, shared.port, `/game#${tokens.arbiter}`);
        await shows(third, "#adjourned", "The key is on this device");
        await third.click("#adjourned-continue");
        await third.click("dialog button[value=yes]");
        await third.click("#adjourned-open");
        for (const page of [white, black, arbiter, other])
            await shows(page, "#adjournment", "b1-c3");
        await shows(black, "#moves", "Nc3");
        await matchesItsHash(shared, game);
    });

    test("envelopes: on paper the arbiter enters it, and types what stood there", async () => {
        const game = await shared.game({ mode: "tournament", time: "5400+30" });
        const { tokens } = game;
        const [white, black] = await sitDown(shared, game, { locale: "it-IT" }, {});
        const arbiter = await open(
            await person({ viewport: SMALL, locale: "it-IT" }),
            shared.port,
            `/game#${tokens.arbiter}`,
        );
        await arbiter.click("#quick-start");
        await arbiter.click("#quick-adjourn");
        await arbiter.click("dialog button[value=yes]");
        await shows(white, "#sealing", "su carta");
        same(await white.locator("#sealing input").isVisible(), false, "nothing is typed");
        await arbiter.click("#adjourned-seal");
        await white.click("#seal-stop");
        await shows(arbiter, "#adjourned", "su carta");
        await arbiter.click("#adjourned-verify");
        await arbiter.click("#adjourned-continue");
        await arbiter.click("dialog button[value=yes]");
        await arbiter.click("#adjourned-open");
        await arbiter.fill("dialog [name=text]", 'Cg1-f3 "!"');
        same(await violations(arbiter), [], "axe");
        await arbiter.click("dialog button[value=yes]");
        for (const page of [white, black]) await shows(page, "#adjournment", 'Cg1-f3 "!"');
    });

    test("envelopes: a copy of the database, and its export, still open with the key", async () => {
        const hall = new Hall();
        await hall.start();
        const game = await hall.game({
            mode: "tournament",
            time: "5400+30",
            options: { sealing: "page" },
        });
        const { tokens } = game;
        const device = new Uint8Array(crypto.randomBytes(32));
        await hall.ask("/api/envelope/key", {
            key: tokens.arbiter,
            body: { key: toBase64Url(publicKey(device)) },
        });
        await hall.event(tokens.arbiter, "start");
        await hall.event(tokens.arbiter, 'adjourn resume "2026-11-18 10:00"');
        const { devices } = await hall.ask("/api/envelope", { key: tokens.white });
        same(devices, [toBase64Url(publicKey(device))]);
        await hall.event(tokens.white, `seal ${sealText(SEALED, [publicKey(device)])?.blob}`);
        await hall.event(tokens.white, "stop");
        const database = path.join(hall.folder, "hall.db"),
            cases = path.join(hall.folder, "cases");
        const copy = new Hall(),
            other = new Hall();
        run(["store", "backup", database, path.join(copy.folder, "hall.db")]);
        run(["store", "export", "--out", cases, database]);
        run([
            "store",
            "import",
            path.join(other.folder, "hall.db"),
            ...fs.readdirSync(cases).map((name) => path.join(cases, name)),
        ]);
        const needles = disguises(SEALED);
        for (const one of [hall, copy, other]) same(inFiles(one, needles), [], "copies");
        for (const name of fs.readdirSync(cases))
            check(
                !needles.some((needle) => fs.readFileSync(path.join(cases, name)).includes(needle)),
                "cases",
            );
        await hall.close();
        await copy.start();
        await other.start();
        same(await openFrom(copy, tokens.arbiter, "", device), ["Na3"], "the copy");
        same(await openFrom(other, other.key, "?game=1", device), ["Na3"], "the import");
        for (const one of [copy, other]) await one.close();
    });

    test("envelopes: the pictures of a page are those of libqrencode", async () => {
        for (let size = 1; size <= 180; size += 11) {
            const text = crypto.randomBytes(size).toString("base64url").slice(0, size);
            const svg = await shared.ask("/api/qr", { body: { text } });
            const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]) - 8;
            const rows = Array.from({ length: side }, () => Array(side).fill(false));
            for (const [, x, y, run_] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
                for (let i = 0; i < Number(run_) && Number(y) > 0; i++)
                    rows[Number(y) - 4][Number(x) - 4 + i] = true;
            const wanted = JSON.stringify(rows);
            check(
                [0, 1, 2, 3, 4, 5, 6, 7].some(
                    (mask) => JSON.stringify(qrSquares(text, mask)) === wanted,
                ),
                `${size} bytes`,
            );
        }
    });
}
