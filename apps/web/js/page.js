/* SPDX-License-Identifier: MIT */
/* What every page has: the head with language and settings, texts, theme, words for failures. */
import { sentence } from "./announce.js";
import { ApiError } from "./api.js";
import { ask, labelled } from "./dialogs.js";
import { byId, make } from "./dom.js";
import { LANGUAGES } from "./languages.js";
import { CONFIRMATIONS, THEMES, applyTheme, remember, setting } from "./settings.js";
import { setSound, soundOn } from "./sound.js";
import { keepSpeech, keepSwitch, speechFields, switchOf } from "./speech_settings.js";
import { changeLanguage, language, onLanguage, redrawAll, say, startTexts, t } from "./texts.js";

/** What can be on or off, with its text. @type {[string, string][]} */
const SWITCHES = [
    ["large", "LARGE"],
    ["still", "STILL"],
];

/** @param {string} name @param {[string, string][]} values @param {string} chosen */
export function select(name, values, chosen) {
    return make(
        "select",
        { name },
        ...values.map(([value, text]) =>
            make("option", { value, selected: value === chosen }, text),
        ),
    );
}

async function settings() {
    const theme = select(
        "theme",
        THEMES.map((one) => [one, t(`THEME_${one.toUpperCase().replace("-", "_")}`)]),
        setting("theme", "auto"),
    );
    const again = select(
        "confirm",
        CONFIRMATIONS.map((one) => [one, t(`CONFIRM_${one.toUpperCase()}`)]),
        setting("confirm", CONFIRMATIONS[0]),
    );
    const sound = make("input", { type: "checkbox", name: "sound", checked: soundOn() });
    const answer = await ask(
        t("SETTINGS"),
        [
            labelled(t("THEME"), theme),
            labelled(t("CONFIRM"), again),
            make("label", { class: "check" }, sound, make("span", {}, t("SOUND"))),
            ...SWITCHES.map(switchOf),
            speechFields(select),
        ],
        [
            { value: "no", text: t("CANCEL") },
            { value: "yes", text: t("OK"), kind: "primary" },
        ],
    );
    if (answer.value !== "yes") return;
    remember("theme", String(answer.form.get("theme")));
    remember("confirm", String(answer.form.get("confirm")));
    for (const [name] of SWITCHES) keepSwitch(name, answer.form);
    keepSpeech(answer.form);
    applyTheme();
    redrawAll();
    if (answer.form.has("sound") !== soundOn()) setSound(answer.form.has("sound"));
}

/** The name of a language in itself, which needs no translation. @type {Record<string, string>} */
const OWN_NAME = { en: "English", it: "Italiano" };

function drawHead() {
    const other = LANGUAGES.find((one) => one !== language()) ?? "en";
    const tongue = make(
        "button",
        { type: "button", class: "quiet", lang: other, id: "language" },
        OWN_NAME[other],
    );
    const gear = make("button", { type: "button", class: "quiet", id: "settings" }, t("SETTINGS"));
    tongue.addEventListener("click", async () => {
        await changeLanguage(other);
        byId("language").focus();
    });
    gear.addEventListener("click", settings);
    byId("head").replaceChildren(
        make("a", { href: "/", class: "brand" }, "Arbitro"),
        make(
            "nav",
            { "aria-label": t("NAVIGATION") },
            make("a", { href: "/join" }, t("JOIN")),
            make("a", { href: "/problem", class: "wide-only" }, t("PROBLEMS")),
        ),
        make("div", { class: "spread" }),
        tongue,
        gear,
    );
}

/** Begins a page: to be awaited before anything is drawn. */
export async function startPage() {
    applyTheme();
    await startTexts();
    drawHead();
    onLanguage(drawHead);
    /* A page that comes back from the browser's memory has a dead stream. */
    addEventListener("pageshow", (event) => {
        if (event.persisted) location.reload();
    });
}

/** What went wrong, in a sentence. @param {unknown} error */
export function failureText(error) {
    if (!(error instanceof ApiError)) return t("FAILED");
    if (say(error.text)) return say(error.text);
    return error.status === 0 ? t("UNREACHABLE") : t("FAILED");
}

/**
 * The same of words that could not be read: what was expected in their place.
 * @param {unknown} error
 * @param {string} [instead]  what is said of such words where people did not write them as such
 */
export function unreadableText(error, instead) {
    const expected = error instanceof ApiError ? error.body?.expected : null;
    const words = typeof expected === "string" ? expected : say(expected);
    const problem = words && instead ? instead : sentence(failureText(error));
    return words ? `${problem} ${t("EXPECTED", { what: words })}` : problem;
}

/** The address of a page with its token. @param {string} path @param {string} key */
export function pageAddress(path, key) {
    return `${location.origin}${path}#${key}`;
}
