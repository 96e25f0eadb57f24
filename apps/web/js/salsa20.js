/* SPDX-License-Identifier: MIT */
/* Salsa20 as NaCl uses it: HSalsa20, which makes a key of a key and a nonce, and the stream XSalsa20. */

const ROUNDS = 20;
const KEY_BYTES = 32;
/** "expand 32-byte k" */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];

/** The four words that each quarter of a double round changes, in the order of Salsa20. */
const QUARTERS = [
    [0, 4, 8, 12],
    [5, 9, 13, 1],
    [10, 14, 2, 6],
    [15, 3, 7, 11],
    [0, 1, 2, 3],
    [5, 6, 7, 4],
    [10, 11, 8, 9],
    [15, 12, 13, 14],
];

/** @param {number} word @param {number} bits */
const turned = (word, bits) => (word << bits) | (word >>> (32 - bits));

/** @param {Uint8Array} bytes */
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Key and sixteen bytes of input, where Salsa20 has them. @param {Uint8Array} key @param {Uint8Array} input */
function laidOut(key, input) {
    const keys = viewOf(key),
        inputs = viewOf(input);
    const x = new Int32Array(16);
    for (let i = 0; i < 4; i++) {
        x[5 * i] = CONSTANTS[i];
        x[1 + i] = keys.getInt32(4 * i, true);
        x[11 + i] = keys.getInt32(16 + 4 * i, true);
        x[6 + i] = inputs.getInt32(4 * i, true);
    }
    return x;
}

/** @param {Int32Array} x */
function mix(x) {
    for (let round = 0; round < ROUNDS; round += 2)
        for (const [a, b, c, d] of QUARTERS) {
            x[b] ^= turned(x[a] + x[d], 7);
            x[c] ^= turned(x[b] + x[a], 9);
            x[d] ^= turned(x[c] + x[b], 13);
            x[a] ^= turned(x[d] + x[c], 18);
        }
}

/** @param {Int32Array|number[]} words */
function bytesOf(words) {
    const out = new DataView(new ArrayBuffer(4 * words.length));
    words.forEach((/** @type {number} */ word, /** @type {number} */ i) =>
        out.setInt32(4 * i, word, true),
    );
    return new Uint8Array(out.buffer);
}

/** @param {Uint8Array} key  32 bytes @param {Uint8Array} input  16 bytes */
export function hsalsa20(key, input) {
    const x = laidOut(key, input);
    mix(x);
    return bytesOf([x[0], x[5], x[10], x[15], x[6], x[7], x[8], x[9]]);
}

/** One block of the stream. @param {Uint8Array} key @param {Uint8Array} nonce  8 bytes @param {number} number */
function block(key, nonce, number) {
    const input = new Uint8Array(16);
    input.set(nonce);
    viewOf(input).setUint32(8, number, true);
    const before = laidOut(key, input);
    const x = before.slice();
    mix(x);
    return bytesOf(x.map((word, i) => word + before[i]));
}

/**
 * So many bytes of the stream XSalsa20, of which nobody encrypts more than 2^32 blocks.
 * @param {Uint8Array} key  32 bytes
 * @param {Uint8Array} nonce  24 bytes
 * @param {number} size
 */
export function xsalsa20(key, nonce, size) {
    if (key.length !== KEY_BYTES || nonce.length !== 24) throw new RangeError("key or nonce");
    const inner = hsalsa20(key, nonce.subarray(0, 16));
    const stream = new Uint8Array(Math.ceil(size / 64) * 64);
    for (let i = 0; 64 * i < size; i++) stream.set(block(inner, nonce.subarray(16), i), 64 * i);
    return stream.subarray(0, size);
}
