/* SPDX-License-Identifier: MIT */
/*
 * How this person is told moves and squares: the style and the language that he chose on this device. The
 * words are those of the library (lists.js); what a move is, the server has written in its SAN.
 */
import { FILE_NAMES, SPOKEN } from "./lists.js";
import { FILES, localSan, readBoard } from "./notation.js";
import { setting } from "./settings.js";
import { language } from "./texts.js";

/** As the arbiter's words are written (D.2.1): by letters, as on a sheet, by names, by radio, by cities. */
export const STYLES = ["literate", "plain", "names", "nato", "cities"];

/** A part of what is said, in a language of its own. @typedef {{text: string, lang: string}} Said */
/** @typedef {{style: string, lang: string}} Manner */

/** In the order of `pieces`. */
const ROLES = "PNBRQK";
const [TAKES, KINGSIDE, QUEENSIDE, EN_PASSANT, CHECK, MATE] = [0, 1, 2, 3, 4, 5];

/** The language of the game's announcements, where there are any (D.2.1). */
let announced = "";

/** @param {import("./types.js").Snapshot} game */
export function speakAsIn(game) {
    announced = isSpoken(game) ? (game.options.announce ?? "de") : "";
}

/** Whether moves are announced in this game, because a player cannot see. @param {import("./types.js").Snapshot} game */
export function isSpoken(game) {
    return (game.options.vision ?? "none") !== "none";
}

/**
 * Whether this player cannot see.
 * @param {import("./types.js").Snapshot} game
 * @param {import("./types.js").Colour} side
 */
export function isBlind(game, side) {
    return [`${side}:blind`, "both:blind"].includes(game.options.vision);
}

/** Whether each player has a board of his own (D.1). @param {import("./types.js").Snapshot} game */
export function hasTwoBoards(game) {
    return game.options.boards === "two" && isSpoken(game);
}

/** How this person is told moves. @returns {Manner} */
export function manner() {
    const wished = setting("speech-language", "");
    const style = setting("speech-style", STYLES[0]);
    return {
        style: STYLES.includes(style) ? style : STYLES[0],
        lang: wished in SPOKEN ? wished : announced in SPOKEN ? announced : language(),
    };
}

/** How a move is announced to the opponent, in the language of the game. @returns {Manner} */
export function mannerOfGame() {
    return { style: "names", lang: announced || "de" };
}

/** The names of the files. @param {Manner} how */
function filesOf({ style, lang }) {
    const key = /** @type {"names"|"nato"|"cities"|"letters"} */ (
        style in FILE_NAMES ? style : "letters"
    );
    const own = key === "names" || key === "cities" ? SPOKEN[lang][key] : undefined;
    return (own ?? FILE_NAMES[key]).split(" ");
}

/** Whether letters and digits stand together, as they are written. @param {Manner} how */
const isWritten = ({ style }) => style === "literate" || style === "plain";

/** A file, a rank, or both. @param {string} place @param {Manner} [how] */
export function placeName(place, how = manner()) {
    if (isWritten(how)) return place;
    const ranks = SPOKEN[how.lang].ranks.split(" ");
    const files = filesOf(how);
    return [...place]
        .map((sign) => (FILES.includes(sign) ? files[FILES.indexOf(sign)] : ranks[+sign - 1]))
        .join(" ");
}

/** A move as it is written, in parts: piece, origin, capture, arrival, promotion, check. */
const SAN = /^(?:(O-O-O|O-O)|([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=?([QRBN]))?)([+#]?)$/;

/**
 * A move as the library would announce it.
 * @param {string} san
 * @param {string} before  the position in which it was made
 * @param {Manner} how
 */
export function sayMove(san, before, how) {
    const parts = how.style === "plain" ? null : SAN.exec(san);
    if (!parts) return localSan(san, how.lang);
    const [, castling, role, origin, takes, to, promotion, mark] = parts;
    const { pieces, words } = SPOKEN[how.lang];
    const piece = (/** @type {string} */ letter) => pieces[ROLES.indexOf(letter)];
    const passing = !role && takes && !readBoard(before).has(to);
    const said = castling
        ? [words[castling === "O-O" ? KINGSIDE : QUEENSIDE]]
        : [
              role ? piece(role) : isWritten(how) ? "" : piece("P"),
              origin ? placeName(origin, how) : "",
              takes ? words[TAKES] : "",
              placeName(to, how),
              promotion ? piece(promotion) : "",
              passing ? words[EN_PASSANT] : "",
          ];
    if (mark) said.push(words[mark === "#" ? MATE : CHECK]);
    return said.filter((word) => word).join(" ");
}

/**
 * The move with this number of a game, as this person is told it.
 * @param {{start: string, moves: import("./types.js").PlayedMove[]}} game
 * @param {number} index
 * @param {Manner} [how]
 * @returns {Said}
 */
export function sayPlayed({ start, moves }, index, how = manner()) {
    return {
        text: sayMove(moves[index].san, moves[index - 1]?.fen ?? start, how),
        lang: how.lang,
    };
}
