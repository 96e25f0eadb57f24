/* SPDX-License-Identifier: MIT */
/*
 * Laws 8.5, 8.6: a flag has fallen and scoresheets have gaps. The arbiter is led step by step: who
 * has to complete what, his own record, the reconstruction, and what he finds proved. Before each
 * decision he is shown what it would do.
 */
import { clockText } from "./clock.js";
import { labelled } from "./dialogs.js";
import { byId, make, show } from "./dom.js";
import { doPreviewed } from "./preview.js";
import { can } from "./questions.js";
import { ended, placesText } from "./sheetrows.js";
import { playerName } from "./strip.js";
import { t } from "./texts.js";

/** @typedef {import("./correcting.js").ArbiterPage} ArbiterPage */
/** @typedef {import("./record.js").RecordView} RecordView */

const SIDES = /** @type {const} */ (["white", "black"]);

/** A button that shows what it would do. @param {ArbiterPage} page @param {string} text @param {() => string} event @param {string} [kind] */
function step(page, text, event, kind = "") {
    const button = make("button", { type: "button", class: kind || null }, text);
    button.addEventListener("click", () =>
        doPreviewed(event(), page, { title: text.replace(/ …$/, ""), yes: t("SAID_YES") }),
    );
    return button;
}

/** Whose flag fell, and who must complete what. @param {RecordView} view @param {ArbiterPage} page */
function beginningText({ updating }, page) {
    const game = page.game();
    const player = playerName(game, updating.flag);
    const free = SIDES.filter((side) => updating.free[side]);
    if (free.length === 2) return t("UPDATING_BOTH", { player });
    return free.length === 1
        ? t("UPDATING_ONE", { player, free: playerName(game, free[0]) })
        : t("UPDATING_NONE", { player });
}

/** @param {RecordView} view @param {ArbiterPage} page */
function drawSheets(view, page) {
    const game = page.game();
    return SIDES.map((side) => {
        const gaps = view[side].gaps ?? [];
        const player = playerName(game, side);
        return make(
            "li",
            { class: gaps.length === 0 ? "done" : null, "data-sheet": side },
            gaps.length === 0
                ? t("UPDATING_DONE", { player })
                : ended(t("UPDATING_TODO", { player, places: placesText(gaps, game.start) })),
        );
    });
}

/** Laws 8.5.1: the arbiter's own record may be used; the button goes to where it is written. @param {RecordView} view @param {ArbiterPage} page */
function drawOwnRecord({ arbiter }, page) {
    const button = make("button", { type: "button" }, t("SHEETS_OWN"));
    button.addEventListener("click", () => {
        byId("sheets-own").setAttribute("open", "");
        byId("sheets-write").querySelector("input")?.focus();
    });
    return make(
        "li",
        { class: arbiter.entries.length > 0 ? "done" : null },
        make("p", {}, t("UPDATING_RECORD")),
        can(page.game().state, "write", page.now()) ? button : null,
    );
}

/** @param {RecordView} view @param {ArbiterPage} page */
function drawReconstruction({ reconstruction }, page) {
    const { state } = page.game();
    if (!reconstruction)
        return make(
            "li",
            {},
            make("p", {}, t("UPDATING_RECONSTRUCT")),
            can(state, "reconstruct", page.now())
                ? step(page, `${t("VERB_RECONSTRUCT")} …`, () => "reconstruct")
                : null,
        );
    const { half_moves: moves, clock, completed } = reconstruction;
    return make(
        "li",
        { class: "done" },
        t("UPDATING_NOTED", {
            moves,
            white: clockText(clock.white * 1000),
            black: clockText(clock.black * 1000),
            done: `${completed.white}, ${completed.black}`,
        }),
    );
}

/** @param {RecordView} view @param {ArbiterPage} page */
function drawDecision(view, page) {
    const game = page.game(),
        now = page.now();
    const player = playerName(game, view.updating.flag);
    const number = make("input", {
        type: "number",
        name: "proved",
        min: 0,
        max: 9999,
        inputmode: "numeric",
    });
    number.value = String(view.reconstruction?.completed?.[view.updating.flag] ?? "");
    const proved = make(
        "div",
        { class: "proved" },
        labelled(t("UPDATING_NUMBER", { player }), number),
        step(page, t("UPDATING_PROVED"), () => `proved ${Number(number.value) || 0}`),
    );
    return make(
        "li",
        {},
        make("p", {}, t("UPDATING_DECIDE", { player })),
        make(
            "div",
            { class: "buttons" },
            can(game.state, "resume", now)
                ? step(page, t("UPDATING_RESUME"), () => "resume", "primary")
                : null,
            can(game.state, "no-proof", now)
                ? step(page, t("UPDATING_NO_PROOF"), () => "no-proof")
                : null,
        ),
        can(game.state, "proved", now) ? proved : null,
    );
}

/**
 * @param {HTMLElement} root
 * @param {RecordView} view
 * @param {ArbiterPage} page
 */
export function drawUpdating(root, view, page) {
    const { state } = page.game();
    const on = state.phase === "updating" && view.updating !== null;
    show(root, on);
    if (!on) {
        root.replaceChildren();
        return;
    }
    const typed = root.querySelector("input");
    const held = typed === document.activeElement ? typed?.value : undefined;
    root.replaceChildren(
        make("h2", {}, t("UPDATING_TITLE")),
        make("p", {}, beginningText(view, page)),
        make(
            "ol",
            {},
            ...drawSheets(view, page),
            drawOwnRecord(view, page),
            drawReconstruction(view, page),
            drawDecision(view, page),
        ),
    );
    const field = root.querySelector("input");
    if (held !== undefined && field) {
        field.value = held;
        field.focus();
    }
}
