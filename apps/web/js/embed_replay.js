/* SPDX-License-Identifier: MIT */
/* Looking back in the moves of a board: they are asked for when somebody wants to. */
import { requestJson } from "./api.js";
import { t } from "./boards_texts.js";
import { moveText } from "./boards_view.js";
import { squaresOf } from "./squares.js";

/** @typedef {import("./types.js").PlayedMove} PlayedMove */

export class Replay {
    /** @param {import("./boards_view.js").BoardView} view */
    constructor(view) {
        this.view = view;
        /** @type {PlayedMove[]} */
        this.moves = [];
        this.start = "";
        /** The move after which the board is shown, -1: before the first; null: the present. @type {number|null} */
        this.shown = null;
        this.busy = false;
    }

    /** Reads the moves, unless those that are there are all. */
    async read() {
        const { board } = this.view;
        if (!board || (this.start && this.moves.length === board.plies)) return;
        const answer = await requestJson(`/api/boards/moves?game=${board.game}`);
        this.moves = answer.moves;
        this.start = answer.start;
    }

    /** @param {number} by */
    async step(by) {
        if (this.shown === null && by > 0) return;
        await this.go((count) => (this.shown ?? count - 1) + by);
    }

    first() {
        return this.go(() => -1);
    }

    present() {
        return this.go((count) => count);
    }

    /** @param {(count: number) => number} where  of so many moves */
    async go(where) {
        if (this.busy) return;
        this.busy = true;
        try {
            await this.read();
            const index = Math.max(-1, where(this.moves.length));
            this.shown = index >= this.moves.length - 1 ? null : index;
        } catch {
            this.shown = null; /* the line is broken: the present is still there */
        }
        this.busy = false;
        this.draw();
    }

    /** The game is another: of this one the present is shown. */
    forget() {
        this.moves = [];
        this.start = "";
        this.shown = null;
        this.draw();
    }

    draw() {
        const { shown, view } = this;
        const move = shown === null ? null : this.moves[shown];
        view.past =
            shown === null
                ? null
                : {
                      placement: (move?.fen ?? this.start).split(" ")[0],
                      marks: squaresOf(move?.uci),
                      told: move ? moveText(move.san, move.fen) : t("BOARDS_START"),
                  };
        view.root.classList.toggle("past", shown !== null);
        view.drawMove();
        view.paint();
    }
}
