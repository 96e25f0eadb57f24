/* SPDX-License-Identifier: MIT */
/* The page for short codes: eight characters lead to one's seat. */
import { announce, sentence } from "./announce.js";
import { ApiError, clientId, requestJson } from "./api.js";
import { byId, setText, show } from "./dom.js";
import { failureText, pageAddress, startPage } from "./page.js";
import { t } from "./texts.js";

/*
 * A code is good once. Should the answer not arrive, the same code and the same id give the same
 * link again: so the id is kept, in this tab, before it is sent.
 */
const KEEP = "joins";
const KEEP_MOST = 5;

/** Codes with their ids, the newest first. @type {[string, string][]} */
let kept = [];

function findKept() {
    try {
        const found = JSON.parse(sessionStorage.getItem(KEEP) ?? "[]");
        if (Array.isArray(found)) kept = found;
    } catch {
        /* nothing was kept, or nothing that can be read */
    }
}

/** The id under which this tab tries a code. @param {string} code */
function idFor(code) {
    const known = kept.find(([tried]) => tried === code);
    if (known) return known[1];
    const id = clientId();
    kept = /** @type {[string, string][]} */ ([[code, id], ...kept]).slice(0, KEEP_MOST);
    try {
        sessionStorage.setItem(KEEP, JSON.stringify(kept));
    } catch {
        /* a browser that keeps nothing: the page remembers until it is left */
    }
    return id;
}

/** The next attempt, when the hall has asked to wait with it. */
let later = 0;

/** @param {string} text */
function tell(text) {
    const problem = byId("problem");
    setText(problem, sentence(text));
    show(problem, text !== "");
    if (text !== "") announce(text);
}

/**
 * Too many wrong codes came from this address, perhaps from others who sit behind it: the code is kept,
 * and tried again as soon as that may be.
 * @param {string} code
 * @param {number} seconds
 */
function tryLater(code, seconds) {
    tell(t("JOIN_LATER", { seconds }));
    later = setTimeout(() => attempt(code), seconds * 1000);
}

/** @param {string} code */
async function attempt(code) {
    try {
        const answer = await requestJson("/api/join", { body: { code, id: idFor(code) } });
        location.assign(pageAddress("/game", answer.token));
    } catch (error) {
        if (error instanceof ApiError && error.status === 429 && error.retry > 0) {
            tryLater(code, error.retry);
            return;
        }
        tell(failureText(error));
        byId("code").focus();
    }
}

/** @param {SubmitEvent} event */
async function submit(event) {
    event.preventDefault();
    clearTimeout(later);
    tell("");
    const field = /** @type {HTMLInputElement} */ (byId("code"));
    await attempt(field.value.toUpperCase().replace(/[^A-Z0-9]/g, ""));
}

async function main() {
    await startPage();
    findKept();
    byId("join-form").addEventListener("submit", submit);
    document.body.dataset.ready = "true";
    byId("code").focus();
}

main();
