/* SPDX-License-Identifier: MIT */
/*
 * One board for others to look at: players, clocks, the position, the last move, the result. It is
 * built once; of what comes only that is drawn which has changed, and nothing moves for it.
 */
import { language, t } from "./boards_texts.js";
import { clockText, flagDown, timeLeft } from "./clock.js";
import { make, setText, show } from "./dom.js";
import { paintBoard } from "./miniboard.js";
import { localSan, moveNumber, readBoard, translateLetters } from "./notation.js";
import { squaresOf } from "./squares.js";

/** @typedef {import("./boards_follow.js").Board} Board */
/** @typedef {import("./types.js").Colour} Colour */

const EMPTY = "8/8/8/8/8/8/8/8";
/** How names are written that would be cut off: smaller, and then in more lines. */
const SIZES = ["", "small", "long"];

/** As it is written on a wall. @param {string} result */
const signs = (result) => result.replaceAll("1/2", "½").replaceAll("-", "–");

/** A move with its number. @param {string} san @param {string} fen  after it */
export function moveText(san, fen) {
    const { number, white } = moveNumber(fen);
    return `${number}${white ? "." : "…"} ${localSan(san, language())}`;
}

/** The pieces of a side, for those who do not see the picture. @param {string} placement @param {Colour} side */
function piecesText(placement, side) {
    const letters = "KQRBNP";
    return Array.from(readBoard(placement))
        .filter(([, { colour }]) => colour === side)
        .sort(([, a], [, b]) => letters.indexOf(a.role) - letters.indexOf(b.role))
        .map(([square, { role }]) =>
            role === "P" ? square : translateLetters(role, "en", language()) + square,
        )
        .join(" ");
}

class PlayerLine {
    /** @param {Colour} side */
    constructor(side) {
        this.side = side;
        /* The name says in which direction it is read; its title and its rating do not. */
        this.title = make("bdi", { class: "title-of" });
        this.own = make("span");
        this.rating = make("bdi", { class: "rating" });
        this.name = make(
            "span",
            { class: "name", dir: "auto" },
            this.title,
            " ",
            this.own,
            " ",
            this.rating,
        );
        this.digits = make("span", { class: "digits" });
        this.spoken = make("span", { class: "visually-hidden" });
        /** For what the name was written as large as it is. */
        this.fitted = "";
        this.root = make(
            "p",
            { class: "player", "data-side": side },
            make("span", { class: "disc", "aria-hidden": "true" }),
            make("span", { class: "visually-hidden" }, `${this.sideName}: `),
            this.name,
            this.digits,
            this.spoken,
        );
    }

    get sideName() {
        return t(this.side === "white" ? "BOARDS_WHITE" : "BOARDS_BLACK");
    }

    /** @param {Board} board */
    draw(board) {
        const { side } = this;
        this.clock = board.clock ?? null;
        this.low = board.low ?? 0;
        const runs = this.clock?.running === side && board.result === "*";
        const name = board.names[side] || this.sideName;
        setText(this.title, board.titles[side] ?? "");
        setText(this.own, name);
        setText(this.rating, board.ratings[side] ? String(board.ratings[side]) : "");
        setText(this.spoken, runs ? ` ${t("BOARDS_RUNNING")}` : "");
        show(this.digits, board.time !== "none");
        this.root.classList.toggle("running", runs);
    }

    /** Writes the name as large as fits beside the clock, when one of them has changed. */
    fit() {
        const { name, root, digits } = this;
        const width = root.clientWidth;
        const want = [name.textContent, width, digits.textContent?.length].join();
        if (width === 0 || want === this.fitted) return;
        this.fitted = want;
        for (const size of SIZES) {
            name.classList.remove(...SIZES.filter(Boolean));
            if (size) name.classList.add(size);
            /* what reaches out by less than a line are marks over and under letters */
            const { scrollWidth, clientWidth, scrollHeight, clientHeight } = name;
            if (scrollWidth <= clientWidth + 1 && scrollHeight < 1.25 * clientHeight) return;
        }
    }

