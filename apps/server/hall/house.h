/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_HOUSE_H
#define ARBITRO_SERVER_HOUSE_H
/*
 * The house: all halls on one database. A hall alone on a file has none, and nothing here is done.
 *
 * A game lives in one hall at a time, which has it by a lease (store/lease.h): that hall judges its
 * events, watches its clock and knows who is there. Every other hall hands on what is asked of the
 * game (forward.c), and follows it in the journal for those who look on (follow.c). A thread of its
 * own says that this hall lives and hears who else does (pulse.c). The games of a hall that has
 * ended are taken over (house_scan.c, house_games.c) and read, those first for which somebody waits
 * (house_read.c); one that closes hands its games on (house_leave.c).
 */
#include <pthread.h>
#include <stdatomic.h>

#include "server/hall/committer.h"
#include "server/hall/forward.h"
#include "server/hall/table.h"
#include "store/pulse.h"

enum {
    ARB_LEASE_MS = 2500,  /* a hall that is silent for so long has ended */
    ARB_PULSE_MS = 50,    /* between its signs of life: a clock is right to so much afterwards */
    ARB_LATE_MS = 100,    /* one that is not answered for so long: until it is, clocks stand */
    ARB_SILENCE_MS = 800, /* a database that does not answer for so long is away */
    ARB_LEASE_EARLY_MS = 300, /* so much before its end nobody acts by a lease any more */
    ARB_SEEKING_LISTS = 256,
    ARB_ABSENT_MAX = 256,
    ARB_MEMBERS_MAX = ARB_PULSE_HALLS,
    ARB_MEMBER_NAME = 128
};

/* A hall of the house. */
typedef struct arb_member {
    uint64_t id;
    int64_t left_ms;
    char at[ARB_MEMBER_NAME];   /* address and port, in digits */
    char boot[ARB_MEMBER_NAME]; /* the start of its machine */
} arb_member;

typedef struct arb_members {
    arb_member of[ARB_MEMBERS_MAX];
    size_t count;
} arb_members;

typedef struct arb_forward arb_forward;
typedef struct arb_leaving arb_leaving;
typedef struct arb_lister arb_lister;
typedef struct arb_listing arb_listing;
typedef struct arb_seeking arb_seeking;
typedef struct arb_shared arb_shared;

/* A link, or a game, that was not found a moment ago; seek.c. */
typedef struct arb_absent {
    arb_hash hash;
    int64_t until_ms;
} arb_absent;

/* A game that waits to be read; house_read.c. */
typedef struct arb_awaiting {
    struct arb_awaiting *next, **previous;
    arb_committer_job *job;
    uint64_t game;
    struct arb_awaiting_list *list;
    struct arb_awaiting **queued; /* where that it waits is to be seen; NULL there: it does not */
} arb_awaiting;

typedef struct arb_awaiting_list {
    arb_awaiting *first, **end;
} arb_awaiting_list;

