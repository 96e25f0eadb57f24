/* SPDX-License-Identifier: MIT */
/*
 * Looking back: which position the board shows, by buttons and by the arrow keys. Whoever plays
 * this game himself comes back to the present by the next move; nothing of now is hidden from him.
 */
import { announce } from "./announce.js";
import { clockText } from "./clock.js";
import { byId, setText } from "./dom.js";
import { numbered } from "./movelist.js";
import { readBoard } from "./notation.js";
import { squaresOf } from "./squares.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").ClockState} ClockState */

/** Where the arrow keys mean something else. */
const KEYS_ELSEWHERE = "input, textarea, select, dialog, [role=gridcell], #moves";

export class Replay {
    /**
     * @param {() => Snapshot} game
     * @param {() => boolean} plays  whether who looks is playing this game now
     * @param {() => void} redraw
     */
    constructor(game, plays, redraw) {
        this.game = game;
        this.plays = plays;
        this.redraw = redraw;
        /** The move after which the board is shown, -1: before the first; null: the present. @type {number|null} */
        this.shown = null;
        for (const [id, go] of /** @type {[string, () => void][]} */ ([
            ["replay-first", () => this.go(-1)],
            ["replay-back", () => this.step(-1)],
            ["replay-on", () => this.step(1)],
            ["present", () => this.go(null)],
        ]))
            byId(id).addEventListener("click", go);
        document.addEventListener("keydown", (event) => this.keyed(event));
    }

    /** @param {KeyboardEvent} event */
    keyed(event) {
        const where = event.target instanceof Element ? event.target : null;
        if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
        if (event.key === "Escape" && this.shown !== null && !where?.closest("dialog")) {
            this.go(null);
            return;
        }
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (by === undefined || where?.closest(KEYS_ELSEWHERE)) return;
        event.preventDefault();
        this.step(by);
    }

    /** @param {number} by */
    step(by) {
        this.go((this.shown ?? this.game().moves.length - 1) + by);
    }

    /** Goes there and says where that is: nothing else does. @param {number|null} index */
    go(index) {
        const from = this.shown;
        this.to(index);
        if (this.shown !== from) announce(this.spoken(), "replay");
    }

    /** From the list of moves, whose moves speak for themselves. @param {number} index */
    choose(index) {
        if (index < 0) this.go(index);
        else this.to(index);
    }

    /** Where the board stands, in words for the ear. */
    spoken() {
        const { moves } = this.game();
        const past = this.past();
        if (past) return past.where;
        const last = moves[moves.length - 1];
        return last ? `${t("REPLAY_NOW")}: ${numbered(last)}` : t("REPLAY_NOW");
    }

    /**
     * The position that is shown, when it is an earlier one.
     * @returns {{board: string, move: import("./types.js").PlayedMove|null, where: string}|null}
     */
    past() {
        if (this.shown === null) return null;
        const { moves, start } = this.game();
        const move = moves[this.shown] ?? null;
        return {
            board: move?.fen ?? start,
            move,
            where: move ? t("REPLAY_PAST", { move: numbered(move) }) : t("REPLAY_START"),
        };
    }

    /** @param {number|null} index */
    to(index) {
        const last = this.game().moves.length - 1;
        const shown = index === null || index >= last ? null : Math.max(index, -1);
        if (shown === this.shown) return;
        this.shown = shown;
        this.redraw();
    }

    /** Comes back when the game of who looks goes on, and when the moves are others. @param {Snapshot|null} before */
    follow(before) {
        if (this.shown === null) return;
        const { moves, state } = this.game();
        const moved = before?.moves.length !== moves.length || before.state.board !== state.board;
        if (this.shown >= moves.length - 1 || (this.plays() && moved)) this.shown = null;
    }

    /** What the board shows; null at present. @returns {import("./board.js").BoardView|null} */
    view() {
        if (this.shown === null) return null;
        const { moves, start } = this.game();
        if (this.shown < 0) return { board: start, movable: null };
        const move = moves[this.shown];
        return {
            board: move.fen,
            last: squaresOf(move.uci),
            check: /[+#]$/.test(move.san) ? kingToMove(move.fen) : null,
            movable: null,
        };
    }

    /** What both clocks showed then; null at present, without clocks, or in the own game. @returns {ClockState|null} */
    clock() {
        return this.shown === null || this.plays() ? null : this.clockThen();
    }

    /** @returns {ClockState|null} */
    clockThen() {
        const { moves, state } = this.game();
        const first = moves[0];
        if (this.shown === null || !state.clock || !first) return null;
        /* Before the first move both had what the one who did not make it had after it. */
        const whole = first.fen.split(" ")[1] === "b" ? first.black_ms : first.white_ms;
        const { white_ms: white, black_ms: black } =
            this.shown < 0 ? { white_ms: whole, black_ms: whole } : moves[this.shown];
        return { white, black, running: null, at: 0, flags: { white: false, black: false } };
    }

    draw() {
        const { moves } = this.game();
        const past = this.shown !== null;
        document.body.toggleAttribute("data-past", past);
        byId("replay-first").toggleAttribute("disabled", moves.length === 0 || this.shown === -1);
        byId("replay-back").toggleAttribute("disabled", moves.length === 0 || this.shown === -1);
        byId("replay-on").toggleAttribute("disabled", !past);
        byId("present").toggleAttribute("disabled", !past);
        setText(byId("replay-text"), this.text());
    }

    text() {
        const { moves } = this.game();
        const index = this.shown ?? moves.length - 1;
        if (this.shown === null) return moves.length > 0 ? numbered(moves[index]) : "";
        const where = this.past()?.where ?? "";
        const then = this.plays() ? this.clockThen() : null;
        return then ? `${where} · ${clockText(then.white)} – ${clockText(then.black)}` : where;
    }
}

/** Where the king of the side to move stands. @param {string} fen */
function kingToMove(fen) {
    const colour = fen.split(" ")[1] === "b" ? "black" : "white";
    for (const [square, piece] of readBoard(fen))
        if (piece.role === "K" && piece.colour === colour) return square;
    return null;
}
