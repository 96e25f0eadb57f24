/* SPDX-License-Identifier: MIT */
/*
 * A round: made of one list and one set of regulations, started, printed, and at the end taken home as
 * a table and as one file of games.
 */
import { announce } from "./announce.js";
import { ApiError, clientId, numberInAddress, request, requestJson, token } from "./api.js";
import { BulkBar, tellLines } from "./desk_bulk.js";
import { roundName } from "./desk_filters.js";
import { confirm } from "./dialogs.js";
import { byId, make, saveFile, setText, show } from "./dom.js";
import { variantWords } from "./hall.js";
import { drawForm, gameRequest, showProblem, startForm } from "./newgame.js";
import { failureText, startPage } from "./page.js";
import { drawMisunderstood, drawUnderstood, textOf } from "./pairings.js";
import { onlyHereNote } from "./share.js";
import { drawSlips, keepSlips, keptSlips } from "./slips.js";
import { language, onLanguage, t } from "./texts.js";

/** @typedef {import("./desk_types.js").Round} Round */

/** How long somebody pauses before the server is asked what it understands. */
const ASK_MS = 200;
const COUNTS_MS = 10000;

const form = () => /** @type {HTMLFormElement} */ (byId("new-game"));
const list = () => /** @type {HTMLTextAreaElement} */ (byId("pairings"));
const numberField = () => /** @type {HTMLInputElement} */ (byId("round-number"));

/** The round that is shown; null: a new one. @type {number|null} */
let shown = null;
/** What is known of it. @type {Round|null} */
let round = null;
/** Its boards. @type {import("./desk_types.js").Tile[]} */
let tiles = [];
const bulk = new BulkBar(
    () => tiles,
    () => readRounds().catch(() => {}),
);
/** @type {import("./pairings.js").Understood|null} */
let understood = null;
/** The same request again makes nothing. */
let id = clientId();

/* ---- the list */

let asked = 0;

/** The list as it is sent. A report has many rounds; which one is meant may be said. */
function given() {
    const field = /** @type {HTMLInputElement} */ (byId("report-round"));
    const chosen = !byId("report-round-field").hidden && field.validity.valid ? field.value : "";
    return { text: list().value, ...(chosen ? { round: Number(chosen) } : {}) };
}

/** Somebody has entered the number: until then it is the one that the hall would give. */
let numberIsOwn = false;

/** What was filled in. @param {string} name */
const text = (name) => String(new FormData(form()).get(name) ?? "").trim();

/** What the round is called, as far as that was filled in. */
function called() {
    const name = text("round-name"),
        group = text("round-group");
    return {
        ...(name ? { name } : {}),
        ...(group ? { group } : {}),
        ...(numberIsOwn ? { number: Number(numberField().value) } : {}),
    };
}

/** @param {number|null} number */
function drawNumber(number) {
    if (!numberIsOwn) numberField().value = number === null ? "" : String(number);
}

/** What was understood, or why not, with what can be chosen then. @param {string|undefined} format */
function drawReport(format) {
    show(byId("report-round-field"), format === "trf");
}

/**
 * Asks what would be understood of the list, and shows it; says it, too, unless only the name of the
 * round is another.
 */
async function readList(quiet = false) {
    const mine = ++asked;
    const pasted = list().value;
    const box = byId("understood");
    if (pasted.trim() === "") {
        understood = null;
        drawNumber(null);
        drawReport("");
        show(box, false);
        drawCreate();
        return;
    }
    /** @type {Node[]} */
    let nodes;
    try {
        const answer = await requestJson("/api/pairings", {
            key: token(),
            body: { ...called(), event: text("event"), ...given() },
        });
        if (mine !== asked) return;
        understood = answer;
        drawNumber(answer.number);
        drawReport(answer.format);
        nodes = drawUnderstood(answer);
        if (!quiet) announce(t("ROUND_UNDERSTOOD", { n: answer.boards.length }));
    } catch (error) {
        if (mine !== asked) return;
        understood = null;
        if (error instanceof ApiError) drawReport(error.body?.format);
        nodes = drawMisunderstood(error, pasted);
        if (!quiet) announce(nodes[0].textContent ?? "");
    }
    box.replaceChildren(...nodes);
    show(box, true);
    drawCreate();
}

