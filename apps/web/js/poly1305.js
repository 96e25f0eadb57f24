/* SPDX-License-Identifier: MIT */
/*
 * Poly1305 (RFC 8439, 2.5), as that page has it: a polynomial modulo 2^130 - 5. Numbers without a limit
 * make it short. They do not take the same time for all keys, and need not: whoever could measure
 * it runs on the device that has the key.
 */

const PRIME = (1n << 130n) - 5n;
const CLAMP = 0x0ffffffc0ffffffc0ffffffc0fffffffn;

/** @param {Uint8Array} bytes  the lowest first */
export function numberOf(bytes) {
    let number = 0n;
    for (let i = bytes.length; i-- > 0; ) number = (number << 8n) | BigInt(bytes[i]);
    return number;
}

/** @param {bigint} number @param {number} size */
export function bytesOfNumber(number, size) {
    return Uint8Array.from({ length: size }, (_, i) => Number((number >> BigInt(8 * i)) & 255n));
}

/** @param {Uint8Array} message @param {Uint8Array} key  32 bytes, never used for another message */
export function poly1305(message, key) {
    if (key.length !== 32) throw new RangeError("key");
    const r = numberOf(key.subarray(0, 16)) & CLAMP;
    let sum = 0n;
    for (let at = 0; at < message.length; at += 16) {
        const part = message.subarray(at, at + 16);
        sum = ((sum + numberOf(part) + (1n << BigInt(8 * part.length))) * r) % PRIME;
    }
    return bytesOfNumber(sum + numberOf(key.subarray(16)), 16);
}
