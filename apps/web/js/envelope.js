/* SPDX-License-Identifier: MIT */
/*
 * The envelope of an adjourned game, to be printed and stuck on a real one (Guidelines I.2), with its key
 * as a picture and as text. The same page takes a key from such a picture: it stands behind the # of
 * the address, which no browser sends, and stays on this device.
 */
import { gameNumber, requestJson, token } from "./api.js";
import { keepKey, keyFor } from "./device.js";
import { labelled } from "./dialogs.js";
import { byId, make, setText } from "./dom.js";
import { keyText, readKeyText } from "./keytext.js";
import { FILES, readBoard } from "./notation.js";
import { pieceName } from "./piecenames.js";
import { failureText, select } from "./page.js";
import { drawPiece } from "./pieces.js";
import { qrPicture } from "./qrcode.js";
import { resumptionText } from "./resumption.js";
import { remember, setting } from "./settings.js";
import { startTexts, t } from "./texts.js";

/**
 * What is written on it; null is missing.
 * @typedef {object} Face
 * @property {string|null} white
 * @property {string|null} black
 * @property {string} fen
 * @property {number} white_used  in seconds
 * @property {number} black_used
 * @property {import("./types.js").Colour} sealer
 * @property {number} number
 * @property {import("./types.js").Colour|null} offer
 * @property {string|null} resumption
 * @property {boolean} complete
 */

/** A key in an address. */
const HANDED_OVER = /^key=([\w-]+)$/;
const RANKS = [8, 7, 6, 5, 4, 3, 2, 1];

