/* SPDX-License-Identifier: MIT */
/* Where a text stands that should stand nowhere: in files, in the memory of the program, in its answers. */
import fs from "node:fs";
import path from "node:path";

/** @typedef {import("./hall.js").Hall} Hall */

/** So much of the memory is read at a time. */
const PIECE = 1 << 22;

/** The ways in which a text may be written down. @param {string} text */
export function disguises(text) {
    const bytes = Buffer.from(text);
    const wide = Buffer.from(text, "utf16le");
    /* in base64, at each of the three places where it may begin, without what depends on neighbours */
    const based = [0, 1, 2].map((shift) => {
        const whole = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
        const kept = whole.slice(shift === 0 ? 0 : shift + 1);
        return Buffer.from(kept.replace(/=+$/, "").slice(0, -1));
    });
    return [bytes, wide, Buffer.from(bytes.toString("hex")), ...based];
}

/** @param {Buffer} where @param {Buffer[]} needles */
const holds = (where, needles) => needles.some((needle) => where.includes(needle));

/** Files of the hall that hold it: database, its log, the server's log, the sign of life. @param {Hall} hall @param {Buffer[]} needles */
export function inFiles(hall, needles) {
    return fs
        .readdirSync(hall.folder)
        .filter((name) => fs.statSync(path.join(hall.folder, name)).isFile())
        .filter((name) => holds(fs.readFileSync(path.join(hall.folder, name)), needles));
}

/** Regions of the program's memory that hold it; all that a core dump would have. @param {Hall} hall @param {Buffer[]} needles */
export function inMemory(hall, needles) {
    const pid = hall.process?.pid;
    const memory = fs.openSync(`/proc/${pid}/mem`, "r");
    const longest = Math.max(...needles.map(({ length }) => length));
    const found = [];
    let bytes = 0;
    for (const line of fs.readFileSync(`/proc/${pid}/maps`, "utf8").split("\n")) {
        const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) r/.exec(line) ?? [];
        if (!from || /\[vvar|\[vsyscall/.test(line)) continue;
        const end = parseInt(to, 16);
        for (let at = parseInt(from, 16); at < end; at += PIECE) {
            const piece = Buffer.alloc(Math.min(PIECE + longest, end - at));
            let size = 0;
            try {
                size = fs.readSync(memory, piece, 0, piece.length, at);
            } catch {
                break; /* a page that nobody may read */
            }
            bytes += size;
            if (holds(piece.subarray(0, size), needles)) found.push(line);
        }
    }
    fs.closeSync(memory);
    return { found, bytes };
}

const ROADS = [
    "/api/game",
    "/api/case",
    "/api/pgn",
    "/api/sheet",
    "/api/envelope",
    "/api/hall",
    "/api/desk",
    "/api/stream",
    "/api/desk/stream",
    "/sheet?of=game",
    "/sheet?of=white",
    "/sheet?of=arbiter",
    "/report",
];

/** Everything that an answer says; of a stream, what it says at once. @param {string} address @param {string} key */
async function wholeAnswer(address, key) {
    const stop = new AbortController();
    const answer = await fetch(address, {
        headers: { Authorization: `Bearer ${key}`, "Last-Event-ID": "0" },
        signal: stop.signal,
    });
    if (!address.includes("/stream")) return Buffer.from(await answer.arrayBuffer());
    let body = Buffer.alloc(0);
    setTimeout(() => stop.abort(), 200);
    try {
        for await (const chunk of /** @type {any} */ (answer.body))
            body = Buffer.concat([body, chunk]);
    } catch {
        /* enough */
    }
    return body;
}

/**
 * Answers that hold it, of every road and every seat, and what a stream tells from the first event on.
 * @param {Hall} hall
 * @param {Record<string, string>} keys  by role
 * @param {number} game
 * @param {Buffer[]} needles
 */
export async function inAnswers(hall, keys, game, needles) {
    const asked = Object.entries(keys).flatMap(([role, key]) =>
        ROADS.map(async (road) => {
            const which = role === "desk" ? `${road.includes("?") ? "&" : "?"}game=${game}` : "";
            const body = await wholeAnswer(`http://127.0.0.1:${hall.port}${road}${which}`, key);
            return { name: `${role} ${road}`, size: body.length, holds: holds(body, needles) };
        }),
    );
    const answers = await Promise.all(asked);
    return {
        found: answers.filter((one) => one.holds).map(({ name }) => name),
        read: answers.reduce((sum, { size }) => sum + size, 0),
    };
}
