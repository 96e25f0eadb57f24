/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_VECTORS_H
#define ARBITRO_TEST_VECTORS_H
/*
 * What the library says of a row of tests/vectors, as text; what the kinds of rows are stands at
 * the top of those files.
 */
#include <stdbool.h>
#include <stddef.h>

enum { VECTOR_TEXT_MAX = 1024 };

/* What comes out, cut off at VECTOR_TEXT_MAX; `given` and `further` are columns of the row. */
typedef void vector_judge(char out[VECTOR_TEXT_MAX], const char *given, const char *further);

/* Who judges this kind; NULL when nobody does. */
vector_judge *vector_judge_of(const char *kind);

/* vectors_games.c */
vector_judge vector_pgn, vector_pgnsum, vector_told, vector_report;

/* Adds to what is there, after a blank unless that is nothing. */
void vector_add(char out[VECTOR_TEXT_MAX], const char *text);

#endif
