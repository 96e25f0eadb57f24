/* SPDX-License-Identifier: MIT */
/* The front page: a new game in one click, its links, and the games of this hall. */
import { requestJson } from "./api.js";
import { byId, setText, show } from "./dom.js";
import { drawGames } from "./hall.js";
import { drawForm, gameRequest, showProblem, startForm } from "./newgame.js";
import { pageAddress, startPage } from "./page.js";
import { drawShares } from "./share.js";
import { onLanguage, t } from "./texts.js";

const HALL_EVERY_MS = 10000;

/** @type {any} */
let made = null;

/** @param {SubmitEvent} event */
async function submit(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const wanted = gameRequest(form);
    try {
        made = await requestJson("/api/games", { body: wanted });
    } catch (error) {
        showProblem(error, true);
        return;
    }
    if (wanted.computer !== null) {
        location.assign(
            pageAddress("/game", made.tokens[wanted.computer === "white" ? "black" : "white"]),
        );
        return;
    }
    drawMade();
    byId("made-title").focus();
    refreshHall();
}

function drawMade() {
    show(byId("made"), made !== null);
    if (made === null) return;
    setText(byId("made-title"), t("MADE_TITLE", { number: made.game }));
    drawShares(byId("shares"), made);
}

async function refreshHall() {
    try {
        const { games, computer } = await requestJson("/api/hall");
        drawGames(byId("games"), games);
        for (const seat of document.querySelectorAll("[name=computer]:not([value=''])"))
            seat.toggleAttribute("disabled", computer === false);
    } catch {
        /* the list is a convenience: the next attempt may succeed */
    }
}

async function main() {
    await startPage();
    byId("new-game").addEventListener("submit", submit);
    try {
        await startForm();
    } catch (error) {
        showProblem(error, false);
    }
    onLanguage(() => {
        drawForm();
        drawMade();
        refreshHall();
    });
    document.addEventListener(
        "visibilitychange",
        () => document.visibilityState === "visible" && refreshHall(),
    );
    setInterval(() => document.visibilityState === "visible" && refreshHall(), HALL_EVERY_MS);
    await refreshHall();
    document.body.dataset.ready = "true";
}

main();
