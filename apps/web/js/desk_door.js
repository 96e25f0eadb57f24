/* SPDX-License-Identifier: MIT */
/* The door on the desk: the hall, or an event, is closed to newcomers and opened again. */
import { announce } from "./announce.js";
import { requestJson, token } from "./api.js";
import { ask } from "./dialogs.js";
import { byId, make, setText } from "./dom.js";
import { failureText } from "./page.js";
import { t } from "./texts.js";

/** @typedef {{event: string, closed: boolean, live: number}} DoorEvent */
/** @typedef {{closed: boolean, events: DoorEvent[]}} DoorState */

export class Door {
    constructor() {
        /** @type {DoorState} */
        this.state = { closed: false, events: [] };
        byId("door").addEventListener("click", () => this.show());
        this.draw();
    }

    draw() {
        const shut = this.state.events.filter(({ closed }) => closed).length;
        const part = shut > 0 ? t("DOOR_PART", { n: shut }) : t("DOOR_OPEN");
        setText(byId("door"), this.state.closed ? t("DOOR_SHUT") : part);
    }

    async read() {
        try {
            this.state = await requestJson("/api/door", { key: token() });
        } catch {
            /* the button says what was known last; pressing it asks again */
        }
        this.draw();
    }

    /** Closes or opens; what is not done is told, and the box says how it is. @param {string|null} event @param {HTMLInputElement} box @param {string} what */
    async set(event, box, what) {
        const closed = box.checked;
        box.disabled = true;
        try {
            this.state = await requestJson("/api/door/set", {
                key: token(),
                body: { event, closed },
            });
            announce(t(closed ? "DOOR_TOLD_SHUT" : "DOOR_TOLD_OPEN", { what }));
        } catch (error) {
            box.checked = !closed;
            announce(failureText(error));
        }
        box.disabled = false;
        this.draw();
    }

    /** @param {string|null} event @param {boolean} closed @param {string} text @param {string} what */
    line(event, closed, text, what) {
        const box = make("input", { type: "checkbox" });
        box.checked = closed;
        box.addEventListener("change", () => this.set(event, box, what));
        return make("li", {}, make("label", { class: "check" }, box, make("span", {}, text)));
    }

    async show() {
        await this.read();
        const { closed, events } = this.state;
        const hall = t("DOOR_HALL");
        ask(
            t("DOOR_TITLE"),
            [
                make("p", {}, t("DOOR_TEXT")),
                make(
                    "ul",
                    { class: "door" },
                    this.line(null, closed, hall, hall),
                    ...events.map((one) =>
                        this.line(
                            one.event,
                            one.closed,
                            t("DOOR_EVENT", { event: one.event, n: one.live }),
                            one.event,
                        ),
                    ),
                ),
            ],
            [{ value: "", text: t("CLOSE"), kind: "primary" }],
        );
    }
}
