/* SPDX-License-Identifier: MIT */
/* The pages in a real browser against the real program. One argument chooses tests by name. */
import { accessTests } from "./access.js";
import { attackTests } from "./attacks.js";
import { conductTests } from "./conduct.js";
import { closeContexts, complaints, launch, quit } from "./browser.js";
import { doorTests } from "./door.js";
import { faultTests } from "./faults.js";
import { frontTests } from "./front.js";
import { gameTests } from "./games.js";
import { Hall } from "./hall.js";
import { handlingTests } from "./handling.js";
import { lawTests } from "./laws.js";
import { lookingTests } from "./looking.js";
import { phoneTests } from "./phones.js";
import { runTests, same, test } from "./tap.js";

const hall = new Hall();
await hall.start();
await launch();
gameTests(hall);
frontTests(hall);
lawTests(hall);
conductTests(hall);
faultTests(hall);
doorTests(hall);
handlingTests(hall);
lookingTests(hall);
phoneTests(hall);
accessTests(hall);
attackTests(hall);
test("no page complained", () => same(complaints, []));
await runTests({ timeout: 45000, after: closeContexts });
await quit();
await hall.close();
process.exit();
