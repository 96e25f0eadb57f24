/* SPDX-License-Identifier: MIT */
/* An article in plain words, and the link that opens it. */
import { requestJson } from "./api.js";
import { ask } from "./dialogs.js";
import { make } from "./dom.js";
import { say, t } from "./texts.js";

/** @param {string} article */
export async function explain(article) {
    /** @type {Node[]} */
    let body;
    let title = t("ARTICLE", { number: article });
    try {
        const found = await requestJson(`/api/explain?article=${encodeURIComponent(article)}`);
        title = `${article} · ${say(found.title)}`;
        body = [make("h3", {}, t("EXPLAIN_SAYS")), ...paragraphs(say(found.says))];
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
 * A button that shows the number of an article and opens its explanation.
 * @param {string} article
 */
export function articleLink(article) {
    const link = make(
        "button",
        { type: "button", class: "article", "aria-label": t("ARTICLE_OPEN", { number: article }) },
        article,
    );
    link.addEventListener("click", () => explain(article));
    return link;
}
