/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_PROOF_ARG_H
#define ARBITRO_CLI_PROOF_ARG_H
/*
 * What `dead` and `canwin` share: their options, the question that they ask of a position, and how
 * the answer is told.
 */
#include "arbitro/fen.h"
#include "arbitro/proof.h"
#include "cli/cli.h"

/* The options of both commands, in the order of their table. */
enum {
    ARB_PROOF_ARG_WITNESS,
    ARB_PROOF_ARG_BATCH,
    ARB_PROOF_ARG_THREADS,
    ARB_PROOF_ARG_NODES,
    ARB_PROOF_ARG_LETTERS,
    ARB_PROOF_ARG_COUNT
};
extern const arb_args_option arb_proof_arg_options[ARB_PROOF_ARG_COUNT];

/* A question that can be asked of any number of positions. */
typedef struct arb_question {
    const arb_cli *cli;
    bool dead;                  /* is the position dead? Otherwise: can `side` still mate? */
    arb_colour side;            /* only when it is not `dead` */
    bool witness;               /* the line or the reason is to be told as well */
    const arb_letters *letters; /* of the positions that are read */
    arb_effort effort;
} arb_question;

/*
 * Asks `question`, whose first three fields are filled, about the position `fen`, or about all
 * those that --batch names when `fen` is NULL. The other fields follow from the options.
 */
arb_exit arb_proof_arg_run(arb_question *question, const arb_args *args, const char *fen);

/* Fills `out` with the answer for one position. From any thread. */
void arb_question_ask(arb_proof_answer *out, const arb_question *question, const arb_pos *pos);

/*
 * Prints the answer: the verdict and, where a witness is wanted, `separator` and the line or the
 * reason; or an object of JSON. Returns yes or no as the verdict is.
 */
arb_exit arb_question_tell(const arb_question *question, const arb_pos *pos,
                           const arb_proof_answer *answer, char separator);

#endif
