/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STORE_LIBPQ_LATE_H
#define ARBITRO_STORE_LIBPQ_LATE_H
/*
 * libpq, loaded when a database of PostgreSQL is named and not before: with it come thirty other
 * libraries, for which every command would wait four times as long as for the rest of its start.
 */
#include <stdbool.h>

/* Loads libpq if that is still to be done; false: this machine has none that fits. */
bool arb_libpq_load(void);

#endif
