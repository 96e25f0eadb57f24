/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_RELAYING_H
#define ARBITRO_TESTS_RELAYING_H
/* The program `arbitro relay`, what it says, and what it is given. ARB_PROGRAM names the program.
 */
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "support/hall/hall.h"

enum { RELAYING_ROOM = 1 << 16 };

typedef struct relay {
    pid_t pid;
    int out;
    char said[RELAYING_ROOM];
    size_t size;
} relay;

/* Starts it with these words up to NULL, in English. */
void relay_start(relay *r, const char *const *words);

/* Reads on until it has said this; false when it ends before, or that takes too long. */
bool relay_says(relay *r, const char *text);

/* Waits for its end; the exit status, -1 when it was killed. All that it said is there then, and
 * the token of the tests is no part of it. */
int relay_end(relay *r);

/* A file with this text. */
void relay_write(const char *path, const char *text);

/* Round `number` of the event "Club" in the hall of the fixture, with so many boards, of which the
 * first has begun; the seats of that one. And the event is published as "club". */
seats relay_round(unsigned number, unsigned boards);

/* The same with boards that begin with another number. */
seats relay_round_of(unsigned number, unsigned first_board, unsigned last_board);

void relay_publish(void);

#endif
