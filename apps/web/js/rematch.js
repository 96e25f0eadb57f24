/* SPDX-License-Identifier: MIT */
/* After the end: the same game once more with the colours changed, in one action, and the way to another. */
import { requestJson } from "./api.js";
import { byId, make, setText, show } from "./dom.js";
import { gameOf } from "./mine.js";
import { pageAddress } from "./page.js";
import { goesOn, opponent } from "./questions.js";
import { keepMade } from "./share.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Colour} Colour */

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/**
 * What the server is asked for: the regulations of this game, the other colours. A starting position that
 * was drawn by lot is drawn anew, one that was composed stays.
 * @param {Snapshot} game
 * @param {boolean} listed  whether everybody may look on
 */
export function rematchRequest(game, listed) {
    const { white, black, event } = game.names;
    const drawn = game.variant === "chess960";
    return {
        time: game.time,
        edition: game.edition,
        mode: game.mode,
        options: { ...game.options, colours: "given" },
        position: drawn || game.start === START ? null : game.start,
        start960: null,
        names: { white: black ?? "", black: white ?? "", event: event ?? "" },
        computer: game.computer ? opponent(game.computer) : null,
        public: listed,
    };
}

/** Whether two who have played may play again by themselves. @param {Snapshot} game */
const mayPlayAgain = ({ mode, computer, state }) =>
    state.phase !== "void" && (mode === "casual" || Boolean(computer));

export class Rematch {
    /**
     * @param {Colour} side
     * @param {() => Snapshot} game
     * @param {string} key  of this page
     * @param {(error: unknown) => void} failed
     */
    constructor(side, game, key, failed) {
        this.side = side;
        this.game = game;
        this.key = key;
        this.failed = failed;
        this.button = make("button", { type: "button", id: "rematch", class: "primary" });
        this.front = make("a", { class: "button", href: "/", id: "again" });
        byId("after").append(this.button, this.front);
        this.button.addEventListener("click", () => this.play());
    }

    draw() {
        const game = this.game();
        const over = !goesOn(game.state);
        show(byId("after"), over);
        show(this.button, mayPlayAgain(game));
        setText(this.button, t("REMATCH"));
        setText(this.front, t("NEW_GAME"));
        document.body.toggleAttribute("data-over", over);
    }

    async play() {
        const game = this.game();
        this.button.disabled = true; /* one game for an impatient finger */
        try {
            const wanted = rematchRequest(game, gameOf(this.key)?.listed === true);
            /** @type {import("./mine.js").Mine} */
            const made = await requestJson("/api/games", { body: wanted });
            const { white, black } = wanted.names;
            keepMade({ ...made, names: { white, black }, time: game.time, listed: wanted.public });
            location.assign(pageAddress("/game", made.tokens[opponent(this.side)]));
        } catch (error) {
            this.failed(error);
            this.button.disabled = false;
        }
    }
}
