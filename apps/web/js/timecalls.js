/* SPDX-License-Identifier: MIT */
/*
 * The clock speaks only to who wishes it: of his own time at five and at two minutes, and when a flag
 * has fallen, as everybody sees it, unless the Laws have just said so.
 */
import { announce } from "./announce.js";
import { flagDown, timeLeft } from "./clock.js";
import { setting } from "./settings.js";
import { playerName, spokenTime } from "./strip.js";
import { t } from "./texts.js";

const MINUTE_MS = 60000;
/** When the time is told. */
const CALLS_MS = [5 * MINUTE_MS, 2 * MINUTE_MS];
/** With so much more a call may come again: the next period has begun. */
const AGAIN_MS = MINUTE_MS;
/** A call that comes later than this, to a page that was just opened, is none. */
const LATE_MS = 5000;

export function timesSpoken() {
    return setting("speech-times", "off") === "on";
}

export class TimeCalls {
    /** @param {import("./types.js").Colour} side */
    constructor(side) {
        this.side = side;
        /** The calls that were made. @type {Set<number>} */
        this.made = new Set();
        /** @type {Set<string>} */
        this.fallen = new Set();
    }

    /** @param {import("./types.js").Snapshot} game @param {number} now */
    tick(game, now) {
        const { clock } = game.state;
        const left = timeLeft(clock, this.side, now);
        if (left === null || game.state.result !== "*") return;
        for (const call of CALLS_MS) {
            if (left > call + AGAIN_MS) this.made.delete(call);
            if (left > call || this.made.has(call)) continue;
            this.made.add(call);
            if (timesSpoken() && left > call - LATE_MS)
                announce(`${playerName(game, this.side)}: ${spokenTime(call)}`);
        }
        for (const side of /** @type {const} */ (["white", "black"])) {
            const down = flagDown(clock, side, now);
            /* where the hall sees it fall, a ruling says so (6.8) */
            const ruled = game.options.flags === "automatic";
            if (down && !ruled && !this.fallen.has(side) && timesSpoken())
                announce(`${playerName(game, side)}: ${t("FLAG_FALLEN")}`);
            if (down) this.fallen.add(side);
            else this.fallen.delete(side);
        }
    }
}
