/* SPDX-License-Identifier: MIT */
/* The addresses of pages beside that of a game: what prints it, its table, its checklist. */

/** @param {string} page @param {string} key @param {number|null} game  for the desk */
function addressOf(page, key, game) {
    return `${page}${game === null ? "" : `?game=${game}`}#${key}`;
}

/** @param {string} key @param {number|null} game  for the desk */
export function printAddress(key, game) {
    return addressOf("/print", key, game);
}

/** Where moves are announced, and whom the players named. @param {string} key @param {number|null} game */
export function tableAddress(key, game) {
    return addressOf("/table", key, game);
}

/** @param {string} key @param {number|null} game */
export function checklistAddress(key, game) {
    return addressOf("/checklist", key, game);
}
