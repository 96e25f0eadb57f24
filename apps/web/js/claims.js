/* SPDX-License-Identifier: MIT */
/* Claims: which of them make sense now, and the dialog that makes one. */
import { timeLeft } from "./clock.js";
import { ask, labelled } from "./dialogs.js";
import { make, show } from "./dom.js";
import { goesOn, oneLine } from "./questions.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").Snapshot} Snapshot */

/**
 * Whether the end of the game is near enough for a claim under the quickplay finish.
 * @param {Snapshot} game
 * @param {Colour} side
 * @param {number} now
 */
export function quickplayNow(game, side, now) {
    const { laws, options, state } = game;
    const left = timeLeft(state.clock, side, now);
    return (
        goesOn(state) &&
        state.phase === "playing" &&
        laws.quickplay &&
        options.quickplay === "yes" &&
        state.waits.every((wait) => wait.kind !== "quickplay" && wait.kind !== "increment") &&
        (!laws.quickplay_on_move || options.arbiter === "absent" || state.turn === side) &&
        left !== null &&
        left > 0 &&
        left < laws.quickplay_below
    );
}

/** Whether an illegal move can stand on this board. @param {Snapshot} game */
export function illegalCanStand(game) {
    return game.options["illegal-moves"] !== "refuse";
}

/**
 * What can be claimed, always the same while nothing visible changes: the list gives no hint.
 * @param {Snapshot} game
 * @param {Colour} side
 * @param {number} now
 */
export function claimKinds(game, side, now) {
    return [
        "repetition",
        "fifty",
        ...(game.time !== "none" ? ["flag"] : []),
        ...(illegalCanStand(game) ? ["illegal"] : []),
        ...(game.options["touch-move"] === "claim" ? ["touch"] : []),
        ...(quickplayNow(game, side, now) ? ["cannot-win", "no-effort"] : []),
    ];
}

/** @param {string} kind */
const takesMove = (kind) => kind === "repetition" || kind === "fifty";

/** @param {string} name @param {number} room */
function shortField(name, room) {
    return make("input", {
        name,
        maxlength: room,
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
    });
}

/**
 * Asks what is claimed; the event, or null.
 * @param {Snapshot} game
 * @param {Colour} side
 * @param {number} now
 * @param {string} first  the kind that is marked
 * @param {(text: string) => string} inLetters  a move in the letters of the game
 */
export async function claimDialog(game, side, now, first, inLetters) {
    const kinds = claimKinds(game, side, now);
    const marked = kinds.includes(first) ? first : kinds[0];
    const radios = kinds.map((kind) =>
        make(
            "label",
            { class: "check" },
            make("input", { type: "radio", name: "kind", value: kind, checked: kind === marked }),
            make("span", {}, t(`CLAIM_${kind.toUpperCase().replace("-", "_")}`)),
        ),
    );
    const move = labelled(t("CLAIM_MOVE"), shortField("move", 12), t("CLAIM_MOVE_HINT"));
    const square = labelled(t("CLAIM_SQUARE"), shortField("square", 2));
    const choose = (/** @type {string} */ kind) => {
        show(move, takesMove(kind));
        show(square, kind === "touch");
    };
    const choice = make("fieldset", {}, make("legend", {}, t("CLAIM_WHAT")), ...radios);
    choice.addEventListener("change", (event) =>
        choose(/** @type {HTMLInputElement} */ (event.target).value),
    );
    choose(marked);
    const { value, form } = await ask(
        t("CLAIM"),
        [choice, move, square],
        [
            { value: "no", text: t("CANCEL") },
            { value: "yes", text: t("CLAIM_YES"), kind: "primary" },
        ],
    );
    return value === "yes" ? claimEvent(form, inLetters) : null;
}

/** @param {FormData} form @param {(text: string) => string} inLetters */
export function claimEvent(form, inLetters) {
    const kind = String(form.get("kind"));
    const written = takesMove(kind) ? inLetters(oneLine(String(form.get("move") ?? ""))) : "";
    const square = kind === "touch" ? oneLine(String(form.get("square") ?? "")).toLowerCase() : "";
    return ["claim", kind, written, square].filter((word) => word !== "").join(" ");
}
