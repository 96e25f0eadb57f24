/* SPDX-License-Identifier: MIT */
/*
 * The key of an envelope as people read and type it: seven groups of four letters and digits, without
 * look-alikes, of which the last two find out a slip.
 */
import { joined } from "./bytes.js";
import { sha256 } from "./sha256.js";

/** Of I, L and O, which are not among them, it is clear what was meant. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const BITS = 5;
export const SECRET_BYTES = 16;
const DIGITS = 28;

/** Two letters that follow from the rest. @param {Uint8Array} secret */
function checkOf(secret) {
    const [first, second] = sha256(joined(new TextEncoder().encode("arbitro key text"), secret));
    return [first >> 3, second >> 3];
}

/** @param {Uint8Array} secret  16 bytes */
export function keyText(secret) {
    let number = 0n;
    for (const byte of secret) number = (number << 8n) | BigInt(byte);
    number <<= 2n;
    const digits = Array.from({ length: 26 }, (_, i) =>
        Number((number >> BigInt(BITS * (25 - i))) & 31n),
    );
    const text = [...digits, ...checkOf(secret)].map((digit) => LETTERS[digit]).join("");
    return (text.match(/.{4}/g) ?? []).join("-");
}

/** The key that was typed; null when it is none, or somebody has mistyped it. @param {string} typed */
export function readKeyText(typed) {
    const text = typed.toUpperCase().replace(/[\s-]/g, "").replace(/[IL]/g, "1").replace(/O/g, "0");
    const digits = Array.from(text, (letter) => LETTERS.indexOf(letter));
    if (digits.length !== DIGITS || digits.includes(-1)) return null;
    let number = 0n;
    for (const digit of digits.slice(0, 26)) number = (number << BigInt(BITS)) | BigInt(digit);
    if (number & 3n) return null;
    number >>= 2n;
    const secret = Uint8Array.from({ length: SECRET_BYTES }, (_, i) =>
        Number((number >> BigInt(8 * (SECRET_BYTES - 1 - i))) & 255n),
    );
    const [first, second] = checkOf(secret);
    return first === digits[26] && second === digits[27] ? secret : null;
}
