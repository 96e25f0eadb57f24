/* SPDX-License-Identifier: MIT */
/* The page of one game, for every role: it asks the server which role its token has. */
import { first } from "./first.js";
import { drawAdjournment } from "./adjournment.js";
import { againNodes, openAgain } from "./again.js";
import { again, announce, sentence } from "./announce.js";
import { answerTo, firstWord } from "./answers.js";
import { ApiError, gameNumber, request, requestJson, token, watchNumber } from "./api.js";
import { Arbiter } from "./arbiter.js";
import { Board } from "./board.js";
import { BoardKeys, OF_TWO_BOARDS, scan } from "./boardkeys.js";
import { timeLeft } from "./clock.js";
import { readCommand } from "./command.js";
import { byId, make, saveFile, setText, show } from "./dom.js";
import { articleLinks, speakOfEdition } from "./explain.js";
import { GameModel } from "./model.js";
import { Invitation } from "./invite.js";
import { KeyHelp } from "./keyhelp.js";
import { lookAnswer } from "./lookup.js";
import { gameOf, keepGame, keepSeat } from "./mine.js";
import { MoveList } from "./movelist.js";
import { Notice } from "./notice.js";
import { failureText, pageAddress, startPage, unreadableText } from "./page.js";
import { Player } from "./player.js";
import { drawElsewhere } from "./elsewhere.js";
import { MOVED_ON, hasMovedOn } from "./preview.js";
import { goesOn, opponent } from "./questions.js";
import { Replay } from "./replay.js";
import { LogList, isTold } from "./rulings.js";
import { printAddress, tableAddress } from "./printing.js";
import { hasTwoBoards, isSpoken, speakAsIn } from "./saying.js";
import { showLink } from "./share.js";
import { play } from "./sound.js";
import { backoff } from "./stream.js";
import { carried, checkedKing, squaresOf } from "./squares.js";
import { keepFocus, watchSight } from "./sight.js";
import { resultText, statusText } from "./status.js";
import { Strip, playerName } from "./strip.js";
import { tellArrival, tellChange, tellPresence, tellSpoken, tellTouch } from "./telling.js";
import { onLanguage, say, t } from "./texts.js";
import { TimeCalls } from "./timecalls.js";
import { Watcher } from "./watcher.js";
import { timeWords } from "./words.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Colour} Colour */

/** How often the clocks are drawn; a tenth of a second is the promise. */
const TICK_MS = 50;
/** What a press completes. */
const MOVES = /^(move|replace|play) /;

/** What is said when it was done: nothing else would tell. */
const DONE = { announce: "ANNOUNCED", repeat: "REPEATED", execute: "EXECUTED" };

/** What is played, when it is not ordinary chess. @param {Snapshot} game */
function variantText({ variant, start960 }) {
    if (variant !== "chess960") return "";
    return typeof start960 === "number" ? `Chess960 ${start960}` : "Chess960";
}

/** An answer about the position that is shown, with which that is. @param {Replay} replay @param {string} answer */
function placed(replay, answer) {
    const past = replay.past();
    return past ? `${sentence(past.where)} ${sentence(answer)}` : answer;
}

