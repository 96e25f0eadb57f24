/* SPDX-License-Identifier: MIT */
/*
 * A player's scoresheet on his page: what he wrote as he wrote it, with what stood there before a
 * correction. The server says nothing of whether an entry is right, and neither does this.
 */
import { requestJson } from "./api.js";
import { timeLeft } from "./clock.js";
import { byId, make, setText, show } from "./dom.js";
import { goesOn } from "./questions.js";
import { SheetForm } from "./sheetform.js";
import { ended, placesText, readable, rowsOf, spokenPlace } from "./sheetrows.js";
import { language, onLanguage, t } from "./texts.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./sheetrows.js").Placed} Placed */

/** Whether the players of this game keep scoresheets. @param {Snapshot} game */
export const isKept = ({ options }) => options.record === "kept";

/** What changes a sheet, or what may be told of it. */
const TOUCHES =
    /^(write|rewrite|revoke|replace-sheet|flag|claim flag|resume|proved|no-proof|restore)\b/;

/** @param {Snapshot} game */
export const sheetKey = ({ log, state }) =>
    `${state.phase} ${log.filter(({ event }) => TOUCHES.test(event)).length}`;

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -2, ArrowDown: 2 };

export class Sheet {
    /**
     * @param {Colour} side
     * @param {{game: () => Snapshot, now: () => number, send: (event: string) => Promise<any>, key: string}} page
     * @param {() => void} open  lays it over the page, where it has no place in sight
     */
    constructor(side, page, open) {
        this.page = page;
        this.open = open;
        /** Whether it lacks something that has to be written now. */
        this.due = false;
        this.form = new SheetForm(page, () => timeLeft(page.game().state.clock, side, page.now()));
        /** @type {import("./sheetrows.js").SheetView} */
        this.sheet = { entries: [] };
        /** For which state of the game it was asked for. */
        this.asked = "";
        byId("sheet-write").replaceChildren(this.form.root);
        const rows = byId("sheet-rows");
        rows.addEventListener("click", (event) => this.chosen(event.target));
        rows.addEventListener("keydown", (event) => this.keyed(event));
        onLanguage(() => this.drawRows());
        byId("pen").addEventListener("click", () => (rows.scrollTop = rows.scrollHeight));
    }

    /** @param {EventTarget|null} target */
    chosen(target) {
        const button = target instanceof Element ? target.closest("button") : null;
        const index = Number(button?.dataset.entry ?? "");
        const entry = button ? this.sheet.entries[index] : undefined;
        if (!entry || !this.page.game().state.can.includes("rewrite")) return;
        this.form.correct(index, this.placeOf(index), readable(entry.text, this.page.game()));
        byId("sheet-write").scrollIntoView({ block: "nearest" });
    }

    /** Where an entry stands: that of its move. @param {number} index */
    placeOf(index) {
        for (let i = index; i >= 0; i--) {
            const half = this.sheet.entries[i].half_move;
            if (half) return spokenPlace(half, this.page.game().start);
        }
        return String(index + 1);
    }

    /** The list is one stop of the Tab key; in it the arrows go from entry to entry. @param {KeyboardEvent} event */
    keyed(event) {
        const all = [...byId("sheet-rows").querySelectorAll("button")];
        const from = all.findIndex((one) => one === document.activeElement);
        if (from < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
        const to =
            event.key === "Home"
                ? 0
                : event.key === "End"
                  ? all.length - 1
                  : from + (STEPS[event.key] ?? 0);
        if (to === from) return;
        event.preventDefault();
        event.stopPropagation();
        this.stop(all, Math.min(Math.max(to, 0), all.length - 1));
        document.activeElement === all[from] &&
            all[Math.min(Math.max(to, 0), all.length - 1)].focus();
    }

    /** @param {HTMLButtonElement[]} all @param {number} index */
    stop(all, index) {
        all.forEach((one, i) => one.setAttribute("tabindex", i === index ? "0" : "-1"));
    }

    async load() {
        try {
            this.sheet = await requestJson("/api/sheet", { key: this.page.key });
            this.drawRows();
        } catch {
            this.asked = ""; /* the next change asks again */
        }
    }

    /** @param {Placed} placed @param {boolean} white */
    drawEntry({ entry, index }, white) {
        const game = this.page.game();
        const text = readable(entry.text, game);
        const was = entry.was === undefined ? "" : readable(entry.was, game);
        const place = entry.half_move ? `${this.placeOf(index)}, ` : "";
        return make(
            "button",
            {
                type: "button",
                class: `entry-${entry.kind}`,
                tabindex: -1,
                "data-entry": index,
                "data-side": white ? "white" : "black",
            },
            make("span", { class: "visually-hidden" }, place),
            was ? make("s", { "aria-hidden": "true" }, was) : null,
            was ? " " : null,
            make("span", {}, text),
            was ? make("span", { class: "visually-hidden" }, `, ${t("SHEET_WAS", { was })}`) : null,
        );
    }

    drawRows() {
        const { start, state } = this.page.game();
        const rows = byId("sheet-rows");
        const items = rowsOf(this.sheet.entries, start).map(({ number, cells }) =>
            make(
                "li",
                {},
                make("span", { class: "number" }, `${number}.`),
                ...cells.map((cell, side) =>
                    make(
                        "span",
                        { class: "sheet-cell" },
                        ...cell.map((placed) => this.drawEntry(placed, side === 0)),
                    ),
                ),
            ),
        );
        rows.replaceChildren(
            ...(items.length > 0 ? items : [make("li", { class: "empty" }, t("SHEET_EMPTY"))]),
        );
        const all = [...rows.querySelectorAll("button")];
        this.stop(all, all.length - 1);
        rows.scrollTop = rows.scrollHeight;
        this.language = language();
        this.drawUpdating(start, state.phase);
    }

    /** Laws 8.5: what is still missing, when a flag has fallen. @param {string} start @param {string} phase */
    drawUpdating(start, phase) {
        const gaps = this.sheet.gaps ?? [];
        const box = byId("sheet-missing");
        const due = phase === "updating" && gaps.length > 0;
        show(box, phase === "updating");
        if (due && !this.due) this.open(); /* on a phone it lies over the page at once */
        this.due = due;
        setText(
            box,
            gaps.length > 0
                ? ended(t("SHEET_MISSING", { places: placesText(gaps, start) }))
                : t("SHEET_UP_TO_DATE"),
        );
    }

    draw() {
        const game = this.page.game();
        const kept = isKept(game);
        show(byId("sheet"), kept);
        document.body.toggleAttribute("data-keeps", kept && goesOn(game.state));
        if (!kept) return;
        const writes = game.state.can.includes("write");
        show(this.form.root, writes || goesOn(game.state)); /* its place is kept before the game */
        this.form.root.inert = !writes;
        show(byId("sheet-tap"), game.state.can.includes("rewrite"));
        this.form.draw();
        const key = sheetKey(game);
        if (key === this.asked) return;
        this.asked = key;
        this.load();
    }
}
