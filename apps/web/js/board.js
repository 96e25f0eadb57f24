/* SPDX-License-Identifier: MIT */
/*
 * The board: a grid with roving focus. It shows what it is told and says what was done on it: a
 * piece picked up, put down, let go. It knows no rule of chess.
 */
import { make } from "./dom.js";
import { Hand } from "./drag.js";
import { FILES, readBoard } from "./notation.js";
import { pieceName } from "./piecenames.js";
import { drawPiece } from "./pieces.js";
import { placeName } from "./saying.js";
import { t } from "./texts.js";

/**
 * @typedef {object} BoardView
 * @property {string} board  placement field
 * @property {string[]} [last]  squares of the last move
 * @property {string[]} [touched]
 * @property {string|null} [check]  square of a king in check
 * @property {string[]} [allowed]  moves as coordinates, shown as targets of the piece in hand
 * @property {import("./types.js").Colour|null} movable  whose pieces can be picked up
 * @property {string|null} [loose]  a further piece that can be, alone: one that was put somewhere just now
 */

/**
 * @typedef {object} BoardHandlers
 * @property {(square: string) => void} pick  a piece of the movable colour was taken up
 * @property {(from: string, to: string) => void} drop  it was put down on another square
 */

export class Board {
    /**
     * @param {HTMLElement} root
     * @param {BoardHandlers} handlers
     */
    constructor(root, handlers) {
        this.root = root;
        this.handlers = handlers;
        /** @type {import("./types.js").Colour} */
        this.bottom = "white";
        /** @type {BoardView} */
        this.view = { board: "8/8/8/8/8/8/8/8", movable: null };
        /** @type {Map<string, import("./notation.js").Piece>} */
        this.pieces = new Map();
        /** @type {Map<string, HTMLElement>} */
        this.cells = new Map();
        /** @type {string|null} */
        this.held = null;
        this.focused = "e2";
        root.setAttribute("role", "grid");
        root.classList.add("board");
        this.build();
        root.addEventListener("click", (event) => this.clicked(event));
        root.addEventListener("keydown", (event) => this.keyed(event));
        root.addEventListener("focusin", (event) => this.focusMoved(event));
        this.hand = new Hand(this);
    }

    /**
     * Turns the board so that this colour is at the bottom.
     * @param {import("./types.js").Colour} colour
     */
    turnTo(colour) {
        if (this.bottom === colour) return;
        this.bottom = colour;
        this.focused = colour === "white" ? "e2" : "e7";
        this.build();
        this.draw(this.view);
    }

    build() {
        this.cells.clear();
        const ranks = this.bottom === "white" ? [8, 7, 6, 5, 4, 3, 2, 1] : [1, 2, 3, 4, 5, 6, 7, 8];
        const files = this.bottom === "white" ? [...FILES] : [...FILES].reverse();
        this.root.replaceChildren(
            ...ranks.map((rank) =>
                make(
                    "div",
                    { role: "row", class: "rank" },
                    ...files.map((file) => {
                        const square = file + rank;
                        const dark = (FILES.indexOf(file) + rank) % 2 === 1;
                        const cell = make("div", {
                            role: "gridcell",
                            class: `square ${dark ? "dark" : "light"}`,
                            tabindex: -1,
                            "data-square": square,
                        });
                        if (rank === ranks[7]) cell.dataset.file = file;
                        if (file === files[0]) cell.dataset.rank = String(rank);
                        this.cells.set(square, cell);
                        return cell;
                    }),
                ),
            ),
        );
        this.cell(this.focused).tabIndex = 0;
    }

    /** @param {string} square */
    cell(square) {
        return /** @type {HTMLElement} */ (this.cells.get(square));
    }

    /**
     * Shows this. A piece that was in hand stays there if it still stands on its square.
     * @param {BoardView} view
     */
    draw(view) {
        this.view = view;
        this.pieces = readBoard(view.board);
        if (this.held !== null && !this.isLoose(this.held)) this.held = null;
        this.root.setAttribute("aria-label", t("BOARD"));
        this.root.classList.toggle("movable", view.movable !== null || Boolean(view.loose));
        for (const [square, cell] of this.cells) this.drawSquare(square, cell);
    }

