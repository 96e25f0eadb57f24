/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_HALL_PROGRAM_H
#define ARBITRO_TESTS_HALL_PROGRAM_H
/* Other commands of the program, such as `arbitro store`, on the database of a hall. */

/* What it said last, on both channels. */
extern char said[1 << 16];

/* Runs the program with these words, up to NULL; returns its exit status. */
int program_run(const char *const *words);

#define RUN(...) program_run((const char *const[]){ "store", __VA_ARGS__, NULL })

#endif
