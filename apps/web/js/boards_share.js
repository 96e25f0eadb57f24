/* SPDX-License-Identifier: MIT */
/*
 * The pages of boards of one browser, such as the frames of one page, ask the hall together, because
 * a browser opens only six connections to it. One of them leads: it holds the streams, a few at
 * most, and tells the others over a BroadcastChannel. They find their leader as tabs of a game do
 * (shared.js): whoever hears of none leads, and of two the later stays. Where pages cannot hear each
 * other those in frames have no stream, but ask again and again.
 *
 * A page that is left leaves, also when the browser keeps it: what is kept must hold nothing.
 */
import { clientId } from "./api.js";
import { Source, gather } from "./boards_source.js";

const CHANNEL = "arbitro.boards";
/** Streams that are held: half of what a browser opens stays free for what is asked. */
const STREAMS_MOST = 3;
/** So long a page that has come waits for a leader. */
const ASK_MS = 60;
/** And a leader for others who come. */
const GATHER_MS = 40;
const BYE_MS = 125;
const BEAT_MS = 2000;
/** After so many beats a leader asks who is still there. */
const CALL_BEATS = 30;
/** Hidden pages are given little time, so a leader may be slow without being dead. */
const LOST_MS = 7000;

/** @typedef {import("./boards_source.js").Message} Message */
/**
 * What pages say to each other: what one wants, nothing when it goes; that one leads whom (beat), and
 * does so no longer (bye); what the hall has told.
 * @typedef {object} Said
 * @property {"want"|"beat"|"bye"|"told"} kind
 * @property {string} from
 * @property {string[]} [wishes]
 * @property {Message} [message]
 * @property {number} [since]
 * @property {string[]} [led]
 */

/** An old browser has none, and one in which sites may keep nothing refuses it to frames. */
function openChannel() {
    try {
        return new BroadcastChannel(CHANNEL);
    } catch {
        return null;
    }
}

class Share {
    constructor() {
        this.me = clientId();
        /** What this page wants, and who is told of it. @type {Map<string, (message: Message) => void>} */
        this.wishes = new Map();
        /** Of the others, while this page leads. @type {Map<string, string[]>} */
        this.others = new Map();
        /** Those of them who have not answered since they were called. @type {Set<string>} */
        this.unheard = new Set();
        this.beats = 0;
        /** By their questions; null: another page leads. @type {Map<string, Source>|null} */
        this.sources = null;
        /** When this page began to lead, by the clock that all have. */
        this.since = 0;
        /** @type {BroadcastChannel|null} */
        this.channel = null;
        /** @type {Record<"lead"|"gather"|"beat", ReturnType<typeof setTimeout>|undefined>} */
        this.timers = { lead: undefined, gather: undefined, beat: undefined };
        this.join();
        addEventListener("pagehide", () => this.leave());
        addEventListener("pageshow", (event) => {
            if (event.persisted) this.join();
        });
    }

    join() {
        if (this.channel) return;
        this.channel = openChannel();
        if (!this.channel) {
            this.lead();
            return;
        }
        this.channel.onmessage = (event) => this.heard(event.data);
        this.changed();
        this.wait(ASK_MS);
        this.timers.beat = setInterval(() => this.pass(), BEAT_MS);
    }

    leave() {
        this.post(this.sources ? { kind: "bye" } : { kind: "want", wishes: [] });
        this.stepDown();
        for (const timer of Object.values(this.timers)) clearTimeout(timer);
        this.channel?.close();
        this.channel = null;
    }

    /** @param {string} wish @param {(message: Message) => void} told */
    add(wish, told) {
        this.wishes.set(wish, told);
        this.changed();
    }

    /** @param {string} wish */
    remove(wish) {
        this.wishes.delete(wish);
        this.changed();
    }

    /** What this page wants is not what it was. */
    changed() {
        if (this.sources) this.gatherSoon();
        else this.post({ kind: "want", wishes: [...this.wishes.keys()] });
    }

