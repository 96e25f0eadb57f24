/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_TERMS_H
#define ARBITRO_CLI_TERMS_H
/*
 * The parts of `arbitro terms`: positions (cmd_terms.c) and games (terms_games.c), and how what is
 * seen is put into words (terms_text.c), for `explain` as well.
 */
#include "arbitro/terms.h"
#include "cli/answer.h"

/* What the user asked for. */
typedef struct arb_terms_cmd {
    const arb_cli *cli;
    const bool *wanted; /* by kind; NULL: what is usual */
    const arb_args *args;
} arb_terms_cmd;

/* Makes one who looks for terms, and has the proofs of dead positions. `doubted`, which must live
 * as long, is set when the last position asked about was neither proved dead nor the contrary. */
ARB_MUST_USE arb_err arb_terms_begin(arb_terms **out, bool *doubted);

/* Adds "absolute pin: Bb5 pins Nc6, ...", with the letters of the language. */
void arb_terms_add_text(arb_answer *to, const arb_sighting *seen, const arb_pos *pos,
                        arb_lang lang);

/* The same as an object; `sequence` NULL: of a position alone. NULL: no memory. */
json_t *arb_terms_json(const arb_sighting *seen, const arb_pos *pos, const arb_sequence *sequence,
                       arb_lang lang);

/* Files of games. */
arb_exit arb_terms_games(const arb_terms_cmd *cmd);

/* The names of what can be seen, for help. */
void arb_terms_help(arb_lang lang);

#endif
