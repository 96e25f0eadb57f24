/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_PROBLEMS_H
#define ARBITRO_TESTS_PROBLEMS_H
/* Problems that the hall solves: asked for, and what its streams tell of them. */
#include "support/hall/hall.h"

enum { PROBLEM_SOON_MS = 5000 };

#define PROBLEM_BLOCK "8/8/8/N7/8/7P/p1K5/k1n5"
#define PROBLEM_ASK(stipulation, position)                                                         \
    "{\"stipulation\":\"" stipulation "\",\"position\":\"" position                                \
    "\",\"set\":true,\"tries\":true}"

/* Sends it and does not wait; from an address of this machine, NULL for any, and with further lines
 * of the head. */
client problem_begin(const hall *h, const char *from, const char *lines, const char *body);

/* The status of its answer; a stream stays open. */
unsigned problem_status(client *c);

/* What a stream told, event by event: "solution" and "end" as they are, all "nodes" as one list,
 * all themes, and how often the others came. */
typedef struct told {
    json_t *solution, *nodes, *themes, *end;
    unsigned waiting, progress;
    size_t bytes, longest;
} told;

/* Reads all of the answer, up to the end of the stream; closes the client. */
told problem_listen(client *c);

/* Both at once. */
told problem_solve(const hall *h, const char *body);

void told_clear(told *t);

const char *told_verdict(told *t);

/* The first node of this kind, by the text of its move, NULL for any; and how many there are. */
json_t *told_node(told *t, const char *kind, const char *move);
unsigned told_count(told *t, const char *kind);

/*
 * Asserts that the library reaches every position by reading the moves that were told, and that the
 * squares that were told are those that change.
 */
void told_assert_playable(told *t);

/* Asserts that themes have names, and are shown by moves that are told. */
void told_assert_themes(told *t);

#endif
