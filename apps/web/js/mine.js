/* SPDX-License-Identifier: MIT */
/*
 * The games of this browser: every seat that was ever taken here and every game that was made here, with
 * their links, so that a closed tab loses nothing. They stand in the browser's own storage until somebody
 * lets them be forgotten; where storage is off, as long as the page.
 */
import { remember, setting } from "./settings.js";

/**
 * @typedef {object} Mine
 * @property {number} game
 * @property {number} at  when it was last looked at, by the browser's clock
 * @property {Record<string, string>} tokens  the links, by the role
 * @property {string[]} held  the roles whose pages were opened here
 * @property {Record<string, string>} [codes]
 * @property {import("./types.js").Names} [names]
 * @property {string} [time]
 * @property {string} [phase]
 * @property {string} [result]
 * @property {number|null} [start960]
 * @property {number} [seed]
 * @property {{seed: number, swapped: boolean}} [lot]
 * @property {boolean} [turned]  the board is turned
 * @property {boolean} [listed]  it was made here, for everybody to look on
 * @property {boolean} [gone]  the hall does not know the link any more
 */

const KEEP = "mine";
/** More would be more than a browser keeps; the oldest that are over go first. */
const KEEP_MOST = 500;

/** What could not be stored. @type {Mine[]|null} */
let unstored = null;

/** @returns {Mine[]} the newest first */
export function myGames() {
    if (unstored !== null) return unstored;
    try {
        const found = JSON.parse(setting(KEEP, "[]"));
        return Array.isArray(found)
            ? found.filter((one) => typeof one?.game === "number" && one.tokens && one.held)
            : [];
    } catch {
        return [];
    }
}

/** @param {Mine} one */
export function isOver({ result, phase, gone }) {
    return gone === true || phase === "void" || (result !== undefined && result !== "*");
}

/** @param {Mine[]} all */
function keep(all) {
    let kept = all;
    while (kept.length > KEEP_MOST) {
        const drop = [...kept].reverse().find(isOver) ?? kept[kept.length - 1];
        kept = kept.filter((one) => one !== drop);
    }
    const text = JSON.stringify(kept);
    remember(KEEP, text);
    unstored = setting(KEEP, "") === text ? null : kept;
}

/** @param {string} token @returns {Mine|undefined} */
export function gameOf(token) {
    return myGames().find(({ tokens }) => Object.values(tokens).includes(token));
}

/**
 * Keeps what is new about the game to which these links belong; it goes to the head of the list.
 * @param {Partial<Mine> & {game: number, tokens: Record<string, string>}} news
 */
export function keepGame(news) {
    const all = myGames();
    const links = Object.values(news.tokens);
    const known = all.find(({ tokens }) =>
        Object.values(tokens).some((one) => links.includes(one)),
    );
    const held = [...new Set([...(known?.held ?? []), ...(news.held ?? [])])];
    const tokens = { ...known?.tokens, ...news.tokens };
    keep([
        { ...known, ...news, tokens, held, at: Date.now() },
        ...all.filter((one) => one !== known),
    ]);
}

/** @param {Mine} one */
export function forgetGame(one) {
    const links = Object.values(one.tokens);
    keep(
        myGames().filter(
            ({ tokens }) => !Object.values(tokens).some((each) => links.includes(each)),
        ),
    );
}

/** Roles that somebody who looks on does not lose. */
const PASSING = ["desk", "spectator"];

/**
 * Keeps the seat that this page has, and how its game stands.
 * @param {string} token
 * @param {import("./types.js").Snapshot} game
 */
export function keepSeat(token, game) {
    const known = gameOf(token);
    if (PASSING.includes(game.role) && !known) return;
    const { phase, result } = game.state;
    keepGame({
        game: game.game,
        tokens: { [game.role]: token },
        held: PASSING.includes(game.role) ? [] : [game.role],
        names: game.names,
        time: game.time,
        start960: game.start960 ?? null,
        phase,
        result,
        gone: false,
    });
}
