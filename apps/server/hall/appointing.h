/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_APPOINTING_H
#define ARBITRO_SERVER_APPOINTING_H
/*
 * A player names an assistant (Laws 4.9, 6.2.6, 8.1.6, D.2.10, D.2.11). The journal has his tasks;
 * his name stands with the people, where it can be erased. Both are durable together. When it is
 * somebody else than before, the links of the former open nothing from then on.
 */
#include "server/hall/fresh.h"

typedef struct arb_appointing arb_appointing;

/* NULL without memory. */
arb_appointing *arb_appointing_new(const arb_table *table, arb_colour player, const char *name);
void arb_appointing_free(arb_appointing *appointing);

/* In the committer's thread, in the batch of the event. */
ARB_MUST_USE arb_store_err arb_appointing_store(arb_appointing *appointing, arb_store *store);

/* It is durable. ARB_NOMEM. */
ARB_MUST_USE arb_err arb_appointing_take(arb_appointing *appointing, arb_table *table);

/* Reads the words of an `appoint`: the name, to be freed, and in `out` the same words without it.
 * ARB_SYNTAX when they cannot be read, ARB_NOMEM; then there is no name. */
ARB_MUST_USE arb_err arb_appointing_read(char **name, arb_buf *out, const arb_table *table,
                                         const char *text, size_t size);

#endif
