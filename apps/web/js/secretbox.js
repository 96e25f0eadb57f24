/* SPDX-License-Identifier: MIT */
/* What NaCl calls a secretbox: XSalsa20 and Poly1305. The sixteen bytes that prove it stand before the rest. */
import { equal, joined } from "./bytes.js";
import { poly1305 } from "./poly1305.js";
import { xsalsa20 } from "./salsa20.js";

export const TAG_BYTES = 16;

/** The key of the proof, and the bytes that hide the message. @param {Uint8Array} key @param {Uint8Array} nonce @param {number} size */
function streams(key, nonce, size) {
    const stream = xsalsa20(key, nonce, 32 + size);
    return [stream.subarray(0, 32), stream.subarray(32)];
}

/** @param {Uint8Array} message @param {Uint8Array} stream */
const hidden = (message, stream) => message.map((byte, i) => byte ^ stream[i]);

/** @param {Uint8Array} message @param {Uint8Array} nonce  24 bytes @param {Uint8Array} key  32 bytes */
export function secretbox(message, nonce, key) {
    const [proving, hiding] = streams(key, nonce, message.length);
    const cipher = hidden(message, hiding);
    return joined(poly1305(cipher, proving), cipher);
}

/** What is in the box; null when it was not made with this key, or has been altered. @param {Uint8Array} box @param {Uint8Array} nonce @param {Uint8Array} key */
export function openSecretbox(box, nonce, key) {
    if (box.length < TAG_BYTES) return null;
    const cipher = box.subarray(TAG_BYTES);
    const [proving, hiding] = streams(key, nonce, cipher.length);
    return equal(poly1305(cipher, proving), box.subarray(0, TAG_BYTES))
        ? hidden(cipher, hiding)
        : null;
}
