/* SPDX-License-Identifier: MIT */
/*
 * The page of a player who cannot see: whole games by keyboard alone, with what is said asserted word by
 * word, what the accessibility tree has, and that his page is told nothing that another's is not.
 */
import { open, person, shows, until } from "./browser.js";
import { violations } from "./counted.js";
import { check, same, test } from "./tap.js";

/** @typedef {import("./hall.js").Hall} Hall */

/** A page, and what it has said since it was last listened to. */
class Listener {
    /** @param {any} page @param {any} session  of Chromium's protocol */
    constructor(page, session) {
        this.page = page;
        this.session = session;
    }

    /**
     * @param {Hall} hall
     * @param {string} token
     * @param {object} [how]  of the browser
     * @param {Record<string, string>} [settings]  kept on the device
     */
    static async open(hall, token, how = {}, settings = {}) {
        const context = await person(how);
        await context.addInitScript((/** @type {Record<string, string>} */ kept) => {
            for (const [name, value] of Object.entries(kept))
                localStorage.setItem(`arbitro.${name}`, value);
            const all = /** @type {any} */ (globalThis);
            all.said = [];
            addEventListener("DOMContentLoaded", () => {
                const live = /** @type {Element} */ (document.querySelector("#live"));
                /* what is added is what is read */
                new MutationObserver((changes) => {
                    for (const { addedNodes } of changes)
                        all.said.push([...addedNodes].map((node) => node.textContent).join(""));
                }).observe(live, { childList: true });
            });
        }, settings);
        const page = await open(context, hall.port, `/game#${token}`);
        return new Listener(page, await context.newCDPSession(page));
    }

    /** All that was said since, as one text. @returns {Promise<string>} */
    said() {
        return this.page.evaluate(() =>
            /** @type {any} */ (globalThis).said
                .join(" ")
                .replace(/\u00a0/g, "")
                .replace(/ +/g, " ")
                .trim(),
        );
    }

    /** Exactly this was said since the last time, and nothing else: in the tree it is what a reader reads. @param {string} words */
    async hears(words) {
        let said = "";
        await until(async () => (said = await this.said()) === words, words, 8000).catch(() => {
            throw new Error(`said: ${said}\nnot:  ${words}`);
        });
        const last = await this.page.evaluate(() => {
            const all = /** @type {any} */ (globalThis);
            all.said = [];
            return document.querySelector("#live")?.textContent;
        });
        const { nodes } = await this.tree("#live");
        const read = nodes
            .filter((/** @type {any} */ node) => node.role?.value === "StaticText")
            .map((/** @type {any} */ node) => node.name?.value);
        const bare = (/** @type {string} */ text) => text.replace(/\s/g, "");
        same(bare(read.join("")), bare(last), "the tree");
    }

    /** What was said so far does not matter. */
    forget() {
        return this.page.evaluate(() => /** @type {any} */ (globalThis.said = []));
    }

    /** The accessibility tree below an element. @param {string} selector */
    async tree(selector) {
        const { result } = await this.session.send("Runtime.evaluate", {
            expression: `document.querySelector(${JSON.stringify(selector)})`,
        });
        return this.session.send("Accessibility.queryAXTree", { objectId: result.objectId });
    }

    /** What has the focus: its role and name in the tree. */
    async focus() {
        const { result } = await this.session.send("Runtime.evaluate", {
            expression: "document.activeElement",
        });
        const { nodes } = await this.session.send("Accessibility.getPartialAXTree", {
            objectId: result.objectId,
            fetchRelatives: false,
        });
        return `${nodes[0].role?.value} ${nodes[0].name?.value}`;
    }

    /** @param {...string} keys */
    async press(...keys) {
        for (const key of keys) await this.page.keyboard.press(key);
    }

    /** Presses a key on the board, after which this square has the focus. @param {string} key @param {string} name */
    async goes(key, name) {
        await this.press(key);
        same(await this.focus(), `gridcell ${name}`, key);
    }

    /** Types a line where the focus is. @param {string} line */
    async type(line) {
        await this.page.keyboard.type(line);
        await this.press("Enter");
    }

