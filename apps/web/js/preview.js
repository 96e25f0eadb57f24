/* SPDX-License-Identifier: MIT */
/* What an arbiter's word would do: the server's dry run, in sentences, before anything is done. */
import { clockText } from "./clock.js";
import { ask } from "./dialogs.js";
import { drawDiagram } from "./diagram.js";
import { make } from "./dom.js";
import { phaseText } from "./hall.js";
import { numbered } from "./movelist.js";
import { failureText } from "./page.js";
import { drawRuling } from "./rulings.js";
import { playerName } from "./strip.js";
import { say, t } from "./texts.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Colour} Colour */

/**
 * How a game stands, before and after.
 * @typedef {object} Outcome
 * @property {string} phase
 * @property {string} result
 * @property {Colour} turn
 * @property {import("./types.js").PerSide} illegal
 * @property {Colour|null} offer
 * @property {{white: number, black: number, running: Colour|null}|null} clock
 * @property {string} fen
 * @property {number} plies
 */

/**
 * @typedef {object} Preview
 * @property {boolean} refused
 * @property {import("./types.js").Ruling[]} rulings
 * @property {Outcome} before
 * @property {Outcome} after
 * @property {number} taken_back  moves that the game would lose from its end
 * @property {number} added  and those that it would then have after them
 */

const SIDES = /** @type {const} */ (["white", "black"]);

/** What becomes of the moves. @param {Preview} preview @param {Snapshot} game */
function moveLines({ taken_back: gone, added, before }, game) {
    const first = game.moves[before.plies - gone];
    const lines = [];
    if (gone > 0)
        lines.push(
            t(gone === 1 ? "PREVIEW_TAKES_ONE" : "PREVIEW_TAKES", {
                n: gone,
                move: first ? numbered(first) : "",
            }),
        );
    if (added > 0) lines.push(t(added === 1 ? "PREVIEW_ADDS_ONE" : "PREVIEW_ADDS", { n: added }));
    return lines;
}

/** What becomes of a player. @param {Preview} preview @param {Snapshot} game @param {Colour} side */
function sideLines({ before, after }, game, side) {
    const player = playerName(game, side);
    const clocks = [before, after].map(({ clock }) => clockText(clock?.[side] ?? null));
    const illegal = [before.illegal[side], after.illegal[side]];
    return [
        clocks[0] !== clocks[1]
            ? t("PREVIEW_CLOCK", { player, before: clocks[0], after: clocks[1] })
            : "",
        illegal[0] !== illegal[1]
            ? t("PREVIEW_ILLEGAL", { player, before: illegal[0], after: illegal[1] })
            : "",
    ];
}

/**
 * What would be otherwise, a sentence each; the rulings say why.
 * @param {Preview} preview
 * @param {Snapshot} game
 * @returns {string[]}
 */
export function previewLines(preview, game) {
    const { before, after, refused } = preview;
    if (refused) return [];
    const phases = [before, after].map(phaseText);
    const lines = [
        ...moveLines(preview, game),
        phases[0] !== phases[1] ? t("PREVIEW_PHASE", { before: phases[0], after: phases[1] }) : "",
        ...SIDES.flatMap((side) => sideLines(preview, game, side)),
        before.offer !== null && after.offer === null ? t("PREVIEW_OFFER") : "",
        before.turn !== after.turn && after.result === "*"
            ? t("PREVIEW_TURN", { player: playerName(game, after.turn) })
            : "",
    ].filter((line) => line !== "");
    return lines.length > 0 ? lines : [t("PREVIEW_NOTHING")];
}

/** The position that would stand there, when it is another. @param {Preview} preview */
function drawPosition({ before, after, refused }) {
    if (refused || before.fen.split(" ")[0] === after.fen.split(" ")[0]) return null;
    const picture = {
        fen: after.fen,
        names: false,
        from: null,
        reached: [],
        captured: [],
        moved: [],
    };
    const caption = { en: t("PREVIEW_POSITION"), it: t("PREVIEW_POSITION") };
    return drawDiagram({ caption, pictures: [picture] });
}

/** @param {Preview} preview @param {Snapshot} game */
export function drawPreview(preview, game) {
    return make(
        "div",
        { class: preview.refused ? "preview refused" : "preview" },
        preview.refused ? make("p", { class: "problem" }, t("PREVIEW_REFUSED")) : null,
        make("ul", {}, ...previewLines(preview, game).map((line) => make("li", {}, line))),
        preview.rulings.length > 0
            ? make("ul", { class: "rulings" }, ...preview.rulings.map(drawRuling))
            : null,
        drawPosition(preview),
    );
}

/** What it would do, in one breath. @param {Preview} preview @param {Snapshot} game */
export function previewText(preview, game) {
    return [
        preview.refused ? t("PREVIEW_REFUSED") : "",
        ...previewLines(preview, game),
        ...preview.rulings.map(({ text }) => say(text)),
    ]
        .filter((part) => part)
        .join(" ");
}

/**
 * Shows what an event would do and asks whether it is meant. What would be refused cannot be.
 * @param {string} title
 * @param {() => Promise<Preview>} inquire
 * @param {Snapshot} game
 * @param {{yes: string, kind?: string, text?: string}} how
 */
export async function confirmPreview(title, inquire, game, { yes, kind = "primary", text = "" }) {
    /** @type {Node} */
    let body;
    let refused = true;
    try {
        const preview = await inquire();
        refused = preview.refused;
        body = drawPreview(preview, game);
    } catch (error) {
        body = make("p", { class: "problem" }, failureText(error));
    }
    const choices = [{ value: "no", text: t(refused ? "CLOSE" : "CANCEL") }];
    const answer = await ask(
        title,
        [...(text ? [make("p", {}, text)] : []), body],
        refused ? choices : [...choices, { value: "yes", text: yes, kind }],
        "preview-dialog",
    );
    return answer.value === "yes";
}
