/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_SENDERS_H
#define ARBITRO_TESTS_SENDERS_H
/*
 * Processes that play games through the halls of a house. Each asks any hall, sends again what was
 * not acknowledged, under the same id, and notes what it was told, so that the journal can be
 * compared with it whatever has happened to the halls meanwhile.
 */
#include <stdatomic.h>

#include "support/hall/house.h"
#include "support/hall/passage.h"

enum { SENDERS = 4, LINES_MAX = 250000 };

/* What one sender was told. Shared with its process. */
typedef struct sender {
    atomic_uint count;  /* acknowledged */
    unsigned looked_at; /* so many of them are known to be in the journal */
    struct {
        int game;
        unsigned id, number;
        long long sequence;
    } lines[LINES_MAX];

    /* what it is about to do, for whoever wants to know why it stands */
    seats at;
    char event[48];
    unsigned id, tries, hall, status;   /* of the last answer, 0: none; and who has given it */
    char why[64];                       /* what that said went wrong */
    _Atomic int64_t asked_ms, since_ms; /* the last time; the first time that it sent this */
} sender;

typedef struct shared {
    _Atomic uint16_t port[HALLS]; /* 0: it does not live */
    atomic_bool stop;
    passage way[HALLS]; /* by which others reach it */
    sender of[SENDERS];
} shared;

extern shared *all;

/* Makes the memory and the ways; starts one of them. They end with the test. */
void senders_init(void);
pid_t senders_start(unsigned i);

/* What the sender was told since the last look is in the journal, once. */
void senders_assert_told(sender *me, const char *address);

/*
 * For a test that has failed: of every sender what it waits for, who has its game by the lease, its
 * last events, and what every hall says when it is asked; and the last lines of the halls' logs.
 */
void senders_tell(const char *address);

/* The last events of a game. */
void senders_tell_game(const char *address, long long game);

/* Where the log of hall `i` is; "" before it was opened. */
void senders_log_path(char out[200], unsigned i);

#endif
