/* SPDX-License-Identifier: MIT */
/*
 * Slips of paper for the players of a round: who plays where, with the code to type and the picture to
 * scan. Links are given once, so this tab keeps them until it is closed.
 */
import { roundName } from "./desk_filters.js";
import { make } from "./dom.js";
import { pageAddress } from "./page.js";
import { drawQr } from "./share.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {{board: number, game: number, names: import("./types.js").Names, tokens: Record<string, string>, codes: Record<string, string>}} MadeBoard */
/** @typedef {{round: number, name: string, group: string|null, event: string|null, boards: MadeBoard[], variant?: string}} MadeRound */

const SIDES = /** @type {const} */ (["white", "black"]);
/** A name with more letters is printed smaller. */
const LONG_NAME = 28;
/** So many pictures are asked for at the same time. */
const AT_ONCE = 4;

/** @param {number} round */
const keyOf = (round) => `slips.${round}`;

/** @param {MadeRound} made */
export function keepSlips(made) {
    try {
        sessionStorage.setItem(keyOf(made.round), JSON.stringify(made));
    } catch {
        /* a browser that keeps nothing: the slips are shown until the page is left */
    }
}

/** @param {number} round @returns {MadeRound|null} */
export function keptSlips(round) {
    try {
        const kept = JSON.parse(sessionStorage.getItem(keyOf(round)) ?? "null");
        return Array.isArray(kept?.boards) ? kept : null;
    } catch {
        return null;
    }
}

/** @param {MadeRound} made @param {MadeBoard} board @param {Colour} side */
function drawSlip(made, board, side) {
    const colour = t(side === "white" ? "WHITE" : "BLACK");
    const title = [made.event ?? "", roundName(made), made.variant ?? ""].filter((part) => part);
    const name = board.names[side] || colour;
    return make(
        "li",
        { class: "slip" },
        make(
            "div",
            { class: "slip-text" },
            make("p", { class: "slip-round" }, title.join(" · ")),
            make(
                "p",
                { class: "slip-seat" },
                make("span", { class: "slip-board" }, t("DESK_BOARD", { n: board.board })),
                " ",
                make("span", { class: `slip-colour ${side}` }, colour),
            ),
            make("p", { class: name.length > LONG_NAME ? "slip-name long" : "slip-name" }, name),
            make("p", { class: "slip-how" }, t("SLIP_SCAN", { address: `${location.host}/join` })),
            make("p", { class: "slip-code" }, board.codes[side] ?? ""),
        ),
    );
}

/**
 * Draws all slips, then their pictures as they come.
 * @param {HTMLElement} root
 * @param {MadeRound} made
 * @returns {Promise<void>} kept when every picture is there
 */
export async function drawSlips(root, made) {
    const slips = made.boards.flatMap((board) =>
        SIDES.map((side) => ({ board, side, node: drawSlip(made, board, side) })),
    );
    root.replaceChildren(...slips.map(({ node }) => node));
    const waiting = [...slips];
    const work = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
            const { board, side, node } = next;
            const who = `${t("DESK_BOARD", { n: board.board })}, ${t(side === "white" ? "WHITE" : "BLACK")}`;
            node.append(await drawQr(who, pageAddress("/game", board.tokens[side])));
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
}
