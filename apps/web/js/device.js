/* SPDX-License-Identifier: MIT */
/*
 * What a device of the arbiter keeps for sealed moves: a key pair of its own, whose public half the
 * server is told, and the keys of envelopes that it was given. Nothing here is ever sent but the
 * public half.
 */
import { fromBase64Url, randomBytes, toBase64Url } from "./bytes.js";
import { fitsLock, keyFromLock } from "./envelope_seal.js";
import { keyText, readKeyText } from "./keytext.js";
import { remember, setting } from "./settings.js";
import { publicKey } from "./x25519.js";

/** Of so many envelopes of a game the keys are kept. */
const KEPT = 8;

/** Where nothing can be kept it lasts as long as the page. @type {Uint8Array|null} */
let passing = null;

/** The secret half, made when it is first needed. */
function secretHalf() {
    const kept = fromBase64Url(setting("device", ""));
    if (kept && kept.length === 32) return kept;
    passing ??= randomBytes(32);
    remember("device", toBase64Url(passing));
    return passing;
}

/** The public half of which secret one, since it takes milliseconds to compute. */
const known = { secret: "", public: "" };

/** The public half, as the server is told it. */
export function devicePublic() {
    const secret = secretHalf();
    if (known.secret !== toBase64Url(secret)) {
        known.secret = toBase64Url(secret);
        known.public = toBase64Url(publicKey(secret));
    }
    return known.public;
}

/** The public keys of devices, as the server tells them. @param {string[]} texts */
export function readDevices(texts) {
    return texts.flatMap((text) => {
        const key = fromBase64Url(text);
        return key && key.length === 32 ? [key] : [];
    });
}

/** The keys that were kept of a game, in this page. @type {Map<number, string[]>} */
const held = new Map();

/** @param {number} game */
function keysOf(game) {
    const kept = setting(`envelope.${game}`, "").split(" ");
    return [...new Set([...(held.get(game) ?? []), ...kept])].filter((key) => key);
}

/** Keeps the key of an envelope on this device. @param {number} game @param {Uint8Array} secret */
export function keepKey(game, secret) {
    const keys = [...new Set([keyText(secret), ...keysOf(game)])].slice(0, KEPT);
    held.set(game, keys);
    remember(`envelope.${game}`, keys.join(" "));
}

/**
 * The key of an envelope, if this device has it: it was given to it before, or the lock holds it for it.
 * @param {number} game
 * @param {string} lock
 */
export function keyFor(game, lock) {
    for (const text of keysOf(game)) {
        const secret = readKeyText(text);
        if (secret && fitsLock(lock, secret)) return secret;
    }
    const secret = keyFromLock(lock, secretHalf());
    if (secret) keepKey(game, secret);
    return secret;
}