class GamePage {
    /** @param {GameModel} model */
    constructor(model) {
        this.model = model;
        this.role = this.game.role;
        speakAsIn(this.game);
        this.top = new Strip(byId("strip-top"));
        this.bottom = new Strip(byId("strip-bottom"));
        this.box = new Notice(byId("notice"));
        this.board = new Board(byId("board"), {
            pick: (square) => this.picked(square),
            drop: (from, to) => this.player?.drop(from, to),
        });
        new BoardKeys(this.board, (what, square, shift) => this.asked(what, square, shift));
        this.keys = new KeyHelp(byId("keys"));
        const own = this.role === "black" ? "black" : "white";
        /** @type {Colour} */
        this.bottomSide = this.seatOf()?.turned ? opponent(own) : own;
        this.replay = new Replay(
            () => this.game,
            () => this.player !== null && goesOn(this.game.state),
            () => this.draw(),
        );
        this.moves = new MoveList(byId("moves"), (index) => this.replay.choose(index));
        this.log = new LogList(byId("log"));
        this.invitation = new Invitation(model.key);
        /** How the game stood when it was last kept among those of this browser. */
        this.kept = "";
        /** What the hand did and the server has not yet answered. @type {string|null} */
        this.pending = null;
        const page = {
            game: () => this.game,
            now: () => this.model.time.now(),
            send: (/** @type {string} */ event, /** @type {number|null} */ seen = null) =>
                this.send(event, seen),
            moving: () =>
                this.model.outbox.endsWith(MOVES) || (this.player?.speaking.waiting ?? 0) > 0,
            tell: (/** @type {import("./announce.js").Speech} */ text) => this.notice([], text),
            unknown: (/** @type {string} */ words, /** @type {string} */ what) =>
                this.unknown(words, what),
            carry: (/** @type {string} */ from, /** @type {string} */ to) => this.carry(from, to),
            settle: () => this.settle(),
            redraw: () => this.draw(),
            link: (/** @type {string} */ name) => this.linkAssistant(name),
            ask: (/** @type {string} */ path, /** @type {object} */ body) =>
                this.model.ask(path, body),
            shown: () => this.replay.shown,
            presence: () => this.model.presence,
            key: model.key,
            query: () => (this.model.game === null ? "" : `?game=${this.model.game}`),
            failed: (/** @type {unknown} */ error) => this.notice([], failureText(error)),
        };
        this.player =
            this.role === "white" || this.role === "black" ? new Player(this.role, page) : null;
        const watches = ["arbiter", "desk", "assistant"].includes(this.role);
        this.arbiter = watches ? new Arbiter(page) : null;
        if (this.role === "spectator") new Watcher(page);
        this.calls = this.player ? new TimeCalls(this.player.side) : null;
        /** Whether the last thing that happened made a move, which says it. */
        this.moved = false;
        speakOfEdition(this.game.edition);
        this.lowWarned = false;
        /** Whether the line was broken when it was last shown. */
        this.trouble = false;
        /** Who was there when it was last told. @type {import("./types.js").Presence|null} */
        this.present = model.presence;
        this.wire();
        this.draw();
        this.keep();
        tellArrival(this.game);
        setInterval(() => this.tick(), TICK_MS);
    }

    /** @returns {Snapshot} */
    get game() {
        return /** @type {Snapshot} */ (this.model.snapshot);
    }

    wire() {
        byId("turn-board").addEventListener("click", () => {
            this.bottomSide = opponent(this.bottomSide);
            this.keepTurned();
            this.draw();
        });
        byId("board").addEventListener("pointerdown", () => this.box.giveWay(byId("board")));
        byId("command").addEventListener("submit", (event) => this.command(event));
        byId("command-text").addEventListener("keydown", ({ key }) => {
            if (key === "Escape") this.board.cell(this.board.focused).focus();
        });
        byId("get-pgn").addEventListener("click", () => this.download("/api/pgn", "pgn"));
        byId("get-case").addEventListener("click", () => this.download("/api/case", "case"));
        const to = tableAddress(this.model.key, this.model.game);
        byId("to-table").setAttribute("href", to);
        const spoken = isSpoken(this.game);
        byId("to-table").dataset.text = spoken ? "TO_TABLE" : "TO_ASSISTANTS";
        setText(byId("to-table"), t(spoken ? "TO_TABLE" : "TO_ASSISTANTS"));
        show(byId("to-table"), this.role === "arbiter" || this.role === "desk");
        byId("get-print").setAttribute("href", printAddress(this.model.key, this.model.game));
        show(byId("player"), this.player !== null);
        show(byId("arbiter"), this.arbiter !== null);
        show(byId("command"), this.role !== "spectator");
        this.labelCommand();
        onLanguage(() => {
            this.labelCommand();
            this.arbiter?.build();
            this.draw();
            this.drawConnection();
        });
    }

    /** The field says to an arbiter what he may type. */
    labelCommand() {
        if (!this.arbiter) return;
        setText(byId("command-label"), t("COMMAND_ARBITER"));
        byId("command-text").setAttribute("placeholder", t("COMMAND_ARBITER_PLACEHOLDER"));
    }

