/* SPDX-License-Identifier: MIT */
/* How a game stands, in a sentence. */
import { goesOn } from "./questions.js";
import { playerName } from "./strip.js";
import { t } from "./texts.js";
import { resultWords } from "./words.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */

/** @param {Snapshot} game */
function phaseSentence(game) {
    const { state, role } = game;
    if (!goesOn(state)) return `${t("PHASE_FINISHED")} ${resultLine(game)}`;
    if (state.stalled) return t("STALLED");
    if (state.phase === "waiting")
        return t(game.mode === "casual" ? "WAITING_PLAYERS" : "WAITING_START");
    if (state.phase === "updating") return t("UPDATING");
    if (state.phase === "adjourned") return t("ADJOURNED");
    if (state.adjourned?.must_seal === role) return t("SEAL_NOW");
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
