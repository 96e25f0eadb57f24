/* SPDX-License-Identifier: MIT */
/* What an arbiter's word would do: the server's dry run, in sentences, before anything is done. */
import { clockText } from "./clock.js";
import { ask } from "./dialogs.js";
import { drawDiagram } from "./diagram.js";
import { make } from "./dom.js";
import { phaseText } from "./hall.js";
import { numbered } from "./movelist.js";
import { ApiError } from "./api.js";
import { unreadableText } from "./page.js";
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
 * @property {number} seq  the last event of the game as it was looked at
 */

/**
 * What a preview needs of the page of a game.
 * @typedef {object} PreviewPage
 * @property {() => Snapshot} game
 * @property {(event: string, seen?: number|null) => Promise<any>} send
 * @property {(path: string, body: object) => Promise<any>} ask
 */

/** The answer when the game has gone on since what was shown: nothing was done. */
export const MOVED_ON = { movedOn: true };

/** @param {unknown} error */
export const hasMovedOn = (error) => error instanceof ApiError && error.code === "moved-on";

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

/** Of a position what the board shows, and what can still be done on it. @param {string} fen */
function positionOf(fen) {
    const [board, , castling, passant] = fen.split(" ");
    return [board, castling, passant].join(" ");
}

/** Whether it sets up another position. @param {Preview} preview */
function setsUp({ before, after, taken_back: gone, added }) {
    return gone + added === 0 && positionOf(before.fen) !== positionOf(after.fen);
}

/** Whether the game would end with it, or end otherwise. @param {Preview} preview */
export function ends({ before, after }) {
    return after.result !== before.result && after.result !== "*";
}

/**
 * Whether it takes something away that somebody did, or decides the game: then it is asked again.
 * @param {Preview} preview
 */
export function weighs(preview) {
    const { before, after, refused, taken_back: gone, added } = preview;
    if (refused) return false;
    return (
        gone + added > 0 ||
        setsUp(preview) ||
        before.result !== after.result ||
        (before.phase !== after.phase && after.phase === "void")
    );
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
        setsUp(preview) ? t("PREVIEW_BOARD") : "",
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
        {
            class: ["preview", preview.refused ? "refused" : "", ends(preview) ? "ends" : ""]
                .filter((part) => part)
                .join(" "),
        },
        ends(preview) ? make("p", { class: "problem" }, t("PREVIEW_ENDS")) : null,
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
 * What an event would do; what cannot be asked is told in the place of the preview.
 * @param {string} event
 * @param {PreviewPage} page
 * @param {string} [instead]  see unreadableText()
 * @returns {Promise<{preview: Preview|null, shown: Node}>}
 */
export async function inquire(event, page, instead) {
    try {
        /** @type {Preview} */
        const preview = await page.ask("/api/preview", { event });
        return { preview, shown: drawPreview(preview, page.game()) };
    } catch (error) {
        const text = unreadableText(error, instead);
        return { preview: null, shown: make("p", { class: "problem" }, text) };
    }
}

/** That what is shown now is not what was shown before. @param {boolean} again */
export const againNote = (again) =>
    again ? [make("p", { class: "problem again" }, t("PREVIEW_AGAIN"))] : [];

/** @typedef {{title: string, yes: string, kind?: string, text?: string}} Asking */

/**
 * Asks whether it is meant. What would be refused cannot be.
 * @param {Awaited<ReturnType<typeof inquire>>} found
 * @param {Asking} how
 * @param {boolean} again  the game has gone on since it was asked before
 */
async function confirmPreview({ preview, shown }, { title, yes, kind, text = "" }, again) {
    const refused = preview?.refused ?? true;
    const choices = [{ value: "no", text: t(refused ? "CLOSE" : "CANCEL") }];
    const look = kind ?? (preview && ends(preview) ? "danger" : "primary");
    const answer = await ask(
        title,
        [...againNote(again), ...(text ? [make("p", {}, text)] : []), shown],
        refused ? choices : [...choices, { value: "yes", text: yes, kind: look }],
        "preview-dialog",
    );
    return answer.value === "yes";
}

/**
 * Shows what an event would do, and does it when that is meant. It is done to the game that was shown
 * and to no other: when that has gone on meanwhile, what it would do now is shown, and asked again.
 * @param {string} event
 * @param {PreviewPage} page
 * @param {Asking} how
 * @param {boolean} [again]  it was shown before, and the game has gone on
 * @returns {Promise<any>} the answer; null when it was not meant
 */
export async function doPreviewed(event, page, how, again = false) {
    const found = await inquire(event, page);
    if (!(await confirmPreview(found, how, again))) return null;
    const answer = await page.send(event, found.preview?.seq);
    return answer === MOVED_ON ? doPreviewed(event, page, how, true) : answer;
}
