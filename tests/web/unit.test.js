/* SPDX-License-Identifier: MIT */
/* The parts of the pages that need no browser. */
import fs from "node:fs";
import { beganBefore, ended, placeText, placesText, rowsOf } from "../../apps/web/js/sheetrows.js";
import { ARBITER_VERBS } from "../../apps/web/js/arbiter.js";
import { composeEvent } from "../../apps/web/js/arbiter_fields.js";
import { callText } from "../../apps/web/js/calls.js";
import { claimEvent, claimKinds } from "../../apps/web/js/claims.js";
import { ServerTime, clockText, timeLeft } from "../../apps/web/js/clock.js";
import { readCommand } from "../../apps/web/js/command.js";
import { byBoard, canDo, doesWithAll, urgency } from "../../apps/web/js/desk_order.js";
import { readFen, writeFen } from "../../apps/web/js/editor.js";
import { pieceOfKey } from "../../apps/web/js/editor_pieces.js";
import { parts } from "../../apps/web/js/explain.js";
import { actionsNow } from "../../apps/web/js/more.js";
import { LETTERS, OPTIONS, PENALTIES, RESULTS, VERBS } from "../../apps/web/js/lists.js";
import { forgetGame, gameOf, isOver, keepGame, myGames } from "../../apps/web/js/mine.js";
import { Address } from "../../apps/web/js/boards_address.js";
import { boardsAtATime, fitBoards } from "../../apps/web/js/boards_fit.js";
import { gather, headFor } from "../../apps/web/js/boards_source.js";
import { fill, pickLanguage } from "../../apps/web/js/languages.js";
import { localSan, moveNumber, readBoard, translateLetters } from "../../apps/web/js/notation.js";
import { Outbox } from "../../apps/web/js/outbox.js";
import { quoted } from "../../apps/web/js/questions.js";
import { rematchRequest } from "../../apps/web/js/rematch.js";
import { revokedIn } from "../../apps/web/js/rulings.js";
import { carried, promotes } from "../../apps/web/js/squares.js";
import { StreamParser, backoff } from "../../apps/web/js/stream.js";
import { t } from "../../apps/web/js/texts.js";
import { readTime } from "../../apps/web/js/timetext.js";
import { assistantsIn, mattersOf, reportText } from "../../apps/web/js/waiting.js";
import { timeWords } from "../../apps/web/js/words.js";
import "./problem_parts.js";
import "./saying.js";
import "./sealing.js";
import { check, runTests, same, test } from "./tap.js";

const root = new URL("../../", import.meta.url);
const read = (/** @type {string} */ path) => fs.readFileSync(new URL(path, root), "utf8");
const filesIn = (/** @type {string} */ path, /** @type {string} */ ending) =>
    fs
        .readdirSync(new URL(path, root))
        .filter((name) => name.endsWith(ending))
        .map((name) => path + name);

/** The texts of the pages, by language. */
const texts = new Map(
    Array.from(
        read("apps/common/texts.def").matchAll(
            /^TEXT\(WEB_(\w+), ("(?:[^"\\]|\\.)*"), ("(?:[^"\\]|\\.)*")\)$/gm,
        ),
        ([, id, en, it]) => [id, { en: JSON.parse(en), it: JSON.parse(it) }],
    ),
);
const english = (/** @type {string} */ id) => texts.get(id)?.en ?? id;
const italian = (/** @type {string} */ id) => texts.get(id)?.it ?? id;
const scripts = filesIn("apps/web/js/", ".js").map(read).join("\n");
const pages = filesIn("apps/web/", ".html").map(read).join("\n");

test("boards fit on every screen: as large as can be, none beyond the edge, pages alike", () => {
    for (const [width, height] of [
        [360, 612],
        [1280, 680],
        [1920, 1032],
        [3840, 2065],
        [1032, 1920],
        [200, 200],
    ])
        for (let count = 1; count <= 24; count++) {
            const fit = fitBoards(count, width, height, 8);
            const wide = fit.columns * (fit.side * (fit.beside ? 1.9 : 1) + 8) + 8,
                high = fit.rows * (fit.side * (fit.beside ? 1 : 1.4) + 8) + 8;
            check(fit.columns * fit.rows >= count, `room for ${count}`);
            check(wide <= width + 1 && high <= height + 1, `${count} on ${width}x${height}`);
        }
    same(fitBoards(1, 1920, 1032, 8).beside, true, "one board has its names beside it");
    same(boardsAtATime(20, 24, 1920, 1032, 8), 20);
    same(boardsAtATime(20, 12, 1920, 1032, 8), 10, "two pages of ten, not of twelve and eight");
    same(boardsAtATime(0, 12, 1920, 1032, 8), 1);
    check(boardsAtATime(24, 24, 360, 612, 8) < 10, "what could not be read comes later");
});