    /** By the Tab key to where the selector is. @param {string} selector */
    async tabTo(selector) {
        for (let i = 0; i < 40; i++) {
            if (await this.page.locator(`${selector}:focus, ${selector} :focus`).count()) return;
            await this.press("Tab");
        }
        throw new Error(`the Tab key does not lead to ${selector}`);
    }
}

const KEYS_EN =
    "Keys of the board: O: the square and what stands there; K Q R B N P: the next king, queen, rook, bishop, knight, pawn; with Shift the one before; 1–8: to this rank; Shift 1–8: to this file, 1 for a; X: what stands on the diagonals; Alt X: what stands on the rank and the file; L: the last move; C: the last capture; T: both clocks; A: says the last thing again; Shift A: what was said before that; I: to the field for moves and commands; H: these keys. In the field the same letters can be typed, with a square where it needs one (o e4, x e4, alt x e4); s e and s 4 tell a file and a rank, p N and p n the white and the black knights. Esc goes from the field to the board.";

const THEIR_PRESS = "Your opponent has pressed the clock: yours is running.";
const HIS_PRESS = "L'avversario ha premuto l'orologio: il tuo è in moto.";

/** Every key of the board, at the beginning of a game. @param {Listener} white */
async function everyKey(white) {
    await white.tabTo("#board");
    same(await white.focus(), "gridcell e2, white pawn");
    await white.press("o");
    await white.hears("E2: white pawn.");
    for (const [key, name] of [
        ["k", "e8, black king"],
        ["Shift+K", "e1, white king"],
        ["q", "d8, black queen"],
        ["q", "d1, white queen"],
        ["r", "h1, white rook"],
        ["Shift+R", "a1, white rook"],
        ["b", "c1, white bishop"],
        ["b", "f1, white bishop"],
        ["n", "g1, white knight"],
        ["Shift+N", "b1, white knight"],
        ["p", "a2, white pawn"],
        ["Shift+P", "h7, black pawn"],
        ["4", "h4, empty"],
        ["Shift+Digit3", "c4, empty"],
        ["1", "c1, white bishop"],
        ["ArrowUp", "c2, white pawn"],
        ["End", "h2, white pawn"],
    ])
        await white.goes(key, name);
    await white.press("2");
    await white.hears("H2: white pawn.");
    await white.press("x");
    await white.hears(
        "From g1 to h2: g1 white knight, h2 white pawn. From b8 to h2: b8 black knight, c7 black pawn, h2 white pawn.",
    );
    await white.press("Alt+x");
    await white.hears(
        "From a2 to h2: a2 white pawn, b2 white pawn, c2 white pawn, d2 white pawn, e2 white pawn, f2 white pawn, g2 white pawn, h2 white pawn. From h1 to h8: h1 white rook, h2 white pawn, h7 black pawn, h8 black rook.",
    );
    for (const [key, words] of [
        ["l", "No move yet."],
        ["c", "Nothing has been captured."],
        ["m", "In a game with an arbiter nobody tells a player his moves (11.3.1)."],
        ["e", "This game has one board."],
        ["y", "This game has one board."],
        ["h", KEYS_EN],
        ["a", KEYS_EN],
        ["Shift+A", "This game has one board."],
        ["Shift+A", "This game has one board."],
        ["Shift+A", "In a game with an arbiter nobody tells a player his moves (11.3.1)."],
        ["a", KEYS_EN],
    ]) {
        await white.press(key);
        await white.hears(words);
    }
    check(await white.page.locator("#keys[open] dl").isVisible(), "the keys are shown");
    await white.press("i");
    same(await white.focus(), "textbox Move or command");
    await white.press("Escape");
    same(await white.focus(), "gridcell h2, white pawn");
}

