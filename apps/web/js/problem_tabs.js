/* SPDX-License-Identifier: MIT */
/* Tabs: one stop of the Tab key, the arrow keys go from one to the next and open it. */
import { byId, make, show } from "./dom.js";

/** @typedef {{id: string, title: string, content: Node[]}} Panel */

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };

export class Tabs {
    /** @param {() => void} opened  another panel is open */
    constructor(opened) {
        this.opened = opened;
        /** The id of the panel that is open. */
        this.open = "";
        byId("tabs").addEventListener("keydown", (event) => this.keyed(event));
    }

    /** @param {Panel[]} panels */
    draw(panels) {
        if (!panels.some(({ id }) => id === this.open)) this.open = panels[0].id;
        byId("tabs").replaceChildren(
            ...panels.map(({ id, title }) => {
                const tab = make(
                    "button",
                    {
                        type: "button",
                        role: "tab",
                        id: `tab-${id}`,
                        "aria-controls": `panel-${id}`,
                    },
                    title,
                );
                tab.addEventListener("click", () => this.choose(id));
                return tab;
            }),
        );
        byId("panels").replaceChildren(
            ...panels.map(({ id, title, content }) =>
                make(
                    "div",
                    {
                        role: "tabpanel",
                        class: "panel",
                        id: `panel-${id}`,
                        "aria-labelledby": `tab-${id}`,
                    },
                    make("h3", { class: "panel-title", "aria-hidden": "true" }, title),
                    ...content,
                ),
            ),
        );
        this.mark();
    }

    mark() {
        for (const tab of byId("tabs").children) {
            const isOpen = tab.id === `tab-${this.open}`;
            tab.setAttribute("aria-selected", String(isOpen));
            tab.setAttribute("tabindex", isOpen ? "0" : "-1");
        }
        for (const panel of byId("panels").children) show(panel, panel.id === `panel-${this.open}`);
    }

    /** @param {string} id */
    choose(id) {
        this.open = id;
        this.mark();
        this.opened();
    }

    /** @param {KeyboardEvent} event */
    keyed(event) {
        const tabs = /** @type {HTMLElement[]} */ (Array.from(byId("tabs").children));
        const from = tabs.findIndex((one) => one === event.target);
        if (from < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
        const step = STEPS[event.key];
        const to =
            event.key === "Home"
                ? 0
                : event.key === "End"
                  ? tabs.length - 1
                  : step === undefined
                    ? -1
                    : (from + step + tabs.length) % tabs.length;
        if (to < 0) return;
        event.preventDefault();
        this.choose(tabs[to].id.replace(/^tab-/, ""));
        tabs[to].focus();
    }
}
