/* SPDX-License-Identifier: MIT */
/* Claims: the dialog that makes one. Which of them would be heard the server says. */
import { ask, labelled } from "./dialogs.js";
import { make, show } from "./dom.js";
import { VERBS } from "./lists.js";
import { can, oneLine } from "./questions.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").State} State */

const CLAIMS = VERBS.filter(({ verb }) => verb.startsWith("claim "));

/** What can be claimed, without its verb. @param {State} state @param {number} now */
export function claimKinds(state, now) {
    return CLAIMS.filter(({ verb }) => can(state, verb, now)).map(({ verb }) => verb.slice(6));
}

/** Whether something may or must be said with a claim. @param {string} kind @param {string} slot */
const takes = (kind, slot) =>
    CLAIMS.some(({ verb, slots }) => verb === `claim ${kind}` && slots.includes(slot));

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
 * @param {State} state
 * @param {number} now
 * @param {string} first  the kind that is marked
 * @param {(text: string) => string} inLetters  a move in the letters of the game
 */
export async function claimDialog(state, now, first, inLetters) {
    const kinds = claimKinds(state, now);
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
        show(move, takes(kind, "move?"));
        show(square, takes(kind, "square"));
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
    const said = (/** @type {string} */ name) => oneLine(String(form.get(name) ?? ""));
    const written = takes(kind, "move?") ? inLetters(said("move")) : "";
    const square = takes(kind, "square") ? said("square").toLowerCase() : "";
    return ["claim", kind, written, square].filter((word) => word !== "").join(" ");
}
