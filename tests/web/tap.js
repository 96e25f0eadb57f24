/* SPDX-License-Identifier: MIT */
/* A few lines of TAP, as the rest of the tests speaks it. */

/** @type {{name: string, run: () => unknown}[]} */
const tests = [];

/** @param {string} name @param {() => unknown} run */
export function test(name, run) {
    tests.push({ name, run });
}

/** @param {unknown} condition @param {string} [what] */
export function check(condition, what = "condition") {
    if (!condition) throw new Error(`not so: ${what}`);
}

/** @param {unknown} found @param {unknown} wanted @param {string} [what] */
export function same(found, wanted, what = "value") {
    const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
    if (a !== b) throw new Error(`${what}: wanted ${b}, found ${a}`);
}

/**
 * Runs one test, and tells why it failed.
 * @param {() => unknown} run
 * @param {number} timeout in milliseconds
 * @returns {Promise<string>} empty when it passed
 */
async function reasonOf(run, timeout) {
    /** @type {NodeJS.Timeout|undefined} */
    let timer;
    const late = new Promise((_, fail) => {
        timer = setTimeout(() => fail(new Error(`no end after ${timeout} ms`)), timeout);
    });
    try {
        await Promise.race([run(), late]);
        return "";
    } catch (error) {
        return String(error instanceof Error ? error.stack : error);
    } finally {
        clearTimeout(timer);
    }
}

/** @param {string} text */
const comment = (text) => console.log(text.replace(/^/gm, "# "));

/**
 * Runs what was registered, one after the other, and sets the exit status: 3 when something failed,
 * which 1, a broken program, is not.
 * @param {{wanted?: string, timeout: number, tries?: number, after?: () => Promise<void>}} options
 *     a part of the names that are chosen, all otherwise; time in milliseconds for each; how often a
 *     test may be tried, where the machine may be at fault: what passes later only is told
 */
export async function runTests({ wanted, timeout, tries = 1, after }) {
    const chosen = wanted ? tests.filter(({ name }) => name.includes(wanted)) : tests;
    let failed = 0;
    console.log(`1..${chosen.length}`);
    for (const [i, { name, run }] of chosen.entries()) {
        const began = Date.now();
        let reason = "";
        for (let n = 1; n <= tries; n++) {
            if (n > 1) comment(`tried again: ${name}\n${reason}`);
            reason = await reasonOf(run, timeout);
            await after?.();
            if (!reason) break;
        }
        if (!reason) {
            console.log(`ok ${i + 1} - ${name} # ${((Date.now() - began) / 1000).toFixed(1)} s`);
            continue;
        }
        failed++;
        console.log(`not ok ${i + 1} - ${name}`);
        comment(reason);
    }
    process.exitCode = failed === 0 ? 0 : 3;
}
