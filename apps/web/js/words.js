/* SPDX-License-Identifier: MIT */
/* What the server says in signs, in words: results and time controls. */
import { RESULTS } from "./lists.js";
import { t } from "./texts.js";

/** A result in words; what is not known stays as it is. @param {string} result */
export function resultWords(result) {
    const id = RESULTS.find(([one]) => one === result)?.[1];
    return id ? t(`RESULT_${id}`) : result;
}

/** The results with their signs and words, for a choice. @returns {[string, string][]} */
export function resultChoices() {
    return RESULTS.map(([one]) => [
        one,
        one === "void" ? resultWords(one) : `${one} · ${resultWords(one)}`,
    ]);
}

/** One period: moves, seconds, and what is added or waited. */
const PERIOD = /^(?:(\d+)\/)?(\d+(?:\.\d+)?)(?:([+d])(\d+(?:\.\d+)?))?$/;

/** @param {string} period */
function periodWords(period) {
    const [, moves, base, kind, bonus] = PERIOD.exec(period) ?? [];
    if (base === undefined) return period;
    const whole = Number(base) % 60 === 0;
    const length = whole
        ? t("TIME_MINUTES", { minutes: Number(base) / 60 })
        : t("TIME_SECONDS", { seconds: base });
    const time =
        bonus === undefined || Number(bonus) === 0
            ? length
            : t(kind === "d" ? "TIME_DELAY" : "TIME_BONUS", { length, seconds: bonus });
    return moves === undefined ? time : t("TIME_MOVES", { moves, time });
}

/** A time control as the front page says it; nothing for a game without a clock. @param {string} time */
export function timeWords(time) {
    return time === "none" ? "" : time.split(":").map(periodWords).join(", ");
}

/**
 * The penalties that go beyond the game, in words, with whom they hit.
 * @param {import("./types.js").State|undefined} state
 * @returns {{player: import("./types.js").Colour, text: string}[]}
 */
export function penaltyTexts(state) {
    return (state?.penalties ?? []).map(({ player, kind, rounds }) => ({
        player,
        text: t(`STANDS_${kind.toUpperCase()}`, { n: rounds ?? 0 }),
    }));
}

/** Was this player expelled from the event (12.9.9)? @param {import("./types.js").State} state @param {import("./types.js").Colour} side */
export function isExpelled(state, side) {
    return state.penalties.some(({ player, kind }) => player === side && kind === "expelled");
}
