/* SPDX-License-Identifier: MIT */
/*
 * A board that is elsewhere (option board written): a player has it before him, and his page is his
 * clock and his scoresheet; whoever looks on sees the position on which both scoresheets agree.
 */
import { byId, setText, show } from "./dom.js";
import { goesOn, isElsewhere } from "./questions.js";
import { t } from "./texts.js";

/** @param {import("./types.js").Snapshot} game */
export function drawElsewhere(game) {
    const on = isElsewhere(game) && goesOn(game.state);
    const plays = game.role === "white" || game.role === "black";
    document.body.toggleAttribute("data-elsewhere", on && plays);
    show(byId("elsewhere"), on);
    if (on) setText(byId("elsewhere"), t(plays ? "ELSEWHERE_PLAYER" : "ELSEWHERE"));
}
