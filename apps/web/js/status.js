/* SPDX-License-Identifier: MIT */
/* How a game stands, in a sentence, and what is said aloud when that changes. */
import { announce } from "./announce.js";
import { moveNumber } from "./movelist.js";
import { spokenMove } from "./notation.js";
import { goesOn, opponent } from "./questions.js";
import { play } from "./sound.js";
import { playerName } from "./strip.js";
import { t } from "./texts.js";
import { resultWords } from "./words.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */

/** @param {Snapshot} game */
function phaseSentence(game) {
    const { state, role } = game;
    if (!goesOn(state)) return t("PHASE_FINISHED");
    if (state.phase === "waiting")
        return t(game.mode === "casual" ? "WAITING_PLAYERS" : "WAITING_START");
    if (state.phase !== "playing") return t("PHASE_STOPPED");
    /* In a tournament nobody tells a player that he has not pressed (12.6). */
    if (game.mode === "casual" && state.to_press) return t("PRESS_NOW");
    if (state.turn === role) return t("YOUR_MOVE");
    return t("TURN", { player: playerName(game, state.turn) });
}

/** @param {Snapshot} game */
export function statusText(game) {
    const waits =
        goesOn(game.state) &&
        game.state.waits.some(({ kind }) => ["quickplay", "increment", "draw"].includes(kind));
    return phaseSentence(game) + (waits ? ` ${t("WAITS")}` : "");
}

/** @param {Snapshot} game */
export function resultText(game) {
    const { result } = game.state;
    if (result === "1-0" || result === "+/-")
        return t("WINS", { player: playerName(game, "white") });
    if (result === "0-1" || result === "-/+")
        return t("WINS", { player: playerName(game, "black") });
    return result === "1/2-1/2" ? t("DRAWN") : resultWords(result);
}

/**
 * Says and sounds what is new: a move, an offer to this player, the end.
 * @param {Snapshot} before
 * @param {Snapshot} game
 */
export function tellChange(before, game) {
    const { state, role, moves } = game;
    if (moves.length > before.moves.length) {
        const { san, fen } = moves[moves.length - 1];
        announce(`${t(moveNumber(fen).white ? "WHITE" : "BLACK")}: ${spokenMove(san)}`);
        play(san.includes("x") ? "capture" : "move");
    }
    const mine = role === "white" || role === "black";
    if (mine && state.offer !== before.state.offer && state.offer === opponent(role)) {
        announce(t("OFFER_THEIRS"));
        play("offer");
    }
    if (before.state.result === "*" && state.result !== "*") {
        announce(`${state.result}. ${resultText(game)}`);
        play("end");
    }
}
