/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STORE_INSPECT_H
#define ARBITRO_STORE_INSPECT_H
/**
 * @file inspect.h
 * Going through a database from its first byte to its last event, and copying it while it is used.
 */
#include "store/store.h"

/** How much of long work is done, from 0 to 1; false: it is to end, with ARB_STORE_STOPPED. */
typedef bool arb_store_progress_fn(void *user, double done);

/** What can be wrong: see store_findings.def. */
typedef enum arb_store_fault {
#define STORE_FINDING(id, code, en, it) ARB_STORE_FAULT_##id,
#include "store/store_findings.def"
#undef STORE_FINDING
    ARB_STORE_FAULT_COUNT
} arb_store_fault;

/** The fault as a phrase, and as a word for programs. */
const char *arb_store_fault_text(arb_store_fault fault, arb_lang lang);
const char *arb_store_fault_code(arb_store_fault fault);

/** Something that is wrong, and where; what does not apply is 0 or empty. */
typedef struct arb_store_finding {
    arb_store_fault fault;
    uint64_t game;
    uint32_t number;           /* of the event within the game */
    uint64_t sequence;         /* of the event among all */
    uint64_t count;            /* how many are missing */
    arb_store_bytes detail;    /* in the words of the database */
    arb_store_bytes text;      /* of an event that would be judged otherwise, */
    arb_store_bytes then, now; /* and what was and would be said to it */
} arb_store_finding;

typedef struct arb_store_inspector {
    bool judge; /* judge every event anew; takes long */
    bool (*finding)(void *user, const arb_store_finding *finding); /* false: that is enough */
    arb_store_progress_fn *progress;                               /* may be NULL */
    void *user;
} arb_store_inspector;

/** How much there was to go through. */
typedef struct arb_store_figures {
    uint64_t games, events, findings;
} arb_store_figures;

/**
 * Goes through everything: file, references, sequence, and of every game header, events, chain and
 * head. What is wrong is a finding and no error. ARB_STORE_NOMEM, or ARB_STORE_IO and its like when
 * the database cannot be read. Whoever ends it early gets the figures so far.
 */
ARB_MUST_USE arb_store_err arb_store_inspect(arb_store_figures *out, arb_store *store,
                                             const arb_store_inspector *inspector);

/**
 * Copies everything from one database into another, of whichever kind, and then compares the two:
 * games, events with their numbers and hashes, links, people and the numbers that they had, seats,
 * settings, the last sign of life, epochs of leases. ARB_STORE_EXISTS when there is anything in
 * `to`, ARB_STORE_CORRUPT when `from` is damaged, ARB_STORE_LOSS when they differ in the end. A
 * copy that was not finished is known as such: opening it is ARB_STORE_UNFINISHED, and
 * arb_store_give_up() takes it away. `from` must be one that is only read; `progress` may be NULL.
 */
ARB_MUST_USE arb_store_err arb_store_transfer(arb_store *to, arb_store *from,
                                              arb_store_progress_fn *progress, void *user);

/**
 * Closes a store that was to become a copy, and takes away what was written to it: all of the
 * database when it was made by opening it, and what is in it when it is said not to be whole. One
 * that was there before and is whole stays as it is. `path` is what it was opened by.
 */
ARB_MUST_USE arb_store_err arb_store_give_up(arb_store *store, const char *path);

/* ---- for others who write a whole database anew, row by row ---- */

/** Is there nothing in it yet? ARB_STORE_EXISTS when there is. */
ARB_MUST_USE arb_store_err arb_store_is_empty(arb_store *store);

/** From now on events are taken with whichever epoch they had: nobody else has the database. */
void arb_store_copying(arb_store *store, bool copying);

/** A lease that nobody has; the next epoch of its game is one that it never had. */
ARB_MUST_USE arb_store_err arb_store_lease_put(arb_store *store, uint64_t game, uint64_t epoch);

/** Says that it is not yet whole, so that nothing else opens it; or that it is. */
ARB_MUST_USE arb_store_err arb_store_unfinished(arb_store *store, bool is);

/**
 * Everything that a log beside the file has comes into the file, and there is no log from then on:
 * the file alone is the database, until it is opened again. ARB_STORE_LOCKED when somebody reads
 * it. A server keeps its log to itself.
 */
ARB_MUST_USE arb_store_err arb_store_join_log(arb_store *store);

/** The hash of everything that arb_store_transfer() copies. */
ARB_MUST_USE arb_store_err arb_store_digest(unsigned char out[ARB_STORE_HASH_SIZE],
                                            arb_store *store);

/**
 * Writes a copy of the database, as it was when the store was opened, into a new file for its owner
 * alone; of a database of PostgreSQL, one of SQLite. The store must be one that is only read.
 * ARB_STORE_EXISTS when there is such a file; `progress` may be NULL. A copy that could not be
 * finished is removed.
 */
ARB_MUST_USE arb_store_err arb_store_backup(arb_store *store, const char *path,
                                            arb_store_progress_fn *progress, void *user);

/* ---- the chains of all games, as their events come ---- */

typedef struct arb_store_chains arb_store_chains;

/** The caller owns `out`. */
ARB_MUST_USE arb_store_err arb_store_chains_new(arb_store_chains **out);
void arb_store_chains_free(arb_store_chains *chains);

/** A game, with its header, the number of its events and its last hash; by ids, from 1. */
ARB_MUST_USE arb_store_err arb_store_chains_game(arb_store_chains *chains,
                                                 const arb_store_game *game);

/**
 * An event, with all its numbers and its hash. ARB_STORE_CORRUPT when it does not follow upon those
 * before it, ARB_STORE_UNKNOWN without such a game.
 */
ARB_MUST_USE arb_store_err arb_store_chains_event(arb_store_chains *chains,
                                                  const arb_store_event *event);

/** The first game that has not all its events; 0 when every one has. */
uint64_t arb_store_chains_unfinished(const arb_store_chains *chains);

#endif
