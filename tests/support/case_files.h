/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_CASE_FILES_H
#define ARBITRO_TEST_CASE_FILES_H
/* The games of all cases below the folder of the test data, event by event. */
#include "arbitro/case.h"

typedef struct case_files_calls {
    void (*begin)(void *user, arb_game *game); /* the game is `begin`'s from then on; or NULL */
    void (*after)(void *user, arb_game *game, const char *name); /* its beginning, and each event */
    void *user;
} case_files_calls;

/* Plays them all. What cannot be read fails the test. */
void case_files_play(const case_files_calls *calls);

#endif
