/* SPDX-License-Identifier: MIT */
/*
 * QR codes (ISO/IEC 18004) made on the page, for what the server must not be told: bytes, level M,
 * versions 1 to 9. For everything else there is POST /api/qr.
 */

/** By version: how many words of correction a block has, and how many words of data each block. */
const BLOCKS = [
    [10, [16]],
    [16, [28]],
    [26, [44]],
    [18, [32, 32]],
    [24, [43, 43]],
    [16, [27, 27, 27, 27]],
    [18, [31, 31, 31, 31]],
    [22, [38, 38, 39, 39]],
    [22, [36, 36, 36, 37, 37]],
];
const VERSION_MAX = BLOCKS.length;

/** @param {number} version @returns {{correction: number, blocks: number[]}} */
function blocksOf(version) {
    const [correction, blocks] = /** @type {[number, number[]]} */ (BLOCKS[version - 1]);
    return { correction, blocks };
}

/** @param {number} version */
const roomOf = (version) => blocksOf(version).blocks.reduce((a, b) => a + b, 0);

/* ---- Reed and Solomon: the field of 256 elements by x^8 + x^4 + x^3 + x^2 + 1 */

/** @param {number} a @param {number} b */
function times(a, b) {
    let product = 0;
    for (let bit = 7; bit >= 0; bit--) {
        product = (product << 1) ^ (product >> 7 ? 0x11d : 0);
        if ((b >> bit) & 1) product ^= a;
    }
    return product;
}

/** The words of correction. @param {number[]} data @param {number} count */
function corrected(data, count) {
    let divisor = [1];
    for (let i = 0, root = 1; i < count; i++, root = times(root, 2))
        divisor = [...divisor, 0].map((one, k) => one ^ times(divisor[k - 1] ?? 0, root));
    const rest = [...data, ...Array(count).fill(0)];
    for (let i = 0; i < data.length; i++) {
        const by = rest[i];
        divisor.forEach((one, k) => (rest[i + k] ^= times(one, by)));
    }
    return rest.slice(data.length);
}

/** The words in the order in which they are drawn: one of each block in turn. @param {number[]} data @param {number} version */
function interleaved(data, version) {
    const { correction, blocks } = blocksOf(version);
    let at = 0;
    const parts = blocks.map((size) => data.slice(at, (at += size)));
    const ends = parts.map((part) => corrected(part, correction));
    /** @param {number[][]} lists */
    const inTurn = (lists) =>
        Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, i) =>
            lists.flatMap((list) => (i < list.length ? [list[i]] : [])),
        ).flat();
    return [...inTurn(parts), ...inTurn(ends)];
}

/** @param {Uint8Array} bytes @param {number} version */
function wordsOf(bytes, version) {
    const half = [
        4,
        bytes.length >> 4,
        bytes.length & 15,
    ]; /* the mode of bytes, and their number */
    for (const byte of bytes) half.push(byte >> 4, byte & 15);
    half.push(0);
    const words = Array.from(
        { length: half.length / 2 },
        (_, i) => (half[2 * i] << 4) | half[2 * i + 1],
    );
    for (let i = 0; words.length < roomOf(version); i++) words.push(i % 2 ? 0x11 : 0xec);
    return words;
}

/* ---- the squares */

/**
 * A picture that is being drawn: what is dark, and what belongs to the frame.
 * @typedef {{side: number, dark: boolean[][], fixed: boolean[][]}} Picture
 */

/** @param {Picture} picture @param {number} x @param {number} y @param {boolean} dark */
function fix(picture, x, y, dark) {
    if (x < 0 || y < 0 || x >= picture.side || y >= picture.side) return;
    picture.dark[y][x] = dark;
    picture.fixed[y][x] = true;
}

/** Squares in one another, as in the corners. @param {Picture} picture @param {number} x @param {number} y @param {number} radius @param {number} light */
function drawEye(picture, x, y, radius, light) {
    for (let dy = -radius; dy <= radius; dy++)
        for (let dx = -radius; dx <= radius; dx++) {
            const ring = Math.max(Math.abs(dx), Math.abs(dy));
            fix(picture, x + dx, y + dy, ring !== light && ring !== 4);
        }
}

/** Where the small eyes are, in both directions. @param {number} version */
function smallEyes(version) {
    if (version === 1) return [];
    const last = 4 * version + 10;
    return version < 7 ? [6, last] : [6, (last + 6) / 2, last];
}

/** The remainder of a number as a polynomial. @param {number} value @param {number} by @param {number} bits  of the remainder */
function remainder(value, by, bits) {
    let rest = value << bits;
    for (let bit = 31; bit >= bits; bit--) if ((rest >>> bit) & 1) rest ^= by << (bit - bits);
    return rest;
}

/** @param {Picture} picture @param {number} mask */
function drawFormat(picture, mask) {
    const { side } = picture;
    const bits = ((mask << 10) | remainder(mask, 0x537, 10)) ^ 0x5412;
    /** @param {number} i */
    const bit = (i) => ((bits >> i) & 1) === 1;
    for (let i = 0; i < 8; i++) {
        fix(picture, 8, i < 6 ? i : i + 1, bit(i));
        fix(picture, side - 1 - i, 8, bit(i));
    }
    for (let i = 8; i < 15; i++) {
        fix(picture, i === 8 ? 7 : 14 - i, 8, bit(i));
        fix(picture, 8, side - 15 + i, bit(i));
    }
    fix(picture, 8, side - 8, true);
}

