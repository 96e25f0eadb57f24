/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STORE_LEASE_H
#define ARBITRO_STORE_LEASE_H
/**
 * @file lease.h
 * Several halls on one database: which of them has a game, and what the others have written.
 *
 * A store that was opened as `shared` joins as a hall, and says now and then that it lives. A game
 * belongs to one hall at a time, by a lease with a number, its epoch, that grows whenever the game
 * changes hands. Every event that is appended carries the epoch by which the hall has its game; the
 * database compares it in the transaction that writes the event. So a hall that slept while another
 * one took its game is refused (ARB_STORE_FENCED) whenever it wakes, whatever it believes the time
 * to be. Time is told by the database alone.
 *
 * On a database that only one store may write to, halls and leases are kept in the same way.
 */
#include "store/store.h"

/** A hall among others. */
typedef struct arb_store_hall {
    uint64_t id;          /* from 1; never given again */
    arb_store_bytes name; /* a word of the caller's, such as the address where it is reached */
    int64_t left_ms;      /* until its games may be taken; negative: since when */
} arb_store_hall;

typedef bool arb_store_hall_fn(void *user, const arb_store_hall *hall);

/**
 * Joins as a hall, which lives for `ms` unless it renews that. Halls that have ended ten minutes
 * ago and have no game are forgotten. ARB_STORE_EXISTS when this store is a hall already.
 */
ARB_MUST_USE arb_store_err arb_store_hall_join(uint64_t *out, arb_store *store,
                                               arb_store_bytes name, int64_t ms);

/** Lives for `ms` from now on. ARB_STORE_FENCED when it was forgotten. */
ARB_MUST_USE arb_store_err arb_store_hall_renew(arb_store *store, int64_t ms);

/** Gives all its games up and is forgotten. ARB_STORE_STATE when it is none. */
ARB_MUST_USE arb_store_err arb_store_hall_leave(arb_store *store);

/** Reads the halls, by number. */
ARB_MUST_USE arb_store_err arb_store_halls(arb_store *store, arb_store_hall_fn *fn, void *user);

/** Who has a game. */
typedef struct arb_store_lease {
    uint64_t game, epoch;
    uint64_t hall;   /* 0: nobody */
    int64_t left_ms; /* of its hall; negative when nobody has it */
} arb_store_lease;

typedef bool arb_store_lease_fn(void *user, const arb_store_lease *lease);

/**
 * Takes a game that nobody has, whose hall has ended, or that was ours; `out` is the new epoch.
 * From then on every earlier epoch is refused. ARB_STORE_TAKEN when a living hall has it,
 * ARB_STORE_UNKNOWN when there is no such game, ARB_STORE_STATE when this store is no hall. It
 * holds once the batch is committed.
 */
ARB_MUST_USE arb_store_err arb_store_lease_take(uint64_t *out, arb_store *store, uint64_t game);

/** Gives a game up, after what was appended before. ARB_STORE_FENCED when it is no longer ours. */
ARB_MUST_USE arb_store_err arb_store_lease_release(arb_store *store, uint64_t game, uint64_t epoch);

/** Reads who has which game, those after game `after`, at most `limit` of them. */
ARB_MUST_USE arb_store_err arb_store_leases(arb_store *store, uint64_t after, size_t limit,
                                            arb_store_lease_fn *fn, void *user);

/** The same of those that matter before somebody asks: games that are not closed, and all after
 * game `after`, open or not. */
ARB_MUST_USE arb_store_err arb_store_leases_open(arb_store *store, uint64_t after,
                                                 arb_store_lease_fn *fn, void *user);

/** A game that has changed hands, and its new epoch. */
typedef void arb_store_taken_fn(void *user, uint64_t game, uint64_t epoch);

/**
 * Takes those of these games whose hall has ended, or has given them up, by few statements however
 * many there are; `fn` hears of each. What is ours stays as it is. It holds once the batch is
 * committed.
 */
ARB_MUST_USE arb_store_err arb_store_leases_take(arb_store *store, const uint64_t *games,
                                                 size_t count, arb_store_taken_fn *fn, void *user);

/** Gives those of them that are ours to another hall in the same way, which has them without a
 * pause from the commit on. ARB_STORE_UNKNOWN when there is no such hall. */
ARB_MUST_USE arb_store_err arb_store_leases_hand(arb_store *store, const uint64_t *games,
                                                 size_t count, uint64_t hall,
                                                 arb_store_taken_fn *fn, void *user);

/* ---- what all halls share ---- */

/**
 * Settings that every hall must know alike have a version, a number in the setting
 * `house.version`. Whoever changes one of them says so in the same batch: the number grows.
 */
ARB_MUST_USE arb_store_err arb_store_shared_change(arb_store *store);

/** Reads the number; 0: nothing was ever changed. */
ARB_MUST_USE arb_store_err arb_store_shared_read(uint64_t *out, arb_store *store);

/** The number as it was when the last batch of this store had its turn, after all that others had
 * committed before; 0 where there is one hall. Asks nobody. */
uint64_t arb_store_shared_version(const arb_store *store);

/** The number that is written there; what is none is 0. */
uint64_t arb_store_shared_number(arb_store_bytes value);

/* ---- what others write ---- */

/**
 * Begins to hear which games get events, by whomever, on a store that was opened to `follow`. `out`
 * is a descriptor to wait for, which may change whenever arb_store_heard() was called; -1 when
 * nobody else can write.
 */
ARB_MUST_USE arb_store_err arb_store_listen(int *out, arb_store *store);

/** May what was read last lack what is durable, because a standby was asked, or nobody knows? Asks
 * nobody. Where there is one hall it never does. */
bool arb_store_is_standby(const arb_store *store);

/** Others hear, when the batch at hand is committed, that the links of a game have changed. */
ARB_MUST_USE arb_store_err arb_store_tell_links(arb_store *store, uint64_t game);

/** A game has got events, up to this sequence number at least; with the number 0 it has got, or
 * lost, links. Game 0: any may have. */
typedef bool arb_store_heard_fn(void *user, uint64_t game, uint64_t sequence);

/**
 * Tells what was heard since the last call, without waiting. A connection that was lost is made
 * anew, and game 0 is told then, because something may have been missed: what was missed is read
 * with arb_store_events(). ARB_STORE_AWAY while it cannot be made.
 */
ARB_MUST_USE arb_store_err arb_store_heard(arb_store *store, arb_store_heard_fn *fn, void *user);

#endif
