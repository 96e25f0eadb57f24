/* SPDX-License-Identifier: MIT */
/*
 * Which events of the hall the world may see, under which address, and how much later: for broadcasts,
 * for club sites, and for all who only look on.
 */
import { sentence } from "./announce.js";
import { ApiError, requestJson, token } from "./api.js";
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

/** What is left in addresses of a name for people; nothing of one in other letters. @param {string} text */
export function slugOf(text) {
    return text
        .normalize("NFKD")
        .replace(/\p{M}/gu, "")
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .slice(0, 64)
        .replace(/^-+|-+$/g, "");
}

/** A name for addresses that nothing has yet: club-open, club-open-2. @param {string} text @param {string[]} taken */
export function freeSlug(text, taken) {
    const slug = slugOf(text) || "event";
    let free = slug;
    for (let n = 2; taken.includes(free); n++)
        free = `${slug.slice(0, 60).replace(/-+$/, "")}-${n}`;
    return free;
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

/** @param {number} seconds */
const delayField = (seconds) =>
    make("input", {
        name: "delay",
        type: "number",
        min: 0,
        max: 60,
        step: "any",
        required: true,
        value: seconds / 60,
    });

/** @param {string} title @param {string} usual  what it is without one */
const titleField = (title, usual) =>
    make("input", {
        name: "title",
        maxlength: 100,
        autocomplete: "off",
        value: title,
        placeholder: usual,
    });

/** What was entered. @param {FormData} form */
const entered = (form) => ({
    title: String(form.get("title") ?? "").trim() || null,
    delay: Math.round(60 * Number(form.get("delay"))),
});

/**
 * What the form says at first.
 * @typedef {object} Draft
 * @property {string} event
 * @property {string} name
 * @property {string} title
 * @property {number} delay  seconds
 * @property {string} [problem]  why it was refused
 */

/** @param {Publication[]} list @param {string} event */
const isPublished = (list, event) => list.some((one) => one.event === event);

/** The longest delay with which the event is published. @param {Publication[]} list @param {string} event */
const delayOf = (list, event) =>
    Math.max(0, ...list.filter((one) => one.event === event).map(({ delay }) => delay));

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
                { class: "row-buttons" },
                make(
                    "button",
                    { type: "submit", value: `change ${one.name}` },
                    t("PUBLISH_CHANGE"),
                ),
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
        const one = list.find((it) => it.name === name);
        if (word === "new") await this.publish(list, all.events);
        if (word === "change" && one) await this.change(one);
        if (word === "remove") await this.remove(name);
    }

    /** @param {string} name */
    async remove(name) {
        if (!(await confirm(t("PUBLISH_REMOVE"), t("PUBLISH_SURE", { name }), t("PUBLISH_REMOVE"))))
            return;
        if (await this.request("/api/unpublish", { name }))
            tellLines(byId("told"), [t("PUBLISH_REMOVED", { name })]);
    }

    /**
     * Publishes it; "" when that is done or was given up, else why not. What those who look on would see
     * sooner than now must be meant.
     * @param {{name: string, title: string|null, event: string|null, delay: number, games: object[], replace?: boolean}} body
     * @returns {Promise<string>}
     */
    async send(body) {
        try {
            const all = await requestJson("/api/publish", { key: token(), body });
            /** @type {Publication|undefined} */
            const one = all.publications.find(
                (/** @type {Publication} */ it) => it.name === body.name,
            );
            if (one) tellLines(byId("told"), [`${addressOf(one)} — ${delayText(one)}`]);
            return "";
        } catch (error) {
            if (!(error instanceof ApiError && error.code === "delay-shorter"))
                return sentence(failureText(error));
            const values = {
                name: body.title ?? body.event ?? body.name,
                before: delayText(error.body.publication),
                after: delayText(/** @type {Publication} */ (body)),
            };
            const sure = await confirm(
                t("PUBLISH_SOONER"),
                t("PUBLISH_SOONER_SURE", values),
                t("PUBLISH_SOONER_YES"),
            );
            return sure ? this.send({ ...body, replace: true }) : "";
        }
    }

    /** Another delay or title, in one step: nothing is unprotected in between. @param {Publication} one */
    async change(one) {
        const { value, form } = await ask(
            t("PUBLISH_CHANGE").replace(" …", ""),
            [
                make("p", {}, make("strong", {}, one.title ?? one.event ?? one.name)),
                labelled(t("PUBLISH_DELAY"), delayField(one.delay), t("PUBLISH_DELAY_HINT")),
                labelled(
                    t("PUBLISH_SHOWN"),
                    titleField(one.title ?? "", one.event ?? one.name),
                    t("PUBLISH_SHOWN_HINT"),
                ),
            ],
            [
                { value: "", text: t("CANCEL") },
                { value: "change", text: t("PUBLISH_CHANGE_YES"), kind: "primary" },
            ],
        );
        if (value !== "change") return;
        const { name, event, games } = one;
        const problem = await this.send({ name, event, games, ...entered(form) });
        if (problem) tellLines(byId("told"), [problem]);
    }

    /**
     * What is to be published: what is not yet comes first.
     * @param {Publication[]} list @param {string[]} events @param {Draft} draft
     */
    form(list, events, draft) {
        const chosen = this.tiles();
        const order = [...events].sort(
            (a, b) => Number(isPublished(list, a)) - Number(isPublished(list, b)),
        );
        const event = make(
            "select",
            { name: "event" },
            ...order.map((one) =>
                make(
                    "option",
                    { value: one },
                    isPublished(list, one) ? t("PUBLISH_ALREADY", { event: one }) : one,
                ),
            ),
            make("option", { value: CHOSEN }, t("PUBLISH_CHOSEN", { n: chosen.length })),
        );
        event.value = draft.event;
        const name = make("input", {
            name: "name",
            required: true,
            maxlength: 64,
            pattern: "[a-z0-9][a-z0-9\\-]*",
            autocomplete: "off",
            spellcheck: "false",
            value: draft.name,
        });
        const delay = delayField(draft.delay);
        const title = titleField(draft.title, draft.event);
        event.addEventListener("change", () => {
            const next = this.draft(list, event.value);
            name.value = next.name;
            delay.value = String(next.delay / 60);
            title.placeholder = event.value;
        });
        return [
            ...(draft.problem
                ? [make("p", { class: "problem", role: "alert" }, draft.problem)]
                : []),
            labelled(t("PUBLISH_EVENT"), event),
            labelled(t("PUBLISH_NAME"), name, t("PUBLISH_NAME_HINT")),
            labelled(t("PUBLISH_SHOWN"), title, t("PUBLISH_SHOWN_HINT")),
            labelled(t("PUBLISH_DELAY"), delay, t("PUBLISH_DELAY_HINT")),
        ];
    }

    /** What is proposed for this event. @param {Publication[]} list @param {string} event @returns {Draft} */
    draft(list, event) {
        const name = freeSlug(
            event,
            list.map((one) => one.name),
        );
        return { event, name, title: "", delay: delayOf(list, event) };
    }

    /** The boards that the desk shows, each in its round; those of none are one by themselves. */
    games() {
        return this.tiles()
            .filter((tile) => !tile.next)
            .sort((a, b) => a.game - b.game)
            .map(({ game, round }) => ({
                game,
                round: this.rounds().find((one) => one.round === round)?.number ?? 1,
            }));
    }

    /** @param {Publication[]} list @param {string[]} events */
    async publish(list, events) {
        const first = events.find((one) => !isPublished(list, one)) ?? events[0] ?? CHOSEN;
        let draft = this.draft(list, first);
        do {
            const { value, form } = await ask(
                t("PUBLISH_NEW").replace(" …", ""),
                this.form(list, events, draft),
                [
                    { value: "", text: t("CANCEL") },
                    { value: "publish", text: t("PUBLISH_YES"), kind: "primary" },
                ],
            );
            if (value !== "publish") return;
            const { title, delay } = entered(form);
            const name = String(form.get("name")),
                event = String(form.get("event"));
            const body = {
                name,
                title,
                delay,
                event: event === CHOSEN ? null : event,
                games: event === CHOSEN ? this.games() : [],
            };
            draft = { event, name, title: title ?? "", delay, problem: await this.send(body) };
        } while (draft.problem);
    }
}
