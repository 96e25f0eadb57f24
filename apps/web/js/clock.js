/* SPDX-License-Identifier: MIT */
/*
 * The clocks on the page. The server's monotonic clock is the chess clock; the page measures how
 * far its own stands from it, with the round trip that was shortest, and extrapolates.
 */
import { requestJson } from "./api.js";

/** How long a measured offset is preferred over a newer one with a longer round trip. */
const OFFSET_LIFE_MS = 60000;

/** The server's time, guessed from answers that told it. */
export class ServerTime {
    /** @param {string|null} [key]  of a player, whose way the server measures too */
    constructor(key = null) {
        this.key = key;
        this.offset = 0;
        this.trip = Infinity;
        this.measured = -Infinity;
    }

    /**
     * Takes note of an answer: it was asked for at `sent`, came at `received`, and said `server`.
     * The error is at most half the round trip, so the shortest is the best.
     * @param {number} sent
     * @param {number} server
     * @param {number} received
     */
    note(sent, server, received) {
        const trip = received - sent;
        if (trip > this.trip && received - this.measured < OFFSET_LIFE_MS) return;
        this.trip = trip;
        this.measured = received;
        this.offset = server - (sent + received) / 2;
    }

    /** Forgets what was measured: this machine may have slept. */
    forget() {
        this.trip = Infinity;
        this.measured = -Infinity;
    }

    now() {
        return performance.now() + this.offset;
    }

    /**
     * Asks the server `count` times, one right after the other, and says each time what it was told
     * before: so the server can measure the way to this page by its own clock, also through a
     * proxy. Failures are silent: the stream tells of them.
     * @param {number} count
     */
    async measure(count) {
        let seen = "";
        for (let i = 0; i < count; i++) {
            try {
                const sent = performance.now();
                const answer = await requestJson(`/api/ping${seen}`, {
                    key: this.key,
                    timeout: 5000,
                });
                this.note(sent, answer.now, performance.now());
                seen = `?seen=${answer.now}`;
            } catch {
                return;
            }
        }
    }
}

/**
 * The time left to a side at the server's time `now`; null without a clock.
 * @param {import("./types.js").ClockState|null} clock
 * @param {import("./types.js").Colour} side
 * @param {number} now
 */
export function timeLeft(clock, side, now) {
    const left = clock?.[side] ?? null;
    if (clock === null || left === null) return null;
    return clock.running === side ? Math.max(0, left - Math.max(0, now - clock.at)) : left;
}

/**
 * Whether the flag of a side is down, also before anybody has told the server.
 * @param {import("./types.js").ClockState|null} clock
 * @param {import("./types.js").Colour} side
 * @param {number} now
 */
export function flagDown(clock, side, now) {
    return clock !== null && (clock.flags[side] || timeLeft(clock, side, now) === 0);
}

/** Below this a clock shows tenths. */
const TENTHS_BELOW_MS = 20000;

/**
 * As a chess clock shows it: 1:05:00, 4:59, 0:19.9. Whole seconds are rounded up, so that only a
 * fallen flag shows nought.
 * @param {number|null} ms
 */
export function clockText(ms) {
    if (ms === null) return "–";
    if (ms < TENTHS_BELOW_MS) {
        const tenths = Math.floor(ms / 100);
        return `0:${String(Math.floor(tenths / 10)).padStart(2, "0")}.${tenths % 10}`;
    }
    const seconds = Math.ceil(ms / 1000);
    const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    return hours > 0
        ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
        : `${minutes}:${two(seconds % 60)}`;
}

/** The parts of a time for speech. @param {number} ms */
export function clockParts(ms) {
    const seconds = Math.ceil(ms / 1000);
    return {
        hours: Math.floor(seconds / 3600),
        minutes: Math.floor(seconds / 60) % 60,
        seconds: seconds % 60,
    };
}
