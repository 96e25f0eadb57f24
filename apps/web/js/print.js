/* SPDX-License-Identifier: MIT */
/*
 * What is printed of a game: the server writes the leaf, this page shows it and lets one choose which.
 * Around the leaf stands nothing that is printed.
 */
import { gameNumber, request, requestJson, token } from "./api.js";
import { byId, make, setText } from "./dom.js";
import { labelled } from "./dialogs.js";
import { failureText, select } from "./page.js";
import { remember, setting } from "./settings.js";
import { language, startTexts, t } from "./texts.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */

const query = () => {
    const game = gameNumber();
    return game === null ? "" : `game=${game}`;
};

/** What this seat can print now: the words of the choice. @param {Snapshot} game */
function choices({ role, state }) {
    const watches = ["arbiter", "desk", "assistant"].includes(role);
    const over = state.result !== "*" || state.phase === "finished" || state.phase === "void";
    const own = role === "white" || role === "black" ? [role] : [];
    const all = ["game", "white", "black", "arbiter"];
    return [
        ...(watches || over ? all : own),
        "blank",
        ...(role === "arbiter" || role === "desk" ? ["report"] : []),
    ];
}

/** @param {string} what @param {string} size */
function addressOf(what, size) {
    const path = what === "report" ? "/report" : "/sheet";
    const of = what === "blank" ? "of=game&blank=yes" : what === "report" ? "" : `of=${what}`;
    return `${path}?${[of, `paper=${size}`, `lang=${language()}`, query()].filter((one) => one).join("&")}`;
}

/** The styles of the leaf are those of this page; its own are for those who keep it as a file. */
const OWN_STYLES = /<style>[^<]*<\/style>/;

/** Puts the leaf that came into the page. @param {string} html */
function place(html) {
    const came = new DOMParser().parseFromString(html.replace(OWN_STYLES, ""), "text/html");
    document.body.className = came.body.className;
    document.title = came.title;
    byId("leaf").replaceChildren(...came.body.childNodes);
}

async function main() {
    startTexts();
    try {
        const which = query() ? `?${query()}` : "";
        /** @type {Snapshot} */
        const game = await requestJson(`/api/game${which}`, { key: token() });
        const what = select(
            "what",
            choices(game).map((one) => [one, t(`PRINT_${one.toUpperCase()}`)]),
            "",
        );
        const size = select(
            "paper",
            [
                ["a4", "A4"],
                ["a5", "A5"],
            ],
            setting("paper", "a4"),
        );
        const print = make("button", { type: "button", id: "print-now" }, t("PRINT_NOW"));
        print.addEventListener("click", () => window.print());
        let asked = 0;
        const draw = async () => {
            const mine = ++asked; /* what was chosen last counts, whichever answer comes last */
            remember("paper", size.value);
            try {
                const answer = await request(addressOf(what.value, size.value), { key: token() });
                const html = await answer.text();
                if (mine !== asked) return;
                place(html);
                setText(byId("problem"), "");
            } catch (error) {
                if (mine !== asked) return;
                setText(byId("problem"), failureText(error));
            }
            document.body.dataset.ready = what.value + size.value;
        };
        what.addEventListener("change", draw);
        size.addEventListener("change", draw);
        const back = make("a", { href: `/game${which}#${token()}` }, t("PRINT_BACK"));
        byId("print-bar").replaceChildren(
            back,
            labelled(t("PRINT_WHAT"), what),
            labelled(t("PRINT_SIZE"), size),
            print,
        );
        await draw();
    } catch (error) {
        setText(byId("problem"), failureText(error));
    }
}

main();
