/* SPDX-License-Identifier: MIT */
/* What a person chose for the ear: how moves are said, in which language, and whether the clock speaks. */
import { labelled } from "./dialogs.js";
import { make } from "./dom.js";
import { LANGUAGES } from "./languages.js";
import { SPOKEN } from "./lists.js";
import { STYLES } from "./saying.js";
import { remember, setting } from "./settings.js";
import { language, t } from "./texts.js";

/** Those of speech that are on or off, with their texts. @type {[string, string][]} */
const SWITCHES = [
    ["speech-times", "SPEECH_TIMES"],
    ["speech-own", "SPEECH_OWN"],
];

/** A setting that is on or off. @param {[string, string]} which its name and its text */
export function switchOf([name, text]) {
    const box = make("input", { type: "checkbox", name, checked: setting(name, "off") === "on" });
    return make("label", { class: "check" }, box, make("span", {}, t(text)));
}

/** @param {string} name @param {FormData} form */
export function keepSwitch(name, form) {
    remember(name, form.has(name) ? "on" : "off");
}

/** The languages in which moves are said, by their names; a second spelling of one is none. @returns {[string, string][]} */
function tongues() {
    const title = (/** @type {string} */ code) => SPOKEN[code].title[LANGUAGES.indexOf(language())];
    const codes = Object.keys(SPOKEN).filter((code) => !code.includes("-"));
    return codes
        .map((code) => /** @type {[string, string]} */ ([code, title(code)]))
        .sort(([, one], [, other]) => one.localeCompare(other, language()));
}

/**
 * @param {(name: string, values: [string, string][], chosen: string) => HTMLElement} select
 */
export function speechFields(select) {
    const styles = STYLES.map(
        (one) => /** @type {[string, string]} */ ([one, t(`SPEECH_STYLE_${one.toUpperCase()}`)]),
    );
    return make(
        "fieldset",
        { class: "speech" },
        make("legend", {}, t("SPEECH")),
        make("p", { class: "soft" }, t("SPEECH_HINT")),
        labelled(
            t("SPEECH_STYLE"),
            select("speech-style", styles, setting("speech-style", STYLES[0])),
        ),
        labelled(
            t("SPEECH_LANGUAGE"),
            select(
                "speech-language",
                [["", t("SPEECH_LANGUAGE_AUTO")], ...tongues()],
                setting("speech-language", ""),
            ),
        ),
        ...SWITCHES.map(switchOf),
    );
}

/** @param {FormData} form */
export function keepSpeech(form) {
    for (const name of ["speech-style", "speech-language"])
        remember(name, String(form.get(name) ?? ""));
    for (const [name] of SWITCHES) keepSwitch(name, form);
}
