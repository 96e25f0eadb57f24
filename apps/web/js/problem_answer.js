/* SPDX-License-Identifier: MIT */
/* The answer to a problem: verdict, facts, and a tab for each part of the play. */
import { byId, make, setText } from "./dom.js";
import { describe, drawPicture } from "./diagram.js";
import { PlayDrawing } from "./problem_play.js";
import { Tabs } from "./problem_tabs.js";
import { drawFacts, drawIdeas, drawMarks, verdictText } from "./problem_told.js";
import { DIAGRAM } from "./problem_tree.js";
import { ProblemWalk } from "./problem_walk.js";
import { readBoard } from "./notation.js";
import { t } from "./texts.js";

/** @typedef {import("./problem_tree.js").ProblemTree} ProblemTree */
/** @typedef {import("./problem_tabs.js").Panel} Panel */

/** A printed solution is shown whole up to so many moves. */
const PRINT_MOST = 1500;

/** @param {string} text */
const note = (text) => make("p", { class: "none" }, text);

export class ProblemAnswer {
    constructor() {
        this.walk = new ProblemWalk();
        this.tabs = new Tabs(() => this.walk.show(null));
        /** @type {ProblemTree|null} */
        this.tree = null;
        /** @type {import("./problem_stream.js").Wish|null} */
        this.wish = null;
    }

    /** @param {ProblemTree} tree @param {import("./problem_stream.js").Wish} wish */
    show(tree, wish) {
        this.tree = tree;
        this.wish = wish;
        this.tabs.open = "";
        this.draw();
    }

    draw() {
        const { tree } = this;
        if (!tree) return;
        setText(byId("verdict"), `${tree.solution.stipulation}: ${verdictText(tree.solution)}`);
        byId("facts").replaceChildren(...drawFacts(tree));
        this.tabs.draw(this.panels(tree));
        this.walk.begin(tree);
    }

    /** @param {ProblemTree} tree @returns {Panel[]} */
    panels(tree) {
        const drawing = new PlayDrawing(tree);
        const ideas = drawIdeas(tree);
        const help = tree.solution.play === "help";
        const all = [
            {
                id: "solution",
                title: t("PROBLEM_SOLUTION"),
                content: help ? this.helpLines(drawing, DIAGRAM) : this.keys(drawing),
            },
            ...(help ? [] : [this.triesPanel(drawing)]),
            { id: "set", title: t("PROBLEM_SET"), content: this.setPlay(drawing) },
        ];
        if (ideas) all.push({ id: "ideas", title: t("PROBLEM_IDEAS"), content: [ideas] });
        return all;
    }

    /** @param {PlayDrawing} drawing */
    keys(drawing) {
        const keys = drawing.tree.children(DIAGRAM, "key");
        if (keys.length === 0) return [note(t("PROBLEM_NO_SOLUTION"))];
        return keys.map((key) => drawing.first(key, [drawMarks(key)]));
    }

    /** @param {PlayDrawing} drawing @returns {Panel} */
    triesPanel(drawing) {
        const tries = drawing.tree.children(DIAGRAM, "try");
        const checks = drawing.tree.children(DIAGRAM, "check");
        const none = note(t(this.wish?.tries ? "PROBLEM_NO_TRIES" : "PROBLEM_NOT_ASKED"));
        return {
            id: "tries",
            title:
                tries.length > 0 ? t("PROBLEM_TRIES_N", { n: tries.length }) : t("PROBLEM_TRIES"),
            content: [
                ...(tries.length > 0 ? tries.map((one) => drawing.first(one)) : [none]),
                ...(checks.length > 0
                    ? [
                          make("h3", {}, t("PROBLEM_CHECKS")),
                          ...checks.map((one) => drawing.first(one)),
                      ]
                    : []),
            ],
        };
    }

    /** @param {PlayDrawing} drawing */
    setPlay(drawing) {
        const [set] = drawing.tree.children(DIAGRAM, "set");
        const below = set ? drawing.tree.children(set.id) : [];
        if (below.length === 0)
            return [note(t(this.wish?.set ? "PROBLEM_NO_SET" : "PROBLEM_NOT_ASKED"))];
        return drawing.tree.solution.play === "help"
            ? this.helpLines(drawing, set.id)
            : [drawing.play(set.id)];
    }

    /** @param {PlayDrawing} drawing @param {number} from */
    helpLines(drawing, from) {
        const lines = drawing.lines(from);
        return lines.childElementCount > 0 ? [lines] : [note(t("PROBLEM_NO_SOLUTION"))];
    }

    /* ---- on paper */

    /**
     * The diagram as it is printed, whatever the board shows.
     * @param {string} fen
     * @param {string} stipulation
     */
    drawPrinted(fen, stipulation) {
        const pieces = [...readBoard(fen).values()];
        const white = pieces.filter(({ colour }) => colour === "white").length;
        const picture = { fen, names: false, from: null, reached: [], captured: [], moved: [] };
        byId("printed").replaceChildren(
            drawPicture(picture),
            make(
                "figcaption",
                {},
                make("strong", {}, stipulation),
                ` ${t("PROBLEM_MEN", { white, black: pieces.length - white })} `,
                make("span", { class: "fen" }, fen),
            ),
        );
        byId("printed").setAttribute("aria-label", describe(picture));
    }

    /** Before it is printed all that is closed is opened, unless that would be a book. */
    unfold() {
        if (!this.tree) return;
        this.drawPrinted(this.tree.solution.fen, this.tree.solution.stipulation);
        if (this.tree.nodes.size > PRINT_MOST) return;
        for (;;) {
            const closed = document.querySelectorAll(".more[aria-expanded=false]");
            if (closed.length === 0) return;
            for (const one of closed) /** @type {HTMLElement} */ (one).click();
        }
    }
}
