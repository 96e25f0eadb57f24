/* SPDX-License-Identifier: MIT */
/*
 * One game as this page knows it: the snapshot, kept up to date by the stream and by the answers
 * to what the page sent itself. Everybody who draws looks here.
 */
import { gamePath, requestJson } from "./api.js";
import { ServerTime } from "./clock.js";
import { Outbox } from "./outbox.js";
import { SharedStream } from "./shared.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Update} Update */
/** @typedef {import("./types.js").PlayedMove} PlayedMove */
/** @typedef {import("./stream.js").StreamStatus} StreamStatus */

const PING_EVERY_MS = 20000;
/** How often somebody who waits for the clocks looks whether they run. */
const RESUME_MS = 200;

/**
 * @typedef {object} ModelHandlers
 * @property {(before: Snapshot|null) => void} changed  the game is another than before
 * @property {(entry: import("./types.js").LogEntry) => void} logged  this has just happened
 * @property {() => void} connection
 */

export class GameModel {
    /**
     * @param {string} key
     * @param {number|null} game  for the desk
     * @param {ModelHandlers} handlers
     */
    constructor(key, game, handlers) {
        this.key = key;
        this.game = game;
        this.handlers = handlers;
        this.time = new ServerTime(key);
        /** @type {Snapshot|null} */
        this.snapshot = null;
        /** @type {import("./types.js").Presence|null} */
        this.presence = null;
        /** @type {StreamStatus} */
        this.stream = "connecting";
        this.waiting = 0;
        this.stuck = false;
        /** The page's own time when its player's clock began to run. @type {number|null} */
        this.thinkingSince = null;
        this.refreshing = false;
        /** What the stream told of before the game itself was there, or began with. */
        this.begun = 0;
        /** @type {SharedStream|null} */
        this.shared = null;
        this.outbox = new Outbox(
            key,
            game,
            (waiting, stuck) => {
                this.waiting = waiting;
                this.stuck = stuck;
                handlers.connection();
            },
            (gap) => this.resumed(gap),
        );
    }

    /**
     * Loads the game and follows it, both at once. Throws an ApiError when the token is not known;
     * what passes can be tried again.
     * @param {import("./first.js").Asked|null} asked  the game may be on its way already
     */
    async start(asked = null) {
        this.shared ??= new SharedStream(
            this.key,
            {
                message: (message) => this.received(message),
                status: (status) => this.streamIs(status),
                idle: () => this.waiting === 0,
            },
            null,
        );
        await this.refresh(asked);
        this.time.measure(3);
        setInterval(() => this.time.measure(2), PING_EVERY_MS);
        document.addEventListener("visibilitychange", () => {
            if (document.visibilityState === "visible") {
                this.time.forget();
                this.time.measure(3);
            }
        });
    }

    /**
     * Asks the server something about this game, or for something of it.
     * @param {string} path
     * @param {object} body
     * @returns {Promise<any>}
     */
    ask(path, body) {
        const query = this.game === null ? "" : `?game=${this.game}`;
        return requestJson(path + query, { key: this.key, body });
    }

    /** Asks for the whole game. @param {import("./first.js").Asked|null} asked */
    async refresh(asked = null) {
        const sent = asked?.sent ?? performance.now();
        /** @type {Snapshot} */
        const fresh = await (asked?.answer ?? requestJson(gamePath(this.game), { key: this.key }));
        this.time.note(sent, fresh.now, performance.now());
        if (this.snapshot !== null && fresh.seq < this.snapshot.seq) return;
        this.presence ??= fresh.presence ?? null; /* what the stream told is newer */
        this.replace(fresh);
        this.catchUp();
    }

    /** Asks again, once, when the game that came is older than where the stream began. */
    catchUp() {
        if (this.snapshot === null || this.snapshot.seq >= this.begun) return;
        this.begun = 0;
        this.refreshSoon();
    }

    /** @param {number} seq */
    tellsOf(seq) {
        this.begun = Math.max(this.begun, seq);
        this.catchUp();
    }

