/* SPDX-License-Identifier: MIT */
/*
 * The scoresheets of both players and the arbiter's own record beside each other, for whoever
 * watches: what each says of every half-move, where one has gaps, where two first differ, and what
 * settles that. All of it is what the server says.
 */
import { requestJson } from "./api.js";
import { byId, make, show } from "./dom.js";
import { goesOn, isElsewhere } from "./questions.js";
import { drawRuling } from "./rulings.js";
import { isKept } from "./sheet.js";
import { SheetForm } from "./sheetform.js";
import { ended, placeText, placesText, readable } from "./sheetrows.js";
import { playerName } from "./strip.js";
import { t } from "./texts.js";
import { drawUpdating } from "./updating.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./sheetrows.js").SheetView} SheetView */
/** @typedef {import("./sheetrows.js").Entry} Entry */

/**
 * @typedef {object} RecordView
 * @property {SheetView} white
 * @property {SheetView} black
 * @property {SheetView} arbiter
 * @property {number} evidence  half-moves that are proved
 * @property {any} part  where two sheets first differ, or null
 * @property {any} updating  whose flag fell and who was free, or null
 * @property {any} reconstruction  what was noted, or null
 * @property {Found|null} found  on the last claim
 */

/**
 * What was found on a claim of a draw, or on a flag.
 * @typedef {object} Found
 * @property {"repetition"|"fifty"|"flag"} claim
 * @property {number[]} [after]  the half-moves after which the position stood there, 0: the beginning
 * @property {number} [quiet]
 * @property {string|null} [with]  the move that was written for it
 * @property {Colour} [player]  whose flag
 * @property {number} [completed]
 * @property {number|null} [needed]
 * @property {number} [proved]
 */

const SHEETS = /** @type {const} */ (["white", "black", "arbiter"]);
const SIDES = /** @type {const} */ (["white", "black"]);
/** How long after an event the sheets are asked for: several come at once. */
const GATHER_MS = 120;

/** What stands at each half-move, from 1: the move, and what follows it. @param {SheetView} sheet */
function byHalfMove({ entries }) {
    /** @type {Map<number, Entry[]>} */
    const found = new Map();
    let at = 1;
    for (const entry of entries) {
        at = entry.half_move ?? at;
        found.set(at, [...(found.get(at) ?? []), entry]);
    }
    return found;
}

/** What is wrong with an entry, in a word or two. @param {string} check */
const checkText = (check) =>
    ["wrong", "illegal", "ambiguous", "foreign", "blank"].includes(check)
        ? t(`SHEETS_CHECK_${check.toUpperCase()}`)
        : "";

/** @param {Snapshot} game @param {string} side */
function signedBy(game, side) {
    const signed = game.log.filter(
        ({ actor, event, refused }) => actor === side && !refused && event.startsWith("sign "),
    );
    return signed.length > 0 ? signed[signed.length - 1].event.slice(5) : null;
}

export class Record {
    /** @param {import("./correcting.js").ArbiterPage & {key: string, query: () => string}} page */
    constructor(page) {
        this.page = page;
        /** @type {RecordView|null} */
        this.view = null;
        this.form = new SheetForm(page, () => null);
        this.asked = 0;
        this.loaded = -1;
        /** The half-move at which the sheets that were drawn last differ; 0: at none. */
        this.parted = 0;
        byId("sheets-write").replaceChildren(this.form.root);
    }

    /* ---- asking */

    async load() {
        const { seq } = this.page.game();
        this.loaded = seq;
        try {
            this.view = await requestJson(`/api/sheet${this.page.query()}`, { key: this.page.key });
            this.drawView();
        } catch {
            this.loaded = -1; /* the next event asks again */
        }
    }

    /** Asks when the game has gone on. */
    inquire() {
        const mine = ++this.asked;
        setTimeout(() => {
            if (mine === this.asked && this.page.game().seq !== this.loaded) this.load();
        }, GATHER_MS);
    }

