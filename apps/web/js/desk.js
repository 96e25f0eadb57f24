/* SPDX-License-Identifier: MIT */
/*
 * The arbiter's desk: every game with its clocks, and those first that call for him. A game is
 * opened with the desk's own key.
 */
import { announce } from "./announce.js";
import { ApiError, clientId, requestJson, token } from "./api.js";
import { callIn, callOf } from "./calls.js";
import { ServerTime, clockText, flagDown, timeLeft } from "./clock.js";
import { byId, make, setText, show } from "./dom.js";
import { pairing, phaseText } from "./hall.js";
import { failureText, startPage } from "./page.js";
import { keepMade } from "./share.js";
import { SharedStream } from "./shared.js";
import { play } from "./sound.js";
import { onLanguage, say, t } from "./texts.js";
import { drawMatter, mattersOf, reportText } from "./waiting.js";
import { penaltyTexts } from "./words.js";

/** @typedef {import("./types.js").HallGame} HallGame */

/** @type {Map<number, HallGame>} */
const games = new Map();
/** What calls for the arbiter, by game. @type {Map<number, import("./calls.js").Call>} */
const calls = new Map();
/** What a spectator told last, by game, until it was seen. @type {Map<number, string>} */
const reports = new Map();
/** Those that were seen: the list has them still. @type {Map<number, string>} */
const seenReports = new Map();
/** What was answered to the arbiter's last words, by game. @type {Map<number, string>} */
const answers = new Map();
/**
 * The digits on the page, so that a tick touches nothing else.
 * @type {{node: HTMLElement, game: number, side: "white"|"black"}[]}
 */
let digits = [];
const time = new ServerTime();

/** Why somebody should look at this game; null when all is well. @param {HallGame} game */
function callText(game) {
    const report = reports.get(game.game);
    if (report) return report;
    if (game.result !== "*") return waiting(game).length > 0 ? t("WAITS") : null;
    const clock = game.state?.clock ?? null;
    if (flagDown(clock, "white", time.now()) || flagDown(clock, "black", time.now()))
        return t("CALL_FLAG");
    const call = calls.get(game.game);
    if (call) return callWords(call, game);
    if (waiting(game).length > 0) return t("WAITS");
    if (game.phase !== "stopped" && game.phase !== "claim") return null;
    return t(game.time === "none" ? "PHASE_STOPPED_SHORT" : "PHASE_STOPPED");
}

/** The player, as a person would say it here. @param {HallGame} game @param {"white"|"black"} side */
function nameOf(game, side) {
    return game.names[side] || t(side === "white" ? "WHITE" : "BLACK");
}

/**
 * What was ruled, who called, and why.
 * @param {import("./calls.js").Call} call
 * @param {HallGame} game
 */
function callWords({ rulings, player, reason, restart }, game) {
    if (restart) return t("CALL_RESTART");
    const ruled = rulings.map(({ text }) => say(text)).join(" ");
    if (reason === "") return ruled;
    if (player === null)
        return `${ruled} ${t("CALL_SAYS", { player: t("ACTOR_ARBITER_ASSISTANT"), text: reason })}`;
    return `${ruled} ${t("CALL_SAYS", { player: nameOf(game, player), text: reason })}`;
}

/** What the arbiter can answer at once. @param {HallGame} game */
function waiting(game) {
    return game.state ? mattersOf(game.state, (side) => nameOf(game, side)) : [];
}

