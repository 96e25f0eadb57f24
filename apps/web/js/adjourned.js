/* SPDX-License-Identifier: MIT */
/*
 * The arbiter adjourns a game, looks after its envelope, and resumes it (Guidelines I). What can be done
 * the server says; the key of the envelope is on this device, and is told to nobody.
 */
import { clientId, requestJson } from "./api.js";
import { devicePublic, keepKey, keyFor } from "./device.js";
import { ask, labelled } from "./dialogs.js";
import { byId, make, show } from "./dom.js";
import { fitsLock, openBox } from "./envelope_seal.js";
import { readKeyText } from "./keytext.js";
import { can, oneLine, opponent, quoted } from "./questions.js";
import { resumptionFields, resumptionOf, resumptionText, untilText } from "./resumption.js";
import { playerName } from "./strip.js";
import { say, t } from "./texts.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Colour} Colour */
/** What the server tells of an envelope. @typedef {{kept: "page"|"paper"|null, face: import("./envelope.js").Face|null, devices: string[], hash?: string, lock?: string, box?: string}} Told */

/**
 * What the page of a game gives to its arbiter.
 * @typedef {object} HallPage
 * @property {string} key  of this page
 * @property {() => string} query  which game the desk means
 * @property {() => import("./types.js").Presence|null} presence
 * @property {(text: string) => void} tell
 * @property {(error: unknown) => void} failed
 */

/** How often a page tells its public key again while somebody is to seal: the server may have been restarted. */
const TELL_MS = 20000;

const SIDES = /** @type {const} */ (["white", "black"]);

/** What is asked before a game, or all of a session, is adjourned; null when it is not. @param {string} title @param {string} text */
export async function askResumption(title, text) {
    const { value, form } = await ask(
        title,
        [make("p", {}, text), ...resumptionFields(Date.now())],
        [
            { value: "no", text: t("CANCEL") },
            { value: "yes", text: t("ADJOURN_YES"), kind: "primary" },
        ],
    );
    return value === "yes" ? resumptionOf(form) : null;
}

export class Adjourned {
    /** @param {import("./correcting.js").ArbiterPage & HallPage} page */
    constructor(page) {
        this.page = page;
        /** What was asked of the envelope, and for which state of the game. */
        this.asked = "";
        /** @type {Told|null} */
        this.told = null;
        this.hasKey = false;
        this.toldKeyAt = -TELL_MS;
        this.drawn = "";
        byId("quick-adjourn").addEventListener("click", () => this.adjourn());
    }

    onPage() {
        return this.page.game().options.sealing === "page";
    }

    /* ---- keys */

    /** Tells the server the public key of this device, so that players can seal for it. */
    async tellKey() {
        this.toldKeyAt = performance.now();
        try {
            await this.page.ask("/api/envelope/key", { key: devicePublic() });
        } catch {
            this.toldKeyAt = -TELL_MS; /* with the next look */
        }
    }

    /** Asks how it stands with the envelope, and whether this device has its key. */
    async look() {
        this.told = await requestJson(`/api/envelope${this.page.query()}`, { key: this.page.key });
        const lock = this.told?.lock;
        this.hasKey = lock !== undefined && keyFor(this.page.game().game, lock) !== null;
        return /** @type {Told} */ (this.told);
    }

    /** A key that was typed from the envelope. @param {string} typed */
    takeKey(typed) {
        const secret = readKeyText(typed);
        if (!secret || !this.told?.lock || !fitsLock(this.told.lock, secret)) {
            this.page.tell(t("ENVELOPE_WRONG_KEY"));
            return;
        }
        keepKey(this.page.game().game, secret);
        this.hasKey = true;
        this.redraw();
    }

    /* ---- what is done */

    async adjourn() {
        const resume = await askResumption(t("ADJOURN_TITLE"), t("ADJOURN_TEXT"));
        if (resume === null) return;
        if (this.onPage()) await this.tellKey();
        this.page.send(resume === "" ? "adjourn" : `adjourn resume ${quoted(resume)}`);
    }

