/* SPDX-License-Identifier: MIT */
/* How a game stands, in a sentence, and what is said aloud when that changes. */
import { announce } from "./announce.js";
import { moveNumber } from "./movelist.js";
import { pieceName, readBoard, spokenMove } from "./notation.js";
import { goesOn, opponent, pressCompletes } from "./questions.js";
import { play } from "./sound.js";
import { playerName } from "./strip.js";
import { t } from "./texts.js";
import { resultWords } from "./words.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */

/** @param {Snapshot} game */
function phaseSentence(game) {
    const { state, role } = game;
    if (!goesOn(state)) return `${t("PHASE_FINISHED")} ${resultLine(game)}`;
    if (state.phase === "waiting")
        return t(game.mode === "casual" ? "WAITING_PLAYERS" : "WAITING_START");
    if (state.phase !== "playing") return t("PHASE_STOPPED");
    /* In a tournament nobody tells a player that he has not pressed (12.6). */
    if (game.mode === "casual" && state.to_press) return t("PRESS_NOW");
    if (state.turn === role) return t("YOUR_MOVE");
    return t("TURN", { player: playerName(game, state.turn) });
}

/** The result in signs and words. @param {Snapshot} game */
function resultLine(game) {
    const { result } = game.state;
    return result === "*" || result === "void" ? "" : `${result}: ${resultText(game)}`;
}

/** @param {Snapshot} game */
export function statusText(game) {
    const waits =
        goesOn(game.state) &&
        game.state.waits.some(({ kind }) => ["quickplay", "increment", "draw"].includes(kind));
    return `${phaseSentence(game)}${waits ? ` ${t("WAITS")}` : ""}`.trim();
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
 * That the clock runs, to those who do not see it: at the beginning, after a pause, and when the
 * opponent has pressed.
 * @param {Snapshot} before
 * @param {Snapshot} game
 */
function tellClock(before, game) {
    const { state, role } = game;
    const was = before.state;
    if (state.phase !== "playing") return;
    const player = playerName(game, state.clock?.running ?? state.turn);
    if (was.phase === "waiting")
        announce(t(game.time === "none" ? "BEGINS_UNTIMED" : "BEGINS", { player }));
    else if (was.phase !== "playing") {
        if (state.clock?.running) announce(t("GOES_ON", { player }));
    } else if (
        pressCompletes(game) &&
        (role === "white" || role === "black") &&
        was.clock?.running === opponent(role) &&
        state.clock?.running === role
    )
        announce(t("THEY_PRESSED"));
}

/**
 * Says and sounds what is new: a move, the clock, an offer to this player, the end.
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
    tellClock(before, game);
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

/**
 * That somebody has touched pieces, which everybody at the board sees (4.3).
 * @param {import("./types.js").LogEntry} entry
 * @param {Snapshot} game
 */
export function tellTouch({ actor, event, refused }, game) {
    const words = event.split(" ");
    if (refused || words[0] !== "touch" || (actor !== "white" && actor !== "black")) return;
    const board = readBoard(game.state.board);
    const pieces = words.slice(1).flatMap((square) => {
        const piece = board.get(square);
        return piece ? [`${pieceName(piece)} ${square}`] : [];
    });
    if (pieces.length > 0)
        announce(t("TOUCHES", { player: playerName(game, actor), pieces: pieces.join(", ") }));
}
