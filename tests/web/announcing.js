/* SPDX-License-Identifier: MIT */
/*
 * Players who cannot see, at a table (Appendix D): a game with an assistant on his phone, the announcer's table of
 * an arbiter by keyboard and by tapping, and the checklist of the desk; in both languages.
 */
import { DESK, open, person, says, shows, until } from "./browser.js";
import { violations } from "./counted.js";
import { check, same, test } from "./tap.js";

/** @typedef {import("./hall.js").Hall} Hall */

const SMALL = { width: 360, height: 640 };
const TABLET = { width: 1024, height: 768 };

/** Nothing is wider than the screen. @param {any} page @param {string} what */
async function fits(page, what) {
    const [wide, room] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
    ]);
    check(wide <= room, `${what}: ${wide} wide on a screen of ${room}`);
}

/** And axe finds nothing. @param {any} page @param {string} what */
async function isWell(page, what) {
    await fits(page, what);
    same(await violations(page), [], `${what}: axe`);
}

/** What can be pressed here, beside the words, the timer and what every page has. @param {any} page */
const offered = (page) =>
    page.evaluate(() =>
        Array.from(
            document.querySelectorAll("#entry button, #quick button, #differ, #people button"),
        )
            .filter((one) => one.checkVisibility() && !one.closest("#keypad"))
            .map((one) => one.textContent),
    );

