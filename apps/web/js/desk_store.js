/* SPDX-License-Identifier: MIT */
/*
 * The games that the desk knows: read as lists, kept up to date by its stream. Of two tiles of a game
 * the one with the greater version is the newer, so it does not matter which came first.
 */
import { requestJson, token } from "./api.js";
import { SharedStream } from "./shared.js";

/** @typedef {import("./desk_types.js").Tile} Tile */
/** @typedef {import("./desk_types.js").Round} Round */

/** Games that are not over and are read without being asked for; the others come by the button. */
const OPEN_FIRST = 300;
/** Games that are over and are shown at the beginning. */
const OVER_FIRST = 20;
const PAGE = 100;
/** How often it is asked whether there are arbiters enough, at most. */
const SUPERVISION_MS = 1000;

/**
 * @typedef {object} DeskHandlers
 * @property {(tile: Tile, before: Tile|undefined) => void} tile  one is new or another than before
 * @property {() => void} settled  all that came at once was told
 * @property {() => void} rounds
 * @property {(supervision: any) => void} supervision
 * @property {(status: import("./stream.js").StreamStatus) => void} connection
 */

export class DeskStore {
    /** @param {DeskHandlers} handlers */
    constructor(handlers) {
        this.handlers = handlers;
        /** @type {Map<number, Tile>} */
        this.tiles = new Map();
        /** @type {Round[]} */
        this.rounds = [];
        /** The greatest version that was heard: a server that begins anew counts from the beginning. */
        this.version = 0;
        /** How far the lists were read, of games that are not over and of those that are; 0: to the end. */
        this.further = { yes: Infinity, no: Infinity };
        this.supervisionAt = -Infinity;
        this.supervisionLater = false;
    }

    /** Reads everything once, so that a wrong key is told; then follows. */
    async start() {
        await this.refresh();
        this.shared = new SharedStream(
            token(),
            {
                message: (message) => this.received(message),
                status: (status) => {
                    if (status === "open") this.refresh().catch(() => {});
                    this.handlers.connection(status);
                },
            },
            null,
            "/api/desk/stream",
        );
    }

    get hasMore() {
        return this.further.yes + this.further.no > 0;
    }

    /** @param {Record<string, string|number>} which @returns {Promise<any>} */
    async read(which) {
        const query = new URLSearchParams(
            Object.entries(which).map(([name, value]) => [name, String(value)]),
        );
        const list = await requestJson(`/api/desk?${query}`, { key: token() });
        this.takeRounds(list.rounds);
        this.handlers.supervision(list.supervision);
        return list;
    }

    /** Reads one page of a list. @param {"yes"|"no"} open @param {number} before @param {number} limit */
    async readPage(open, before, limit) {
        const list = await this.read({
            open,
            limit,
            ...(before === Infinity ? {} : { before }),
        });
        this.take(list.tiles, list.version);
        return /** @type {{tiles: Tile[], next: number}} */ ({
            tiles: list.tiles,
            next: list.next ?? 0,
        });
    }

    /** Reads the lists from their beginning. */
    async refresh() {
        const over = await this.readPage("no", Infinity, OVER_FIRST);
        this.further.no = Math.min(this.further.no, over.next);
        let next = Infinity,
            seen = 0;
        do {
            const page = await this.readPage("yes", next, PAGE);
            seen += page.tiles.length;
            next = page.next;
        } while (next > 0 && seen < OPEN_FIRST);
        this.further.yes = Math.min(this.further.yes, next);
        this.handlers.settled();
    }

    /** All boards of a round, also those that are over. @param {number} round */
    async readRound(round) {
        let before = 0;
        do {
            const list = await this.read({ round, limit: PAGE, ...(before ? { before } : {}) });
            this.take(list.tiles, list.version);
            before = list.next ?? 0;
        } while (before > 0);
        this.handlers.settled();
    }

    /** Further games: first what is not over. @returns {Promise<number>} how many came */
    async readMore() {
        const known = this.tiles.size;
        while (this.tiles.size === known && this.hasMore) {
            const open = this.further.yes > 0 ? "yes" : "no";
            const { next } = await this.readPage(open, this.further[open], PAGE);
            this.further[open] = Math.min(this.further[open], next);
        }
        this.handlers.settled();
        return this.tiles.size - known;
    }

    /** @param {import("./stream.js").StreamMessage} message */
    received({ event, data }) {
        if (event === "hello" && data.version < this.version) this.forgetVersions();
        if (event === "tiles") {
            this.take(data.tiles, data.version);
            this.handlers.settled();
        }
        if (event === "rounds") this.takeRounds(data.rounds);
    }

    forgetVersions() {
        this.version = 0;
        for (const [game, tile] of this.tiles) this.tiles.set(game, { ...tile, version: -1 });
    }

    /** @param {Tile[]} tiles @param {number} version */
    take(tiles, version) {
        this.version = Math.max(this.version, version ?? 0);
        let moved = false;
        for (const tile of tiles) {
            const before = this.tiles.get(tile.game);
            if (before && before.version >= tile.version) continue;
            /* A game that is busy, or has gone to sleep, says little: what was known of it still holds. */
            const whole = tile.asleep && before ? { ...before, ...tile } : tile;
            this.tiles.set(tile.game, whole);
            this.handlers.tile(whole, before);
            moved ||=
                before?.phase !== tile.phase ||
                JSON.stringify(before.present) !== JSON.stringify(tile.present);
        }
        if (moved) this.askSupervision();
    }

    /** @param {Round[]|undefined} rounds */
    takeRounds(rounds) {
        if (!rounds || JSON.stringify(rounds) === JSON.stringify(this.rounds)) return;
        this.rounds = rounds;
        this.handlers.rounds();
    }

    /** Who comes and goes changes it, and so does time: asked now and then, and not with every move. */
    askSupervision() {
        if (this.supervisionLater) return;
        this.supervisionLater = true;
        const wait = Math.max(100, this.supervisionAt + SUPERVISION_MS - performance.now());
        setTimeout(async () => {
            this.supervisionLater = false;
            this.supervisionAt = performance.now();
            /* the next time, perhaps */
            await this.read({ open: "yes", limit: 1 }).catch(() => {});
        }, wait);
    }
}
