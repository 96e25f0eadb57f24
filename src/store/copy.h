/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STORE_COPY_H
#define ARBITRO_STORE_COPY_H
/* A game as it stands in the store, in memory: store_copy.c makes it, store_load.c a game of it. */
#include "store/store_internal.h"

/* An event and all its texts, in one block. */
typedef struct arb_store_kept {
    struct arb_store_kept *next;
    size_t size; /* of the block */
    arb_store_event event;
} arb_store_kept;

struct arb_store_copy {
    const arb_mem *mem;
    arb_store_game game;
    char *texts; /* of the game */
    size_t texts_size;
    arb_store_kept *first, **last;
    uint32_t count;  /* of these */
    bool unfinished; /* without memory */
    arb_buf later;   /* verdicts that were found out later, a line for each event */
};

#endif