    /** @param {number} now */
    tick(now) {
        const { clock, side } = this;
        const left = timeLeft(clock ?? null, side, now);
        const down = flagDown(clock ?? null, side, now);
        const text = clockText(left);
        const asWide = this.digits.textContent?.length === text.length;
        setText(this.digits, text);
        if (!asWide) this.fit();
        this.root.classList.toggle("fallen", down);
        this.root.classList.toggle("low", !down && left !== null && left < (this.low ?? 0));
    }
}

export class BoardView {
    /** @param {{flipped?: boolean, names?: boolean, level?: "h1"|"h2"}} [how] */
    constructor({ flipped = false, names = false, level = "h2" } = {}) {
        this.flipped = flipped;
        this.names = names;
        /** Each group counts its boards by itself. */
        this.grouped = false;
        /** @type {Board|null} */
        this.board = null;
        /** What is shown in the place of the present. @type {{placement: string, marks: string[], told: string}|null} */
        this.past = null;
        this.painted = "";
        /** How often the colours have changed. */
        this.epoch = 0;
        this.players = { white: new PlayerLine("white"), black: new PlayerLine("black") };
        this.title = make(level, { class: "title" });
        this.canvas = make("canvas", { class: "picture", role: "img", width: 8, height: 8 });
        this.last = make("span", { class: "last" });
        this.result = make("strong", { class: "result" });
        this.phase = make("span", { class: "phase" });
        this.facts = make("p", { class: "facts" }, this.last, " ", this.phase, " ", this.result);
        this.root = make(
            "article",
            { class: "board" },
            this.title,
            this.players.black.root,
            make("div", { class: "frame" }, this.canvas),
            this.facts,
            this.players.white.root,
        );
        this.turn();
    }

    /** Puts the players on the side on which their pieces stand. */
    turn() {
        this.root.classList.toggle("flipped", this.flipped);
    }

    /** @param {Board} board */
    draw(board) {
        /* A game that has gone to sleep says little: what was known of it still holds. */
        this.board = board.asleep && this.board ? { ...this.board, ...board } : board;
        const over = board.result !== "*";
        for (const line of Object.values(this.players)) line.draw(this.board);
        setText(this.title, this.label(board));
        setText(this.result, over ? signs(board.result) : "");
        this.root.classList.toggle("over", over);
        this.root.dataset.phase = board.phase;
        this.drawMove();
        this.paint();
    }

    /** What the board is called. @param {Board} board */
    label({ board, game, group }) {
        if (board === null) return t("BOARDS_GAME", { n: game });
        const label = t("BOARDS_BOARD", { n: board });
        return this.grouped && group ? `${label} · ${group}` : label;
    }

    /** Why no clock runs, in few words. */
    get waits() {
        const { board } = this;
        if (!board || board.result !== "*") return "";
        const phase = {
            waiting: "BOARDS_WAITING",
            adjourned: "BOARDS_ADJOURNED",
            stopped: "BOARDS_STOPPED",
        }[board.phase];
        return phase ? t(phase) : "";
    }

    drawMove() {
        const { past, board } = this;
        const move = board?.last && board.fen ? moveText(board.last.san, board.fen) : "";
        setText(this.last, past?.told ?? move);
        setText(this.phase, past ? "" : this.waits);
    }

    /** Paints what stands there, when it has changed or is shown larger. */
    paint() {
        for (const line of Object.values(this.players)) line.fit();
        const placement = this.past?.placement ?? this.board?.placement ?? EMPTY;
        const marks = this.past?.marks ?? squaresOf(this.board?.last?.uci);
        const pixels = this.canvas.clientWidth;
        const want = [placement, marks, pixels, devicePixelRatio, this.flipped, this.epoch].join();
        if (pixels === 0 || want === this.painted) return;
        this.painted = want;
        paintBoard(this.canvas, placement, pixels, {
            flipped: this.flipped,
            marks,
            names: this.names && pixels >= 240,
        });
        this.canvas.setAttribute(
            "aria-label",
            t("BOARDS_POSITION", {
                white: piecesText(placement, "white"),
                black: piecesText(placement, "black"),
            }),
        );
    }

    /** The colours are others. */
    repaint() {
        this.epoch++;
        this.paint();
    }

    /** @param {number} now  the server's time */
    tick(now) {
        for (const line of Object.values(this.players)) line.tick(now);
    }
}
