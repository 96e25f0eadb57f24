/* SPDX-License-Identifier: MIT */
/* Every page for everybody: axe-core, Chromium's own tree, sizes, languages, themes. */
import { DESK, PHONE, arrange, open, person, shows } from "./browser.js";
import { violations } from "./counted.js";
import { check, same, test } from "./tap.js";

/** @typedef {import("./hall.js").Hall} Hall */

/** Where every page is, in a game with a bit of everything. @param {Hall} hall */
async function everyPage(hall) {
    const game = await hall.game({
        mode: "tournament",
        time: "5400+30",
        options: { "illegal-moves": "stand", record: "kept" },
    });
    await hall.event(game.tokens.arbiter, "start");
    for (const event of ["move e2e5", "press", "move e2e4", "offer", "press"])
        await hall.event(game.tokens.white, event);
    for (const event of ["write d4", "rewrite 1 e4", "write (=) 1:29"])
        await hall.event(game.tokens.white, event);
    await hall.event(game.tokens.black, "write d4");
    await hall.event(game.tokens.black, "leave venue");
    const elsewhere = await hall.game({ mode: "tournament", options: { board: "written" } });
    await hall.event(elsewhere.tokens.arbiter, "start");
    await hall.event(game.tokens.spectator, "report somebody whispers");
    return {
        "/": "/",
        "/join": "/join",
        "/problem": "/problem",
        "/desk": `/desk#${hall.key}`,
        "/round": `/round#${hall.key}`,
        white: `/game#${game.tokens.white}`,
        black: `/game#${game.tokens.black}`,
        arbiter: `/game#${game.tokens.arbiter}`,
        spectator: `/game#${game.tokens.spectator}`,
        elsewhere: `/game#${elsewhere.tokens.white}`,
    };
}

/** Controls without a name, by Chromium's tree. @param {any} page */
async function namelessControls(page) {
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const controls = new Set([
        "button",
        "link",
        "textbox",
        "combobox",
        "radio",
        "checkbox",
        "gridcell",
        "grid",
        "heading",
        "listitem-button",
        "timer",
        "region",
    ]);
    const found = nodes.filter(
        (/** @type {any} */ node) => !node.ignored && controls.has(node.role?.value),
    );
    check(
        found.some((/** @type {any} */ node) => node.role.value === "heading"),
        "the page has a heading",
    );
    check(
        nodes.some((/** @type {any} */ node) => node.role?.value === "main"),
        "the page has a main landmark",
    );
    /* Marks are for the eye. */
    const marked = nodes.filter((/** @type {any} */ node) => /[✓●▸⚑]/.test(node.name?.value ?? ""));
    same(
        marked.map((/** @type {any} */ node) => `${node.role.value} ${node.name.value}`),
        [],
        "marks that are read out",
    );
    return found
        .filter((/** @type {any} */ node) => !node.name?.value)
        .map((/** @type {any} */ node) => node.role.value);
}

/**
 * At 320 pixels, in the longer language, nothing sticks out and the head is one line.
 * @param {any} page
 * @param {string} name
 */
async function atLeast(page, name) {
    await page.setViewportSize({ width: 320, height: 640 });
    same(
        await page.evaluate(() => document.documentElement.scrollWidth),
        320,
        `${name}: no sideways scrolling at 320 pixels`,
    );
    const { height } = await page.locator("#head").boundingBox();
    check(height < 60, `${name}: the head is ${height} high`);
}

