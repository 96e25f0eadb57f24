/* SPDX-License-Identifier: MIT */
/*
 * Stands in the place of a script of an earlier version, which the hall no longer has: the browser
 * has kept the page that asks for it, and loads it anew. Once for each script, so that a page that
 * somebody on the way keeps for good is not loaded for ever.
 */
const NAME = "arbitro.former";

if (sessionStorage.getItem(NAME) !== import.meta.url) {
    sessionStorage.setItem(NAME, import.meta.url);
    location.reload();
}