/** @param {Hall} hall */
export function announcingTests(hall) {
    test("a player's assistant: named, accepted, on his phone with his tasks alone, refused", async () => {
        const game = await hall.game({
            mode: "tournament",
            time: "5400+30",
            options: { vision: "white:blind", announce: "it" },
            names: { white: "Anna", black: "Bruno", event: "" },
        });
        const white = await open(
            await person({ viewport: SMALL }),
            hall.port,
            `/game#${game.tokens.white}`,
        );
        /* White names him on his own page */
        await white.focus("#more summary");
        await white.keyboard.press("Enter");
        await white.click("#act-appoint");
        await isWell(white, "naming an assistant");
        await white.fill("dialog [name=name]", "Carla Neri");
        for (const task of ["announce", "execute", "clock", "record", "tell"])
            await white.check(`dialog input[value=${task}]`);
        await white.click("dialog button[value=yes]");
        await shows(white, "#notice", "White has named an assistant");
        /* the arbiter accepts him, and gives him a code */
        const arbiter = await open(
            await person({ viewport: DESK }),
            hall.port,
            `/game#${game.tokens.arbiter}`,
        );
        await arbiter.click("#to-table");
        await shows(arbiter, "[data-side=white] p", "Carla Neri assists White");
        await arbiter.click("[data-side=white] .accept");
        await shows(arbiter, "[data-side=white] .badge", "accepted");
        await arbiter.click("[data-side=white] .link");
        await arbiter.waitForSelector("dialog .qr svg path");
        const code = await arbiter.textContent("dialog .code strong");
        await fits(arbiter, "the link of an assistant");
        await arbiter.keyboard.press("Escape");
        const phone = await person({ viewport: SMALL, locale: "it-IT", hasTouch: true });
        const carla = await open(phone, hall.port, "/join");
        await carla.fill("#code", code);
        await carla.keyboard.press("Enter");
        await carla.waitForURL(/\/table#/);
        await carla.waitForSelector("body[data-ready=true]");
        await shows(carla, "#role", "Assisti il Bianco");
        await hall.event(game.tokens.arbiter, "start");
        await shows(carla, "#due", "Tocca al Bianco muovere");
        await isWell(carla, "the assistant's page");
        /* White has made a move, and she announces it; what Black does is not hers */
        await hall.event(game.tokens.white, "move g1f3 silent");
        await shows(carla, "#due", "Il Bianco annuncia la mossa");
        await shows(carla, "#said", "cavallo Felix tre");
        await carla.tap("#quick button");
        await shows(carla, "#due", "Il Nero ripete la mossa annunciata");
        same(await carla.locator("#quick button").count(), 0, "to repeat is for the opponent");
        await hall.event(game.tokens.black, "repeat cavallo Felix tre");
        await shows(carla, "#due", "Il Nero esegue la mossa sulla propria scacchiera");
        same(
            await offered(carla),
            [
                "Eseguita sulla scacchiera del Nero",
                "Eseguita sull'altra scacchiera",
                "Annunciata",
                "Scrivi sul formulario",
                "Premi l'orologio",
                "Comunica mosse e tempi",
            ],
            "what her tasks name, and nothing else",
        );
        const before = await carla.getAttribute("[data-side=black] canvas", "aria-label");
        await carla.tap("#quick button");
        await shows(carla, "#due", "Tocca al Nero muovere");
        check(
            before !== (await carla.getAttribute("[data-side=black] canvas", "aria-label")),
            "the other board shows it",
        );
        await carla.tap("#plain button:has-text('Premi')");
        await shows(carla, "#clock-black.running", "Bruno");
        await shows(carla, "#differ-others", "lo dice un giocatore, o l'arbitro");
        /* once more, large and aloud */
        await carla.tap("#again");
        await shows(carla, "dialog .large-words", "cavallo Felix tre");
        const described = await carla.getAttribute("dialog", "aria-describedby");
        same(
            await carla.textContent(`#${described}`),
            "cavallo Felix tre",
            "without a voice the dialog says it",
        );
        await isWell(carla, "the last announcement over the screen");
        await carla.tap("dialog button");
        /* she writes for White by tapping */
        await carla.fill("#words", "Nf3");
        await carla.tap("#with-words button[value=write]");
        await until(
            async () =>
                (await hall.ask("/api/sheet", { key: game.tokens.white })).entries.length === 1,
            "the scoresheet has it",
        );
        /* what was not asked for is not told (D.2.10.4), and the page says so */
        await carla.tap("#plain button:has-text('Comunica')");
        await shows(carla, "#notice", "solo su richiesta");
        await hall.event(game.tokens.arbiter, "refuse-assistant white");
        await shows(carla, "#ended", "non assisti più nessuno");
        same(await carla.locator("#work").isVisible(), false, "nothing is left to do");
        await fits(carla, "refused");
    });

    test("the announcer's table of an arbiter: a move by keyboard alone, and one by tapping", async () => {
        const game = await hall.game({
            mode: "tournament",
            time: "5400+30",
            options: { vision: "both:blind" },
            names: { white: "Anna", black: "Bruno", event: "" },
        });
        await hall.event(game.tokens.arbiter, "start");
        const page = await open(
            await person({ viewport: DESK, colorScheme: "dark" }),
            hall.port,
            `/table#${game.tokens.arbiter}`,
        );
        const press = (/** @type {string} */ key) => page.keyboard.press(key);
        await shows(page, "#due", "White has the move");
        await isWell(page, "an arbiter's table");
        await page.focus("#words");
        await page.keyboard.type("springer felix drei");
        await press("Enter");
        await shows(page, "#due", "Black repeats what was announced");
        await shows(page, "#said", "Springer Felix drei");
        /* what is repeated otherwise is told, and does not count (D.2.1) */
        await page.focus("#for input[value=white]");
        await press("ArrowRight");
        await page.focus("#words");
        await page.keyboard.type("Springer Cesar drei");
        await press("Enter");
        await shows(page, "#notice", "D.2.1");
        await shows(page, "#due", "Black repeats");
        await page.focus("#quick button");
        await press("Enter");
        await shows(page, "#due", "White makes the move that was announced");
        await page.focus("#quick button");
        await press("Enter");
        await shows(page, "#due", "Black makes the move on the own board");
        await page.focus("#quick button");
        await press("Space");
        await shows(page, "#due", "Black has the move");
        /* the keys of the page */
        await page.focus("#again");
        await press("r");
        await shows(page, "dialog .large-words", "Springer Felix drei");
        await press("Escape");
        await press("t");
        await shows(page, "#timer-run", "Stop");
        await until(async () => (await page.textContent("#timer")) !== "0:00", "the timer runs");
        await press("t");
        await page.click("#timer-reset");
        await shows(page, "#timer", "0:00");
        await press("d");
        await shows(page, "dialog", "Both scoresheets are compared");
        await fits(page, "the boards differ");
        await page.click("dialog button[value=yes]");
        await shows(page, "#notice", "D.2.9"); /* they do not */
        await hall.event(game.tokens.white, "press");
        /* by tapping, on a tablet in Italian; the words stay German, as D.2.1 proposes */
        const tablet = await open(
            await person({ viewport: TABLET, locale: "it-IT", hasTouch: true }),
            hall.port,
            `/table#${game.tokens.arbiter}`,
        );
        await shows(tablet, "#due", "Tocca al Nero muovere");
        for (const word of ["Bauer", "Eva", "Eva", "fünf"])
            await tablet.tap(`#keypad button:text-is("${word}")`);
        await tablet.tap("#keypad button[aria-label='Togli l\\'ultima parola']");
        await tablet.tap("#keypad button[aria-label='Togli l\\'ultima parola']");
        await tablet.tap('#keypad button:text-is("fünf")');
        same(await tablet.inputValue("#words"), "Bauer Eva fünf", "what was tapped");
        await tablet.tap("#with-words button[value=announce]");
        await shows(tablet, "#said", "Bauer Eva fünf");
        await tablet.tap("#quick button");
        await shows(tablet, "#due", "Il Nero esegue la mossa annunciata");
        await tablet.tap("#quick button");
        await shows(tablet, "#due", "Il Bianco esegue la mossa sulla propria scacchiera");
        await fits(tablet, "on a tablet");
        const small = await open(
            await person({ viewport: SMALL, locale: "it-IT", hasTouch: true }),
            hall.port,
            `/table#${game.tokens.arbiter}`,
        );
        await shows(small, "#said", "Bauer Eva fünf");
        await isWell(small, "on a phone");
        /* an arbiter names an assistant for a player who has no page */
        await page.click("[data-side=black] .appoint");
        await page.fill("dialog [name=name]", "Dario");
        await page.check("dialog input[value=announce]");
        await page.click("dialog button[value=yes]");
        await shows(page, "[data-side=black] p", "Dario assists Black: announces the moves.");
    });

    test("the checklist of a game: at the desk, ticked, told to others, undone, printed", async () => {
        const game = await hall.game({
            mode: "tournament",
            options: { vision: "black:blind" },
            names: { white: "Elena", black: "Fabio", event: "" },
        });
        const desk = await open(await person({ viewport: DESK }), hall.port, `/desk#${hall.key}`);
        const tile = desk.locator(".tile:has-text('Elena')");
        await tile.locator("a:has-text('Checklist')").click();
        await desk.waitForSelector("body[data-ready]");
        await shows(desk, "#title", "Games with visually impaired players");
        const all = await desk.locator(".checklist li").count();
        await shows(desk, "#count", `0 of ${all} seen to`);
        await isWell(desk, "the checklist");
        await desk.focus("#point-board");
        await desk.keyboard.press("Space");
        await shows(desk, "#count", `1 of ${all} seen to`);
        await shows(desk, "li:has(#point-board) .done", "the desk");
        same(
            await desk.evaluate(() => document.activeElement?.id),
            "point-board",
            "the focus stays",
        );
        await says(desk, /1 of/);
        const phone = await open(
            await person({ viewport: SMALL, locale: "it-IT" }),
            hall.port,
            `/checklist#${game.tokens.arbiter}`,
        );
        await shows(phone, "#count", `1 su ${all} fatti`);
        await shows(phone, "li:has(#point-board) .done", "il tavolo dell'arbitro");
        await phone.check("#point-words");
        await shows(phone, "li:has(#point-words) .done", "l'arbitro");
        await isWell(phone, "the checklist on a phone");
        await phone.click("#undo");
        await shows(phone, "#count", `1 su ${all} fatti`);
        same(await phone.isChecked("#point-words"), false, "taken back");
        await phone.emulateMedia({ media: "print" });
        same(await phone.locator("#head").isVisible(), false, "no head on paper");
        same(await phone.locator("#point-board").isVisible(), true, "the points are");
        same(
            (await hall.ask("/api/checklist", { key: game.tokens.arbiter })).points.filter(
                (/** @type {any} */ one) => one.done,
            ).length,
            1,
            "kept by the hall",
        );
    });
}