test("the address of a page of boards: what is not understood counts as left out", () => {
    const of = (/** @type {string} */ search, path = "") => new Address(search, path);
    same(of("").query, "");
    same(of("?event=Open%20A&round=3&boards=1-8&x=1").query, "?event=Open%20A&round=3&boards=1-8");
    same(of("", "/embed/17").query, "?games=17");
    same(of("", "/embed/17x").query, "");
    same(of("?game=17").query, "?games=17");
    same(of("?game=x").query, "");
    same(of("?round=2&board=5").query, "?round=2&boards=5");
    same(of("?per=99").number("per", 1, 24, 12), 24);
    same(of("?per=0").number("per", 1, 24, 12), 1);
    same(of("?per=-3").number("per", 1, 24, 12), 12);
    same(of("?theme=pink").word("theme", ["auto", "dark"]), "auto");
    same(of("?theme=dark").word("theme", ["auto", "dark"]), "dark");
});

test("what pages of boards ask is asked together where nothing but the number differs", () => {
    const of = (/** @type {string[]} */ ...wishes) => [...gather(wishes).keys()];
    same(of("?event=A&boards=2", "", "?event=A&boards=1", "?event=A&boards=2"), [
        "?event=A&boards=1,2",
        "",
    ]);
    same(of("?games=7", "?games=9", "?games=1%2C2"), ["?games=7,9", "?games=1%2C2"]);
    same(of("?event=A&boards=1", "?event=B&boards=1", "?event=A&round=2&boards=1").length, 3);
    same(of("?event=A&boards=1-8", "?event=A&boards=9", "?event=A&from=101").length, 3);
    const many = Array.from({ length: 17 }, (_, i) => `?games=${i}`);
    same(of(...many).length, 2, "no more than a question can have");
    const head = {
        games: [70, 71, 72],
        numbers: [1, 2, 2],
        round: null,
        from: 1,
        all: 3,
        more: false,
        pages: "",
        now: 0,
    };
    same(headFor(head, "?event=A&boards=2").games, [71, 72]);
    same(headFor(head, "?event=A&boards=3").games, []);
    same(headFor(head, "?games=72").games, [72]);
    same(headFor(head, "?event=A").games, [70, 71, 72]);
});

test("stream: messages come whole, however the bytes are cut", () => {
    const text =
        ': beat\n\nid: 7\nevent: event\ndata: {"a":\ndata: 1}\n\r\nid: 8\r\nevent: hello\r\ndata: {}\r\n\r\nevent: cut\ndata: {';
    for (let size = 1; size < text.length; size++) {
        const parser = new StreamParser();
        const found = [];
        for (let at = 0; at < text.length; at += size)
            found.push(...parser.push(text.slice(at, at + size)));
        same(
            found,
            [
                { id: 7, event: "event", data: { a: 1 } },
                { id: 8, event: "hello", data: {} },
            ],
            `pieces of ${size}`,
        );
    }
});

/**
 * Answers requests in turn, and keeps what was asked for.
 * @param {{status?: number, body: object}[]} answers
 */
function serve(answers) {
    /** @type {{path: string, headers: any, body: any}[]} */
    const asked = [];
    globalThis.fetch = /** @type {any} */ (
        async (/** @type {string} */ path, /** @type {any} */ { headers, body = "null" }) => {
            asked.push({ path, headers, body: JSON.parse(body) });
            const next = answers.shift() ?? { status: 404, body: {} };
            return new Response(JSON.stringify(next.body), { status: next.status ?? 200 });
        }
    );
    return asked;
}

test("outbox: a hall that is closing is asked again under the same id", async () => {
    const asked = serve([
        { status: 503, body: { error: "closing" } },
        { status: 502, body: {} },
        { body: { seq: 7 } },
    ]);
    /** @type {boolean[]} */
    const stuck = [];
    const outbox = new Outbox("KEY", null, (_, now) => stuck.push(now));
    same((await outbox.send("move e2e4", 5)).seq, 7);
    same(asked.length, 3);
    same(new Set(asked.map(({ body }) => body.id)).size, 1, "ids");
    same(stuck.slice(0, 3), [false, true, true]);
});

