/* SPDX-License-Identifier: MIT */
/*
 * The arbiter's desk: every game as a tile, those first that call for him or are short of time. A
 * game is opened with the desk's own key.
 */
import { announce } from "./announce.js";
import { clientId, requestJson, token } from "./api.js";
import { ServerTime } from "./clock.js";
import { AdjournedBar } from "./desk_adjourned.js";
import { Door } from "./desk_door.js";
import { BulkBar, sureToStart } from "./desk_bulk.js";
import { Filters, roundName } from "./desk_filters.js";
import { DeskGrid } from "./desk_grid.js";
import { canDo, losesAtStart, mattersIn } from "./desk_order.js";
import { PublishBar } from "./desk_publish.js";
import { DeskStore } from "./desk_store.js";
import { placeOf, reasonText } from "./desk_tile.js";
import { ask } from "./dialogs.js";
import { byId, make, setText, show } from "./dom.js";
import { pairing, variantWords } from "./hall.js";
import { forgetColours } from "./miniboard.js";
import { failureText, startPage } from "./page.js";
import { resumptionText } from "./resumption.js";
import { giveSeat } from "./seats.js";
import { keepMade } from "./share.js";
import { play, setSound, soundOn } from "./sound.js";
import { onLanguage, say, t } from "./texts.js";

/** @typedef {import("./desk_types.js").Tile} Tile */

/** What was answered to the arbiter's last words, by game. @type {Map<number, string>} */
const answers = new Map();
/** What was seen, by game. @type {Map<number, import("./desk_order.js").Seen>} */
const seen = new Map();
/** Of games in which something waits: the state, and for what it was asked. @type {Map<number, {key: string, state?: import("./types.js").State}>} */
const states = new Map();
const time = new ServerTime();

/** The keys of a tile, with what they do. */
const KEYS = { s: "start", f: "stop", r: "resume", c: "seat", v: "seen" };

/* ---- what is done at one game */

/** @param {number} game @param {string} text */
function answer(game, text) {
    const tile = store.tiles.get(game);
    answers.set(game, text);
    announce(tile ? `${placeOf(tile)}: ${text}` : text);
    grid.redraw(game);
}

/** Says something at a game; what the Laws say to it stands there. @param {number} game @param {string} event */
async function send(game, event) {
    const tile = store.tiles.get(game);
    if (event === "start" && tile && losesAtStart(tile) && !(await sureToStart([tile]))) return;
    try {
        const said = await requestJson(`/api/events?game=${game}`, {
            key: token(),
            body: { id: clientId(), event, think: null },
        });
        const ruled = said.rulings.map((/** @type {any} */ ruling) => say(ruling.text)).join(" ");
        answer(game, (said.refused ? `${t("REFUSED")} ` : "") + ruled);
    } catch (error) {
        answer(game, failureText(error));
    }
}

/** @param {number} game */
function seat(game) {
    const tile = store.tiles.get(game);
    if (!tile) return;
    giveSeat(
        {
            title: `${placeOf(tile)} · ${pairing(tile.names)}`,
            names: tile.names,
            computer: tile.computer,
            arbiter: true,
        },
        (one) => requestJson(`/api/seat?game=${game}`, { key: token(), body: { seat: one } }),
    );
}

/** @param {number} game */
function see(game) {
    const tile = store.tiles.get(game);
    seen.set(game, { call: tile?.call?.seq ?? 0, report: tile?.report ?? "" });
    grid.redraw(game);
    arranged();
}

/** @param {number} game */
async function again(game) {
    try {
        keepMade(await requestJson(`/api/again?game=${game}`, { key: token(), body: {} }));
    } catch (error) {
        answer(game, failureText(error));
    }
}

/** @param {number} game @param {string} key */
function keyed(game, key) {
    const does = /** @type {Record<string, string>} */ (KEYS)[key];
    const tile = store.tiles.get(game);
    if (!does || !tile) return false;
    if (does === "seat") seat(game);
    else if (does === "seen") see(game);
    else if (canDo(tile, does)) send(game, does);
    return true;
}

