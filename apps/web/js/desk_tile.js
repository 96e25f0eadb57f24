/* SPDX-License-Identifier: MIT */
/*
 * One game on the desk. The tile is built once; of what comes only that is drawn which has changed,
 * so that a hundred of them stay cheap and no button moves under a finger.
 */
import { token } from "./api.js";
import { callText } from "./calls.js";
import { clockText, flagDown, timeLeft } from "./clock.js";
import { SIDES, canDo, flagIsDown, isCalling, isLow, isOver, mattersIn } from "./desk_order.js";
import { make, setText, show } from "./dom.js";
import { pairing, phaseText } from "./hall.js";
import { paintBoard } from "./miniboard.js";
import { localSan, moveNumber } from "./notation.js";
import { checklistAddress, tableAddress } from "./printing.js";
import { beganBefore, placeText } from "./sheetrows.js";
import { language, t } from "./texts.js";
import { drawMatter, mattersOf } from "./waiting.js";
import { penaltyTexts } from "./words.js";

/** @typedef {import("./desk_types.js").Tile} Tile */
/** @typedef {import("./types.js").Colour} Colour */

/** How large the picture of the position is shown. */
const PICTURE = 88;

/**
 * @typedef {object} TileHandlers
 * @property {(game: number, event: string) => void} send
 * @property {(game: number) => void} seat  a seat is to be given back
 * @property {(game: number) => void} seen  the call was seen
 * @property {(game: number) => void} again  the new game after an annulled one
 */

/**
 * What the desk knows beside the tile.
 * @typedef {object} Beside
 * @property {import("./desk_order.js").Seen|undefined} seen
 * @property {import("./types.js").State|undefined} state  of a game in which something waits
 * @property {string} answer  to the arbiter's last words there
 * @property {string} where  its round and group, where there are several
 */

/** The player, as a person would say it here. @param {Tile} tile @param {Colour} side */
export function nameOf(tile, side) {
    return tile.names[side] || t(side === "white" ? "WHITE" : "BLACK");
}

/** Where it is played. @param {Tile} tile */
export function placeOf(tile) {
    return tile.board === null || tile.board === undefined
        ? t("GAME", { number: tile.game })
        : t("DESK_BOARD", { n: tile.board });
}

/** The last move with its number. @param {Tile} tile */
function lastMove({ fen, last }) {
    if (!fen || !last) return "";
    const { number, white } = moveNumber(fen);
    return `${number}${white ? "." : "…"} ${localSan(last, language())}`;
}

/** Why somebody should look at this game; "" when all is well. @param {Tile} tile @param {Beside} beside @param {number} now */
export function reasonText(tile, { seen }, now) {
    const report =
        tile.report && tile.report !== seen?.report ? t("REPORT_CALL", { text: tile.report }) : "";
    const flag = flagIsDown(tile, now) ? t("CALL_FLAG") : "";
    const call =
        tile.call && tile.call.seq !== seen?.call
            ? callText(tile.call, (side) => nameOf(tile, side))
            : "";
    return [flag, call, report].filter((part) => part).join(" ");
}

/** A player: who he is, whether he is there, what stands against him, and his time. */
class PlayerLine {
    /** @param {Colour} side */
    constructor(side) {
        this.side = side;
        this.colour = make("span", { class: "visually-hidden" });
        this.name = make("span", { class: "who" });
        this.badge = make("span", { class: "badge" });
        this.fallen = make("span", { class: "visually-hidden" });
        this.digits = make("span", { class: "digits" });
        this.running = make("span", { class: "visually-hidden" });
        this.root = make(
            "span",
            { class: "desk-clock", "data-side": side },
            make("span", { class: "disc", "aria-hidden": "true" }),
            this.colour,
            this.name,
            this.badge,
            this.fallen,
            this.digits,
            this.running,
        );
    }

    /** @param {Tile} tile */
    draw(tile) {
        const { side } = this;
        const runs = tile.clock?.running === side;
        const here = tile.present?.[side] || tile.computer === side;
        const illegal = tile.illegal?.[side] ?? 0;
        this.root.classList.toggle("running", runs);
        setText(this.colour, `${t(side === "white" ? "WHITE" : "BLACK")}: `);
        setText(this.name, nameOf(tile, side));
        setText(this.running, runs ? t("RUNNING") : "");
        show(this.digits, tile.time !== "none" && !tile.damaged && !tile.asleep);
        this.words = [
            illegal > 0 ? t("ILLEGAL_COUNT", { n: illegal }) : "",
            tile.offer === side && !isOver(tile) ? t("DESK_OFFER") : "",
        ].filter((word) => word);
        this.away = !here && !isOver(tile) && !tile.damaged ? t("AWAY") : "";
    }