test("outbox: a press follows its move, and is left out when the move is refused", async () => {
    const asked = serve([{ body: { refused: true } }, { body: { seq: 2 } }, { body: { seq: 3 } }]);
    const outbox = new Outbox("KEY", null, () => {});
    const moved = outbox.send("move e2e4");
    same(outbox.endsWith(/^move /), true, "the move is on its way");
    const pressed = outbox.send("press", 7, { follows: true });
    same(outbox.endsWith(/^move /), false, "it is pressed once");
    same((await moved).refused, true);
    same(await pressed, null);
    outbox.send("move e2e4");
    same((await outbox.send("press", 8, { follows: true })).seq, 3);
    same(
        asked.map(({ body }) => body.event),
        ["move e2e4", "move e2e4", "press"],
    );
});

test("outbox: after a gap the hands wait until the game goes on", async () => {
    const asked = serve([{ status: 502, body: {} }, { body: { seq: 1 } }, { body: { seq: 2 } }]);
    /** @type {boolean[]} */
    const gaps = [];
    const outbox = new Outbox(
        "KEY",
        null,
        () => {},
        async (gap) => {
            gaps.push(gap);
        },
    );
    await outbox.send("move e2e4", null, { playing: true });
    await outbox.send("resign", null, { playing: true });
    same(gaps, [false, true], "asked before each attempt, for what the hands do");
    same(asked.length, 3);
});

test("outbox: a journal that cannot be written is told at once", async () => {
    const asked = serve([{ status: 503, body: { error: "store" } }]);
    const outbox = new Outbox("KEY", null, () => {});
    same(await outbox.send("resign").catch((error) => error.code), "store");
    same(asked.length, 1);
});

test("clock: the server is told what it said last, so that it can measure the way", async () => {
    const asked = serve([1000, 1020, 1040, 5000].map((now) => ({ body: { now } })));
    const time = new ServerTime("KEY");
    await time.measure(3);
    await time.measure(1);
    same(
        asked.map((one) => one.path),
        ["/api/ping", "/api/ping?seen=1000", "/api/ping?seen=1020", "/api/ping"],
    );
    same(asked[0].headers, { Authorization: "Bearer KEY" });
});

test("stream: waiting grows and stays bounded", () => {
    for (let n = 0; n < 40; n++) {
        const ms = backoff(n);
        check(ms >= 240 && ms <= 8000, `attempt ${n}: ${ms}`);
    }
});

test("clock: shows what a chess clock shows", () => {
    same(
        [5400000, 3600000, 3599001, 300000, 299001, 20000, 19999, 950, 99, 0, null].map(clockText),
        [
            "1:30:00",
            "1:00:00",
            "1:00:00",
            "5:00",
            "5:00",
            "0:20",
            "0:19.9",
            "0:00.9",
            "0:00.0",
            "0:00.0",
            "–",
        ],
    );
});

test("clock: only the running one falls, not below nought, and not during a delay", () => {
    const clock = {
        white: 5000,
        black: 7000,
        running: /** @type {const} */ ("white"),
        at: 1000,
        flags: { white: false, black: false },
    };
    same(
        [
            timeLeft(clock, "white", 2500),
            timeLeft(clock, "black", 2500),
            timeLeft(clock, "white", 9000),
            timeLeft(clock, "white", 500),
            timeLeft(null, "white", 0),
        ],
        [3500, 7000, 0, 5000, null],
    );
});

test("clock: the shortest round trip decides what time the server has", () => {
    const time = new ServerTime();
    time.note(0, 1000, 200);
    time.note(1000, 1910, 1020);
    time.note(2000, 3500, 2500);
    same(time.offset, 900);
});

test("command: words of both languages, moves, events", () => {
    const cases = [
        ["Nf3", "move", "Nf3"],
        ["draw", "send", "offer"],
        ["  RESIGN ", "act", "resign"],
        ["clock?", "ask", "clock"],
        ["claim repetition Nf3", "send", "claim repetition Nf3"],
        ["stop he talks", "send", "stop he talks"],
        ["patta", "send", "offer"],
        ["touch e2", "send", "touch e2"],
        ["e2e4", "move", "e2e4"],
        ["", "nothing", ""],
        ["O-O", "move", "O-O"],
        ["no", "send", "decline"],
        ["press", "send", "press"],
        ["hello", "unknown", "hello"],
    ];
    for (const [line, kind, text] of cases) same(readCommand(line, english), { kind, text }, line);
    same(readCommand("abbandono", italian), { kind: "act", text: "resign" });
    for (const [line, text] of [
        ["premi", "press"],
        ["rifiuta", "decline"],
        ["no", "decline"],
    ])
        same(readCommand(line, italian), { kind: "send", text }, line);
    same(readCommand("abbandona", italian), { kind: "act", text: "resign" });
    same(readCommand("accetta", italian), { kind: "act", text: "accept" });
    same(readCommand("richiesta cinquanta Cf3", italian), {
        kind: "send",
        text: "claim fifty Cf3",
    });
    same(readCommand("reclamo cinquanta Cf3", italian), { kind: "send", text: "claim fifty Cf3" });
    same(readCommand("Cf3", italian), { kind: "move", text: "Cf3" });
});

