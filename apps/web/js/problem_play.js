/* SPDX-License-Identifier: MIT */
/*
 * The play of a solution as problemists write it: a line for each variation, those with the same
 * answer together. Every move is a button that shows its position. What follows a move of a longer
 * problem is drawn when somebody opens it.
 */
import { make } from "./dom.js";
import { manner, sayMove } from "./saying.js";
import { writeBoard } from "./squares.js";
import { t } from "./texts.js";

/** @typedef {import("./problem_tree.js").ProblemNode} ProblemNode */
/** @typedef {import("./problem_tree.js").ProblemTree} ProblemTree */

/** A solution with no more moves than this is shown whole at first. */
const OPEN_MOST = 150;

/** Replies are told that leave one of several threats: they are answered like defences. @param {string} kind */
const isDefence = (kind) => kind === "defence" || kind === "reply";

export class PlayDrawing {
    /** @param {ProblemTree} tree */
    constructor(tree) {
        this.tree = tree;
        this.open = tree.nodes.size <= OPEN_MOST;
    }

    /* ---- moves */

    /** @param {ProblemNode} node */
    button(node) {
        const text = this.tree.text(node);
        const before = writeBoard(this.tree.pieces(node.parent));
        const spoken = sayMove(node.move ?? "", before, manner());
        return make(
            "button",
            {
                type: "button",
                class: "move",
                tabindex: -1,
                "data-id": node.id,
                /* What is seen stands in the name, for those who say it. */
                "aria-label": spoken === node.move ? null : `${text}, ${spoken}`,
            },
            text,
        );
    }

    /** A move that is not parted from its number. @param {ProblemNode} node */
    numbered(node) {
        return make(
            "span",
            { class: "ply" },
            make("span", { class: "number" }, this.tree.number(node.id)),
            this.button(node),
        );
    }

    /** Moves of one kind beside each other, with one number before them. @param {ProblemNode[]} nodes */
    row(nodes) {
        return nodes.flatMap((one, i) =>
            i === 0
                ? [this.numbered(one)]
                : [make("span", { class: "comma" }, ","), " ", this.button(one)],
        );
    }

    /** @param {string} word @param {string} [kind] */
    word(word, kind = "word") {
        return make("span", { class: kind }, word);
    }

    /* ---- what follows */

    /** A move of the attacker, with what it threatens. @param {ProblemNode} node */
    head(node) {
        const threats = this.tree.children(node.id, "threat");
        const ending = threats.length > 0 && threats.every((one) => one.ends);
        return [
            ...this.row([node]),
            ...(ending ? [" ", this.word(t("PROBLEM_THREAT")), " ", ...this.row(threats)] : []),
            ...(node.zugzwang ? [" ", this.word(`(${t("PROBLEM_ZUGZWANG")})`)] : []),
        ];
    }

    /** All that follows a move of the attacker, or set play. @param {number} id @returns {HTMLUListElement} */
    play(id) {
        const { tree } = this;
        const longer = tree.children(id, "threat").filter((one) => !one.ends);
        const refutations = tree.children(id, "refutation");
        const isSet = tree.nodes.get(id)?.kind === "set";
        const replies = tree.nodes.get(id)?.replies ?? 0;
        return make(
            "ul",
            { class: "play" },
            ...longer.map((one) =>
                make("li", {}, this.word(t("PROBLEM_THREAT")), " ", ...this.branch(one)),
            ),
            ...this.groups(id).map((group) => this.variation(group)),
            refutations.length > 0
                ? make(
                      "li",
                      { class: "refuted" },
                      this.word(t(isSet ? "PROBLEM_UNPROVIDED" : "PROBLEM_BUT")),
                      " ",
                      ...this.row(refutations),
                  )
                : null,
            replies > 0
                ? make(
                      "li",
                      { class: "replies" },
                      t(replies === 1 ? "PROBLEM_REPLY" : "PROBLEM_REPLIES", { n: replies }),
                  )
                : null,
        );
    }

