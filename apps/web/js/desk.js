/* SPDX-License-Identifier: MIT */
/*
 * The arbiter's desk: every game with its clocks, and those first that call for him. A game is
 * opened with the desk's own key.
 */
import { announce } from "./announce.js";
import { ApiError, requestJson, token } from "./api.js";
import { ServerTime, clockText, flagDown, timeLeft } from "./clock.js";
import { byId, make, setText, show } from "./dom.js";
import { pairing, phaseText } from "./hall.js";
import { failureText, startPage } from "./page.js";
import { SharedStream } from "./shared.js";
import { play } from "./sound.js";
import { onLanguage, say, t } from "./texts.js";

/** @typedef {import("./types.js").HallGame} HallGame */

/** @type {Map<number, HallGame>} */
const games = new Map();
/** What calls for the arbiter, by game. @type {Map<number, string>} */
const calls = new Map();
/**
 * The digits on the page, so that a tick touches nothing else.
 * @type {{node: HTMLElement, game: number, side: "white"|"black"}[]}
 */
let digits = [];
const time = new ServerTime();

/** Rulings after which somebody should come. */
const CALLING = [
    "player-stops",
    "stopped-without-reason",
    "consent-needed",
    "claim-wrong",
    "flag-fallen",
];

/** @param {import("./types.js").LogEntry} entry */
function callOf(entry) {
    const ruling = entry.rulings.find(
        ({ code, text }) => CALLING.includes(code) || /warning is due/.test(text.en),
    );
    return ruling && entry.actor !== "arbiter" ? say(ruling.text) : null;
}

/** Why somebody should look at this game; null when all is well. @param {HallGame} game */
function callText(game) {
    if (game.result !== "*") return null;
    const clock = game.state?.clock ?? null;
    if (flagDown(clock, "white", time.now()) || flagDown(clock, "black", time.now()))
        return t("CALL_FLAG");
    const said = calls.get(game.game);
    if (said) return said;
    if (game.state?.pending === "consent") return t("PENDING_CONSENT");
    return game.phase === "stopped" || game.phase === "claim" ? t("PHASE_STOPPED") : null;
}

/** @param {HallGame} game @param {"white"|"black"} side */
function drawClock(game, side) {
    const node = make("span", { class: "digits" });
    const running = game.state?.clock?.running === side;
    digits.push({ node, game: game.game, side });
    return make(
        "span",
        { class: running ? "desk-clock running" : "desk-clock" },
        make("span", { class: "side" }, t(side === "white" ? "WHITE" : "BLACK")),
        node,
        running ? make("span", { class: "visually-hidden" }, t("RUNNING")) : null,
    );
}

/** @param {HallGame} game */
function drawGame(game) {
    const call = callText(game);
    const link = make("a", { href: `/game?game=${game.game}#${token()}` }, pairing(game.names));
    const item = make(
        "li",
        { class: call ? "table-row calls" : "table-row" },
        make("span", { class: "number" }, `${game.game}`),
        link,
        make("span", { class: "clocks" }, drawClock(game, "white"), drawClock(game, "black")),
        make("span", { class: "phase" }, phaseText(game)),
    );
    if (call) {
        const seen = make("button", { type: "button", class: "small" }, t("CALL_SEEN"));
        seen.addEventListener("click", () => {
            calls.delete(game.game);
            draw();
        });
        item.append(
            make(
                "p",
                { class: "call" },
                make("strong", {}, `${t("CALLED")}: `),
                call,
                " ",
                calls.has(game.game) && game.phase === "playing" ? seen : null,
            ),
        );
    }
    return item;
}

function draw() {
    digits = [];
    const list = [...games.values()].sort(
        (a, b) =>
            Number(callText(b) !== null) - Number(callText(a) !== null) ||
            Number(a.result !== "*") - Number(b.result !== "*") ||
            b.game - a.game,
    );
    byId("tables").replaceChildren(...list.map(drawGame));
    show(byId("tables-empty"), list.length === 0);
    tick();
}

/** The games that call, as they were drawn last. */
let drawnCalls = "";

function tick() {
    const now = time.now();
    const calling = [...games.values()].map((game) => callText(game) ?? "").join();
    if (calling !== drawnCalls) {
        drawnCalls = calling;
        draw();
        return;
    }
    for (const { node, game, side } of digits)
        setText(node, clockText(timeLeft(games.get(game)?.state?.clock ?? null, side, now)));
}

/** Reads the list, and the state of each game that is not over. */
async function refresh() {
    const { games: list } = await requestJson("/api/hall", { key: token() });
    for (const game of /** @type {HallGame[]} */ (list)) {
        const known = games.get(game.game);
        games.set(game.game, { ...game, state: game.state ?? known?.state });
        if (game.result === "*" && !game.state) await refreshGame(game.game);
    }
    draw();
}

/** @param {number} number */
async function refreshGame(number) {
    try {
        /** @type {import("./types.js").Snapshot} */
        const game = await requestJson(`/api/game?game=${number}`, { key: token() });
        games.set(number, {
            game: number,
            names: game.names,
            time: game.time,
            phase: game.state.phase,
            result: game.state.result,
            moves: game.moves.length,
            state: game.state,
        });
    } catch (error) {
        if (!(error instanceof ApiError) || !error.passing) throw error;
    }
}

/** @param {import("./stream.js").StreamMessage} message */
async function received(message) {
    /* Whatever happened before the stream was there is in the list. */
    if (message.event === "hello" || message.event === "reload" || message.event === "restart") {
        await refresh();
        return;
    }
    if (message.event !== "event") return;
    /** @type {import("./types.js").Update} */
    const update = message.data;
    const known = games.get(update.game ?? 0);
    if (!known) {
        await refresh();
    } else if (update.state) {
        games.set(known.game, {
            ...known,
            state: update.state,
            phase: update.state.phase,
            result: update.state.result,
            moves: update.state.plies,
        });
    }
    const call = update.log ? callOf(update.log) : null;
    if (call && update.game) {
        calls.set(update.game, call);
        announce(`${t("GAME", { number: update.game })}: ${call}`);
        play("ruling");
    } else if (update.log?.actor === "arbiter" && update.game) {
        calls.delete(update.game);
    }
    draw();
}

async function main() {
    await startPage();
    addEventListener("hashchange", () => location.reload());
    onLanguage(draw);
    try {
        await time.measure(3);
        await refresh();
    } catch (error) {
        setText(byId("status"), token() === "" ? t("NO_KEY") : failureText(error));
        return;
    }
    new SharedStream(
        token(),
        {
            message: received,
            status: (status) =>
                setText(
                    byId("connection"),
                    t(
                        {
                            connecting: "CONNECTING",
                            open: "CONNECTED",
                            broken: "RECONNECTING",
                            denied: "DENIED",
                        }[status],
                    ),
                ),
        },
        null,
    );
    setInterval(tick, 100);
    setInterval(() => time.measure(1), 20000);
    document.body.dataset.ready = "true";
}

main();
