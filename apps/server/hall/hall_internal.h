/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_HALL_INTERNAL_H
#define ARBITRO_SERVER_HALL_INTERNAL_H
/* What the files of the hall share: the hall itself, and the small parts that only it uses. */
#include "server/hall/api.h"
#include "server/hall/beat.h"
#include "server/hall/engine_room.h"
#include "server/hall/hall.h"
#include "server/hall/house.h"
#include "server/hall/limits.h"
#include "server/hall/quotas.h"
#include "server/hall/table.h"

/* Games that were made together; rounds.h. */
typedef struct arb_round arb_round;

/* Events that the world may see; publish.h. */
typedef struct arb_broadcast arb_broadcast;

/* The desk's stream; feed.c. */
typedef struct arb_feed {
    arb_viewer *viewers;
    arb_table *first, **end; /* tables that have changed and are not told yet */
    uint64_t version;        /* of the last change */
    bool rounds_changed;
    arb_timer timer;
} arb_feed;

/* Problems that are being solved for visitors; solving.c. */
typedef struct arb_solving arb_solving;
typedef struct arb_solvings {
    arb_solving *first, **end; /* in the order in which they came */
    unsigned count;
    arb_timer timer;
    uint64_t solved, given_up, refused;
} arb_solvings;

/* Boards for those who look on from outside; screens.c. */
typedef struct arb_screen_topic arb_screen_topic;
typedef struct arb_screen_place arb_screen_place;
typedef struct arb_screen arb_screen;
typedef struct arb_screens {
    arb_screen *streams;
    unsigned count;
    arb_screen *waiting, **waiting_end; /* which are to be told something, in their order */
    arb_screen_topic *unread;           /* whose games sleep, and are to be read */
    unsigned reading;                   /* of which that is under way */
    arb_timer timer;
    uint64_t refused;
} arb_screens;

/* Codes that open nothing any more; codes_sweep.c. */
typedef struct arb_code_sweep {
    arb_timer timer;
    size_t hand;     /* the place of the keys that was looked at last */
    bool is_storing; /* some are on their way out of the store */
    uint64_t swept;
    int64_t longest_us; /* of a turn */
} arb_code_sweep;

/* The time of all games stood; stall.c. */
typedef struct arb_stall {
    int64_t since, until; /* boot time */
} arb_stall;
enum { ARB_STALLS_KEPT = 32 };

/* A join on its way into the store; api_join.c. */
typedef struct arb_joining arb_joining;

