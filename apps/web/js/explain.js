/* SPDX-License-Identifier: MIT */
/* An article in plain words, and the link that opens it. */
import { requestJson } from "./api.js";
import { ask } from "./dialogs.js";
import { make } from "./dom.js";
import { say, t } from "./texts.js";

/** The edition whose numbers the page shows. */
let edition = "fide-2023";

/** @param {string} name */
export function speakOfEdition(name) {
    edition = name;
}

/**
 * The article with the number that this edition prints; throws when it has none.
 * @param {string} cited
 * @returns {Promise<any>}
 */
export function findArticle(cited) {
    return requestJson(
        `/api/explain?cited=${encodeURIComponent(cited)}&edition=${encodeURIComponent(edition)}`,
    );
}

/** @param {string} article  by its number of 2023, as rulings have it */
export async function explain(article) {
    /** @type {Node[]} */
    let body;
    let title = t("ARTICLE", { number: article });
    try {
        const found = await requestJson(
            `/api/explain?article=${encodeURIComponent(article)}&edition=${encodeURIComponent(edition)}`,
        );
        title = `${found.cited || article} · ${say(found.title)}`;
        body = [make("h3", {}, t("EXPLAIN_SAYS")), ...paragraphs(say(found.says))];
        if (say(found.note))
            body.push(make("h3", {}, t("EXPLAIN_NOTE")), ...paragraphs(say(found.note)));
        if (say(found.does))
            body.push(make("h3", {}, t("EXPLAIN_DOES")), ...paragraphs(say(found.does)));
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