/* What other threads of the house share with the loop. */
typedef struct arb_house {
    bool shared;       /* there is a house */
    uint64_t id;       /* of this hall */
    uint64_t mirrored; /* another one, at whose address this one has met itself; 0: none */
    char at[ARB_MEMBER_NAME];
    char pass[ARB_TOKEN_SIZE]; /* by which others are known to be halls of the house */

    /* pulse.c */
    arb_store_pulse *pulse;
    pthread_t thread;
    bool beats;
    atomic_bool stop;
    _Atomic int64_t answered_ms; /* boot time of the last sign of life that was answered */
    _Atomic int64_t steady_ms;   /* since when all were, none of them late, */
    _Atomic int64_t unsteady_ms; /* and since when they were not before; 0: nobody knows */
    _Atomic int state;           /* an arb_store_err: of the last sign of life */
    _Atomic int64_t asked_ms;    /* when the one was given that waits for its answer; 0: none */
    _Atomic int64_t lost_ms;     /* the last that was answered before one that was not, or late */
    atomic_uint losses;          /* how often that began, and ended; */
    unsigned losses_counted;     /* and by the loop, for the time of the games */
    atomic_bool failed;          /* one was not answered, and the loop has not counted it */
    arb_wake wake;
    pthread_mutex_t lock;
    arb_members heard; /* under the lock */
    arb_members members;
    atomic_bool doubt; /* it was silent for longer than its lease: others may have its games */
    bool away;         /* the database is */

    /* house_scan.c, house_leave.c */
    bool scanning, scan_again;
    arb_timer scan_timer;
    atomic_bool leaving;
    atomic_bool left_all; /* its games have been handed on: it has no time left */
    arb_leaving *leave;   /* until it is known who is there to have its games */
    unsigned handing;
    arb_timer leave_timer;
    void (*left)(void *user);

    /* house_read.c */
    arb_awaiting_list reads_asked, reads; /* for which somebody waits, and the others */
    unsigned reads_under_way;

    /* follow.c, seek.c, seek_read.c */
    arb_committer *reader; /* a thread that only reads */
    arb_store *ears;
    pthread_t listener;
    bool listens;
    arb_wake news;
    uint64_t *noted; /* games that were heard of; under the lock */
    size_t noted_count, noted_room;
    bool noted_all;
    uint64_t *relinked; /* games whose links have changed; under the lock */
    size_t relinked_count, relinked_room;
    bool relinked_all;
    arb_seeking *seeking[ARB_SEEKING_LISTS]; /* by the number of the game */
    size_t seeking_asked;                    /* for how many of them a request waits */
    arb_absent absent[ARB_ABSENT_MAX];       /* by the first byte of the hash */
    arb_timer follow_timer;                  /* what could not be read is tried again then */
    bool reader_lost;                        /* since then nothing was read */
    int64_t muted_ms;                        /* when its connection was last given up as mute */

    /* house_lists.c */
    arb_listing *listing; /* it is read what has changed, */
    bool lists_again;     /* and once more */
    bool lists_now;       /* whoever has waited for it is heard again, */
    bool lists_old;       /* and it could not be read */
    arb_timer lists_timer;
    arb_lister *listers;
    size_t lister_count;
    uint64_t listed;       /* events up to this one are in the lists, */
    uint64_t listed_games; /* and games */
    int64_t listed_ms;

    /* house_shared.c */
    pthread_mutex_t shared_lock;
    bool watches;             /* the lock is there */
    arb_shared *found;        /* read, and not yet in force; under this lock, */
    uint64_t found_version;   /* of what was read last; */
    bool unread;              /* it is known to be old, and could not be read */
    bool unsure;              /* the same in the loop: everything is shown with the longest delay */
    bool shared_asked;        /* the loop has asked for it */
    bool changed;             /* by the batch at hand; the committer's thread only */
    atomic_bool is_old;       /* a sign of life says so */
    _Atomic uint64_t version; /* in force here */
    _Atomic int64_t certain_ms; /* boot time at which that was certainly the latest */

    arb_network *trusted; /* proxies, and halls: their connections are not counted by address */
    size_t trusted_count;
    struct arb_order *orders; /* at boards that wait for their halls; orders.c */
    arb_forward *relays;
    arb_wires wires;
    struct {
        uint64_t relayed, retried, taken, handed, lost, followed;
    } counts;
} arb_house;

/* ---- pulse.c */

/* Joins the house, on a store that was opened as shared, when the address is known. */
ARB_MUST_USE arb_store_err arb_house_join(arb_hall *hall, arb_store *store);

/* Room for the addresses of other halls beside those of proxies. ARB_NOMEM. */
ARB_MUST_USE arb_err arb_house_trust(arb_hall *hall);

/* Begins and ends the threads. ARB_NOMEM, ARB_IO. */
ARB_MUST_USE arb_err arb_house_open(arb_hall *hall);
void arb_house_close(arb_hall *hall);

/*
 * The last answered sign of life, when the one behind it was not answered in time, and that is not
 * over, or is and was not counted yet; 0: all is well, or this is a hall alone.
 */
int64_t arb_house_silent_ms(const arb_hall *hall);

/* May this hall act by its leases now? True for a hall alone. */
bool arb_house_holds(const arb_hall *hall);

/* Do the others hear that it lives? True for a hall alone. What it can write says nothing of that:
 * signs of life go another way. */
bool arb_house_is_heard(const arb_hall *hall);

