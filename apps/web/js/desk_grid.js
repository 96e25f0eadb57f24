/* SPDX-License-Identifier: MIT */
/*
 * The tiles of the desk: which are there, in which order, and the keys by which one goes through
 * them. The Tab key stops at one tile and what can be done there; the arrow keys go to the others.
 */
import { byBoard, inRound, isCalling, isOfKind, urgency } from "./desk_order.js";
import { TileView } from "./desk_tile.js";

/** @typedef {import("./desk_types.js").Tile} Tile */

/** So long after the pointer has moved over them no tile changes its place. */
const STILL_MS = 800;
/** Under which this tab keeps the game that was opened last. */
const OPENED = "desk.opened";

export class DeskGrid {
    /**
     * @param {HTMLElement} root
     * @param {import("./desk_tile.js").TileHandlers & {beside: (tile: Tile) => import("./desk_tile.js").Beside,
     *     key: (game: number, key: string) => boolean, now: () => number, placed: () => void}} handlers
     */
    constructor(root, handlers) {
        this.root = root;
        this.handlers = handlers;
        /** @type {Map<number, TileView>} */
        this.views = new Map();
        /** @type {import("./desk_order.js").Filter} */
        this.filter = { kind: "all", round: null, group: null };
        /** Those that are shown, in their order. @type {TileView[]} */
        this.shown = [];
        /** Where the Tab key stops. @type {number|null} */
        this.stop = null;
        this.pointedAt = -Infinity;
        /** The urgencies as they were when time last passed. */
        this.order = "";
        root.addEventListener("keydown", (event) => this.keyed(event));
        root.addEventListener("click", (event) => this.opened(event));
        root.addEventListener("focusin", (event) => this.focused(event));
        root.addEventListener("pointermove", () => (this.pointedAt = performance.now()));
        root.addEventListener("pointerleave", () => {
            this.pointedAt = -Infinity;
            this.arrange();
        });
    }

    /** @param {Tile} tile */
    take(tile) {
        let view = this.views.get(tile.game);
        if (!view) {
            view = new TileView(tile, this.handlers);
            this.views.set(tile.game, view);
        }
        view.update(tile, this.handlers.beside(tile), this.handlers.now());
    }

    /** Draws one tile again: something beside it has changed. @param {number} game */
    redraw(game) {
        const view = this.views.get(game);
        if (view) this.take(view.tile);
    }

    redrawAll() {
        for (const game of this.views.keys()) this.redraw(game);
    }

    repaint() {
        for (const view of this.views.values()) view.repaint();
    }

    /** @param {TileView} view */
    isCalling({ tile }) {
        return Boolean(isCalling(tile, this.handlers.now(), this.handlers.beside(tile).seen));
    }

    /** The tiles of the chosen round and group, whatever they are at. */
    inRound() {
        return [...this.views.values()].filter(({ tile }) => inRound(tile, this.filter));
    }

    /** Puts the tiles into their order, unless somebody is just pointing at one. */
    arrange(force = false) {
        const now = this.handlers.now();
        const wanted = this.inRound()
            .map((view) => ({
                view,
                rank: urgency(view.tile, now, this.handlers.beside(view.tile).seen),
                calling: this.isCalling(view),
            }))
            .filter(({ view, calling }) => isOfKind(view.tile, this.filter.kind, calling))
            .sort((a, b) => a.rank - b.rank || byBoard(a.view.tile, b.view.tile))
            .map(({ view }) => view);
        const still = performance.now() - this.pointedAt > STILL_MS;
        if (!force && !still && this.shown.length > 0) {
            clearTimeout(this.later);
            this.later = setTimeout(() => this.arrange(), STILL_MS);
            return;
        }
        this.place(wanted);
    }

    /** Moves no tile that stands right, and leaves the focus where it was. @param {TileView[]} wanted */
    place(wanted) {
        const focus = document.activeElement;
        const keep = new Set(wanted);
        for (const view of this.shown) if (!keep.has(view)) view.root.remove();
        wanted.forEach((view, i) => {
            const there = this.root.children[i];
            if (there !== view.root) this.root.insertBefore(view.root, there ?? null);
        });
        this.shown = wanted;
        if (focus instanceof HTMLElement && focus !== document.activeElement && focus.isConnected)
            focus.focus({ preventScroll: true });
        if (!wanted.some(({ tile }) => tile.game === this.stop))
            this.setStop(wanted[0]?.tile.game ?? null);
        this.handlers.placed();
    }

    /** @param {number|null} game */
    setStop(game) {
        if (this.stop !== null) this.views.get(this.stop)?.setStop(false);
        this.stop = game;
        for (const view of this.shown)
            if (view.isStop !== (view.tile.game === game)) view.setStop(view.tile.game === game);
    }

    /** Time passes: only what it changes is drawn. @param {number} now */
    tick(now) {
        let order = "";
        for (const view of this.shown) {
            if (view.isTimed) view.tick(now);
            order += urgency(view.tile, now, view.beside?.seen);
        }
        if (order !== this.order) this.arrange();
        this.order = order;
    }

    /* ---- from a game back to its tile */

    /** Who opens a game, and comes back, is where he was. @param {Event} event */
    opened({ target }) {
        const view = this.viewOf(target);
        if (!view || !(target instanceof Element) || !target.closest("a")) return;
        sessionStorage.setItem(OPENED, String(view.tile.game));
    }

    comeBack() {
        const game = Number(sessionStorage.getItem(OPENED));
        sessionStorage.removeItem(OPENED);
        const view = this.shown.find(({ tile }) => tile.game === game);
        if (view && document.activeElement === document.body) view.link.focus();
    }

    /* ---- keys */

    /** @param {EventTarget|null} target */
    viewOf(target) {
        const tile =
            target instanceof Element
                ? /** @type {HTMLElement|null} */ (target.closest(".tile"))
                : null;
        return tile ? this.views.get(Number(tile.dataset.game)) : undefined;
    }

    /** @param {FocusEvent} event */
    focused(event) {
        const view = this.viewOf(event.target);
        if (view && view.tile.game !== this.stop) this.setStop(view.tile.game);
    }

    /** How many tiles stand beside each other. */
    columns() {
        const first = this.shown[0]?.root.offsetTop;
        const other = this.shown.findIndex(({ root }) => root.offsetTop !== first);
        return other < 0 ? this.shown.length : other;
    }

    /** @param {KeyboardEvent} event */
    keyed(event) {
        const view = this.viewOf(event.target);
        if (!view || event.ctrlKey || event.altKey || event.metaKey) return;
        const at = this.shown.indexOf(view),
            last = this.shown.length - 1;
        /** @type {Record<string, () => number>} */
        const steps = {
            ArrowLeft: () => at - 1,
            ArrowRight: () => at + 1,
            ArrowUp: () => at - this.columns(),
            ArrowDown: () => at + this.columns(),
            Home: () => 0,
            End: () => last,
        };
        const step = steps[event.key];
        if (step) {
            const to = step();
            if (to >= 0 && to <= last) this.shown[to].link.focus();
        } else if (!this.handlers.key(view.tile.game, event.key.toLowerCase())) return;
        event.preventDefault();
    }
}
