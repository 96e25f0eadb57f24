/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_PAIR_H
#define ARBITRO_TEST_PAIR_H
#include <stdbool.h>

/*
 * Two PostgreSQL in a temporary folder: a primary, and a synchronous standby that has every commit
 * before it is answered. When the primary is killed the standby is promoted; the former primary is
 * then made a standby of it, from a fresh copy.
 */

/* Starts both; the address names both, and leads to whichever takes writes. */
const char *pair_address(void);

/* Of the standby alone, which may be behind while it does not replay what it has. */
const char *pair_standby(void);
void pair_replay(bool replays);

/* Kills the primary with all its processes. */
void pair_kill(void);

/* Stops all of them where they are: their connections stay open, and nobody answers any more, as
 * when a machine is gone. */
void pair_freeze(void);

/* Lets them go on. */
void pair_thaw(void);

/* Makes a primary of the standby; makes the other one its standby, and waits until it is. */
void pair_promote(void);
void pair_restore(void);

/* Ends all connections to the primary. */
void pair_cut(void);

#endif
