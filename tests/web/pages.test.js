/* SPDX-License-Identifier: MIT */
/* The pages in a real browser against the real program. One argument chooses tests by name, or a half of them. */
import { accessTests } from "./access.js";
import { announcingTests } from "./announcing.js";
import { arbiterTests } from "./arbiter.js";
import { attackTests } from "./attacks.js";
import { blindTests } from "./blind.js";
import { frameTests, overlayTests, wallTests } from "./boards.js";
import { leavingTests, manyFramesTests } from "./boards_many.js";
import { namesTests } from "./boards_names.js";
import { wholeTests } from "./boards_whole.js";
import { conductTests } from "./conduct.js";
import { closeContexts, complaints, launch, quit } from "./browser.js";
import { deskTests } from "./desk.js";
import { publishingTests } from "./publishing.js";
import { doorTests } from "./door.js";
import { envelopeTests } from "./envelopes.js";
import { faultTests } from "./faults.js";
import { frontTests } from "./front.js";
import { gameTests } from "./games.js";
import { Hall } from "./hall.js";
import { handlingTests } from "./handling.js";
import { hearingTests } from "./hearing.js";
import { lawTests } from "./laws.js";
import { loadingTests } from "./loading.js";
import { lookingTests } from "./looking.js";
import { phoneTests } from "./phones.js";
import { problemTests } from "./problems.js";
import { roundTests } from "./rounds.js";
import { paperTests } from "./paper.js";
import { sheetTests } from "./sheets.js";
import { stallingTests } from "./stalling.js";
import { runTests, same, test } from "./tap.js";

/* Most of a test is waiting: two halves, each with a hall and a browser, take half the time. */
const HALVES = [
    [
        gameTests,
        frontTests,
        lawTests,
        conductTests,
        arbiterTests,
        roundTests,
        deskTests,
        publishingTests,
        doorTests,
        blindTests,
        wallTests,
        leavingTests,
        wholeTests,
    ],
    [
        faultTests,
        handlingTests,
        hearingTests,
        lookingTests,
        phoneTests,
        accessTests,
        attackTests,
        loadingTests,
        paperTests,
        sheetTests,
        envelopeTests,
        problemTests,
        announcingTests,
        frameTests,
        overlayTests,
        manyFramesTests,
        namesTests,
        stallingTests,
    ],
];
const half = /^--half=([12])$/.exec(process.argv[2] ?? "");

const hall = new Hall();
await hall.start();
await launch();
for (const tests of half ? HALVES[Number(half[1]) - 1] : HALVES.flat()) tests(hall);
test("no page complained", () => same(complaints, []));
await runTests({
    wanted: half ? "" : process.argv[2],
    timeout: 45000,
    tries: 2 /* a busy machine makes a finger's swipe slow enough to be another gesture */,
    after: closeContexts,
});
await quit();
await hall.close();
process.exit();