    /* ---- what is done */

    /** @param {string} square */
    picked(square) {
        if (!this.player?.adjusting) {
            this.player?.pick(square);
            return;
        }
        this.board.held = null;
        this.player.adjust(square);
    }

    /**
     * Shows at once what the hand did; the answer decides whether it stays.
     * @param {string} from
     * @param {string} to
     */
    carry(from, to) {
        this.pending = carried(this.game.state.board, from, to);
        this.replay.to(null);
        this.drawBoard();
    }

    /** What the hand did has been answered. */
    settle() {
        this.pending = null;
        this.draw();
    }

    /**
     * Sends an event and shows what the Laws answered to it.
     * @param {string} event
     * @param {number|null} [seen]  what was shown was the game after this event: when it has gone on
     *     since, nothing is done, and the answer is MOVED_ON
     * @returns {Promise<any>}
     */
    async send(event, seen = null) {
        await this.player?.speaking.afterWords();
        const follows = event === "press" && this.model.outbox.endsWith(MOVES);
        if (this.isGone()) {
            this.notice([], t("REPLACED"));
            return null;
        }
        try {
            const answer = await this.model.send(event, { follows, seen });
            if (answer?.refused) this.box.refuse(answer.rulings, t("REFUSED"));
            else if (answer) this.heard(event, answer.rulings.length > 0);
            return answer;
        } catch (error) {
            if (hasMovedOn(error)) return MOVED_ON;
            this.box.refuse([], unreadableText(error));
            return null;
        } finally {
            if (MOVES.test(event)) this.pending = null;
            this.draw();
        }
    }

    /** @param {string} event @param {boolean} ruled  more is said of it anyway */
    heard(event, ruled) {
        this.box.heard();
        if (ruled) return;
        const told = { offer: "OFFER_MINE", press: "PRESSED", ...DONE }[event.split(" ")[0]];
        if (told) announce(t(told));
    }

    /** @param {import("./types.js").Ruling[]} rulings @param {import("./announce.js").Speech} [text] */
    notice(rulings, text = "") {
        this.box.show(rulings, text);
    }

    /** @param {SubmitEvent} event */
    command(event) {
        event.preventDefault();
        const field = /** @type {HTMLInputElement} */ (byId("command-text"));
        const command = readCommand(field.value, t);
        const [verb, ...rest] = command.text.split(" ");
        field.value = "";
        if (command.kind === "nothing") return;
        if (command.kind === "ask")
            this.notice(
                [],
                answerTo(command.text, this.game, this.model.time.now(), this.replay.past()),
            );
        else if (command.kind === "look")
            this.notice([], placed(this.replay, lookAnswer(command.text, this.board.view.board)));
        else if (command.kind === "key")
            this.asked(verb, rest[0] || this.board.focused, rest[1] === "shift");
        else if (this.arbiter) this.arbiter.correcting.said(command.text);
        else if (command.kind === "speak") this.speak(verb, rest.join(" "));
        else if (command.kind === "unknown" || (command.kind === "move" && rest.length > 0))
            this.player?.speaking.said(command.text);
        else if (command.kind === "act")
            command.text === "accept" ? this.player?.accept() : this.player?.resign();
        else if (command.kind === "move") this.player?.typed(command.text);
        else this.player?.spoken(command.text);
    }

    /** What was typed is neither a command nor a move in any words. @param {string} words @param {string} what  was expected */
    unknown(words, what) {
        const help = firstWord("SAY_HELP");
        const text = t("COMMAND_UNKNOWN", { words, help });
        this.notice([], what ? `${text} ${t("EXPECTED", { what })}` : text);
    }

    /** What is said in words, in games in which moves are announced (D.2.1). @param {string} verb @param {string} text */
    speak(verb, text) {
        const speaking = this.player?.speaking;
        if (verb === "announce") speaking?.announce(text);
        else if (verb === "repeat") speaking?.repeat(text);
        else speaking?.execute(text);
    }

