/* SPDX-License-Identifier: MIT */
/* An article in plain words, and the link that opens it. */
import { requestJson } from "./api.js";
import { drawDiagram } from "./diagram.js";
import { ask } from "./dialogs.js";
import { make } from "./dom.js";
import { say, t } from "./texts.js";

/** The edition whose numbers the page shows; the server knows the present one. */
let edition = "";

/** @param {string} name */
export function speakOfEdition(name) {
    edition = name;
}

/**
 * @param {Record<string, string>} which
 * @returns {Promise<any>}
 */
function articleOf(which) {
    return requestJson(
        `/api/explain?${new URLSearchParams(edition ? { ...which, edition } : which)}`,
    );
}

/** The article with the number that this edition prints; throws when it has none. @param {string} cited */
export function findArticle(cited) {
    return articleOf({ cited });
}

/**
 * What is told of an article, each with its heading: under another edition first what that one has,
 * then the text of 2023 as such. What the program does is told of 2023, so not beside a note.
 * @param {Record<"says"|"does"|"note", import("./types.js").Bilingual>} found
 * @param {boolean} present
 * @returns {[string, string][]}
 */
export function parts(found, present) {
    const note = say(found.note);
    const all = /** @type {[string, string][]} */ ([
        ["EXPLAIN_NOTE", note],
        [present ? "EXPLAIN_SAYS" : "EXPLAIN_SAYS_2023", say(found.says)],
        ["EXPLAIN_DOES", note && !present ? "" : say(found.does)],
    ]);
    return all.filter(([, text]) => text);
}

/** @param {string} article  by its number of 2023, as rulings have it */
export async function explain(article) {
    /** @type {Node[]} */
    let body;
    let title = t("ARTICLE", { number: article });
    try {
        const found = await articleOf({ article });
        title = `${found.cited || article} · ${say(found.title)}`;
        body = parts(found, found.present).flatMap(([heading, text]) => [
            make("h3", {}, t(heading)),
            ...paragraphs(text),
            ...(heading.startsWith("EXPLAIN_SAYS") ? found.diagrams.map(drawDiagram) : []),
        ]);
        if (body.length === 0) body = [make("p", {}, t("EXPLAIN_NOTHING"))];
    } catch {
        body = [make("p", {}, t("EXPLAIN_MISSING"))];
    }
    await ask(title, body, [{ value: "", text: t("CLOSE"), kind: "primary" }], "explanation");
}

/** @param {string} text */
function paragraphs(text) {
    return text.split(/\n+/).map((line) => make("p", {}, line));
}

/**
 * A button that shows the number of an article in this edition and opens its explanation.
 * @param {string} article
 * @param {string} cited
 */
export function articleLink(article, cited) {
    const link = make(
        "button",
        { type: "button", class: "article", "aria-label": t("ARTICLE_OPEN", { number: cited }) },
        cited,
    );
    link.addEventListener("click", () => explain(article));
    return link;
}

/** The articles that decided a game. @param {import("./types.js").State} state */
export function articleLinks({ articles, cited }) {
    return articles.flatMap((article, i) => {
        const number = cited[i];
        return number ? [articleLink(article, number)] : [];
    });
}
