/* SPDX-License-Identifier: MIT */
/* The same on many boards at once: start, resume, stop; and what became of it. */
import { announce } from "./announce.js";
import { clientId, requestJson, token } from "./api.js";
import { doesWithAll, isOver, losesAtStart } from "./desk_order.js";
import { placeOf } from "./desk_tile.js";
import { confirm } from "./dialogs.js";
import { byId, make, setText, show } from "./dom.js";
import { pairing } from "./hall.js";
import { failureText } from "./page.js";
import { say, t } from "./texts.js";

/** @typedef {import("./desk_types.js").Tile} Tile */

const VERBS = /** @type {const} */ (["start", "resume", "stop"]);

/** Why it did not work at a board. @param {any} failed */
function failedText(failed) {
    const why = failed.rulings
        ? failed.rulings.map((/** @type {any} */ one) => say(one.text)).join(" ")
        : say(failed.text) || failed.error;
    return `${placeOf(failed)}, ${pairing(failed.names ?? {})}: ${why}`;
}

/**
 * What became of it, a line each.
 * @param {string} verb
 * @param {{done: number[], already: number[], failed: any[]}} answer
 */
function bulkLines(verb, { done, already, failed }) {
    return [
        t(`BULK_${verb.toUpperCase()}_DONE`, { n: done.length }),
        already.length > 0 ? t("BULK_ALREADY", { n: already.length }) : "",
        ...failed.map(failedText),
    ].filter((line) => line);
}

/**
 * Does it and says what became of it; the same id, sent again, does nothing more.
 * @param {string} verb
 * @param {number[]} games
 * @param {object} [more]  what is said with it
 * @returns {Promise<string[]>}
 */
export async function doOnMany(verb, games, more = {}) {
    try {
        const answer = await requestJson("/api/rounds/do", {
            key: token(),
            body: { do: verb, id: clientId(), games, ...more },
            timeout: 60000,
        });
        return bulkLines(verb, answer);
    } catch (error) {
        return [failureText(error)];
    }
}

/** Shows lines in a box, and says them. @param {HTMLElement} box @param {string[]} lines */
export function tellLines(box, lines) {
    box.replaceChildren(...lines.map((line) => make("p", {}, line)));
    show(box, lines.length > 0);
    announce(lines.join(" "));
}

/** The boards, in a line. @param {Tile[]} tiles */
const boardsText = (tiles) =>
    tiles.map((tile) => `${placeOf(tile)}, ${pairing(tile.names)}`).join(" · ");

/**
 * Whoever is absent would lose at once: that is said before. @param {Tile[]} absent
 */
export function sureToStart(absent) {
    const text = t(absent.length === 1 ? "BULK_ABSENT_ONE" : "BULK_ABSENT", { n: absent.length });
    return confirm(t("BULK_ABSENT_TITLE"), `${text} ${boardsText(absent)}`, t("BULK_ABSENT_YES"));
}

/** Stopping everything disturbs everybody, so it is asked again. @param {number} n */
function sureToStop(n) {
    return confirm(t("BULK_STOP"), t("BULK_STOP_SURE", { n }), t("BULK_STOP_YES"));
}

/** So long, at most, is waited until it is told who lost by being absent, and so often it is looked. */
const LOST_MS = 2000;
const LOOK_MS = 100;

/** The three buttons, each with the number of boards that it means. */
export class BulkBar {
    /**
     * @param {() => Tile[]} tiles  those of the chosen round and group
     * @param {() => Promise<void>} [done]
     */
    constructor(tiles, done = async () => {}) {
        this.tiles = tiles;
        this.done = done;
        /** Something is on its way. */
        this.busy = false;
        for (const verb of VERBS)
            byId(`all-${verb}`).addEventListener("click", (event) => {
                /* The second click of a double one was meant for what stood there before. */
                if (event.detail < 2) this.run(verb);
            });
    }

    /** @param {string} verb */
    games(verb) {
        return this.tiles()
            .filter((tile) => doesWithAll(tile, verb))
            .map(({ game }) => game);
    }

    draw() {
        for (const verb of VERBS) {
            const n = this.games(verb).length;
            setText(byId(`all-${verb}`), `${t(`BULK_${verb.toUpperCase()}`)} (${n})`);
            show(byId(`all-${verb}`), n > 0);
        }
    }

    /** @param {string} verb */
    async run(verb) {
        if (this.busy) return;
        this.busy = true;
        try {
            await this.act(verb);
        } finally {
            this.busy = false;
        }
    }

    /** @param {string} verb */
    async act(verb) {
        const games = this.games(verb);
        const absent = verb === "start" ? this.tiles().filter(losesAtStart) : [];
        if (games.length === 0 || (verb === "stop" && !(await sureToStop(games.length)))) return;
        if (absent.length > 0 && !(await sureToStart(absent))) return;
        const lines = await doOnMany(verb, games);
        await this.done();
        tellLines(byId("told"), [...lines, ...(await this.lost(absent))]);
    }

    /** Where somebody has lost by being absent. @param {Tile[]} absent */
    async lost(absent) {
        const games = absent.map(({ game }) => game);
        const over = () => this.tiles().filter((tile) => games.includes(tile.game) && isOver(tile));
        for (let ms = 0; over().length < games.length && ms < LOST_MS; ms += LOOK_MS) {
            await new Promise((later) => setTimeout(later, LOOK_MS));
            await this.done();
        }
        const tiles = over();
        return tiles.length > 0
            ? [`${t("BULK_LOST", { n: tiles.length })} ${boardsText(tiles)}`]
            : [];
    }
}
