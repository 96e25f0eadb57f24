/* SPDX-License-Identifier: MIT */
/*
 * Which events of the hall the world may see, under which address, and how much later: for broadcasts,
 * for club sites, and for all who only look on.
 */
import { requestJson, token } from "./api.js";
import { tellLines } from "./desk_bulk.js";
import { ask, confirm, labelled } from "./dialogs.js";
import { byId, make } from "./dom.js";
import { failureText } from "./page.js";
import { copy } from "./share.js";
import { t } from "./texts.js";

/** @typedef {import("./desk_types.js").Tile} Tile */

/**
 * @typedef {object} Publication
 * @property {string} name
 * @property {string|null} title
 * @property {string|null} event
 * @property {number} delay  seconds
 * @property {{game: number, round: number}[]} games
 * @property {number} rounds  the highest number of a round
 */

/** What stands for the boards that the desk shows, in the list of events. */
const CHOSEN = "";

/** A name for addresses, made of one for people. @param {string} text */
export function slugOf(text) {
    return text
        .normalize("NFKD")
        .replace(/\p{M}/gu, "")
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .slice(0, 64)
        .replace(/^-+|-+$/g, "");
}

/** @param {Publication} one */
export const addressOf = (one) =>
    `${location.origin}/live/${one.name}/round-${Math.max(one.rounds, 1)}`;

/** One of the pages of boards, as it shows this event; of one board: the first. @param {string} path @param {Publication} one */
export function boardsAddress(path, one, alone = false) {
    return `${location.origin}/${path}?event=${encodeURIComponent(one.name)}${alone ? "&board=1" : ""}`;
}

/** What is pasted into somebody's page. @param {Publication} one */
export function frameCode(one) {
    const title = (one.title ?? one.event ?? one.name)
        .replaceAll("&", "&amp;")
        .replaceAll('"', "&quot;")
        .replaceAll("<", "&lt;");
    return `<iframe src="${boardsAddress("embed", one, true).replaceAll("&", "&amp;")}" width="320" height="420" title="${title}" style="border:0"></iframe>`;
}

/** Where else it can be shown: on a wall, in a frame, over a picture. @param {Publication} one */
function elsewhere(one) {
    const code = make("textarea", {
        readonly: true,
        rows: 4,
        spellcheck: "false",
        class: "frame-code",
    });
    code.value = frameCode(one);
    const button = make("button", { type: "button", class: "copy-frame" }, t("COPY"));
    button.addEventListener("click", () => copy(code));
    /** @param {string} text @param {string} address */
    const link = (text, address) =>
        make("p", {}, make("a", { href: address, target: "_blank", rel: "noopener" }, text));
    return make(
        "details",
        {},
        make("summary", {}, t("PUBLISH_ELSEWHERE")),
        link(t("PUBLISH_WALL"), boardsAddress("wall", one)),
        link(t("PUBLISH_OVERLAY"), boardsAddress("overlay", one, true)),
        labelled(t("PUBLISH_FRAME"), code, t("PUBLISH_FRAME_HINT")),
        make("p", {}, button),
    );
}

/** @param {Publication} one */
const delayText = (one) =>
    one.delay === 0 ? t("PUBLISH_LIVE") : t("PUBLISH_LATER", { n: Math.round(one.delay / 60) });

/** The numbers in a name, as rounds have them: "Round 3" is 3. @param {string|null|undefined} name */
const numberIn = (name) => Number(/\d{1,4}/.exec(name ?? "")?.[0] ?? 1) || 1;

export class PublishBar {
    /**
     * @param {() => Tile[]} tiles  those of the chosen round and group
     * @param {() => import("./desk_types.js").Round[]} rounds
     */
    constructor(tiles, rounds) {
        this.tiles = tiles;
        this.rounds = rounds;
        byId("publish").addEventListener("click", () => this.open());
    }

    /** Asks the hall, and says why when it does not answer. @param {string} path @param {object} [body] */
    async request(path, body) {
        try {
            return await requestJson(path, { key: token(), body });
        } catch (error) {
            tellLines(byId("told"), [failureText(error)]);
            return null;
        }
    }