/* The member with this number, if it lives; NULL otherwise. */
const arb_member *arb_house_member(const arb_hall *hall, uint64_t id);

/* When something happened that a hall of the house has stamped, by the boot time of this machine.
 */
int64_t arb_house_instant(const arb_hall *hall, uint64_t member, arb_store_stamp stamp);

/* ---- house_log.c */

/* Which halls have come, and which have ended, for the log; and how many games were taken since
 * `before`. */
void arb_house_tell_changes(const arb_hall *hall, const arb_members *before);
void arb_house_tell_taken(const arb_hall *hall, uint64_t before);

/* ---- house_scan.c */

/* Looks again where games live, takes those whose hall has ended, gives up those that are gone.
 * From the beginning on its timer is its own: one that is set must not be made anew. */
void arb_house_scan_begin(arb_hall *hall);
void arb_house_scan(arb_hall *hall);
void arb_house_scan_soon(arb_hall *hall);

/* A lease as it was found, and perhaps taken, in the committer's thread. */
typedef struct arb_found_lease {
    uint64_t game, epoch, hall; /* epoch 0: it lives elsewhere, or nowhere */
    uint64_t orphan_of;         /* the hall that had it, and has ended */
    int64_t sign_ms;            /* until when that lived */
    bool handed;                /* the hall that had it has left, */
    int64_t origin; /* and this was the boot time at which its time was 0; -1: unknown */
} arb_found_lease;

/* ---- house_look.c */

/* Whose is the game? Takes it for this hall when nobody has it or its hall has ended. */
ARB_MUST_USE arb_store_err arb_house_look(arb_found_lease *out, arb_store *store, uint64_t game,
                                          arb_hall *hall);

/* Is a hall whose lease has so much left not to be taken for dead yet? It lives, by what was heard
 * of it, whatever the clock of the server says; or it could not be heard, while the database was
 * away or this hall was not there. Any thread, after the leases were read. */
bool arb_house_is_patient(arb_hall *hall, uint64_t member, int64_t left_ms);

/* ---- house_read.c */

/* Reads a game beside the batches, with others: `work` of its job is called in the reader's thread.
 * Whoever `asked` comes before those for whom nobody did; or comes to be asked for later. */
void arb_house_read(arb_hall *hall, arb_awaiting *reading, bool asked);
void arb_house_hurry(arb_hall *hall, arb_awaiting *reading);

/* Whether games are being read so. */
bool arb_house_reads(const arb_hall *hall);

/* ---- house_games.c */

/* Does the game live here, so that its events are judged here? */
bool arb_house_has(const arb_table *table);

/* The same, and may anything be done for it now? */
bool arb_house_acts(const arb_table *table);

/* What is in memory of a game that was lost goes, unless somebody still has it in hand. */
void arb_house_let_go(arb_table *table);

/* What was found holds from now on. */
void arb_house_found(arb_table *table, const arb_found_lease *lease);

/* The game is ours by this lease. When it is not known here it is sought first, when somebody has
 * it in hand it is taken as soon as he lets go: the latter is told by arb_house_accept(). */
void arb_house_receive(arb_hall *hall, const arb_found_lease *lease);
void arb_house_accept(arb_table *table);

/* The same when it comes from a hall that leaves, whose time of the game was 0 at `origin` of the
 * boot time; -1: that follows from the last event. */
void arb_house_handed(arb_hall *hall, uint64_t game, uint64_t epoch, int64_t origin);

/* Another hall has taken the game: nothing is done for it here any more. */
void arb_house_lost(arb_table *table);

/* house_leave.c: hands all games to other halls and calls `left` when they have them. */
void arb_house_leave(arb_hall *hall, void (*left)(void *user));

/* The database is away, or is there again. */
void arb_house_stand(arb_hall *hall, bool away);

/* How many halls live, and how many games here; 0 in a hall alone. */
size_t arb_house_living(const arb_hall *hall);

size_t arb_house_games(const arb_hall *hall);

/* ---- house_shared.c: what all halls share beside the games: which events are published, with
 * which delay, and the door */

/* Reads it when the hall opens. */
ARB_MUST_USE arb_store_err arb_shared_restore(arb_hall *hall, arb_store *store);

