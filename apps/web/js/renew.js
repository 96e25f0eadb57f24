/* SPDX-License-Identifier: MIT */
/*
 * A hall that was started anew may have other pages than the one that is open. That one is then
 * loaded anew, once for each version, when nobody is in the middle of something.
 */
const NAME = "arbitro.renewed";
const LOOK_MS = 1000;

/** The version of this page; null where its files are loaded one by one. */
function own() {
    return document.querySelector("meta[name=pages]")?.getAttribute("content") ?? null;
}

/** Whether words that somebody is typing, or an open question, would be lost. */
function inUse() {
    const field = document.activeElement;
    const typed =
        (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
        field.value !== "";
    return typed || document.querySelector("dialog[open]") !== null;
}

/** Notes that this version is loaded; false when it was before, or nothing can be noted. @param {string} version */
function note(version) {
    try {
        if (sessionStorage.getItem(NAME) === version) return false;
        sessionStorage.setItem(NAME, version);
        return true;
    } catch {
        return false;
    }
}

/**
 * @param {unknown} version  that of the hall's pages
 * @param {() => boolean} idle  whether everything that was done here has been sent
 */
export function renew(version, idle) {
    const mine = own();
    if (mine === null || typeof version !== "string" || version === mine) return;
    if (inUse() || !idle()) setTimeout(() => renew(version, idle), LOOK_MS);
    else if (note(version)) location.reload();
}