/** The same by letters in the field. @param {Listener} black  in Italian, by names */
async function everyLetter(black) {
    await black.tabTo("#board");
    await black.press("i");
    for (const [line, words] of [
        ["o e4", "Eva quattro: vuota."],
        [
            "s e",
            "Eva uno re bianco, Eva due pedone bianco, Eva sette pedone nero, Eva otto re nero.",
        ],
        ["s 4", "La traversa quattro è vuota."],
        ["p C", "Cavallo bianco: Bella uno, Gustav uno."],
        ["p d", "Donna nera: David otto."],
        [
            "x c1",
            "Da Cesar uno a Hector sei: Cesar uno alfiere bianco, David due pedone bianco. Da Anna tre a Cesar uno: Bella due pedone bianco, Cesar uno alfiere bianco.",
        ],
        ["c", "Non c'è ancora stata alcuna presa."],
    ]) {
        await black.type(line);
        await black.hears(words);
    }
    same(await black.focus(), "textbox Mossa o comando", "the field keeps the focus");
}

/** What depends on whose move it is, and when it was asked. */
const OWN = ["role", "now", "can", "soon", "touched", "allowed", "to_press", "presence"];

/** What a seat is told, without what is its own turn. @param {any} told @returns {string} */
const shared = (told) =>
    JSON.stringify(told, (key, value) =>
        OWN.includes(key)
            ? undefined
            : key === "clock" && value
              ? { ...value, at: 0, white: 0, black: 0 }
              : value,
    );

/** The stream of a seat, as it comes. @param {Hall} hall @param {string} key */
async function stream(hall, key) {
    const stop = new AbortController();
    const response = await fetch(`http://127.0.0.1:${hall.port}/api/stream`, {
        headers: { Authorization: `Bearer ${key}` },
        signal: stop.signal,
    });
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    return {
        /** So many events of the game. @param {number} count @returns {Promise<any[]>} */
        async events(count) {
            let text = "";
            const found = () =>
                [...text.matchAll(/^event: event\ndata: (.*)$/gm)].map(([, data]) =>
                    JSON.parse(data),
                );
            while (found().length < count) {
                const { value } = await reader.read();
                text += new TextDecoder().decode(value);
            }
            stop.abort();
            return found();
        },
    };
}

/** Both hear it at the same time. @param {[Listener, string][]} all */
const hear = (...all) => Promise.all(all.map(([one, words]) => one.hears(words)));

