/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STORE_BACKEND_H
#define ARBITRO_STORE_BACKEND_H
/* The databases that can carry a store; see backend.def. */
#include "store/inspect.h"
#include "store/lease.h"

/* Which games are read. */
typedef struct arb_store_choice {
    uint64_t after, last; /* ids: after < id <= last */
    bool only_open;
    size_t limit;
    bool strays; /* also those whose numbers were never given */
} arb_store_choice;

/* A part of a database that it checks by itself. */
typedef enum arb_store_part {
    ARB_STORE_PART_FILE, /* its pages */
    ARB_STORE_PART_KEYS, /* rows that belong to rows that are not there */
    ARB_STORE_PART_HALL, /* rows of links, people, seats, settings and of the heartbeat */
} arb_store_part;

/* What tells one database from all others; a standby is its primary. */
typedef struct arb_store_identity {
    int64_t server, number;
} arb_store_identity;

/* What is wrong, in the words of the database, and in which row. */
typedef bool arb_store_row_fn(void *user, arb_store_bytes detail, uint64_t row);

typedef bool arb_store_setting_fn(void *user, arb_store_bytes name, arb_store_bytes value);

typedef struct arb_store_backend {
#define OPERATION(result, name, ...)     result (*name)(__VA_ARGS__);
#define OPERATION_SQL(result, name, ...) result (*name)(__VA_ARGS__);
#include "store/backend.def"
#undef OPERATION_SQL
#undef OPERATION
} arb_store_backend;

extern const arb_store_backend arb_store_sqlite;
extern const arb_store_backend arb_store_postgres; /* only where there is libpq */

#endif