/* ---- what is shown */

/** @param {Tile} tile @returns {import("./desk_tile.js").Beside} */
function beside(tile) {
    const round = store.rounds.find((one) => one.round === tile.round);
    return {
        seen: seen.get(tile.game),
        state: states.get(tile.game)?.state,
        answer: answers.get(tile.game) ?? "",
        where: [
            variantWords(tile),
            round && grid.filter.round === null ? roundName(round) : "",
            tile.group && tile.group !== round?.group ? tile.group : "",
            tile.phase === "adjourned" ? resumptionText(tile.adjourned?.resumption ?? null) : "",
        ]
            .filter((part) => part)
            .join(" · "),
    };
}

const grid = new DeskGrid(byId("tables"), {
    send,
    seat,
    seen: see,
    again,
    beside,
    key: keyed,
    now: () => time.now(),
    placed,
});

/** What waits in a game is answered at its tile: its buttons come from the game itself. @param {Tile} tile */
async function askMatters(tile) {
    const key = mattersIn(tile).join();
    const known = states.get(tile.game);
    if (key === (known?.key ?? "")) return;
    states.set(tile.game, { key, state: known?.state });
    try {
        const game = await requestJson(`/api/game?game=${tile.game}`, { key: token() });
        states.set(tile.game, { key, state: game.state });
        grid.redraw(tile.game);
    } catch {
        states.delete(tile.game);
    }
}

/** Says who calls, once. @param {Tile} tile @param {Tile|undefined} before */
function hear(tile, before) {
    const isNew =
        (tile.call && tile.call.seq !== before?.call?.seq) ||
        (tile.report && tile.report !== before?.report) ||
        (before && mattersIn(tile).length > mattersIn(before).length);
    if (!isNew || !before) return;
    const reason = reasonText(tile, beside(tile), time.now());
    announce(`${placeOf(tile)}, ${pairing(tile.names)}: ${reason || t("WAITS")}`);
    play("ruling");
}

/** The tiles stand as they should: what is said below them follows. */
function placed() {
    const { kind, round, group } = grid.filter;
    const more = store.hasMore && round === null;
    const chosen = kind !== "all" || round !== null || group !== null;
    setText(byId("tables-empty"), t(chosen ? "DESK_NONE" : "HALL_EMPTY"));
    show(byId("tables-empty"), grid.shown.length === 0 && (chosen || !more));
    show(byId("tables-more"), more);
    show(byId("tables-all"), grid.shown.length > 0 && !more);
}

function arranged(force = false) {
    grid.arrange(force);
    filters.drawChoices(store.rounds, store.tiles.values());
    filters.count(grid.inRound(), (view) => grid.isCalling(view));
    bulk.draw();
    adjourned.draw();
    const { round } = grid.filter;
    show(byId("round-link"), round !== null);
    byId("round-link").setAttribute("href", `/round?round=${round ?? 0}#${token()}`);
}

/** What arbiters are needed for, when there are too few of them; "" when all is well. */
let supervision = "";

/** @param {any} counted  as the list has it */
function takeSupervision(counted) {
    const text = counted && !counted.enough ? t("SUPERVISION_LOW", counted) : "";
    if (text !== supervision && text !== "") announce(text);
    supervision = text;
    setText(byId("supervision"), text);
    show(byId("supervision"), text !== "");
}

/** @type {import("./stream.js").StreamStatus} */
let connection = "connecting";

function drawConnection() {
    const states = {
        connecting: "CONNECTING",
        open: "CONNECTED",
        broken: "RECONNECTING",
        denied: "DENIED",
        replaced: "REPLACED",
    };
    const box = byId("connection");
    box.dataset.state = connection;
    setText(box, t(states[connection]));
    byId("tables").classList.toggle("stale", connection !== "open" && connection !== "connecting");
}

