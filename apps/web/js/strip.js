/* SPDX-License-Identifier: MIT */
/* The strip of a player: name, clock, and what the clock and the arbiter hold against him. */
import { clockParts, clockText, flagDown, timeLeft } from "./clock.js";
import { make, setText, show } from "./dom.js";
import { t } from "./texts.js";
import { penaltyTexts } from "./words.js";

/** @typedef {import("./types.js").Colour} Colour */

/**
 * The player's name with his colour.
 * @param {import("./types.js").Snapshot} game
 * @param {Colour} side
 */
export function playerName(game, side) {
    const colour = t(side === "white" ? "WHITE" : "BLACK");
    const name = game.names[side];
    return name ? `${name} (${colour})` : colour;
}

/** A time in words, for who asks. @param {number|null} ms */
export function spokenTime(ms) {
    if (ms === null) return t("CLOCK_NONE");
    const { hours, minutes, seconds } = clockParts(ms);
    const parts = [
        hours ? t(hours === 1 ? "HOUR" : "HOURS", { n: hours }) : "",
        minutes ? t(minutes === 1 ? "MINUTE" : "MINUTES", { n: minutes }) : "",
        seconds || (!hours && !minutes)
            ? t(seconds === 1 ? "SECOND" : "SECONDS", { n: seconds })
            : "",
    ];
    return parts.filter((part) => part).join(" ");
}

export class Strip {
    /** @param {HTMLElement} root */
    constructor(root) {
        this.root = root;
        this.name = make("span", { class: "name" });
        this.away = make("span", { class: "badge away" });
        this.left = make("span", { class: "badge left" });
        this.made = make("span", { class: "badge made" });
        this.illegal = make("span", { class: "badge illegal" });
        this.penalty = make("span", { class: "badge penalty" });
        this.clock = make("span", { class: "clock", role: "timer" });
        this.digits = make("span", { class: "digits" });
        this.fallen = make("span", {});
        this.flag = make(
            "span",
            { class: "flag" },
            make("span", { "aria-hidden": "true" }, "⚑ "),
            this.fallen,
        );
        this.clock.append(this.digits, this.flag);
        root.append(
            make(
                "span",
                { class: "who" },
                this.name,
                this.away,
                this.left,
                this.made,
                this.illegal,
                this.penalty,
            ),
            this.clock,
        );
        /** @type {Colour} */
        this.side = "white";
    }

    /**
     * @param {import("./types.js").Snapshot} game
     * @param {Colour} side
     * @param {import("./types.js").Presence|null} presence
     */
    draw(game, side, presence) {
        const { state } = game;
        this.side = side;
        this.root.dataset.side = side;
        this.root.classList.toggle("turn", state.turn === side && state.result === "*");
        this.root.classList.toggle("running", state.clock?.running === side);
        setText(this.name, playerName(game, side));
        const away = presence !== null && !presence[side] && game.role !== side;
        show(this.away, away && state.result === "*");
        setText(this.away, t("AWAY"));
        show(this.left, state.away.includes(side) && state.result === "*");
        setText(this.left, t("LEFT"));
        show(this.made, state.uncompleted?.[side] === true);
        setText(this.made, t("NOT_COMPLETED"));
        show(this.illegal, (state.illegal?.[side] ?? 0) > 0);
        setText(this.illegal, t("ILLEGAL_COUNT", { n: state.illegal?.[side] ?? 0 }));
        const penalties = penaltyTexts(state).filter(({ player }) => player === side);
        show(this.penalty, penalties.length > 0);
        setText(this.penalty, penalties.map(({ text }) => text).join(", "));
        setText(this.fallen, t("FLAG_FALLEN"));
        show(this.clock, game.time !== "none");
        this.clock.setAttribute(
            "aria-label",
            t("CLOCK_OF", { player: t(side === "white" ? "WHITE" : "BLACK") }),
        );
    }

    /**
     * Shows the time left now.
     * @param {import("./types.js").ClockState|null} clock
     * @param {number} now
     */
    tick(clock, now) {
        const left = timeLeft(clock, this.side, now);
        setText(this.digits, clockText(left));
        this.root.classList.toggle(
            "low",
            left !== null && left < 20000 && clock?.running === this.side,
        );
        show(this.flag, flagDown(clock, this.side, now));
        if (left !== null) this.digits.dataset.ms = String(Math.round(left));
    }
}