test("command: questions about the board, in both languages", () => {
    for (const [line, kind, text] of [
        ["e4?", "look", "square e4"],
        ["e4", "move", "e4"],
        ["Rank 4?", "look", "rank 4"],
        ["file c?", "look", "file c"],
        ["file i?", "unknown", "file i?"],
        ["knights?", "look", "piece N"],
        ["king", "look", "piece K"],
        ["cavalli?", "look", "piece N"],
        ["moves?", "ask", "moves"],
        ["rank 9?", "unknown", "rank 9?"],
        ["rank 4 5?", "unknown", "rank 4 5?"],
    ])
        same(readCommand(line, english), { kind, text }, line);
    for (const [line, text] of [
        ["traversa 4?", "rank 4"],
        ["colonna c?", "file c"],
        ["donne?", "piece Q"],
        ["re?", "piece K"],
    ])
        same(readCommand(line, italian), { kind: "look", text }, line);
});

test("time: as people write it, in the server's words", () => {
    for (const [typed, time] of [
        ["90+30", "5400+30"],
        ["15", "900"],
        ["5 min", "300"],
        ["1:30", "5400"],
        ["90 minutes", "5400"],
        ["1h30", "5400"],
        ["1 h 30 min + 30 s", "5400+30"],
        ["10 minuti + 5 secondi a mossa", "600+5"],
        ["3'+2''", "180+2"],
        ["3|2", "180+2"],
        ["2,5+2", "150+2"],
        ["45 s", "45"],
        ["5d3", "300d3"],
        ["40/90+30, 30+30", "40/5400+30:1800+30"],
        ["40 mosse in 90 min + 30 s poi 30 min + 30 s", "40/5400+30:1800+30"],
        /* the server's own way */
        ["300+3", "300+3"],
        ["300d3", "300d3"],
        ["40/5400+30:1800+30", "40/5400+30:1800+30"],
        ...["", "abc", "3x", "-5", "5+", "+5", "1e3", "5 + 3 + 2", "30 s 1 h"].map((one) => [
            one,
            null,
        ]),
    ])
        same(readTime(String(typed)), time, String(typed));
});

test("rematch: the same regulations, the other colours; what was drawn by lot is drawn anew", () => {
    const game = /** @type {any} */ ({
        time: "600+5",
        edition: "fide-2023",
        mode: "casual",
        options: { play: "rapid", colours: "lot 7" },
        variant: "standard",
        start: "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        names: { white: "Anna", black: null, event: "Club" },
        computer: "black",
    });
    same(rematchRequest(game, false), {
        time: "600+5",
        edition: "fide-2023",
        mode: "casual",
        options: { play: "rapid", colours: "given" },
        position: game.start,
        start960: null,
        names: { white: "", black: "Anna", event: "Club" },
        computer: "white",
        public: false,
    });
    same(rematchRequest({ ...game, variant: "chess960" }, true).position, null);
});

test("games of this browser: kept by their links, forgotten one by one, however storage is", () => {
    const store = new Map();
    const working = {
        getItem: (/** @type {string} */ key) => store.get(key) ?? null,
        setItem: (/** @type {string} */ key, /** @type {string} */ value) => store.set(key, value),
    };
    for (const storage of [working, undefined]) {
        /** @type {any} */ (globalThis).localStorage = storage;
        keepGame({ game: 1, tokens: { white: "a", black: "b" }, result: "*" });
        keepGame({ game: 2, tokens: { arbiter: "c" }, result: "1-0" });
        keepGame({ game: 1, tokens: { white: "a" }, held: ["white"], phase: "playing" });
        same(
            myGames().map(({ game, held, tokens }) => [game, held, Object.keys(tokens)]),
            [
                [1, ["white"], ["white", "black"]],
                [2, [], ["arbiter"]],
            ],
        );
        same(myGames().map(isOver), [false, true]);
        same(gameOf("b")?.phase, "playing");
        /* another hall may have the same number: its links are others */
        keepGame({ game: 1, tokens: { white: "z" } });
        same(myGames().length, 3);
        for (const one of myGames()) forgetGame(one);
        same(myGames(), []);
    }
    store.set("arbitro.mine", "{ broken");
    /** @type {any} */ (globalThis).localStorage = working;
    same(myGames(), []);
    store.set("arbitro.mine", '[1, {"game":"x"}, null]');
    same(myGames(), []);
    for (let i = 0; i < 510; i++)
        keepGame({ game: i, tokens: { white: `t${i}` }, result: i % 2 === 0 ? "*" : "1-0" });
    same(myGames().length, 500, "the oldest that are over go first");
    check(gameOf("t0") !== undefined && gameOf("t1") === undefined, "not those that go on");
});

