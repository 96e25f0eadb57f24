/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4), because pages that came over plain http have no built-in one. */

const BLOCK = 64;

/** The first 32 bits behind the point of a root. @param {number} value */
const fraction = (value) => Math.floor((value - Math.floor(value)) * 2 ** 32) | 0;

/** @param {number} count */
function primes(count) {
    /** @type {number[]} */
    const found = [];
    for (let n = 2; found.length < count; n++) if (found.every((p) => n % p !== 0)) found.push(n);
    return found;
}

const ROUNDS = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

/** @param {number} word @param {number} bits */
const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** The message with its length behind it, in whole blocks. @param {Uint8Array} message */
function padded(message) {
    const blocks = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
    blocks.set(message);
    blocks[message.length] = 0x80;
    const length = new DataView(blocks.buffer);
    length.setUint32(blocks.length - 8, Math.floor(message.length / 2 ** 29));
    length.setUint32(blocks.length - 4, message.length << 3);
    return length;
}

/** @param {Int32Array} state @param {DataView} view @param {number} at */
function takeBlock(state, view, at) {
    const w = new Int32Array(64);
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
        const a = w[i - 15],
            b = w[i - 2];
        const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
        const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
        const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
        const first = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
        const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
        const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
}

/** @param {Uint8Array} message */
export function sha256(message) {
    const state = START.slice();
    const view = padded(message);
    for (let at = 0; at < view.byteLength; at += BLOCK) takeBlock(state, view, at);
    const out = new DataView(new ArrayBuffer(32));
    state.forEach((word, i) => out.setInt32(4 * i, word));
    return new Uint8Array(out.buffer);
}
