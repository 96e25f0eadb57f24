/* SPDX-License-Identifier: MIT */
/* What is printed, in the browser that prints it: pages of paper, nothing that sticks out, axe. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { violations } from "./counted.js";
import { person } from "./browser.js";
import { check, same, test } from "./tap.js";

const root = new URL("../../", import.meta.url);
const program = process.env.ARB_PROGRAM ?? new URL("build/arbitro", root).pathname;

/** Millimetres of each paper, and how many moves a page of a scoresheet takes. */
const PAPERS = /** @type {const} */ ({ a4: [210, 297, 60], a5: [148, 210, 50] });

/** A game of so many moves, in which knights go to and fro. @param {number} count */
function longGame(count) {
    const moves = ["Nf3 {[%clk 1:30:00]} Nf6 {[%clk 1:29:59] (=)}", "Ng1 Ng8"];
    const name = "Wolfeschlegelsteinhausenbergerdorff-von-der-Heide, Hubert ";
    let text = `[Event "${"An event with a long name ".repeat(8)}"]\n[Site "${"x".repeat(200)}"]\n`;
    text += `[White "${name.repeat(3)}"]\n[Black "<script>document.title = 1</script>"]\n`;
    text += `[Date "2024.05.31"]\n[TimeControl "40/5400+30:1800+30"]\n[Result "1/2-1/2"]\n\n`;
    for (let i = 0; i < count; i++) text += `${i + 1}. ${moves[i % 2]}\n`;
    return `${text}1/2-1/2\n`;
}

/** What the program writes. @param {string[]} args @param {string} [input] */
function write(args, input) {
    const done = spawnSync(program, args, { input, encoding: "utf8", maxBuffer: 1 << 28 });
    check(done.status === 0, `arbitro ${args.join(" ")}: ${done.stderr}`);
    return done.stdout;
}

/** How many pages a PDF has, and of what size in millimetres. @param {Buffer} pdf */
export function pagesOf(pdf) {
    const text = pdf.toString("latin1");
    const sizes = [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
    return sizes.map(([, width, height]) => [
        Math.round((Number(width) / 72) * 25.4),
        Math.round((Number(height) / 72) * 25.4),
    ]);
}

/** What is wider than its place, or lies over its neighbour. @param {any} page */
export function sticksOut(page) {
    return page.evaluate(() =>
        Array.from(document.querySelectorAll("td, th, dd, dt, p, h1, h2, figcaption, svg.board"))
            .filter((one) => {
                const box = one.getBoundingClientRect();
                return one.scrollWidth > one.clientWidth + 1 || box.right > innerWidth + 1;
            })
            .filter((one) => !one.closest("caption") && one.clientWidth > 0)
            .map((one) => `${one.tagName} ${one.textContent?.slice(0, 40)}`),
    );
}

export function paperTests() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "arbitro-paper-"));
    /** Opens what the program wrote, from a file: without network. @param {string} html */
    async function show(html) {
        const file = path.join(folder, "page.html");
        fs.writeFileSync(file, html);
        const page = await (await person({ locale: "it-IT" })).newPage();
        /** @type {string[]} */
        const asked = [];
        page.on("request", (/** @type {any} */ request) => asked.push(request.url()));
        await page.goto(`file://${file}`);
        return { page, asked };
    }
    const report = new URL("tests/paper/appeal.case", root).pathname;

    for (const [paper, lang, count] of /** @type {const} */ ([
        ["a4", "en", 130],
        ["a5", "it", 300],
    ])) {
        const [width, height, moves] = PAPERS[paper];
        test(`paper: ${count} moves and long names on ${paper}, ${lang}: every leaf is a page`, async () => {
            const args = ["sheet", "--html", "--paper", paper, "--lang", lang, "-"];
            const { page, asked } = await show(write(args, longGame(count)));
            const pdf = await page.pdf({ preferCSSPageSize: true });
            const sheet = Array(Math.ceil(count / moves)).fill([width, height]);
            same(pagesOf(pdf), sheet, "pages");
            same(await page.locator("section").count(), sheet.length, "leaves");
            same(asked.length, 1, "nothing else is loaded");
            same(await page.locator("script").count(), 0, "no script");
            await page.emulateMedia({ media: "print" });
            await page.setViewportSize({
                width: Math.round(((width - (paper === "a4" ? 24 : 16)) / 25.4) * 96),
                height: 800,
            });
            same(await sticksOut(page), [], "sticks out");
        });
    }

    test("paper: blank sheets are one page each, a position takes no more", async () => {
        const args = ["sheet", "--html", "--lang", "it"];
        const blank = await show(write([...args, "--paper", "a5", "--blank", "--copies", "3"]));
        same(pagesOf(await blank.page.pdf({ preferCSSPageSize: true })).length, 3, "blank");
        const fen = `[Variant "Chess960"]\n[SetUp "1"]\n[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR b HFhf - 0 1"]\n\n1... Nf6 *\n`;
        const start = await show(write([...args, "-"], fen));
        same(pagesOf(await start.page.pdf({ preferCSSPageSize: true })).length, 1, "position");
    });

    test("paper: a report breaks between rows, and its rulings are whole", async () => {
        for (const paper of ["a4", "a5"]) {
            const html = write(["sheet", "--report", "--html", "--paper", paper, report]);
            const { page } = await show(html);
            const pages = pagesOf(await page.pdf({ preferCSSPageSize: true }));
            check(pages.length >= 3 && pages.length <= 6, `${pages.length} pages`);
            await page.emulateMedia({ media: "print" });
            await page.setViewportSize({ width: paper === "a4" ? 703 : 499, height: 800 });
            same(await sticksOut(page), [], "sticks out");
        }
    });

    test("paper: axe finds nothing, and nothing scrolls sideways on a phone", async () => {
        const game = longGame(3);
        for (const html of [
            write(["sheet", "--html", "-"], game),
            write(["sheet", "--report", "--html", "--lang", "it", report]),
            write(["diagram", "--html", "--pgn", "-"], game),
        ]) {
            const { page } = await show(html);
            same(await violations(page), [], "axe");
            await page.setViewportSize({ width: 360, height: 740 });
            same(
                await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
                true,
                "no sideways scrolling",
            );
        }
    });

    test("paper: the pieces are those of the pages", async () => {
        const svg = write(["diagram", "--svg", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"]);
        const { page } = await show(`<!DOCTYPE html><title>x</title>${svg}`);
        const script = fs.readFileSync(new URL("apps/web/js/pieces.js", root), "utf8");
        const drawn = await page.evaluate(async (/** @type {string} */ text) => {
            const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
            const { drawPiece } = await import(url);
            const parts = (/** @type {Element} */ one) =>
                Array.from(one.querySelectorAll("path, circle")).map((part) =>
                    ["d", "cx", "cy", "r"].map((name) => part.getAttribute(name)).join(" "),
                );
            return ["P", "N", "B", "R", "Q", "K"].flatMap((role) =>
                ["white", "black"].map((colour) => [
                    parts(drawPiece({ role, colour })),
                    parts(
                        /** @type {Element} */ (document.getElementById(`arb-${colour[0]}${role}`)),
                    ),
                ]),
            );
        }, script);
        for (const [page_, paper] of drawn) same(paper, page_);
        same(drawn.length, 12);
    });
}
