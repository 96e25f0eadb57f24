/* SPDX-License-Identifier: MIT */
/*
 * The board of the editor: a grid with one stop for the Tab key, where any piece can be dragged
 * anywhere, also off the board, and pieces come from outside.
 */
import { make } from "./dom.js";
import { FILES } from "./notation.js";
import { pieceName } from "./piecenames.js";
import { drawPiece } from "./pieces.js";
import { t } from "./texts.js";

/** @typedef {import("./notation.js").Piece} Piece */

/**
 * @typedef {object} EditorHandlers
 * @property {(square: string) => void} tapped
 * @property {(from: string, to: string|null) => void} carried  null: off the board
 * @property {(square: string, key: string) => boolean} keyed  whether the key meant something
 * @property {() => Piece|"none"|null} tool  what a tap puts down; null: it takes up and puts down
 */

const RANKS = [8, 7, 6, 5, 4, 3, 2, 1];
/** How far a pointer goes before it is a drag. */
const DRAG_BEGINS = 5;

export class EditorBoard {
    /** @param {EditorHandlers} handlers */
    constructor(handlers) {
        this.handlers = handlers;
        /** @type {Map<string, HTMLElement>} */
        this.cells = new Map();
        /** @type {Map<string, Piece>} */
        this.pieces = new Map();
        this.focused = "e1";
        /** The square whose piece was taken up by a tap. @type {string|null} */
        this.held = null;
        /** A drag ends with a click, which means nothing. */
        this.swallow = false;
        this.root = make("div", { class: "board movable", role: "grid", "aria-label": t("BOARD") });
        this.root.append(...RANKS.map((rank) => this.buildRank(rank)));
        this.cell(this.focused).tabIndex = 0;
        this.root.addEventListener("click", (event) => this.clicked(event));
        this.root.addEventListener("keydown", (event) => this.key(event));
        this.root.addEventListener("focusin", (event) => this.focusMoved(event));
    }

    /** @param {number} rank */
    buildRank(rank) {
        const row = make("div", { role: "row", class: "rank" });
        for (const file of FILES) {
            const square = file + rank;
            const dark = (FILES.indexOf(file) + rank) % 2 === 1;
            const cell = make("div", {
                role: "gridcell",
                class: `square ${dark ? "dark" : "light"}`,
                tabindex: -1,
                "data-square": square,
                "data-file": rank === 1 ? file : null,
                "data-rank": file === "a" ? rank : null,
            });
            this.carriesFrom(
                cell,
                () => this.pieces.get(square) ?? null,
                (to) => this.handlers.carried(square, to),
                true,
            );
            this.cells.set(square, cell);
            row.append(cell);
        }
        return row;
    }

    /** @param {string} square */
    cell(square) {
        return /** @type {HTMLElement} */ (this.cells.get(square));
    }

    /** @param {Map<string, Piece>} pieces */
    draw(pieces) {
        this.pieces = pieces;
        for (const [square, cell] of this.cells) {
            const piece = pieces.get(square);
            const code = piece ? piece.colour + piece.role : "";
            if (cell.dataset.piece !== code) {
                cell.dataset.piece = code;
                cell.replaceChildren(...(piece ? [drawPiece(piece)] : []));
            }
            cell.classList.toggle("held", this.held === square);
            cell.setAttribute("aria-selected", String(this.held === square));
            cell.setAttribute(
                "aria-label",
                `${square}, ${piece ? pieceName(piece) : t("SQUARE_EMPTY")}`,
            );
        }
    }

    /** @param {EventTarget|null} target */
    squareOf(target) {
        const cell =
            target instanceof Element
                ? /** @type {HTMLElement|null} */ (target.closest(".square"))
                : null;
        return cell && this.root.contains(cell) ? (cell.dataset.square ?? null) : null;
    }

    /** @param {string|null} square */
    hold(square) {
        this.held = square;
        this.draw(this.pieces);
    }

