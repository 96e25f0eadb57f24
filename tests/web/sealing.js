/* SPDX-License-Identifier: MIT */
/*
 * What pages compute to seal a move, beside others who compute the same: libsodium, by
 * tests/vectors/sealing.txt, which test_sealing_vectors.c proves, and what node has built in.
 */
import crypto from "node:crypto";
import fs from "node:fs";
import { composeEvent } from "../../apps/web/js/arbiter_fields.js";
import { lastOpening, openedText } from "../../apps/web/js/adjournment.js";
import { equal, fromBase64Url, joined, toBase64Url, toHex } from "../../apps/web/js/bytes.js";
import {
    TEXT_BYTES_MAX,
    fitsLock,
    keyFromLock,
    openBox,
    sealText,
} from "../../apps/web/js/envelope_seal.js";
import { keyText, readKeyText } from "../../apps/web/js/keytext.js";
import { poly1305 } from "../../apps/web/js/poly1305.js";
import { qrSquares } from "../../apps/web/js/qrcode.js";
import {
    isDue,
    isSoon,
    readResumption,
    untilText,
    writeResumption,
} from "../../apps/web/js/resumption.js";
import { hsalsa20, xsalsa20 } from "../../apps/web/js/salsa20.js";
import { commonKey, openSealed, sealFor } from "../../apps/web/js/sealedbox.js";
import { openSecretbox, secretbox } from "../../apps/web/js/secretbox.js";
import { sha256 } from "../../apps/web/js/sha256.js";
import { byResumption } from "../../apps/web/js/desk_adjourned.js";
import { publicKey, x25519 } from "../../apps/web/js/x25519.js";
import { check, same, test } from "./tap.js";

const bytes = (/** @type {string} */ hex) =>
    Uint8Array.from(hex === "-" ? [] : (hex.match(/../g) ?? []), (two) => parseInt(two, 16));
const random = (/** @type {number} */ size) => new Uint8Array(crypto.randomBytes(size));
const utf8 = (/** @type {string} */ text) => new TextEncoder().encode(text);