/** @type {ReturnType<typeof setTimeout>|undefined} */
let timer;

function listChanged() {
    id = clientId();
    clearTimeout(timer);
    timer = setTimeout(readList, ASK_MS);
}

let naming = /** @type {ReturnType<typeof setTimeout>|undefined} */ (undefined);

/** Another name, event or group may have another number. */
function nameChanged() {
    clearTimeout(naming);
    naming = setTimeout(() => readList(true), ASK_MS);
}

function numberChanged() {
    numberIsOwn = numberField().value !== "";
    if (!numberIsOwn) nameChanged();
}

/** What was chosen is no list. @param {string} why */
function misread(why) {
    asked++;
    understood = null;
    list().value = "";
    drawReport("");
    byId("understood").replaceChildren(make("p", { class: "problem" }, why));
    show(byId("understood"), true);
    announce(why);
    drawCreate();
}

async function fileChosen() {
    const field = /** @type {HTMLInputElement} */ (byId("pairings-file"));
    const file = field.files?.[0];
    if (!file) return;
    const text = textOf(await file.arrayBuffer());
    if (text === null) {
        misread(t("ROUND_FILE_WRONG", { name: file.name }));
        return;
    }
    list().value = text;
    announce(t("ROUND_FILE_DROP", { name: file.name }));
    listChanged();
}

function drawCreate() {
    const n = understood?.boards.length ?? 0;
    setText(byId("create"), n > 0 ? t("ROUND_CREATE_N", { n }) : t("ROUND_CREATE"));
}

/** Boards are being made: a second click makes nothing. */
let creating = false;

/** @param {SubmitEvent} event */
async function submit(event) {
    event.preventDefault();
    if (creating) return;
    creating = true;
    byId("create").setAttribute("aria-disabled", "true");
    try {
        await create();
    } finally {
        creating = false;
        byId("create").removeAttribute("aria-disabled");
    }
}

async function create() {
    clearTimeout(timer);
    if (!understood) await readList();
    if (!understood) {
        list().focus();
        return;
    }
    const data = new FormData(form());
    const { names, computer: _none, ...game } = gameRequest(data);
    try {
        const made = await requestJson("/api/rounds", {
            key: token(),
            body: {
                id,
                ...given(),
                ...called(),
                game: { ...game, names: { event: names.event } },
            },
            timeout: 60000,
        });
        /* An answer that was lost is not given again: what was kept of it stays. */
        if (!made.again) keepSlips(made);
        await open(made.round);
        byId("title").focus();
    } catch (error) {
        if (error instanceof ApiError && typeof error.body?.line === "number")
            byId("understood").replaceChildren(...drawMisunderstood(error, list().value));
        else showProblem(error, true);
    }
}

/* ---- a round that was made */

/** What is played, when it is Chess960; the boards of a round begin alike. */
const variant = () => (tiles.length > 0 ? variantWords(tiles[0]) : "");

function drawRound() {
    show(form(), shown === null);
    show(byId("made"), round !== null);
    show(byId("earlier"), shown === null && byId("rounds").childElementCount > 0);
    if (!round) return;
    document.title = `${roundName(round)} · Arbitro`;
    const made = round.boards === 1 ? "ROUND_MADE_ONE" : "ROUND_MADE";
    setText(byId("title"), t(made, { round: roundName(round), n: round.boards }));
    setText(byId("status"), [round.event ?? "", variant()].filter((part) => part).join(" · "));
    setText(byId("counts"), t("ROUND_COUNTS", /** @type {any} */ (round)));
    bulk.draw();
}

/** @param {Round[]} rounds */
function drawRounds(rounds) {
    byId("rounds").replaceChildren(
        ...[...rounds]
            .reverse()
            .map((one) =>
                make(
                    "li",
                    {},
                    make("span", { class: "number" }, `${one.round}`),
                    make("a", { href: `/round?round=${one.round}#${token()}` }, roundName(one)),
                    make("span", { class: "facts" }, t("ROUND_COUNTS", /** @type {any} */ (one))),
                ),
            ),
    );
}

