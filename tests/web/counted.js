/* SPDX-License-Identifier: MIT */
/* What a person does, counted; and what axe finds on the page that he then sees. */
import fs from "node:fs";
import { axePath } from "./browser.js";

const axe = fs.readFileSync(axePath, "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** One click, one text pasted, one key: each is an action. */
export class Actions {
    /** @param {any} page */
    constructor(page) {
        this.page = page;
        this.count = 0;
    }

    /** @param {string} selector */
    async click(selector) {
        this.count++;
        await this.page.click(selector);
    }

    /** Puts a text into a field at once, as from the clipboard. @param {string} selector @param {string} text */
    async paste(selector, text) {
        this.count++;
        await this.page.fill(selector, text);
    }

    /** @param {string} key */
    async press(key) {
        this.count++;
        await this.page.keyboard.press(key);
    }
}

/**
 * What axe finds, in a line each.
 * @param {any} page
 * @param {string[]} [rules]  those that are asked for, where all have been seen in other colours
 * @returns {Promise<string[]>}
 */
export async function violations(page, rules = TAGS) {
    if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
    return page.evaluate(async (/** @type {string[]} */ tags) => {
        const found = await /** @type {any} */ (globalThis).axe.run(document, {
            runOnly: tags,
            resultTypes: ["violations"],
            rules: { "label-content-name-mismatch": { enabled: true } },
        });
        return found.violations.map(
            (/** @type {any} */ one) =>
                `${one.id}: ${one.nodes.map((/** @type {any} */ node) => `${node.target} ${node.any?.[0]?.message ?? ""}`).join("; ")}`,
        );
    }, rules);
}
