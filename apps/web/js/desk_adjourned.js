/* SPDX-License-Identifier: MIT */
/*
 * Adjourned games on the desk (Guidelines I): the whole session is adjourned at once, the list of what
 * is to be resumed and when, reminders, and resuming what is due.
 */
import { announce } from "./announce.js";
import { askResumption } from "./adjourned.js";
import { requestJson, token } from "./api.js";
import { doOnMany, tellLines } from "./desk_bulk.js";
import { doesWithAll, isOver } from "./desk_order.js";
import { nameOf, placeOf } from "./desk_tile.js";
import { devicePublic } from "./device.js";
import { ask } from "./dialogs.js";
import { byId, make, setText, show } from "./dom.js";
import { pairing } from "./hall.js";
import { isDue, isSoon, readResumption, resumptionText, untilText } from "./resumption.js";
import { play } from "./sound.js";
import { t } from "./texts.js";

/** @typedef {import("./desk_types.js").Tile} Tile */

/** So often a game is told the key of this device, while somebody is to seal there. */
const TELL_MS = 20000;

/** @param {Tile} tile */
const isAdjourned = (tile) => tile.phase === "adjourned" && !isOver(tile);

/** @param {Tile} tile */
const whenOf = (tile) => tile.adjourned?.resumption ?? null;

/** Those that are resumed first stand first; those without a time last. @param {Tile} a @param {Tile} b */
export function byResumption(a, b) {
    const [one, two] = [a, b].map((tile) => readResumption(whenOf(tile)).at?.getTime() ?? Infinity);
    return one === two ? (a.board ?? a.game) - (b.board ?? b.game) : one - two;
}

export class AdjournedBar {
    /** @param {() => Tile[]} tiles  those of the chosen round and group */
    constructor(tiles) {
        this.tiles = tiles;
        /** What was last reminded of. */
        this.reminded = "";
        /** When the key of this device was last told for a game. @type {Map<number, number>} */
        this.told = new Map();
        byId("all-adjourn").addEventListener("click", () => this.adjourn());
        byId("adjourned-list").addEventListener("click", () => this.list());
        byId("all-continue").addEventListener("click", () => this.resume());
    }

    playing() {
        return this.tiles().filter(
            (tile) =>
                doesWithAll(tile, "adjourn") &&
                tile.phase === "playing" &&
                !tile.adjourned?.must_seal,
        );
    }

    adjourned() {
        return this.tiles().filter(isAdjourned).sort(byResumption);
    }

    /** Those whose hour has come, and that nobody has set up yet. */
    due() {
        const now = Date.now();
        return this.adjourned().filter(
            (tile) => isDue(whenOf(tile), now) && !tile.adjourned?.continued,
        );
    }

    async adjourn() {
        const games = this.playing().map(({ game }) => game);
        const resume = await askResumption(
            t("BULK_ADJOURN").replace(/ …$/, ""),
            t("BULK_ADJOURN_TEXT", { n: games.length }),
        );
        if (resume === null) return;
        tellLines(byId("told"), await doOnMany("adjourn", games, { resume, key: devicePublic() }));
    }

    async resume() {
        const games = this.due().map(({ game }) => game);
        if (games.length > 0) tellLines(byId("told"), await doOnMany("continue", games));
    }

    /** One game of the list. @param {Tile} tile */
    row(tile) {
        const { adjourned } = tile;
        const sealer = adjourned?.sealer;
        return make(
            "li",
            {},
            make(
                "a",
                { href: `/game?game=${tile.game}#${token()}` },
                `${placeOf(tile)}, ${pairing(tile.names)}`,
            ),
            make(
                "p",
                {},
                [
                    resumptionText(whenOf(tile)),
                    untilText(whenOf(tile), Date.now()),
                    sealer ? t("BULK_ADJOURNED_SEALER", { player: nameOf(tile, sealer) }) : "",
                    adjourned?.envelope === "sealed"
                        ? t(
                              adjourned.verified
                                  ? "BULK_ADJOURNED_CHECKED"
                                  : "BULK_ADJOURNED_UNCHECKED",
                          )
                        : "",
                ]
                    .filter((part) => part)
                    .join(" · "),
            ),
        );
    }

    async list() {
        const tiles = this.adjourned();
        const sealed = tiles.filter(({ adjourned }) => adjourned?.envelope === "sealed");
        const games = sealed.map(({ game }) => game).join();
        await ask(
            t("BULK_ADJOURNED"),
            [
                make("ol", { class: "adjourned-games" }, ...tiles.map((tile) => this.row(tile))),
                sealed.length > 0
                    ? make(
                          "p",
                          {},
                          make(
                              "a",
                              { class: "button", href: `/envelope?games=${games}#${token()}` },
                              t("BULK_ADJOURNED_PRINT"),
                          ),
                      )
                    : make("p", {}),
            ],
            [{ value: "", text: t("CLOSE"), kind: "primary" }],
        );
    }

    /** Says once, aloud too, which games are to be resumed. */
    remind() {
        const now = Date.now();
        const waiting = this.adjourned().filter(({ adjourned }) => !adjourned?.continued);
        const due = waiting.filter((tile) => isDue(whenOf(tile), now));
        const soon = waiting.filter((tile) => isSoon(whenOf(tile), now) && !due.includes(tile));
        const boards = (/** @type {Tile[]} */ tiles) =>
            tiles.map((tile) => `${placeOf(tile)}, ${pairing(tile.names)}`).join(" · ");
        const text = [
            due.length > 0 ? t("BULK_ADJOURNED_DUE", { boards: boards(due) }) : "",
            soon.length > 0 ? t("BULK_ADJOURNED_SOON", { boards: boards(soon) }) : "",
        ]
            .filter((part) => part)
            .join(" — ");
        show(byId("adjourned-due"), text !== "");
        setText(byId("adjourned-due"), text);
        if (text !== "" && text !== this.reminded) {
            announce(text);
            play("ruling");
        }
        this.reminded = text;
    }

    /** Where somebody is to seal the server is told the key of this device again: it may have been restarted. */
    tellKeys() {
        const now = performance.now();
        for (const { game, adjourned } of this.tiles()) {
            if (!adjourned?.must_seal || now - (this.told.get(game) ?? -TELL_MS) < TELL_MS)
                continue;
            this.told.set(game, now);
            requestJson(`/api/envelope/key?game=${game}`, {
                key: token(),
                body: { key: devicePublic() },
            }).catch(() => this.told.delete(game));
        }
    }

    draw() {
        this.tellKeys();
        const counts = /** @type {const} */ ([
            ["all-adjourn", "BULK_ADJOURN", this.playing().length],
            ["adjourned-list", "BULK_ADJOURNED", this.adjourned().length],
            ["all-continue", "BULK_CONTINUE", this.due().length],
        ]);
        for (const [id, text, n] of counts) {
            setText(byId(id), `${t(text)} (${n})`);
            show(byId(id), n > 0);
        }
        this.remind();
    }
}
