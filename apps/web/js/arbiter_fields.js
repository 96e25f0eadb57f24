/* SPDX-License-Identifier: MIT */
/* The fields of what an arbiter says, and the words that a filled form makes. */
import { labelled } from "./dialogs.js";
import { make, show } from "./dom.js";
import { FINE, editorButton } from "./editor.js";
import { PENALTIES } from "./lists.js";
import { select } from "./page.js";
import { oneLine, quoted } from "./questions.js";
import { say, t } from "./texts.js";
import { resultChoices } from "./words.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */

/** The colours that a field may name. @param {boolean} both @returns {[string, string][]} */
function colours(both) {
    return [
        ["white", t("WHITE")],
        ["black", t("BLACK")],
        .../** @type {[string, string][]} */ (both ? [["both", t("BOTH")]] : []),
    ];
}

/** A field that is there only while another has some value. @param {HTMLElement} field */
function only(field, visible = false) {
    show(field, visible);
    for (const input of field.querySelectorAll("input, select"))
        input.toggleAttribute("disabled", !visible);
}

/** The articles that are broken most, and any other. @param {Snapshot} game */
function breachFields(game) {
    const choice = select(
        "article",
        [
            .../** @type {[string, string][]} */ (
                (game.breaches ?? []).map(({ article, cited, title }) => [
                    article,
                    `${cited} · ${say(title)}`,
                ])
            ),
            ["", t("BREACH_OTHER")],
        ],
        "",
    );
    choice.selectedIndex = 0;
    const other = labelled(
        t("FIELD_BREACH_OTHER"),
        make("input", {
            name: "article-other",
            required: true,
            autocomplete: "off",
            maxlength: 20,
            pattern: "[A-Za-z0-9.:]+",
        }),
    );
    choice.addEventListener("change", () => only(other, choice.value === ""));
    only(other, choice.value === "");
    return [labelled(t("FIELD_BREACH"), choice), other];
}

/** What a penalty needs. @param {string} kind @param {string} penalty @param {Snapshot} game */
function amountField(kind, penalty, game) {
    const needed = !kind.endsWith("?");
    const input = (/** @type {Record<string, string>} */ more) =>
        make("input", { name: "amount", required: needed, autocomplete: "off", ...more });
    const points = () =>
        select(
            "amount",
            [
                .../** @type {[string, string][]} */ (needed ? [] : [["", t("OPTIONAL")]]),
                .../** @type {[string, string][]} */ (
                    (game.options.points ?? "1-1/2-0").split("-").map((one) => [one, one])
                ),
            ],
            "",
        );
    const theirs = penalty !== "own-score";
    /** @type {Record<string, () => HTMLElement>} */
    const fields = {
        seconds: () =>
            labelled(
                t("FIELD_SECONDS"),
                input({ pattern: "[0-9.]+", inputmode: "decimal", placeholder: "120" }),
            ),
        points: () => labelled(t(theirs ? "FIELD_POINTS_OPPONENT" : "FIELD_POINTS"), points()),
        text: () => labelled(t("FIELD_TEXT"), input({ maxlength: "200" })),
        rounds: () =>
            labelled(t("FIELD_ROUNDS"), input({ pattern: "[0-9]+", inputmode: "numeric" })),
    };
    return fields[kind.replace("?", "")]?.() ?? null;
}

/** The penalties of this edition, with what the chosen one needs. @param {Snapshot} game */
function penaltyFields(game) {
    const known = PENALTIES.filter(([one]) => game.laws.penalties.includes(one));
    const choice = select(
        "penalty",
        known.map(([one]) => [one, t(`PENALTY_${one.toUpperCase().replace("-", "_")}`)]),
        "warning",
    );
    const amount = make("div", {});
    const draw = () => {
        const kind = known.find(([one]) => one === choice.value)?.[1] ?? "";
        const field = amountField(kind, choice.value, game);
        amount.replaceChildren(...(field ? [field] : []));
    };
    choice.addEventListener("change", draw);
    draw();
    return [labelled(t("FIELD_PENALTY"), choice), amount];
}

/** A position, on a board or as a FEN. @param {Snapshot} game */
function positionFields(game) {
    const field = make("input", {
        name: "fen",
        required: true,
        autocomplete: "off",
        maxlength: 300,
        value: game.state.fen,
        spellcheck: "false",
    });
    return [labelled(t("FIELD_FEN"), field), editorButton(field, async () => FINE)];
}

/** @param {string} verb @param {string} slot @param {Snapshot} game @returns {Node[]} */
export function drawFields(verb, slot, game) {
    if (verb === "appoint-assistant")
        return [
            labelled(
                t("FIELD_NAME"),
                make("input", {
                    name: "text",
                    required: true,
                    autocomplete: "off",
                    maxlength: 80,
                }),
            ),
        ];
    if (verb === "seal") return []; /* on paper; nobody types what is sealed */
    if (slot === "article") return breachFields(game);
    if (slot === "fen") return positionFields(game);
    return slot === "penalty" ? penaltyFields(game) : [drawField(slot)];
}

/** @param {string} slot */
function drawField(slot) {
    const name = slot.replace("?", ""),
        needed = !slot.endsWith("?") && slot !== "resume";
    const text = (/** @type {Record<string, string>} */ more = {}) =>
        make("input", { name, required: needed, autocomplete: "off", maxlength: 300, ...more });
    /** @type {Record<string, () => HTMLElement>} */
    const fields = {
        colour: () => select(name, colours(false), "white"),
        colours: () => select(name, colours(true), "white"),
        decision: () =>
            select(
                name,
                [
                    ["accept", t("DO_ACCEPT")],
                    ["reject", t("DO_REJECT")],
                    ["defer", t("DO_DEFER")],
                ],
                "accept",
            ),
        appeal: () =>
            select(
                name,
                [
                    ["dismissed", t("APPEAL_DISMISSED")],
                    ["upheld", t("APPEAL_UPHELD")],
                ],
                "dismissed",
            ),
        result: () => select(name, resultChoices(), "1-0"),
        time: () => text({ pattern: "[0-9:.]+", placeholder: "1:30:00" }),
        seconds: () => text({ pattern: "-?[0-9.]+", inputmode: "decimal", placeholder: "120" }),
        number: () => text({ pattern: "[0-9]+", inputmode: "numeric" }),
        moves: () => text({ pattern: "[0-9]+", inputmode: "numeric" }),
        ply: () =>
            make("input", { name, autocomplete: "off", inputmode: "numeric", pattern: "[0-9]*" }),
    };
    if (name === "in-bag")
        return make(
            "label",
            { class: "check" },
            make("input", { type: "checkbox", name, value: name }),
            make("span", {}, t("FIELD_IN_BAG")),
        );
    return labelled(
        t(`FIELD_${name.toUpperCase()}`) + (needed ? "" : ` (${t("OPTIONAL")})`),
        (fields[name] ?? (() => text()))(),
    );
}

/**
 * The event that a filled form says.
 * @param {string} verb
 * @param {string[]} slots
 * @param {FormData} form
 */
export function composeEvent(verb, slots, form) {
    const words = [verb];
    for (const slot of slots) {
        const name = slot.replace("?", "");
        const said = (/** @type {string} */ field) => oneLine(String(form.get(field) ?? ""));
        const value = said(name) || said(`${name}-other`);
        if (value !== "")
            words.push(
                name === "moves"
                    ? `moves ${value}`
                    : name === "resume"
                      ? `resume ${quoted(value)}`
                      : value,
            );
        else if (name === "ply") words.push("unknown");
        if (name === "penalty" && said("amount") !== "") words.push(said("amount"));
    }
    return words.join(" ");
}
