/* SPDX-License-Identifier: MIT */
/* Bytes: put together, compared, and written as text in the two ways that envelopes need. */

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** @param {...Uint8Array} parts */
export function joined(...parts) {
    const all = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
    let at = 0;
    for (const part of parts) {
        all.set(part, at);
        at += part.length;
    }
    return all;
}

/** Whether both are the same, in a time that does not tell where they differ. @param {Uint8Array} a @param {Uint8Array} b */
export function equal(a, b) {
    let difference = a.length ^ b.length;
    for (let i = 0; i < a.length; i++) difference |= a[i] ^ b[i];
    return difference === 0;
}

/** @param {number} size */
export function randomBytes(size) {
    return crypto.getRandomValues(new Uint8Array(size));
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Uint8Array} bytes */
export function toBase64Url(bytes) {
    let text = "";
    for (let i = 0; i < bytes.length; i += 3) {
        const three = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
        const digits = Math.min(4, Math.ceil(((bytes.length - i) * 4) / 3));
        for (let d = 0; d < digits; d++) text += DIGITS[(three >> (18 - 6 * d)) & 63];
    }
    return text;
}

/** The bytes of a text in base64url; null when it is none. @param {string} text */
export function fromBase64Url(text) {
    if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null;
    const bytes = new Uint8Array(Math.floor((text.length * 6) / 8));
    let bits = 0,
        held = 0,
        at = 0;
    for (const letter of text) {
        held = ((held << 6) | DIGITS.indexOf(letter)) & 0xffff;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes[at++] = (held >> bits) & 255;
    }
    return (held & ((1 << bits) - 1)) === 0 ? bytes : null;
}
