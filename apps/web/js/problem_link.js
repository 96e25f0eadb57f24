/* SPDX-License-Identifier: MIT */
/* A problem in an address: all of it stands there, and nothing that is anybody's secret. */

/** @typedef {import("./problem_stream.js").Wish} Wish */

/** Longer than any FEN; what is longer was not made by these pages. */
const LONGEST = 200;

/** @param {URLSearchParams} query @param {string} name */
function textOf(query, name) {
    return (query.get(name) ?? "").slice(0, LONGEST).trim();
}

/**
 * What an address asks for; null when it names no position.
 * @param {string} search
 * @returns {{wish: Wish, solve: boolean}|null}
 */
export function readLink(search) {
    const query = new URLSearchParams(search);
    const position = textOf(query, "position");
    if (position === "") return null;
    return {
        wish: {
            position,
            stipulation: textOf(query, "ask") || "#2",
            set: query.get("set") !== "no",
            tries: query.get("tries") !== "no",
        },
        solve: query.get("solve") === "yes",
    };
}

/**
 * The address of a problem, without the name of the hall.
 * @param {Wish} wish
 * @param {boolean} solve  it opens with the solution
 */
export function writeLink({ position, stipulation, set, tries }, solve) {
    const query = new URLSearchParams({ position, ask: stipulation });
    if (!set) query.set("set", "no");
    if (!tries) query.set("tries", "no");
    if (solve) query.set("solve", "yes");
    return `/problem?${query}`;
}
