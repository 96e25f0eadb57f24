/* SPDX-License-Identifier: MIT */
/*
 * The invitation on the board of who has made a game and waits: the opponent's link, code and picture.
 * Only the browser that made the game has it.
 */
import { byId, make, show } from "./dom.js";
import { gameOf } from "./mine.js";
import { pageAddress } from "./page.js";
import { opponent } from "./questions.js";
import { codeNode, drawQr, drawShares, linkNodes, onlyHereNote } from "./share.js";
import { language, t } from "./texts.js";

export class Invitation {
    /** @param {string} token  of this page */
    constructor(token) {
        this.made = gameOf(token);
        /** What is drawn: the language, "" for nothing. */
        this.drawn = "";
    }

    /**
     * @param {import("./types.js").Snapshot} game
     * @param {import("./types.js").Presence|null} presence
     */
    draw(game, presence) {
        const { role, state } = game;
        if (role !== "white" && role !== "black") return;
        const other = opponent(role);
        const key = this.made?.tokens[other];
        const waits = state.phase === "waiting" && key !== undefined && presence?.[other] !== true;
        show(byId("invite"), waits);
        if (!waits || this.drawn === language()) return;
        this.drawn = language();
        this.fill(other, key);
    }

    /** @param {import("./types.js").Colour} other @param {string} key */
    fill(other, key) {
        const made = /** @type {import("./mine.js").Mine} */ (this.made);
        const title = t(`SHARE_${other.toUpperCase()}`);
        const { field, buttons } = linkNodes(title, key, true);
        const picture = make("div", { class: "invite-picture" });
        const others = make("ul", { class: "shares" });
        drawShares(others, made, ["arbiter", "spectator"]);
        byId("invite").replaceChildren(
            make("h2", { id: "invite-title" }, t("INVITE")),
            onlyHereNote() ?? make("p", { class: "invite-text" }, t("INVITE_TEXT")),
            picture,
            codeNode(made.codes?.[other]) ?? "",
            field,
            buttons,
            others.childElementCount > 0
                ? make("details", {}, make("summary", {}, t("INVITE_MORE")), others)
                : "",
        );
        drawQr(title, pageAddress("/game", key)).then(
            (qr) => picture.replaceChildren(qr),
            () => show(picture, false) /* the link and the code do without it */,
        );
    }
}