/** @param {number} seconds */
function usedText(seconds) {
    const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
    return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** @param {string} fen */
function drawBoard(fen) {
    const pieces = readBoard(fen);
    const words = [...pieces].map(([square, piece]) => `${pieceName(piece)} ${square}`).join(", ");
    return make(
        "div",
        { class: "envelope-board", role: "img", "aria-label": words },
        ...RANKS.flatMap((rank) =>
            [...FILES].map((file) => {
                const dark = (FILES.indexOf(file) + rank) % 2 === 1;
                const cell = make("span", { class: dark ? "dark" : "light" });
                const piece = pieces.get(file + rank);
                if (piece) cell.append(drawPiece(piece));
                return cell;
            }),
        ),
    );
}

/** The items in the order of I.2, each with its name. @param {Face} face @returns {[string, string|null][]} */
function itemsOf(face) {
    const offers = { white: "ENVELOPE_OFFER_WHITE", black: "ENVELOPE_OFFER_BLACK" };
    return [
        ["WHITE", face.white],
        ["BLACK", face.black],
        ["ENVELOPE_WHITE_USED", usedText(face.white_used)],
        ["ENVELOPE_BLACK_USED", usedText(face.black_used)],
        ["ENVELOPE_SEALER", face[face.sealer] ?? t(face.sealer === "white" ? "WHITE" : "BLACK")],
        ["ENVELOPE_NUMBER", String(face.number)],
        ["ENVELOPE_OFFER", t(face.offer ? offers[face.offer] : "ENVELOPE_OFFER_NONE")],
        ["ENVELOPE_RESUMPTION", face.resumption ? resumptionText(face.resumption) : null],
    ];
}

/** The key as a picture and as text. @param {number} game @param {Uint8Array} secret */
function drawKey(game, secret) {
    const text = keyText(secret);
    const address = `${location.origin}/envelope?game=${game}#key=${text}`;
    const picture = qrPicture(address, t("ENVELOPE_KEY_PICTURE"));
    return make(
        "div",
        { class: "envelope-key" },
        picture ?? "",
        make("p", {}, t("ENVELOPE_KEY"), make("br"), make("strong", { class: "key-text" }, text)),
    );
}

/**
 * One envelope on its own leaf.
 * @param {number} game
 * @param {{face: Face|null, kept: string|null, lock?: string}} told
 */
function drawLeaf(game, { face, kept, lock }) {
    if (!face)
        return make("section", { class: "envelope-leaf" }, make("p", {}, t("ENVELOPE_NONE")));
    const secret = lock ? keyFor(game, lock) : null;
    const missing = t("ENVELOPE_MISSING");
    return make(
        "section",
        { class: "envelope-leaf" },
        make(
            "header",
            {},
            make("h1", {}, t("ENVELOPE_TITLE")),
            make("p", {}, t("GAME", { number: game })),
        ),
        make(
            "div",
            { class: "envelope-body" },
            make(
                "dl",
                {},
                ...itemsOf(face).map(([name, value]) =>
                    make(
                        "div",
                        { class: value === null ? "missing" : null },
                        make("dt", {}, t(name)),
                        make("dd", {}, value ?? missing),
                    ),
                ),
            ),
            make(
                "div",
                { class: "envelope-pictures" },
                drawBoard(face.fen),
                secret
                    ? drawKey(game, secret)
                    : make(
                          "p",
                          { class: "no-key" },
                          t(kept === "page" ? "ENVELOPE_NO_KEY" : "ENVELOPE_PAPER"),
                      ),
            ),
        ),
        make("p", { class: "envelope-fen" }, face.fen),
        make(
            "footer",
            {},
            make("p", {}, t("ENVELOPE_WARNING")),
            make("p", { class: "sign" }, t("ENVELOPE_SIGNED")),
        ),
    );
}

/** The games whose envelopes are wanted: of the desk perhaps several. @returns {(number|null)[]} */
function wanted() {
    const several = new URLSearchParams(location.search).get("games");
    return several
        ? several
              .split(",")
              .filter((one) => /^\d{1,15}$/.test(one))
              .map(Number)
        : [gameNumber()];
}

/** Keeps a key that came with the address, and wipes it from there. @param {string} text */
function takeKey(text) {
    const game = gameNumber();
    const secret = readKeyText(text);
    history.replaceState(null, "", location.pathname + location.search);
    if (game === null || !secret) {
        setText(byId("problem"), t("ENVELOPE_WRONG_KEY"));
        return;
    }
    keepKey(game, secret);
    byId("leaf").replaceChildren(
        make(
            "section",
            { class: "envelope-leaf handed" },
            make("h1", {}, t("ENVELOPE_TITLE")),
            make("p", {}, t("ENVELOPE_KEY_TAKEN", { number: game })),
        ),
    );
}

/** Reads and draws all envelopes that are wanted. */
async function drawAll() {
    const leaves = [];
    for (const game of wanted()) {
        const query = game === null ? "" : `?game=${game}`;
        const snapshot = game ?? (await requestJson("/api/game", { key: token() })).game;
        leaves.push(
            drawLeaf(snapshot, await requestJson(`/api/envelope${query}`, { key: token() })),
        );
    }
    byId("leaf").replaceChildren(...leaves);
}

/** @param {string} size */
function setPaper(size) {
    remember("envelope-paper", size);
    document.body.className = `envelope ${size}`;
}

async function main() {
    startTexts();
    document.title = `${t("ENVELOPE_TITLE")} · Arbitro`;
    const key = HANDED_OVER.exec(token());
    if (key) {
        setPaper("a5");
        takeKey(key[1]);
        document.body.dataset.ready = "key";
        return;
    }
    const size = select(
        "paper",
        [
            ["a5", "A5"],
            ["c6", "C6"],
        ],
        setting("envelope-paper", "a5"),
    );
    const print = make("button", { type: "button", id: "print-now" }, t("PRINT_NOW"));
    const game = gameNumber();
    const one = new URLSearchParams(location.search).has("games")
        ? `/desk#${token()}`
        : `/game${game === null ? "" : `?game=${game}`}#${token()}`;
    print.addEventListener("click", () => window.print());
    size.addEventListener("change", () => setPaper(size.value));
    setPaper(size.value);
    byId("print-bar").replaceChildren(
        make("a", { href: one }, t("PRINT_BACK")),
        labelled(t("PRINT_SIZE"), size),
        print,
    );
    try {
        await drawAll();
    } catch (error) {
        setText(byId("problem"), failureText(error));
    }
    document.body.dataset.ready = "envelope";
}

main();