/** The game: on the board, in the field, and everything that is said of it. @param {Listener} white @param {Listener} black */
async function play(white, black) {
    /* a touch is told to the opponent, as he would see it */
    await white.press("Shift+Digit5", "Enter");
    await black.hears("Club A (Bianco) tocca: pedone bianco Eva due.");
    await until(
        async () => (await white.focus()) === "gridcell e2, white pawn, in hand, touched",
        "the piece is in hand",
    );
    await white.press("4", "Enter", "Control+Space");
    await hear(
        [white, "White: e4. You have pressed the clock."],
        [black, `Bianco: pedone Eva quattro. ${HIS_PRESS}`],
    );
    /* in the field: moves in words, of any style */
    await black.type("pedone echo cinque");
    await black.type("premo");
    await hear(
        [black, "Nero: pedone Eva cinque. Hai premuto l'orologio."],
        [white, `Black: e5. ${THEIR_PRESS}`],
    );
    await white.press("i");
    await white.type("bishop c4");
    await hear([white, "White: bishop c4."], [black, "Bianco: alfiere Cesar quattro."]);
    /* an offer is told at once, and what was said can be heard again */
    await white.type("draw");
    await hear([white, "Your offer of a draw stands."], [black, "L'avversario offre patta."]);
    await black.type("a");
    await black.hears("L'avversario offre patta.");
    await black.type("A");
    await black.hears("Bianco: alfiere Cesar quattro.");
    await white.type("press");
    await hear([white, "You have pressed the clock."], [black, HIS_PRESS]);
    await black.type("rifiuto");
    await black.type("anna cinque");
    await black.type("premo");
    await hear(
        [black, "Il Nero rifiuta la patta. Nero: pedone Anna cinque. Hai premuto l'orologio."],
        [white, `Black declines the draw. Black: a5. ${THEIR_PRESS}`],
    );
    await white.type("a3");
    await white.type("press");
    await hear(
        [white, "White: a3. You have pressed the clock."],
        [black, `Bianco: pedone Anna tre. ${HIS_PRESS}`],
    );
    /* what is no move is made like any other, and found when he presses */
    await black.type("pedone anna cinque anna tre");
    await hear([black, "Nero: pedone Anna prende Anna tre."], [white, "Black: a takes a3."]);
    await black.type("premo");
    await hear(
        [
            black,
            "Non è più sulla scacchiera: Nero: pedone Anna prende Anna tre. Il Nero ha completato una mossa illegale: si ripristina la posizione precedente. È contata come mossa illegale del Nero. Il Bianco riceve 2 minuti per la mossa illegale del Nero.",
        ],
        [
            white,
            "No longer on the board: Black: a takes a3. Black completed an illegal move: the position before it is restored. It is counted as an illegal move of Black. White gets 2 minutes because of the illegal move of Black.",
        ],
    );
    await black.type("anna quattro");
    await black.type("premo");
    await hear(
        [black, "Nero: pedone Anna quattro. Hai premuto l'orologio."],
        [white, `Black: a4. ${THEIR_PRESS}`],
    );
    await white.type("b4");
    await white.type("press");
    await hear(
        [white, "White: b4. You have pressed the clock."],
        [black, `Bianco: pedone Bella quattro. ${HIS_PRESS}`],
    );
    await black.type("anna prende bella tre");
    await black.type("premo");
    await hear(
        [black, "Nero: pedone Anna prende Bella tre en passant. Hai premuto l'orologio."],
        [white, `Black: a takes b3 en passant. ${THEIR_PRESS}`],
    );
    await white.press("Escape");
    for (const [key, words] of [
        ["c", "Black: a takes b3 en passant."],
        ["l", "Black: a takes b3 en passant."],
    ]) {
        await white.press(key);
        await white.hears(words);
    }
    await white.goes("q", "d8, black queen");
    await white.goes("Shift+Q", "d1, white queen");
    await white.press("Enter");
    await black.hears("Club A (Bianco) tocca: donna bianca David uno.");
    await white.goes("5", "d5, empty");
    await white.goes("Shift+Digit8", "h5, empty");
    await white.press("Enter", "Control+Space");
    await hear(
        [white, "White: queen h5. You have pressed the clock."],
        [black, `Bianco: donna Hector cinque. ${HIS_PRESS}`],
    );
    await black.type("cavalo charlie sei");
    await black.type("premo");
    await hear(
        [black, "Nero: cavallo Cesar sei. Hai premuto l'orologio."],
        [white, `Black: knight c6. ${THEIR_PRESS}`],
    );
    await white.press("i");
    await white.type("queen takes foxtrot seven");
    await hear(
        [
            white,
            "White: queen takes f7 checkmate. 1-0. Club A (White) wins. White has checkmated and wins. The move has ended the game: the clock need not be pressed.",
        ],
        [
            black,
            "Bianco: donna prende Felix sette scacco matto. 1-0. Vince Club A (Bianco). Il Bianco ha dato scaccomatto e vince. La mossa ha concluso la partita: non occorre premere l'orologio.",
        ],
    );
}

/**
 * What stands on a square of the own board.
 * @param {Listener} one
 * @param {string} square
 */
const on = (one, square) => one.page.getAttribute(`[data-square=${square}]`, "data-piece");

