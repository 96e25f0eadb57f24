/* SPDX-License-Identifier: MIT */
/* Dialogs that ask and are answered: a promise of the value of the button, "" when closed. */
import { make } from "./dom.js";
import { t } from "./texts.js";

/** How far apart the clicks of a double one are, at most. */
const DOUBLE_MS = 500;

/**
 * @typedef {object} Choice
 * @property {string} value
 * @property {string} [text]
 * @property {Node} [picture]
 * @property {string} [kind]  class of the button: primary, danger
 */

/**
 * Shows a dialog with these contents and buttons.
 * @param {string} title
 * @param {Node[]} body
 * @param {Choice[]} choices
 * @param {string} [kind]  class of the dialog
 * @param {string} [described]  id of what a screen reader reads of it at once
 * @returns {Promise<{value: string, form: FormData}>}
 */
export function ask(title, body, choices, kind = "", described = "") {
    const heading = make("h2", { id: `dialog-${Date.now()}` }, title);
    const buttons = make(
        "div",
        { class: "buttons" },
        ...choices.map(({ value, text, picture, kind: look }) => {
            const button = make("button", {
                type: "submit",
                value,
                class: look ?? "",
                formnovalidate: value === "" /* whoever gives up has filled in nothing */,
                "aria-label": picture ? text : null,
            });
            button.append(picture ?? text ?? "");
            return button;
        }),
    );
    const form = make("form", { method: "dialog" }, heading, ...body, buttons);
    const dialog = make(
        "dialog",
        {
            class: kind,
            "aria-labelledby": heading.id,
            "aria-describedby": described || null,
        },
        form,
    );
    document.body.append(dialog);
    /* Enter in a field is for what the dialog is for, and not for the first of the buttons. */
    const primary = buttons.querySelector("button.primary");
    form.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || event.isComposing) return;
        if (!(event.target instanceof HTMLInputElement)) return;
        if (!(primary instanceof HTMLButtonElement)) return;
        event.preventDefault();
        form.requestSubmit(primary);
    });
    return new Promise((answered) => {
        dialog.addEventListener("close", () => {
            const data = new FormData(form);
            dialog.remove();
            answered({ value: dialog.returnValue, form: data });
        });
        dialog.addEventListener("click", (event) => {
            if (event.target === dialog) dialog.close("");
        });
        /* The second click of a double one was meant for what opened the dialog. */
        const opened = performance.now();
        buttons.addEventListener(
            "click",
            (event) => {
                if (event.detail > 1 && performance.now() - opened < DOUBLE_MS)
                    event.preventDefault();
            },
            true,
        );
        dialog.showModal();
        dialog.scrollTop = 0; /* the button has the focus, and the reading begins at the top */
    });
}

/**
 * Yes or no. @param {string} title @param {string} text @param {string} yes @param {string} [kind]
 * @returns {Promise<boolean>}
 */
export async function confirm(title, text, yes, kind = "danger") {
    const answer = await ask(
        title,
        [make("p", {}, text)],
        [
            { value: "no", text: t("CANCEL") },
            { value: "yes", text: yes, kind },
        ],
    );
    return answer.value === "yes";
}

/**
 * A field with its label.
 * @param {string} label
 * @param {HTMLElement} field
 * @param {string} [hint]
 */
export function labelled(label, field, hint) {
    return make(
        "label",
        { class: "field" },
        make("span", {}, label),
        field,
        hint ? make("small", {}, hint) : null,
    );
}
