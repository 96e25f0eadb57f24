/* SPDX-License-Identifier: MIT */
/*
 * Naming an assistant of a player (4.9, 6.2.6, 8.1.6, D.2.10, D.2.11): who he is and what he is to do. Whether
 * that may be is for the Laws to say.
 */
import { ask, labelled } from "./dialogs.js";
import { make } from "./dom.js";
import { TASKS } from "./lists.js";
import { oneLine, quoted } from "./questions.js";
import { t } from "./texts.js";

/** @param {string} task */
export function taskText(task) {
    return t(`TASK_${task.toUpperCase()}`);
}

/**
 * The words of the event, or "" when nothing is to be said.
 * @param {import("./types.js").Colour} side
 * @param {import("./types.js").Names} names
 * @param {boolean} spoken  moves are announced in this game
 */
export async function askAssistant(side, names, spoken) {
    const colour = t(side === "white" ? "WHITE" : "BLACK");
    const name = make("input", { name: "name", maxlength: 100, autocomplete: "off" });
    const boxes = TASKS.filter(({ games }) => spoken || games === "all").map(({ task }) =>
        make(
            "label",
            { class: "check" },
            make("input", { type: "checkbox", name: "task", value: task }),
            make("span", {}, taskText(task)),
        ),
    );
    const { value, form } = await ask(
        t("APPOINT_TITLE", { player: names[side] || colour }),
        [
            labelled(t("APPOINT_NAME"), name, t("APPOINT_NAME_HINT")),
            make("fieldset", {}, make("legend", {}, t("APPOINT_TASKS")), ...boxes),
        ],
        [
            { value: "no", text: t("CANCEL") },
            { value: "yes", text: t("APPOINT_YES"), kind: "primary" },
        ],
    );
    const tasks = form.getAll("task").map(String);
    const who = oneLine(String(form.get("name") ?? ""));
    return value === "yes" && who !== "" && tasks.length > 0
        ? `appoint ${quoted(who)} ${tasks.join(" ")}`
        : "";
}
