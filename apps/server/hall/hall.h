/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_HALL_H
#define ARBITRO_SERVER_HALL_H
/*
 * The hall: games that people play on their screens, over HTTP, with a journal on a disk.
 *
 * One thread, the loop's, holds the games and speaks with the pages; another, the committer, owns
 * the store. An event goes: judged by the Laws, stored with whatever else is waiting, and only when
 * it is durable does the game take the step and does anybody hear of it. The interface for pages
 * is docs/SERVER.md; the table of routes, with who may use which, is routes.c.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "server/hall/limits.h"
#include "server/http/server.h"
#include "store/store.h"

typedef struct arb_hall arb_hall;

typedef struct arb_hall_config {
    const arb_http_listen *listen; /* read by arb_hall_new() alone */
    size_t listen_count;
    const char *database;     /* path of the file, made when it is not there */
    uint64_t database_max;    /* bytes beyond which it does not grow; 0: none */
    const char *reach;        /* where other halls on the same database reach it; NULL: it is seen
                                 from `listen`, */
    const char *reach_host;   /* and where that is everywhere, from this address of the machine */
    const char *engine;       /* command line of a UCI engine, words apart by blanks; NULL: none */
    unsigned engines_max;     /* that may sit at the same time */
    unsigned engine_elo;      /* how strong they play; 0: as well as they can */
    int64_t engine_answer_ms; /* one that says nothing for longer than asked is ended */

    /* What those may do who make games without the desk's key; 0: as much as they like. */
    unsigned games_per_address;  /* open at once, of one address */
    unsigned games_per_day;      /* made in a day, of one address */
    unsigned games_max;          /* open at once, of all together */
    uint64_t guests_max;         /* bytes of the database beyond which they make none */
    int64_t unbegun_ms, idle_ms; /* after so long their casual games are closed; see expiry.c */

    arb_rate rate[ARB_LIMIT_COUNT]; /* how often somebody may do something */
    unsigned boards_max;            /* streams of boards */
    unsigned boards_per_address;    /* of these, of one address: an eighth when half are taken */
    unsigned connections_max;       /* beside what the system allows */
    unsigned connections_per_address;
    const char *limits_file; /* from which arb_hall_reload() reads them again; NULL: none */

    int64_t codes_kept_ms; /* of a game that is over, in case its end is revoked */

    int64_t solve_ms;        /* for a problem of a visitor, when nobody waits, */
    int64_t solve_shared_ms; /* and when somebody does */

    const arb_network *proxies; /* whose X-Forwarded-For is believed; must outlive the hall */
    size_t proxy_count;
    const char *const *hosts; /* names by which it answers, beside its addresses; must outlive it */
    size_t host_count;
    void (*alive)(void *user); /* called by the loop, about once a second; may be NULL */
    void *alive_user;
    bool accept_loss; /* open also when events are missing that a former hall had stored */
    bool metrics_all; /* tell the metrics to other machines too */
    bool unlimited;   /* nobody asks too often: for measurements */
    const arb_http_config *http; /* deadlines and limits; NULL: the usual ones */
    FILE *log;                   /* one JSON object a line; NULL: none. Must outlive the hall */
} arb_hall_config;

/* Can this be the address of a hall for other halls: digits and a port? */
bool arb_house_can_reach(const char *at);

/* An address of this machine, 10 engines, 1700 Elo, the quotas of docs/SERVER.md. */
arb_hall_config arb_hall_defaults(void);

/* Why a hall could not be opened: the store, or the network. */
typedef struct arb_hall_trouble {
    arb_store_err store;
    arb_store_loss loss;   /* what is missing, when that is ARB_STORE_LOSS */
    arb_http_trouble http; /* `what` NULL: nothing to do with it */
} arb_hall_trouble;

/*
 * Opens the database, restores the games that are not over, and begins to listen. ARB_IO or
 * ARB_RANGE with `trouble` filled, ARB_NOMEM. The caller owns `out`. The descriptors of the
 * process must not be closed by others meanwhile.
 */
ARB_MUST_USE arb_err arb_hall_new(arb_hall **out, arb_hall_trouble *trouble,
                                  const arb_hall_config *config);

/* Serves until arb_hall_stop(), then lets answers go out and what is stored become durable. The
 * same with ARB_STATE when the other halls have forgotten this one: it is to be opened anew. */
ARB_MUST_USE arb_err arb_hall_run(arb_hall *hall);

/* Asks the hall to end gracefully; also from a signal handler or another thread. */
void arb_hall_stop(arb_hall *hall);

/* Reads the file of limits again; also from a signal handler or another thread. What is wrong with
 * it stands in the log, and nothing changes then. */
void arb_hall_reload(arb_hall *hall);

/* Ends engines and frees everything. NULL is no hall. */
void arb_hall_free(arb_hall *hall);

enum { ARB_TOKEN_SIZE = 23 }; /* 22 characters of base64url, and a NUL */

/* Writes the key of the arbiter's desk. */
void arb_hall_key(char out[ARB_TOKEN_SIZE], const arb_hall *hall);

/* The boot time `ms` as games count it, whose time stands while the database is away. */
int64_t arb_stall_ms(const arb_hall *hall, int64_t ms);

/* The port that address number `listen` has got; what the system allows; games not over. */
uint16_t arb_hall_port(const arb_hall *hall, size_t listen);
arb_http_capacity arb_hall_capacity(const arb_hall *hall);
size_t arb_hall_live(const arb_hall *hall);

/* Where others reach it, "" for a hall on a file. Others on other machines are there, and that is
 * an address of this one alone? */
const char *arb_hall_reach(const arb_hall *hall);
bool arb_hall_is_hidden(const arb_hall *hall);

/* The other halls on its database that live: how many, and their addresses with commas. */
size_t arb_hall_others(char *out, size_t size, const arb_hall *hall);

#endif
