/* SPDX-License-Identifier: MIT */
/*
 * A penalty in three taps: for whom, which, and under which article. The breach is recorded with its
 * article, then the penalty (12.9). What the penalty does is shown before the last tap; should the
 * breach itself do something, that is shown then, and asked.
 */
import { ask } from "./dialogs.js";
import { make } from "./dom.js";
import { MOVED_ON, againNote, doPreviewed, inquire, weighs } from "./preview.js";
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

/** @typedef {import("./preview.js").PreviewPage & {other: (verb: string, side: Colour) => void}} PenaltyPage */

/**
 * Which penalty; "" when none.
 * @param {string} title
 * @param {Colour} side
 * @param {PenaltyPage} page
 */
async function choosePenalty(title, side, page) {
    const { value } = await ask(
        title,
        [],
        [
            ...quickPenalties(page.game(), side),
            { value: "other", text: t("PENALTY_OTHER") },
            { value: "", text: t("CANCEL") },
        ],
        "stack",
    );
    return value;
}

/**
 * Records a breach for which there is a penalty. One that does nothing more is recorded at once; where
 * the Laws themselves say what follows, as with 11.7, that is shown and asked.
 * @param {string} title
 * @param {string} breach
 * @param {Node} penalty  what the penalty would do
 * @param {number|null} seen
 * @param {PenaltyPage} page
 * @returns {Promise<any>} the answer to the breach; null when it was not meant
 */
async function record(title, breach, penalty, seen, page) {
    const { preview, shown } = await inquire(breach, page);
    if (!preview || preview.refused || weighs(preview)) {
        const parts = [
            make("h3", {}, t("PENALTY_BREACH")),
            shown,
            make("h3", {}, t("PENALTY_THEN")),
            penalty,
        ];
        const possible = preview !== null && !preview.refused;
        const { value } = await ask(
            title,
            parts,
            [
                { value: "no", text: t("CANCEL") },
                ...(possible ? [{ value: "yes", text: t("PENALTY_YES"), kind: "danger" }] : []),
            ],
            "preview-dialog",
        );
        if (value !== "yes") return null;
    }
    return page.send(breach, seen);
}

/**
 * Shows what the penalty does, asks for the article, and gives it to the game that was shown.
 * @param {string} title
 * @param {Colour} side
 * @param {string} event
 * @param {PenaltyPage} page
 * @param {boolean} [again]  the game has gone on since it was asked before
 * @returns {Promise<void>}
 */
async function impose(title, side, event, page, again = false) {
    const { preview, shown } = await inquire(event, page);
    const refused = preview?.refused ?? true;
    const { value: article } = await ask(
        title,
        [...againNote(again), shown, ...(refused ? [] : [make("h3", {}, t("PENALTY_WHY"))])],
        [...(refused ? [] : articleChoices(page.game())), { value: "", text: t("CANCEL") }],
        "stack",
    );
    if (article === "") return;
    let seen = preview?.seq ?? null;
    if (article !== "none") {
        const breach = `infringement ${side} ${article}`;
        const answer = await record(title, breach, shown, seen, page);
        if (answer === MOVED_ON) return impose(title, side, event, page, true);
        if (!answer || answer.refused) return;
        seen = answer.seq;
    }
    if ((await page.send(event, seen)) === MOVED_ON)
        await doPreviewed(event, page, { title, yes: t("PENALTY_YES") }, true);
}

/** @param {Colour} side @param {PenaltyPage} page */
export async function givePenalty(side, page) {
    const title = t("PENALTY_FOR", { player: playerName(page.game(), side) });
    const penalty = await choosePenalty(title, side, page);
    if (penalty === "other") page.other("penalty", side);
    else if (penalty !== "") await impose(title, side, `penalty ${side} ${penalty}`, page);
}
