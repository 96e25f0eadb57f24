/* SPDX-License-Identifier: MIT */
/*
 * The moves of the game as a list: one stop for the keyboard, in which the arrow keys go back and
 * on. Only what has changed is drawn, so that the three hundredth move costs as little as the first.
 */
import { make } from "./dom.js";
import { localSan, moveNumber } from "./notation.js";
import { manner, sayPlayed } from "./saying.js";
import { language, t } from "./texts.js";

/** @typedef {import("./types.js").PlayedMove} PlayedMove */

/** A move with its number, as a scoresheet has it. @param {PlayedMove} move */
export function numbered(move) {
    const { number, white } = moveNumber(move.fen);
    return `${number}${white ? "." : "…"} ${localSan(move.san, language())}`;
}

/** @param {PlayedMove} one @param {PlayedMove} other */
const isSame = (one, other) => one.fen === other.fen && one.san === other.san;

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -2, ArrowDown: 2 };

export class MoveList {
    /**
     * @param {HTMLElement} root
     * @param {(index: number) => void} choose  somebody wants to see the position after this move
     */
    constructor(root, choose) {
        this.root = root;
        this.choose = choose;
        /** @type {PlayedMove[]} */
        this.moves = [];
        /** One for each move. @type {HTMLButtonElement[]} */
        this.buttons = [];
        /** The move that the board shows; -1: none of them. */
        this.current = -1;
        this.language = "";
        root.addEventListener("click", (event) => {
            const index = this.indexOf(event.target);
            if (index >= 0) choose(index);
        });
        root.addEventListener("keydown", (event) => this.keyed(event));
    }

    /** @param {EventTarget|null} target */
    indexOf(target) {
        const button = target instanceof Element ? target.closest("button") : null;
        return button ? this.buttons.indexOf(button) : -1;
    }

    /** @param {KeyboardEvent} event */
    keyed(event) {
        const from = this.indexOf(event.target);
        if (from < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
        const last = this.buttons.length - 1;
        const to =
            event.key === "Home" ? 0 : event.key === "End" ? last : from + (STEPS[event.key] ?? 0);
        if (to === from && event.key !== "Home" && event.key !== "End") return;
        event.preventDefault();
        event.stopPropagation();
        this.choose(Math.min(Math.max(to, -1), last));
        this.buttons[Math.min(Math.max(to, 0), last)].focus();
    }

    /**
     * @param {{start: string, moves: PlayedMove[]}} game
     * @param {number|null} shown  the move that the board shows, -1 for none; null for the present
     */
    draw(game, shown) {
        const { moves } = game;
        const how = `${language()} ${JSON.stringify(manner())}`;
        let kept = how === this.language ? 0 : -1;
        while (
            kept >= 0 &&
            kept < moves.length &&
            kept < this.moves.length &&
            isSame(moves[kept], this.moves[kept])
        )
            kept++;
        this.language = how;
        const grown = this.cut(Math.max(kept, 0)) || moves.length !== this.moves.length;
        for (let i = this.buttons.length; i < moves.length; i++) this.add(game, i);
        this.moves = moves;
        if (this.root.childElementCount === 0)
            this.root.append(make("li", { class: "empty" }, t("MOVES_NONE")));
        this.mark(shown ?? moves.length - 1, grown);
    }

    /** Takes away all moves from this one on; whether there were any. @param {number} count */
    cut(count) {
        const gone = this.buttons.splice(count);
        for (const button of gone) {
            const row = button.parentElement;
            button.remove();
            if (row && row.childElementCount === 1) row.remove();
        }
        if (this.buttons.length === 0) this.root.replaceChildren();
        return gone.length > 0;
    }

    /** @param {{start: string, moves: PlayedMove[]}} game @param {number} index */
    add(game, index) {
        const move = game.moves[index];
        const { number, white } = moveNumber(move.fen);
        if (white || this.buttons.length === 0) {
            if (this.buttons.length === 0) this.root.replaceChildren();
            this.root.append(
                make("li", {}, make("span", { class: "number" }, `${number}${white ? "." : "…"}`)),
            );
        }
        const text = localSan(move.san, language()),
            spoken = sayPlayed(game, index).text;
        const button = make(
            "button",
            {
                type: "button",
                class: "move",
                tabindex: -1,
                /* What is seen stands in the name, for those who say it. */
                "aria-label": spoken === text ? null : `${text}, ${spoken}`,
            },
            text,
        );
        this.root.lastElementChild?.append(button);
        this.buttons.push(button);
    }

    /** @param {number} index @param {boolean} grown */
    mark(index, grown) {
        const button = this.buttons[index];
        const stop = button ?? this.buttons[0];
        if (index === this.current && !grown && button?.tabIndex === 0) return;
        this.root.querySelector("[aria-current]")?.removeAttribute("aria-current");
        for (const one of this.root.querySelectorAll("[tabindex='0']"))
            one.setAttribute("tabindex", "-1");
        this.current = index;
        stop?.setAttribute("tabindex", "0");
        button?.setAttribute("aria-current", "true");
        this.reveal();
    }

    /** Scrolls the list, which may have been hidden until now, to the move that the board shows. */
    reveal() {
        const stop = this.buttons[this.current] ?? this.buttons[0];
        if (stop)
            this.root.scrollTop = Math.max(
                0,
                stop.offsetTop - this.root.clientHeight + stop.offsetHeight + 8,
            );
    }
}
