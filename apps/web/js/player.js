/* SPDX-License-Identifier: MIT */
/*
 * What a player does: moves on the board, the clock, offers, resignation; claims.js and more.js
 * have the rest. The page sends what was done; what follows is for the Laws, and they are on the
 * server.
 */
import { claimDialog, claimKinds } from "./claims.js";
import { flagDown } from "./clock.js";
import { ask, confirm, labelled } from "./dialogs.js";
import { byId, make, setText, show } from "./dom.js";
import { DEEDS, Menu, PEN } from "./menu.js";
import { More } from "./more.js";
import { drawPiece } from "./pieces.js";
import { translateLetters } from "./notation.js";
import { pieceName } from "./piecenames.js";
import { can, goesOn, isElsewhere, oneLine, opponent, pressCompletes } from "./questions.js";
import { Rematch } from "./rematch.js";
import { Sealing } from "./sealing.js";
import { isBlind, isSpoken } from "./saying.js";
import { asksAgain, setting } from "./settings.js";
import { Sheet } from "./sheet.js";
import { Speaking } from "./speaking.js";
import { promotes } from "./squares.js";
import { language, t } from "./texts.js";
import { isExpelled } from "./words.js";

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").Snapshot} Snapshot */

/** Where the space bar has a meaning already: in text, on a square, on a control. */
const SPACE_ELSEWHERE =
    "input, textarea, select, button, a, summary, dialog, [role=gridcell], [contenteditable]";

/**
 * @typedef {object} PlayerPage
 * @property {() => Snapshot} game
 * @property {() => number} now
 * @property {(event: string) => Promise<any>} send
 * @property {() => boolean} moving  a move is on its way
 * @property {(text: import("./announce.js").Speech) => void} tell
 * @property {(words: string, expected: string) => void} unknown
 * @property {(from: string, to: string) => void} carry  shows what a hand does
 * @property {() => void} settle  shows what the server says again
 * @property {() => void} redraw
 * @property {(path: string, body: object) => Promise<any>} ask
 * @property {string} key  of this page
 * @property {(error: unknown) => void} failed
 */

/**
 * A button that may be pressed, or not: it stays where the focus is.
 * @param {string} id
 * @param {boolean} on
 */
const enable = (id, on) => byId(id).setAttribute("aria-disabled", String(!on));

/** What a button does, while it may be pressed. @param {string} id @param {() => unknown} act */
const onPress = (id, act) =>
    byId(id).addEventListener("click", () => {
        if (byId(id).getAttribute("aria-disabled") !== "true") act();
    });

export class Player {
    /** @param {Colour} side @param {PlayerPage} page */
    constructor(side, page) {
        this.side = side;
        this.page = page;
        this.adjusting = false;
        /** Whether the next piece that is carried puts right what was made. */
        this.replacing = false;
        this.more = new More(
            side,
            page,
            () => this.claim("cannot-win"),
            () => this.replaceNext(!this.replacing),
        );
        byId("press").addEventListener("click", () => this.press());
        this.pen = new Menu(PEN);
        this.menu = new Menu(DEEDS);
        this.sheet = new Sheet(side, page, () => {
            if (this.pen.button.checkVisibility()) this.pen.open(true);
        });
        this.rematch = new Rematch(side, page.game, page.key, page.failed);
        onPress("offer-draw", () => page.send("offer"));
        onPress("claim", () => this.claim("repetition"));
        onPress("resign", () => this.resign());
        this.sealing = new Sealing(side, page);
        this.speaking = new Speaking(side, page, (text, letters) => this.typed(text, letters));
        byId("call").addEventListener("click", () => this.call());
        byId("adjust").addEventListener("click", () => this.toggleAdjust());
        byId("arrive").addEventListener("click", () => page.send("arrive"));
        byId("claim-flag").addEventListener("click", () => page.send("claim flag"));
        byId("accept").addEventListener("click", () => this.accept());
        byId("decline").addEventListener("click", () => page.send("decline"));
        document.addEventListener("keydown", (event) => this.spaceBar(event));
    }

    /** The colour whose pieces this page can pick up now. */
    movable() {
        const { state } = this.page.game(),
            now = this.page.now();
        const rights = this.replacing || state.standing !== null;
        const free = can(state, "move", now) || (rights && can(state, "replace", now));
        return free ? this.side : null;
    }

    /**
     * The piece that this player has just put somewhere and not yet completed by the clock: whether it
     * may be put elsewhere or back the Laws say when it is done (4.7, 7.5.1).
     */
    loose() {
        const { state, moves } = this.page.game();
        const open = state.to_press === true && can(state, "replace", this.page.now());
        return open ? (moves[moves.length - 1]?.uci.slice(2, 4) ?? null) : null;
    }

