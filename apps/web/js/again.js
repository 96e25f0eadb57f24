/* SPDX-License-Identifier: MIT */
/* The game that is played in the place of an annulled one (7.2.1): who may open it, and the way there. */
import { request, token } from "./api.js";
import { make } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */

/** @param {string} key @param {number|null} game  for the desk */
export async function openAgain(key, game) {
    const query = game === null ? "" : `?game=${game}`;
    await request(`/api/again${query}`, { key, body: {} });
}

/** @param {Snapshot} game */
function mayOpen({ role, mode }) {
    const plays = role === "white" || role === "black";
    return role === "arbiter" || role === "desk" || (plays && mode === "casual");
}

/** The way to that game, from the page of this one. @param {Snapshot} game @returns {Node[]} */
function wayTo({ role, next }) {
    if (!next) return [];
    const text = t("AGAIN_GO", { number: next.game });
    if (role === "desk")
        return [make("a", { class: "button", href: `/game?game=${next.game}#${token()}` }, text)];
    return next.token
        ? [make("a", { class: "button primary", href: `/game#${next.token}` }, text)]
        : [];
}

/**
 * What the page of an annulled game shows; nothing of any other.
 * @param {Snapshot} game
 * @param {() => void} open
 * @returns {Node[]}
 */
export function againNodes(game, open) {
    if (game.state.phase !== "void") return [];
    if (game.next) return wayTo(game);
    const button = make("button", { type: "button", class: "primary" }, t("AGAIN"));
    button.addEventListener("click", open);
    return [make("p", {}, t("AGAIN_TEXT")), ...(mayOpen(game) ? [button] : [])];
}
