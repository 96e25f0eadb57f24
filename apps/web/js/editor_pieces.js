/* SPDX-License-Identifier: MIT */
/*
 * Pieces put on a board: by dragging, by choosing one and tapping squares, or by keys. It knows what a
 * board can hold, and no rule of chess.
 */
import { announce } from "./announce.js";
import { make } from "./dom.js";
import { EditorBoard } from "./editor_board.js";
import { LETTERS } from "./lists.js";
import { pieceName } from "./piecenames.js";
import { drawPiece } from "./pieces.js";
import { language, t } from "./texts.js";

/** @typedef {import("./notation.js").Piece} Piece */

const ROLES = ["K", "Q", "R", "B", "N", "P"];

/**
 * The piece that a key means, in the letters of the page: capitals are White's.
 * @param {string} key
 * @param {string} lang
 * @returns {Piece|null}
 */
export function pieceOfKey(key, lang) {
    const letters = [...(LETTERS[lang] ?? LETTERS.en), "P"];
    const i = letters.indexOf(key.toUpperCase());
    if (key.length !== 1 || i < 0) return null;
    return { colour: key === key.toUpperCase() ? "white" : "black", role: ROLES[i] };
}

/** How it is done, with the letters from king to pawn as this language writes them. */
export function keysHint() {
    const letters = [...(LETTERS[language()] ?? LETTERS.en), "P"].join(" ");
    return t("EDITOR_KEYS", { letters });
}

export class PieceEditor {
    /** @param {() => void} changed  somebody has put a piece somewhere, or taken one away */
    constructor(changed) {
        this.changed = changed;
        /** @type {Map<string, Piece>} */
        this.pieces = new Map();
        /** What a tap puts down; null moves what stands there, "none" takes it away. @type {Piece|"none"|null} */
        this.tool = null;
        this.board = new EditorBoard({
            tapped: (square) => this.tapped(square),
            carried: (from, to) => this.carry(from, to),
            keyed: (square, key) => this.key(square, key),
            tool: () => this.tool,
        });
        this.palette = make("div", { class: "palette", role: "group" });
        this.drawPalette();
    }

    /* ---- drawing */

    /** In the words of the page: again when its language changes. */
    drawPalette() {
        /** @type {(Piece|"none"|null)[]} */
        const tools = [null];
        for (const colour of /** @type {const} */ (["white", "black"]))
            for (const role of ROLES) tools.push({ colour, role });
        tools.push("none");
        this.palette.setAttribute("aria-label", t("EDITOR_PIECES"));
        this.palette.replaceChildren(...tools.map((tool) => this.drawTool(tool)));
    }

    /** @param {Piece|"none"|null} tool */
    isChosen(tool) {
        const { tool: chosen } = this;
        if (tool === null || chosen === null || tool === "none" || chosen === "none")
            return tool === chosen;
        return tool.colour === chosen.colour && tool.role === chosen.role;
    }

    /** @param {Piece|"none"|null} tool */
    drawTool(tool) {
        const name =
            tool === null
                ? t("EDITOR_HAND")
                : tool === "none"
                  ? t("EDITOR_ERASE")
                  : pieceName(tool);
        const button = make("button", {
            type: "button",
            class: "tool",
            title: name,
            "aria-label": name,
            "aria-pressed": String(this.isChosen(tool)),
        });
        if (tool === null) button.append("☝");
        else if (tool === "none") button.append("✕");
        else {
            button.append(drawPiece(tool));
            this.board.carriesFrom(button, tool, (square) => this.put(square, tool));
        }
        button.addEventListener("click", () => {
            this.tool = tool;
            for (const one of this.palette.children)
                one.setAttribute("aria-pressed", String(one === button));
        });
        return button;
    }

    /** @param {Map<string, Piece>} [pieces]  others than before */
    draw(pieces = this.pieces) {
        this.pieces = pieces;
        this.board.draw(pieces);
    }

    /* ---- what is done */

    /** @param {string} square @param {Piece|null} piece */
    put(square, piece) {
        if (piece) this.pieces.set(square, piece);
        else this.pieces.delete(square);
        announce(`${square}, ${piece ? pieceName(piece) : t("SQUARE_EMPTY")}`);
        this.changed();
    }

    /** @param {string} square */
    tapped(square) {
        const { tool } = this;
        if (tool === null) return;
        const there = this.pieces.get(square);
        const same = tool !== "none" && there?.colour === tool.colour && there.role === tool.role;
        this.put(square, tool === "none" || same ? null : tool);
    }

    /** From one square to another, or off the board. @param {string} from @param {string|null} to */
    carry(from, to) {
        const piece = this.pieces.get(from);
        if (!piece || from === to) return;
        this.pieces.delete(from);
        if (to === null) this.put(from, null);
        else this.put(to, piece);
    }

    /** A key on a square; whether it meant something. @param {string} square @param {string} key */
    key(square, key) {
        const piece = pieceOfKey(key, language());
        if (piece) this.put(square, piece);
        else if (key === "Delete" || key === "Backspace") this.put(square, null);
        else return false;
        return true;
    }
}