    /**
     * A hand that has just moved may press before the server has answered to the move; what it did on a
     * board that is elsewhere nobody knows.
     */
    press() {
        const game = this.page.game();
        const made = isElsewhere(game) ? this.pressable(game) : game.state.to_press;
        /* who cannot see is told what is still missing, and nothing else (D.2.4) */
        const told = isBlind(game, this.side);
        if (made || told || this.page.moving()) this.page.send("press");
    }

    /**
     * The space bar is the clock, except where it has a meaning already; with Ctrl it is everywhere.
     * @param {KeyboardEvent} event
     */
    spaceBar(event) {
        const where = event.target instanceof Element ? event.target : null;
        if (event.key !== " " || event.repeat || event.altKey || event.metaKey) return;
        if (!pressCompletes(this.page.game())) return;
        if (!event.ctrlKey && where?.closest(SPACE_ELSEWHERE)) return;
        event.preventDefault();
        this.press();
    }

    /* ---- on the board */

    /**
     * A piece was taken up: at a table that is a touch (4.3); casual boards do not look.
     * @param {string} square
     */
    pick(square) {
        const game = this.page.game();
        if (
            game.mode !== "tournament" ||
            game.state.standing !== null ||
            this.replacing ||
            square === this.loose() ||
            game.state.touched.includes(square)
        )
            return;
        this.page.send(`touch ${square}`);
    }

    /** Where the hand lets go. @param {string} from @param {string} to */
    async drop(from, to) {
        const { state, mode } = this.page.game();
        const made = this.made(from);
        /* Who puts an illegal move right carries the piece on from where it stands now. */
        const origin = made !== null && made.to === from ? made.from : from;
        const verb = made !== null ? "replace" : "move";
        this.replaceNext(false);
        if (made !== null && origin === to) return this.putBack(from, to);
        let piece = "";
        if (promotes(state, from, to)) {
            const chosen = await this.promotion(mode === "tournament");
            if (chosen === null) return;
            piece = chosen;
        }
        this.page.carry(from, to);
        await this.page.send(`${verb} ${origin}${to}${piece}${this.silence(verb)}`);
    }

    /** Who announces his moves himself makes them silently (D.2.3.3). @param {string} verb */
    silence(verb) {
        const own = isSpoken(this.page.game()) && setting("speech-own", "off") === "on";
        return own && verb === "move" ? " silent" : "";
    }

    /**
     * A piece goes back to where it came from: the hand takes it up and lets go of it there.
     * @param {string} from
     * @param {string} to
     */
    async putBack(from, to) {
        this.page.carry(from, to);
        const lifted = await this.page.send(`lift ${from}`);
        if (lifted && !lifted.refused) await this.page.send(`release ${to}`);
        this.page.settle();
    }

    /**
     * What this player made and now puts right; null when he does not. Whether it is a move he is
     * not told before he presses, unless there is nothing to press.
     * @param {string} [from]  the piece that is carried
     * @returns {{from: string, to: string}|null}
     */
    made(from) {
        const { state, moves } = this.page.game();
        if (state.standing !== null && state.turn === this.side) return state.standing;
        const uci = moves[moves.length - 1]?.uci ?? "";
        const again = this.replacing || (from !== undefined && from === this.loose());
        return again ? { from: uci.slice(0, 2), to: uci.slice(2, 4) } : null;
    }

    /** @param {boolean} on */
    replaceNext(on) {
        if (on === this.replacing) return;
        if (on) {
            this.page.tell(t("REPLACE_NOW"));
            byId("board").scrollIntoView({ block: "center" });
        }
        this.replacing = on;
        byId("act-replace").setAttribute("aria-pressed", String(on));
        this.page.redraw();
    }

    /**
     * The piece of a promotion: its letter, "" for a pawn left standing, null for none.
     * @param {boolean} pawn
     */
    async promotion(pawn) {
        const choices = ["Q", "R", "B", "N", ...(pawn ? ["P"] : [])].map((role) => ({
            value: role,
            text: pieceName({ colour: this.side, role }),
            picture: drawPiece({ colour: this.side, role }),
            kind: "promotion-piece",
        }));
        const { value } = await ask(
            t("PROMOTION"),
            pawn ? [make("p", {}, t("PROMOTION_PAWN"))] : [],
            choices,
            "promotion",
        );
        return value === "" ? null : value === "P" ? "" : value.toLowerCase();
    }

    /** A move as it was typed, in the letters of the page. @param {string} text @param {string} [letters] */
    typed(text, letters) {
        const written = this.inLetters(text, letters);
        if (isElsewhere(this.page.game())) return this.page.send(`write ${written}`);
        const verb = this.made() !== null ? "replace" : "move";
        this.replaceNext(false);
        return this.page.send(`${verb} ${written}`);
    }

