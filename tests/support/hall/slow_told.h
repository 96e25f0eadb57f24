/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_SLOW_TOLD_H
#define ARBITRO_TESTS_SLOW_TOLD_H
/* Events, moves and what a seat can do, as it is told them, as trees of jansson that are built
 * member by member: the second opinion on what the hall writes as text. */
#include "server/hall/hall_internal.h"

json_t *slow_entry(const arb_table *table, size_t index, arb_seat seat);
json_t *slow_own(const arb_table *table, arb_seat seat);
json_t *slow_last_move(const arb_table *table, arb_seat seat);

#endif
