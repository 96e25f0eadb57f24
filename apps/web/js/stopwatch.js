/* SPDX-License-Identifier: MIT */
/* A stopwatch beside the chess clock, for whatever has to be measured at a table. It runs on this page alone. */

/** As a stopwatch shows it: 0:07, 12:30, 1:02:03. @param {number} ms */
export function elapsedText(ms) {
    const seconds = Math.floor(ms / 1000);
    const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
    const hours = Math.floor(seconds / 3600),
        minutes = Math.floor(seconds / 60) % 60;
    return hours > 0
        ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
        : `${minutes}:${two(seconds % 60)}`;
}

export class Stopwatch {
    constructor() {
        /** What was measured before it was last started. */
        this.before = 0;
        /** When that was; null while it stands. @type {number|null} */
        this.since = null;
    }

    get isRunning() {
        return this.since !== null;
    }

    /** @param {number} now */
    elapsed(now) {
        return this.before + (this.since === null ? 0 : now - this.since);
    }

    /** @param {number} now */
    toggle(now) {
        this.before = this.elapsed(now);
        this.since = this.isRunning ? null : now;
    }

    reset() {
        this.before = 0;
        this.since = null;
    }
}
