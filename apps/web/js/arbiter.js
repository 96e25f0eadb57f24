/* SPDX-License-Identifier: MIT */
/* What an arbiter does: the events of his that the case language knows, each as a small form. */
import { Adjourned } from "./adjourned.js";
import { composeEvent, drawFields } from "./arbiter_fields.js";
import { flagDown } from "./clock.js";
import { Correcting } from "./correcting.js";
import { byId, make, setText, show } from "./dom.js";
import { labelled } from "./dialogs.js";
import { VERBS } from "./lists.js";
import { select } from "./page.js";
import { MOVED_ON, drawPreview } from "./preview.js";
import { can, oneLine } from "./questions.js";
import { Record } from "./record.js";
import { gameTime } from "./rulings.js";
import { playerName } from "./strip.js";
import { t } from "./texts.js";
import { assistantsIn, drawMatter, mattersOf, reportText, reportsIn } from "./waiting.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */

/** What an arbiter can say, with the arguments. */
export const ARBITER_VERBS = VERBS.filter(({ by }) => by === "arbiter" || by === "anyone");
/** @param {string} verb */
const verbId = (verb) => `VERB_${verb.toUpperCase().replace(/[ -]/g, "_")}`;

/** What a verb is called here: without clocks none is stopped. @param {string} verb @param {boolean} timed */
function verbText(verb, timed) {
    return t(verb === "stop" && !timed ? "VERB_STOP_UNTIMED" : verbId(verb));
}

/** @param {Snapshot} game */
const isTimed = (game) => game.time !== "none";

/** While scoresheets are brought up to date, what decides the game is shown first. @param {import("./types.js").State} state @param {string} verb */
const isLed = (state, verb) => state.phase === "updating" && ["resume", "flag"].includes(verb);

/** How long somebody pauses in the form before the server is asked what it would do. */
const PREVIEW_MS = 300;

/** In one column what waits, and what a chosen move is for, lies at the lower edge of the window; see arbiter.css. */
const ONE_COLUMN = "(max-width: 55.99rem) and (orientation: portrait) and (min-height: 30.01rem)";

export class Arbiter {
    /** @param {import("./correcting.js").ArbiterPage & import("./adjourned.js").HallPage} page */
    constructor(page) {
        this.page = page;
        this.record = new Record(page);
        this.adjourned = new Adjourned(page);
        this.correcting = new Correcting(page, (verb, side) => this.open(verb, side));
        this.verb = "stop";
        /** The flags that are down. @type {string[]} */
        this.down = [];
        const form = byId("arbiter-form");
        form.addEventListener("submit", (event) => this.submit(/** @type {SubmitEvent} */ (event)));
        form.addEventListener("input", () => this.inquire());
        byId("arbiter-more").addEventListener("toggle", () => this.inquire());
        /** How often the form has changed. */
        this.asked = 0;
        /** What the form shows that it would do. @type {{event: string, seq: number}|null} */
        this.shown = null;
        for (const verb of ["start", "stop", "resume"])
            byId(`quick-${verb}`).addEventListener("click", () => page.send(verb));
        byId("quick-flag").addEventListener("click", () => this.fallenFlag());
        byId("quick-illegal").addEventListener("click", () => page.send("observe illegal"));
        /** What was drawn last of that which waits, so that no button changes under a finger. */
        this.drawn = "";
        /** The verbs that are offered. */
        this.offered = "";
        const column = matchMedia(ONE_COLUMN);
        const place = () =>
            column.matches
                ? byId("bar").append(byId("restore"), byId("waiting"))
                : byId("arbiter").prepend(byId("waiting"), byId("restore"));
        column.addEventListener("change", place);
        place();
        this.build();
    }

    /** Draws the choice of verbs and the fields of the chosen one. */
    build() {
        this.drawn = "";
        this.offered = "";
        this.drawChoice();
        this.buildFields();
        this.record.redraw();
        this.adjourned.redraw();
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
        this.inquire();
    }

    /** What the form, as it is filled in, would do: shown before it is recorded. */
    inquire() {
        const mine = ++this.asked;
        const form = /** @type {HTMLFormElement} */ (byId("arbiter-form"));
        const box = byId("arbiter-preview");
        box.replaceChildren();
        this.shown = null;
        if (!(/** @type {HTMLDetailsElement} */ (byId("arbiter-more")).open)) return;
        setTimeout(async () => {
            if (mine !== this.asked || this.verb === "" || !form.checkValidity()) return;
            const event = composeEvent(this.verb, this.slots(), new FormData(form));
            try {
                const preview = await this.page.ask("/api/preview", { event });
                if (mine !== this.asked) return;
                this.shown = { event, seq: preview.seq };
                box.replaceChildren(drawPreview(preview, this.page.game()));
            } catch {
                /* what cannot be read is told when it is sent */
            }
        }, PREVIEW_MS);
    }

    /** Opens the form with this verb, for this player. @param {string} verb @param {string} side */
    open(verb, side) {
        /** @type {HTMLDetailsElement} */ (byId("arbiter-more")).open = true;
        this.verb = verb;
        this.offered = "";
        this.drawChoice();
        this.buildFields();
        const colour = byId("arbiter-fields").querySelector("select[name=colour]");
        if (colour instanceof HTMLSelectElement) colour.value = side;
        byId("arbiter-form").scrollIntoView({ block: "nearest" });
        byId("arbiter-fields").querySelector("select")?.focus();
    }

    /** @param {SubmitEvent} event */
    async submit(event) {
        event.preventDefault();
        const form = /** @type {HTMLFormElement} */ (event.target);
        const verb = this.verb,
            said = new FormData(form);
        const answer = await this.carryOut(composeEvent(verb, this.slots(), said));
        if (!answer || answer.refused) return;
        this.buildFields();
        if (verb === "appoint-assistant") this.page.link(oneLine(String(said.get("text") ?? "")));
    }

    /** Does what the form shows that it would do; what it does not show yet is shown first. @param {string} event */
    async carryOut(event) {
        const { shown, correcting } = this;
        if (shown?.event !== event) return correcting.said(event);
        const answer = await this.page.send(event, shown.seq);
        if (answer !== MOVED_ON) return answer;
        const how = { yes: t("SAID_YES"), text: event };
        return correcting.confirmed(event, t("SAID_TITLE"), how, true);
    }

    /** The flag that is down; when both are, the clock knows which fell first. */
    fallenFlag() {
        return this.page.send(`flag ${this.down[0] ?? "both"}`);
    }

    /** @param {number} now */
    tick(now) {
        const { state } = this.page.game();
        this.adjourned.tick(performance.now());
        this.down = /** @type {const} */ (["white", "black"]).filter((side) =>
            flagDown(state.clock, side, now),
        );
        show(
            byId("quick-flag"),
            can(state, "flag", now) && this.down.length > 0 && !isLed(state, "flag"),
        );
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
            show(byId(`quick-${id}`), can(game.state, verb, now) && !isLed(game.state, verb));
        setText(byId("quick-stop"), verbText("stop", isTimed(game)));
        this.correcting.draw();
        this.drawChoice();
        this.drawWaiting();
        this.record.draw();
        this.adjourned.draw();
    }
}