    /** @param {Tile} tile @param {number} now */
    tick(tile, now) {
        const { side } = this;
        const clock = tile.clock ?? null;
        const down = flagDown(clock, side, now);
        const late = tile.late?.players.includes(side) && !isOver(tile);
        const until = tile.late?.until ?? null;
        const lateText = !late
            ? this.away
            : until === null
              ? t("DESK_LATE")
              : t("DESK_LATE_UNTIL", { time: clockText(Math.max(0, until - now)) });
        setText(this.fallen, down ? t("FLAG_FALLEN") : "");
        setText(this.digits, clockText(timeLeft(clock, side, now)));
        this.root.classList.toggle("fallen", down);
        this.root.classList.toggle("low", isLow(tile, side, now));
        this.root.classList.toggle("late", Boolean(late));
        const words = [lateText, ...(this.words ?? [])].filter((word) => word).join(" · ");
        setText(this.badge, words);
        show(this.badge, words !== "");
    }
}

/** Whose scoresheet has gaps or is ahead, and where two differ. @param {Tile} tile */
export function sheetsText(tile) {
    const { sheets, fen = "", plies = 0 } = tile;
    if (!sheets) return "";
    const start = beganBefore(fen, plies);
    const stands = SIDES.map((side) => {
        const { state, gap } = sheets[side];
        const values = { player: nameOf(tile, side), place: gap ? placeText(gap, start) : "" };
        return state === "complete" ? "" : t(state === "gaps" ? "DESK_GAPS" : "DESK_AHEAD", values);
    });
    const part = sheets.part ? t("DESK_PART", { place: placeText(sheets.part, start) }) : "";
    return [part, ...stands].filter((word) => word).join(" · ");
}

export class TileView {
    /** @param {Tile} tile @param {TileHandlers} handlers */
    constructor(tile, handlers) {
        this.tile = tile;
        this.handlers = handlers;
        this.link = make("a", { class: "tile-link", href: `/game?game=${tile.game}#${token()}` });
        this.number = make("span", { class: "tile-number" });
        this.pairing = make("span", { class: "visually-hidden" });
        this.link.append(this.number, " ", this.pairing);
        this.phase = make("span", { class: "phase" });
        this.canvas = make("canvas", { class: "mini", "aria-hidden": "true" });
        this.lines = /** @type {const} */ (["black", "white"]).map((side) => new PlayerLine(side));
        this.facts = make("span", { class: "tile-facts" });
        this.sheets = make("span", { class: "tile-facts tile-sheets" });
        this.more = make("div", { class: "tile-more" });
        this.root = make(
            "li",
            { class: "tile", "data-game": tile.game },
            make("div", { class: "tile-head" }, make("h2", {}, this.link), this.phase),
            this.canvas,
            make("span", { class: "tile-players" }, ...this.lines.map(({ root }) => root)),
            this.facts,
            this.sheets,
            this.more,
        );
        /** What was drawn last of the position and of what can be done. */
        this.painted = "";
        this.drawn = "";
        this.isStop = false;
    }

    /** Whether time alone changes something here. */
    get isTimed() {
        const { clock, late } = this.tile;
        return Boolean(clock?.running) || Boolean(late?.until);
    }

    /** @param {Tile} tile @param {Beside} beside @param {number} now */
    update(tile, beside, now) {
        this.tile = tile;
        this.beside = beside;
        setText(this.number, placeOf(tile));
        setText(this.pairing, pairing(tile.names));
        setText(this.phase, phaseText(tile));
        setText(this.facts, [beside.where, lastMove(tile)].filter((part) => part).join(" · "));
        const sheets = sheetsText(tile);
        setText(this.sheets, sheets);
        show(this.sheets, sheets !== "");
        for (const line of this.lines) line.draw(tile);
        this.paint();
        this.tick(now);
    }

    /** The theme is another. */
    repaint() {
        this.painted = "";
        this.paint();
    }

    paint() {
        const fen = this.tile.fen ?? "8/8/8/8/8/8/8/8";
        if (fen.split(" ")[0] === this.painted) return;
        this.painted = fen.split(" ")[0];
        paintBoard(this.canvas, fen, PICTURE);
    }

    /** @param {number} now */
    tick(now) {
        if (!this.beside) return;
        for (const line of this.lines) line.tick(this.tile, now);
        const calling = Boolean(isCalling(this.tile, now, this.beside.seen));
        this.root.classList.toggle("calls", calling);
        this.root.classList.toggle(
            "low",
            this.tile.phase === "playing" && SIDES.some((side) => isLow(this.tile, side, now)),
        );
        this.root.classList.toggle("over", isOver(this.tile));
        this.drawMore(now);
    }