    /** An event as it was typed; a move in it has the letters of the page. @param {string} text */
    spoken(text) {
        const move = /^(claim (?:repetition|fifty)|move|replace) (.+)$/.exec(text);
        return this.page.send(move ? `${move[1]} ${this.inLetters(move[2])}` : text);
    }

    /** A move in the letters that the game is written in. @param {string} text @param {string} [letters] */
    inLetters(text, letters = language()) {
        return translateLetters(text, letters, this.page.game().options.notation ?? "en");
    }

    toggleAdjust() {
        this.adjusting = !this.adjusting;
        byId("adjust").setAttribute("aria-pressed", String(this.adjusting));
    }

    /** "I adjust": the piece that is clicked next. @param {string} square */
    adjust(square) {
        this.toggleAdjust();
        return this.page.send(`adjust ${square}`);
    }

    /* ---- by words */

    async resign() {
        if (
            !asksAgain("resign", this.page.game().mode) ||
            (await confirm(t("RESIGN"), t("RESIGN_SURE"), t("RESIGN_YES")))
        )
            this.page.send("resign");
    }

    async accept() {
        if (
            !asksAgain("accept", this.page.game().mode) ||
            (await confirm(t("ACCEPT_TITLE"), t("ACCEPT_SURE"), t("ACCEPT_YES"), "primary"))
        )
            this.page.send("accept");
    }

    async call() {
        const field = make("input", {
            name: "reason",
            maxlength: 200,
            autocomplete: "off",
            required: true,
        });
        const answer = await ask(
            t("CALL"),
            [make("p", {}, t("CALL_TEXT")), labelled(t("CALL_REASON"), field)],
            [
                { value: "no", text: t("CANCEL") },
                { value: "yes", text: t("CALL_YES"), kind: "primary" },
            ],
        );
        if (answer.value === "yes")
            this.page.send(`stop ${oneLine(String(answer.form.get("reason")))}`.trim());
    }

    /** @param {string} kind  the one that is marked first */
    async claim(kind) {
        const event = await claimDialog(this.page.game().state, this.page.now(), kind, (text) =>
            this.inLetters(text),
        );
        if (event !== null) this.page.send(event);
    }

    /* ---- what is shown */

    /**
     * The clock looks the same whether or not a move has been made: in a tournament it must not
     * remind anybody (12.6).
     * @param {Snapshot} game
     */
    pressable(game) {
        return game.mode === "casual" && !isElsewhere(game)
            ? game.state.to_press
            : can(game.state, "press", this.page.now());
    }

    draw() {
        const game = this.page.game();
        const { state } = game;
        const on = goesOn(state),
            now = this.page.now();
        if (!can(state, "replace", now)) this.replacing = false;
        const press = byId("press");
        const clock = pressCompletes(game) && on && !isExpelled(state, this.side);
        show(press, clock);
        document.body.toggleAttribute("data-clock", clock);
        document.body.toggleAttribute("data-presses", pressCompletes(game));
        press.setAttribute("aria-disabled", String(!this.pressable(game)));
        show(byId("actions"), on && !isExpelled(state, this.side));
        show(byId("adjust"), game.mode === "tournament" && !isElsewhere(game));
        show(byId("arrive"), can(state, "arrive", now));
        show(byId("call"), can(state, "stop", now));
        enable("offer-draw", can(state, "offer", now));
        enable("resign", can(state, "resign", now));
        this.drawOffer(state, now);
        this.more.draw();
        this.sheet.draw();
        this.sealing.draw();
        this.rematch.draw();
    }

    /** The button for a fallen flag is there as soon as it has fallen. @param {number} now */
    tick(now) {
        const { state } = this.page.game();
        enable("claim", claimKinds(state, now).length > 0);
        const claimed = state.phase === "updating"; /* and is being decided (8.5) */
        show(
            byId("claim-flag"),
            can(state, "claim flag", now) &&
                flagDown(state.clock, opponent(this.side), now) &&
                !claimed,
        );
        this.more.tick(now);
    }

    /** @param {import("./types.js").State} state @param {number} now */
    drawOffer(state, now) {
        const theirs = state.offer === opponent(this.side),
            mine = state.offer === this.side;
        show(byId("offer"), goesOn(state) && (theirs || mine));
        show(byId("accept"), can(state, "accept", now));
        show(byId("decline"), can(state, "decline", now));
        setText(byId("offer-text"), t(theirs ? "OFFER_THEIRS" : "OFFER_MINE"));
    }
}
