/* SPDX-License-Identifier: MIT */
/*
 * A sealed move as the server keeps it (Guidelines I): "blob:HASH:CIPHER". CIPHER has two parts, both of
 * one length whatever was written:
 *
 *   the lock, 273 bytes: a 1 for this format; 16 bytes that show whether a key is the right one; and
 *     the key itself, four times, each for a device of the arbiter, by its public key. Places for
 *     devices that are not there hold bytes by chance.
 *   the box, 177 bytes: what was written, with its salt, filled up, encrypted under the key.
 *
 * The lock is the arbiter's at once, the box when he opens the envelope. Each key is used once.
 */
import { equal, fromBase64Url, joined, randomBytes, toBase64Url, toHex } from "./bytes.js";
import { SECRET_BYTES } from "./keytext.js";
import { SEALED_BYTES, openSealed, sealFor } from "./sealedbox.js";
import { TAG_BYTES, openSecretbox, secretbox } from "./secretbox.js";
import { sha256 } from "./sha256.js";

const FORMAT = 1;
const PROOF_BYTES = 16;
const SALT_BYTES = 16;
/** So many devices of the arbiter get the key. */
export const DEVICES = 4;
const FOR_DEVICE = SEALED_BYTES + SECRET_BYTES;
const LOCK_BYTES = 1 + PROOF_BYTES + DEVICES * FOR_DEVICE;
/** Length and what was written with its salt. */
const FILLED_BYTES = 161;
const BOX_BYTES = TAG_BYTES + FILLED_BYTES;
/** What a player can write, in bytes of UTF-8. */
export const TEXT_BYTES_MAX = FILLED_BYTES - 1 - 2 * SALT_BYTES - 1;
/** A key is used for one message, so that the nonce can be the same. */
const NONCE = new Uint8Array(24);

const utf8 = new TextEncoder();

/** What follows from a key, for one purpose. @param {string} purpose @param {Uint8Array} secret */
const derived = (purpose, secret) =>
    sha256(joined(utf8.encode(`arbitro envelope ${purpose}`), secret));

/** @param {Uint8Array} secret */
const proofOf = (secret) => derived("proof", secret).subarray(0, PROOF_BYTES);

/** The content, behind its length, filled up to one size. @param {Uint8Array} content */
function filled(content) {
    const all = new Uint8Array(FILLED_BYTES);
    all[0] = content.length;
    all.set(content, 1);
    return all;
}

/**
 * Seals a text for the devices of the arbiter.
 * @param {string} text  in one line, without blanks at its ends; at most TEXT_BYTES_MAX bytes
 * @param {Uint8Array[]} devices  their public keys
 * @returns {{blob: string, secret: Uint8Array}|null} null when there is no device, or the text does not fit
 */
export function sealText(text, devices) {
    const secret = randomBytes(SECRET_BYTES);
    const content = utf8.encode(`${toHex(randomBytes(SALT_BYTES))} ${text}`);
    const given = devices.slice(0, DEVICES).map((key) => sealFor(secret, key));
    const isShort = content.length < FILLED_BYTES;
    if (text === "" || !isShort || given.length === 0 || given.includes(null)) return null;
    while (given.length < DEVICES) given.push(randomBytes(FOR_DEVICE));
    const cipher = joined(
        Uint8Array.of(FORMAT),
        proofOf(secret),
        .../** @type {Uint8Array[]} */ (given),
        secretbox(filled(content), NONCE, derived("key", secret)),
    );
    return { blob: `blob:${toHex(sha256(content))}:${toBase64Url(cipher)}`, secret };
}

/** @param {string} text  base64url @param {number} size */
function part(text, size) {
    const bytes = fromBase64Url(text);
    return bytes && bytes.length === size ? bytes : null;
}

/** Whether the key is that of the lock. @param {string} lock @param {Uint8Array} secret */
export function fitsLock(lock, secret) {
    const bytes = part(lock, LOCK_BYTES);
    return (
        !!bytes && bytes[0] === FORMAT && equal(bytes.subarray(1, 1 + PROOF_BYTES), proofOf(secret))
    );
}

/** The key, as a device of the arbiter gets it; null when it is not for this one. @param {string} lock @param {Uint8Array} device  its secret key */
export function keyFromLock(lock, device) {
    const bytes = part(lock, LOCK_BYTES);
    for (let i = 0; bytes && i < DEVICES; i++) {
        const at = 1 + PROOF_BYTES + i * FOR_DEVICE;
        const secret = openSealed(bytes.subarray(at, at + FOR_DEVICE), device);
        if (secret && fitsLock(lock, secret)) return secret;
    }
    return null;
}

/**
 * What is in the box, with its salt; null when it cannot be opened with this key, or is not what the
 * hash says.
 * @param {string} box
 * @param {string} hash
 * @param {Uint8Array} secret
 */
export function openBox(box, hash, secret) {
    const bytes = part(box, BOX_BYTES);
    const all = bytes && openSecretbox(bytes, NONCE, derived("key", secret));
    if (!all || all[0] >= FILLED_BYTES) return null;
    const content = all.subarray(1, 1 + all[0]);
    return toHex(sha256(content)) === hash ? new TextDecoder().decode(content) : null;
}