    /** Puts a piece down, or takes one up and puts it elsewhere. @param {string} square */
    activate(square) {
        const from = this.held;
        if (this.handlers.tool() !== null) this.handlers.tapped(square);
        else if (from === null) this.hold(this.pieces.has(square) ? square : null);
        else {
            this.hold(null);
            if (from !== square) this.handlers.carried(from, square);
        }
    }

    /** @param {MouseEvent} event */
    clicked(event) {
        const square = this.squareOf(event.target);
        if (square !== null && !this.swallow) this.activate(square);
        this.swallow = false;
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const file = FILES.indexOf(this.focused[0]),
            rank = Number(this.focused[1]);
        /** @type {Record<string, [number, number]>} */
        const steps = {
            ArrowLeft: [file - 1, rank],
            ArrowRight: [file + 1, rank],
            ArrowUp: [file, rank + 1],
            ArrowDown: [file, rank - 1],
            Home: [0, rank],
            End: [7, rank],
            PageUp: [file, 8],
            PageDown: [file, 1],
        };
        const step = steps[event.key];
        if (step) this.cells.get(FILES[step[0]] + step[1])?.focus();
        else if (event.key === "Enter" || event.key === " ") this.activate(this.focused);
        else if (event.key === "Escape" && this.held !== null) this.hold(null);
        else if (!this.handlers.keyed(this.focused, event.key)) return;
        event.preventDefault();
        event.stopPropagation();
    }

    /** @param {FocusEvent} event */
    focusMoved(event) {
        const square = this.squareOf(event.target);
        if (square === null) return;
        this.cell(this.focused).tabIndex = -1;
        this.focused = square;
        this.cell(square).tabIndex = 0;
    }

    /**
     * Lets a piece be dragged from an element: a square, or the place outside where pieces lie.
     * @param {HTMLElement} element
     * @param {Piece|(() => Piece|null)} source
     * @param {(to: string) => void} put
     * @param {boolean} [off]  whether it may also be put off the board
     */
    carriesFrom(element, source, put, off = false) {
        element.addEventListener("pointerdown", (down) => {
            const piece = typeof source === "function" ? source() : source;
            if (!piece || down.button !== 0 || !down.isPrimary) return;
            /** @type {HTMLElement|null} */
            let ghost = null;
            this.swallow = false;
            const under = (/** @type {PointerEvent} */ event) =>
                this.squareOf(document.elementFromPoint(event.clientX, event.clientY));
            const moved = (/** @type {PointerEvent} */ event) => {
                const way = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
                if (ghost === null && way < DRAG_BEGINS) return;
                ghost ??= this.lift(piece);
                ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
                this.markOver(under(event));
            };
            const ended = (/** @type {PointerEvent} */ event) => {
                stop.abort();
                this.markOver(null);
                if (ghost === null) return;
                ghost.remove();
                if (event.type === "pointercancel") return;
                this.swallow = true;
                setTimeout(() => (this.swallow = false), 50);
                const to = under(event);
                if (to !== null || off) put(/** @type {string} */ (to));
            };
            const stop = new AbortController();
            element.setPointerCapture(down.pointerId);
            const { signal } = stop;
            element.addEventListener("pointermove", moved, { signal });
            element.addEventListener("pointerup", ended, { signal });
            element.addEventListener("pointercancel", ended, { signal });
        });
    }

    /** The piece under the pointer; it lies in the dialog, above which nothing else can be. @param {Piece} piece */
    lift(piece) {
        const ghost = make("div", { class: "ghost", "aria-hidden": "true" });
        ghost.append(drawPiece(piece));
        ghost.style.width =
            ghost.style.height = `${this.cell("a1").getBoundingClientRect().width}px`;
        (this.root.closest("dialog") ?? document.body).append(ghost);
        this.hold(null);
        return ghost;
    }

    /** @param {string|null} square */
    markOver(square) {
        for (const cell of this.root.querySelectorAll(".over")) cell.classList.remove("over");
        if (square !== null) this.cell(square).classList.add("over");
    }
}