    /**
     * What a key on the board asks for, or its letter in the field: said at once, and nothing else.
     * @param {string} what
     * @param {string} square
     * @param {boolean} shift
     */
    asked(what, square, shift) {
        const { board } = this.board.view;
        if (what === "again") return again(shift, t("AGAIN_NOTHING"));
        if (what === "field") return this.toField();
        if (OF_TWO_BOARDS.includes(what)) {
            if (this.player && hasTwoBoards(this.game)) return this.speak(what, "");
            return this.answer(t("ONE_BOARD"));
        }
        if (what === "help") return this.answer(this.keys.open());
        if (what === "square")
            return this.answer(placed(this.replay, lookAnswer(`square ${square}`, board)));
        if (what === "diagonals" || what === "lines")
            return this.answer(placed(this.replay, scan(board, square, what === "lines")));
        if (what.startsWith("none")) return this.answer(t(`KEY_NONE_${what.slice(5)}`));
        this.answer(answerTo(what, this.game, this.model.time.now(), this.replay.past()));
    }

    /** @param {import("./announce.js").Speech} text */
    answer(text) {
        announce(text, "key");
    }

    toField() {
        if (byId("command").checkVisibility()) byId("command-text").focus();
    }

    /** @param {string} path @param {string} ending */
    async download(path, ending) {
        try {
            const query = this.model.game === null ? "" : `?game=${this.model.game}`;
            const response = await request(path + query, { key: this.model.key });
            saveFile(await response.blob(), `arbitro-${this.game.game}.${ending}`);
        } catch (error) {
            this.notice([], failureText(error));
        }
    }

    /** Whether this page has its seat no more: a new link was issued for it. */
    isGone() {
        return this.model.stream === "replaced";
    }

    /* ---- what this browser keeps */

    seatOf() {
        return gameOf(this.model.key);
    }

    /** Once when the page opens, and whenever the game stands otherwise. */
    keep() {
        const { phase, result } = this.game.state;
        if (this.kept === `${phase} ${result}`) return;
        this.kept = `${phase} ${result}`;
        keepSeat(this.model.key, this.game);
    }

    keepTurned() {
        const seat = this.seatOf();
        const turned = this.bottomSide !== (this.role === "black" ? "black" : "white");
        if (seat) keepGame({ ...seat, turned });
    }

    /* ---- what is shown */

    draw() {
        const { game, role } = this;
        const top = opponent(this.bottomSide);
        document.body.dataset.phase = game.state.phase;
        document.title = `${playerName(game, "white")} – ${playerName(game, "black")} · Arbitro`;
        setText(
            byId("title"),
            t("GAME_TITLE", {
                number: game.game,
                white: playerName(game, "white"),
                black: playerName(game, "black"),
            }),
        );
        setText(byId("role"), t(`ROLE_OF_${role.toUpperCase()}`));
        setText(
            byId("terms"),
            [
                game.names.event ?? "",
                game.time === "none" ? t("CLOCK_NONE") : timeWords(game.time),
                t(game.mode === "casual" ? "MODE_CASUAL" : "MODE_TOURNAMENT"),
                say(game.laws.title),
                variantText(game),
                game.before ? t("AGAIN_OF", { number: game.before }) : "",
            ]
                .filter((part) => part)
                .join(" · "),
        );
        setText(byId("variant"), variantText(game));
        show(byId("variant"), game.variant === "chess960");
        this.top.draw(game, top, this.model.presence);
        this.bottom.draw(game, this.bottomSide, this.model.presence);
        drawElsewhere(game);
        this.keys.draw(game);
        this.player?.draw();
        this.arbiter?.draw();
        this.invitation.draw(game, this.model.presence);
        this.replay.draw();
        this.drawBoard();
        this.drawLists();
        this.drawStatus();
        drawAdjournment(game);
        this.tick();
    }