struct arb_hall {
    arb_hall_config config;
    arb_loop *loop;
    arb_http *http;
    arb_committer *committer;
    arb_house house;     /* other halls on the same database */
    arb_judges *judges;  /* threads for what takes long: proofs */
    arb_judges *clerks;  /* threads for what does not, and is too much for the loop all the same */
    arb_judges *solvers; /* threads for problems, to whom everything else comes first */
    arb_table **tables;  /* by id, from 1; NULL where the game could not be read */
    size_t table_count, table_room;
    arb_round *rounds; /* by number, from 1 */
    size_t round_count, round_room;
    bool is_making_round;               /* one is on its way into the store */
    arb_broadcast *broadcasts;          /* ARB_BROADCASTS_MAX places */
    bool is_publishing;                 /* one of them is on its way into the store */
    struct arb_live_round *live_rounds; /* files of the feed; live.h */
    arb_table *shadows_ended;           /* shadows that somebody still holds on to; shadow.h */
    arb_keys keys;
    arb_joining *joining; /* by codes, not yet durable */
    unsigned char secret[ARB_SECRET_SIZE];
    arb_viewer *desk;            /* pages of the arbiter's desk that hear of every event, */
    arb_feed feed;               /* and those that hear of what has changed */
    struct arb_telling *telling; /* of the event at hand; table_publish.c */
    arb_solvings solving;
    arb_screens screens;
    arb_limits limits;
    arb_beat beat;
    arb_timer beat_timer, sweep_timer;
    unsigned beats; /* that were sent to the store */
    bool beating;   /* a heartbeat is on its way to the store */
    arb_wake stop, reload;
    bool stopping;
    bool is_fenced;     /* the other halls have forgotten it, */
    bool forgotten;     /* and that is why it ends */
    bool settling;      /* nobody is let in yet: games that ran are being stopped */
    unsigned unsettled; /* games of which that is still to be done */
    size_t introduced;  /* tables that the list knows, or that are read for it, from the first */
    bool signed_off;    /* the former server left a sign of life: */
    arb_store_stamp sign;
    unsigned parked;         /* requests that wait for their games, */
    uint16_t parked_by[256]; /* and by addresses, of which some share a place */
    uint64_t last_sequence;  /* of all events */
    arb_store_err trouble;   /* of the last job that failed; OK when the last one did not */
    int64_t stalled_ms;      /* since when the time of all games stands; 0: it runs. stall.c */
    int64_t stall_ended_ms;  /* when it last began to run again */
    bool stall_told;         /* pages know it */
    arb_stall stalls[ARB_STALLS_KEPT]; /* the last ones that other halls have seen, too */
    size_t stall_count;
    arb_engine_room *room; /* of the engines; NULL until one is needed */
    arb_engine *seated;    /* computers that sit at tables */
    arb_code_sweep code_sweep;
    json_t *door;      /* what is closed to newcomers; door.c */
    arb_quotas quotas; /* of those who make games without the desk's key */
    arb_timer expiry_timer;
    uint64_t database_size; /* bytes, a minute ago at most; */
    uint64_t database_free; /* and what its disk has left, where it is a file */
    arb_histogram event_times;
    struct {
        uint64_t events, refused, created, joined, guesses, limited, errors, turned_away, reloaded,
            reload_failed;
    } counts;
};

/* Milliseconds since 1970. */
int64_t arb_wall_ms(void);

/* The table of that id; NULL when there is none. */
arb_table *arb_hall_table(const arb_hall *hall, uint64_t id);

/*
 * The others do not know this hall any more: it was silent for longer than they remember those who
 * have ended. Nobody can reach it, and whatever it has in memory may be old: as soon as it is known
 * that it could write, it ends with an error, so that it is started again and knows nothing but
 * what the database says. One that cannot, because it is too old for the tables, goes on to say so.
 */
void arb_hall_is_forgotten(arb_hall *hall);

/* Makes room for a table with this id. ARB_NOMEM. */
ARB_MUST_USE arb_err arb_hall_reserve(arb_hall *hall, uint64_t id);

/* Which job failed why, for the metrics and the log. */
void arb_hall_note(arb_hall *hall, arb_store_err err);

/* ---- stall.c */

/* The store was away, or is there again; and since when. */
void arb_stall_note(arb_hall *hall, arb_store_err err, int64_t since);

/* Looks, once a second, whether the store has not answered for long. */
void arb_stall_look(arb_hall *hall);

/* ---- stall_kept.c */

/* How much of what lies between two instants stood, as far as that is remembered. */
int64_t arb_stall_between(const arb_hall *hall, int64_t from, int64_t to);

/* It is over: remembers it, and lets the store have it. */
void arb_stall_keep(arb_hall *hall, arb_stall stall);

/* Reads what a hall has left there in this start of the machine. */
ARB_MUST_USE arb_store_err arb_stall_restore(arb_hall *hall, arb_store *store);

/* ---- callers.c */

/* How much more often this machine itself may do something than another. */
enum { ARB_LOCAL_TIMES = 50 };

/* Who calls, as a number: by the address, of IPv6 by the network. */
uint64_t arb_hall_caller(const arb_api_call *call);

/* May whoever calls do this once more now? Otherwise the call is answered. */
bool arb_hall_allows(const arb_api_call *call, arb_limit limit);

/* A link that was not known here, and counted, was looked for: it counts no more, and is counted
 * again when nobody knows it. */
