/* SPDX-License-Identifier: MIT */
/* What is said aloud, and sounded, when a game changes: to those who do not see it. */
import { announce } from "./announce.js";
import { moveNumber } from "./movelist.js";
import { pieceName, readBoard, spokenMove } from "./notation.js";
import { goesOn, opponent, pressCompletes } from "./questions.js";
import { play } from "./sound.js";
import { resultText, statusText } from "./status.js";
import { playerName } from "./strip.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").PlayedMove} PlayedMove */
/** @typedef {import("./types.js").Presence} Presence */

/** Who opens the page anew is away for a moment, and that is not told. */
const AWAY_MS = 2000;

/** Those who have just left, until that is told. @type {Map<string, ReturnType<typeof setTimeout>>} */
const leaving = new Map();

/** Who made a move, and which. @param {PlayedMove} move */
function moveWords({ san, fen }) {
    return `${t(moveNumber(fen).white ? "WHITE" : "BLACK")}: ${spokenMove(san)}`;
}

/** That the game begins. @param {Snapshot} game */
function beginsText(game) {
    const player = playerName(game, game.state.clock?.running ?? game.state.turn);
    return t(game.time === "none" ? "BEGINS_UNTIMED" : "BEGINS", { player });
}

/** How it stands, to who comes to a game that has begun. @param {Snapshot} game */
export function tellArrival(game) {
    const { state, moves } = game;
    if (state.phase !== "playing") return;
    announce(moves.length === 0 ? beginsText(game) : statusText(game));
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
    if (was.phase === "waiting") announce(beginsText(game));
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
 * The moves that are new, and those that stand no longer: a piece that was put back, a move taken back.
 * @param {PlayedMove[]} before
 * @param {PlayedMove[]} now
 */
function tellMoves(before, now) {
    let kept = Math.min(before.length, now.length);
    while (
        kept > 0 &&
        (before[kept - 1].fen !== now[kept - 1].fen || before[kept - 1].san !== now[kept - 1].san)
    )
        kept--;
    const gone = before[before.length - 1],
        made = now[now.length - 1];
    if (before.length > kept) announce(t("PUT_BACK", { move: moveWords(gone) }));
    if (now.length <= kept) return;
    announce(moveWords(made));
    play(made.san.includes("x") ? "capture" : "move");
}

/**
 * That somebody has left or come back.
 * @param {Presence|null} before
 * @param {Presence|null} now
 * @param {Snapshot} game
 */
export function tellPresence(before, now, game) {
    if (before === null || !goesOn(game.state) || game.role === "spectator") return;
    for (const side of /** @type {const} */ (["white", "black"])) {
        const is = now?.[side] === true;
        if (is === before[side] || side === game.role) continue;
        const untold = leaving.get(side);
        clearTimeout(untold);
        leaving.delete(side);
        const player = playerName(game, side);
        if (is && untold === undefined) announce(t("HERE_NOW", { player }));
        if (is) continue;
        const tell = () => {
            leaving.delete(side);
            announce(t("AWAY_NOW", { player }));
        };
        leaving.set(side, setTimeout(tell, AWAY_MS));
    }
}

/**
 * Says and sounds what is new: a move, the clock, an offer to this player, the end.
 * @param {Snapshot} before
 * @param {Snapshot} game
 */
export function tellChange(before, game) {
    const { state, role, moves } = game;
    tellMoves(before.moves, moves);
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