    /** @param {string} square @param {HTMLElement} cell */
    drawSquare(square, cell) {
        const piece = this.pieces.get(square);
        const code = piece ? piece.colour + piece.role : "";
        const target =
            this.held !== null &&
            (this.view.allowed ?? []).some((move) => move.startsWith(this.held + square));
        if (cell.dataset.piece !== code) {
            cell.dataset.piece = code;
            cell.replaceChildren(...(piece ? [drawPiece(piece)] : []));
        }
        cell.classList.toggle("last", (this.view.last ?? []).includes(square));
        cell.classList.toggle("touched", (this.view.touched ?? []).includes(square));
        cell.classList.toggle("attacked", this.view.check === square);
        cell.classList.toggle("target", target);
        cell.classList.toggle("held", this.held === square);
        cell.setAttribute("aria-selected", String(this.held === square));
        const remarks = [
            piece ? pieceName(piece) : t("SQUARE_EMPTY"),
            this.held === square ? t("SQUARE_HELD") : "",
            (this.view.touched ?? []).includes(square) ? t("SQUARE_TOUCHED") : "",
            this.view.check === square ? t("SPEAK_CHECK") : "",
            target ? t("SQUARE_TARGET") : "",
        ];
        cell.setAttribute(
            "aria-label",
            `${placeName(square)}, ${remarks.filter((word) => word).join(", ")}`,
        );
    }

    /* ---- what is done on it */

    /** Whether the piece on this square can be taken up. @param {string} square */
    isLoose(square) {
        const piece = this.pieces.get(square);
        return (
            piece !== undefined &&
            (piece.colour === this.view.movable || this.view.loose === square)
        );
    }

    /** @param {string|null} square */
    hold(square) {
        this.held = square;
        this.draw(this.view);
        if (square !== null) this.handlers.pick(square);
    }

    /**
     * Picks up, puts down, or lets go: what a click and the Enter key mean.
     * @param {string} square
     */
    activate(square) {
        const own = this.isLoose(square);
        if (this.held === null) {
            if (own) this.hold(square);
            return;
        }
        if (this.held === square) return this.hold(null);
        const listed = (this.view.allowed ?? []).some((move) =>
            move.startsWith(this.held + square),
        );
        if (own && !listed) return this.hold(square);
        this.putDown(this.held, square);
    }

    /** @param {string} from @param {string} to */
    putDown(from, to) {
        this.held = null;
        this.draw(this.view);
        this.handlers.drop(from, to);
    }

    /** @param {EventTarget|null} target */
    squareOf(target) {
        const cell =
            target instanceof Element
                ? /** @type {HTMLElement|null} */ (target.closest(".square"))
                : null;
        return cell && this.root.contains(cell) ? (cell.dataset.square ?? null) : null;
    }

    /** @param {MouseEvent} event */
    clicked(event) {
        const square = this.squareOf(event.target);
        if (event.detail > 0) this.leave();
        if (this.hand.swallowClick || square === null) {
            this.hand.swallowClick = false;
            return;
        }
        this.activate(square);
    }

    /**
     * Mouse and finger leave no focus behind: the keys then mean what they mean on the page, the space
     * bar the clock. The Tab key comes back to the square.
     */
    leave() {
        const focused = document.activeElement;
        if (focused instanceof HTMLElement && this.root.contains(focused)) focused.blur();
    }

    /* ---- keys */

    /** @param {KeyboardEvent} event */
    keyed(event) {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const turn = this.bottom === "white" ? 1 : -1;
        const file = FILES.indexOf(this.focused[0]),
            rank = Number(this.focused[1]) - 1;
        /** @type {Record<string, [number, number]>} */
        const steps = {
            ArrowLeft: [file - turn, rank],
            ArrowRight: [file + turn, rank],
            ArrowUp: [file, rank + turn],
            ArrowDown: [file, rank - turn],
            Home: [turn > 0 ? 0 : 7, rank],
            End: [turn > 0 ? 7 : 0, rank],
            PageUp: [file, turn > 0 ? 7 : 0],
            PageDown: [file, turn > 0 ? 0 : 7],
        };
        const step = steps[event.key];
        if (step) this.focusSquare(step[0], step[1]);
        else if (event.key === "Enter" || event.key === " ") this.activate(this.focused);
        else if (event.key === "Escape" && this.held !== null) this.hold(null);
        else return;
        event.preventDefault();
        event.stopPropagation();
    }

    /** @param {number} file @param {number} rank */
    focusSquare(file, rank) {
        if (file >= 0 && file < 8 && rank >= 0 && rank < 8)
            this.cell(FILES[file] + (rank + 1)).focus();
    }

    /** @param {FocusEvent} event */
    focusMoved(event) {
        const square = this.squareOf(event.target);
        if (square === null || square === this.focused) return;
        this.cell(this.focused).tabIndex = -1;
        this.focused = square;
        this.cell(square).tabIndex = 0;
    }
}