test("notation: letters of the two languages", () => {
    same(
        ["Cf3", "Axb5", "axb5", "e8=D", "0-0", "Re2", "g1f3"].map((move) =>
            translateLetters(move, "it", "en"),
        ),
        ["Nf3", "Bxb5", "axb5", "e8=Q", "0-0", "Ke2", "g1f3"],
    );
    same(translateLetters("Df3", "it", "de"), "Df3");
    same(translateLetters("Cf3", "it", "en-kt"), "Ktf3");
    same(
        ["Nf3", "O-O-O", "Kxe2", "exd8=R+"].map((move) => localSan(move, "it")),
        ["Cf3", "O-O-O", "Rxe2", "exd8=T+"],
    );
});

test("board: fields are read, pieces carried, promotions seen", () => {
    const board = "8/P6k/8/8/8/8/8/K7";
    same(readBoard(board).get("a7"), { colour: "white", role: "P" });
    same(carried(board, "a7", "a8"), "P7/7k/8/8/8/8/8/K7");
    const state = /** @type {any} */ ({ board });
    same(
        [
            promotes(state, "a7", "a8"),
            promotes(state, "a1", "a8"),
            promotes({ ...state, allowed: ["a1a2"] }, "a7", "a8"),
        ],
        [true, false, false],
    );
    same(
        [moveNumber("x b - - 0 3"), moveNumber("x w - - 0 4")],
        [
            { number: 3, white: true },
            { number: 3, white: false },
        ],
    );
});

test("texts: places are filled, the browser's language comes first", () => {
    same(fill("{a} and {b}", { a: 1 }), "1 and {b}");
    same(
        [pickLanguage(["fr", "it-IT", "en"]), pickLanguage(["de"]), pickLanguage(["en-GB", "it"])],
        ["it", "en", "en"],
    );
});

