/* SPDX-License-Identifier: MIT */
/*
 * A message for somebody of whom only the public key is known, from nobody in particular: a box of NaCl
 * (X25519, XSalsa20, Poly1305) under a key pair that is made for it and forgotten. Its public half
 * stands before the box; the nonce follows from both public keys.
 */
import { equal, joined, randomBytes } from "./bytes.js";
import { hsalsa20 } from "./salsa20.js";
import { TAG_BYTES, openSecretbox, secretbox } from "./secretbox.js";
import { sha256 } from "./sha256.js";
import { publicKey, x25519 } from "./x25519.js";

const KEY_BYTES = 32;
/** How much longer a sealed message is. */
export const SEALED_BYTES = KEY_BYTES + TAG_BYTES;

/** What both have in common, as the key of a box; null when the public key is none. @param {Uint8Array} secret @param {Uint8Array} other */
export function commonKey(secret, other) {
    const shared = x25519(secret, other);
    return equal(shared, new Uint8Array(KEY_BYTES)) ? null : hsalsa20(shared, new Uint8Array(16));
}

/** @param {Uint8Array} passing @param {Uint8Array} whose */
const nonceOf = (passing, whose) => sha256(joined(passing, whose)).subarray(0, 24);

/** Null when the public key is none. @param {Uint8Array} message @param {Uint8Array} whose  32 bytes @param {Uint8Array} [secret] */
export function sealFor(message, whose, secret = randomBytes(KEY_BYTES)) {
    const passing = publicKey(secret);
    const key = commonKey(secret, whose);
    return key && joined(passing, secretbox(message, nonceOf(passing, whose), key));
}

/** Null when it was sealed for somebody else, or altered. @param {Uint8Array} sealed @param {Uint8Array} secret */
export function openSealed(sealed, secret) {
    if (sealed.length < SEALED_BYTES) return null;
    const passing = sealed.subarray(0, KEY_BYTES);
    const key = commonKey(secret, passing);
    return (
        key && openSecretbox(sealed.subarray(KEY_BYTES), nonceOf(passing, publicKey(secret)), key)
    );
}