    /* ---- what can be done here */

    /** @param {number} now */
    drawMore(now) {
        const { tile, beside } = this;
        if (!beside) return;
        const reason = reasonText(tile, beside, now);
        const verbs = ["start", "resume", "stop"].filter((verb) => canDo(tile, verb));
        const matters =
            beside.state && mattersIn(tile).length > 0
                ? mattersOf(beside.state, (side) => nameOf(tile, side))
                : [];
        const penalties = penaltyTexts(beside.state).map(
            ({ player, text }) => `${nameOf(tile, player)}: ${text}`,
        );
        const seenable =
            (tile.report && tile.report !== beside.seen?.report) ||
            (tile.call && tile.call.seq !== beside.seen?.call && tile.phase === "playing");
        const key = JSON.stringify([
            reason,
            verbs,
            matters,
            penalties,
            beside.answer,
            seenable,
            tile.phase,
            tile.next,
            tile.time,
            language(),
            placeOf(tile),
        ]);
        if (key === this.drawn) return;
        this.drawn = key;
        const inside = this.more.contains(document.activeElement);
        this.more.replaceChildren(
            ...(reason ? [this.drawReason(reason)] : []),
            ...this.drawAgain(),
            ...(penalties.length > 0
                ? [make("p", { class: "call penalties" }, penalties.join(" · "))]
                : []),
            ...(matters.length > 0
                ? [
                      make(
                          "ul",
                          { class: "matters" },
                          ...matters.map((matter) =>
                              drawMatter(matter, (event) => this.handlers.send(tile.game, event)),
                          ),
                      ),
                  ]
                : []),
            ...(beside.answer ? [make("p", { class: "call answer" }, beside.answer)] : []),
            this.drawButtons(verbs, Boolean(seenable)),
        );
        this.setStop(this.isStop);
        if (inside) this.link.focus();
    }

    /** @param {string} reason */
    drawReason(reason) {
        return make(
            "p",
            { class: "call" },
            make("strong", {}, `${t("CALLED")}: `),
            make("span", {}, reason),
        );
    }

    /** The new game in the place of an annulled one. */
    drawAgain() {
        const { tile } = this;
        if (tile.phase !== "void") return [];
        if (tile.next)
            return [make("p", { class: "call" }, t("AGAIN_MADE", { number: tile.next }))];
        const button = make("button", { type: "button", class: "again small" }, t("AGAIN"));
        button.addEventListener("click", () => this.handlers.again(tile.game));
        return [make("p", { class: "call" }, `${t("AGAIN_TEXT")} `, button)];
    }

    /** @param {string} text @param {string} look @param {() => void} act */
    drawButton(text, look, act) {
        const button = make(
            "button",
            {
                type: "button",
                class: `small ${look}`,
                "aria-label": `${text} ${placeOf(this.tile)}`,
            },
            text,
        );
        button.addEventListener("click", act);
        return button;
    }

    /** @param {string[]} verbs @param {boolean} seenable */
    drawButtons(verbs, seenable) {
        const { game } = this.tile;
        /** @type {Record<string, string>} */
        const texts = { start: "DESK_START", resume: "DESK_RESUME", stop: "DESK_STOP" };
        return make(
            "div",
            { class: "buttons" },
            ...verbs.map((verb) =>
                this.drawButton(t(texts[verb]), verb === "stop" ? verb : `${verb} primary`, () =>
                    this.handlers.send(game, verb),
                ),
            ),
            seenable
                ? this.drawButton(t("CALL_SEEN"), "seen", () => this.handlers.seen(game))
                : null,
            isOver(this.tile) || this.tile.damaged
                ? null
                : this.drawButton(t("DESK_SEAT"), "seat", () => this.handlers.seat(game)),
            this.tile.spoken ? this.drawLink(t("TO_TABLE"), tableAddress(token(), game)) : null,
            this.tile.spoken
                ? this.drawLink(t("TO_CHECKLIST"), checklistAddress(token(), game))
                : null,
        );
    }

    /** @param {string} text @param {string} href */
    drawLink(text, href) {
        return make("a", { class: "button", href, tabindex: this.isStop ? "0" : "-1" }, text);
    }

    /** Whether the Tab key stops here: of all tiles one. @param {boolean} is */
    setStop(is) {
        this.isStop = is;
        for (const one of this.root.querySelectorAll("a, button"))
            one.setAttribute("tabindex", is ? "0" : "-1");
    }
}
