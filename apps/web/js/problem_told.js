/* SPDX-License-Identifier: MIT */
/* What a problem is and shows, in words: the verdict, its facts, what changes between phases, themes. */
import { sentence } from "./announce.js";
import { make } from "./dom.js";
import { localSan } from "./notation.js";
import { DIAGRAM } from "./problem_tree.js";
import { language, say, t } from "./texts.js";

/** @typedef {import("./problem_tree.js").Solution} Solution */
/** @typedef {import("./problem_tree.js").ProblemTree} ProblemTree */
/** @typedef {import("./problem_tree.js").ChangeSide} ChangeSide */
/** @typedef {import("./problem_tree.js").Change} Change */

/** One and many. @param {string} one @param {string} more @param {number} n */
const counted = (one, more, n) => t(n === 1 ? one : more, { n });

/** What was found, in a sentence. @param {Solution} solution */
export function verdictText(solution) {
    const { verdict, text, shortest = 0, keys = 0 } = solution;
    if (verdict === "illegal") return t("PROBLEM_ILLEGAL");
    const more = [
        verdict === "short" ? t("PROBLEM_SHORT", { n: shortest }) : "",
        verdict === "unfinished" ? t("PROBLEM_SO_FAR", { n: keys }) : "",
    ].filter((one) => one);
    return sentence([say(text), ...more].join("; "));
}

/** The facts beside it. @param {Solution} solution */
function factsText({ manner, size, duals = 0, keys = 0, play, verdict }) {
    return [
        play === "help" && verdict !== "unfinished"
            ? counted("PROBLEM_SOLUTIONS_ONE", "PROBLEM_SOLUTIONS", keys)
            : "",
        say(manner),
        say(size),
        duals > 0 ? counted("PROBLEM_DUALS_ONE", "PROBLEM_DUALS", duals) : "",
    ]
        .filter((one) => one)
        .join(" · ");
}

/** What the server had to leave, and why. @param {ProblemTree} tree */
function limitTexts({ solution: { limit, left_out, finished, ms }, cut, looked }) {
    const seconds = Math.round(ms / 1000);
    return [
        limit === "time" ? t(finished ? "PROBLEM_TIME_PLAY" : "PROBLEM_TIME", { seconds }) : "",
        limit === "memory" ? t("PROBLEM_MEMORY") : "",
        left_out ? t("PROBLEM_LEFT_OUT") : "",
        cut ? t("PROBLEM_CUT") : "",
        looked === "not" ? t("PROBLEM_THEMES_NOT") : "",
        looked === "part" ? t("PROBLEM_THEMES_PART") : "",
    ].filter((one) => one);
}

/** Why the position is illegal, or unusual. @param {Solution} solution */
export function remarkTexts({ faults, cannot_arise, usual, turn }) {
    return [
        ...faults.map((one) => t("PROBLEM_FAULT", { what: say(one) })),
        cannot_arise ? t("PROBLEM_FAULT", { what: say(cannot_arise) }) : "",
        usual ? "" : t(turn === "white" ? "PROBLEM_WHITE_BEGINS" : "PROBLEM_BLACK_BEGINS"),
    ].filter((one) => one);
}

/** Everything that is told above the tabs. @param {ProblemTree} tree */
export function drawFacts(tree) {
    const { solution } = tree;
    const facts = factsText(solution);
    return [
        facts ? make("p", { class: "facts" }, facts) : null,
        ...remarkTexts(solution).map((one) => make("p", { class: "remark" }, sentence(one))),
        ...limitTexts(tree).map((one) => make("p", { class: "warning" }, one)),
    ].filter((one) => one !== null);
}

/** What the key does. @param {import("./problem_tree.js").ProblemNode} key */
export function drawMarks({ marks = [] }) {
    if (marks.length === 0) return null;
    const words = marks.map(({ text, admitted }) =>
        admitted ? `${say(text)} (${say(admitted)})` : say(text),
    );
    return make("p", { class: "marks" }, t("PROBLEM_KEY", { what: words.join(", ") }));
}

/* ---- changes and themes */

/** @param {string[]} moves */
const movesText = (moves) => moves.map((one) => localSan(one, language())).join(", ");

/** A phase by its first move, with its sign. @param {ProblemTree} tree @param {string|null} phase */
function phaseText(tree, phase) {
    if (phase === null) return t("PROBLEM_SET");
    const first = tree.children(DIAGRAM).find((one) => one.move === phase);
    return `1.${first ? tree.text(first) : localSan(phase, language())}`;
}

/**
 * The same change after several defences is told once.
 * @param {Change[]} changes
 * @returns {{change: Change, from: string[], to: string[]}[]}
 */
