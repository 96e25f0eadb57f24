/* SPDX-License-Identifier: MIT */
/*
 * What organiser and arbiter see to where a player cannot see (Appendix D): the points come from the server, which
 * keeps who has seen to which, and when. What was ticked by mistake is taken back.
 */
import { announce } from "./announce.js";
import { gameNumber, requestJson, token } from "./api.js";
import { byId, make, setText, show } from "./dom.js";
import { pairing } from "./hall.js";
import { failureText, startPage } from "./page.js";
import { language, onLanguage, say, t } from "./texts.js";

/** @typedef {import("./types.js").Bilingual} Bilingual */

/**
 * @typedef {object} Point
 * @property {string} id
 * @property {string} part
 * @property {string[]} articles
 * @property {Bilingual} text
 * @property {{at: number, by: string}|null} done
 */

/**
 * @typedef {object} Checklist
 * @property {number} game
 * @property {import("./types.js").Names} names
 * @property {Bilingual} title
 * @property {{part: string, heading: Bilingual}[]} parts
 * @property {Point[]} points
 */

const query = () => (gameNumber() === null ? "" : `?game=${gameNumber()}`);

/** @type {Checklist|null} */
let list = null;
/** What was changed last here, to be taken back. @type {{point: string, done: boolean}|null} */
let last = null;

/** @param {unknown} error */
function fail(error) {
    setText(byId("problem"), failureText(error));
}

/** @param {string} point @param {boolean} done */
async function tick(point, done) {
    try {
        list = await requestJson(`/api/checklist/done${query()}`, {
            key: token(),
            body: { point, done },
        });
        last = { point, done };
        setText(byId("problem"), "");
    } catch (error) {
        fail(error);
    }
    draw();
    announce(byId("count").textContent ?? "");
}

/** When, as people write it here. @param {number} at */
function timeText(at) {
    const when = new Date(at);
    const today = when.toDateString() === new Date().toDateString();
    return new Intl.DateTimeFormat(language(), {
        ...(today ? {} : { day: "numeric", month: "short" }),
        hour: "2-digit",
        minute: "2-digit",
    }).format(when);
}

/** @param {Point} point @param {number} number */
function drawPoint({ id, articles, text, done }, number) {
    const box = make("input", { type: "checkbox", id: `point-${id}`, checked: done !== null });
    box.addEventListener("change", () => tick(id, box.checked));
    const by = done ? t(`CHECKLIST_BY_${done.by.toUpperCase()}`) : "";
    return make(
        "li",
        {},
        make(
            "label",
            { class: "check" },
            box,
            make(
                "span",
                { class: "point" },
                make("span", { class: "number" }, `${number}.`),
                say(text),
                make("small", {}, articles.join(", ")),
                done
                    ? make(
                          "small",
                          { class: "done" },
                          t("CHECKLIST_DONE", { by, at: timeText(done.at) }),
                      )
                    : null,
            ),
        ),
    );
}

function draw() {
    if (!list) return;
    const { points, parts, names, game, title } = list;
    const focus = document.activeElement?.id ?? "";
    document.title = `${t("CHECKLIST_TITLE")} · ${pairing(names)}`;
    setText(byId("title"), say(title));
    setText(byId("game"), `${t("GAME", { number: game })}: ${pairing(names)}`);
    const done = points.filter((point) => point.done !== null).length;
    setText(byId("count"), t("CHECKLIST_COUNT", { done, all: points.length }));
    show(byId("undo"), last !== null);
    byId("parts").replaceChildren(
        ...parts.map(({ part, heading }) =>
            make(
                "section",
                { "aria-labelledby": `part-${part}` },
                make("h2", { id: `part-${part}` }, say(heading)),
                make(
                    "ol",
                    {},
                    ...points
                        .map((point, i) => ({ point, number: i + 1 }))
                        .filter(({ point }) => point.part === part)
                        .map(({ point, number }) => drawPoint(point, number)),
                ),
            ),
        ),
    );
    document.getElementById(focus)?.focus();
}

async function main() {
    await startPage();
    byId("back").setAttribute("href", `/game${query()}#${token()}`);
    byId("print-now").addEventListener("click", () => window.print());
    byId("undo").addEventListener("click", async () => {
        if (!last) return;
        await tick(last.point, !last.done);
        last = null;
        draw();
    });
    onLanguage(draw);
    addEventListener("hashchange", () => location.reload());
    try {
        list = await requestJson(`/api/checklist${query()}`, { key: token() });
        draw();
    } catch (error) {
        setText(byId("title"), t("CHECKLIST_TITLE"));
        fail(error);
    }
    document.body.dataset.ready = "true";
}

main();
