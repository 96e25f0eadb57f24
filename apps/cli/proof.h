/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_PROOF_H
#define ARBITRO_CLI_PROOF_H
/*
 * What `dead` and `canwin` share: the question that they ask of positions, and how the answer is
 * told.
 */
#include "arbitro/fen.h"
#include "arbitro/proof.h"
#include "cli/answer.h"

/* A question that can be asked of any number of positions. */
typedef struct arb_question {
    const arb_cli *cli;
    bool dead;                  /* is the position dead? Otherwise: can `side` still mate? */
    arb_colour side;            /* only when it is not `dead` */
    bool witness;               /* the line or the reason is to be told as well */
    bool pgn;                   /* nothing but games: the line, or none and the reason */
    bool certificate;           /* of a no all that it rests on is to be told */
    const arb_letters *letters; /* of the positions that are read */
    arb_effort effort;
} arb_question;

/*
 * Adds the answer for one position: the verdict and, where a witness is wanted, `separator` and the
 * line or the reason; or an object of JSON. Returns yes or no as the verdict is. From any thread.
 */
arb_exit arb_question_answer(arb_answer *to, const arb_question *question, const arb_pos *pos,
                             const char *separator);

/* Was a mate found? Then the position is not dead, or the side can win. */
bool arb_question_has_mate(const arb_question *question, const arb_proof_answer *answer);

/* How many moves of the line there are in the answer. */
size_t arb_proof_line_size(const arb_proof_answer *answer);

/* The answer as a game in PGN: the moves to the mate, or none and the reason as a comment. */
void arb_proof_pgn(arb_answer *to, const arb_question *question, const arb_pos *pos,
                   const arb_proof_answer *answer);

/* The certificate of each side that cannot mate, as lines; docs/CERTIFICATES.md. */
void arb_proof_certificates(arb_answer *to, const arb_question *question, const arb_pos *pos);

/* The same as a list of objects; NULL when there is no memory for it. */
json_t *arb_proof_certificates_json(const arb_question *question, const arb_pos *pos);

#endif
