/* SPDX-License-Identifier: MIT */
/*
 * A time control as people write it: "90+30", "5 min", "1h30 + 30 s", "40/90+30, 30+30". The server's own
 * way is in seconds; what stands without a unit is read as people mean it, and the page says how.
 */

/** So many minutes nobody gives for a game: a larger number without a unit is one of seconds. */
const MINUTES_END = 180;

/** The units, in seconds, by how they are written. @type {[RegExp, number][]} */
const UNITS = [
    [/^(h|hrs?|hours?|ora|ore)$/, 3600],
    [/^(m|mins?|minutes?|minut[oi]|')$/, 60],
    [/^(s|secs?|seconds?|second[oi]|")$/, 1],
];

/** What stands between two periods, and between the time and what is added. */
const PERIODS = /\s*(?::|;|,\s+|\s(?:then|poi)\s)\s*/;
const PERIOD =
    /^(?:(\d+)\s*(?:\/|moves? in|moss[ae] in)\s*)?([^+|]*?)(?:\s*(\+|\||d(?=\s*\d)|delay|ritardo)\s*(.+))?$/;
const EACH_MOVE = /\s*(?:\/|per|a|each|every|ogni)\s*(?:move|mossa)$/;

/**
 * @param {string} text
 * @returns {{seconds: number, bare: boolean}|null}  bare: a number without a unit
 */
function readLength(text) {
    const parts = text.match(/\d+(?:[.,]\d+)?|[a-z]+|['"]/g) ?? [];
    if (parts.length === 0 || parts.join("") !== text.replace(/\s+/g, "")) return null;
    const number = (/** @type {string} */ part) => Number(part.replace(",", "."));
    if (parts.length === 1)
        return /^\d/.test(parts[0]) ? { seconds: number(parts[0]), bare: true } : null;
    let seconds = 0,
        unit = Infinity;
    for (let i = 0; i < parts.length; i += 2) {
        /* after hours a number alone has minutes, after minutes seconds: "1h30" */
        const next =
            parts[i + 1] === undefined
                ? unit / 60
                : UNITS.find(([written]) => written.test(parts[i + 1]))?.[1];
        if (!/^\d/.test(parts[i]) || next === undefined || next < 1 || next >= unit) return null;
        unit = next;
        seconds += number(parts[i]) * unit;
    }
    return { seconds, bare: false };
}

/** @param {string} text */
function readPeriod(text) {
    const [, moves, base, kind, bonus] = PERIOD.exec(text) ?? [];
    const length = readLength(base?.trim() ?? "");
    const added = bonus === undefined ? null : readLength(bonus.replace(EACH_MOVE, "").trim());
    if (length === null || (bonus !== undefined && added === null)) return null;
    return { moves, length, sign: kind === "+" || kind === "|" ? "+" : "d", added };
}

/**
 * The time control in the server's words; null when it is not understood.
 * @param {string} text
 */
export function readTime(text) {
    const plain = text
        .trim()
        .toLowerCase()
        .replace(/[’′]/g, "'")
        .replace(/[”″]|''/g, '"')
        .replace(/^(\d):([0-5]\d)(?=\s*(?:\+|$))/, "$1h$2");
    const periods = plain.split(PERIODS).map(readPeriod);
    if (periods.includes(null)) return null;
    const all = /** @type {NonNullable<ReturnType<typeof readPeriod>>[]} */ (periods);
    const minutes = all.every(({ length }) => !length.bare || length.seconds < MINUTES_END);
    return all
        .map(({ moves, length, sign, added }) => {
            const base =
                Math.round(length.seconds * (length.bare && minutes ? 60 : 1) * 1000) / 1000;
            const count = moves === undefined ? "" : `${moves}/`;
            return `${count}${base}${added === null ? "" : sign + added.seconds}`;
        })
        .join(":");
}
