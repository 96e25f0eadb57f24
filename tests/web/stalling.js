/* SPDX-License-Identifier: MIT */
/* The database does not answer for a while: pages say so, clocks stand, and then all goes on. */
import { click, isInSight, moves, says, shows } from "./browser.js";
import { playAll, sitDown } from "./games.js";
import { Hall } from "./hall.js";
import { Postgres, postgresPrograms } from "./postgres.js";
import { check, same, test } from "./tap.js";

const SMALL = { width: 360, height: 640 };

/** What both clocks show. @param {any} page @returns {Promise<string>} */
const shown = async (page) => (await page.locator(".clock .digits").allTextContents()).join(" ");

export function stallingTests() {
    if (!postgresPrograms()) return;
    test("the database is away: both languages say so, clocks stand, and the game goes on", async () => {
        const database = new Postgres();
        const hall = new Hall(database.address);
        await database.start();
        await hall.start();
        const game = await hall.game({ time: "600" });
        const [white, black] = await sitDown(
            hall,
            game,
            { viewport: SMALL },
            { viewport: SMALL, locale: "it-IT" },
        );
        await playAll([white, black], ["e2e4", "e7e5"]);
        database.stand();
        await shows(white, "#status", "The database does not answer. The clocks stand");
        await shows(black, "#status", "Il database non risponde. Gli orologi restano fermi");
        check(await isInSight(white, "#status"), "in sight on a small phone");
        check(await isInSight(black, "#status"), "in sight on a small phone, in Italian");
        if (process.env.ARB_WEB_PICTURES) {
            await white.screenshot({ path: `${process.env.ARB_WEB_PICTURES}/stalled-en.png` });
            await black.screenshot({ path: `${process.env.ARB_WEB_PICTURES}/stalled-it.png` });
        }
        const before = await shown(white);
        await new Promise((later) => setTimeout(later, 2500));
        same(await shown(white), before, "clocks stand on the page");
        check(/\d/.test(before), `and show something: ${before}`);
        await click(
            white,
            "g1f3",
        ); /* it is not acknowledged: whoever makes it is told, and it is taken back */
        await says(white, /nothing is acknowledged until it does/);
        await moves(white, 2);
        database.goOn();
        await shows(white, "#status", /^(?!.*database)/);
        await shows(black, "#status", /^(?!.*database)/);
        await playAll([white, black], ["g1f3", "d7d6"], 2);
        await hall.close();
        database.close();
    });
}