    /** Defences that are answered alike stand together. @param {number} id @returns {ProblemNode[][]} */
    groups(id) {
        /** @type {Map<string, ProblemNode[]>} */
        const found = new Map();
        const defences = this.tree.children(id).filter(({ kind }) => isDefence(kind));
        for (const one of defences) {
            const answers = this.tree.children(one.id);
            const alike =
                answers.length > 0 && answers.every((answer) => answer.ends) && !one.avoided
                    ? answers.map((answer) => answer.move).join(" ")
                    : String(one.id);
            const group = found.get(alike);
            if (group) group.push(one);
            else found.set(alike, [one]);
        }
        return [...found.values()];
    }

    /** The answers shown are those to the last of them, so that who reads on sees what he reads. @param {ProblemNode[]} group */
    variation(group) {
        const last = group[group.length - 1];
        const answers = this.tree.children(last.id, "continuation");
        const [first, ...others] = answers;
        const line = make("li", { class: "variation" }, ...this.row(group));
        if (answers.every((one) => one.ends)) line.append(" ", ...this.row(answers));
        else if (others.length === 0) line.append(" ", ...this.branch(first));
        if (answers.length > 1) line.append(" ", this.word(this.multiple(answers.length), "dual"));
        if (last.avoided) line.append(" ", this.word(this.avoided(last)));
        if (others.length > 0 && !answers.every((one) => one.ends))
            line.append(
                make(
                    "ul",
                    { class: "play" },
                    ...answers.map((one) => make("li", {}, ...this.branch(one))),
                ),
            );
        return line;
    }

    /** @param {number} answers */
    multiple(answers) {
        return t(
            answers === 2 ? "PROBLEM_DUAL" : answers === 3 ? "PROBLEM_TRIPLE" : "PROBLEM_MULTIPLE",
        );
    }

    /** @param {ProblemNode} defence */
    avoided(defence) {
        const number = this.tree.number(this.tree.children(defence.id)[0]?.id ?? defence.id);
        const moves = (defence.avoided ?? []).map((move) =>
            this.tree.text({ ...defence, kind: "", move }),
        );
        return t("PROBLEM_AVOIDED", { moves: `${number}${moves.join(", ")}` });
    }

    /** A move of the attacker that goes on: its play can be opened and closed. @param {ProblemNode} node */
    branch(node) {
        const below = this.tree.children(node.id);
        if (below.length === 0) return this.row([node]);
        const toggle = make("button", {
            type: "button",
            class: "more",
            tabindex: -1,
            "data-below": node.id,
        });
        /** @type {HTMLElement|null} */
        let play = null;
        const turn = (/** @type {boolean} */ open) => {
            if (open && play === null) toggle.after((play = this.play(node.id)));
            play?.toggleAttribute("hidden", !open);
            toggle.textContent = open ? "−" : "+";
            toggle.setAttribute("aria-expanded", String(open));
            toggle.setAttribute(
                "aria-label",
                t(open ? "PROBLEM_CLOSE" : "PROBLEM_OPEN", { move: this.tree.text(node) }),
            );
        };
        toggle.addEventListener("click", () =>
            turn(toggle.getAttribute("aria-expanded") !== "true"),
        );
        const nodes = [...this.head(node), " ", toggle];
        if (this.open) {
            play = this.play(node.id);
            nodes.push(play);
        }
        turn(this.open);
        return nodes;
    }

    /** A phase: a first move with all that follows. @param {ProblemNode} node @param {(Node|null)[]} remarks */
    first(node, remarks = []) {
        return make(
            "div",
            { class: "phase" },
            make("p", { class: "first" }, ...this.head(node)),
            ...remarks,
            node.ends ? null : this.play(node.id),
        );
    }

    /** The lines of help play, each from its beginning. @param {number} from */
    lines(from) {
        const list = make("ol", { class: "play help" });
        const follow = (/** @type {number} */ id) => {
            for (const one of this.tree.children(id, "help")) {
                if (one.ends)
                    list.append(make("li", { class: "variation" }, ...this.helpLine(one)));
                follow(one.id);
            }
        };
        follow(from);
        return list;
    }

    /** @param {ProblemNode} end */
    helpLine(end) {
        return this.tree
            .path(end.id)
            .flatMap((one, i) => [
                i === 0 ? "" : " ",
                i === 0 || this.tree.opens(one.id) ? this.numbered(one) : this.button(one),
            ]);
    }
}
