/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_HALL_FIXTURE_H
#define ARBITRO_TESTS_HALL_FIXTURE_H
/*
 * What a test of the hall begins and ends with: cmocka, the hall of the test at hand, and in it,
 * where the test wants one, a game that goes on.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hall/live.h"

extern hall h;
extern live live_game;

/* Opens a hall, or the one that was stopped again; NULL: without limits for who asks too often. */
void fixture_start(const arb_hall_config *config);

/* Lets a game go on there. */
void fixture_play(void);

/* For cmocka: such a hall; one whose database is on no disk; the program itself, without an engine;
 * a hall in which a game goes on. */
extern const char *const no_engine[];
int fixture_hall(void **state);
int fixture_hall_in_memory(void **state);
int fixture_program(void **state);
int fixture_game(void **state);

/* Ends everything, and asserts that the hall ends well. */
int fixture_close(void **state);

#define FIXTURE_TEST(f, setup) cmocka_unit_test_setup_teardown(f, setup, fixture_close)

/* A game of this JSON that the arbiter has started. NULL is a tournament of 90 minutes. */
seats started(const char *body);

/* A stream of this seat on which the start of the game has come. */
client starting(const char *token);

/* Requests of this machine come from a proxy: what it says of their addresses is believed. */
void fixture_behind_proxy(arb_hall_config *config);

/* The desk asks, with this body, which is given up. Returns the status, and in `out`, unless it is
 * NULL, the answer. */
unsigned fixture_post(json_t **out, const char *path, json_t *body);

/* Makes a game of this JSON, fills its links, and gives the code of a seat. */
char *code_of(char out[16], const char *body, const char *seat, seats *s);

#endif