    /** Resumes with those who are there: whose pages are open, unless the arbiter knows better. */
    async resume() {
        const game = this.page.game();
        const here = this.page.presence();
        const boxes = SIDES.map((side) =>
            make(
                "label",
                { class: "check" },
                make("input", { type: "checkbox", name: side, checked: here?.[side] ?? false }),
                make("span", {}, t("CONTINUE_HERE", { player: playerName(game, side) })),
            ),
        );
        const grace = game.options["default-time"] ?? "0";
        const { value, form } = await ask(
            t("CONTINUE_TITLE"),
            [
                make("p", {}, t("CONTINUE_TEXT")),
                make("fieldset", {}, make("legend", {}, t("CONTINUE_WHO")), ...boxes),
                make("p", {}, t(/[1-9]/.test(grace) ? "CONTINUE_GRACE" : "CONTINUE_NO_GRACE")),
            ],
            [
                { value: "no", text: t("CANCEL") },
                { value: "yes", text: t("CONTINUE_YES"), kind: "primary" },
            ],
        );
        if (value !== "yes") return;
        try {
            await this.page.ask("/api/envelope/absent", {
                absent: SIDES.filter((side) => !form.has(side)),
            });
            await this.page.send("continue");
        } catch (error) {
            this.page.failed(error);
        }
    }

    async open() {
        try {
            const told = await this.look();
            if (told.kept === "paper") await this.openPaper();
            else await this.openBlob(told);
        } catch (error) {
            this.page.failed(error);
        }
    }

    async openPaper() {
        const field = make("input", {
            name: "text",
            maxlength: 80,
            required: true,
            autocomplete: "off",
            autocapitalize: "off",
            spellcheck: "false",
        });
        const { value, form } = await ask(
            t("OPEN_TITLE"),
            [make("p", {}, t("OPEN_PAPER_TEXT")), labelled(t("OPEN_PAPER"), field)],
            [
                { value: "no", text: t("CANCEL") },
                { value: "yes", text: t("OPEN_YES"), kind: "primary" },
            ],
        );
        const text = oneLine(String(form.get("text") ?? ""));
        if (value === "yes" && text !== "") await this.page.send(`open-envelope ${quoted(text)}`);
    }

    /**
     * Two steps: that the envelope is opened stands in the journal, then the server gives what is in it;
     * what that says is read here and told to all.
     * @param {Told} told
     */
    async openBlob(told) {
        const secret = told.lock ? keyFor(this.page.game().game, told.lock) : null;
        if (!secret) {
            this.page.tell(t("ENVELOPE_NO_KEY"));
            return;
        }
        const said = await this.page.ask("/api/events", {
            id: clientId(),
            event: "open-envelope",
            think: null,
        });
        const reason = said.rulings.at(-1);
        if (!said.refused || reason?.code !== "content-not-said") {
            this.page.tell(`${t("REFUSED")} ${say(reason?.text)}`);
            return;
        }
        const { box, hash } = await this.look();
        const content = box && hash ? openBox(box, hash, secret) : null;
        if (content !== null) await this.page.send(`open-envelope ${quoted(content)}`);
        else this.page.tell(t(box ? "ENVELOPE_UNREADABLE" : "ENVELOPE_WAITS"));
    }

    /* ---- what is shown */

    /** @param {string} text @param {() => void} act @param {string} id @param {string} [kind] */
    button(text, act, id, kind = "") {
        const button = make("button", { type: "button", class: kind || null, id }, text);
        button.addEventListener("click", act);
        return button;
    }

