/* SPDX-License-Identifier: MIT */
/*
 * The arbiter corrects a game by pointing at what he means: a move to go back to, a position on a
 * board, a clock, a player, an event of the log. What it would do he is shown before.
 */
import { flagDown } from "./clock.js";
import { byId, make, setText, show } from "./dom.js";
import { editPosition } from "./editor.js";
import { numbered } from "./movelist.js";
import { givePenalty } from "./penalties.js";
import { MOVED_ON, doPreviewed, inquire, weighs } from "./preview.js";
import { can } from "./questions.js";
import { giveSeat } from "./seats.js";
import { playerName } from "./strip.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").Snapshot} Snapshot */

/**
 * @typedef {object} ArbiterPage
 * @property {() => Snapshot} game
 * @property {() => number} now
 * @property {(event: string, seen?: number|null) => Promise<any>} send
 * @property {(name: string) => Promise<void>} link
 * @property {(path: string, body: object) => Promise<any>} ask  the server, about this game
 * @property {() => number|null} shown  the move after which the board is shown; null: the present
 */

/** Minutes that one tap adds to a clock. */
const MINUTES = [1, 2];
const SIDES = /** @type {const} */ (["white", "black"]);

export class Correcting {
    /**
     * @param {ArbiterPage} page
     * @param {(verb: string, side: Colour) => void} other  opens the form for what has no button
     */
    constructor(page, other) {
        this.page = page;
        this.other = other;
        /** What was drawn last, so that no button changes under a finger. */
        this.drawn = "";
        byId("restore-here").addEventListener("click", () => this.restore());
        byId("quick-position").addEventListener("click", () => this.setPosition());
        byId("quick-reopen").addEventListener("click", () => this.reopen());
        byId("quick-seat").addEventListener("click", () => this.giveSeat());
    }

    /**
     * Does what was typed; where it takes something back or decides the game, it is shown first.
     * @param {string} event
     */
    async said(event) {
        const { preview } = await inquire(event, this.page);
        return preview && weighs(preview)
            ? this.confirmed(event, t("SAID_TITLE"), { yes: t("SAID_YES"), text: event })
            : this.page.send(event);
    }

    /**
     * Does what was shown before.
     * @param {string} event
     * @param {string} title
     * @param {{yes: string, kind?: string, text?: string}} how
     * @param {boolean} [again]
     */
    confirmed(event, title, how, again = false) {
        return doPreviewed(event, this.page, { title, ...how }, again);
    }

    /** The half-move whose position the board shows; null at present. */
    chosen() {
        const shown = this.page.shown();
        return shown === null ? null : shown + 1;
    }

    restore() {
        const ply = this.chosen();
        if (ply === null) return;
        return this.confirmed(`restore ${ply}`, t("RESTORE_HERE"), {
            yes: t("RESTORE"),
            text: this.chosenText(),
        });
    }

    /** What the board shows. */
    chosenText() {
        const ply = this.chosen() ?? 0;
        const move = this.page.game().moves[ply - 1];
        return move ? t("RESTORE_AFTER", { move: numbered(move) }) : t("RESTORE_START");
    }

    async setPosition() {
        /* What is on the board now is what is put right. */
        const { seq, state } = this.page.game();
        const judge = async (/** @type {string} */ fen) => {
            const { preview, shown } = await inquire(
                `set-position ${fen}`,
                this.page,
                t("FIELD_WRONG"),
            );
            return { possible: preview !== null && !preview.refused, told: [shown] };
        };
        const title = t("VERB_SET_POSITION"),
            yes = t("EDITOR_SET");
        const fen = await editPosition(title, state.fen, judge, yes);
        if (fen === null) return;
        const event = `set-position ${fen}`;
        if ((await this.page.send(event, seq)) === MOVED_ON)
            await this.confirmed(event, title, { yes }, true);
    }

    reopen() {
        return this.confirmed("reopen", t("VERB_REOPEN"), { yes: t("REOPEN") });
    }

    /** An event of the arbiter's own, which may be a revocation. @param {number} number */
    revoke(number) {
        return this.confirmed(`revoke ${number}`, t("REVOKE_NUMBER", { number }), {
            yes: t("REVOKE"),
            kind: "danger",
            text: t("REVOKE_AGAIN"),
        });
    }

    giveSeat() {
        const { game, names, computer, role } = this.page.game();
        return giveSeat(
            { title: t("GAME", { number: game }), names, computer, arbiter: role === "desk" },
            (seat) => this.page.ask("/api/seat", { seat }),
        );
    }

    /** A clock whose flag is down gets no time by what is added: it is set. @param {Colour} side @param {number} minutes */
    addMinutes(side, minutes) {
        const down = flagDown(this.page.game().state.clock, side, this.page.now());
        return this.page.send(
            down ? `set-clock ${side} 0:0${minutes}:00` : `compensate ${side} ${minutes * 60}`,
        );
    }

    /* ---- drawing */

    /** @param {Colour} side @param {boolean} time @param {boolean} penalty */
    drawSide(side, time, penalty) {
        const player = playerName(this.page.game(), side);
        const buttons = MINUTES.filter(() => time).map((minutes) => {
            const button = make(
                "button",
                {
                    type: "button",
                    "data-add": minutes,
                    "aria-label": t("ADD_MINUTES_TO", { minutes, player }),
                },
                t("ADD_MINUTES", { minutes }),
            );
            button.addEventListener("click", () => this.addMinutes(side, minutes));
            return button;
        });
        if (penalty) {
            const button = make(
                "button",
                {
                    type: "button",
                    class: "penalise",
                    "aria-label": `${t("PENALTY_BUTTON")} ${player}`,
                },
                t("PENALTY_BUTTON"),
            );
            button.addEventListener("click", () =>
                givePenalty(side, { ...this.page, other: this.other }),
            );
            buttons.push(button);
        }
        return make(
            "li",
            { "data-side": side },
            make("span", { class: "player" }, player),
            make("span", { class: "buttons" }, ...buttons),
        );
    }

    draw() {
        const game = this.page.game(),
            now = this.page.now();
        const may = (/** @type {string} */ verb) => can(game.state, verb, now);
        const chosen = this.chosen();
        show(byId("restore"), chosen !== null && may("restore"));
        if (chosen !== null) setText(byId("restore-text"), this.chosenText());
        show(byId("quick-position"), may("set-position"));
        show(byId("quick-reopen"), may("reopen"));
        show(byId("quick-seat"), game.role !== "assistant");
        const time = may("compensate"),
            penalty = may("penalty");
        const key = JSON.stringify([time, penalty, game.names, t("PENALTY_BUTTON")]);
        show(byId("arbiter-sides"), time || penalty);
        if (key === this.drawn) return;
        this.drawn = key;
        byId("arbiter-sides").replaceChildren(
            ...SIDES.map((side) => this.drawSide(side, time, penalty)),
        );
    }
}