/* From now on it is looked at with everything that is read or written. */
void arb_shared_watch(arb_hall *hall);
void arb_shared_close(arb_hall *hall);

/* In the committer's thread, in a batch that changes it: other halls are to read it. */
ARB_MUST_USE arb_store_err arb_shared_change(arb_hall *hall, arb_store *store);

/* In the loop: a hall alone has changed it itself. */
void arb_shared_changed(arb_hall *hall);

/* In the thread of signs of life: one that began at `ms` was answered with this version. True when
 * the loop is to read it. */
bool arb_shared_heard(arb_house *house, uint64_t version, int64_t ms);

/* In the loop, after that: reads it when it is to be read. */
void arb_shared_look(arb_hall *hall);

/* For how long it is not certain what may be shown, in ms; 0 in a hall alone. Any thread. */
int64_t arb_shared_lag_ms(const arb_hall *hall);

/* ---- forward.c */

/* Hands the request to the hall in which the game lives; the answer comes back the same way. */
void arb_forward_request(const struct arb_api_call *call, arb_table *table, bool may_repeat);

/* Asks a hall of the house; `done` has the status, 0 when there was no answer, and the body. */
typedef void arb_forward_fn(void *user, unsigned status, const char *body, size_t size);
void arb_forward_ask(arb_hall *hall, const arb_member *to, const char *path, const char *token,
                     const char *body, arb_forward_fn *done, void *user);

/* Hands an event that this hall made, for the desk, to where the game lives. */
void arb_forward_submission(arb_submission *s);

/* Those that wait for a game to be somewhere go on. */
void arb_forward_go_on(arb_hall *hall);
void arb_forward_close(arb_hall *hall);

/* Ends orders at boards that wait (orders.c). */
void arb_orders_close(arb_hall *hall);

/* What goes with all that is handed to the hall with this number. */
void arb_house_pass(char out[ARB_TOKEN_SIZE], const arb_hall *hall, uint64_t meant);

/* Was the request handed on by a hall of the house? Fills who asked there, and when. */
typedef struct arb_forwarded {
    struct in6_addr address;
    bool is_local;
    int64_t arrived_ms;
    arb_rtt way;
} arb_forwarded;
bool arb_forward_read(arb_forwarded *out, const arb_hall *hall, const arb_http_request *request);

/* ---- seek.c: links and games that another hall has made */

/* Looks for the link in the store, and lets the request go on. False: it is not there. */
bool arb_seek(const struct arb_api_call *call, const arb_hash *hash);

/* The same for the game with this number, which the desk wants. */
bool arb_seek_wanted(const struct arb_api_call *call, uint64_t game);

/* Reads a game that is not known here, or what has changed of one. */
void arb_seek_game(arb_hall *hall, uint64_t game);

/* The same of one that is ours: it is tried until it is known, and then taken (house_games.c). */
void arb_seek_ours(arb_hall *hall, const arb_found_lease *lease);

/* Its links were replaced by another hall: reads them anew, and ends the pages of the old ones; of
 * all games when its number is 0. */
void arb_seek_links(arb_hall *hall, uint64_t game);

/* Drops what waits for its next attempt, when the reader has ended. */
void arb_seek_close(arb_hall *hall);

/* ---- house_lists.c: what lists say of games that live elsewhere */

/* The request waits until it was read what has changed, and is heard again; or it was answered,
 * which it is when that cannot be read unless it goes on all the same. False: there is nothing to
 * wait for, or what anybody may ask for was read a moment ago. */
bool arb_lists_wait(const struct arb_api_call *call, bool is_public, bool goes_on);

/* The same without anybody who waits: pages that look on are told. */
void arb_lists_look(arb_hall *hall);

/* ---- follow.c */
ARB_MUST_USE arb_err arb_follow_open(arb_hall *hall);
void arb_follow_close(arb_hall *hall);

/* Reads what a table that lives elsewhere has missed. */
void arb_follow_table(arb_table *table);

/* The reader has answered so. When it can read again after it could not, all games count as heard
 * of: whatever was asked of it meanwhile may be lost. */
void arb_follow_answered(arb_hall *hall, arb_store_err err);

#endif
