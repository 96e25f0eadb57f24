/* SPDX-License-Identifier: MIT */
/*
 * What a player says in words: a move as it is announced, in his own language, and in games with a board
 * for each player what he announces, repeats and executes (D.2.1). What the words mean the server says;
 * whether it can be played, the Laws say when it is sent.
 */
import { hasTwoBoards, isSpoken, manner, mannerOfGame, sayMove } from "./saying.js";
import { translateLetters } from "./notation.js";
import { oneLine } from "./questions.js";
import { language, say, t } from "./texts.js";

/** @typedef {{heard: "move"|"several"|"nothing", move?: string|null, moves?: string[], hands?: string[], expected?: import("./types.js").Bilingual}} Heard */

/**
 * @typedef {object} SpeakingPage
 * @property {() => import("./types.js").Snapshot} game
 * @property {(event: string) => Promise<any>} send
 * @property {(text: import("./announce.js").Speech) => void} tell
 * @property {(words: string, expected: string) => void} unknown  says that words mean nothing
 * @property {(path: string, body: object) => Promise<any>} ask
 * @property {(error: unknown) => void} failed
 */

/** Whether it is a move in letters, and no words. @param {string} text */
const isWritten = (text) => /^\S*([a-h][1-8]|[O0]-[O0])\S*$/.test(text);

export class Speaking {
    /**
     * @param {import("./types.js").Colour} side
     * @param {SpeakingPage} page
     * @param {(san: string, letters?: string) => unknown} make  makes a move that is written so
     */
    constructor(side, page, make) {
        this.side = side;
        this.page = page;
        this.make = make;
        /** What was said is on its way when this is kept. @type {Promise<void>} */
        this.turn = Promise.resolve();
        this.waiting = 0;
        /** Whether it is being sent now. */
        this.sending = false;
    }

    /** The position before the last move. */
    before() {
        const { moves, start } = this.page.game();
        return moves[moves.length - 2]?.fen ?? start;
    }

    /** The last move, if it is of this colour. @param {boolean} own */
    last(own) {
        const { moves } = this.page.game();
        const move = moves[moves.length - 1];
        const mover = move?.fen.split(" ")[1] === "w" ? "black" : "white";
        return move && (mover === this.side) === own ? move : null;
    }

    /**
     * What the words mean, in the language of the moves or that of the page.
     * @param {string} text
     * @param {string} fen
     * @returns {Promise<Heard|null>}
     */
    async hear(text, fen) {
        /** @type {Heard|null} */
        let heard = null;
        try {
            for (const tongue of new Set([manner().lang, language()])) {
                const answer = await this.page.ask("/api/hear", { text, fen, language: tongue });
                if (answer.heard !== "nothing") return answer;
                heard = answer;
            }
        } catch (error) {
            this.page.failed(error);
            return null;
        }
        return heard;
    }

    /**
     * What is said goes out in its order: who presses the clock while his words are on their way to be
     * understood has pressed it after his move.
     * @param {() => Promise<(() => unknown)|null>} understand  gives what is then sent
     */
    async inTurn(understand) {
        const before = this.turn;
        this.waiting++;
        let end = () => {};
        this.turn = new Promise((done) => (end = () => done(undefined)));
        await before;
        const send = await understand().catch(() => null);
        this.waiting--;
        this.sending = true;
        send?.();
        this.sending = false;
        end();
    }

    /** Waits until what was said before is on its way. */
    async afterWords() {
        if (!this.sending && this.waiting > 0) await this.turn;
    }

    /** A move in words becomes one that is made; what cannot be heard as one move is said. @param {string} text */
    said(text) {
        return this.inTurn(async () => {
            const { fen } = this.page.game().state;
            const heard = await this.hear(text, fen);
            if (heard?.heard === "move")
                return () => (heard.move ? this.make(heard.move, "en") : this.make(text));
            const one = heard?.heard === "several" ? this.theOne(heard) : null;
            if (one) return () => this.make(one, "en");
            if (heard?.heard === "several") this.page.tell(this.several(heard.moves ?? [], fen));
            else if (heard) this.page.unknown(text, say(heard.expected));
            return null;
        });
    }

    /** The only one of them that the server allows, where it tells a player his moves. @param {Heard} heard */
    theOne({ hands = [], moves = [] }) {
        const { mode, state } = this.page.game();
        const can = (/** @type {string} */ hand) =>
            state.allowed?.some((move) => move.startsWith(hand));
        const allowed = mode === "casual" ? moves.filter((_, i) => can(hands[i])) : [];
        return allowed.length === 1 ? allowed[0] : null;
    }

    /** @param {string[]} moves @param {string} fen @returns {import("./announce.js").Speech} */
    several(moves, fen) {
        const how = manner();
        const [head, tail] = t("HEARD_SEVERAL").split("{moves}");
        const text = moves.map((move) => sayMove(move, fen, how)).join("; ");
        return [head, { text, lang: how.lang }, tail];
    }

    /** The same words in the language of the game; what cannot be heard stays as it is. @param {string} text @param {string} fen */
    async inGame(text, fen) {
        const words = mannerOfGame();
        if (isWritten(text)) return translateLetters(text, language(), words.lang);
        const heard = await this.hear(text, fen);
        const move = heard?.heard === "move" ? heard.move : null;
        return move ? sayMove(move, fen, words) : oneLine(text);
    }

    /** What is announced: the own move, while it is not completed or was not made yet. @param {string} text */
    announce(text) {
        return this.inTurn(async () => {
            const made = this.last(true);
            const { state } = this.page.game();
            const fen = made && state.to_press ? this.before() : state.fen;
            if (!text && !made) {
                this.page.tell(t("ANNOUNCE_WHAT"));
                return null;
            }
            const words = text
                ? await this.inGame(text, fen)
                : sayMove(made?.san ?? "", this.before(), mannerOfGame());
            return () => this.page.send(`announce ${words}`);
        });
    }

    /** What the opponent announced is said back. @param {string} text */
    repeat(text) {
        return this.ofTheirs(async (theirs) => {
            const words = text
                ? await this.inGame(text, this.before())
                : sayMove(theirs.san, this.before(), mannerOfGame());
            return () => this.page.send(`repeat ${words}`);
        });
    }

    /** What the opponent announced is made on the own board. @param {string} text */
    execute(text) {
        return this.ofTheirs(async (theirs) => {
            const letters = this.page.game().options.notation ?? "en";
            if (!text) return () => this.page.send(`execute ${theirs.uci}`);
            if (isWritten(text)) {
                const move = translateLetters(text, language(), letters);
                return () => this.page.send(`execute ${move}`);
            }
            const heard = await this.hear(text, this.before());
            const move = heard?.move ? translateLetters(heard.move, "en", letters) : oneLine(text);
            return () => this.page.send(`execute ${move}`);
        });
    }

    /**
     * About the last move of the opponent, if there is one.
     * @param {(theirs: import("./types.js").PlayedMove) => Promise<() => unknown>} work
     */
    ofTheirs(work) {
        return this.inTurn(async () => {
            const theirs = this.last(false);
            if (theirs) return work(theirs);
            const begun = this.page.game().moves.length > 0;
            this.page.tell(t(begun ? "THEIRS_NONE" : "MOVES_NONE"));
            return null;
        });
    }
}

/** Whether a word of the field is one for this game. @param {string} meaning @param {import("./types.js").Snapshot} game */
export function isMeant(meaning, game) {
    if (meaning === "execute" || meaning === "claim boards-differ") return hasTwoBoards(game);
    return isSpoken(game);
}