const vectors = fs
    .readFileSync(new URL("../vectors/sealing.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => line.split(" "));
/** The lines of a kind, what stands in them as bytes. @param {string} kind */
const linesOf = (kind) =>
    vectors.filter(([name]) => name === kind).map(([, ...fields]) => fields.map(bytes));

/** @param {string} kind @param {number} least @param {(...given: Uint8Array[]) => Uint8Array} compute */
function agrees(kind, least, compute) {
    const lines = linesOf(kind);
    check(lines.length >= least, `${lines.length} lines`);
    for (const [i, fields] of lines.entries())
        same(
            toHex(compute(...fields.slice(0, -1))),
            toHex(/** @type {Uint8Array} */ (fields.at(-1))),
            `${kind} ${i}`,
        );
}

test("sealing: every step is as libsodium does it", () => {
    agrees("sha256", 20, sha256);
    agrees("poly1305", 20, (key, message) => poly1305(message, key));
    agrees("hsalsa20", 8, hsalsa20);
    agrees("secretbox", 12, (key, nonce, message) => secretbox(message, nonce, key));
    agrees("x25519", 18, x25519);
    agrees("commonkey", 8, (secret, other) => commonKey(secret, other) ?? new Uint8Array());
    for (const [key, nonce, stream] of linesOf("xsalsa20"))
        same(toHex(xsalsa20(key, nonce, stream.length)), toHex(stream));
});

test("sealing: two thousand boxes of libsodium, made and opened", () => {
    const [, count, hash] = vectors.find(([name]) => name === "many") ?? [];
    let all = new Uint8Array(32);
    for (let i = 0; i < Number(count); i++) {
        const key = sha256(utf8(`key ${i}`)),
            nonce = sha256(utf8(`nonce ${i}`)).subarray(0, 24);
        const message = Uint8Array.from(
            { length: (i * 7) % 300 },
            (_, k) => key[k % 32] + nonce[k % 24] + k,
        );
        const box = secretbox(message, nonce, key);
        all = sha256(joined(all, box));
        if (i % 10 === 0) {
            same(toHex(openSecretbox(box, nonce, key) ?? new Uint8Array()), toHex(message));
            box[i % box.length] ^= 1 << i % 8;
            same(openSecretbox(box, nonce, key), null, "altered");
        }
    }
    same(toHex(all), hash);
});

test("sealing: hashes and common keys by chance, as node has them", () => {
    for (let i = 0; i < 1000; i++) {
        const message = random(i % 260);
        same(toHex(sha256(message)), crypto.createHash("sha256").update(message).digest("hex"));
    }
    for (let i = 0; i < 100; i++) {
        const one = crypto.generateKeyPairSync("x25519"),
            two = crypto.generateKeyPairSync("x25519");
        const secret = bytes(
            one.privateKey.export({ type: "pkcs8", format: "der" }).subarray(-32).toString("hex"),
        );
        const other = bytes(
            two.publicKey.export({ type: "spki", format: "der" }).subarray(-32).toString("hex"),
        );
        same(
            toHex(x25519(secret, other)),
            crypto
                .diffieHellman({ privateKey: one.privateKey, publicKey: two.publicKey })
                .toString("hex"),
        );
        same(
            toHex(publicKey(secret)),
            one.publicKey.export({ type: "spki", format: "der" }).subarray(-32).toString("hex"),
        );
    }
});

test("sealing: bytes as text and back", () => {
    for (let i = 0; i < 500; i++) {
        const some = random(i % 70);
        const text = toBase64Url(some);
        same(text, Buffer.from(some).toString("base64url"));
        same(toHex(fromBase64Url(text) ?? random(1)), toHex(some));
    }
    for (const bad of ["A", "AB", "AAB", "AA=", "AA AA", "ÄÄÄÄ"])
        same(fromBase64Url(bad), null, bad);
    check(equal(random(0), random(0)) && !equal(Uint8Array.of(1), Uint8Array.of(1, 2)), "lengths");
    check(
        !equal(Uint8Array.of(1, 2), Uint8Array.of(1)) && !equal(Uint8Array.of(1), Uint8Array.of(2)),
    );
});

test("sealing: a message for one public key is nobody else's", () => {
    for (let i = 0; i < 20; i++) {
        const secret = random(32),
            message = random(i);
        const sealed = sealFor(message, publicKey(secret)) ?? new Uint8Array();
        same(toHex(openSealed(sealed, secret) ?? random(99)), toHex(message));
        same(openSealed(sealed, random(32)), null, "another's");
        sealed[(i * 5) % sealed.length] ^= 4;
        same(openSealed(sealed, secret), null, "altered");
    }
    same(openSealed(random(20), random(32)), null, "too short");
    same(sealFor(random(3), new Uint8Array(32)), null, "no public key");
});

test("sealing: a key is typed, with slips found out", () => {
    for (let i = 0; i < 300; i++) {
        const secret = random(16);
        const text = keyText(secret);
        check(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/.test(text), text);
        same(toHex(readKeyText(text) ?? random(1)), toHex(secret));
        const sloppy = text
            .toLowerCase()
            .replaceAll("-", " ")
            .replaceAll("1", "l")
            .replaceAll("0", "o");
        same(toHex(readKeyText(sloppy) ?? random(1)), toHex(secret), sloppy);
    }
    let missed = 0;
    for (let i = 0; i < 2000; i++) {
        const letters = [...keyText(random(16)).replaceAll("-", "")];
        const at = i % letters.length;
        letters[at] = letters[at] === "7" ? "8" : "7";
        if (readKeyText(letters.join("")) !== null) missed++;
    }
    check(missed < 20, `${missed} slips of 2000 not found`);
    for (const bad of ["", "ABCD", "U".repeat(28), "Ä".repeat(28)])
        same(readKeyText(bad), null, bad);
});

test("sealing: an envelope tells nothing but to who has its key, and has one length", () => {
    const devices = Array.from({ length: 5 }, () => random(32));
    const keys = devices.map(publicKey);
    const texts = [
        "e4",
        "Nf3",
        "exd8=Q#",
        "O-O-O",
        "P-K4 (=)",
        "Ich gebe auf ♔",
        "x".repeat(TEXT_BYTES_MAX),
    ];
    const sizes = new Set();
    for (const [i, text] of texts.entries()) {
        const sealed = sealText(text, keys.slice(0, 1 + (i % 5)));
        const [, hash, cipher] = sealed?.blob.split(":") ?? [];
        const lock = cipher.slice(0, 364),
            box = cipher.slice(364);
        sizes.add(sealed?.blob.length);
        const secret = keyFromLock(lock, devices[0]) ?? random(16);
        same(toHex(secret), toHex(sealed?.secret ?? random(1)), "the device gets the key");
        same(keyFromLock(lock, devices[4]), null, "a fifth device does not");
        check(fitsLock(lock, secret) && !fitsLock(lock, random(16)), "the right key is known");
        const content = openBox(box, hash, secret) ?? "";
        same(content.slice(33), text);
        check(/^[0-9a-f]{32} /.test(content), "salt");
        same(openBox(box, hash, random(16)), null, "another key");
        same(
            openBox(
                box,
                hash.replace(/./, (c) => (c === "0" ? "1" : "0")),
                secret,
            ),
            null,
            "another hash",
        );
        same(
            openBox(
                box.replace(/.$/, (c) => (c === "A" ? "E" : "A")),
                hash,
                secret,
            ),
            null,
            "altered",
        );
        same(openBox(lock, hash, secret), null, "not a box");
        same(keyFromLock(box, devices[0]), null, "not a lock");
    }
    same([...sizes], [5 + 64 + 1 + 600], "one length");
    const [one, two] = [sealText("e4", keys), sealText("e4", keys)];
    const differs = [...(one?.blob ?? "")].filter((letter, i) => letter !== two?.blob[i]).length;
    check(differs > 500, `the same move sealed twice: ${differs} letters differ`);
    same(sealText("x".repeat(TEXT_BYTES_MAX + 1), keys), null, "too long");
    same(sealText("♔".repeat(43), keys), null, "too long in bytes");
    same(sealText("", keys), null, "nothing");
    same(sealText("e4", []), null, "no device");
    same(sealText("e4", [new Uint8Array(32)]), null, "no public key");
});

test("sealing: pictures to scan have the size that the standard gives them", () => {
    for (const [size, side] of [
        [1, 21],
        [14, 21],
        [15, 25],
        [26, 25],
        [27, 29],
        [42, 29],
        [62, 33],
        [84, 37],
        [106, 41],
        [122, 45],
        [152, 49],
        [180, 53],
    ])
        same(qrSquares("x".repeat(size))?.length, side, `${size} bytes`);
    same(qrSquares("x".repeat(181)), null, "too long");
});

test("adjourned: when and where, as it is written on the envelope", () => {
    const text = writeResumption("2026-11-18", "10:05", " Sala\nVerdi, 2 ");
    same(text, "2026-11-18 10:05, Sala Verdi, 2");
    same(readResumption(text).place, "Sala Verdi, 2");
    const at = new Date(2026, 10, 18, 10, 5).getTime();
    same(readResumption(text).at?.getTime(), at);
    for (const other of ["Sunday at ten", "2026-02-30 10:00", "2026-11-18 24:61", "", null])
        same(readResumption(other), { at: null, place: other ?? "" }, String(other));
    const minute = 60000;
    same(untilText(text, at - 3 * 24 * 60 * minute), "In 3 days.");
    same(untilText(text, at - 90 * minute), "In 1 h 30 min.");
    same(untilText(text, at - 90 * 1000), "In 2 min.");
    same(untilText(text, at), "It is time.");
    same(untilText("Sunday", at), "");
    same([isSoon(text, at - 31 * minute), isSoon(text, at - 30 * minute)], [false, true]);
    same([isDue(text, at - 1), isDue(text, at), isDue("Sunday", at)], [false, true, false]);
    const tile = (/** @type {number} */ game, /** @type {string|null} */ resumption) =>
        /** @type {any} */ ({ game, board: null, adjourned: { resumption } });
    const order = [tile(1, null), tile(2, "2026-11-19 09:00"), tile(4, text), tile(3, text)];
    same(
        order.sort(byResumption).map(({ game }) => game),
        [3, 4, 2, 1],
    );
});

test("adjourned: the arbiter's form says when it is resumed, in one line", () => {
    const form = new FormData();
    form.set("time", "2:00:00");
    same(composeEvent("adjourn", ["time?", "resume"], form), "adjourn 2:00:00");
    form.set("resume", 'Sunday, "Sala"\n2');
    same(
        composeEvent("adjourn", ["time?", "resume"], form),
        'adjourn 2:00:00 resume "Sunday, \\"Sala\\" 2"',
    );
});

test("adjourned: what the opening said, without its salt", () => {
    const salt = "00112233445566778899aabbccddeeff";
    same(openedText(`open-envelope ${salt} Nf3`), "Nf3");
    same(openedText(`open-envelope "${salt} N\\"f3 \\\\"`), 'N"f3 \\');
    same(openedText("open-envelope e4"), "e4");
    same(openedText("open-envelope"), "");
    const entry = (/** @type {string} */ event, refused = false) => ({ event, refused });
    const last = (/** @type {object[]} */ log) =>
        lastOpening(/** @type {any} */ ({ log }))?.event ?? null;
    same(last([entry("seal"), entry("open-envelope e4"), entry("resume")]), "open-envelope e4");
    same(last([entry("open-envelope e4"), entry("play e7e5")]), null);
    same(last([entry("open-envelope e4"), entry("play e7e5", true)]), "open-envelope e4");
    same(last([entry("open-envelope e4"), entry("seal")]), null);
    same(last([entry("open-envelope e4", true)]), null);
});
