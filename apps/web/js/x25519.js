/* SPDX-License-Identifier: MIT */
/*
 * X25519 (RFC 7748): what two people have in common of whom each knows the other's public key. Written
 * with numbers without a limit, as the formulas stand there; see poly1305.js for what that means.
 */
import { bytesOfNumber, numberOf } from "./poly1305.js";

const PRIME = (1n << 255n) - 19n;
const SIZE = 32;

/** @param {bigint} number */
const within = (number) => ((number % PRIME) + PRIME) % PRIME;

/** @param {bigint} base @param {bigint} exponent */
function power(base, exponent) {
    let result = 1n;
    for (let square = base, left = exponent; left > 0n; left >>= 1n) {
        if (left & 1n) result = (result * square) % PRIME;
        square = (square * square) % PRIME;
    }
    return result;
}

/** A secret key as a number: a multiple of eight of a fixed length. @param {Uint8Array} secret */
function scalarOf(secret) {
    const number = numberOf(secret) & ((1n << 255n) - 8n);
    return number | (1n << 254n);
}

/**
 * @param {Uint8Array} secret  32 bytes
 * @param {Uint8Array} point  32 bytes
 * @returns {Uint8Array}
 */
export function x25519(secret, point) {
    if (secret.length !== SIZE || point.length !== SIZE) throw new RangeError("key");
    const k = scalarOf(secret);
    const x1 = (numberOf(point) & ((1n << 255n) - 1n)) % PRIME;
    let [x2, z2, x3, z3] = [1n, 0n, x1, 1n];
    for (let bit = 254n; bit >= 0n; bit--) {
        const set = (k >> bit) & 1n;
        if (set) [x2, z2, x3, z3] = [x3, z3, x2, z2];
        const a = x2 + z2,
            b = x2 - z2;
        const da = (x3 - z3) * a,
            cb = (x3 + z3) * b;
        const aa = within(a * a),
            bb = within(b * b),
            e = aa - bb;
        x3 = within((da + cb) ** 2n);
        z3 = within(x1 * within((da - cb) ** 2n));
        x2 = within(aa * bb);
        z2 = within(e * (aa + 121665n * e));
        if (set) [x2, z2, x3, z3] = [x3, z3, x2, z2];
    }
    return bytesOfNumber((x2 * power(z2, PRIME - 2n)) % PRIME, SIZE);
}

const BASE = bytesOfNumber(9n, SIZE);

/** The public key that belongs to a secret one. @param {Uint8Array} secret */
export function publicKey(secret) {
    return x25519(secret, BASE);
}