test("texts: every id that a page names is there, with the same places in both languages", () => {
    const named = [
        ...scripts.matchAll(/\bt\("([A-Z0-9_]+)"/g),
        ...scripts.matchAll(/"([A-Z][A-Z0-9]*_[A-Z0-9_]+)"/g),
        ...pages.matchAll(/data-(?:text|label|placeholder|title)="([A-Z0-9_]+)"/g),
    ].map(([, id]) => id);
    same(
        named.filter((id) => !texts.has(id) && !id.startsWith("FIELD_")),
        [],
        "missing",
    );
    for (const [id, { en, it }] of texts)
        same([...it.matchAll(/\{\w+\}/g)].join(), [...en.matchAll(/\{\w+\}/g)].join(), id);
});

test("lists: what the pages name after them has its texts", () => {
    const id = (/** @type {string[]} */ ...words) =>
        words.join("_").toUpperCase().replace("?", "").replace(/[ :-]/g, "_");
    for (const { verb, slots } of ARBITER_VERBS) {
        check(texts.has(id("verb", verb)), verb);
        for (const slot of slots)
            check(texts.has(id("field", slot === "article" ? "breach" : slot)), slot);
    }
    for (const [word] of PENALTIES) check(texts.has(id("penalty", word)), word);
    for (const [sign, name] of RESULTS) check(texts.has(id("result", name)), sign);
    const options = OPTIONS.filter(([key]) => texts.has(id("option", key)));
    check(options.length >= 12, `options with words: ${options.length}`);
    for (const [key, values] of options)
        same(
            values.filter((one) => !texts.has(id("option", key, one)) && !/[A-Z]/.test(one)),
            [],
            key,
        );
    same(VERBS.find(({ verb }) => verb === "set-clock")?.slots, ["colour", "time", "moves?"]);
    same(
        PENALTIES.find(([word]) => word === "loss"),
        ["loss", "points?"],
    );
    same(LETTERS.it.join(""), "RDTAC");
});

/** A game as a player's page has it, in which he can do this. @param {string} can @param {any} [more] */
function gameWith(can, more = {}) {
    return /** @type {any} */ ({
        log: [],
        ...more,
        state: {
            agreed: [],
            takeback: [],
            abort: [],
            clock: null,
            soon: {},
            ...more.state,
            can: can.split(", "),
        },
    });
}

test("player: what would be heard is offered, and what will be when its time has come", () => {
    const now = (/** @type {string} */ can, /** @type {any} */ more = {}, at = 0) =>
        [...actionsNow(gameWith(can, more), "white", at)].join(" ");
    same(now(""), "");
    same(now("move, ask, leave, claim illegal"), "illegal leave ask");
    const soon = { state: { soon: { "claim cannot-win": 1000 } } };
    same(now("ask", soon, 999), "ask");
    same(now("ask", soon, 1000), "quickplay ask");
    same(now("agree correct"), "correct");
    same(now("agree correct", { state: { agreed: ["white"] } }), "", "he has said so");
    const clock = { white: 5, black: 9, running: "white", at: 0, flags: {} };
    same(now("request count", { state: { clock } }, 4), "", "nobody needs it");
    same(now("request count", { state: { clock } }, 5), "count");
    const signed = { actor: "white", event: "sign 0-1", rulings: [], refused: false };
    same([now("sign"), now("sign", { log: [signed] })], ["sign", ""]);
});

test("log: a revocation can be revoked, and so can that", () => {
    const log = ["start", "compensate white 60", "revoke 2", "revoke 3", "revoke 9"].map(
        (event, i) => ({ number: i + 1, event, refused: event === "revoke 9" }),
    );
    const gone = (/** @type {number} */ count) =>
        [...revokedIn(/** @type {any} */ (log.slice(0, count)))].sort().join();
    same(gone(2), "");
    same(gone(3), "2");
    same(gone(5), "3", "what it had taken back counts again");
});

test("player: what can be claimed, and how it is said", () => {
    const { state } = gameWith("move, claim repetition, claim touch, claim no-effort");
    same(claimKinds(state, 0).join(" "), "repetition touch no-effort");
    const event = (/** @type {Record<string, string>} */ fields) => {
        const form = new FormData();
        for (const [name, value] of Object.entries(fields)) form.set(name, value);
        return claimEvent(form, (text) => text.replace("C", "N"));
    };
    same(event({ kind: "repetition", move: "Cf3" }), "claim repetition Nf3");
    same(event({ kind: "fifty", move: "" }), "claim fifty");
    same(event({ kind: "touch", move: "Cf3", square: "E2" }), "claim touch e2");
    same(event({ kind: "no-effort", move: "Cf3", square: "e2" }), "claim no-effort");
    for (const { verb } of VERBS.filter((one) => one.verb.startsWith("claim ")))
        check(texts.has(verb.toUpperCase().replace(/[ -]/g, "_")), verb);
});

test("player: every event of a player can be typed", () => {
    for (const { verb, by } of VERBS)
        if (by === "players" || by === "anyone")
            check(
                ["send", "act", "speak"].includes(readCommand(verb, english).kind),
                `${verb} is a move`,
            );
});

test("arbiter: what waits has its answers", () => {
    const matters = (/** @type {any} */ state) =>
        mattersOf(
            { waits: [], offer: null, can: ["decide", "decide appeal", "allow"], ...state },
            (side) => side,
        ).map(({ id, answers }) => [id, ...answers.map(({ event }) => event)]);
    same(matters({ waits: [{ kind: "quickplay", player: "white" }] }), [
        ["quickplay-white", "decide accept", "decide reject", "decide defer"],
    ]);
    const asked = { offer: "black", waits: [{ kind: "increment", player: "black" }] };
    same(matters(asked), [["increment-black", "decide accept", "decide reject"]]);
    same(matters({ ...asked, can: [] }), [["increment-black"]]);
    const appeal = { waits: [{ kind: "appeal", player: "white" }] };
    same(matters(appeal), [["appeal-white", "decide appeal upheld", "decide appeal dismissed"]]);
    /* an assistant of the arbiter sees it all, and answers what he observes */
    same(
        matters({
            waits: [{ kind: "draw", player: "white" }, ...appeal.waits],
            observable: ["illegal"],
            can: ["observe illegal"],
        }),
        [["draw-white"], ["appeal-white"], ["illegal", "observe illegal"]],
    );
    const entry = { actor: "arbiter", event: 'appoint-assistant "A  B"', refused: false };
    same(
        assistantsIn(
            /** @type {any[]} */ ([
                entry,
                entry,
                { ...entry, refused: true, event: "appoint-assistant C" },
            ]),
        ),
        ["A  B"],
    );
    same(
        matters({
            waits: [
                { kind: "deferred", player: "white" },
                { kind: "draw", player: "white" },
                { kind: "leave", player: "black" },
                { kind: "enter", player: null },
            ],
            observable: ["illegal", "both-checked", "last-rank-pawn"],
        }),
        [
            ["deferred-white", "decide accept", "decide reject"],
            ["draw-white", "allow draw", "deny draw"],
            ["leave-black", "allow leave black", "deny leave black"],
            ["enter-nobody", "allow enter", "deny enter"],
            ["illegal", "observe illegal"],
            ["both-checked", "observe both-checked"],
            ["last-rank-pawn", "observe last-rank-pawn"],
        ],
    );
    for (const seen of ["ILLEGAL", "BOTH_CHECKED", "LAST_RANK_PAWN"])
        check(texts.has(`SEEN_${seen}`), seen);
    const said = 'a "b" \\ c';
    same(reportText(`report ${quoted(said)}`), said);
    same(reportText("report plain words"), "plain words");
});

test("arbiter: a form becomes one line", () => {
    const form = new FormData();
    for (const [name, value] of [
        ["colour", "white"],
        ["time", "1:30:00"],
        ["moves", "40"],
        ["text", "a\nb"],
    ])
        form.set(name, value);
    same(
        composeEvent("set-clock", ["colour", "time", "moves?"], form),
        "set-clock white 1:30:00 moves 40",
    );
    same(composeEvent("rule", ["text"], form), "rule a b");
    same(composeEvent("observe illegal", ["number?"], form), "observe illegal");
    same(composeEvent("restore", ["ply"], form), "restore unknown");
    form.set("penalty", "own-time");
    form.set("amount", "60");
    same(composeEvent("penalty", ["colour", "penalty"], form), "penalty white own-time 60");
    form.set("article", "");
    form.set("article-other", "6.2.2");
    form.set("in-bag", "in-bag");
    same(composeEvent("device", ["colour", "in-bag"], form), "device white in-bag");
    form.delete("in-bag");
    same(composeEvent("device", ["colour", "in-bag"], form), "device white");
    same(
        composeEvent("infringement", ["colour", "article", "text?"], form),
        "infringement white 6.2.2 a b",
    );
});

test("desk: a call says who called, and why", () => {
    const name = (/** @type {string} */ side) => `<${side}>`;
    const both = (/** @type {string} */ text) => ({ en: text, it: text });
    const text = (/** @type {any} */ entry) =>
        callText({ refused: false, rulings: [], ...entry }, name);
    const rulings = [{ text: both("White stops the clocks.") }];
    same(text({ actor: "white", event: "ask 6.11", rulings }), "White stops the clocks.");
    same(text({ actor: "arbiter", hall: true, event: "stop x" }), t("CALL_RESTART"));
    check(text({ actor: "white", event: 'stop "he said"', rulings }).startsWith("White stops"));
});

/** @param {object} more @returns {any} */
const tile = (more) => ({
    game: 1,
    version: 1,
    round: null,
    board: null,
    group: null,
    phase: "playing",
    result: "*",
    clock: null,
    low: null,
    ...more,
});

test("desk: calls come first, then time trouble, then by round and board; what is over comes last", () => {
    const clock = {
        white: 5000,
        black: 90000,
        running: "black",
        at: 0,
        flags: { white: false, black: false },
    };
    const tiles = [
        tile({ game: 1, round: 1, board: 2, result: "1-0", phase: "finished" }),
        tile({ game: 2, round: 1, board: 3 }),
        tile({ game: 3, round: 1, board: 1 }),
        tile({ game: 4, round: 2, board: 9 }),
        tile({ game: 5, clock, low: 10000 }),
        tile({ game: 6, round: 1, board: 8, call: { seq: 7 } }),
        tile({ game: 7, clock: { ...clock, white: 0 }, low: 10000 }),
        tile({ game: 8, round: 1, board: 4, call: { seq: 5 } }),
    ];
    const seen = (/** @type {any} */ { game }) =>
        game === 8 ? { call: 5, report: "" } : undefined;
    same(
        [...tiles]
            .sort((a, b) => urgency(a, 0, seen(a)) - urgency(b, 0, seen(b)) || byBoard(a, b))
            .map(({ game }) => game),
        [6, 7, 5, 4, 3, 2, 8, 1],
    );
});

test("desk: a game that is asleep is resumed with the others, and nothing else", () => {
    const asleep = tile({ asleep: true, phase: "stopped" });
    same(
        ["start", "resume", "stop"].filter((verb) => canDo(asleep, verb)),
        ["resume"],
    );
    same(canDo(tile({ can: ["stop"] }), "stop"), true);
    same(canDo(tile({ asleep: true, phase: "stopped", result: "1-0" }), "resume"), false);
});

test("desk: what is disputed is not resumed with the others; casual games are left alone", () => {
    const stopped = { phase: "stopped", mode: "tournament", can: ["resume"] };
    same(doesWithAll(tile(stopped), "resume"), true);
    same(doesWithAll(tile({ ...stopped, call: { seq: 1, hall: true } }), "resume"), true);
    same(doesWithAll(tile({ ...stopped, call: { seq: 1 } }), "resume"), false);
    same(doesWithAll(tile({ ...stopped, waits: [{ kind: "appeal" }] }), "resume"), false);
    same(doesWithAll(tile({ ...stopped, mode: "casual" }), "resume"), false);
});

test("editor: a position is read and written, and keys mean the letters of the language", () => {
    const fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2";
    same(writeFen(readFen(fen)), fen);
    same(writeFen(readFen("8/8/8/8/8/8/8/8")), "8/8/8/8/8/8/8/8 w - - 0 1");
    same(pieceOfKey("D", "it"), { colour: "white", role: "Q" });
    same(pieceOfKey("r", "it"), { colour: "black", role: "K" });
    same(pieceOfKey("p", "en"), { colour: "black", role: "P" });
    same(pieceOfKey("Tab", "en"), null);
});

test("explanations: another edition comes first, and no heading is empty", () => {
    const both = (/** @type {string} */ text) => ({ en: text, it: text });
    const found = { says: both("says"), does: both("does"), note: both("note") };
    const headings = (/** @type {any} */ more, /** @type {boolean} */ present) =>
        parts({ ...found, ...more }, present).map(([heading]) => heading);
    same(headings({ note: both("") }, true), ["EXPLAIN_SAYS", "EXPLAIN_DOES"]);
    same(headings({}, false), ["EXPLAIN_NOTE", "EXPLAIN_SAYS_2023"]);
    same(headings({ note: both("") }, false), ["EXPLAIN_SAYS_2023", "EXPLAIN_DOES"]);
    same(headings({ note: both(""), says: both(""), does: both("") }, true), []);
});

test("words: times as people say them", () => {
    same(timeWords("none"), "");
    same(timeWords("unreadable"), "unreadable");
});

test("sheets: entries stand in the rows of their half-moves, also when Black begins", () => {
    const start = "8/8/8/8/8/8/8/8 w - - 0 1",
        later = "8/8/8/8/8/8/8/8 b - - 0 12";
    const entry = (/** @type {string} */ text, /** @type {number|undefined} */ half_move) => ({
        text,
        kind: half_move ? "move" : "time",
        ...(half_move ? { half_move } : {}),
    });
    const plain = (/** @type {ReturnType<typeof rowsOf>} */ rows) =>
        rows.map(({ number, cells }) => [
            number,
            ...cells.map((cell) => cell.map(({ entry: one, index }) => `${index} ${one.text}`)),
        ]);
    same(plain(rowsOf([entry("e4", 1), entry("1:12"), entry("e5", 2), entry("Nf3", 3)], start)), [
        [1, ["0 e4", "1 1:12"], ["2 e5"]],
        [2, ["3 Nf3"], []],
    ]);
    same(plain(rowsOf([entry("e5", 1), entry("d4", 2)], later)), [
        [12, [], ["0 e5"]],
        [13, ["1 d4"], []],
    ]);
    same([1, 2, 3].map((half) => placeText(half, start)).join(" "), "1. 1… 2.");
    same([1, 2, 3].map((half) => placeText(half, later)).join(" "), "12… 13. 13…");
    same(placesText([1, 2, 3, 4, 5, 6, 7, 8, 9], start).slice(-5), "4…, …");
    same(beganBefore("8/8/8/8/8/8/8/8 w - - 0 3", 4), "- w - - 0 1");
    same(beganBefore("8/8/8/8/8/8/8/8 w - - 0 13", 1), "- b - - 0 12");
    same(ended("up to 4.."), "up to 4.");
    same(ended("up to 4…."), "up to 4…");
});

test("pages: nothing from elsewhere, nothing inline", () => {
    same(
        [
            ...pages.matchAll(
                /(?:src|href)="(?!\/)[^"]*"|<style|\sstyle=|\son\w+=|<script(?![^>]*src=)/g,
            ),
        ].map(String),
        [],
    );
    same(
        [
            ...scripts.matchAll(
                /https?:\/\/(?!www\.w3\.org\/2000\/svg)[^"\s]+|\beval\(|innerHTML|randomUUID/g,
            ),
        ].map(String),
        [],
    );
});

await runTests({ timeout: 5000 });
