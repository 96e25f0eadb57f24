/* SPDX-License-Identifier: MIT */
/*
 * What this page sends: one after the other, in the order in which it was done. While the server
 * cannot be reached, or is being started anew, each is tried again under the same id, so that it
 * counts once. What is done on the board waits after such a gap until the game goes on.
 */
import { ApiError, clientId, requestJson } from "./api.js";
import { backoff } from "./stream.js";

/** What is done with the hands, and refused while the clocks are stopped (6.11.3). */
const BY_HAND = /^(touch|adjust|remove|lift|release|move|replace|play|press)\b/;

/**
 * @typedef {object} Sending
 * @property {string} id
 * @property {string} event
 * @property {number|null} think
 * @property {boolean} follows  it means nothing when what was sent before it is refused
 * @property {number|null} seen  it is meant for the game as it was after this event; null: in any case
 * @property {string|null} acts  the player for whom an arbiter enters it; null: it is one's own
 * @property {boolean} waits  after a gap it waits until the game goes on again
 * @property {(answer: any) => void} done
 * @property {(error: ApiError) => void} failed
 */

export class Outbox {
    /**
     * @param {string} key
     * @param {number|null} game  for the desk, which must say which game it means
     * @param {(waiting: number, stuck: boolean) => void} changed
     * @param {(gap: boolean) => Promise<void>} [resumed]  kept when the game can be played on, and
     *     at once unless there was a gap
     */
    constructor(key, game, changed, resumed = async () => {}) {
        this.key = key;
        this.game = game;
        this.changed = changed;
        this.resumed = resumed;
        /** @type {Sending[]} */
        this.queue = [];
        this.busy = false;
        /** Whether the last one was refused. */
        this.refused = false;
    }

    /**
     * Whether the last thing on its way that the hands did is one of these.
     * @param {RegExp} verbs
     */
    endsWith(verbs) {
        const hand = this.queue.filter(({ event }) => BY_HAND.test(event));
        return hand.length > 0 && verbs.test(hand[hand.length - 1].event);
    }

    /**
     * Sends an event; the promise is kept when it is durable, broken when the server refuses to
     * read it. What the Laws refuse is an answer.
     * @param {string} event
     * @param {number|null} [think]
     * @param {{follows?: boolean, playing?: boolean, seen?: number|null, acts?: string|null}} [how]  `follows` leaves it
     *     out, with the answer null, when the one before is refused; `playing` says that the game goes
     *     on; `seen` is the event after which it was decided
     * @returns {Promise<any>}
     */
    send(event, think = null, how = {}) {
        const { follows = false, playing = false, seen = null, acts = null } = how;
        const waits = playing && BY_HAND.test(event);
        return new Promise((done, failed) => {
            const id = clientId();
            this.queue.push({ id, event, think, follows, seen, acts, waits, done, failed });
            this.work();
        });
    }

    async work() {
        if (this.busy) return;
        this.busy = true;
        for (let item = this.queue[0]; item; item = this.queue[0]) {
            this.changed(this.queue.length, false);
            if (item.follows && this.refused) item.done(null);
            else await this.deliver(item);
            this.queue.shift();
        }
        this.busy = false;
        this.changed(0, false);
    }

    /** @param {Sending} item */
    async deliver(item) {
        const path = this.game === null ? "/api/events" : `/api/events?game=${this.game}`;
        for (let attempt = 0; ; attempt++) {
            try {
                if (item.waits) await this.resumed(attempt > 0);
                const { id, event, think, seen, acts } = item;
                const body = {
                    id,
                    event,
                    think,
                    ...(seen === null ? {} : { seen }),
                    ...(acts === null ? {} : { for: acts }),
                };
                const answer = await requestJson(path, { key: this.key, body });
                this.refused = answer.refused === true;
                item.done(answer);
                return;
            } catch (error) {
                const problem =
                    error instanceof ApiError
                        ? error
                        : new ApiError(0, "unreachable", null, 0, null);
                /*
                 * A full disk is told at once: the person must know that nothing was taken. A hall
                 * that is closing comes back, or its proxy finds another one.
                 */
                if (!problem.passing || problem.code === "store") {
                    this.refused = true;
                    item.failed(problem);
                    return;
                }
                this.changed(this.queue.length, true);
                await new Promise((later) =>
                    setTimeout(later, Math.max(problem.retry * 1000, backoff(attempt))),
                );
            }
        }
    }
}
