/* SPDX-License-Identifier: MIT */
/* The front page: a new game in one click, its links, and the games of this hall. */
import { requestJson } from "./api.js";
import { byId, make, setText, show } from "./dom.js";
import { drawGames } from "./hall.js";
import { drawForm, gameRequest, showProblem, startForm } from "./newgame.js";
import { pageAddress, startPage } from "./page.js";
import { drawShares, forgetMade, keepMade, madeGames } from "./share.js";
import { onLanguage, t } from "./texts.js";

const HALL_EVERY_MS = 10000;

/** @param {SubmitEvent} event */
async function submit(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const wanted = gameRequest(form);
    /** @type {import("./share.js").Made} */
    let made;
    try {
        made = await requestJson("/api/games", { body: wanted });
    } catch (error) {
        showProblem(error, true);
        return;
    }
    made.names = { white: wanted.names.white, black: wanted.names.black };
    keepMade(made);
    if (wanted.computer !== null) {
        /* the computer's seat has no link, wherever a lot has put it */
        location.assign(pageAddress("/game", made.tokens.white ?? made.tokens.black));
        return;
    }
    drawMade();
    byId("made-title").focus();
    refreshHall();
}

function drawMade() {
    const [newest, ...older] = madeGames();
    show(byId("made"), newest !== undefined);
    byId("made-older").replaceChildren(...older.map(drawOlder));
    if (newest === undefined) return;
    setText(byId("made-title"), t("MADE_TITLE", { number: newest.game }));
    const drawn = drawnText(newest);
    setText(byId("made-drawn"), drawn);
    show(byId("made-drawn"), drawn !== "");
    drawShares(byId("shares"), newest);
    byId("made-forget").replaceChildren(forgetButton(newest));
}

/** What was left to a lot. @param {import("./share.js").Made} made */
function drawnText({ lot, start960, seed, names }) {
    const white = lot?.swapped ? names?.black : names?.white;
    return [
        lot ? t(white ? "MADE_LOT" : "MADE_LOT_PLAIN", { seed: lot.seed, white: white ?? "" }) : "",
        start960 === undefined ? "" : t("MADE_START960", { number: start960, seed: seed ?? 0 }),
    ]
        .filter((part) => part)
        .join(" ");
}

/** @param {import("./share.js").Made} made */
function forgetButton(made) {
    const button = make("button", { type: "button" }, t("FORGET", { number: made.game }));
    button.addEventListener("click", () => {
        forgetMade(made.game);
        drawMade();
        byId("new-title").focus();
    });
    return button;
}

/** The links of a game that was made before. @param {import("./share.js").Made} made */
function drawOlder(made) {
    const list = make("ul", { class: "shares" });
    drawShares(list, made);
    return make(
        "details",
        {},
        make("summary", {}, t("GAME", { number: made.game })),
        list,
        make("p", { class: "forget" }, forgetButton(made)),
    );
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
    drawMade();
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