/** @param {Listener} white @param {Listener} black @param {Hall} hall @param {any} game */
async function twoBoards(white, black, hall, game) {
    await white.tabTo("#board");
    await black.tabTo("#board");
    /* what is typed is announced in the language of the game, and made */
    await white.press("i");
    await white.type("pawn eva four");
    await white.type("press");
    await hear(
        [white, "White: pawn Eva four. You have pressed the clock."],
        [black, `Bianco: e4. ${HIS_PRESS}`],
    );
    await white.type("e");
    await white.hears("The last move is yours: there is nothing to execute or to repeat.");
    same([await on(black, "e2"), await on(black, "e4")], ["whiteP", ""], "not executed");
    await black.press("e");
    await black.hears("Eseguita sulla tua scacchiera.");
    same([await on(black, "e2"), await on(black, "e4")], ["", "whiteP"], "executed");
    await black.press("e");
    await black.hears("Rifiutato. Quella scacchiera mostra già questa mossa.");
    await black.press("y");
    await hear([black, "Ripetuta."], [white, "Club B (Black) repeats: “Bauer Eva vier”."]);
    await black.press("Enter", "5", "Enter", "Control+Space");
    await hear(
        [
            white,
            `Club B (Black) touches: black pawn Eva seven. Black: pawn Eva five. ${THEIR_PRESS}`,
        ],
        [black, "Nero: e5. Hai premuto l'orologio."],
    );
    await white.type("e");
    await white.hears("Executed on your board.");
    same(await on(white, "e5"), "blackP");
    /* by hand and in silence: it is made when it is announced, in whatever words */
    await white.press("Escape");
    await white.goes("Shift+N", "Gustav one, white knight");
    await white.press("Enter", "3", "Shift+Digit6", "Enter", "Control+Space");
    await white.hears(
        "Refused. White has not made his move yet: a captured piece is removed, the piece stands in another hole and the move is announced before the clock is pressed.",
    );
    await white.press("i");
    await white.type("announce knight foxtrot three");
    await white.type("press");
    await hear(
        [white, "White: knight Felix three. Announced. You have pressed the clock."],
        [black, `Club A (Bianco) tocca: cavallo bianco g1. Bianco: Springer f3. ${HIS_PRESS}`],
    );
    /* repeated and executed otherwise: to each his own board, and no hint of the other's */
    await black.press("i");
    await black.type("ripeto cavallo c3");
    await hear(
        [
            black,
            "Il Nero ha ripetuto una mossa diversa da quella annunciata: la ripetizione non vale.",
        ],
        [
            white,
            "Club B (Black) repeats: “Springer Cesar drei”. Black has repeated another move than was announced: it does not count.",
        ],
    );
    await black.type("eseguo Cc3");
    await black.hears("Eseguita sulla tua scacchiera.");
    same([await on(black, "c3"), await on(white, "c3")], ["whiteN", ""], "each his own");
    const seen = await hall.ask("/api/game", { key: game.tokens.white });
    check(!JSON.stringify(seen).includes("PPPP1PPP/R1BQKBNR"), "White is not told Black's board");
    for (const side of ["white", "black"])
        for (const move of ["e4", "e5", "Nf3"])
            await hall.event(game.tokens[side], `write ${move}`);
    await white.type("boards differ");
    await hear(
        [white, "The scoresheets agree: Black puts his board right."],
        [black, "I formulari coincidono: il Nero corregge la propria scacchiera."],
    );
    await until(async () => (await on(black, "f3")) === "whiteN", "Black's board is put right");
}

/** @param {Listener} white @param {Hall} hall @param {any} game @param {string} assistant  his link */
async function assisted(white, hall, game, assistant) {
    /* he puts the piece, his assistant says it */
    await white.press("Escape");
    await white.goes("4", "Eva four, empty");
    await white.goes("2", "Eva two, white pawn");
    await white.press("Enter", "4", "Enter");
    await until(async () => {
        const { state } = await hall.ask("/api/game", { key: game.tokens.white });
        return state.board.startsWith("rnbqkbnr/pppppppp/8/8/4P3/");
    }, "the hall has it, not the page alone");
    await hall.event(assistant, "announce Bauer Eva vier");
    await white.hears("White: pawn Eva four.");
    await white.press("Control+Space");
    await white.hears("You have pressed the clock.");
    await hall.event(assistant, "execute e2e4");
    await white.hears("White's assistant executes on the other board e2e4.");
    for (const event of ["repeat Bauer Eva vier", "move e7e5", "press"])
        await hall.event(game.tokens.black, event);
    await white.hears(
        `Club B (Black) repeats: “Bauer Eva vier”. Black: pawn Eva five. ${THEIR_PRESS}`,
    );
    same(await on(white, "e5"), "", "not executed");
    await hall.event(assistant, "execute e7e5");
    await white.hears("White's assistant executes on the other board e7e5.");
    await until(async () => (await on(white, "e5")) === "blackP", "executed for him");
    await white.press("i");
    await white.type("tell me");
    const told =
        /^White is told that he has completed 1 move\. The clock of White shows 9\d minutes [\d.]+ seconds\. The clock of Black shows 9\d minutes [\d.]+ seconds\.$/;
    await until(async () => told.test(await white.said()), "moves and times");
    await white.forget();
    await white.type("knight f3");
    await white.type("press");
    await white.hears("White: knight Felix three. You have pressed the clock.");
}

