/* SPDX-License-Identifier: MIT */
/* The moves of the game as a list, in which spectators and arbiters can go back. */
import { make } from "./dom.js";
import { localSan, spokenMove } from "./notation.js";
import { language, t } from "./texts.js";

/** The number of the move that led to this position, and who made it. @param {string} fen */
export function moveNumber(fen) {
    const fields = fen.split(" ");
    const after = Number(fields[5] ?? 1);
    return fields[1] === "b" ? { number: after, white: true } : { number: after - 1, white: false };
}

/**
 * @param {HTMLElement} root
 * @param {import("./types.js").PlayedMove[]} moves
 * @param {number|null} shown  the move that the board shows, null for the present
 * @param {((index: number) => void)|null} choose  null: the list is for reading only
 */
export function drawMoves(root, moves, shown, choose) {
    /** @type {HTMLLIElement[]} */
    const rows = [];
    moves.forEach((move, i) => {
        const { number, white } = moveNumber(move.fen);
        if (white || rows.length === 0)
            rows.push(
                make("li", {}, make("span", { class: "number" }, `${number}.${white ? "" : "…"}`)),
            );
        rows[rows.length - 1].append(drawMove(move, i, shown ?? moves.length - 1, choose));
    });
    root.replaceChildren(...rows);
    if (rows.length === 0) root.append(make("li", { class: "empty" }, t("MOVES_NONE")));
    const current = /** @type {HTMLElement|null} */ (root.querySelector("[aria-current]"));
    if (current)
        root.scrollTop = Math.max(
            0,
            current.offsetTop - root.clientHeight + current.offsetHeight + 8,
        );
}

/**
 * @param {import("./types.js").PlayedMove} move
 * @param {number} index
 * @param {number} shown
 * @param {((index: number) => void)|null} choose
 */
function drawMove(move, index, shown, choose) {
    const text = localSan(move.san, language());
    const current = index === shown ? "true" : null;
    if (choose === null) return make("span", { class: "move", "aria-current": current }, text);
    const button = make(
        "button",
        {
            type: "button",
            class: "move",
            "aria-current": current,
            "aria-label": spokenMove(move.san),
        },
        text,
    );
    button.addEventListener("click", () => choose(index));
    return button;
}
