/* SPDX-License-Identifier: MIT */
/* The parts of the page of problems that need no browser. */
import { readLink, writeLink } from "../../apps/web/js/problem_link.js";
import { ProblemTree } from "../../apps/web/js/problem_tree.js";
import { writeBoard } from "../../apps/web/js/squares.js";
import { same, test } from "./tap.js";

/** What the server says of every problem, for those that need nothing else. */
const NOTHING = {
    half: false,
    stalemate: false,
    turn: /** @type {const} */ ("white"),
    usual: true,
    verdict: "sound",
    text: null,
    faults: [],
    cannot_arise: null,
    limit: null,
    left_out: false,
    ms: 1,
};

test("a problem in an address: all of it, and what others write there harms nobody", () => {
    const wish = {
        position: "8/8/8/N7/8/7P/p1K5/k1n5 b",
        stipulation: "h#2.5",
        set: false,
        tries: true,
    };
    for (const solve of [true, false])
        for (const set of [true, false])
            same(readLink(new URL(writeLink({ ...wish, set }, solve), "http://x").search), {
                wish: { ...wish, set },
                solve,
            });
    same(readLink(""), null);
    same(readLink("?ask=%232&solve=yes"), null, "no position");
    same(readLink("?position=8/8&ask=")?.wish.stipulation, "#2", "the usual one");
    same(readLink(`?position=${"8".repeat(5000)}`)?.wish.position.length, 200);
    same(readLink("?position=%3Cscript%3E")?.wish.position, "<script>", "a text like any other");
});

test("the tree of a problem: numbers, lines and what stands on the board", () => {
    const tree = new ProblemTree({
        ...NOTHING,
        stipulation: "#2",
        play: "direct",
        fen: "8/8/8/N7/8/7P/p1K5/k1n5 w - - 0 1",
    });
    tree.add([
        { id: 5, parent: 0, kind: "key", move: "h4", squares: { h3: "", h4: "P" } },
        { id: 6, parent: 5, kind: "threat", move: "Nb3#", squares: { a5: "", b3: "N" } },
        { id: 7, parent: 5, kind: "defence", move: "Nb3", squares: { c1: "", b3: "n" } },
    ]);
    tree.add([
        { id: 8, parent: 7, kind: "continuation", move: "Nxb3#", squares: { a5: "", b3: "N" } },
        { id: 1, parent: 0, kind: "set" },
        { id: 2, parent: 1, kind: "defence", move: "Nb3", squares: { c1: "", b3: "n" } },
        { id: 3, parent: 0, kind: "try", move: "Nb3+", squares: { a5: "", b3: "N" } },
        { id: 4, parent: 3, kind: "refutation", move: "Nxb3", squares: { c1: "", b3: "n" } },
    ]);
    same([5, 6, 7, 8, 2].map((id) => tree.number(id)).join(" "), "1. 2. 1… 2. 1…");
    same(tree.line(8), "1.h4! Nb3 2.Nxb3#");
    same(tree.line(6), "1.h4! 2.Nb3#", "a threat: nobody moves in between");
    same(tree.line(2), "1…Nb3");
    same(tree.line(4), "1.Nb3+? Nxb3!");
    same(tree.line(0), "");
    same(tree.phase(8)?.id, 5);
    same(writeBoard(tree.pieces(8)), "8/8/8/8/7P/1N6/p1K5/k7");
    same(writeBoard(tree.pieces(0)), "8/8/8/N7/8/7P/p1K5/k1n5");
});

test("the lines of help play are numbered from who begins", () => {
    const lines = (/** @type {boolean} */ half) => {
        const tree = new ProblemTree({
            ...NOTHING,
            stipulation: "h#2",
            play: "help",
            half,
            fen: "8/8/8/8/8/8/8/8 b - - 0 1",
        });
        tree.add([
            { id: 1, parent: 0, kind: "help", move: "a", squares: {} },
            { id: 2, parent: 1, kind: "help", move: "b", squares: {} },
            { id: 3, parent: 2, kind: "help", move: "c", squares: {} },
            { id: 4, parent: 0, kind: "set" },
            { id: 5, parent: 4, kind: "help", move: "d", squares: {} },
            { id: 6, parent: 5, kind: "help", move: "e", squares: {} },
        ]);
        return [tree.line(3), tree.line(6)];
    };
    same(lines(false), ["1.a b 2.c", "1…d 2.e"]);
    same(lines(true), ["1…a 2.b c", "1.d e"]);
});
