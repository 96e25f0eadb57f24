/* SPDX-License-Identifier: MIT */
/* Which tiles the desk shows: a round, a group, and what they are at. */
import { byId, make, setText, show } from "./dom.js";
import { isOfKind } from "./desk_order.js";
import { t } from "./texts.js";

/** @typedef {import("./desk_order.js").Filter} Filter */
/** @typedef {import("./desk_order.js").Kind} Kind */

const KINDS = /** @type {const} */ (["all", "calling", "playing", "waiting", "over"]);

/** A round as people say it: one without a name has a number. @param {{round: number, name: string, group: string|null}} round */
export function roundName({ round, name, group }) {
    const said = /^\d*$/.test(name) ? t("ROUND", { n: name || round }) : name;
    return [said, group ?? ""].filter((part) => part).join(" · ");
}

export class Filters {
    /**
     * @param {Filter} filter  what is chosen; changed here
     * @param {() => void} changed
     */
    constructor(filter, changed) {
        this.filter = filter;
        const named = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byId(id));
        this.round = named("filter-round");
        this.group = named("filter-group");
        this.round.addEventListener("change", () => {
            filter.round = this.round.value === "" ? null : Number(this.round.value);
            changed();
        });
        this.group.addEventListener("change", () => {
            filter.group = this.group.value || null;
            changed();
        });
        /** @type {Map<Kind, HTMLElement>} */
        this.texts = new Map();
        byId("filter-kinds").replaceChildren(
            ...KINDS.map((kind) => {
                const input = make("input", {
                    type: "radio",
                    name: "kind",
                    value: kind,
                    checked: kind === filter.kind,
                });
                const text = make("span", {});
                this.texts.set(kind, text);
                input.addEventListener("change", () => {
                    filter.kind = kind;
                    changed();
                });
                return make("label", { class: "chip" }, input, text);
            }),
        );
    }

    /**
     * @param {import("./desk_types.js").Round[]} rounds
     * @param {Iterable<import("./desk_types.js").Tile>} tiles
     */
    drawChoices(rounds, tiles) {
        const groups = new Set(
            [
                ...Array.from(tiles, ({ group }) => group),
                ...rounds.map(({ group }) => group),
            ].filter((group) => group),
        );
        this.fill(
            this.round,
            [...rounds].reverse().map((one) => [String(one.round), roundName(one)]),
            this.filter.round === null ? "" : String(this.filter.round),
            t("FILTER_ROUND_ALL"),
            1,
        );
        this.fill(
            this.group,
            [...groups].sort().map((group) => [String(group), String(group)]),
            this.filter.group ?? "",
            t("FILTER_GROUP_ALL"),
            this.filter.group === null ? 2 : 1,
        );
    }

    /**
     * @param {HTMLSelectElement} field
     * @param {[string, string][]} values
     * @param {string} chosen
     * @param {string} all  the words for all of them
     * @param {number} least  with fewer there is nothing to choose
     */
    fill(field, values, chosen, all, least) {
        const key = JSON.stringify([values, all]);
        show(/** @type {Element} */ (field.closest("label")), values.length >= least);
        if (field.dataset.drawn !== key) {
            field.dataset.drawn = key;
            field.replaceChildren(
                make("option", { value: "" }, all),
                ...values.map(([value, text]) => make("option", { value }, text)),
            );
        }
        field.value = chosen;
    }

    /** How many there are of each kind. @param {import("./desk_tile.js").TileView[]} views @param {(view: import("./desk_tile.js").TileView) => boolean} isCalling */
    count(views, isCalling) {
        for (const [kind, text] of this.texts) {
            const n = views.filter((view) => isOfKind(view.tile, kind, isCalling(view))).length;
            setText(text, `${t(`FILTER_${kind.toUpperCase()}`)} ${n}`);
        }
    }
}
