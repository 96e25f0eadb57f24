/* SPDX-License-Identifier: MIT */
/*
 * A penalty in three taps: for whom, which, and under which article. The breach is recorded with its
 * article, then the penalty (12.9); what the penalty does is shown before the last tap.
 */
import { ask } from "./dialogs.js";
import { make } from "./dom.js";
import { failureText } from "./page.js";
import { drawPreview } from "./preview.js";
import { opponent } from "./questions.js";
import { playerName } from "./strip.js";
import { say, t } from "./texts.js";

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./dialogs.js").Choice} Choice */

/** Penalties that one tap names: the word, its amount in seconds, and the text. @type {[string, number, string][]} */
const QUICK = [
    ["warning", 0, "PENALTY_QUICK_WARNING"],
    ["opponent-time", 60, "PENALTY_QUICK_THEIRS"],
    ["opponent-time", 120, "PENALTY_QUICK_THEIRS"],
    ["own-time", 60, "PENALTY_QUICK_OWN"],
    ["own-time", 120, "PENALTY_QUICK_OWN"],
    ["loss", 0, "PENALTY_QUICK_LOSS"],
];

/**
 * The penalties that this edition knows, as events without the player.
 * @param {import("./types.js").Snapshot} game
 * @param {Colour} side
 * @returns {Choice[]}
 */
export function quickPenalties(game, side) {
    const names = { player: playerName(game, side), opponent: playerName(game, opponent(side)) };
    return QUICK.filter(
        ([word]) =>
            game.laws.penalties.includes(word) && (game.time !== "none" || !word.endsWith("time")),
    ).map(([word, seconds, text]) => ({
        value: seconds > 0 ? `${word} ${seconds}` : word,
        text: t(text, { ...names, minutes: seconds / 60 }),
        kind: word === "loss" ? "danger" : "",
    }));
}

/**
 * The articles that are broken most; the last one names none.
 * @param {import("./types.js").Snapshot} game
 * @returns {Choice[]}
 */
function articleChoices(game) {
    return [
        ...(game.breaches ?? []).map(({ article, cited, title }) => ({
            value: article,
            text: `${cited} · ${say(title)}`,
        })),
        { value: "none", text: t("PENALTY_NO_ARTICLE") },
    ];
}

/**
 * @param {Colour} side
 * @param {{game: () => import("./types.js").Snapshot, send: (event: string) => Promise<any>,
 *     ask: (path: string, body: object) => Promise<any>, other: (verb: string, side: Colour) => void}} page
 */
export async function givePenalty(side, page) {
    const game = page.game();
    const player = playerName(game, side);
    const title = t("PENALTY_FOR", { player });
    const { value: penalty } = await ask(
        title,
        [],
        [
            ...quickPenalties(game, side),
            { value: "other", text: t("PENALTY_OTHER") },
            { value: "", text: t("CANCEL") },
        ],
        "stack",
    );
    if (penalty === "") return;
    if (penalty === "other") return page.other("penalty", side);
    const event = `penalty ${side} ${penalty}`;
    /** @type {Node} */
    let shown;
    let refused = false;
    try {
        const preview = await page.ask("/api/preview", { event });
        shown = drawPreview(preview, game);
        refused = preview.refused;
    } catch (error) {
        shown = make("p", { class: "problem" }, failureText(error));
    }
    const { value: article } = await ask(
        title,
        [shown, ...(refused ? [] : [make("h3", {}, t("PENALTY_WHY"))])],
        [...(refused ? [] : articleChoices(game)), { value: "", text: t("CANCEL") }],
        "stack",
    );
    if (article === "") return;
    if (article !== "none") {
        const breach = await page.send(`infringement ${side} ${article}`);
        if (!breach || breach.refused) return;
    }
    await page.send(event);
}