async function readRounds() {
    /** @type {import("./desk_types.js").Tile[]} */
    const found = [];
    let rounds = /** @type {Round[]} */ ([]);
    let before = "";
    do {
        const which = shown === null ? "limit=1" : `limit=100&round=${shown}${before}`;
        const answer = await requestJson(`/api/desk?${which}`, { key: token() });
        rounds = answer.rounds;
        found.push(...answer.tiles);
        before = shown !== null && answer.next ? `&before=${answer.next}` : "";
    } while (before !== "");
    tiles = found;
    drawRounds(rounds);
    round = rounds.find((one) => one.round === shown) ?? null;
    if (shown !== null && !round) setText(byId("status"), t("ROUND_UNKNOWN"));
    drawRound();
}

async function showSlips() {
    const made = shown === null ? null : keptSlips(shown);
    show(byId("slips-section"), made !== null);
    show(byId("slips-gone"), made === null);
    show(byId("print"), made !== null);
    if (!made) return;
    const note = onlyHereNote();
    byId("only-here").replaceChildren(...(note ? [note] : []));
    const button = byId("print");
    button.setAttribute("disabled", "");
    try {
        await drawSlips(byId("slips"), { ...made, variant: variant() });
    } catch (error) {
        announce(failureText(error));
    }
    button.removeAttribute("disabled");
}

/** @param {number} number */
async function open(number) {
    shown = number;
    history.replaceState(null, "", `/round?round=${number}#${token()}`);
    byId("to-desk").setAttribute("href", `/desk?round=${number}#${token()}`);
    await readRounds();
    /* The pictures come as they come; what can be done need not wait for them. */
    showSlips();
}

async function newSlips() {
    const title = t("ROUND_SLIPS_NEW").replace(" …", "");
    if (!(await confirm(title, t("ROUND_SLIPS_SURE"), t("ROUND_SLIPS_YES")))) return;
    try {
        const made = await requestJson("/api/rounds/slips", {
            key: token(),
            body: { round: shown },
            timeout: 60000,
        });
        keepSlips({ ...round, ...made });
        await showSlips();
    } catch (error) {
        tellLines(byId("told"), [failureText(error)]);
    }
}

/** @param {string} path @param {string} ending */
async function download(path, ending) {
    try {
        const response = await request(path, { key: token(), timeout: 60000 });
        saveFile(await response.blob(), `arbitro-round-${shown}.${ending}`);
    } catch (error) {
        tellLines(byId("told"), [failureText(error)]);
    }
}

function wire() {
    for (const id of ["pairings", "report-round"]) byId(id).addEventListener("input", listChanged);
    for (const name of ["round-name", "round-group", "event"])
        form().querySelector(`[name=${name}]`)?.addEventListener("input", nameChanged);
    numberField().addEventListener("input", numberChanged);
    byId("pairings-file").addEventListener("change", fileChosen);
    form().addEventListener("submit", submit);
    byId("print").addEventListener("click", () => print());
    byId("new-slips").addEventListener("click", newSlips);
    byId("results").addEventListener("click", () =>
        download(`/api/rounds/results?round=${shown}&lang=${language()}`, "csv"),
    );
    byId("pgn").addEventListener("click", () => download(`/api/rounds/pgn?round=${shown}`, "pgn"));
    byId("another").setAttribute("href", `/round#${token()}`);
    addEventListener("hashchange", () => location.reload());
    onLanguage(() => {
        drawForm();
        drawCreate();
        drawRound();
        if (list().value.trim() !== "") readList();
        if (shown !== null) showSlips();
    });
}

async function main() {
    await startPage();
    wire();
    drawCreate();
    try {
        const number = numberInAddress("round");
        if (number === null) {
            await readRounds();
            await startForm();
        } else await open(number);
    } catch (error) {
        setText(byId("status"), token() === "" ? t("NO_KEY") : failureText(error));
        document.body.dataset.ready = "true";
        return;
    }
    setInterval(() => {
        if (shown !== null && !document.hidden) readRounds().catch(() => {});
    }, COUNTS_MS);
    document.body.dataset.ready = "true";
}

main();
