/* SPDX-License-Identifier: MIT */
/*
 * Lets the server solve a problem: one request whose answer comes as a stream, with how far it is and
 * at last the solution. Whoever closes it has cancelled the work.
 */
import { ApiError, failure } from "./api.js";
import { StreamParser } from "./stream.js";

/** @typedef {{position: string, stipulation: string, set: boolean, tries: boolean}} Wish */

/** The server says something at least every 15 seconds: silence for longer than two means a dead line. */
const SILENCE_MS = 35000;

export class Solving {
    /**
     * @param {Wish} wish
     * @param {(message: import("./stream.js").StreamMessage) => void} message
     */
    constructor(wish, message) {
        this.wish = wish;
        this.message = message;
        this.connection = new AbortController();
        this.cancelled = false;
    }

    cancel() {
        this.cancelled = true;
        this.connection.abort();
    }

    /** Reads to the end; whether the whole answer has come. Throws an ApiError. @returns {Promise<boolean>} */
    async run() {
        const response = await this.ask();
        if (!response.ok || !response.body) throw await failure(response);
        const reader = response.body.getReader();
        const decoder = new TextDecoder();
        const parser = new StreamParser();
        let ended = false;
        let watchdog = 0;
        try {
            for (;;) {
                clearTimeout(watchdog);
                watchdog = setTimeout(() => this.connection.abort(), SILENCE_MS);
                const { done, value } = await reader.read();
                if (done) return ended;
                for (const message of parser.push(decoder.decode(value, { stream: true }))) {
                    ended ||= message.event === "end";
                    this.message(message);
                }
            }
        } catch {
            return ended;
        } finally {
            clearTimeout(watchdog);
        }
    }

    async ask() {
        try {
            return await fetch("/api/solve", {
                method: "POST",
                headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
                body: JSON.stringify(this.wish),
                cache: "no-store",
                credentials: "omit",
                referrerPolicy: "no-referrer",
                signal: this.connection.signal,
            });
        } catch {
            throw new ApiError(0, "unreachable", null, 0, null);
        }
    }
}