    drawBoard() {
        const { state, moves } = this.game;
        this.board.turnTo(this.bottomSide);
        const past = this.replay.view();
        if (past !== null) {
            this.board.draw(past);
            return;
        }
        const asleep = this.pending !== null || this.isGone();
        const standing = state.standing ? [state.standing.from, state.standing.to] : null;
        this.board.draw({
            board: this.pending ?? state.board,
            last: standing ?? squaresOf(moves[moves.length - 1]?.uci),
            touched: state.touched,
            check: this.pending ? null : checkedKing(state),
            allowed: this.game.mode === "casual" ? state.allowed : undefined,
            movable: asleep ? null : (this.player?.movable() ?? null),
            loose: asleep ? null : this.player?.loose(),
        });
    }

    drawLists() {
        const { game, arbiter } = this;
        this.moves.draw(game, this.replay.shown);
        this.log.draw(game.log, {
            everything: arbiter !== null,
            revoke:
                arbiter && this.role !== "assistant"
                    ? (entry) => arbiter.correcting.revoke(entry.number)
                    : null,
        });
        setText(byId("log-title"), t(arbiter ? "LOG" : "RULINGS"));
    }

    /** The link of an assistant of the arbiter, to be sent to him. @param {string} name */
    async linkAssistant(name) {
        try {
            const query = this.model.game === null ? "" : `?game=${this.model.game}`;
            const made = await requestJson(`/api/assistant${query}`, {
                key: this.model.key,
                body: { name },
            });
            await showLink("assistant", made.token);
        } catch (error) {
            this.notice([], failureText(error));
        }
    }

    /** Opens the game in the place of an annulled one. */
    async again() {
        try {
            await openAgain(this.model.key, this.model.game);
            await this.model.refresh();
        } catch (error) {
            this.notice([], failureText(error));
        }
    }

    drawStatus() {
        const { state, log } = this.game;
        const spectator = this.role === "spectator";
        show(byId("report"), spectator && state.can.includes("report"));
        show(byId("sent-out"), spectator && state.spectators_out);
        setText(byId("status"), this.isGone() ? t("SEAT_GONE") : statusText(this.game));
        const banner = byId("banner");
        show(banner, !goesOn(state));
        show(byId("get-pgn"), this.arbiter !== null || !goesOn(state));
        if (goesOn(state)) return;
        const last = [...log]
            .reverse()
            .flatMap((entry) => entry.rulings)
            .find((ruling) => ruling.code === state.reason);
        banner.replaceChildren(
            make("strong", { class: "result" }, state.result),
            make("span", {}, resultText(this.game)),
            make("p", {}, last ? say(last.text) : "", " ", ...articleLinks(state)),
            ...againNodes(this.game, () => this.again()),
        );
    }

    drawConnection() {
        const { model } = this;
        const states = {
            connecting: "CONNECTING",
            open: "CONNECTED",
            broken: "RECONNECTING",
            denied: "DENIED",
            replaced: "REPLACED",
        };
        const box = byId("connection");
        box.dataset.state = model.stream;
        box.classList.toggle("stuck", model.stuck);
        setText(box, model.stuck ? t("NOT_SENT") : t(states[model.stream]));
        if (this.isGone() && !document.body.dataset.gone) this.fallAsleep();
        const trouble = model.stream === "broken" || model.stuck;
        if (trouble !== this.trouble) announce(t(trouble ? "RECONNECTING" : "CONNECTED"));
        this.trouble = trouble;
    }

    /** The seat is another's now: nothing can be done here any more, and that is seen at once. */
    fallAsleep() {
        document.body.dataset.gone = "replaced";
        unknownSeat(this.model.key);
        const sign = make("p", { class: "seat-gone", role: "alert" }, sentence(t("REPLACED")));
        byId("board").after(sign);
        for (const id of ["player", "bar", "command"]) show(byId(id), false);
        this.draw();
    }

    tick() {
        const { clock } = this.game.state;
        const now = this.model.time.now();
        const shown = this.replay.clock() ?? clock;
        if (this.game.state.adjourned) drawAdjournment(this.game);
        this.top.tick(shown, now);
        this.bottom.tick(shown, now);
        this.arbiter?.tick(now);
        if (!this.player) return;
        this.player.tick(now);
        this.calls?.tick(this.game, now);
        const left = timeLeft(clock, this.player.side, now);
        const low = left !== null && left < 10000 && clock?.running === this.player.side;
        if (low && !this.lowWarned) play("low");
        this.lowWarned = low;
    }

