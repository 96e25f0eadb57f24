/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_PROOF_BATCH_H
#define ARBITRO_CLI_PROOF_BATCH_H
/* Many positions, one a line: the option --batch of `dead` and `canwin`. */
#include "cli/proof_arg.h"

enum { ARB_PROOF_BATCH_THREADS_MAX = 256 };

/*
 * Answers `question` for every line of the file `path`, or of standard input for "-", in their
 * order and with constant memory. Empty lines and those that begin with # are passed over; a line
 * that is no position gives an error in its place, and the exit status is then ARB_EXIT_BAD.
 * Whoever writes a line into a pipe and waits gets its answer, whatever the number of threads.
 */
arb_exit arb_proof_batch(const arb_question *question, const char *path, unsigned threads);

#endif
