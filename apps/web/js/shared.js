/* SPDX-License-Identifier: MIT */
/*
 * One stream for all tabs that show the same thing, because a browser opens only six connections
 * to a server. One tab leads: it holds the stream and passes on what comes. Web Locks would choose
 * the leader, but over plain http browsers withhold them, so the tabs agree among themselves over
 * a BroadcastChannel; where that is missing too, every tab has its own stream.
 *
 * A tab begins with a stream of its own, so that nobody waits for an answer that may not come, and
 * gives it up when it hears of another. Of two streams the open one stays, of two such the later
 * one: both tabs see that alike, so that one of them stays.
 */
import { clientId } from "./api.js";
import { renew } from "./renew.js";
import { Stream } from "./stream.js";

/** @typedef {import("./stream.js").StreamMessage} StreamMessage */
/** @typedef {import("./stream.js").StreamStatus} StreamStatus */

/** How long after the leader has left another one may take its time. */
const BYE_MS = 125;
const BEAT_MS = 2000;
/** Hidden tabs are given little time, so a leader may be slow without being dead. */
const LOST_MS = 7000;

/** A name for the channel that does not tell the token. @param {string} text */
function digest(text) {
    let hash = 0xcbf29ce484222325n;
    for (const letter of text)
        hash = ((hash ^ BigInt(letter.codePointAt(0) ?? 0)) * 0x100000001b3n) & 0xffffffffffffffffn;
    return hash.toString(36);
}

export class SharedStream {
    /**
     * @param {string} key
     * @param {{message: (message: StreamMessage) => void, status: (status: StreamStatus) => void,
     *     idle?: () => boolean}} handlers  idle: whether the page can be loaded anew
     * @param {number|null} last
     * @param {string} [path]
     */
    constructor(key, handlers, last, path = "/api/stream") {
        this.key = key;
        this.path = path;
        this.handlers = handlers;
        this.last = last;
        this.me = clientId();
        /** @type {Stream|null} */
        this.stream = null;
        /** @type {StreamStatus} */
        this.state = "connecting";
        /** When this tab's stream was begun, by the clock that all tabs have. */
        this.since = 0;
        /** @type {ReturnType<typeof setTimeout>|undefined} */
        this.patience = undefined;
        this.channel =
            typeof BroadcastChannel === "function"
                ? new BroadcastChannel(`arbitro.${digest(key + path)}`)
                : null;
        if (this.channel !== null) this.channel.onmessage = (event) => this.heard(event.data);
        this.post({ kind: "ask" });
        this.lead();
        if (this.channel === null) return;
        addEventListener("pagehide", () => this.leave());
        setInterval(() => this.beat(), BEAT_MS);
    }

    /** Whether this tab holds the stream. */
    get leading() {
        return this.stream !== null;
    }

    /** @param {object} message */
    post(message) {
        this.channel?.postMessage({ ...message, from: this.me });
    }

    /** Leads unless somebody else is heard within this time. @param {number} ms */
    wait(ms) {
        clearTimeout(this.patience);
        this.patience = setTimeout(() => this.lead(), ms * (1 + Math.random() / 2));
    }

    lead() {
        clearTimeout(this.patience);
        if (this.stream !== null) return;
        this.since = Date.now();
        this.stream = new Stream(
            this.key,
            {
                message: (message) => {
                    this.take(message);
                    this.post({ kind: "message", message });
                },
                status: (status) => {
                    this.tell(status);
                    this.beat();
                },
            },
            this.last,
            this.path,
        );
    }

    stepDown() {
        this.stream?.close();
        this.stream = null;
    }

    leave() {
        if (this.stream !== null) this.post({ kind: "bye" });
        this.stepDown();
        clearTimeout(this.patience);
    }

    beat() {
        if (this.stream === null) return;
        this.post({ kind: "beat", status: this.state, since: this.since, last: this.last });
    }

    /**
     * Whether another tab's stream stays, and not this one's.
     * @param {StreamStatus|undefined} status  of the other
     * @param {number} since
     * @param {string} name
     */
    yieldsTo(status, since, name) {
        const open = status === "open";
        if (open !== (this.state === "open")) return open;
        return since === this.since ? name > this.me : since > this.since;
    }

    /**
     * Asks for everything anew when the leader has got more than this tab has heard.
     * @param {number|null|undefined} last
     */
    catchUp(last) {
        if (typeof last !== "number" || (this.last !== null && last <= this.last)) return;
        this.last = last;
        this.handlers.message({ id: null, event: "reload", data: {} });
    }

    /** @param {StreamStatus} status */
    tell(status) {
        if (status === this.state) return;
        this.state = status;
        this.handlers.status(status);
    }

    /** @param {StreamMessage} message */
    take(message) {
        if (message.event === "hello") {
            this.last ??= message.data.seq ?? null;
            renew(message.data.pages, this.handlers.idle ?? (() => true));
        }
        if (message.id !== null) {
            if (this.last !== null && message.id <= this.last) return;
            this.last = message.id;
        }
        this.handlers.message(message);
    }

    /**
     * @param {{kind: string, from: string, message?: StreamMessage, status?: StreamStatus,
     *     since?: number, last?: number|null}} said
     */
    heard(said) {
        if (said.kind === "ask") {
            this.beat();
            return;
        }
        if (said.kind === "bye") {
            if (this.stream === null) this.wait(BYE_MS);
            return;
        }
        if (this.stream !== null) {
            if (said.kind !== "beat") return;
            if (!this.yieldsTo(said.status, said.since ?? 0, said.from)) {
                this.beat();
                return;
            }
            this.stepDown();
        }
        this.wait(LOST_MS);
        if (said.kind === "beat" && said.status) {
            this.tell(said.status);
            this.catchUp(said.last);
        }
        if (said.kind === "message" && said.message) this.take(said.message);
    }
}