/** @param {Hall} hall */
export function accessTests(hall) {
    /** Made once, by the first test that needs it. @type {Promise<Record<string, string>>|null} */
    let made = null;
    const pages = () => (made ??= everyPage(hall));

    for (const [how, viewport, locale, colorScheme] of /** @type {const} */ ([
        ["phones, Italian, light", PHONE, "it-IT", "light"],
        ["desktop, English, dark", DESK, "en-GB", "dark"],
    ]))
        test(`every page: axe finds nothing, everything has a name, nothing sticks out (${how})`, async () => {
            const context = await person({ viewport, locale, colorScheme });
            const look = async (/** @type {string} */ name, /** @type {string} */ path) => {
                const page = await open(context, hall.port, path);
                await page.evaluate(() =>
                    document.querySelectorAll("details").forEach((one) => (one.open = true)),
                );
                same(await violations(page), [], `${name}: axe`);
                same(await namelessControls(page), [], `${name}: controls without a name`);
                same(
                    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
                    true,
                    `${name}: no sideways scrolling`,
                );
                same(
                    await page.evaluate(() =>
                        Array.from(
                            document.querySelectorAll(
                                "button, a, select, input, summary, [role=gridcell]",
                            ),
                        )
                            .filter((one) => one.checkVisibility())
                            .map((one) => ({
                                one,
                                box: (one.closest("label") ?? one).getBoundingClientRect(),
                            }))
                            .filter(
                                ({ box }) => box.width > 0 && (box.width < 24 || box.height < 24),
                            )
                            .map(
                                ({ one, box }) =>
                                    `${one.outerHTML.slice(0, 60)} ${box.width}x${box.height}`,
                            ),
                    ),
                    [],
                    `${name}: small targets`,
                );
                same(
                    await page.evaluate(
                        () => document.querySelectorAll("[aria-live=polite]").length,
                    ),
                    1,
                    `${name}: one live region`,
                );
                if (viewport === PHONE) await atLeast(page, name);
                await page.close();
            };
            /* A page waits more than it works: some beside each other. */
            const all = Object.entries(await pages());
            for (let i = 0; i < all.length; i += 4)
                await Promise.all(all.slice(i, i + 4).map(([name, path]) => look(name, path)));
        });

    test("dialogs and high contrast: axe finds nothing", async () => {
        const context = await person({ viewport: PHONE });
        const page = await open(context, hall.port, (await pages()).black);
        await page.click("#more summary");
        for (const button of [
            "#claim",
            "#call",
            "#resign",
            "#settings",
            "#act-ask",
            "#act-appeal",
        ]) {
            await page.click(button);
            await page.waitForSelector("dialog[open]");
            same(await violations(page), [], button);
            await page.keyboard.press("Escape");
            await page.waitForSelector("dialog", { state: "detached" });
        }
        await page.click("#settings");
        await page.selectOption("dialog [name=theme]", "contrast");
        await page.click("dialog button[value=yes]");
        await page.waitForSelector("html[data-theme=contrast]");
        same(await violations(page), [], "high contrast");
    });

    test("what comes and goes on the pages of players, in both themes: axe finds nothing", async () => {
        const look = async (/** @type {any} */ page, /** @type {string} */ what) => {
            same(await violations(page), [], `${what}, light`);
            await page.emulateMedia({ colorScheme: "dark" });
            same(await violations(page, ["color-contrast"]), [], `${what}, dark`);
            await page.emulateMedia({ colorScheme: "light" });
        };
        const context = await person({ viewport: PHONE, locale: "it-IT" });
        const page = await open(context, hall.port, "/");
        await page.fill("[name=white]", "Anna");
        await page.click("button[type=submit]");
        await page.waitForSelector("#invite .qr svg path");
        await page.click("#invite summary");
        await look(page, "the invitation");
        const token = page.url().replace(/^.*#/, "");
        const key = (await page.inputValue("#invite > input")).replace(/^.*#/, "");
        const other = await open(await person(), hall.port, `/game#${key}`);
        await page.waitForSelector("body[data-phase=playing]");
        for (const [seat, event] of [
            [token, "move e2e4"],
            [key, "move e7e5"],
            [key, "offer"],
        ])
            await hall.event(seat, event);
        await shows(page, "#offer", "offre patta");
        await page.click("#replay-back");
        await page.fill("#command-text", "cavalli?");
        await page.press("#command-text", "Enter");
        await shows(page, "#notice", "Bianco: b1, g1");
        await look(page, "an offer, an answer and an earlier position");
        await hall.event(token, "resign");
        await shows(other, "#banner", "0-1");
        await look(other, "the end");
        await page.goto(`http://hall.test:${hall.port}/`);
        await page.waitForSelector("body[data-ready]");
        await page.click("#mine-over summary");
        await look(page, "the games of this browser");
        const arbiter = await open(context, hall.port, (await pages()).arbiter);
        await arbiter.locator("#log button:has-text('Revoca')").first().click();
        await arbiter.waitForSelector("dialog[open]");
        await look(arbiter, "a revocation");
    });

    test("the form of a new game, with everything that it can show: axe finds nothing", async () => {
        for (const [viewport, locale] of /** @type {const} */ ([
            [PHONE, "it-IT"],
            [DESK, "en-GB"],
        ])) {
            const page = await open(await person({ viewport, locale }), hall.port, "/");
            await page.click("#new-game summary");
            await page.click("[name=mode][value=tournament]");
            await page.waitForSelector("#supervision:visible");
            same(await violations(page), [], "a short game");
            await page.click("label:has([name=time][value=other])");
            await page.fill("#time-other", "3600");
            await page.locator("#time-other").blur();
            await page.waitForSelector("[name=option-quickplay]:visible");
            await page.fill("[name=position]", "nothing");
            await page.click("button[type=submit]");
            await page.waitForSelector("#field-problem");
            same(await violations(page), [], "an error");
            same(
                await page.evaluate(() => document.activeElement?.getAttribute("name")),
                "position",
                "focus goes to the field",
            );
            same(
                await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
                true,
                "no sideways scrolling",
            );
        }
    });

    test("the board is a grid with one stop for the Tab key", async () => {
        const page = await open(await person(), hall.port, (await pages()).black);
        same(await page.locator("#board [role=row]").count(), 8);
        same(await page.locator("#board [role=gridcell]").count(), 64);
        same(await page.locator("#board [role=gridcell][tabindex='0']").count(), 1);
        /* so is the log, in which the arrows go from article to article */
        same(await page.locator("#log .article:not([tabindex='-1'])").count(), 0);
        await page.focus("#log");
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("ArrowDown");
        same(
            await page.evaluate(() =>
                Array.from(document.querySelectorAll("#log button")).indexOf(
                    /** @type {HTMLButtonElement} */ (document.activeElement),
                ),
            ),
            1,
        );
        await page.focus("#board [tabindex='0']");
        await page.keyboard.press("Home");
        await page.keyboard.press("PageUp");
        same(
            await page.evaluate(() => document.activeElement?.getAttribute("aria-label")),
            "h1, white rook",
            "Black's far left corner",
        );
        const outline = await page.evaluate(
            () => getComputedStyle(/** @type {Element} */ (document.activeElement)).outlineStyle,
        );
        check(outline !== "none", "focus is seen");
    });

    test("the language follows the browser, can be changed, and is remembered", async () => {
        const context = await person({ locale: "it-IT" });
        const page = await open(context, hall.port, "/");
        await shows(page, "h1", "Scacchi secondo le regole");
        await page.click("#language");
        await shows(page, "h1", "Chess under the Laws");
        same(await page.evaluate(() => document.documentElement.lang), "en");
        await page.reload();
        await shows(page, "h1", "Chess under the Laws");
        const game = await open(context, hall.port, (await pages()).spectator);
        await game.click("#language");
        await shows(game, "#log", "Il Bianco");
        await shows(game, "#log-title", "Decisioni");
    });

    test("a code leads to a seat; a wrong one, a wrong link and a wrong time control are told", async () => {
        const game = await hall.game({ mode: "tournament" });
        const page = await open(
            await person({ viewport: PHONE, locale: "it-IT" }),
            hall.port,
            "/join",
        );
        same(await page.evaluate(() => document.activeElement?.id), "code", "one types at once");
        await page.keyboard.type("QQQQ-QQQQ");
        await page.keyboard.press("Enter");
        await shows(page, "#problem", "codice");
        check(/^[A-Z]/.test(await page.textContent("#problem")), "a sentence");
        await page.fill("#code", game.codes.black.toLowerCase());
        await page.click("button[type=submit]");
        await page.waitForURL(/\/game#/);
        await shows(page, "#role", "Giochi con il Nero");
        const lost = await (await person()).newPage();
        await lost.goto(`http://hall.test:${hall.port}/game#${"A".repeat(22)}`);
        await shows(lost, "#status", "not known here");
        await shows(lost, "h1", "leads to no game");
        same(await lost.getAttribute("#ways a >> nth=0", "href"), "/join", "and where to go");
        const front = await open(await person(), hall.port, "/");
        await front.click("label:has-text('Other')");
        await front.fill("#time-other", "abc");
        await front.click("button[type=submit]");
        await shows(front, "#field-problem", "cannot be used");
        same(await front.getAttribute("#time-other", "aria-invalid"), "true", "at the field");
        await front.click("label:has-text('3 min + 2 s')");
        await arrange(front);
        await front.locator("button:has-text('QR code')").first().click();
        await front.waitForSelector("dialog .qr svg path");
        await front.keyboard.press("Escape");
        await front.locator("button:has-text('Copy')").first().click();
        await shows(front, "#shares", "Copied");
    });

    test("the token stays out of requests", async () => {
        const context = await person();
        /** @type {string[]} */
        const seen = [];
        context.on("request", (/** @type {any} */ request) =>
            seen.push(`${request.url().split("#")[0]} ${request.headers().referer ?? ""}`),
        );
        await open(context, hall.port, (await pages()).spectator);
        const key = (await pages()).spectator.split("#")[1];
        same(
            seen.filter((line) => line.includes(key)),
            [],
        );
        check(
            seen.every((line) => line.includes("//hall.test:")),
            "nothing is loaded from elsewhere",
        );
    });
}
