/* SPDX-License-Identifier: MIT */
/*
 * A player seals his move (Guidelines I.1.1, I.9.3). What he writes is encrypted here, for the devices of
 * the arbiter; the server gets what it cannot read. Nothing looks at whether it is a move.
 */
import { announce } from "./announce.js";
import { requestJson } from "./api.js";
import { readDevices } from "./device.js";
import { byId, make, setText, show } from "./dom.js";
import { sealText } from "./envelope_seal.js";
import { can, oneLine } from "./questions.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").Snapshot} Snapshot */

export class Sealing {
    /**
     * @param {Colour} side
     * @param {{game: () => Snapshot, now: () => number, key: string, send: (event: string) => Promise<any>, tell: (text: string) => void, failed: (error: unknown) => void}} page
     */
    constructor(side, page) {
        this.side = side;
        this.page = page;
        /** What he has sealed, as long as this page is open: he may change it. */
        this.written = "";
        this.text = make("p", {});
        this.told = make("p", { class: "sealed-text", role: "status" });
        this.caption = make("span", {});
        this.hint = make("small", {});
        this.field = make("input", {
            name: "sealed",
            maxlength: 80,
            required: true,
            autocomplete: "off",
            autocapitalize: "off",
            autocorrect: "off",
            spellcheck: "false",
        });
        this.yes = make("button", { type: "submit", class: "primary" });
        this.form = make(
            "form",
            { class: "seal-form" },
            make("label", { class: "field" }, this.caption, this.field, this.hint),
            this.yes,
        );
        this.stop = make("button", { type: "button", class: "primary", id: "seal-stop" });
        this.paper = make("button", { type: "button", id: "seal-paper" });
        this.title = make("h2", {});
        byId("sealing").replaceChildren(
            this.title,
            this.text,
            this.form,
            this.told,
            make("div", { class: "buttons" }, this.stop, this.paper),
        );
        this.form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.seal();
        });
        this.stop.addEventListener("click", () => this.close());
        this.paper.addEventListener("click", () => this.onPaper());
    }

    /** Whether he replies to a player who is not there (I.9.3). */
    replies() {
        return this.page.game().state.adjourned?.must_seal !== this.side;
    }

    async seal() {
        const text = oneLine(this.field.value);
        if (text === "") return;
        this.yes.setAttribute("aria-busy", "true");
        try {
            const { devices } = await requestJson("/api/envelope", { key: this.page.key });
            const sealed = sealText(text, readDevices(devices));
            if (!sealed) {
                this.page.tell(t(devices.length === 0 ? "SEAL_NO_DEVICE" : "SEAL_TOO_LONG"));
                return;
            }
            const answer = await this.page.send(`seal ${sealed.blob}`);
            if (!answer || answer.refused) return;
            this.written = text;
            this.field.value = "";
            announce(t("SEAL_DONE"));
        } catch (error) {
            this.page.failed(error);
        } finally {
            this.yes.removeAttribute("aria-busy");
            this.draw();
        }
    }

    async onPaper() {
        this.written = "";
        await this.page.send("seal");
    }

    /** Stops the clock, or presses it after a sealed reply: the envelope is closed. */
    async close() {
        const answer = await this.page.send(this.replies() ? "press" : "stop");
        if (answer && !answer.refused) this.written = "";
    }

    draw() {
        const game = this.page.game(),
            { state } = game;
        const { adjourned } = state;
        const on = adjourned !== null && can(state, "seal", this.page.now());
        const isNew = on && byId("sealing").hidden;
        show(byId("sealing"), on);
        if (!on || !adjourned) {
            this.written = "";
            this.field.value = "";
            return;
        }
        const onPage = game.options.sealing === "page";
        const sealed = adjourned.envelope === "open";
        setText(this.title, t("SEAL_TITLE"));
        setText(
            this.text,
            t(this.replies() ? "SEAL_REPLY_TEXT" : onPage ? "SEAL_TEXT" : "SEAL_PAPER_TEXT"),
        );
        setText(this.caption, t("SEAL_MOVE"));
        setText(this.hint, t("SEAL_HINT"));
        setText(this.yes, t(sealed ? "SEAL_CHANGE" : "SEAL_YES"));
        setText(this.stop, t(this.replies() ? "SEAL_PRESS" : "SEAL_STOP"));
        setText(this.paper, t("SEAL_ON_PAPER"));
        setText(
            this.told,
            !sealed
                ? ""
                : this.written
                  ? t("SEAL_WRITTEN", { text: this.written })
                  : t("SEAL_KEPT"),
        );
        show(this.told, sealed);
        show(this.form, onPage);
        show(this.stop, sealed);
        show(this.paper, onPage && !sealed);
        /* His clock runs: what he has to do now must not be below the edge of a small screen. */
        if (isNew) byId("sealing").scrollIntoView({ block: "nearest" });
    }
}
