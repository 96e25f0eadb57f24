/* SPDX-License-Identifier: MIT */
/* The front page: a new game in one click, the games of this browser, and those of this hall. */
import { requestJson } from "./api.js";
import { byId, setText, show } from "./dom.js";
import { drawGames } from "./hall.js";
import { drawMine } from "./minelist.js";
import { drawForm, forgetProblems, gameRequest, showProblem, startForm } from "./newgame.js";
import { pageAddress, startPage } from "./page.js";
import { drawShares, keepMade } from "./share.js";
import { onLanguage, t } from "./texts.js";

const HALL_EVERY_MS = 10000;
/** And while a game that was made here waits or is played, so that the page says how it stands. */
const MADE_EVERY_MS = 2000;

/** The game that was made on this page, for others to play. @type {import("./mine.js").Mine|null} */
let made = null;
/** Whether it is being played. */
let madePlays = false;
let refreshed = 0;

/**
 * Where its maker sits: against the computer in the seat that it has not, wherever a lot has put it.
 * @param {import("./mine.js").Mine} game
 * @param {{computer: string|null}} wanted
 * @param {string} seat  white, black, or none
 */
function ownToken({ tokens, lot }, { computer }, seat) {
    if (computer !== null) return tokens.white ?? tokens.black;
    const swapped = { white: "black", black: "white" };
    const drawn =
        lot?.swapped && seat !== "" ? swapped[/** @type {"white"|"black"} */ (seat)] : seat;
    return tokens[drawn] ?? null;
}

/** @param {SubmitEvent} event */
async function submit(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const wanted = gameRequest(form);
    /** @type {import("./mine.js").Mine} */
    let game;
    try {
        game = await requestJson("/api/games", { body: wanted });
    } catch (error) {
        showProblem(error, true);
        return;
    }
    forgetProblems();
    const { white, black } = wanted.names;
    game.names = game.lot?.swapped ? { white: black, black: white } : { white, black };
    keepMade({ ...game, time: wanted.time, listed: wanted.public });
    const token = ownToken(game, wanted, String(form.get("seat") ?? ""));
    if (token) {
        location.assign(pageAddress("/game", token));
        return;
    }
    made = game;
    madePlays = false;
    drawMade();
    drawMine();
    byId("made-title").focus();
    refreshHall();
}

function drawMade() {
    show(byId("made"), made !== null);
    if (made === null) return;
    setText(
        byId("made-title"),
        t(madePlays ? "MADE_GOES_ON" : "MADE_TITLE", { number: made.game }),
    );
    const drawn = drawnText(made);
    setText(byId("made-drawn"), drawn);
    show(byId("made-drawn"), drawn !== "");
    drawShares(byId("shares"), made);
}

/** What was left to a lot. @param {import("./mine.js").Mine} game */
function drawnText({ lot, start960, seed, names }) {
    const white = names?.white ?? "";
    return [
        lot ? t(white ? "MADE_LOT" : "MADE_LOT_PLAIN", { seed: lot.seed, white }) : "",
        typeof start960 === "number"
            ? t("MADE_START960", { number: start960, seed: seed ?? 0 })
            : "",
    ]
        .filter((part) => part)
        .join(" ");
}

/**
 * How the game stands: when it is over its links lead nowhere. The hall does not list every game; those
 * who watch may always ask, and are nobody's presence.
 * @param {import("./mine.js").Mine} game
 * @param {import("./types.js").HallGame[]} listed
 */
async function followMade(game, listed) {
    const { result, phase } =
        listed.find((one) => one.game === game.game) ??
        (await requestJson("/api/game", { key: game.tokens.spectator })).state;
    if (made !== game) return;
    madePlays = phase !== "waiting";
    if (result !== "*" || phase === "void") made = null;
    drawMade();
}

async function refreshHall() {
    refreshed = performance.now();
    try {
        const { games, computer, closed } = await requestJson("/api/hall");
        show(byId("door-closed"), closed === true);
        show(byId("new-game"), closed !== true);
        drawGames(byId("games"), games);
        if (made !== null) await followMade(made, games);
        drawMine(games);
        for (const seat of document.querySelectorAll("[name=computer]:not([value=''])"))
            seat.toggleAttribute("disabled", computer === false);
    } catch {
        /* the list is a convenience: the next attempt may succeed */
    }
}

async function main() {
    await startPage();
    byId("new-game").addEventListener("submit", submit);
    drawMine();
    const form = startForm().catch((error) => showProblem(error, false));
    await Promise.all([form, refreshHall()]);
    onLanguage(() => {
        drawForm();
        drawMade();
        drawMine();
        refreshHall();
    });
    document.addEventListener(
        "visibilitychange",
        () => document.visibilityState === "visible" && refreshHall(),
    );
    setInterval(() => {
        const since = performance.now() - refreshed;
        if (document.visibilityState !== "visible") return;
        if (made !== null || since >= HALL_EVERY_MS) refreshHall();
    }, MADE_EVERY_MS);
    document.body.dataset.ready = "true";
}

main();
