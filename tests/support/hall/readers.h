/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_READERS_H
#define ARBITRO_TESTS_READERS_H
/* Programs by other people, which read what the hall gives without a complaint: pgn-extract,
 * Python. */

/* Asserts that there are so many games in the text; `folder` is for a file of it. */
void readers_take_pgn(const char *folder, const char *text, unsigned games);

/* Asserts that it is JSON in UTF-8. */
void readers_take_json(const char *folder, const char *text);

#endif
