/* SPDX-License-Identifier: MIT */
/* The page of problems: set one up, let the server solve it, walk through what it found. */
import { announce, sentence } from "./announce.js";
import { ApiError } from "./api.js";
import { byId, make, setText, show } from "./dom.js";
import { looksLikeFen } from "./editor.js";
import { failureText, startPage, unreadableText } from "./page.js";
import { ProblemAnswer } from "./problem_answer.js";
import { readLink, writeLink } from "./problem_link.js";
import { ProblemSetup } from "./problem_setup.js";
import { Solving } from "./problem_stream.js";
import { remarkTexts, verdictText } from "./problem_told.js";
import { ProblemTree } from "./problem_tree.js";
import { addressNodes } from "./share.js";
import { onLanguage, t } from "./texts.js";

/** @typedef {import("./problem_stream.js").Wish} Wish */

/** What the server calls the fields of the form. @type {Record<string, string>} */
const FIELDS = { position: "fen", stipulation: "stipulation" };
/** Work that is done sooner shows nothing of itself. */
const PATIENCE_MS = 300;

class ProblemPage {
    constructor() {
        this.setup = new ProblemSetup();
        this.answer = new ProblemAnswer();
        /** What is being solved. @type {Solving|null} */
        this.solving = null;
        /** Somebody asked for it here, and not a link. */
        this.byHand = false;
        byId("setup").addEventListener("submit", (event) => {
            event.preventDefault();
            this.byHand = true;
            this.solve();
        });
        byId("cancel").addEventListener("click", () => this.cancel());
        byId("edit").addEventListener("click", () => this.edit());
        byId("print").addEventListener("click", () => print());
        byId("link-solved").addEventListener("change", () => this.drawLink());
        addEventListener("beforeprint", () => this.printed());
        onLanguage(() => this.redraw());
    }

    /** @param {"setup"|"solution"} mode */
    mode(mode) {
        document.body.dataset.mode = mode;
        show(byId("setup"), mode === "setup");
        show(byId("setup-board"), mode === "setup");
        show(byId("walk"), mode === "solution");
        show(byId("answer"), mode === "solution");
    }

    redraw() {
        this.setup.draw();
        this.complain([]);
        this.answer.draw();
        this.drawLink();
    }

    /* ---- what went wrong */

    /** @param {string[]} texts @param {string} [field]  the one that is to be changed */
    complain(texts, field) {
        byId("problem").replaceChildren(...texts.map((one) => make("p", {}, sentence(one))));
        for (const id of Object.values(FIELDS)) this.setup.complain(id, id === field);
        if (texts.length === 0) return;
        announce(texts.map(sentence).join(" "));
        byId(field ?? "problem").focus();
    }

    /** @param {unknown} error */
    failed(error) {
        const field = error instanceof ApiError ? FIELDS[error.body?.field] : undefined;
        const text = field ? unreadableText(error, t("PROBLEM_UNREADABLE")) : failureText(error);
        this.complain([text], field);
    }

    /* ---- solving */

    async solve() {
        const wish = this.setup.wish();
        this.complain([]);
        if (this.solving) return;
        if (wish.stipulation === "")
            return this.complain([t("PROBLEM_NO_STIPULATION")], "stipulation");
        if (wish.position === "" || this.setup.isEmpty())
            return this.complain([t("PROBLEM_EMPTY")], "fen");
        /** @type {ProblemTree|null} */
        let tree = null;
        const solving = new Solving(wish, ({ event, data }) => {
            if (event === "solution") tree = new ProblemTree(data);
            else if (event === "theme") tree?.themes.push(data);
            else if (event === "nodes") tree?.add(data);
            else if (event === "end" && tree)
                Object.assign(tree, { cut: data.cut, looked: data.themes });
            else if (event === "closing") solving.cancel();
            else this.told(event, data);
        });
        this.solving = solving;
        this.work(true);
        try {
            const whole = await solving.run();
            this.work(false);
            if (whole && tree) this.solved(tree, wish);
            else if (solving.cancelled) this.complain([t("PROBLEM_CANCELLED")]);
            else this.complain([t("PROBLEM_BROKEN")]);
        } catch (error) {
            this.work(false);
            if (!solving.cancelled) this.failed(error);
            else this.complain([t("PROBLEM_CANCELLED")]);
        }
    }

    /** The button makes room for how far it is, and comes back. @param {boolean} works */
    work(works) {
        if (!works) this.solving = null;
        byId("progress").removeAttribute("value");
        setText(byId("working-text"), t("PROBLEM_BEGINNING"));
        show(byId("working"), works);
        show(byId("solve"), !works);
        if (!this.byHand) return;
        byId(works ? "cancel" : "solve").focus();
        if (works) setTimeout(() => this.solving && announce(t("PROBLEM_BEGINNING")), PATIENCE_MS);
    }

    /** @param {string} event @param {any} data */
    told(event, data) {
        const bar = byId("progress");
        if (event === "waiting") {
            bar.removeAttribute("value");
            setText(byId("working-text"), t("PROBLEM_WAITING", { n: data.before }));
        } else if (event === "progress") {
            bar.setAttribute("value", String(data.done));
            setText(
                byId("working-text"),
                t("PROBLEM_WORKING", {
                    percent: Math.round(data.done * 100),
                    seconds: Math.round(data.ms / 1000),
                    most: Math.round(data.limit / 1000),
                }),
            );
        }
    }

    cancel() {
        this.solving?.cancel();
    }

    /** @param {ProblemTree} tree @param {Wish} wish */
    solved(tree, wish) {
        const { solution } = tree;
        if (solution.verdict === "illegal")
            return this.complain([verdictText(solution), ...remarkTexts(solution)], "fen");
        this.mode("solution"); /* first: what is not seen cannot be gone through */
        this.answer.show(tree, wish);
        history.replaceState(null, "", writeLink(wish, true));
        this.drawLink();
        if (this.byHand) byId("verdict").focus({ preventScroll: true });
        if (this.byHand) byId("main").scrollIntoView({ block: "start" });
        announce(verdictText(solution));
    }

    /** While it is set up, a problem is printed for others to solve. */
    printed() {
        const { position, stipulation } = this.setup.wish();
        if (document.body.dataset.mode === "setup" && looksLikeFen(position))
            this.answer.drawPrinted(position, stipulation);
        else this.answer.unfold();
    }

    edit() {
        this.mode("setup");
        history.replaceState(null, "", writeLink(this.setup.wish(), false));
        byId("stipulation").focus({ preventScroll: true });
        byId("main").scrollIntoView({ block: "start" });
    }

    /* ---- sharing */

    drawLink() {
        const solved = /** @type {HTMLInputElement} */ (byId("link-solved")).checked;
        const { wish } = this.answer;
        if (!wish) return;
        const address = location.origin + writeLink(wish, solved);
        const { field, buttons } = addressNodes(t("PROBLEM_LINK_TITLE"), address, {
            open: false,
            qr: true,
        });
        byId("link").replaceChildren(field, buttons);
    }
}

async function main() {
    await startPage();
    const page = new ProblemPage();
    const link = readLink(location.search);
    if (link) page.setup.set(link.wish);
    document.body.dataset.ready = "true";
    if (link?.solve) await page.solve();
}

main();
