/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_PROOF_H
#define ARBITRO_CLI_PROOF_H
/*
 * What `dead` and `canwin` share: the question that they ask of positions, and how the answer is
 * told.
 */
#include "arbitro/fen.h"
#include "arbitro/proof.h"
#include "cli/cli.h"

/* A question that can be asked of any number of positions. */
typedef struct arb_question {
    const arb_cli *cli;
    bool dead;                  /* is the position dead? Otherwise: can `side` still mate? */
    arb_colour side;            /* only when it is not `dead` */
    bool witness;               /* the line or the reason is to be told as well */
    const arb_letters *letters; /* of the positions that are read */
    arb_effort effort;
} arb_question;

/* Fills `out` with the answer for one position. From any thread. */
void arb_question_ask(arb_proof_answer *out, const arb_question *question, const arb_pos *pos);

/*
 * Prints the answer: the verdict and, where a witness is wanted, `separator` and the line or the
 * reason; or an object of JSON. Returns yes or no as the verdict is.
 */
arb_exit arb_question_tell(const arb_question *question, const arb_pos *pos,
                           const arb_proof_answer *answer, char separator);

/*
 * The option --batch: answers `question` for every line of the file `path`, or of standard input
 * for "-", in their order and with constant memory. Empty lines and those that begin with # are
 * passed over; a line that is no position gives an error in its place, and the exit status is then
 * ARB_EXIT_BAD. Whoever writes a line into a pipe and waits gets its answer, whatever the number of
 * threads.
 */
arb_exit arb_proof_batch(const arb_question *question, const char *path, unsigned threads);

#endif
