/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_REMARKS_H
#define ARBITRO_CLI_REMARKS_H
/* What a sheet says needlessly or wrongly, by names for programs and in warnings for people. */
#include "cli/playthrough.h"

/* A place in a text, found by going on from the one before: a sheet may hold many remarks. */
typedef struct arb_remark_place {
    size_t at;           /* in bytes */
    size_t line, column; /* from 0 */
} arb_remark_place;

/* The names of the remarks on the last move, or NULL when there is no memory. */
json_t *arb_remarks_names(const arb_playthrough *replay);

/*
 * Warns of the remarks on the last move, which is legal. The place begins as zeros and is that of
 * the last warning; what the Laws leave to the player gives none.
 */
void arb_remarks_warn(const arb_cli *cli, const arb_playthrough *replay, arb_remark_place *place);

#endif
