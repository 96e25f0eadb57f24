/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_CASE_GAME_H
#define ARBITRO_TEST_CASE_GAME_H
/* Games from the text of a case, for tests that look at the state which comes out. */
#include "arbitro/case.h"

typedef struct case_game {
    arb_case_header header;
    arb_game *game;
    arb_verdict verdict; /* of the last event */
    bool any;            /* there was an event */
} case_game;

/*
 * Judges the only case of `text`, without its expectations. ARB_NOMEM when `mem` has none left;
 * then there is nothing to free. A text that cannot be read fails the test.
 */
arb_err case_game_new(case_game *out, const arb_mem *mem, const char *text, size_t size);

/* The same with the memory of the system; fails the test when it cannot. */
case_game case_game_of(const char *text);

/* Judges one more event, such as "+5 white press", which fails the test when it cannot be read. */
void case_game_event(case_game *it, const char *line);

void case_game_free(case_game *it);

/*
 * Is the expectation met, such as "turn white"? `found`, room for 512 bytes, says what was found.
 * Words that cannot be read fail the test.
 */
bool case_game_meets(char found[512], const case_game *it, const char *expectation);

/* Fails the test, with what was found, unless it is met. */
void case_game_assert_met(const case_game *it, const char *expectation);

#endif