/** @param {Picture} picture @param {number} version */
function drawVersion(picture, version) {
    const bits = (version << 12) | remainder(version, 0x1f25, 12);
    for (let i = 0; version >= 7 && i < 18; i++) {
        const along = Math.floor(i / 3),
            across = picture.side - 11 + (i % 3);
        fix(picture, along, across, ((bits >> i) & 1) === 1);
        fix(picture, across, along, ((bits >> i) & 1) === 1);
    }
}

/** @param {number} version @returns {Picture} */
function frame(version) {
    const side = 4 * version + 17;
    const rows = () => Array.from({ length: side }, () => Array(side).fill(false));
    const picture = { side, dark: rows(), fixed: rows() };
    for (let i = 0; i < side; i++) {
        fix(picture, 6, i, i % 2 === 0);
        fix(picture, i, 6, i % 2 === 0);
    }
    const eyes = smallEyes(version),
        last = eyes.length - 1;
    eyes.forEach((x, i) =>
        eyes.forEach((y, k) => {
            const corner =
                (i === 0 && k === 0) || (i === 0 && k === last) || (i === last && k === 0);
            if (!corner) drawEye(picture, x, y, 2, 1);
        }),
    );
    for (const [x, y] of [
        [3, 3],
        [side - 4, 3],
        [3, side - 4],
    ])
        drawEye(picture, x, y, 4, 2);
    drawFormat(picture, 0);
    drawVersion(picture, version);
    return picture;
}

/** Two columns at a time, up and down, from the right. @param {Picture} picture @param {number[]} words */
function drawWords({ side, dark, fixed }, words) {
    let at = 0;
    for (let right = side - 1, up = true; right > 0; right -= 2, up = !up) {
        if (right === 6) right = 5;
        for (let i = 0; i < side; i++)
            for (const x of [right, right - 1]) {
                const y = up ? side - 1 - i : i;
                if (fixed[y][x]) continue;
                dark[y][x] = ((words[at >> 3] >> (7 - (at & 7))) & 1) === 1;
                at++;
            }
    }
}

/** @type {((x: number, y: number) => number)[]} */
const MASKS = [
    (x, y) => (x + y) % 2,
    (_, y) => y % 2,
    (x) => x % 3,
    (x, y) => (x + y) % 3,
    (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
    (x, y) => ((x * y) % 2) + ((x * y) % 3),
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
    (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** How hard a row or column is to read: long runs, and what looks like an eye. @param {boolean[]} line */
function lineFaults(line) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    const runs = text.match(/1{5,}|0{5,}/g) ?? [];
    const eyes = text.match(/(?=10111010000|00001011101)/g) ?? [];
    return runs.reduce((sum, run) => sum + run.length - 2, 0) + 40 * eyes.length;
}

/** @param {boolean[][]} dark */
function faults(dark) {
    const side = dark.length;
    const columns = dark.map((_, x) => dark.map((row) => row[x]));
    let sum = [...dark, ...columns].reduce((all, line) => all + lineFaults(line), 0);
    for (let y = 1; y < side; y++)
        for (let x = 1; x < side; x++) {
            const one = dark[y][x];
            if (one === dark[y][x - 1] && one === dark[y - 1][x] && one === dark[y - 1][x - 1])
                sum += 3;
        }
    const share = dark.flat().filter((one) => one).length / (side * side);
    return sum + 10 * Math.floor(Math.abs(share * 100 - 50) / 5);
}

/** The picture with one of the masks over it. @param {Picture} picture @param {number} mask */
function masked(picture, mask) {
    const dark = picture.dark.map((row, y) =>
        row.map((one, x) => (picture.fixed[y][x] ? one : one !== (MASKS[mask](x, y) === 0))),
    );
    drawFormat({ ...picture, dark, fixed: picture.fixed.map((row) => [...row]) }, mask);
    return dark;
}

/**
 * The squares of a text, row by row; true is dark. Without a mask the best one is taken. Null when it
 * is too long.
 * @param {string} text
 * @param {number} [mask]
 * @returns {boolean[][]|null}
 */
export function qrSquares(text, mask) {
    const bytes = new TextEncoder().encode(text);
    let version = 1;
    while (version <= VERSION_MAX && roomOf(version) < bytes.length + 2) version++;
    if (version > VERSION_MAX) return null;
    const picture = frame(version);
    drawWords(picture, interleaved(wordsOf(bytes, version), version));
    if (mask !== undefined) return masked(picture, mask);
    const all = MASKS.map((_, i) => masked(picture, i));
    const worth = all.map(faults);
    return all[worth.indexOf(Math.min(...worth))];
}

/** As a picture, black on white with its margin; null when it is too long. @param {string} text @param {string} label */
export function qrPicture(text, label) {
    const rows = qrSquares(text);
    if (!rows) return null;
    const side = rows.length + 8;
    const name = "http://www.w3.org/2000/svg";
    const picture = document.createElementNS(name, "svg");
    for (const [key, value] of [
        ["viewBox", `0 0 ${side} ${side}`],
        ["shape-rendering", "crispEdges"],
        ["role", "img"],
        ["aria-label", label],
    ])
        picture.setAttribute(key, value);
    const squares = rows.flatMap((row, y) =>
        row.flatMap((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : [])),
    );
    for (const [fill, d] of [
        ["#fff", `M0 0h${side}v${side}H0z`],
        ["#000", squares.join("")],
    ]) {
        const path = document.createElementNS(name, "path");
        path.setAttribute("fill", fill);
        path.setAttribute("d", d);
        picture.append(path);
    }
    return picture;
}
