/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_HELPER_H
#define ARBITRO_CLI_HELPER_H
/*
 * Another program that does a piece of work: espeak-ng speaks, lou_translate knows the Braille of
 * many languages. None of them is needed; where one is not installed, that is said.
 */
#include "arbitro/buf.h"
#include "cli/cli.h"

/*
 * Runs a program with `text` as its input. `words` ends with NULL; the first is its name, looked
 * for in PATH. `out`, unless it is NULL, gets what it prints. Returns ARB_EXIT_BAD after a
 * complaint when it is not installed or does not succeed.
 */
arb_exit arb_helper_run(const arb_cli *cli, const char *const *words, const char *text, size_t size,
                        arb_buf *out);

#endif
