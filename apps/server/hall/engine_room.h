/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_ENGINE_ROOM_H
#define ARBITRO_SERVER_ENGINE_ROOM_H
/*
 * The room where the engines are: a few processes, lent for one question at a time.
 *
 * Whoever asks waits in the order in which he came; but among those, the one whose address has the
 * fewest engines thinking for it comes first, so that many games of one visitor hold up his own.
 */
#include "server/hall/hall.h"
#include "server/http/loop.h"

typedef struct arb_engine_room arb_engine_room;
typedef struct arb_engine_guest arb_engine_guest;
typedef struct arb_chair arb_chair;

/* What is asked; the memory is the caller's. */
struct arb_engine_guest {
    arb_engine_guest *next; /* among those that wait */
    arb_chair *chair;       /* where it is being answered; NULL: not yet, or no more */
    bool waits;
    uint64_t owner; /* whose game it is */
    uint64_t game;
    /* It is its turn: writes what to say to the engine, returns how long that may take, in ms; 0:
     * there is nothing to be asked any more. The engine may be `fresh` to this game. */
    int64_t (*ask)(void *user, char *out, size_t room, bool fresh);
    /* The engine says something while it thinks. */
    void (*hear)(void *user, const char *line);
    /* "bestmove ...": it has answered, and is no longer this one's. False: that is no answer. */
    bool (*answer)(void *user, const char *line);
    /* The engine that was to answer does not. */
    void (*failed)(void *user);
    void *user;
};

/* NULL: no memory. The config must outlive it. */
arb_engine_room *arb_engine_room_new(arb_loop *loop, const arb_hall_config *config);
void arb_engine_room_free(arb_engine_room *room);

/* Puts the question at the end, unless it is there already or being answered. */
void arb_engine_room_ask(arb_engine_room *room, arb_engine_guest *question);

/* Nobody wants to know any more. */
void arb_engine_room_withdraw(arb_engine_room *room, arb_engine_guest *question);

/* How many engines there are, and how many questions wait for one. */
unsigned arb_engine_room_count(const arb_engine_room *room);
unsigned arb_engine_room_waiting(const arb_engine_room *room);

/* How many processes the system has not ended yet. */
unsigned arb_engine_room_processes(const arb_engine_room *room);

#endif
