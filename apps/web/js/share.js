/* SPDX-License-Identifier: MIT */
/*
 * The links of a new game, for whom each is, with a code to type and a picture to scan. Copying
 * and sharing are offered where the browser can; over plain http the old way to copy still works.
 */
import { announce } from "./announce.js";
import { request } from "./api.js";
import { byId, make, parseSvg } from "./dom.js";
import { ask } from "./dialogs.js";
import { keepGame } from "./mine.js";
import { failureText, pageAddress } from "./page.js";
import { t } from "./texts.js";

const ROLES = ["white", "black", "spectator", "arbiter"];

/** What has links to give. @typedef {Pick<import("./mine.js").Mine, "game"|"tokens"|"codes">} Made */

/** Whether the address of this page means the machine itself, so that nobody else can open it. */
function onlyHere() {
    return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);
}

/** What to do when a link could not be opened elsewhere; null when it can. */
export function onlyHereNote() {
    return onlyHere() ? make("p", { class: "problem only-here" }, t("ONLY_HERE")) : null;
}

/** The links are given once and belong to who made the game. @param {import("./mine.js").Mine} made */
export function keepMade(made) {
    keepGame({ phase: "waiting", result: "*", ...made });
}

/** Copies what stands in the field, and says so. @param {HTMLInputElement|HTMLTextAreaElement} field */
export async function copy(field) {
    let done = false;
    try {
        if (navigator.clipboard && isSecureContext) {
            await navigator.clipboard.writeText(field.value);
            done = true;
        }
    } catch {
        /* not allowed: the field is selected below */
    }
    if (!done) {
        field.select();
        done = document.execCommand("copy");
    }
    announce(t(done ? "COPIED" : "COPY_BY_HAND"));
    return done;
}

/** A picture to scan. @param {string} title @param {string} address */
export async function drawQr(title, address) {
    const response = await request("/api/qr", { body: { text: address } });
    const picture = parseSvg(await response.text());
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", t("QR_OF", { who: title }));
    return make("div", { class: "qr" }, picture);
}

/** @param {string} title @param {string} address */
async function showQr(title, address) {
    try {
        const note = onlyHereNote();
        await ask(
            title,
            [...(note ? [note] : []), await drawQr(title, address), make("p", {}, t("QR_TEXT"))],
            [{ value: "", text: t("CLOSE"), kind: "primary" }],
            "qr-dialog",
        );
    } catch (error) {
        byId("live").textContent = failureText(error);
    }
}

/** The code to type. @param {string|undefined} code */
export function codeNode(code) {
    return code ? make("p", { class: "code" }, `${t("CODE")}: `, make("strong", {}, code)) : null;
}

/**
 * The link of a seat, and what can be done with it.
 * @param {string} title
 * @param {string} key
 * @param {boolean} [given]  it is for somebody else, and its picture is there already
 */
export function linkNodes(title, key, given = false) {
    return addressNodes(title, pageAddress("/game", key), { open: !given, qr: !given });
}

/**
 * The same of any address.
 * @param {string} title
 * @param {string} address
 * @param {{open: boolean, qr: boolean}} offers  that it is opened, that its picture is shown
 */
export function addressNodes(title, address, offers) {
    const field = make("input", {
        readonly: true,
        value: address,
        "aria-label": t("LINK_OF", { who: title }),
    });
    const copyButton = make("button", { type: "button" }, t("COPY"));
    const qrButton = make("button", { type: "button" }, t("QR"));
    field.addEventListener("focus", () => field.select());
    copyButton.addEventListener("click", async () => {
        if (await copy(field)) {
            copyButton.textContent = t("COPIED");
            setTimeout(() => (copyButton.textContent = t("COPY")), 2000);
        }
    });
    qrButton.addEventListener("click", () => showQr(title, address));
    const buttons = make(
        "div",
        { class: "buttons" },
        offers.open
            ? make(
                  "a",
                  { class: "button primary", href: address, target: "_blank", rel: "noopener" },
                  t("OPEN"),
              )
            : null,
        copyButton,
        offers.qr ? qrButton : null,
    );
    if (typeof navigator.share === "function") {
        const shareButton = make("button", { type: "button" }, t("SHARE"));
        shareButton.addEventListener("click", () =>
            navigator.share({ title: "Arbitro", url: address }).catch(() => {}),
        );
        buttons.append(shareButton);
    }
    return { field, buttons };
}

/** @param {string} role @param {string} key @param {string|undefined} code */
function drawShare(role, key, code) {
    const title = t(`SHARE_${role.toUpperCase()}`);
    const { field, buttons } = linkNodes(title, key);
    return make("li", { class: "share" }, make("h3", {}, title), field, codeNode(code), buttons);
}

/** One link alone, in a dialog. @param {string} role @param {string} key */
export async function showLink(role, key) {
    const title = t(`SHARE_${role.toUpperCase()}`);
    const { field, buttons } = linkNodes(title, key);
    const note = onlyHereNote();
    await ask(
        title,
        [...(note ? [note] : []), field, buttons],
        [{ value: "", text: t("CLOSE"), kind: "primary" }],
    );
}

/**
 * @param {HTMLElement} root
 * @param {Made} made
 * @param {string[]} [roles]  those whose links are shown
 */
export function drawShares(root, made, roles = ROLES) {
    root.replaceChildren(
        ...roles
            .filter((role) => made.tokens[role])
            .map((role) => drawShare(role, made.tokens[role], made.codes?.[role])),
    );
}
