/* SPDX-License-Identifier: MIT */
/*
 * What a player may say beside moving, offering and claiming: those of it that would be heard now.
 * The rest is not shown.
 */
import { ApiError } from "./api.js";
import { askAssistant } from "./appointing.js";
import { flagDown } from "./clock.js";
import { ask, labelled } from "./dialogs.js";
import { byId, make, setText, show } from "./dom.js";
import { explain, findArticle } from "./explain.js";
import { failureText, select } from "./page.js";
import { can, goesOn, oneLine, opponent, quoted } from "./questions.js";
import { isSpoken } from "./saying.js";
import { t } from "./texts.js";
import { isExpelled, resultChoices } from "./words.js";

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").Snapshot} Snapshot */

/**
 * The buttons with what each of them says, in the order in which they are shown; the first six stand
 * beside the other claims, and the last by itself.
 * @type {[string, string][]}
 */
export const ACTIONS = [
    ["write", "write-position"],
    ["confirm", "confirm position"],
    ["confirm-sheet", "confirm sheet"],
    ["contest", "contest"],
    ["illegal", "claim illegal"],
    ["quickplay", "claim cannot-win"],
    ["increment", "request increment"],
    ["correct", "agree correct"],
    ["replace", "replace"],
    ["paper", "request paper"],
    ["sheet", "request sheet"],
    ["count", "request count"],
    ["takeback", "request takeback"],
    ["abort", "request abort"],
    ["leave", "leave"],
    ["return", "return"],
    ["appoint", "appoint"],
    ["ask", "ask"],
    ["appeal", "appeal"],
    ["sign", "sign"],
];
/** Those that are said at once, without a question before. */
const PLAIN = [
    "confirm",
    "confirm-sheet",
    "illegal",
    "increment",
    "correct",
    "paper",
    "sheet",
    "count",
    "return",
    "takeback",
    "abort",
];
/** Those that stand outside the list of the rest. */
const BESIDE = 6;

/** @param {Snapshot} game @param {Colour} side */
export function hasSigned(game, side) {
    return game.log.some(
        ({ actor, event, refused }) => actor === side && event.startsWith("sign ") && !refused,
    );
}

/**
 * What is shown now: of what would be heard all but that which the player has said already, and the
 * count of the moves only when somebody needs it.
 * @param {Snapshot} game
 * @param {Colour} side
 * @param {number} now
 * @returns {Set<string>}
 */
export function actionsNow(game, side, now) {
    const { state } = game;
    const flag = flagDown(state.clock, "white", now) || flagDown(state.clock, "black", now);
    const needless = {
        correct: state.agreed.includes(side),
        write: state.papers !== "none" && state.papers !== "contested",
        contest: state.papers === "contested",
        sign: hasSigned(game, side),
        takeback: state.takeback.includes(side),
        abort: state.abort.includes(side),
        count: !flag,
    };
    return new Set(
        ACTIONS.filter(
            ([action, verb]) =>
                can(state, verb, now) &&
                !(/** @type {Record<string, boolean>} */ (needless)[action]),
        ).map(([action]) => action),
    );
}

/** @param {string} yes */
const yesOrNo = (yes) => [
    { value: "no", text: t("CANCEL") },
    { value: "yes", text: yes, kind: "primary" },
];

export class More {
    /**
     * @param {Colour} side
     * @param {{game: () => Snapshot, now: () => number, send: (event: string) => Promise<any>, tell: (text: string) => void}} page
     * @param {() => void} claim  opens the claims at those of the quickplay finish
     * @param {() => void} replace  lets the next carried piece put right what was made
     */
    constructor(side, page, claim, replace) {
        this.side = side;
        this.page = page;
        for (const [action, event] of ACTIONS)
            if (PLAIN.includes(action))
                byId(`act-${action}`).addEventListener("click", () => page.send(event));
        byId("act-write").addEventListener("click", () =>
            page.send(`write-position ${page.game().state.fen}`),
        );
        byId("act-contest").addEventListener("click", () => this.contest());
        byId("act-quickplay").addEventListener("click", claim);
        byId("act-replace").addEventListener("click", replace);
        byId("act-leave").addEventListener("click", () => this.leave());
        byId("act-appoint").addEventListener("click", () => this.appoint());
        byId("act-ask").addEventListener("click", () => this.askArticle());
        byId("act-appeal").addEventListener("click", () => this.appeal());
        byId("act-sign").addEventListener("click", () => this.sign());
        for (const answer of ["allow", "deny"])
            byId(`plea-${answer}`).addEventListener("click", () =>
                page.send(`${answer} ${this.asked}`),
            );
        /** What the opponent asks for: "takeback", "abort" or "". */
        this.asked = "";
        byId("correct-agree").addEventListener("click", () => page.send("agree correct"));
        /** What was shown last, so that a tick changes nothing that stays. */
        this.shown = "";
    }

    /* ---- what is asked first */