const store = new DeskStore({
    tile: (tile, before) => {
        /* What was answered is told until something else happens there. */
        if (before && before.plies !== tile.plies) answers.delete(tile.game);
        grid.take(tile);
        askMatters(tile);
        hear(tile, before);
    },
    settled: () => arranged(),
    rounds: () => {
        grid.redrawAll();
        arranged();
    },
    supervision: takeSupervision,
    connection: (status) => {
        connection = status;
        drawConnection();
    },
});

const filters = new Filters(grid.filter, async () => {
    const { round } = grid.filter;
    const address = new URL(location.href);
    address.search = round === null ? "" : `?round=${round}`;
    history.replaceState(null, "", address);
    grid.redrawAll();
    arranged(true);
    if (round !== null) await store.readRound(round).catch(() => {});
});
const adjourned = new AdjournedBar(() => grid.inRound().map(({ tile }) => tile));
const door = new Door();
const bulk = new BulkBar(() => grid.inRound().map(({ tile }) => tile));
new PublishBar(
    () => grid.inRound().map(({ tile }) => tile),
    () => store.rounds,
);

/** The arbiter wants to see more. */
async function readMore() {
    const button = byId("tables-more");
    button.setAttribute("aria-busy", "true");
    try {
        announce(t("DESK_MORE_ADDED", { n: await store.readMore() }));
    } catch (error) {
        announce(failureText(error));
    }
    button.removeAttribute("aria-busy");
    if (!store.hasMore) byId("tables-all").focus();
}

function help() {
    const rows = [
        ["← ↑ → ↓", "HELP_ARROWS"],
        ["Enter", "HELP_OPEN"],
        ["S", "HELP_START"],
        ["F", "HELP_STOP"],
        ["R", "HELP_RESUME"],
        ["C", "HELP_SEAT"],
        ["V", "HELP_SEEN"],
    ];
    ask(
        t("DESK_HELP"),
        [
            make("p", {}, t("HELP_TEXT")),
            make(
                "dl",
                { class: "keys" },
                ...rows.flatMap(([key, text]) => [
                    make("dt", {}, make("kbd", {}, key)),
                    make("dd", {}, t(text)),
                ]),
            ),
        ],
        [{ value: "", text: t("CLOSE"), kind: "primary" }],
    );
}

function wire() {
    const sound = /** @type {HTMLInputElement} */ (byId("desk-sound"));
    sound.checked = soundOn();
    sound.addEventListener("change", () => setSound(sound.checked));
    byId("tables-more").addEventListener("click", readMore);
    byId("desk-help").addEventListener("click", help);
    byId("new-round").setAttribute("href", `/round#${token()}`);
    filters.count([], () => false);
    const chosen = new URLSearchParams(location.search).get("round");
    if (chosen && /^\d{1,9}$/.test(chosen)) grid.filter.round = Number(chosen);
    addEventListener("hashchange", () => location.reload());
    onLanguage(() => {
        grid.redrawAll();
        arranged();
        drawConnection();
        door.draw();
    });
    const repaint = () => {
        forgetColours();
        grid.repaint();
    };
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);
    new MutationObserver(repaint).observe(document.documentElement, {
        attributeFilter: ["data-theme"],
    });
}

async function main() {
    await startPage();
    wire();
    try {
        await time.measure(1);
        if (grid.filter.round !== null) await store.readRound(grid.filter.round);
        await store.start();
    } catch (error) {
        setText(byId("status"), token() === "" ? t("NO_KEY") : failureText(error));
        for (const id of ["desk-bar", "desk-filters"]) show(byId(id), false);
        document.body.dataset.ready = "true";
        return;
    }
    grid.comeBack();
    door.read();
    setInterval(() => {
        if (!document.hidden) grid.tick(time.now());
    }, 100);
    setInterval(() => time.measure(1), 20000);
    setInterval(() => adjourned.draw(), 10000);
    setInterval(() => store.askSupervision(), 20000);
    document.body.dataset.ready = "true";
}

main();
