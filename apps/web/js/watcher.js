/* SPDX-License-Identifier: MIT */
/* What a spectator does: he tells the arbiter what he saw, and nobody else (12.7). */
import { byId } from "./dom.js";
import { oneLine, quoted } from "./questions.js";
import { t } from "./texts.js";

export class Watcher {
    /** @param {{send: (event: string) => Promise<any>, tell: (text: string) => void}} page */
    constructor(page) {
        byId("report-form").addEventListener("submit", async (event) => {
            event.preventDefault();
            const field = /** @type {HTMLTextAreaElement} */ (byId("report-text"));
            const text = oneLine(field.value);
            if (text === "") return;
            const answer = await page.send(`report ${quoted(text)}`);
            if (!answer || answer.refused) return;
            field.value = "";
            page.tell(t("REPORT_SENT"));
        });
    }
}
