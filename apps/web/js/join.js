/* SPDX-License-Identifier: MIT */
/* The page for short codes: six characters lead to one's seat. */
import { announce } from "./announce.js";
import { requestJson } from "./api.js";
import { byId, setText, show } from "./dom.js";
import { failureText, pageAddress, startPage } from "./page.js";

/** @param {SubmitEvent} event */
async function submit(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (byId("code"));
    const problem = byId("problem");
    show(problem, false);
    try {
        const answer = await requestJson("/api/join", {
            body: { code: field.value.toUpperCase().replace(/[^A-Z0-9]/g, "") },
        });
        location.assign(pageAddress("/game", answer.token));
    } catch (error) {
        setText(problem, failureText(error));
        show(problem, true);
        announce(problem.textContent ?? "");
        field.focus();
    }
}

async function main() {
    await startPage();
    byId("join-form").addEventListener("submit", submit);
    document.body.dataset.ready = "true";
}

main();
