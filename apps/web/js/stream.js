/* SPDX-License-Identifier: MIT */
/*
 * The stream of events from the server: read with fetch, because EventSource cannot send the
 * token; resumed by Last-Event-ID, so that nothing is missed; opened again, more and more slowly,
 * when it breaks.
 */
import { headersFor } from "./api.js";

/** @typedef {{id: number|null, event: string, data: any}} StreamMessage */
/** @typedef {"connecting"|"open"|"broken"|"denied"|"replaced"} StreamStatus */

const BACKOFF_FIRST_MS = 400;
const BACKOFF_MOST_MS = 8000;
/** The server sends a comment every 15 seconds: silence for longer than two means a dead line. */
const SILENCE_MS = 35000;

/** Cuts the text of an event stream into messages, in whatever pieces it comes. */
export class StreamParser {
    constructor() {
        this.rest = "";
        /** @type {number|null} */
        this.id = null;
        this.event = "message";
        /** @type {string[]} */
        this.data = [];
    }

    /**
     * @param {string} text
     * @returns {StreamMessage[]}
     */
    push(text) {
        const lines = (this.rest + text).split("\n");
        /** @type {StreamMessage[]} */
        const messages = [];
        this.rest = lines.pop() ?? "";
        for (const raw of lines) {
            const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
            if (line === "") this.finish(messages);
            else if (!line.startsWith(":")) this.field(line);
        }
        return messages;
    }

    /** @param {string} line */
    field(line) {
        const colon = line.indexOf(":");
        const name = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
        if (name === "id" && /^\d+$/.test(value)) this.id = Number(value);
        else if (name === "event") this.event = value;
        else if (name === "data") this.data.push(value);
    }

    /** @param {StreamMessage[]} messages */
    finish(messages) {
        if (this.data.length > 0) {
            try {
                messages.push({
                    id: this.id,
                    event: this.event,
                    data: JSON.parse(this.data.join("\n")),
                });
            } catch {
                /* cut in the middle by a proxy: it comes again with the next connection */
            }
        }
        this.id = null;
        this.event = "message";
        this.data = [];
    }
}

/**
 * How long to wait before attempt `n`, counted from 0, with some chance in it.
 * @param {number} n
 */
export function backoff(n) {
    const longest = Math.min(BACKOFF_MOST_MS, BACKOFF_FIRST_MS * 2 ** n);
    return longest * (0.6 + 0.4 * Math.random());
}

/** One connection to the server, kept up until it is closed. */
export class Stream {
    /**
     * @param {string} key  the token
     * @param {{message: (message: StreamMessage) => void, status: (status: StreamStatus) => void}} handlers
     * @param {number|null} last  the sequence number after which to begin
     * @param {string} [path]
     */
    constructor(key, handlers, last, path = "/api/stream") {
        this.key = key;
        this.path = path;
        this.handlers = handlers;
        this.last = last;
        this.closed = false;
        this.attempt = 0;
        /** @type {AbortController|null} */
        this.connection = null;
        /** @type {(() => void)|null} */
        this.hurry = null;
        this.onOnline = () => this.hurry?.();
        addEventListener("online", this.onOnline);
        this.run();
    }

    close() {
        this.closed = true;
        removeEventListener("online", this.onOnline);
        this.connection?.abort();
        this.hurry?.();
    }

    async run() {
        while (!this.closed) {
            this.handlers.status("connecting");
            const refused = await this.connect();
            if (this.closed) return;
            this.handlers.status(refused ?? "broken");
            if (refused) return;
            await this.pause(backoff(this.attempt++));
        }
    }

    /** @param {number} ms */
    pause(ms) {
        return new Promise((done) => {
            const timer = setTimeout(() => done(null), ms);
            this.hurry = () => {
                clearTimeout(timer);
                done(null);
            };
        });
    }

    /**
     * Reads until the line breaks; tells when the server does not know the token, or has replaced it.
     * @returns {Promise<"denied"|"replaced"|null>}
     */
    async connect() {
        const connection = new AbortController();
        this.connection = connection;
        let watchdog = setTimeout(() => connection.abort(), SILENCE_MS);
        try {
            /** @type {Record<string, string>} */
            const resume = this.last === null ? {} : { "Last-Event-ID": String(this.last) };
            const response = await fetch(this.path, {
                headers: headersFor(this.key, { Accept: "text/event-stream", ...resume }),
                cache: "no-store",
                credentials: "omit",
                referrerPolicy: "no-referrer",
                signal: connection.signal,
            });
            if (response.status === 401 || response.status === 403) {
                const { error } = await response.json().catch(() => ({}));
                return error === "replaced" ? "replaced" : "denied";
            }
            if (!response.ok || !response.body) return null;
            const reader = response.body.getReader();
            const decoder = new TextDecoder();
            const parser = new StreamParser();
            for (;;) {
                const { done, value } = await reader.read();
                if (done) return null;
                clearTimeout(watchdog);
                watchdog = setTimeout(() => connection.abort(), SILENCE_MS);
                for (const message of parser.push(decoder.decode(value, { stream: true })))
                    this.deliver(message);
            }
        } catch {
            return null;
        } finally {
            clearTimeout(watchdog);
            connection.abort();
        }
    }

    /** @param {StreamMessage} message */
    deliver(message) {
        if (message.event === "hello") {
            this.attempt = 0;
            this.last ??= message.data.seq ?? null;
            this.handlers.status("open");
        }
        if (message.id !== null) {
            if (this.last !== null && message.id <= this.last) return;
            this.last = message.id;
        }
        this.handlers.message(message);
    }
}
