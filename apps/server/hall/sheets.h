/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_SHEETS_H
#define ARBITRO_SERVER_SHEETS_H
/* The scoresheets of a table (Article 8). */
#include "server/hall/api.h"

/* Do the regulations say that sheets are kept, and watched? */
bool arb_table_keeps_sheets(const arb_table *table);

/*
 * How the sheets of the players stand, for those who watch: `white` and `black` with `state`, `gap`
 * (the first half-move that is missing) and `must` (record, 8.4), and `part`, the half-move at
 * which two sheets first differ. null where nobody keeps any.
 */
json_t *arb_api_sheets(const arb_table *table);

/* claim_found.c: what was found on the claim of a draw that was made last; null without one. */
json_t *arb_api_claim_found(const arb_table *table);

#endif
