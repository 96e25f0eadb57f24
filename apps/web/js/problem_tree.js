/* SPDX-License-Identifier: MIT */
/*
 * The solution of a problem as the server tells it: moves in a tree, each with the squares that change.
 * What may be played nobody here knows; positions are what stood there, with those squares changed.
 */
import { localSan, readBoard } from "./notation.js";
import { language } from "./texts.js";

/** @typedef {import("./types.js").Bilingual} Bilingual */

/**
 * @typedef {object} ProblemNode
 * @property {number} id
 * @property {number} parent  0: the diagram
 * @property {string} kind  set, key, try, check, threat, defence, reply, refutation, continuation, help
 * @property {string} [move]  none in set play itself
 * @property {Record<string, string>} [squares]  what stands there afterwards, as in FEN; "" nothing
 * @property {boolean} [ends]  the aim is reached
 * @property {boolean} [zugzwang]  nothing is threatened, and the defender must move
 * @property {number} [replies]  how many moves of the defender leave the threats standing and are not told
 * @property {{code: string, text: Bilingual, admitted: Bilingual|null}[]} [marks]  what a key does
 * @property {string[]} [avoided]  duals that a defence avoids
 */

/** @typedef {{phase: string|null, defence: string, answers: string[]}} ChangeSide */
/** @typedef {{kind: string, from: ChangeSide, to: ChangeSide}} Change */
/**
 * @typedef {object} Theme
 * @property {string} theme
 * @property {Bilingual} name
 * @property {Bilingual} text  what it means
 * @property {{phase: number, use: Bilingual|null, lines: number[]}[]} shown  by the moves with these ids
 * @property {boolean} more  than is shown
 */

/**
 * @typedef {object} Solution
 * @property {string} stipulation
 * @property {string} play  direct, self, reflex, help
 * @property {string} fen
 * @property {boolean} half
 * @property {boolean} stalemate
 * @property {import("./types.js").Colour} turn
 * @property {boolean} usual  who begins is who does by convention
 * @property {string} verdict
 * @property {Bilingual|null} text
 * @property {Bilingual[]} faults
 * @property {Bilingual|null} cannot_arise
 * @property {"time"|"memory"|null} limit  what ended the work before its end
 * @property {boolean} left_out  tries and set play were too much
 * @property {number} ms
 * @property {number} [men]
 * @property {number} [keys]
 * @property {number} [shortest]
 * @property {number} [duals]
 * @property {number} [tries]
 * @property {Bilingual|null} [manner]
 * @property {Bilingual|null} [size]
 * @property {boolean} [finished]
 * @property {number} [positions]
 * @property {Change[]} [changes]
 * @property {number} [zagoruiko]
 */

export const DIAGRAM = 0;

/** What stands behind a move, by what it is. @type {Record<string, string>} */
const SIGNS = { key: "!", try: "?", check: "?", refutation: "!" };

export class ProblemTree {
    /** @param {Solution} solution */
    constructor(solution) {
        this.solution = solution;
        /** @type {Map<number, ProblemNode>} */
        this.nodes = new Map();
        /** @type {Map<number, ProblemNode[]>} */
        this.below = new Map();
        /** @type {Theme[]} */
        this.themes = [];
        /** There is more than was told. */
        this.cut = false;
        /** How much was looked through for themes. @type {"whole"|"part"|"not"} */
        this.looked = "whole";
    }

    /** @param {ProblemNode[]} nodes  parents before their children */
    add(nodes) {
        for (const node of nodes) {
            this.nodes.set(node.id, node);
            const siblings = this.below.get(node.parent);
            if (siblings) siblings.push(node);
            else this.below.set(node.parent, [node]);
        }
    }

    /** What follows a move, of this kind or of any. @param {number} id @param {string} [kind] */
    children(id, kind) {
        const all = this.below.get(id) ?? [];
        return kind === undefined ? all : all.filter((one) => one.kind === kind);
    }

    /** From the first move to this one; set play itself is none. @param {number} id */
    path(id) {
        /** @type {ProblemNode[]} */
        const found = [];
        for (let at = this.nodes.get(id); at; at = this.nodes.get(at.parent))
            if (at.move !== undefined) found.unshift(at);
        return found;
    }

    /** The phase in which a move is played: set play, a try or a key. @param {number} id */
    phase(id) {
        let at = this.nodes.get(id);
        while (at && at.parent !== DIAGRAM) at = this.nodes.get(at.parent);
        return at ?? null;
    }

    /** The pieces after a move. @param {number} id */
    pieces(id) {
        const pieces = readBoard(this.solution.fen);
        for (const { squares } of this.path(id))
            for (const [square, letter] of Object.entries(squares ?? {})) {
                if (letter === "") pieces.delete(square);
                else
                    pieces.set(square, {
                        colour: letter === letter.toUpperCase() ? "white" : "black",
                        role: letter.toUpperCase(),
                    });
            }
        return pieces;
    }

    /** How many plies a move is from the diagram; a pass counts. @param {number} id */
    ply(id) {
        let plies = 0;
        for (let at = this.nodes.get(id); at; at = this.nodes.get(at.parent))
            plies += at.kind === "threat" ? 2 : 1;
        return plies;
    }

    /** The number before a move, as it is written where a line begins with it. @param {number} id */
    number(id) {
        if (this.solution.play === "help") return this.helpNumber(id);
        const ply = this.ply(id);
        return `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"}`;
    }

    /** In help play a move is a pair that Black begins, or what the stipulation says. @param {number} id */
    helpNumber(id) {
        const { half } = this.solution;
        const late = this.phase(id)?.kind === "set" ? !half : half;
        const at = this.path(id).length - 1 + (late ? 1 : 0);
        return `${Math.floor(at / 2) + 1}${at % 2 ? "…" : "."}`;
    }

    /** Whether the number is needed in the middle of a line. @param {number} id */
    opens(id) {
        return !this.number(id).endsWith("…");
    }

    /** A move in the letters of this language, with its sign. @param {ProblemNode} node */
    text(node) {
        return `${localSan(node.move ?? "", language())}${SIGNS[node.kind] ?? ""}`;
    }

    /**
     * The moves up to this one, in one line.
     * @param {number} id
     * @param {number} [from]  how many of them are left out at the beginning
     */
    line(id, from = 0) {
        return this.path(id)
            .slice(from)
            .map(
                (one, i) =>
                    (i === 0 || this.opens(one.id) ? this.number(one.id) : "") + this.text(one),
            )
            .join(" ");
    }
}
