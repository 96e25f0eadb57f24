/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_RECEIVER_H
#define ARBITRO_TESTS_RECEIVER_H
/*
 * A broadcast as the big ones are, for what they are known to do: it fetches files of games, with
 * five seconds for an answer, follows nobody elsewhere, takes nothing but 200, reads text without a
 * character set as Latin-1, throws the whole file away when one game in it is empty, and finds the
 * boards again by the FIDE numbers of both players, else by their names, else by their place. Or it
 * waits for pushes, at most a hundred games each, with a token, in a process of its own.
 */
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { RECEIVER_GAMES = 256, RECEIVER_NAME = 128, RECEIVER_MOVES = 512, RECEIVER_SCRIPT = 16 };

/* A board as the broadcast shows it. */
typedef struct received {
    char white[RECEIVER_NAME], black[RECEIVER_NAME], ids[2][16], round[16], result[8];
    char clocks[2][16];         /* WhiteClock, BlackClock */
    char moves[RECEIVER_MOVES]; /* with blanks between them */
    unsigned count, clocked;    /* moves; those with a clock */
} received;

/* Everything that it knows; in memory that processes share, where one waits for pushes. */
typedef struct board_list {
    atomic_uint count;
    received games[RECEIVER_GAMES];
} board_list;

/* Reads a file of games into the list. NULL, or why it is thrown away as a whole. */
const char *receiver_take(board_list *to, const char *text, size_t size);

/* Fetches /live/... of a hall by these rules; NULL, or why there is nothing to show. The file, when
 * there was one, stays in `out` until the next time; may be NULL. */
const char *receiver_fetch(board_list *to, uint16_t port, const char *path, const char **out);

/* The board of these players; NULL when there is none. */
received *receiver_find(board_list *list, const char *white);

/* ---- pushes */

/* How the next pushes are answered, each in its turn; those behind the last are taken. */
typedef enum manner {
    TAKES,
    LIMITS,
    FAILS,
    IS_SILENT,
    SENDS_ELSEWHERE,
    HANGS_UP,
    BABBLES,
    SHOWS_A_PAGE,
    REFUSES_ONE
} manner;

typedef struct broadcast {
    atomic_uint pushes, taken, misled; /* requests that came; were taken; came where we sent them */
    atomic_uint wrong;                 /* had no good token, no good type, or too many games */
    atomic_uint step;
    manner script[RECEIVER_SCRIPT];
    unsigned scripted;
    uint16_t port; /* stays the same when it is started again */
    pid_t pid;
    char why[128]; /* a file was thrown away for */
    board_list boards;
} broadcast;

#define RECEIVER_TOKEN "lip_TopSecret0123456789"

/* Makes one in shared memory, which does not run yet. */
broadcast *broadcast_new(void);
void broadcast_free(broadcast *b);

/* Begins and ends to listen; the end is sudden. */
void broadcast_start(broadcast *b);
void broadcast_kill(broadcast *b);

#endif