function gather(changes) {
    /** @type {Map<string, {change: Change, from: string[], to: string[]}>} */
    const found = new Map();
    for (const change of changes) {
        const { kind, from, to } = change;
        const own = kind === "changed" ? from.defence : "";
        const key = JSON.stringify([kind, from.phase, to.phase, from.answers, to.answers, own]);
        const all = found.get(key) ?? { change, from: [], to: [] };
        if (!all.from.includes(from.defence)) all.from.push(from.defence);
        if (!all.to.includes(to.defence)) all.to.push(to.defence);
        found.set(key, all);
    }
    return [...found.values()];
}

/** "1…Kb8: Rh8# (1.Qb6?) → Qxb7# (1.Rh7!)" @param {ProblemTree} tree @param {ReturnType<typeof gather>[number]} one */
function changeText(tree, { change: { kind, from, to }, from: before, to: after }) {
    const at = (/** @type {ChangeSide} */ side, /** @type {string} */ what) =>
        t("PROBLEM_IN_PHASE", { what, phase: phaseText(tree, side.phase) });
    const sides =
        kind === "changed"
            ? [at(from, movesText(from.answers)), at(to, movesText(to.answers))]
            : [at(from, `1…${movesText(before)}`), at(to, `1…${movesText(after)}`)];
    const subject = kind === "changed" ? `1…${movesText(before)}` : movesText(from.answers);
    return ` ${subject}: ${sides.join(" → ")}`;
}

/** @param {ProblemTree} tree */
function drawChanges(tree) {
    const { changes = [], zagoruiko = 0 } = tree.solution;
    const list = gather(changes).map((one) =>
        make(
            "li",
            {},
            make(
                "strong",
                {},
                t(one.change.kind === "changed" ? "PROBLEM_CHANGED" : "PROBLEM_TRANSFERRED"),
            ),
            changeText(tree, one),
        ),
    );
    if (zagoruiko > 0) list.push(make("li", {}, t("PROBLEM_ZAGORUIKO", { n: zagoruiko })));
    return list;
}

/** @typedef {import("./problem_tree.js").Theme} Theme */

/** The moves that show something, each a way to its position. @param {ProblemTree} tree @param {number[]} lines */
function drawLines(tree, lines) {
    return lines.flatMap((id, i) => {
        const path = tree.path(id);
        /* The first move of a phase stands before all that is shown in it. */
        const from = path.length > 1 && tree.phase(id)?.kind !== "set" ? 1 : 0;
        return [
            i === 0 ? "" : " / ",
            make(
                "button",
                { type: "button", class: "move", tabindex: -1, "data-id": id },
                tree.line(id, from),
            ),
        ];
    });
}

/** What is shown in one phase in one way stands in one line. @param {ProblemTree} tree @param {Theme} theme */
function drawShown(tree, { shown }) {
    /** @type {Map<string, Node[]>} */
    const rows = new Map();
    for (const { phase, use, lines } of shown) {
        if (!lines.every((id) => tree.nodes.has(id))) continue;
        const first = tree.phase(phase);
        const where =
            first?.kind === "key" ? "" : first?.move ? `1.${tree.text(first)}` : t("PROBLEM_SET");
        const label = [where, say(use)].filter((one) => one).join(", ");
        const row = rows.get(label) ?? rows.set(label, []).get(label);
        if (row && row.length > 0)
            row.push(make("span", { class: "comma" }, ","), document.createTextNode(" "));
        for (const one of drawLines(tree, lines))
            row?.push(typeof one === "string" ? document.createTextNode(one) : one);
    }
    return [...rows].map(([label, row]) =>
        make("li", {}, label ? make("span", { class: "word" }, `${label}: `) : null, ...row),
    );
}

/** @param {ProblemTree} tree */
function drawThemes(tree) {
    return tree.themes.flatMap((theme) => {
        const rows = drawShown(tree, theme);
        if (rows.length === 0) return [];
        return [
            make(
                "li",
                {},
                make("strong", {}, sentence(say(theme.name)).replace(/\.$/, "")),
                make("span", { class: "definition" }, say(theme.text)),
                make("ul", { class: "play" }, ...rows),
                theme.more ? make("span", { class: "definition" }, t("PROBLEM_THEME_MORE")) : null,
            ),
        ];
    });
}

/** Themes and changes; null when there are none. @param {ProblemTree} tree */
export function drawIdeas(tree) {
    const parts = /** @type {[string, HTMLElement[]][]} */ ([
        ["PROBLEM_THEMES", drawThemes(tree)],
        ["PROBLEM_CHANGES", drawChanges(tree)],
    ]).filter(([, list]) => list.length > 0);
    if (parts.length === 0) return null;
    return make(
        "div",
        {},
        ...parts.flatMap(([title, list]) => [
            make("h3", {}, t(title)),
            make("ul", { class: "ideas" }, ...list),
        ]),
    );
}
