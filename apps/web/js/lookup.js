/* SPDX-License-Identifier: MIT */
/*
 * Questions about the board in the command field: a square, a rank, a file, a kind of piece. They
 * are answered from the position that the page shows; which moves there are the server says.
 */
import { sentence } from "./announce.js";
import { FILES, readBoard } from "./notation.js";
import { pieceName } from "./piecenames.js";
import { LETTERS } from "./lists.js";
import { placeName } from "./saying.js";
import { language, t } from "./texts.js";

const ROLES = "KQRBNP";

/**
 * What is asked about, such as "square e4", "rank 4", "file c" or "piece N"; null when nothing is.
 * @param {string} said  in small letters
 * @param {(id: string) => string} text  the words of an id, separated by |
 */
export function readLook(said, text) {
    const asked = said.replace(/ ?\?$/, "");
    const [first, second, ...rest] = asked.split(" ");
    const is = (/** @type {string} */ id, /** @type {string} */ word) =>
        text(id).split("|").includes(word);
    if (/^[a-h][1-8]$/.test(asked)) return said.endsWith("?") ? `square ${asked}` : null;
    if (rest.length === 0 && is("SAY_RANK", first) && /^[1-8]$/.test(second ?? ""))
        return `rank ${second}`;
    if (rest.length === 0 && is("SAY_FILE", first) && /^[a-h]$/.test(second ?? ""))
        return `file ${second}`;
    /* A letter alone is a question only with its mark. */
    const letters = [...(LETTERS[language()] ?? []), "P"];
    const letter = said.endsWith("?") ? letters.indexOf(asked.toUpperCase()) : -1;
    const role =
        asked.length === 1 ? ROLES[letter] : [...ROLES].find((one) => is(`SAY_${one}`, asked));
    return role ? `piece ${role}` : null;
}

/** @param {string} kind @param {string} name */
function squaresOn(kind, name) {
    return kind === "rank"
        ? [...FILES].map((file) => file + name)
        : [1, 2, 3, 4, 5, 6, 7, 8].map((rank) => name + rank);
}

/**
 * The same by the letters that blind players know: "s e" and "s 4" for a file and a rank, "p N" and "p n"
 * for the white and the black pieces of a kind, "p A" and "p a" for all, where A is no piece.
 * @param {string} said  as it was typed
 */
export function readBrief(said) {
    const [, what, name] = /^([sp]) (\S)$/i.exec(said) ?? [];
    if (!what) return null;
    if (what.toLowerCase() === "s") {
        if (/[1-8]/.test(name)) return `rank ${name}`;
        return /[a-h]/i.test(name) ? `file ${name.toLowerCase()}` : null;
    }
    const letter = name.toUpperCase();
    const own = [...(LETTERS[language()] ?? []), "P"];
    const role = ROLES[own.indexOf(letter)] ?? (letter === "A" ? "all" : null);
    return role ? `pieces ${role} ${name === letter ? "white" : "black"}` : null;
}

/**
 * @param {Map<string, import("./notation.js").Piece>} pieces
 * @param {string} role  or "all"
 * @param {string} side
 */
function piecesAnswer(pieces, role, side) {
    const found = [...pieces]
        .filter(([, piece]) => piece.colour === side && (role === "all" || piece.role === role))
        .map(([square, piece]) =>
            role === "all" ? `${pieceName(piece)} ${placeName(square)}` : placeName(square),
        );
    const who =
        role === "all"
            ? t(side === "white" ? "WHITE" : "BLACK")
            : t(`PIECE_${side === "white" ? "W" : "B"}${role}`);
    return `${sentence(who).slice(0, -1)}: ${found.join(", ") || t("LOOK_NONE")}.`;
}

/**
 * @param {string} look  as readLook() gives it
 * @param {string} board  placement field
 */
export function lookAnswer(look, board) {
    const [kind, name, side] = look.split(" ");
    const pieces = readBoard(board);
    const on = (/** @type {string} */ square) => {
        const piece = pieces.get(square);
        return piece ? pieceName(piece) : t("SQUARE_EMPTY");
    };
    if (kind === "square") return `${placeName(name)}: ${on(name)}.`;
    if (kind === "pieces") return piecesAnswer(pieces, name, side);
    if (kind !== "piece") {
        const found = squaresOn(kind, name).filter((square) => pieces.has(square));
        const empty = t(kind === "rank" ? "LOOK_EMPTY_RANK" : "LOOK_EMPTY_FILE", {
            name: placeName(name),
        });
        return found.length > 0
            ? `${found.map((square) => `${placeName(square)} ${on(square)}`).join(", ")}.`
            : empty;
    }
    const of = (/** @type {import("./types.js").Colour} */ colour) => {
        const found = [...pieces]
            .filter(([, piece]) => piece.role === name && piece.colour === colour)
            .map(([square]) => square)
            .sort()
            .map((square) => placeName(square));
        const who = t(colour === "white" ? "WHITE" : "BLACK");
        return `${who}: ${found.join(", ") || t("LOOK_NONE")}.`;
    };
    return `${of("white")} ${of("black")}`;
}

/**
 * The moves that the server allows this player, piece by piece. In a game with an arbiter they are
 * nobody's business but the player's (11.3.1).
 * @param {import("./types.js").Snapshot} game
 */
export function movesAnswer({ mode, state }) {
    if (mode !== "casual") return t("LOOK_MOVES_NO_HELP");
    if (!state.allowed || state.allowed.length === 0) return t("LOOK_MOVES_NONE");
    const pieces = readBoard(state.board);
    /** @type {Map<string, string[]>} */
    const ways = new Map();
    for (const move of state.allowed) {
        const from = move.slice(0, 2),
            to = move.slice(2, 4);
        const known = ways.get(from) ?? [];
        if (!known.includes(to)) ways.set(from, [...known, to]);
    }
    return [...ways]
        .map(([from, to]) => {
            const piece = pieces.get(from);
            const squares = to.map((square) => placeName(square)).join(", ");
            return `${piece ? t(`ROLE_${piece.role}`) : ""} ${placeName(from)}: ${squares}`;
        })
        .join("; ");
}
