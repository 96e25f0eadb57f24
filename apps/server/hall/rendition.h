/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_RENDITION_H
#define ARBITRO_SERVER_RENDITION_H
/*
 * Answers that hold a whole game, such as its JSON, its PGN or its case. Of a long game the clerks
 * write them, beside the loop. Meanwhile the game may be looked at by others, and takes no step.
 */
#include "server/hall/api.h"

typedef struct arb_rendition {
    arb_judges_job job; /* first */
    arb_table *table;
    arb_http_exchange *exchange;
    arb_seat seat;
    int64_t now_ms;
    bool present[ARB_COLOUR_COUNT];
    unsigned spectators;
    arb_buf out; /* what is written */
    arb_err err;

    arb_err (*write)(struct arb_rendition *rendition);   /* perhaps in a thread of the clerks */
    void (*give)(const struct arb_rendition *rendition); /* loop's thread, when all is well */
} arb_rendition;

/* Makes a rendition, whose two functions the caller then sets; NULL, after an answer, without
 * memory. Or one that is the first member of something larger, whose rest is zeros.
 */
arb_rendition *arb_rendition_new(const arb_api_call *call);
arb_rendition *arb_rendition_sized(const arb_api_call *call, size_t size);

/* Writes and gives, at once or later. */
void arb_rendition_begin(arb_rendition *rendition);

/* api_case.c: gives what was written as a file, to be kept. */
void arb_api_give_file(const arb_rendition *rendition, const char *type, const char *ending);

#endif
