/* SPDX-License-Identifier: MIT */
/* The games of this browser as a list on the front page: those that go on, and those that are over. */
import { byId, make, setText, show } from "./dom.js";
import { confirm } from "./dialogs.js";
import { pairing, phaseText, variantWords } from "./hall.js";
import { forgetGame, isOver, myGames } from "./mine.js";
import { drawShares } from "./share.js";
import { hasText, language, t } from "./texts.js";
import { timeWords } from "./words.js";

/** @typedef {import("./mine.js").Mine} Mine */
/** @typedef {import("./types.js").HallGame} HallGame */

/** What the hall has told of its games, by number. @type {Map<number, HallGame>} */
const told = new Map();
/** What is drawn, so that nothing changes under a finger that need not. */
let drawn = "";

/** How a game stands: by the hall where it lists the game, otherwise as it was last seen here. @param {Mine} one */
function standing(one) {
    const known = told.get(one.game);
    const same = known && pairing(known.names) === pairing(one.names ?? {});
    return same && !one.gone ? { ...one, phase: known.phase, result: known.result } : one;
}

/** The links to the seats that were taken here; to all, where none was. @param {Mine} one */
function seatLinks({ names, tokens, held }) {
    const roles = held.length > 0 ? held : Object.keys(tokens).slice(0, 1);
    return roles.map((role) => {
        const id = `MINE_ROLE_${role.toUpperCase()}`;
        const text = held.length > 0 && hasText(id) ? ` (${t(id)})` : "";
        return make(
            "a",
            { class: "seat-link", href: `/game#${tokens[role]}` },
            pairing(names ?? {}) + text,
        );
    });
}

/** @param {Mine} one */
async function forget(one) {
    const number = one.game;
    const sure =
        isOver(standing(one)) ||
        (await confirm(t("FORGET", { number }), t("FORGET_SURE"), t("FORGET_YES")));
    if (!sure) return;
    forgetGame(one);
    drawMine();
    byId(myGames().length > 0 ? "mine-title" : "new-title").focus();
}

/** @param {Mine} one */
function drawOne(one) {
    const now = standing(one);
    const button = make(
        "button",
        { type: "button", class: "small", "aria-label": t("FORGET", { number: one.game }) },
        t("FORGET_SHORT"),
    );
    button.addEventListener("click", () => forget(one));
    const links = make("ul", { class: "shares" });
    if (Object.keys(one.tokens).length > 1 && !isOver(now)) drawShares(links, one);
    return make(
        "li",
        { class: "mine" },
        make("span", { class: "number" }, `${one.game}`),
        make("span", { class: "seats" }, ...seatLinks(one)),
        make(
            "span",
            { class: "facts" },
            [variantWords(one), timeWords(one.time ?? "none")].filter((part) => part).join(" · "),
        ),
        make(
            "span",
            { class: "phase" },
            one.gone
                ? t("MINE_GONE")
                : phaseText({ phase: now.phase ?? "", result: now.result ?? "*" }),
        ),
        make("span", { class: "forget" }, button),
        links.childElementCount > 0
            ? make(
                  "details",
                  { class: "links" },
                  make("summary", {}, t("MINE_LINKS", { number: one.game })),
                  links,
              )
            : null,
    );
}

/** @param {HallGame[]} [games]  what the hall lists */
export function drawMine(games = []) {
    for (const game of games) told.set(game.game, game);
    const all = myGames();
    const key = JSON.stringify([language(), all.map(standing)]);
    if (key === drawn) return;
    drawn = key;
    /* A game whose link was replaced is not over because of that. */
    const hasEnded = (/** @type {Mine} */ one) => isOver({ ...standing(one), gone: false });
    const open = all.filter((one) => !hasEnded(one));
    const over = all.filter(hasEnded);
    show(byId("mine"), all.length > 0);
    show(byId("mine-over"), over.length > 0);
    setText(byId("mine-over-title"), t("MINE_OVER", { n: over.length }));
    byId("mine-open").replaceChildren(...open.map(drawOne));
    byId("mine-over-list").replaceChildren(...over.map(drawOne));
}
