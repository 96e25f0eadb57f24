/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_RECEIVER_H
#define ARBITRO_TESTS_RECEIVER_H
/*
 * A broadcast as the big ones are, written from what they are known to do and with nothing of the
 * program that it reads.
 *
 * It fetches: of an address it tries the address itself as games, games.pgn in it, then the
 * address, round.json and index.json in it as a list of pairings with game-N.json or game-N.pgn
 * beside it. It has five seconds for a whole answer, follows nobody elsewhere, takes nothing but
 * 200 (304 for what it has), and reads text without a character set as Latin-1. Or it waits for
 * pushes, at most a hundred games each, with a token, in a process of its own.
 *
 * It reads: games are parted by an empty line before a tag. One game without tags and moves, or
 * with a move that cannot be played, has the whole file thrown away; of a push only that game.
 * Players called "bye" or "unknown", or by one letter, have no name. Results are brought to a
 * common form; "*" on a board with a checkmate is none. Boards are found again by the FIDE numbers
 * of both players, else by both names, else, when there is neither, by their place.
 */
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    RECEIVER_GAMES = 512,
    RECEIVER_READS = 256, /* of a file that it fetches */
    RECEIVER_TAKES = 100, /* of a push */
    RECEIVER_NAME = 208,
    RECEIVER_MOVES = 512,
    RECEIVER_SCRIPT = 16
};

/* A board as the broadcast shows it. */
typedef struct received {
    char white[RECEIVER_NAME], black[RECEIVER_NAME], ids[2][16], round[16], result[8];
    char event[RECEIVER_NAME], titles[2][8], elo[2][8], teams[2][RECEIVER_NAME];
    char fen[96], variant[16];
    char clocks[2][16];         /* WhiteClock, BlackClock */
    char moves[RECEIVER_MOVES]; /* with blanks between them; the first of them, when there are many
                                 */
    unsigned count, clocked;    /* moves; those with a clock */
    int last[2];                /* seconds behind the last move of each player; -1: not told */
    int shown[2];               /* what his clock shows now: by the tag, else by that move */
    bool is_mate;
} received;

/* Everything that it knows; in memory that processes share, where one waits for pushes. */
typedef struct board_list {
    atomic_uint count;
    received games[RECEIVER_GAMES];
} board_list;

/* ---- receiver_game.c: one game */

/* Reads a game; NULL, or what is wrong with it. */
const char *receiver_read(received *out, const char *text, const char *end);

/* A result as everybody writes it: 0.5-0 is 1/2-0, "WHITEWIN" is 1-0, what is none is "*". */
const char *receiver_result(const char *text);

/* Does a broadcast that is told to show round `round` alone show this? "3" and "3.1" are round 3.
 */
bool receiver_is_of_round(const received *game, unsigned round);

/* ---- receiver.c: all of them */

/* The next game of a file without carriage returns; returns where it ends. */
const char *receiver_split(const char *at, const char *end);

/* Puts games of one file into the list, at their boards. */
void receiver_place(board_list *to, const received *all, unsigned count);

/* Reads a file of games into the list. NULL, or why it is thrown away as a whole. */
const char *receiver_take(board_list *to, const char *text, size_t size);

/* The board of these players; NULL when there is none. */
received *receiver_find(board_list *list, const char *white);

/* ---- receiver_fetch.c */

/* Fetches an address by these rules; NULL, or why there is nothing to show. The last file that was
 * read stays in `out` until the next time; may be NULL. */
const char *receiver_fetch(board_list *to, uint16_t port, const char *path, const char **out);

/* Which of its guesses led there: "games.pgn", "" for the address itself as games, "index.json"...
 */
const char *receiver_guessed(void);

/* How many of its questions were answered with 304 so far. */
unsigned receiver_spared(void);

/* ---- receiver_json.c */

/* A folder of JSON: fetches a path and gives its text, NULL when there is none. */
typedef const char *(*receiver_get)(void *user, const char *name);

/* Reads the pairings, and the games beside them; NULL, or why it is thrown away. */
const char *receiver_take_folder(board_list *to, const char *index, unsigned round,
                                 receiver_get get, void *user);

/* ---- receiver_push.c: pushes */

/* How the next pushes are answered, each in its turn; those behind the last are taken. */
typedef enum manner {
    TAKES,
    LIMITS_BARELY,
    LIMITS,
    FAILS,
    IS_SILENT,
    SENDS_ELSEWHERE,
    HANGS_UP,
    BABBLES,
    SHOWS_A_PAGE,
    REFUSES_ONE,
    HAS_A_SOURCE,
    NAMES_NONE
} manner;

typedef struct broadcast broadcast;
struct broadcast {
    atomic_uint pushes, taken, misled; /* requests that came; were taken; came where we sent them */
    atomic_uint wrong;                 /* had no good token, no good type, or too many games */
    atomic_uint step;
    manner script[RECEIVER_SCRIPT];
    unsigned scripted;
    unsigned limit_s; /* what Retry-After says; 0: seven */
    uint16_t port;    /* stays the same when it is started again */
    pid_t pid;
    char why[128]; /* the last game that was not taken, was not for */
    board_list boards;
    broadcast *next; /* its next round, at /push/2 and so on; see broadcast_add() */
};

#define RECEIVER_TOKEN "lip_TopSecret0123456789"

/* Makes one in shared memory, which does not run yet. */
broadcast *broadcast_new(void);
void broadcast_free(broadcast *b);

/* Another round of the same broadcast, at the next address; before it listens. Freed with it. */
broadcast *broadcast_add(broadcast *b);

/* Begins and ends to listen; the end is sudden. */
void broadcast_start(broadcast *b);
void broadcast_kill(broadcast *b);

#endif
