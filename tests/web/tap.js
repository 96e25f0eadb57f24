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
 * Runs what was registered, one after the other, and sets the exit status: 3 when something failed,
 * which 1, a broken program, is not.
 * @param {{wanted?: string, timeout: number, after?: () => Promise<void>}} options
 *     a part of the names that are chosen, all otherwise; time in milliseconds for each
 */
export async function runTests({ wanted, timeout, after }) {
    const chosen = wanted ? tests.filter(({ name }) => name.includes(wanted)) : tests;
    let failed = 0;
    console.log(`1..${chosen.length}`);
    for (const [i, { name, run }] of chosen.entries()) {
        const began = Date.now();
        /** @type {NodeJS.Timeout|undefined} */
        let timer;
        try {
            await Promise.race([
                run(),
                new Promise((_, fail) => {
                    timer = setTimeout(
                        () => fail(new Error(`no end after ${timeout} ms`)),
                        timeout,
                    );
                }),
            ]);
            console.log(`ok ${i + 1} - ${name} # ${((Date.now() - began) / 1000).toFixed(1)} s`);
        } catch (error) {
            failed++;
            console.log(`not ok ${i + 1} - ${name}`);
            console.log(String(error instanceof Error ? error.stack : error).replace(/^/gm, "# "));
        } finally {
            clearTimeout(timer);
        }
        await after?.();
    }
    process.exitCode = failed === 0 ? 0 : 3;
}
