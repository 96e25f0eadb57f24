/* SPDX-License-Identifier: MIT */
/*
 * What an arbiter does: the events of his that the case language knows, each as a small form. The
 * list follows include/arbitro/events.def; a test compares the two.
 */
import { flagDown } from "./clock.js";
import { byId, make, show } from "./dom.js";
import { labelled } from "./dialogs.js";
import { select } from "./page.js";
import { goesOn, oneLine } from "./player.js";
import { t } from "./texts.js";

/**
 * Verbs, with their arguments; ? may be left out. The order is that of an arbiter's day.
 * @type {[string, ...string[]][]}
 */
export const ARBITER_VERBS = [
    ["start"],
    ["stop", "text?"],
    ["resume"],
    ["flag", "colours"],
    ["set-clock", "colour", "time", "moves?"],
    ["compensate", "colour", "seconds"],
    ["observe illegal", "number?"],
    ["observe displaced"],
    ["restore", "ply"],
    ["set-position", "fen"],
    ["found wrong-setup", "squares?"],
    ["found rotated-board"],
    ["found reversed-colours"],
    ["infringement", "colour", "article", "text?"],
    ["penalty", "colour", "penalty", "amount?"],
    ["default", "colours"],
    ["waive", "colour"],
    ["allow", "text"],
    ["deny", "text"],
    ["award", "result"],
    ["annul"],
    ["revoke", "number", "text?"],
    ["rule", "text"],
];

const PENALTIES = [
    "warning",
    "opponent-time",
    "own-time",
    "opponent-score",
    "own-score",
    "loss",
    "fine",
    "exclude",
    "expel",
];
const RESULTS = ["1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2", "+/-", "-/+", "-/-", "void"];

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

/** @param {string} slot @param {string} fen */
function drawField(slot, fen) {
    const name = slot.replace("?", ""),
        needed = !slot.endsWith("?");
    const text = (/** @type {Record<string, string>} */ more = {}) =>
        make("input", { name, required: needed, autocomplete: "off", maxlength: 300, ...more });
    /** @type {Record<string, () => HTMLElement>} */
    const fields = {
        colour: () => select(name, colours(false), "white"),
        colours: () => select(name, colours(true), "white"),
        penalty: () =>
            select(
                name,
                PENALTIES.map((one) => [one, t(`PENALTY_${one.toUpperCase().replace("-", "_")}`)]),
                "warning",
            ),
        result: () =>
            select(
                name,
                RESULTS.map((one) => [one, one]),
                "1-0",
            ),
        time: () => text({ pattern: "[0-9:.]+", placeholder: "1:30:00" }),
        seconds: () => text({ pattern: "-?[0-9.]+", inputmode: "decimal", placeholder: "120" }),
        number: () => text({ pattern: "[0-9]+", inputmode: "numeric" }),
        moves: () => text({ pattern: "[0-9]+", inputmode: "numeric" }),
        ply: () => text({ pattern: "[0-9]+|unknown", placeholder: "0" }),
        article: () => text({ pattern: "[A-Za-z0-9.]+", placeholder: "11.5" }),
        fen: () => text({ value: fen, spellcheck: "false" }),
    };
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
        const value = oneLine(String(form.get(name) ?? ""));
        if (value !== "") words.push(name === "moves" ? `moves ${value}` : value);
    }
    return words.join(" ");
}

export class Arbiter {
    /**
     * @param {{game: () => import("./types.js").Snapshot, send: (event: string) => Promise<any>}} page
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
        byId("quick-allow").addEventListener("click", () => page.send("allow draw"));
        byId("quick-deny").addEventListener("click", () => page.send("deny draw"));
        this.build();
    }

    /** Draws the choice of verbs and the fields of the chosen one. */
    build() {
        const choice = select(
            "verb",
            ARBITER_VERBS.map(([verb]) => [verb, t(verbId(verb))]),
            this.verb,
        );
        choice.addEventListener("change", () => {
            this.verb = choice.value;
            this.buildFields();
        });
        byId("arbiter-verb").replaceChildren(labelled(t("ARBITER_EVENT"), choice));
        this.buildFields();
    }

    slots() {
        return (ARBITER_VERBS.find(([verb]) => verb === this.verb) ?? [""]).slice(1);
    }

    buildFields() {
        byId("arbiter-fields").replaceChildren(
            ...this.slots().map((slot) => drawField(slot, this.page.game().state.fen)),
        );
    }

    /** @param {SubmitEvent} event */
    async submit(event) {
        event.preventDefault();
        const form = /** @type {HTMLFormElement} */ (event.target);
        const answer = await this.page.send(
            composeEvent(this.verb, this.slots(), new FormData(form)),
        );
        if (answer && !answer.refused) this.buildFields();
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
        show(byId("quick-flag"), goesOn(state) && this.down.length > 0);
    }

    draw() {
        const { state } = this.page.game();
        const on = goesOn(state);
        show(byId("quick-start"), state.phase === "waiting");
        show(byId("quick-stop"), on && state.phase === "playing");
        show(byId("quick-resume"), on && state.phase !== "playing" && state.phase !== "waiting");
        show(byId("quick-illegal"), on && state.phase !== "waiting");
        show(byId("quick-allow"), state.pending === "consent");
        show(byId("quick-deny"), state.pending === "consent");
    }
}
