/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_DOORS_H
#define ARBITRO_TESTS_DOORS_H
/*
 * Every way in which somebody who only looks on, or nobody at all, can ask a hall for a game: all
 * routes of its table, with what they can be asked, and the files of the feed.
 */
#include "support/hall/hall.h"

/* A published game, and what must not be found in any answer: texts up to NULL. */
typedef struct doors {
    const seats *game;
    const char *slug; /* under which it is published, as board 1 of round 1 */
    const char *const *secrets;
} doors;

/* Asks everywhere, as a spectator and as a stranger; asserts that none of it is told. Returns how
 * many answers there were with a status of 200. */
unsigned doors_assert_silent(const hall *h, const doors *d);

#endif
