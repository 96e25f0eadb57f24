/* SPDX-License-Identifier: MIT */
/* What an arbiter does: the events of his that the case language knows, each as a small form. */
import { flagDown } from "./clock.js";
import { byId, make, setText, show } from "./dom.js";
import { labelled } from "./dialogs.js";
import { PENALTIES, VERBS } from "./lists.js";
import { select } from "./page.js";
import { can, oneLine } from "./questions.js";
import { gameTime } from "./rulings.js";
import { playerName } from "./strip.js";
import { say, t } from "./texts.js";
import { assistantsIn, drawMatter, mattersOf, reportText, reportsIn } from "./waiting.js";
import { resultChoices } from "./words.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */

/** What an arbiter can say, with the arguments. */
export const ARBITER_VERBS = VERBS.filter(({ by }) => by === "arbiter" || by === "anyone");
/** @param {string} verb */
const verbId = (verb) => `VERB_${verb.toUpperCase().replace(/[ -]/g, "_")}`;

/** The colours that a field may name. @param {boolean} both @returns {[string, string][]} */
function colours(both) {
    return [
        ["white", t("WHITE")],
        ["black", t("BLACK")],
        .../** @type {[string, string][]} */ (both ? [["both", t("BOTH")]] : []),
    ];
}

/** What a verb is called here: without clocks none is stopped. @param {string} verb @param {boolean} timed */
function verbText(verb, timed) {
    return t(verb === "stop" && !timed ? "VERB_STOP_UNTIMED" : verbId(verb));
}

/** @param {Snapshot} game */
const isTimed = (game) => game.time !== "none";

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

/** @param {string} verb @param {string} slot @param {Snapshot} game @returns {Node[]} */
function drawFields(verb, slot, game) {
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
    if (slot === "article") return breachFields(game);
    return slot === "penalty" ? penaltyFields(game) : [drawField(slot, game)];
}

/** @param {string} slot @param {Snapshot} game */
function drawField(slot, game) {
    const name = slot.replace("?", ""),
        needed = !slot.endsWith("?");
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
        fen: () => text({ value: game.state.fen, spellcheck: "false" }),
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
        if (value !== "") words.push(name === "moves" ? `moves ${value}` : value);
        else if (name === "ply") words.push("unknown");
        if (name === "penalty" && said("amount") !== "") words.push(said("amount"));
    }
    return words.join(" ");
}

export class Arbiter {
    /**
     * @param {{game: () => Snapshot, now: () => number, send: (event: string) => Promise<any>, link: (name: string) => Promise<void>}} page
     */
    constructor(page) {
        this.page = page;
        this.verb = "stop";
        /** The flags that are down. @type {string[]} */
        this.down = [];
        byId("arbiter-form").addEventListener("submit", (event) =>
            this.submit(/** @type {SubmitEvent} */ (event)),
        );
        for (const verb of ["start", "stop", "resume"])
            byId(`quick-${verb}`).addEventListener("click", () => page.send(verb));
        byId("quick-flag").addEventListener("click", () => this.fallenFlag());
        byId("quick-illegal").addEventListener("click", () => page.send("observe illegal"));
        /** What was drawn last of that which waits, so that no button changes under a finger. */
        this.drawn = "";
        /** The verbs that are offered. */
        this.offered = "";
        this.build();
    }

    /** Draws the choice of verbs and the fields of the chosen one. */
    build() {
        this.drawn = "";
        this.offered = "";
        this.drawChoice();
        this.buildFields();
    }

    /** The verbs that would be heard; a form that is being filled in stays as it is. */
    drawChoice() {
        const game = this.page.game(),
            now = this.page.now();
        const verbs = ARBITER_VERBS.map(({ verb }) => verb).filter((verb) =>
            can(game.state, verb, now),
        );
        const key = verbs.join();
        if (key === this.offered) return;
        this.offered = key;
        if (!verbs.includes(this.verb)) {
            this.verb = verbs[0] ?? "";
            this.buildFields();
        }
        const choice = select(
            "verb",
            verbs.map((verb) => [verb, verbText(verb, isTimed(game))]),
            this.verb,
        );
        choice.addEventListener("change", () => {
            this.verb = choice.value;
            this.buildFields();
        });
        byId("arbiter-verb").replaceChildren(labelled(t("ARBITER_EVENT"), choice));
        show(byId("arbiter-form"), verbs.length > 0);
    }

    slots() {
        return ARBITER_VERBS.find(({ verb }) => verb === this.verb)?.slots ?? [];
    }

    buildFields() {
        byId("arbiter-fields").replaceChildren(
            ...this.slots().flatMap((slot) => drawFields(this.verb, slot, this.page.game())),
        );
    }

    /** @param {SubmitEvent} event */
    async submit(event) {
        event.preventDefault();
        const form = /** @type {HTMLFormElement} */ (event.target);
        const verb = this.verb,
            said = new FormData(form);
        const answer = await this.page.send(composeEvent(verb, this.slots(), said));
        if (!answer || answer.refused) return;
        this.buildFields();
        if (verb === "appoint-assistant") this.page.link(oneLine(String(said.get("text") ?? "")));
    }

    /** The flag that is down; when both are, the clock knows which fell first. */
    fallenFlag() {
        return this.page.send(`flag ${this.down[0] ?? "both"}`);
    }

    /** @param {number} now */
    tick(now) {
        const { state } = this.page.game();
        this.down = /** @type {const} */ (["white", "black"]).filter((side) =>
            flagDown(state.clock, side, now),
        );
        show(byId("quick-flag"), can(state, "flag", now) && this.down.length > 0);
    }

    /** What waits for a decision, and what spectators told. */
    drawWaiting() {
        const game = this.page.game();
        const matters = mattersOf(game.state, (side) => playerName(game, side));
        const reports = reportsIn(game.log);
        const assistants = game.role === "assistant" ? [] : assistantsIn(game.log);
        const key = JSON.stringify([matters, reports.length, assistants]);
        if (key === this.drawn) return;
        this.drawn = key;
        show(byId("waiting"), matters.length > 0);
        byId("matters").replaceChildren(
            ...matters.map((matter) => drawMatter(matter, (event) => this.page.send(event))),
        );
        show(byId("assistants"), assistants.length > 0);
        byId("assistant-list").replaceChildren(
            ...assistants.map((name) => {
                const button = make("button", { type: "button" }, t("ASSISTANT_LINK", { name }));
                button.addEventListener("click", () => this.page.link(name));
                return make("li", {}, button);
            }),
        );
        show(byId("reports"), reports.length > 0);
        byId("report-list").replaceChildren(
            ...reports.map(({ event, time }) =>
                make(
                    "li",
                    {},
                    make("span", { class: "time" }, gameTime(time)),
                    ` ${reportText(event)}`,
                ),
            ),
        );
    }

    draw() {
        const game = this.page.game(),
            now = this.page.now();
        for (const [id, verb] of [
            ["start", "start"],
            ["stop", "stop"],
            ["resume", "resume"],
            ["illegal", "observe illegal"],
        ])
            show(byId(`quick-${id}`), can(game.state, verb, now));
        setText(byId("quick-stop"), verbText("stop", isTimed(game)));
        this.drawChoice();
        this.drawWaiting();
    }
}