    /* ---- drawing */

    /** One entry, behind what stood there before. @param {Entry} entry @returns {(Node|string)[]} */
    drawEntry(entry) {
        const game = this.page.game();
        const text = readable(entry.text, game);
        return [
            ...(entry.was === undefined ? [] : [make("s", {}, readable(entry.was, game)), " "]),
            entry.half_move ? text : make("span", { class: "aside" }, text),
            " ",
        ];
    }

    /** @param {Entry[]} entries @param {boolean} missing */
    drawCell(entries, missing) {
        const move = entries.find(({ half_move }) => half_move);
        const check = move?.check ?? (missing ? "blank" : "");
        const word = checkText(check);
        return make(
            "td",
            { class: check || null },
            ...(move || !missing ? [] : ["— "]),
            ...entries.flatMap((entry) => this.drawEntry(entry)),
            word ? make("span", { class: "mark" }, word) : null,
        );
    }

    /** A row where two sheets differ, or after which the claimed position stood. @param {RecordView} view @param {number} half */
    rowKind({ part, found }, half) {
        if (part?.half_move === half) return "differs";
        return found?.after?.includes(half) ? "claimed" : null;
    }

    /** @param {RecordView} view */
    drawTable(view) {
        const { moves, start } = this.page.game();
        const seen = !isElsewhere(this.page.game());
        const entries = SHEETS.map((one) => byHalfMove(view[one]));
        const gaps = SHEETS.map((one) => new Set(view[one].gaps ?? []));
        const last = Math.max(
            moves.length,
            0,
            ...entries.flatMap((one) => [...one.keys()]),
            ...gaps.flatMap((one) => [...one]),
        );
        const rows = Array.from({ length: last }, (_, i) => {
            const half = i + 1;
            return make(
                "tr",
                {
                    class: this.rowKind(view, half),
                    "data-half-move": half,
                },
                make("th", { scope: "row" }, placeText(half, start)),
                ...SHEETS.map((one, k) =>
                    this.drawCell(
                        entries[k].get(half) ?? [],
                        one !== "arbiter" && gaps[k].has(half),
                    ),
                ),
                seen
                    ? make(
                          "td",
                          {},
                          moves[i]
                              ? readable(moves[i].san, {
                                    ...this.page.game(),
                                    options: { notation: "en" },
                                })
                              : "",
                      )
                    : null,
            );
        });
        const heads = [
            "NUMBER",
            ...SHEETS.map((one) => one.toUpperCase()),
            ...(seen ? ["MADE"] : []),
        ];
        return make(
            "table",
            {},
            make("caption", { class: "visually-hidden" }, t("SHEETS_TABLE")),
            make(
                "thead",
                {},
                make(
                    "tr",
                    {},
                    ...heads.map((id) => make("th", { scope: "col" }, t(`SHEETS_${id}`))),
                ),
            ),
            make("tbody", {}, ...rows),
        );
    }

    /** Where two sheets first differ, and what follows. @param {RecordView} view */
    drawPart({ part }) {
        if (!part) return null;
        const game = this.page.game();
        const says = SHEETS.filter((one) => part[one]).map((one) =>
            t(`SHEETS_SAYS_${one.toUpperCase()}`, { text: readable(part[one].text, game) }),
        );
        return make(
            "p",
            { class: "part" },
            make(
                "strong",
                {},
                t("SHEETS_PART", {
                    place: placeText(part.half_move, game.start),
                    says: says.join(", "),
                }),
            ),
            " ",
            t(`SHEETS_BY_${String(part.settled_by).toUpperCase()}`),
        );
    }

