/* SPDX-License-Identifier: MIT */
/* What is said aloud, and sounded, when a game changes: to those who do not see it. */
import { announce } from "./announce.js";
import { moveNumber, readBoard } from "./notation.js";
import { pieceName } from "./piecenames.js";
import { goesOn, opponent, pressCompletes } from "./questions.js";
import { actorName } from "./rulings.js";
import { placeName, sayPlayed } from "./saying.js";
import { play } from "./sound.js";
import { resultText, statusText } from "./status.js";
import { playerName } from "./strip.js";
import { say, t } from "./texts.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").PlayedMove} PlayedMove */
/** @typedef {import("./types.js").Presence} Presence */

/** Who opens the page anew is away for a moment, and that is not told. */
const AWAY_MS = 2000;

/** Those who have just left, until that is told. @type {Map<string, ReturnType<typeof setTimeout>>} */
const leaving = new Map();

/**
 * Who made a move, and which.
 * @param {{start: string, moves: PlayedMove[]}} game
 * @param {number} index
 * @returns {(string|import("./saying.js").Said)[]}
 */
export function moveWords(game, index) {
    const { white } = moveNumber(game.moves[index].fen);
    return [`${t(white ? "WHITE" : "BLACK")}: `, sayPlayed(game, index)];
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
 * @param {Snapshot} was
 * @param {Snapshot} game
 */
function tellMoves(was, game) {
    const before = was.moves,
        now = game.moves;
    let kept = Math.min(before.length, now.length);
    while (
        kept > 0 &&
        (before[kept - 1].fen !== now[kept - 1].fen || before[kept - 1].san !== now[kept - 1].san)
    )
        kept--;
    const made = now[now.length - 1];
    if (before.length > kept) {
        const [head, tail] = t("PUT_BACK").split("{move}");
        announce([head, ...moveWords(was, before.length - 1), tail]);
    }
    if (now.length <= kept) return;
    announce(moveWords(game, now.length - 1));
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
    const { state, role } = game;
    tellMoves(before, game);
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
 * That somebody has announced or repeated a move that was told before (D.2.1), or that one's own assistant has executed
 * one (D.2.10.1): what the opponent does on his board is nobody else's business.
 * @param {import("./types.js").LogEntry} entry
 * @param {Snapshot} game
 */
export function tellSpoken({ actor, event, words, refused }, game) {
    const side = actor.split("-")[0];
    const own = actor === `${game.role}-assistant`;
    const told = /^(announce|repeat) /.test(event) || (own && event.startsWith("execute "));
    if (refused || !told || (side !== "white" && side !== "black")) return;
    const who = own ? actorName(actor) : playerName(game, side);
    announce([`${who} `, ...quotedWords(say(words), event, game)]);
}

/**
 * The words of an event, of which what was said at the board is in the language of the game.
 * @param {string} words
 * @param {string} event
 * @param {Snapshot} game
 * @returns {(string|import("./saying.js").Said)[]}
 */
export function quotedWords(words, event, game) {
    const said = /^(?:announce|repeat) (.*)$/.exec(event)?.[1] ?? "";
    const at = said ? words.lastIndexOf(said) : -1;
    if (at < 0) return [words];
    const lang = game.options.announce ?? "de";
    return [words.slice(0, at), { text: said, lang }, words.slice(at + said.length)];
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
        return piece ? [`${pieceName(piece)} ${placeName(square)}`] : [];
    });
    if (pieces.length > 0)
        announce(t("TOUCHES", { player: playerName(game, actor), pieces: pieces.join(", ") }));
}