    /** One of them. @param {Publication} one */
    row(one) {
        const address = addressOf(one);
        return make(
            "li",
            {},
            make("strong", {}, one.title ?? one.event ?? one.name),
            make("p", {}, make("a", { href: address }, address)),
            make("p", {}, delayText(one)),
            elsewhere(one),
            make(
                "p",
                {},
                make(
                    "button",
                    { type: "submit", value: `remove ${one.name}`, class: "danger" },
                    t("PUBLISH_REMOVE"),
                ),
            ),
        );
    }

    /** All that is published. */
    async open() {
        const all = await this.request("/api/publications");
        if (!all) return;
        /** @type {Publication[]} */
        const list = all.publications;
        const answer = await ask(
            t("PUBLISH_TITLE"),
            [
                make("p", {}, t(list.length > 0 ? "PUBLISH_LEAD" : "PUBLISH_NOTHING")),
                make("ul", { class: "published" }, ...list.map((one) => this.row(one))),
            ],
            [
                { value: "", text: t("CLOSE") },
                { value: "new", text: t("PUBLISH_NEW"), kind: "primary" },
            ],
        );
        const [word, name] = answer.value.split(" ");
        if (word === "new") await this.publish(all.events);
        if (word === "remove") await this.remove(name);
    }

    /** @param {string} name */
    async remove(name) {
        if (!(await confirm(t("PUBLISH_REMOVE"), t("PUBLISH_SURE", { name }), t("PUBLISH_REMOVE"))))
            return;
        if (await this.request("/api/unpublish", { name }))
            tellLines(byId("told"), [t("PUBLISH_REMOVED", { name })]);
    }

    /** What is to be published. @param {string[]} events */
    form(events) {
        const chosen = this.tiles();
        const event = make(
            "select",
            { name: "event" },
            ...events.map((one) => make("option", { value: one }, one)),
            make("option", { value: CHOSEN }, t("PUBLISH_CHOSEN", { n: chosen.length })),
        );
        const name = make("input", {
            name: "name",
            required: true,
            maxlength: 64,
            pattern: "[a-z0-9][a-z0-9\\-]*",
            autocomplete: "off",
            spellcheck: "false",
            value: slugOf(events[0] ?? ""),
        });
        event.addEventListener("change", () => {
            name.value = slugOf(event.value);
        });
        const delay = make("input", {
            name: "delay",
            type: "number",
            min: 0,
            max: 60,
            step: 1,
            required: true,
            value: 0,
        });
        return [
            labelled(t("PUBLISH_EVENT"), event),
            labelled(t("PUBLISH_NAME"), name, t("PUBLISH_NAME_HINT")),
            labelled(t("PUBLISH_DELAY"), delay, t("PUBLISH_DELAY_HINT")),
        ];
    }

    /** The boards that the desk shows, each in its round. */
    games() {
        return this.tiles()
            .filter((tile) => !tile.next)
            .sort((a, b) => a.game - b.game)
            .map((tile) => ({
                game: tile.game,
                round: numberIn(this.rounds().find(({ round }) => round === tile.round)?.name),
            }));
    }

    /** @param {string[]} events */
    async publish(events) {
        const { value, form } = await ask(t("PUBLISH_NEW"), this.form(events), [
            { value: "", text: t("CANCEL") },
            { value: "publish", text: t("PUBLISH_YES"), kind: "primary" },
        ]);
        if (value !== "publish") return;
        const name = String(form.get("name"));
        const event = String(form.get("event"));
        const all = await this.request("/api/publish", {
            name,
            delay: 60 * Number(form.get("delay")),
            event: event === CHOSEN ? null : event,
            games: event === CHOSEN ? this.games() : [],
        });
        const one = all?.publications.find((/** @type {Publication} */ it) => it.name === name);
        if (one) tellLines(byId("told"), [`${addressOf(one)} — ${delayText(one)}`]);
    }
}
