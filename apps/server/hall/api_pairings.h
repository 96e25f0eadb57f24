/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_API_PAIRINGS_H
#define ARBITRO_SERVER_API_PAIRINGS_H
/* Pairings out of a request, and what is said of them. */
#include "server/hall/hall_internal.h"
#include "server/hall/pairings.h"

/* Reads the list that the body has; false, after an answer, when it cannot be understood. */
bool arb_api_read_pairings(arb_pairings *out, const arb_api_call *call, const json_t *body);

/* The group of all its boards; NULL when there is none, or several. */
const char *arb_api_group(const arb_pairings *pairings);

/* Who has no opponent, and what may be a slip. */
json_t *arb_api_byes(const arb_pairings *pairings);
json_t *arb_api_slips(const arb_pairings *pairings);

#endif