/** @param {Hall} hall */
export function blindTests(hall) {
    test("blind: a whole tournament game by keyboard alone, every word of it", async () => {
        const game = await hall.game({ mode: "tournament", time: "5400+30" });
        const white = await Listener.open(hall, game.tokens.white);
        const black = await Listener.open(
            hall,
            game.tokens.black,
            { locale: "it-IT" },
            { "speech-style": "names" },
        );
        await white.hears("Club B (Black) is at the board.");
        await Promise.all([everyKey(white), everyLetter(black)]);
        await hall.event(game.tokens.arbiter, "start");
        await white.hears("The game begins: the clock of Club A (White) is running.");
        await black.hears("La partita comincia: l'orologio di Club A (Bianco) è in moto.");
        await play(white, black);
    });

    test("blind: a board for each player: announced, repeated, executed, and compared only by the arbiter", async () => {
        const game = await hall.game({
            mode: "tournament",
            time: "5400+30",
            options: { vision: "white:blind" },
        });
        const white = await Listener.open(
            hall,
            game.tokens.white,
            {},
            {
                "speech-style": "names",
                "speech-language": "en",
                "speech-own": "on",
            },
        );
        const black = await Listener.open(hall, game.tokens.black, { locale: "it-IT" });
        await white.hears("Club B (Black) is at the board.");
        await hall.event(game.tokens.arbiter, "start");
        await hear(
            [white, "The game begins: the clock of Club A (White) is running."],
            [black, "La partita comincia: l'orologio di Club A (Bianco) è in moto."],
        );
        await twoBoards(white, black, hall, game);
    });

    test("blind: the same with an assistant, who announces and executes for him", async () => {
        const game = await hall.game({
            mode: "tournament",
            time: "5400+30",
            options: { vision: "white:blind" },
        });
        const white = await Listener.open(
            hall,
            game.tokens.white,
            {},
            { "speech-style": "names", "speech-language": "en", "speech-own": "on" },
        );
        await white.tabTo("#board");
        await white.press("i");
        await white.type("appoint Dora execute announce tell");
        await white.hears("White has named an assistant.");
        await hall.event(game.tokens.arbiter, "accept-assistant white");
        const { token } = await hall.ask("/api/seat", {
            key: game.tokens.arbiter,
            body: { seat: "white-assistant" },
        });
        await hall.event(game.tokens.arbiter, "start");
        await white.hears(
            "The arbiter accepts the assistant of White. The game begins: the clock of Club A (White) is running.",
        );
        await assisted(white, hall, game, token);
    });

    test("blind: what the arbiter enters for a player is told on the player's own page", async () => {
        const game = await hall.game({
            mode: "tournament",
            time: "5400+30",
            options: { vision: "white:blind" },
        });
        const black = await Listener.open(hall, game.tokens.black);
        for (const [seat, event] of [
            ["arbiter", "start"],
            ["white", "move e2e4"],
            ["white", "press"],
        ])
            await hall.event(game.tokens[seat], event);
        await until(async () => (await black.said()).endsWith(THEIR_PRESS), "his turn", 8000);
        await black.forget();
        await hall.ask("/api/events", {
            key: game.tokens.arbiter,
            body: { id: "entered", event: "repeat Bauer Eva vier", for: "black" },
        });
        await black.hears("Club B (Black) repeats: “Bauer Eva vier”.");
        const part = black.page.locator("#live [lang=de]").last();
        same(await part.textContent(), "Bauer Eva vier", "in the language of the game");
    });

    test("blind: the clock speaks to who wishes it, of his own time, and when a flag has fallen", async () => {
        const game = await hall.game({ mode: "tournament", time: "900" });
        const times = { "speech-times": "on" };
        const white = await Listener.open(hall, game.tokens.white, {}, times);
        const black = await Listener.open(hall, game.tokens.black);
        await white.hears("Club B (Black) is at the board.");
        const begins = "The game begins: the clock of Club A (White) is running.";
        await hall.event(game.tokens.arbiter, "start");
        await hear([white, begins], [black, begins]);
        const left = async (/** @type {string} */ time) => {
            for (const event of ["stop", `set-clock white ${time}`, "resume"])
                await hall.event(game.tokens.arbiter, event);
        };
        for (const [time, words] of [
            ["0:05:01", "Club A (White): 5 minutes."],
            ["0:02:01", "Club A (White): 2 minutes."],
            ["0:00:01", "Club A (White): flag fallen."],
        ]) {
            await left(time);
            await until(async () => (await white.said()).endsWith(words), words, 8000);
            check(!(await black.said()).includes(words), `Black does not hear ${words}`);
        }
        same(
            (await white.said()).match(/\d minutes\./g),
            ["5 minutes.", "2 minutes."],
            "each once",
        );
        await white.forget();
        await white.tabTo("#board");
        await white.press("t");
        await white.hears("White: 0 seconds. Black: 15 minutes.");
    });

    test("blind: a flag that the hall has seen fall is told once, by the ruling", async () => {
        const game = await hall.game({
            mode: "tournament",
            time: "900",
            options: { flags: "automatic" },
        });
        const white = await Listener.open(hall, game.tokens.white, {}, { "speech-times": "on" });
        for (const event of ["start", "stop", "set-clock white 0:00:01"])
            await hall.event(game.tokens.arbiter, event);
        await white.forget();
        await hall.event(game.tokens.arbiter, "resume");
        await until(async () => /0-1/.test(await white.said()), "the game is lost", 8000);
        const said = await white.said();
        same(said.match(/flag of White has fallen|flag fallen/gi)?.length, 1, `once: ${said}`);
    });

    test("blind: words that fit several moves are answered with them; a friend may ask for his moves", async () => {
        const game = await hall.game({ position: "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1" });
        const leave = await hall.sit(game.tokens.black);
        const white = await Listener.open(hall, game.tokens.white);
        await until(async () => /is running\.$/.test(await white.said()), "the game begins");
        await white.forget();
        await white.tabTo("#board");
        await white.press("m");
        await white.hears(
            "King e1: d1, f1, d2, e2, f2; knight b1: d2, a3, c3; knight f3: g1, d2, h2, d4, h4, e5, g5.",
        );
        await white.press("i");
        for (const [line, words] of [
            [
                "knight delta two",
                "This fits several moves: knight b d2; knight f d2. Say which one.",
            ],
            [
                "hello there",
                "I do not understand “hello there”; type “help”. Expected: the words of an announcement: a piece, a file, castling.",
            ],
            ["knight from bravo to delta two", "White: knight b d2."],
        ]) {
            await white.type(line);
            await white.hears(words);
        }
        leave();
    });

    test("blind: of two rooks the one that can go is meant in a friendly game; with an arbiter one says which", async () => {
        const position = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        const friendly = await hall.game({ position });
        const leave = await hall.sit(friendly.tokens.black);
        const white = await Listener.open(hall, friendly.tokens.white);
        /* what the beginning says may come after the page shows it */
        await until(async () => /is running\.$/.test(await white.said()), "the game begins");
        await white.forget();
        await white.tabTo("#board");
        await white.press("i");
        await white.type("rook delta one");
        await white.hears("White: rook d1.");
        leave();
        const game = await hall.game({ mode: "tournament", position });
        await hall.event(game.tokens.arbiter, "start");
        const other = await Listener.open(hall, game.tokens.white);
        await other.forget();
        await other.tabTo("#board");
        await other.press("i");
        await other.type("rook delta one");
        await until(
            async () =>
                (await other.said()).endsWith(
                    "This fits several moves: rook a d1; rook h d1. Say which one.",
                ),
            "which one",
        );
    });

    test("blind: what is chosen for ear and eye is kept on the device, and nothing is lost at 400 %", async () => {
        const game = await hall.game({ mode: "tournament", options: { vision: "both:blind" } });
        const white = await Listener.open(hall, game.tokens.white, {
            viewport: { width: 320, height: 256 },
            locale: "it-IT",
        });
        const { page } = white;
        await white.tabTo("#settings");
        await white.press("Enter");
        await page.waitForSelector("dialog[open]");
        same(await violations(page), [], "axe: settings");
        for (const [name, keys] of [
            ["theme", ["End"]],
            ["large", ["Space"]],
            ["still", ["Space"]],
            ["speech-style", ["n"]],
            ["speech-language", ["f", "r"]],
        ]) {
            await white.tabTo(`[name=${name}]`);
            await white.press(...keys);
        }
        await white.tabTo("dialog button[value=yes]");
        await white.press("Enter");
        await page.reload();
        await page.waitForSelector("body[data-ready]");
        await page.evaluate(() => {
            for (const one of document.querySelectorAll("details")) one.open = true;
        });
        const kept = await page.evaluate(() => [
            document.documentElement.dataset.theme,
            document.documentElement.hasAttribute("data-large"),
            document.documentElement.hasAttribute("data-still"),
            getComputedStyle(document.body).fontSize,
            document.documentElement.scrollWidth,
        ]);
        same(kept, ["contrast-light", true, true, "24px", 320]);
        await white.tabTo("#board");
        same(await white.focus(), "gridcell Eva deux, pedone bianco");
        same(await violations(page), [], "axe: light contrast, large print");
        await page.evaluate(() => (document.documentElement.dataset.theme = "contrast"));
        same(await violations(page, ["color-contrast"]), [], "axe: dark contrast");
        await page.evaluate(() => delete document.documentElement.dataset.theme);
        await page.emulateMedia({ forcedColors: "active" });
        same(await violations(page), [], "axe: forced colours");
    });

    test("blind: at 400 % what is told leaves the field in sight, also in large print", async () => {
        const game = await hall.game({ mode: "tournament", options: { vision: "both:blind" } });
        await hall.event(game.tokens.arbiter, "start");
        for (const large of ["off", "on"]) {
            const white = await Listener.open(
                hall,
                game.tokens.white,
                { viewport: { width: 320, height: 256 } },
                { large },
            );
            const { page } = white;
            await white.tabTo("#board");
            await white.press("i");
            await white.type("hello there");
            await page.waitForSelector("#notice:not([hidden])");
            let seen = {};
            await until(async () => {
                seen = await page.evaluate(() => {
                    const field = /** @type {Element} */ (document.activeElement);
                    const bar = /** @type {Element} */ (document.querySelector("#bar"));
                    const { top, bottom } = field.getBoundingClientRect();
                    return { id: field.id, top, bottom, bar: bar.getBoundingClientRect().top };
                });
                const { id, top, bottom, bar } = seen;
                return id === "command-text" && top >= 0 && bottom <= bar;
            }, "the field").catch(() => {
                throw new Error(`large ${large}: ${JSON.stringify(seen)}`);
            });
        }
    });

    test("blind: the page of a player who cannot see is told what the other is told, byte for byte", async () => {
        const game = await hall.game({
            mode: "tournament",
            options: { vision: "white:blind", boards: "one" },
        });
        await hall.event(game.tokens.arbiter, "start");
        const streams = await Promise.all(
            ["white", "black"].map((side) => stream(hall, game.tokens[side])),
        );
        for (const [side, event] of [
            ["white", "touch e2"],
            ["white", "move e2e4"],
            ["white", "press"],
            ["black", "repeat Bauer Eva vier"],
            ["black", "move e7e5"],
            ["black", "offer"],
            ["black", "press"],
            ["white", "decline"],
            ["white", "move e1e3"],
            ["white", "press"],
        ])
            await hall.event(game.tokens[side], event);
        const states = await Promise.all(
            ["white", "black"].map((side) => hall.ask("/api/game", { key: game.tokens[side] })),
        );
        same(shared(states[0]), shared(states[1]), "the game");
        const [mine, theirs] = await Promise.all(streams.map((one) => one.events(10)));
        same(mine.map(shared), theirs.map(shared), "the stream");
        /* and it makes no difference who cannot see */
        same(Object.keys(states[0]), Object.keys(states[1]));
        same(Object.keys(states[0].state), Object.keys(states[1].state));
    });
}
