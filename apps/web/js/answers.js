/* SPDX-License-Identifier: MIT */
/* What the command field answers when it is asked, to the eye and to the ear. */
import { sentence } from "./announce.js";
import { timeLeft } from "./clock.js";
import { SPOKEN_WORDS, WORDS } from "./command.js";
import { movesAnswer } from "./lookup.js";
import { readBoard } from "./notation.js";
import { pieceName } from "./piecenames.js";
import { placeName } from "./saying.js";
import { isMeant } from "./speaking.js";
import { statusText } from "./status.js";
import { spokenTime } from "./strip.js";
import { moveWords } from "./telling.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").Snapshot} Snapshot */

/** The first of the words that mean the same. @param {string} id */
export const firstWord = (id) => t(id).split("|")[0];

/** What can be typed: by the arbiter his own events, and questions. @param {Snapshot} game */
function help(game) {
    const board = t("COMMAND_HELP_BOARD");
    const other = game.mode === "casual" ? "SAY_STOP" : "SAY_MOVES";
    const words = WORDS.filter(
        ([id, kind, meaning]) =>
            id !== other && (!SPOKEN_WORDS.includes(id) || isMeant(meaning, game)),
    );
    if (game.role !== "arbiter" && game.role !== "desk")
        return `${t("COMMAND_HELP", { words: words.map(([id]) => firstWord(id)).join(", ") })} ${board}`;
    const asked = words.filter(([, kind]) => kind === "ask").map(([id]) => firstWord(id));
    const events = game.state.can.join(", ");
    return `${t("COMMAND_ARBITER_HELP", { events, words: asked.join(", ") })} ${board}`;
}

/**
 * About the board one is answered as it is shown, with which position that is; what can be done is so at
 * present, and that is said as well.
 * @param {string} what  as WORDS names what is asked
 * @param {Snapshot} game
 * @param {number} now
 * @param {{board: string, move: import("./types.js").PlayedMove|null, where: string}|null} [past]
 *     the earlier position that the board shows
 */
export function answerTo(what, game, now, past = null) {
    const { state, moves } = game;
    const last = past?.move ? moves.indexOf(past.move) : past ? -1 : moves.length - 1;
    const there = past ? `${sentence(past.where)} ` : "";
    const present = past ? `${t("REPLAY_NOW")}. ` : "";
    const time = (/** @type {Colour} */ side) =>
        `${t(side === "white" ? "WHITE" : "BLACK")}: ${spokenTime(timeLeft(state.clock, side, now))}.`;
    /** @type {Record<string, () => import("./announce.js").Speech>} */
    const answers = {
        clock: () => `${time("white")} ${time("black")}`,
        last: () => (last >= 0 ? [there, ...moveWords(game, last)] : there + t("MOVES_NONE")),
        capture: () => {
            let at = last;
            while (at >= 0 && !moves[at].san.includes("x")) at--;
            return at < 0 ? there + t("NO_CAPTURE") : [there, ...moveWords(game, at)];
        },
        board: () =>
            there +
            [...readBoard(past?.board ?? state.board)]
                .map(([square, piece]) => `${pieceName(piece)} ${placeName(square)}`)
                .join(", "),
        moves: () => present + movesAnswer(game),
        state: () => present + statusText(game),
        help: () => help(game),
    };
    return answers[what]();
}
