/* SPDX-License-Identifier: MIT */
/*
 * A seat that was lost is given back: a fresh code, link and picture to scan, after which those of
 * before open nothing.
 */
import { ask } from "./dialogs.js";
import { make } from "./dom.js";
import { failureText, pageAddress } from "./page.js";
import { codeNode, drawQr, linkNodes, onlyHereNote } from "./share.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Colour} Colour */

/**
 * @typedef {object} Seats
 * @property {string} title  which game it is
 * @property {import("./types.js").Names} names
 * @property {Colour|null} [computer]  its seat has no link
 * @property {boolean} [arbiter]  whether that of the game's arbiter can be given too
 */

/** Whose seat it is. @param {string} seat @param {import("./types.js").Names} names */
function seatName(seat, names) {
    const colour = t(`SHARE_${seat.toUpperCase()}`);
    const name = seat === "white" || seat === "black" ? names[seat] : "";
    return name ? `${name} · ${colour}` : colour;
}

/**
 * Asks whose seat, and shows what it now opens with.
 * @param {Seats} seats
 * @param {(seat: string) => Promise<{token: string, code: string|null}>} renew
 */
export async function giveSeat({ title, names, computer = null, arbiter = false }, renew) {
    const roles = ["white", "black", ...(arbiter ? ["arbiter"] : []), "spectator"];
    const { value: seat } = await ask(
        t("SEAT_TITLE"),
        [make("p", {}, make("strong", {}, title)), make("p", {}, t("SEAT_TEXT"))],
        [
            ...roles
                .filter((role) => role !== computer)
                .map((role) => ({ value: role, text: seatName(role, names) })),
            { value: "", text: t("CANCEL") },
        ],
        "stack",
    );
    if (seat === "") return;
    const who = seatName(seat, names);
    /** @type {(Node|null)[]} */
    let body;
    try {
        const fresh = await renew(seat);
        const { field, buttons } = linkNodes(who, fresh.token, true);
        body = [
            onlyHereNote(),
            codeNode(fresh.code ?? undefined),
            await drawQr(who, pageAddress("/game", fresh.token)),
            field,
            buttons,
            make("p", {}, t("SEAT_DONE")),
        ];
    } catch (error) {
        body = [make("p", { class: "problem" }, failureText(error))];
    }
    await ask(
        who,
        /** @type {Node[]} */ (body.filter((node) => node !== null)),
        [{ value: "", text: t("CLOSE"), kind: "primary" }],
        "qr-dialog",
    );
}