    /** Where the key is typed that this device has not. */
    keyForm() {
        const field = make("input", {
            name: "key",
            maxlength: 60,
            autocomplete: "off",
            autocapitalize: "characters",
            spellcheck: "false",
        });
        const form = make(
            "form",
            { class: "key-form" },
            labelled(t("ENVELOPE_TYPE_KEY"), field),
            make("button", { type: "submit" }, t("ENVELOPE_TAKE_KEY")),
        );
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.takeKey(field.value);
        });
        return form;
    }

    /** How it stands, in sentences. @param {Snapshot} game */
    sentences(game) {
        const { adjourned, phase } = game.state;
        if (!adjourned) return [];
        const name = (/** @type {Colour|null} */ side) => (side ? playerName(game, side) : "");
        const { must_seal: must, sealer, envelope, continued, verified, present } = adjourned;
        const away = SIDES.filter((side) => !present[side]);
        const kept = this.told?.kept;
        return [
            must && envelope !== "open" ? t("ADJOURNED_MUST", { player: name(must) }) : "",
            must && envelope === "open" ? t("ADJOURNED_WRITTEN", { player: name(must) }) : "",
            envelope === "sealed" && sealer
                ? t(kept === "paper" ? "ADJOURNED_PAPER" : "ADJOURNED_SEALED", {
                      player: name(sealer),
                  })
                : "",
            envelope === "sealed" && kept === "page"
                ? t(this.hasKey ? "ENVELOPE_KEY_HERE" : "ENVELOPE_KEY_MISSING")
                : "",
            envelope === "sealed" ? t(verified ? "ENVELOPE_CHECKED" : "ENVELOPE_UNCHECKED") : "",
            phase === "adjourned" && !continued && adjourned.resumption
                ? `${t("ADJOURNED_UNTIL", { when: resumptionText(adjourned.resumption) })} ${untilText(adjourned.resumption, Date.now())}`
                : "",
            continued && envelope === "sealed" && sealer && away.includes(opponent(sealer))
                ? t("ADJOURNED_AWAITED", { player: name(opponent(sealer)) })
                : "",
        ].filter((text) => text);
    }

    redraw() {
        this.drawn = "";
        this.draw();
    }

    /** Asks anew when the game stands otherwise; what is written may be changed. @param {Snapshot} game */
    follow(game) {
        const { adjourned } = game.state;
        const open = adjourned?.envelope === "open" ? game.seq : 0;
        const held = open > 0 || adjourned?.envelope === "sealed";
        const key = held ? JSON.stringify([adjourned, open]) : "";
        if (key === this.asked) return;
        this.asked = key;
        if (!held || game.role === "assistant") {
            this.told = null;
            return;
        }
        this.look()
            .then(() => this.redraw())
            .catch(() => (this.asked = ""));
    }

    /** Whether somebody may seal now, or soon: who is asked to, and who replies to an absent player (I.9.3). */
    mayBeSealed() {
        const { adjourned, phase } = this.page.game().state;
        if (!adjourned || !this.onPage()) return false;
        const away = SIDES.some((side) => !adjourned.present[side]);
        return (
            adjourned.must_seal !== null || phase === "adjourned" || (adjourned.continued && away)
        );
    }

    /** @param {number} now  of the page */
    tick(now) {
        if (now - this.toldKeyAt >= TELL_MS && this.mayBeSealed()) this.tellKey();
    }

    draw() {
        const game = this.page.game(),
            { state } = game,
            now = this.page.now();
        this.follow(game);
        const { adjourned } = state;
        const may = (/** @type {string} */ verb) => can(state, verb, now);
        show(byId("quick-adjourn"), may("adjourn") && adjourned?.must_seal == null);
        const texts = this.sentences(game);
        const verbs = ["seal", "verify", "continue", "open-envelope"].filter(may);
        const key = JSON.stringify([
            texts,
            verbs,
            adjourned,
            this.told?.kept,
            this.hasKey,
            t("OK"),
        ]);
        if (key === this.drawn) return;
        this.drawn = key;
        const root = byId("adjourned");
        const sealed = adjourned?.envelope === "sealed";
        const encrypted = sealed && this.told?.kept === "page";
        show(root, texts.length > 0);
        root.replaceChildren(
            make("h2", {}, t("ADJOURNED_TITLE")),
            ...texts.map((text) => make("p", {}, text)),
            encrypted && !this.hasKey && game.role !== "assistant" ? this.keyForm() : "",
            make(
                "div",
                { class: "buttons" },
                may("seal")
                    ? this.button(t("VERB_SEAL"), () => this.page.send("seal"), "adjourned-seal")
                    : null,
                sealed && game.role !== "assistant"
                    ? make(
                          "a",
                          {
                              class: "button",
                              id: "adjourned-print",
                              href: `/envelope${this.page.query()}#${this.page.key}`,
                          },
                          t("ENVELOPE_PRINT"),
                      )
                    : null,
                may("verify") && !adjourned?.verified && (!encrypted || this.hasKey)
                    ? this.button(
                          t("VERB_VERIFY"),
                          () => this.page.send("verify"),
                          "adjourned-verify",
                          "primary",
                      )
                    : null,
                may("continue")
                    ? this.button(
                          `${t("VERB_CONTINUE")} …`,
                          () => this.resume(),
                          "adjourned-continue",
                          adjourned?.verified ? "primary" : "",
                      )
                    : null,
                may("open-envelope")
                    ? this.button(
                          t("VERB_OPEN_ENVELOPE"),
                          () => this.open(),
                          "adjourned-open",
                          "primary",
                      )
                    : null,
            ),
        );
    }
}
