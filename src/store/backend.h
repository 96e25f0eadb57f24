/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STORE_BACKEND_H
#define ARBITRO_STORE_BACKEND_H
/* The databases that can carry a store; see backend.def. */
#include "store/store.h"

/* Which games are read. */
typedef struct arb_store_choice {
    uint64_t after, last; /* ids: after < id <= last */
    bool only_open;
    size_t limit;
} arb_store_choice;

typedef struct arb_store_backend {
#define OPERATION(result, name, ...) result (*name)(__VA_ARGS__);
#include "store/backend.def"
#undef OPERATION
} arb_store_backend;

extern const arb_store_backend arb_store_sqlite;

#endif
