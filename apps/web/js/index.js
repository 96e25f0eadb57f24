/* SPDX-License-Identifier: MIT */
/* The front page: a new game in one click, its links, and the games of this hall. */
import { announce } from "./announce.js";
import { ApiError, requestJson } from "./api.js";
import { byId, make, setText, show } from "./dom.js";
import { drawGames } from "./hall.js";
import { labelled } from "./dialogs.js";
import { failureText, pageAddress, select, startPage } from "./page.js";
import { drawShares } from "./share.js";
import { onLanguage, t } from "./texts.js";

/** Offered with one click: what is sent, minutes and seconds. @type {[string, number, number][]} */
const TIMES = [
    ["180+2", 3, 2],
    ["300+3", 5, 3],
    ["600+5", 10, 5],
    ["900+10", 15, 10],
    ["5400+30", 90, 30],
];
const TIME_DEFAULT = "600+5";

/**
 * The regulations that can be chosen here, as include/arbitro/options.def has them.
 * @type {[string, string[]][]}
 */
export const OPTIONS = [
    ["illegal-moves", ["stand", "refuse"]],
    ["completion", ["press", "move"]],
    ["touch-move", ["refuse", "claim"]],
    ["flags", ["observed", "automatic"]],
    ["detection", ["automatic", "manual"]],
    ["freeze", ["no", "yes"]],
    ["draw-offers", ["free", "never"]],
    ["variant", ["standard", "chess960"]],
];

const HALL_EVERY_MS = 10000;

/** @type {any} */
let made = null;

function drawTimes() {
    const chosen =
        new FormData(/** @type {HTMLFormElement} */ (byId("new-game"))).get("time") ?? TIME_DEFAULT;
    const choices = [
        ...TIMES.map(([value, minutes, seconds]) => [
            value,
            t("TIME_CHOICE", { minutes, seconds }),
        ]),
        ["none", t("TIME_NONE")],
        ["other", t("TIME_OTHER")],
    ];
    byId("times").replaceChildren(
        ...choices.map(([value, text]) =>
            make(
                "label",
                { class: "chip" },
                make("input", { type: "radio", name: "time", value, checked: value === chosen }),
                make("span", {}, text),
            ),
        ),
    );
}

function drawOptions() {
    byId("options").replaceChildren(
        ...OPTIONS.map(([key, values]) => {
            const id = `OPTION_${key.toUpperCase().replace(/-/g, "_")}`;
            return labelled(
                t(id),
                select(
                    `option-${key}`,
                    [
                        ["", t("OPTION_DEFAULT")],
                        .../** @type {[string, string][]} */ (
                            values.map((value) => [value, t(`${id}_${value.toUpperCase()}`)])
                        ),
                    ],
                    "",
                ),
            );
        }),
    );
}

/** What the form says, as the server wants it. @param {FormData} form */
export function gameRequest(form) {
    const text = (/** @type {string} */ name) => String(form.get(name) ?? "").trim();
    const time = text("time") === "other" ? text("time-other") : text("time");
    /** @type {Record<string, string>} */
    const options = {};
    for (const [key] of OPTIONS) if (text(`option-${key}`)) options[key] = text(`option-${key}`);
    return {
        time,
        edition: text("edition") || "fide-2023",
        mode: text("mode"),
        options,
        position: text("position") || null,
        start960: text("start960") === "" ? null : Number(text("start960")),
        names: { white: text("white"), black: text("black"), event: text("event") },
        computer: text("computer") === "" ? null : text("computer"),
        public: form.has("public"),
    };
}

/** @param {SubmitEvent} event */
async function submit(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const wanted = gameRequest(form);
    const problem = byId("problem");
    show(problem, false);
    try {
        made = await requestJson("/api/games", { body: wanted });
    } catch (error) {
        const option = error instanceof ApiError ? (error.body?.option ?? error.body?.field) : null;
        setText(problem, failureText(error) + (option ? ` (${option})` : ""));
        show(problem, true);
        announce(problem.textContent ?? "");
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

/** The field for another time control is there when it is meant. */
function timeChosen() {
    const form = new FormData(/** @type {HTMLFormElement} */ (byId("new-game")));
    const other = form.get("time") === "other";
    show(byId("time-other-field"), other);
    /** @type {HTMLInputElement} */ (byId("time-other")).required = other;
}

async function main() {
    await startPage();
    drawTimes();
    drawOptions();
    const form = byId("new-game");
    form.addEventListener("submit", submit);
    form.addEventListener("change", timeChosen);
    onLanguage(() => {
        drawTimes();
        drawOptions();
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
