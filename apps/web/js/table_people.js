/* SPDX-License-Identifier: MIT */
/* Whom the players have named as assistants, for the arbiter: he accepts or refuses them, and gives them their links. */
import { askAssistant, taskText } from "./appointing.js";
import { ask } from "./dialogs.js";
import { byId, make } from "./dom.js";
import { failureText, pageAddress } from "./page.js";
import { isSpoken } from "./saying.js";
import { codeNode, drawQr, linkNodes, onlyHereNote } from "./share.js";
import { colourName } from "./table_now.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").Assistant} Assistant */

const SIDES = /** @type {const} */ (["white", "black"]);

/** Shows what opens the seat from now on. @param {string} who @param {Promise<any>} coming */
async function giveLink(who, coming) {
    /** @type {(Node|null)[]} */
    let body;
    try {
        const fresh = await coming;
        const { field, buttons } = linkNodes(who, fresh.token, true);
        body = [
            onlyHereNote(),
            codeNode(fresh.code ?? undefined),
            await drawQr(who, pageAddress("/table", fresh.token)),
            field,
            buttons,
            make("p", {}, t("SEAT_DONE")),
        ];
    } catch (error) {
        body = [make("p", { class: "problem" }, failureText(error))];
    }
    await ask(
        who,
        /** @type {Node[]} */ (body.filter((node) => node !== null)),
        [{ value: "", text: t("CLOSE"), kind: "primary" }],
        "qr-dialog",
    );
}

export class People {
    /**
     * @param {object} page
     * @param {(side: Colour|null, event: string) => Promise<boolean>} page.send
     * @param {(path: string, body: object) => Promise<any>} page.ask
     */
    constructor(page) {
        this.page = page;
        this.drawn = "";
    }

    /** @param {string} text @param {string} kind @param {() => void} press */
    button(text, kind, press) {
        const button = make("button", { type: "button", class: kind }, text);
        button.addEventListener("click", press);
        return button;
    }

    /** @param {Table} table @param {Snapshot} game */
    draw(table, game) {
        const key = JSON.stringify([table.assistants, game.names, t("TABLE_PEOPLE"), table.can]);
        if (key === this.drawn || !table.assistants) return;
        this.drawn = key;
        const { assistants } = table;
        byId("people-list").replaceChildren(
            ...SIDES.map((side) => this.drawSide(side, assistants[side], table, game)),
        );
    }

    /** @param {Colour} side @param {Assistant|null} assistant @param {Table} table @param {Snapshot} game */
    drawSide(side, assistant, table, game) {
        const player = colourName(side);
        const who = assistant?.name || t("TABLE_NAMELESS");
        const may = (/** @type {string} */ verb) => game.state.can.includes(verb);
        const over = table.can?.[side].includes("appoint") !== true;
        return make(
            "li",
            { class: "matter", "data-side": side },
            make(
                "p",
                {},
                assistant
                    ? t("TABLE_ASSISTS", {
                          name: who,
                          player,
                          tasks: assistant.tasks.map(taskText).join(", "),
                      })
                    : t("TABLE_NOBODY", { player }),
                assistant?.accepted ? make("span", { class: "badge" }, t("TABLE_ACCEPTED")) : null,
            ),
            make(
                "div",
                { class: "buttons" },
                assistant && !assistant.accepted && may("accept-assistant")
                    ? this.button(t("TABLE_ACCEPT"), "primary accept", () =>
                          this.page.send(null, `accept-assistant ${side}`),
                      )
                    : null,
                assistant && may("refuse-assistant")
                    ? this.button(t("TABLE_REFUSE"), "refuse", () =>
                          this.page.send(null, `refuse-assistant ${side}`),
                      )
                    : null,
                assistant
                    ? this.button(t("TABLE_LINK"), "link", () =>
                          giveLink(
                              t("TABLE_SEAT_OF", { name: who, player }),
                              this.page.ask("/api/seat", { seat: `${side}-assistant` }),
                          ),
                      )
                    : null,
                over
                    ? null
                    : this.button(t("TABLE_APPOINT"), "appoint", () => this.appoint(side, game)),
            ),
        );
    }

    /** @param {Colour} side @param {Snapshot} game */
    async appoint(side, game) {
        const event = await askAssistant(side, game.names, isSpoken(game));
        if (event) await this.page.send(side, event);
    }
}