    async appoint() {
        const game = this.page.game();
        const event = await askAssistant(this.side, game.names, isSpoken(game));
        if (event) await this.page.send(event);
    }

    async leave() {
        const places = ["area", "venue"].map((place, i) =>
            make(
                "label",
                { class: "check" },
                make("input", { type: "radio", name: "place", value: place, checked: i === 0 }),
                make("span", {}, t(place === "area" ? "LEAVE_AREA" : "LEAVE_VENUE")),
            ),
        );
        const { value, form } = await ask(
            t("LEAVE"),
            [
                make("p", {}, t("LEAVE_TEXT")),
                make(
                    "fieldset",
                    {},
                    make("legend", { class: "visually-hidden" }, t("LEAVE")),
                    ...places,
                ),
            ],
            yesOrNo(t("LEAVE_YES")),
        );
        if (value === "yes") this.page.send(`leave ${form.get("place")}`);
    }

    async askArticle() {
        const field = make("input", {
            name: "article",
            maxlength: 20,
            required: true,
            autocomplete: "off",
            autocapitalize: "off",
            spellcheck: "false",
        });
        const { value, form } = await ask(
            t("ASK"),
            [labelled(t("ASK_NUMBER"), field)],
            yesOrNo(t("ASK_YES")),
        );
        const number = oneLine(String(form.get("article") ?? ""));
        if (value !== "yes" || number === "") return;
        try {
            const found = await findArticle(number);
            await this.page.send(`ask ${found.article}`);
            await explain(found.article);
        } catch (error) {
            const unknown = error instanceof ApiError && error.status === 404;
            this.page.tell(unknown ? t("ASK_UNKNOWN", { number }) : failureText(error));
        }
    }

    async appeal() {
        const field = make("input", {
            name: "text",
            maxlength: 300,
            required: true,
            autocomplete: "off",
        });
        const { value, form } = await ask(
            t("APPEAL"),
            [make("p", {}, t("APPEAL_TEXT")), labelled(t("APPEAL_AGAINST"), field)],
            yesOrNo(t("APPEAL_YES")),
        );
        const text = oneLine(String(form.get("text") ?? ""));
        if (value === "yes" && text !== "") this.page.send(`appeal ${quoted(text)}`);
    }

    async contest() {
        const field = make("input", { name: "text", maxlength: 300, autocomplete: "off" });
        const { value, form } = await ask(
            t("PAPERS_CONTEST"),
            [labelled(t("PAPERS_CONTEST_WHAT"), field)],
            yesOrNo(t("PAPERS_CONTEST_YES")),
        );
        const text = oneLine(String(form.get("text") ?? ""));
        if (value === "yes") this.page.send(text === "" ? "contest" : `contest ${quoted(text)}`);
    }

    async sign() {
        const results = select("result", resultChoices(), this.page.game().state.result);
        const { value, form } = await ask(
            t("SIGN"),
            [make("p", {}, t("SIGN_TEXT")), labelled(t("SIGN_RESULT"), results)],
            yesOrNo(t("SIGN_YES")),
        );
        if (value === "yes") this.page.send(`sign ${form.get("result")}`);
    }

    /* ---- what is shown */

    draw() {
        const game = this.page.game();
        const theirs = game.state.agreed.includes(opponent(this.side)),
            mine = game.state.agreed.includes(this.side);
        show(byId("correct"), goesOn(game.state) && (theirs || mine));
        show(byId("correct-agree"), theirs && !mine);
        setText(byId("correct-text"), t(theirs && !mine ? "CORRECT_THEIRS" : "CORRECT_MINE"));
        this.drawPlea(game.state);
        show(byId("expelled"), isExpelled(game.state, this.side));
        show(byId("signed"), hasSigned(game, this.side));
        this.shown = "";
        this.tick(this.page.now());
    }

    /** What one of the two asks of the other. @param {import("./types.js").State} state */
    drawPlea(state) {
        const theirs = opponent(this.side);
        this.asked = state.takeback.includes(theirs)
            ? "takeback"
            : state.abort.includes(theirs)
              ? "abort"
              : "";
        const mine = state.takeback.includes(this.side) || state.abort.includes(this.side);
        show(byId("plea"), this.asked !== "" || mine);
        for (const answer of ["allow", "deny"]) show(byId(`plea-${answer}`), this.asked !== "");
        setText(
            byId("plea-text"),
            t(this.asked === "" ? "PLEA_MINE" : `PLEA_${this.asked.toUpperCase()}`),
        );
    }

    /** Some of it comes with time. @param {number} now */
    tick(now) {
        const sensible = actionsNow(this.page.game(), this.side, now);
        const key = [...sensible].join();
        if (key === this.shown) return;
        this.shown = key;
        for (const [action] of ACTIONS) show(byId(`act-${action}`), sensible.has(action));
        show(
            byId("more"),
            ACTIONS.slice(BESIDE, -1).some(([action]) => sensible.has(action)),
        );
    }
}
