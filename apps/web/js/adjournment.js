/* SPDX-License-Identifier: MIT */
/* What everybody sees of an adjournment: when the game goes on, and what was in the envelope. */
import { byId, make, show } from "./dom.js";
import { isSoon, resumptionText, untilText } from "./resumption.js";
import { playerName } from "./strip.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */

/** What an opening said, without its salt and its quotation marks. @param {string} event */
export function openedText(event) {
    const said = event.replace(/^open-envelope ?/, "");
    const plain = /^".*"$/.test(said) ? said.slice(1, -1).replace(/\\(["\\])/g, "$1") : said;
    return plain.replace(/^[0-9a-f]{32,} /, "");
}

/** The opening that was the last thing to happen on the board; null when play has gone on. @param {Snapshot} game */
export function lastOpening({ log }) {
    for (let i = log.length - 1; i >= 0; i--) {
        const { event, refused } = log[i];
        if (refused) continue;
        if (event.startsWith("open-envelope")) return log[i];
        if (/^(play|move|press|release|seal)\b/.test(event)) return null;
    }
    return null;
}

/** @param {Snapshot} game @param {number} now  by the clock on the wall */
function sentences(game, now) {
    const { adjourned, phase } = game.state;
    const opening = lastOpening(game);
    if (opening) {
        const text = openedText(opening.event);
        return [text ? t("OPENED_TEXT", { text }) : t("OPENED")];
    }
    if (!adjourned) return [];
    if (adjourned.must_seal)
        return [t("ADJOURNED_MUST", { player: playerName(game, adjourned.must_seal) })];
    if (phase !== "adjourned") return [];
    const when = adjourned.resumption
        ? t("ADJOURNED_UNTIL", { when: resumptionText(adjourned.resumption) })
        : "";
    return [
        adjourned.sealer && adjourned.envelope === "sealed"
            ? t("ADJOURNED_BY", { player: playerName(game, adjourned.sealer) })
            : t("ADJOURNED"),
        when,
        adjourned.continued ? t("ADJOURNED_SET_UP") : untilText(adjourned.resumption, now),
    ].filter((text) => text);
}

/** What was shown last, so that nothing is read out twice. */
let shown = "";

/** @param {Snapshot} game */
export function drawAdjournment(game) {
    const now = Date.now();
    const texts = sentences(game, now);
    const root = byId("adjournment");
    const key = JSON.stringify(texts);
    root.classList.toggle("soon", isSoon(game.state.adjourned?.resumption ?? null, now));
    if (key === shown) return;
    shown = key;
    show(root, texts.length > 0);
    root.replaceChildren(...texts.map((text) => make("p", {}, text)));
}