    /* ---- what has just happened */

    /** @param {Snapshot|null} before */
    changed(before) {
        this.replay.follow(before);
        keepFocus(() => this.draw());
        this.keep();
        if (before) tellChange(before, this.game);
        this.moved = before !== null && before.moves !== this.game.moves;
        if (this.model.presence !== this.present)
            tellPresence(this.present, this.model.presence, this.game);
        this.present = this.model.presence;
    }

    /** @param {import("./types.js").LogEntry} entry */
    logged(entry) {
        /* what the arbiter entered for somebody is no news to the arbiter alone */
        const own = entry.actor === this.role && !entry.entered;
        if (!own) tellTouch(entry, this.game);
        /* a move that is new, or that is still to come, says it itself */
        const moved = this.moved || this.game.state.plies !== this.game.moves.length;
        if (!own && !moved) tellSpoken(entry, this.game);
        /* One's own refusal was shown as the answer to what was sent. */
        const rulings = entry.rulings.filter(isTold);
        if (rulings.length === 0 || (own && entry.refused)) return;
        this.notice(rulings, entry.refused ? t("REFUSED") : "");
        play("ruling");
    }
}

/** The hall does not know a link that this browser has kept. @param {string} key */
function unknownSeat(key) {
    const seat = gameOf(key);
    if (seat) keepGame({ ...seat, gone: true });
}

/** Where to go from a page that has no game. @param {string} text  why */
function leadOn(text) {
    setText(byId("status"), text);
    const title = byId("title");
    title.classList.remove("visually-hidden");
    setText(title, t("LOST_TITLE"));
    if (document.getElementById("ways")) return;
    byId("main").append(
        make(
            "p",
            { id: "ways", class: "ways" },
            make("a", { class: "button primary", href: "/join" }, t("JOIN_TITLE")),
            " ",
            make("a", { class: "button", href: "/" }, t("TO_FRONT")),
        ),
    );
}

/** Asks for a link to look on, and goes there; the list of games has none. @param {number} game */
async function watch(game) {
    for (let attempt = 0; ; attempt++) {
        try {
            const answer = await requestJson("/api/watch", { body: { game } });
            location.replace(pageAddress("/game", answer.token));
            return;
        } catch (error) {
            setText(byId("status"), failureText(error));
            if (!(error instanceof ApiError) || !error.passing) {
                leadOn(sentence(failureText(error)));
                return;
            }
            await new Promise((later) => setTimeout(later, backoff(attempt)));
        }
    }
}

async function main() {
    const watched = watchNumber();
    /** @type {GamePage|null} */
    let page = null;
    const model = new GameModel(token(), gameNumber(), {
        changed: (before) => page?.changed(before),
        logged: (entry) => page?.logged(entry),
        connection: () => page?.drawConnection(),
    });
    let coming = first ? model.start(first) : null; /* the page is drawn while the game comes */
    coming?.catch(() => {});
    if (document.readyState === "loading")
        await new Promise((ready) => addEventListener("DOMContentLoaded", ready));
    await startPage();
    if (watched !== null) {
        await watch(watched);
        return;
    }
    addEventListener("hashchange", () => location.reload());

    for (let attempt = 0; !page; attempt++) {
        try {
            await (coming ?? model.start());
            if (model.snapshot?.role.endsWith("-assistant")) {
                location.replace(pageAddress("/table", token()));
                return;
            }
            page = new GamePage(model);
        } catch (error) {
            coming = null;
            setText(byId("status"), token() === "" ? t("NO_TOKEN") : failureText(error));
            if (error instanceof ApiError && error.status === 401) unknownSeat(token());
            if (!(error instanceof ApiError) || !error.passing) {
                leadOn(token() === "" ? t("NO_TOKEN") : sentence(failureText(error)));
                return;
            }
            await new Promise((later) => setTimeout(later, backoff(attempt)));
        }
    }
    show(byId("table"), true);
    show(byId("side"), true);
    page.moves.reveal();
    watchSight();
    page.drawConnection();
    document.body.dataset.ready = "true";
}

main();
