/* SPDX-License-Identifier: MIT */
/*
 * What this page sends: one after the other, in the order in which it was done. While the server
 * cannot be reached, or is being started anew, each is tried again under the same id, so that it
 * counts once.
 */
import { ApiError, clientId, requestJson } from "./api.js";
import { backoff } from "./stream.js";

/**
 * @typedef {object} Sending
 * @property {string} id
 * @property {string} event
 * @property {number|null} think
 * @property {(answer: any) => void} done
 * @property {(error: ApiError) => void} failed
 */

export class Outbox {
    /**
     * @param {string} key
     * @param {number|null} game  for the desk, which must say which game it means
     * @param {(waiting: number, stuck: boolean) => void} changed
     */
    constructor(key, game, changed) {
        this.key = key;
        this.game = game;
        this.changed = changed;
        /** @type {Sending[]} */
        this.queue = [];
        this.busy = false;
    }

    /**
     * Sends an event; the promise is kept when it is durable, broken when the server refuses to
     * read it. What the Laws refuse is an answer.
     * @param {string} event
     * @param {number|null} [think]
     * @returns {Promise<any>}
     */
    send(event, think = null) {
        return new Promise((done, failed) => {
            this.queue.push({ id: clientId(), event, think, done, failed });
            this.work();
        });
    }

    async work() {
        if (this.busy) return;
        this.busy = true;
        for (let item = this.queue[0]; item; item = this.queue[0]) {
            this.changed(this.queue.length, false);
            await this.deliver(item);
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
                const body = { id: item.id, event: item.event, think: item.think };
                item.done(await requestJson(path, { key: this.key, body }));
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