    /**
     * Waits until a game whose line broke goes on again: a server that is started anew stops the
     * clocks until everybody is back. Throws an ApiError when the server cannot be asked.
     * @param {boolean} gap  something could not be sent
     */
    async resumed(gap) {
        if (!gap && this.stream !== "broken") return;
        await this.refresh();
        while (this.snapshot?.state.phase === "stopped") {
            await new Promise((later) => setTimeout(later, RESUME_MS));
            if (this.stream !== "open") await this.refresh();
        }
    }

    /**
     * The same soon, once for many reasons. Where the server has no time for it, it is asked again;
     * any other failure is mended by the next connection.
     * @param {number} [ms]
     */
    refreshSoon(ms = 30) {
        if (this.refreshing) return;
        this.refreshing = true;
        setTimeout(() => {
            this.refreshing = false;
            this.refresh().catch((error) => {
                if (error.status === 503) this.refreshSoon(1000);
            });
        }, ms);
    }

    /** @param {Snapshot} next */
    replace(next) {
        const before = this.snapshot;
        this.snapshot = next;
        const mine = next.state.clock?.running === next.role;
        if (!mine) this.thinkingSince = null;
        else if (
            before?.state.clock?.running !== next.role ||
            before.state.turn !== next.state.turn
        )
            this.thinkingSince = performance.now();
        this.handlers.changed(before);
    }

    /** @param {StreamStatus} status */
    streamIs(status) {
        const again = status === "open" && this.stream === "broken";
        this.stream = status;
        if (again) {
            this.time.measure(2);
            this.refreshSoon();
        }
        this.handlers.connection();
    }

    /** @param {import("./stream.js").StreamMessage} message */
    received(message) {
        const { data } = message;
        const elsewhere = this.game !== null && data.game !== undefined && data.game !== this.game;
        if (elsewhere) return;
        if (message.event === "event") {
            this.update({ seq: message.id ?? data.log?.seq ?? 0, ...data });
        } else if (message.event === "presence") {
            this.presence = data;
            this.handlers.changed(this.snapshot);
        } else if (message.event === "hello") {
            this.tellsOf(data.seq ?? 0);
        } else if (message.event === "restart" || message.event === "reload") {
            this.refreshSoon();
        }
    }

    /** Takes in what an event brought. @param {Update} update */
    update(update) {
        const now = this.snapshot;
        if (now === null) {
            this.tellsOf(update.seq);
            return;
        }
        const known = now.log.some((one) => one.number === update.log?.number);
        const entry = update.log && !known ? update.log : null;
        const newer = update.state !== undefined && update.seq >= now.seq;
        const state = newer && update.state ? update.state : now.state;
        this.replace({
            ...now,
            seq: Math.max(now.seq, update.seq),
            state,
            moves: newer ? this.movesAfter(now.moves, state.plies, update.move ?? null) : now.moves,
            log: entry ? [...now.log, entry] : now.log,
        });
        if (entry) this.handlers.logged(entry);
    }

    /**
     * The moves when the last of `count` is this one. What does not follow from the moves known so
     * far, as after a restored position, is asked for.
     * @param {PlayedMove[]} moves
     * @param {number} count
     * @param {PlayedMove|null} last
     */
    movesAfter(moves, count, last) {
        const same = (/** @type {PlayedMove|undefined} */ move) =>
            move?.fen === last?.fen && move?.uci === last?.uci;
        if (count === moves.length && (count === 0 || same(moves[count - 1]))) return moves;
        if (last !== null && count === moves.length + 1) return [...moves, last];
        this.refreshSoon();
        return moves.slice(0, count);
    }

    /**
     * Sends an event; the answer is taken in before the promise is kept.
     * @param {string} event
     * @param {{follows?: boolean, seen?: number|null, acts?: string|null}} [how]  see Outbox.send
     * @returns {Promise<any>}
     */
    async send(event, how = {}) {
        const think =
            this.thinkingSince === null ? null : Math.round(performance.now() - this.thinkingSince);
        const playing = this.snapshot?.state.phase === "playing";
        const answer = await this.outbox.send(event, think, { ...how, playing });
        if (answer?.state) this.update({ seq: answer.seq, state: answer.state, move: answer.move });
        return answer;
    }
}