    /** @param {RecordView} view */
    facts(view) {
        const game = this.page.game();
        const stands = SIDES.map((side) => {
            const { state = "complete", gaps = [] } = view[side];
            return t(`SHEETS_${state.toUpperCase()}`, {
                player: playerName(game, side),
                places: placesText(gaps, game.start),
            });
        });
        const proved =
            view.evidence > 0
                ? t("SHEETS_EVIDENCE", { place: placeText(view.evidence, game.start) })
                : t("SHEETS_EVIDENCE_NONE");
        return [...stands, proved, ...(goesOn(game.state) ? [] : this.signatures())];
    }

    /** Laws 8.7: who has signed what. */
    signatures() {
        const game = this.page.game();
        return SIDES.map((side) => {
            const result = signedBy(game, side);
            const player = playerName(game, side);
            return result === null
                ? t("SHEETS_UNSIGNED", { player })
                : t("SHEETS_SIGNED", { player, result });
        });
    }

    /** What a claim rests on, in a sentence. @param {Found} found */
    foundText(found) {
        const game = this.page.game();
        if (found.claim === "flag") {
            const player = playerName(game, /** @type {Colour} */ (found.player));
            const { completed: n = 0, needed, proved = 0 } = found;
            return needed
                ? t("CLAIM_COUNTED", { player, n, needed, proved })
                : t("CLAIM_ALL_MOVES", { player, n });
        }
        if (found.claim === "fifty") return t("CLAIM_QUIET", { n: found.quiet ?? 0 });
        const places = (found.after ?? []).map((half) =>
            half === 0 ? t("START_OF_GAME") : placeText(half, game.start),
        );
        return places.length === 0
            ? t("CLAIM_ONCE")
            : t("CLAIM_TIMES", { n: places.length, places: places.join(", ") });
    }

    /** What was found on the claim that was made last: the rulings, and what they stand on. @param {RecordView} view */
    drawFound({ found }) {
        if (!found) return null;
        const game = this.page.game();
        const entry = [...game.log]
            .reverse()
            .find(({ event, refused }) => !refused && /^(claim|flag) /.test(event));
        return make(
            "div",
            { class: "claim-found" },
            make("h3", {}, t("CLAIM_FOUND")),
            make("ul", {}, ...(entry?.rulings ?? []).map(drawRuling)),
            make(
                "p",
                {},
                found.with ? `${t("CLAIM_WITH", { move: readable(found.with, game) })} ` : "",
                ended(this.foundText(found)),
            ),
        );
    }

    /** Shows where two sheets differ, once; otherwise what was in sight, or the last rows. @param {HTMLElement} room @param {number} top */
    scrollTo(room, top) {
        const parts = this.view?.part?.half_move ?? 0;
        const row = room.querySelector("tr.differs");
        room.scrollTop =
            row instanceof HTMLElement && parts !== this.parted
                ? row.offsetTop - room.clientHeight / 2
                : top;
        this.parted = parts;
    }

    drawView() {
        const { view } = this;
        if (view === null) return;
        const facts = make(
            "ul",
            { class: "sheets-facts" },
            ...this.facts(view).map((line) => make("li", {}, ended(line))),
        );
        const room = byId("sheets-room");
        const { scrollTop } = room;
        const last = scrollTop + room.clientHeight >= room.scrollHeight - 1;
        byId("sheets-told").replaceChildren(
            .../** @type {Node[]} */ (
                [this.drawFound(view), this.drawPart(view), facts].filter((one) => one !== null)
            ),
        );
        room.replaceChildren(this.drawTable(view));
        this.scrollTo(room, last ? room.scrollHeight : scrollTop);
        drawUpdating(byId("updating"), view, this.page);
    }

    draw() {
        const game = this.page.game();
        const kept = isKept(game);
        show(byId("sheets"), kept);
        if (!kept) {
            show(byId("updating"), false);
            return;
        }
        if (game.state.phase !== "updating") show(byId("updating"), false);
        show(byId("sheets-own"), game.state.can.includes("write"));
        this.form.draw();
        if (game.seq !== this.loaded) this.inquire();
    }

    /** In another language. */
    redraw() {
        this.form.draw();
        this.drawView();
    }
}