    /** @param {Omit<Said, "from">} said */
    post(said) {
        this.channel?.postMessage({ ...said, from: this.me });
    }

    /** Leads unless somebody else is heard within this time. @param {number} ms */
    wait(ms) {
        clearTimeout(this.timers.lead);
        this.timers.lead = setTimeout(() => this.lead(), ms * (1 + Math.random() / 2));
    }

    lead() {
        if (this.sources) return;
        this.sources = new Map();
        this.since = Date.now();
        this.beat();
        this.gatherSoon();
    }

    stepDown() {
        clearTimeout(this.timers.gather);
        for (const source of this.sources?.values() ?? []) source.close();
        this.sources = null;
        this.others.clear();
    }

    beat() {
        if (this.sources)
            this.post({ kind: "beat", since: this.since, led: [...this.others.keys()] });
    }

    /** Leads on; whoever has died without a word is not asked for any longer. */
    pass() {
        if (!this.sources || ++this.beats % CALL_BEATS !== 0) {
            this.beat();
            return;
        }
        for (const one of this.unheard) this.others.delete(one);
        if (this.unheard.size > 0) this.gatherSoon();
        this.unheard = new Set(this.others.keys());
        this.post({ kind: "beat", since: this.since, led: [] });
    }

    gatherSoon() {
        clearTimeout(this.timers.gather);
        this.timers.gather = setTimeout(() => this.gather(), GATHER_MS);
    }

    /** Asks what all want now; what was asked already goes on. */
    gather() {
        const { sources } = this;
        if (!sources) return;
        const asked = gather([...this.wishes.keys(), ...[...this.others.values()].flat()]);
        for (const [query, source] of sources)
            if (!asked.has(query)) {
                source.close();
                sources.delete(query);
            }
        const most = this.channel || parent === window ? STREAMS_MOST : 0;
        let streams = [...sources.values()].filter(({ streamed }) => streamed).length;
        for (const [query, wishes] of asked) {
            const known = sources.get(query);
            if (known && (known.streamed || streams >= most)) continue;
            known?.close();
            const tell = this.tell.bind(this);
            sources.set(query, new Source(query, wishes, streams++ < most, tell));
        }
    }

    /** What the hall has told is told to all who want it. @param {string[]} wishes @param {Message} message */
    tell(wishes, message) {
        this.told(wishes, message);
        if (this.others.size > 0) this.post({ kind: "told", wishes, message });
    }

    /** @param {string[]} wishes @param {Message} message */
    told(wishes, message) {
        for (const wish of wishes) this.wishes.get(wish)?.(message);
    }

    /** Another page leads. @param {Said} said */
    follow({ since = 0, from, led = [] }) {
        if (this.sources) {
            if (since === this.since ? from < this.me : since < this.since) {
                this.beat();
                return;
            }
            this.stepDown();
        }
        this.wait(LOST_MS);
        if (!led.includes(this.me)) this.changed();
    }

    /** Another page wants this, while this one leads. @param {string} from @param {string[]} wishes */
    serve(from, wishes) {
        const before = this.others.get(from) ?? [];
        this.unheard.delete(from);
        if (wishes.length > 0) this.others.set(from, wishes);
        else this.others.delete(from);
        this.beat();
        if (wishes.join() === before.join()) return;
        this.gatherSoon();
        for (const source of this.sources?.values() ?? [])
            for (const wish of source.wishes) if (wishes.includes(wish)) source.repeat(wish);
    }

    /** @param {Said} said */
    heard(said) {
        const { kind, from, wishes = [], message } = said;
        if (kind === "beat") this.follow(said);
        else if (kind === "want" && this.sources) this.serve(from, wishes);
        else if (kind === "bye" && !this.sources) this.wait(BYE_MS);
        else if (kind === "told" && !this.sources && message) {
            this.wait(LOST_MS);
            this.told(wishes, message);
        }
    }
}

/** @type {Share|null} */
let share = null;

/** What all follow together. */
export function theShare() {
    share ??= new Share();
    return share;
}
