/* SPDX-License-Identifier: MIT */
/* The games of the hall as a list, for the front page. */
import { make } from "./dom.js";
import { t } from "./texts.js";
import { resultWords, timeWords } from "./words.js";

/** @param {import("./types.js").Names} names */
export function pairing(names) {
    return `${names.white || t("WHITE")} – ${names.black || t("BLACK")}`;
}

/** What the game is at, in a word. @param {{phase: string, result: string, damaged?: boolean}} game */
export function phaseText(game) {
    if (game.damaged) return t("PHASE_DAMAGED");
    if (game.result !== "*") return resultWords(game.result);
    const id = {
        waiting: "PHASE_WAITING",
        playing: "PHASE_PLAYING",
        updating: "UPDATING_SHORT",
        adjourned: "PHASE_ADJOURNED",
    }[game.phase];
    return t(id ?? "PHASE_STOPPED_SHORT");
}

/** What is played, when it is Chess960. @param {{start960?: number|null}} game */
export function variantWords({ start960 }) {
    return typeof start960 === "number" ? `Chess960 ${start960}` : "";
}

/** @param {import("./types.js").HallGame} game */
function drawGame(game) {
    const link = make("a", { href: `/game?watch=${game.game}` }, pairing(game.names));
    return make(
        "li",
        {},
        make("span", { class: "number" }, `${game.game}`),
        link,
        make(
            "span",
            { class: "facts" },
            [
                game.names.event ?? "",
                variantWords(game),
                timeWords(game.time),
                t("HALF_MOVES", { n: game.moves }),
            ]
                .filter((part) => part)
                .join(" · "),
        ),
        make("span", { class: "phase" }, phaseText(game)),
    );
}

/** @param {HTMLElement} root @param {import("./types.js").HallGame[]} games */
export function drawGames(root, games) {
    if (games.length === 0) root.replaceChildren(make("li", { class: "empty" }, t("HALL_EMPTY")));
    else root.replaceChildren(...games.map(drawGame));
}
