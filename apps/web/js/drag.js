/* SPDX-License-Identifier: MIT */
/*
 * Mouse and finger on the board. A mouse carries a piece at once. A finger that moves at once wants to
 * scroll the page, and never moves a piece; one that has rested on a piece carries it.
 */
import { make } from "./dom.js";
import { drawPiece } from "./pieces.js";

/** How far a finger or mouse goes, in pixels, before it is a drag and not a click. */
const DRAG_BEGINS = 5;
/** How long a finger rests on a piece before it carries it: longer than one that is about to scroll. */
const REST_MS = 320;
/** A finger that rests moves a little all the same. */
const REST_WITHIN = 10;

/**
 * @typedef {object} Drag
 * @property {string} square
 * @property {number} id  of the pointer
 * @property {number} x  where it went down
 * @property {number} y
 * @property {number} since  when, by the clock of events
 * @property {boolean} finger
 * @property {boolean} held  whether the piece was in hand already
 * @property {boolean} far  whether it has left its place
 * @property {HTMLElement|null} ghost  the piece that is carried
 */

/**
 * @typedef {object} Surface  what of the board a hand needs
 * @property {HTMLElement} root
 * @property {string|null} held
 * @property {(square: string) => boolean} isLoose  whether this page may take up the piece there
 * @property {(target: EventTarget|null) => string|null} squareOf
 * @property {(square: string) => HTMLElement} cell
 * @property {Map<string, import("./notation.js").Piece>} pieces
 * @property {(square: string|null) => void} hold
 * @property {(from: string, to: string) => void} putDown
 * @property {() => void} leave  takes the focus away
 */

export class Hand {
    /** @param {Surface} board */
    constructor(board) {
        this.board = board;
        /** @type {Drag|null} */
        this.drag = null;
        /** A drag ends with a click, which means nothing. */
        this.swallowClick = false;
        const { root } = board;
        root.addEventListener("pointerdown", (event) => this.down(event));
        root.addEventListener("pointermove", (event) => this.moved(event));
        root.addEventListener("pointerup", (event) => this.up(event));
        root.addEventListener("pointercancel", () => this.end());
        document.addEventListener("keydown", (event) => this.letGo(event), true);
        root.addEventListener(
            "contextmenu",
            (event) => this.drag?.finger && event.preventDefault(),
        );
        /* The page stays where it is while a finger carries something. */
        root.addEventListener("touchmove", (event) => this.drag?.ghost && event.preventDefault(), {
            passive: false,
        });
    }

    /** @param {PointerEvent} event */
    down(event) {
        const square = this.board.squareOf(event.target);
        this.swallowClick = false;
        if (square === null || event.button !== 0 || !event.isPrimary) return;
        if (!this.board.isLoose(square)) return;
        const drag = {
            square,
            id: event.pointerId,
            x: event.clientX,
            y: event.clientY,
            since: event.timeStamp,
            finger: event.pointerType === "touch",
            held: this.board.held === square,
            far: false,
            ghost: null,
        };
        this.drag = drag;
        if (drag.finger)
            setTimeout(() => {
                if (this.drag === drag && drag.ghost === null) this.begin(drag, event);
            }, REST_MS);
    }

    /** @param {PointerEvent} event */
    moved(event) {
        const drag = this.drag;
        if (drag === null || drag.id !== event.pointerId) return;
        const way = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
        if (this.hasSwiped(drag, way, event)) return;
        if (drag.ghost === null) {
            if (drag.finger && way >= REST_WITHIN) this.drag = null;
            if (drag.finger || way < DRAG_BEGINS) return;
            this.begin(drag, event);
        }
        drag.far ||= way >= REST_WITHIN;
        this.carry(event);
    }

    /**
     * A busy page hears late of a finger that moved at once, when it has already taken the piece up: it
     * is a swipe all the same.
     * @param {Drag} drag
     * @param {number} way
     * @param {PointerEvent} event
     */
    hasSwiped(drag, way, event) {
        if (!drag.finger || drag.ghost === null || drag.far || way < REST_WITHIN) return false;
        if (event.timeStamp - drag.since >= REST_MS) return false;
        this.end();
        if (!drag.held) this.board.hold(null);
        return true;
    }

    /** @param {Drag} drag @param {PointerEvent} event */
    begin(drag, event) {
        const cell = this.board.cell(drag.square);
        const piece = this.board.pieces.get(drag.square);
        this.board.root.setPointerCapture(drag.id);
        if (!drag.held) this.board.hold(drag.square);
        drag.ghost = make("div", { class: "ghost", "aria-hidden": "true" });
        if (piece) drag.ghost.append(drawPiece(piece));
        drag.ghost.style.width =
            drag.ghost.style.height = `${cell.getBoundingClientRect().width}px`;
        document.body.append(drag.ghost);
        cell.classList.add("dragging");
        this.carry(event);
    }

    /** @param {PointerEvent} event */
    carry(event) {
        const ghost = this.drag?.ghost;
        if (ghost)
            ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
        const over = this.board.squareOf(document.elementFromPoint(event.clientX, event.clientY));
        for (const cell of this.board.root.querySelectorAll(".over")) cell.classList.remove("over");
        if (over !== null) this.board.cell(over).classList.add("over");
    }

    /** @param {PointerEvent} event */
    up(event) {
        const drag = this.drag;
        this.end();
        if (drag === null || drag.ghost === null || drag.id !== event.pointerId) return;
        this.board.leave();
        this.swallowClick = true;
        setTimeout(() => (this.swallowClick = false), 50);
        const to = this.board.squareOf(document.elementFromPoint(event.clientX, event.clientY));
        /* A finger that rested and went up again has chosen the piece, as a short one does. */
        const chosen = drag.finger && !drag.far && !drag.held;
        if (to !== null && to !== drag.square) this.board.putDown(drag.square, to);
        else if (!chosen) this.board.hold(null);
    }

    /** Escape ends a drag: the piece stays where it was. @param {KeyboardEvent} event */
    letGo(event) {
        if (event.key !== "Escape" || !this.drag?.ghost) return;
        event.stopPropagation();
        event.preventDefault();
        this.end();
        this.swallowClick = true;
        this.board.hold(null);
    }

    end() {
        this.drag?.ghost?.remove();
        if (this.drag) this.board.cell(this.drag.square).classList.remove("dragging");
        this.drag = null;
        for (const cell of this.board.root.querySelectorAll(".over")) cell.classList.remove("over");
    }
}