void arb_hall_unknown_found(arb_hall *hall, const arb_caller *caller);

/* The same for trying a code, which counts when it was wrong. */
bool arb_hall_may_guess(const arb_api_call *call);
void arb_hall_guessed_wrong(const arb_api_call *call);

/* ---- codes.c */

/* Does the key, which may be NULL, belong to a code that still opens its seat? */
bool arb_codes_is_good(const arb_hall *hall, const arb_key *code);

/* A key as the store had it when there had been so many changes of links here; another hall may
 * have given it. Where that is a code that is not known here, the seat is open again, whoever sat
 * there before. */
void arb_codes_learn(arb_hall *hall, const arb_key *key, uint64_t changes);

/* Whoever calls sits there now: the code of that seat ends. */
void arb_codes_retire(const arb_api_call *call);

/* Removes a code from the store, where it may be missing already. */
ARB_MUST_USE arb_store_err arb_codes_remove(arb_store *store, const arb_hash *code);

/* ---- codes_sweep.c: begins to look for codes that open nothing any more; is this one? */
void arb_codes_sweep_begin(arb_hall *hall);
bool arb_codes_has_expired(const arb_hall *hall, const arb_key *code, int64_t wall_ms);

/* ---- arrivals.c: whoever calls has come to the board, if he was not there (Laws 6.7) */
void arb_table_arrive(const arb_api_call *call);

/* ---- feed.c: something is not as it was at this table, which the desk is told; a table goes;
 * there is a new round */
void arb_feed_changed(arb_table *table);
void arb_feed_forget(arb_table *table);
void arb_feed_new_round(arb_hall *hall);

/* ---- screens.c: something is not as it was at this table, or at this shadow; a table has lost its
 * shadow; there is a new game, or round; other games than before are public */
void arb_screens_changed(arb_table *table);
void arb_screens_shadow_ended(const arb_table *table);
void arb_screens_new_game(const arb_table *table);
void arb_screens_published(arb_hall *hall);

/* ---- hall_restore.c: everything that the store knows, before anybody is let in */
ARB_MUST_USE arb_store_err arb_hall_restore(arb_store_loss *loss, arb_hall *hall, arb_store *store);

/* After that, in the loop: games whose clocks ran are stopped, the computers sit down again. */
void arb_hall_revive(arb_hall *hall);

/* Has nobody looked at it for so long, and is nothing under way? Its clock may run: a timer wakes
 * it. */
bool arb_hall_may_sleep(const arb_table *table, int64_t now, int64_t patience_ms);

/* Reads the next game of an older database, of which the list knows nothing yet. */
void arb_hall_introduce_next(arb_hall *hall);

/* Something was found out or done at a table that was not settled: is it now? */
void arb_hall_settle(arb_table *table);

/* The door opens when all are, or when nothing more can be done about it now. */
void arb_hall_end_settling(arb_hall *hall);

/* ---- expiry.c: games that nobody plays any more */

/* Begins to look for them now and then. */
void arb_expiry_begin(arb_hall *hall);

/* By which rule is the game to be closed at `wall_ms`? A game that sleeps may have to be woken. */
typedef enum arb_expiry { ARB_EXPIRY_NOT, ARB_EXPIRY_UNKNOWN, ARB_EXPIRY_DUE } arb_expiry;
arb_expiry arb_expiry_of(const arb_table *table, int64_t wall_ms);

/* ---- log.c: one line of JSON each. `format` and what follows are those of json_pack(). */
void arb_hall_log(const arb_hall *hall, const char *level, const char *what, const char *format,
                  ...);

/* ---- supervision.c: arbiters who are there, and games that claim so many (A.4.1, B.2.1) */
json_t *arb_hall_supervision(const arb_hall *hall);

/* ---- metrics.c */
ARB_MUST_USE arb_err arb_metrics_write(arb_buf *out, const arb_hall *hall);

/* ---- rtt.c: what the system knows of the way to the client */
arb_rtt arb_rtt_of(const arb_api_call *call);

#endif
