/* SPDX-License-Identifier: MIT */
/*
 * What several pages of boards ask the hall, asked together: those of single boards that differ in
 * nothing but the number of the board, or of the game, are one question. Each is told of its own.
 */
import { ApiError, requestJson } from "./api.js";
import { ServerTime } from "./clock.js";
import { Stream } from "./stream.js";

/** Of so many single boards one question is made: each can be there in several groups. */
const TOGETHER = 16;
const POLL_MS = 2000;

/** @typedef {import("./boards_follow.js").Head} Head */
/** @typedef {import("./boards_follow.js").Board} Board */
/** @typedef {{event: string, data: any}} Message */
/** @typedef {import("./stream.js").StreamStatus} StreamStatus */
/** @typedef {{message: (message: Message) => void, status: (status: StreamStatus) => void}} LineHandlers */

const SINGLE = /^\?(.*?)(games|boards)=(\d{1,18})$/;

/**
 * The questions that are asked for these wishes, and whose each is; in the order in which they came.
 * @param {Iterable<string>} wishes
 * @returns {Map<string, string[]>}
 */
export function gather(wishes) {
    /** @type {Map<string, string[]>} */
    const alike = new Map();
    for (const wish of new Set(wishes)) {
        const [, rest, name] = SINGLE.exec(wish) ?? [];
        const stem = name ? `?${rest}${name}=` : wish;
        alike.set(stem, [...(alike.get(stem) ?? []), wish]);
    }
    const asked = new Map();
    for (const [stem, those] of alike)
        for (let i = 0; i < those.length; i += TOGETHER) {
            const some = those.slice(i, i + TOGETHER);
            const numbers = some.map((wish) => wish.slice(stem.length)).sort();
            asked.set(stem + numbers.join(","), some);
        }
    return asked;
}

/**
 * What the head tells one who has asked for a single board: that board.
 * @param {Head} head @param {string} wish
 * @returns {Head}
 */
export function headFor(head, wish) {
    const [, , name, number] = SINGLE.exec(wish) ?? [];
    if (!name) return head;
    const games = head.games.filter(
        (game, i) => (name === "games" ? game : head.numbers[i]) === Number(number),
    );
    return { ...head, games, numbers: [], all: games.length, more: false };
}

/** In the place of a stream where there are too many: the same, asked for again and again. */
class Poll {
    /** @param {string} query @param {LineHandlers} handlers */
    constructor(query, handlers) {
        this.query = query;
        this.handlers = handlers;
        this.closed = false;
        /** @type {ReturnType<typeof setTimeout>|undefined} */
        this.timer = undefined;
        this.ask();
    }

    async ask() {
        let wait = POLL_MS;
        this.handlers.status("connecting");
        try {
            const { boards, ...head } = await requestJson(`/api/boards${this.query}`);
            if (this.closed) return;
            this.handlers.status("open");
            this.handlers.message({ event: "hello", data: head });
            for (const data of boards) this.handlers.message({ event: "board", data });
        } catch (error) {
            if (this.closed) return;
            this.handlers.status("broken");
            if (error instanceof ApiError) wait = Math.max(wait, 1000 * error.retry);
        }
        this.timer = setTimeout(() => this.ask(), wait * (1 + Math.random() / 4));
    }

    close() {
        this.closed = true;
        clearTimeout(this.timer);
    }
}

/** One question, what the hall has answered, and who is told of what. */
export class Source {
    /**
     * @param {string} query
     * @param {string[]} wishes
     * @param {boolean} streamed
     * @param {(wishes: string[], message: Message) => void} tell
     */
    constructor(query, wishes, streamed, tell) {
        this.wishes = wishes;
        this.streamed = streamed;
        this.tell = tell;
        this.time = new ServerTime();
        this.asked = performance.now();
        /** @type {boolean|null} */
        this.open = null;
        /** @type {Head|null} */
        this.head = null;
        /** @type {Map<number, Board>} */
        this.boards = new Map();
        /** @type {LineHandlers} */
        const handlers = {
            message: (message) => this.take(message),
            status: (status) => this.connected(status),
        };
        this.line = streamed
            ? new Stream("", handlers, null, `/api/boards/stream${query}`)
            : new Poll(query, handlers);
    }

    close() {
        this.line.close();
    }

    /** @param {StreamStatus} status */
    connected(status) {
        if (status === "connecting") this.asked = performance.now();
        else if (this.open !== (status === "open")) {
            this.open = status === "open";
            this.tell(this.wishes, { event: "line", data: this.open });
        }
    }

    /** @param {Message} message */
    take({ event, data }) {
        if (event === "hello") {
            /* The machine of a hall that was started anew may have been, too. */
            this.time.forget();
            this.time.note(this.asked, data.now, performance.now());
            this.head = data;
            this.boards.clear();
            for (const wish of this.wishes) this.tellHead(wish);
        } else if (event === "board") {
            this.boards.set(data.game, data);
            this.tell(this.those(data.game), { event, data });
        } else if (event === "gone") {
            this.boards.delete(data.game);
            this.tell(this.those(data.game), { event, data });
        }
    }

    /** Whose board it is. @param {number} game */
    those(game) {
        const { head } = this;
        return head ? this.wishes.filter((one) => headFor(head, one).games.includes(game)) : [];
    }

    /** @param {string} wish */
    tellHead(wish) {
        const { head, time } = this;
        if (head)
            this.tell([wish], {
                event: "hello",
                data: { ...headFor(head, wish), now: time.now() },
            });
    }

    /** Tells everything again, for one who has just come. @param {string} wish */
    repeat(wish) {
        const { head, open } = this;
        if (open !== null) this.tell([wish], { event: "line", data: open });
        if (!head) return;
        this.tellHead(wish);
        for (const game of headFor(head, wish).games) {
            const data = this.boards.get(game);
            if (data) this.tell([wish], { event: "board", data });
        }
    }
}