/** Answers from the desk; what the Laws say to it stands at the game. @param {number} number @param {string} event */
async function send(number, event) {
    try {
        const answer = await requestJson(`/api/events?game=${number}`, {
            key: token(),
            body: { id: clientId(), event, think: null },
        });
        const said = answer.rulings.map((/** @type {any} */ ruling) => say(ruling.text)).join(" ");
        answers.set(number, (answer.refused ? `${t("REFUSED")} ` : "") + said);
    } catch (error) {
        answers.set(number, failureText(error));
    }
    announce(answers.get(number) ?? "");
    draw();
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

/** What arbiters are needed for, when there are too few of them; "" when all is well. */
let supervision = "";

/** @param {any} counted  as the list has it */
function takeSupervision(counted) {
    const low = counted && !counted.enough;
    const text = low ? t("SUPERVISION_LOW", counted) : "";
    if (text !== supervision && text !== "") announce(text);
    supervision = text;
    setText(byId("supervision"), text);
    show(byId("supervision"), text !== "");
}

/** Who comes and goes changes it, and so does time. */
async function askSupervision() {
    try {
        const list = await requestJson("/api/hall?open=yes&limit=1", { key: token() });
        takeSupervision(list.supervision);
    } catch {
        /* the next time, perhaps */
    }
}

/** The new game in the place of an annulled one. @param {HallGame} game */
function drawAgain(game) {
    if (game.next) return make("p", { class: "call" }, t("AGAIN_MADE", { number: game.next }));
    const button = make("button", { type: "button", class: "again" }, t("AGAIN"));
    button.addEventListener("click", () => openAgain(game.game));
    return make("p", { class: "call" }, `${t("AGAIN_TEXT")} `, button);
}

/** @param {number} number */
async function openAgain(number) {
    try {
        const made = await requestJson(`/api/again?game=${number}`, { key: token(), body: {} });
        const known = games.get(number);
        if (known) games.set(number, { ...known, next: made.game });
        keepMade(made);
        answers.set(number, "");
        await refresh();
    } catch (error) {
        answers.set(number, failureText(error));
    }
    draw();
}

/** What stands against a player beyond this game (12.9.7 to 12.9.9). @param {HallGame} game */
function drawPenalties(game) {
    const texts = penaltyTexts(game.state).map(
        ({ player, text }) => `${nameOf(game, player)}: ${text}`,
    );
    return texts.length > 0 ? make("p", { class: "call penalties" }, texts.join(" · ")) : null;
}

/** @param {HallGame} game */
function drawResume(game) {
    const button = make("button", { type: "button", class: "resume" }, t("VERB_RESUME"));
    button.addEventListener("click", () => send(game.game, "resume"));
    return make("p", { class: "call" }, button);
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
        game.time === "none" || game.damaged
            ? null
            : make("span", { class: "clocks" }, drawClock(game, "white"), drawClock(game, "black")),
        make("span", { class: "phase" }, phaseText(game)),
    );
    if (call && call !== t("WAITS")) {
        const seen = make("button", { type: "button", class: "small" }, t("CALL_SEEN"));
        seen.addEventListener("click", () => {
            calls.delete(game.game);
            seenReports.set(game.game, reports.get(game.game) ?? "");
            reports.delete(game.game);
            draw();
        });
        item.append(
            make(
                "p",
                { class: "call" },
                make("strong", {}, `${t("CALLED")}: `),
                call,
                " ",
                reports.has(game.game) || (calls.has(game.game) && game.phase === "playing")
                    ? seen
                    : null,
            ),
        );
    }
    if (game.state?.can.includes("resume")) item.append(drawResume(game));
    if (game.phase === "void") item.append(drawAgain(game));
    item.append(drawPenalties(game) ?? "");
    const matters = waiting(game);
    if (matters.length > 0)
        item.append(
            make(
                "ul",
                { class: "matters" },
                ...matters.map((matter) => drawMatter(matter, (event) => send(game.game, event))),
            ),
        );
    const answer = answers.get(game.game);
    if (answer) item.append(make("p", { class: "call answer" }, answer));
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
    const more = further.yes + further.no > 0;
    show(byId("tables-empty"), list.length === 0 && !more);
    show(byId("tables-more"), more);
    show(byId("tables-all"), list.length > 0 && !more);
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

/** How many events the stream has told of a game: a list that was asked for earlier is older. */
const told = /** @type {Map<number, number>} */ (new Map());

/** Games that are not over and are read without being asked for; the others come by the button. */
const OPEN_FIRST = 300;
/** Games that are over and are shown at the beginning. */
const OVER_FIRST = 20;
/**
 * How far the lists were read, of the games that are not over and of those that are: up to this
 * number; 0 is the end.
 */
const further = { yes: Infinity, no: Infinity };

/**
 * Reads one page of a list; answers with its games, and with the number before which it goes on.
 * @param {"yes"|"no"} open
 * @param {number} before
 * @param {number} limit
 * @returns {Promise<{list: HallGame[], next: number}>}
 */
async function readPage(open, before, limit) {
    const from = before === Infinity ? "" : `&before=${before}`;
    const heard = new Map(told);
    const {
        games: list,
        next,
        ...hall
    } = await requestJson(`/api/hall?open=${open}&limit=${limit}${from}`, { key: token() });
    takeSupervision(hall.supervision);
    await take(list, heard);
    return { list, next: next ?? 0 };
}

/** All games that are not over, if they are not too many. */
async function refreshOpen() {
    const open = new Set();
    let next = Infinity;
    do {
        const page = await readPage("yes", next, 100);
        for (const { game } of page.list) open.add(game);
        next = page.next;
    } while (next > 0 && open.size < OPEN_FIRST);
    further.yes = Math.min(further.yes, next);
    if (next > 0) return;
    /* Those that were going on, and are in no list of such games any more, have ended meanwhile. */
    for (const { game, result } of [...games.values()])
        if (result === "*" && !open.has(game)) await refreshGame(game);
}

/** The last games that are over: a few, or as many as came since the list was read before. */
async function refreshOver() {
    const over = [...games.values()].filter(({ result }) => result !== "*");
    const before = new Set(over.map(({ game }) => game));
    let page = await readPage("no", Infinity, OVER_FIRST);
    while (
        further.no < Infinity &&
        page.next > 0 &&
        !page.list.some(({ game }) => before.has(game))
    )
        page = await readPage("no", page.next, 100);
    further.no = Math.min(further.no, page.next);
}

/** Reads the lists from their beginning. */
async function refresh() {
    await refreshOver();
    await refreshOpen();
    draw();
}

/** The arbiter wants to see more: first what is not over. */
async function readMore() {
    const button = byId("tables-more");
    button.setAttribute("aria-busy", "true");
    const known = games.size;
    try {
        while (games.size === known && further.yes + further.no > 0) {
            const open = further.yes > 0 ? "yes" : "no";
            const { next } = await readPage(open, further[open], 100);
            further[open] = Math.min(further[open], next);
        }
        announce(t("DESK_MORE_ADDED", { n: games.size - known }));
    } catch (error) {
        announce(failureText(error));
    }
    button.removeAttribute("aria-busy");
    draw();
    if (further.yes + further.no === 0) byId("tables-all").focus();
}

/**
 * Takes in what a list says, and the state of each game that is not over. What was heard since it was
 * asked for is newer.
 * @param {HallGame[]} list
 * @param {Map<number, number>} heard
 */
async function take(list, heard) {
    for (const game of list) {
        const known = games.get(game.game);
        if (known && told.get(game.game) !== heard.get(game.game)) continue;
        games.set(game.game, { ...game, state: game.state ?? known?.state });
        const report = game.report ? t("REPORT_CALL", { text: game.report }) : null;
        if (report && report !== seenReports.get(game.game)) reports.set(game.game, report);
        /* Why a game is stopped only its log tells. */
        const unexplained = game.phase === "stopped" && !calls.has(game.game);
        if (game.result === "*" && (!game.state || unexplained)) await refreshGame(game.game);
    }
}

/** @param {number} number */
async function refreshGame(number) {
    const heard = told.get(number);
    try {
        /** @type {import("./types.js").Snapshot} */
        const game = await requestJson(`/api/game?game=${number}`, { key: token() });
        if (games.has(number) && told.get(number) !== heard) return;
        games.set(number, {
            game: number,
            names: game.names,
            time: game.time,
            phase: game.state.phase,
            result: game.state.result,
            moves: game.moves.length,
            state: game.state,
            next: game.next?.game,
        });
        const call = callIn(game.log);
        if (call) calls.set(number, call);
        else calls.delete(number);
    } catch (error) {
        if (!(error instanceof ApiError) || !error.passing) throw error;
    }
}

/** Notes who calls for the arbiter, and says it. @param {number} number @param {import("./types.js").LogEntry} entry */
function hear(number, entry) {
    if (entry.actor === "spectator")
        reports.set(number, t("REPORT_CALL", { text: reportText(entry.event) }));
    const call = callOf(entry);
    if (call === null) calls.delete(number);
    else if (call && !call.waits) calls.set(number, call);
    const game = games.get(number);
    const said =
        entry.actor === "spectator" ? reports.get(number) : call && game && callWords(call, game);
    if (!said) return;
    announce(`${t("GAME", { number })}: ${said}`);
    play("ruling");
}

/** @param {import("./stream.js").StreamMessage} message */
async function received(message) {
    /* Whatever happened before the stream was there is in the list. */
    if (message.event === "hello" || message.event === "reload" || message.event === "restart") {
        await refresh();
        return;
    }
    if (message.event === "presence") askSupervision();
    if (message.event !== "event") return;
    /** @type {import("./types.js").Update} */
    const update = message.data;
    const known = games.get(update.game ?? 0);
    if (!known) {
        await refreshGame(update.game ?? 0);
    } else if (update.state) {
        if (known.phase !== update.state.phase) askSupervision();
        told.set(known.game, (told.get(known.game) ?? 0) + 1);
        games.set(known.game, {
            ...known,
            state: update.state,
            phase: update.state.phase,
            result: update.state.result,
            moves: update.state.plies,
        });
    }
    if (update.log && update.game) hear(update.game, update.log);
    /* What was answered is told until something else happens there. */
    if (update.log?.actor !== "arbiter") answers.delete(update.game ?? 0);
    draw();
}

async function main() {
    await startPage();
    addEventListener("hashchange", () => location.reload());
    onLanguage(draw);
    byId("tables-more").addEventListener("click", readMore);
    try {
        await Promise.all([time.measure(1), refresh()]);
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
    setInterval(askSupervision, 20000);
    document.body.dataset.ready = "true";
}

main();
