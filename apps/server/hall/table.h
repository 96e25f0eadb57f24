/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_TABLE_H
#define ARBITRO_SERVER_TABLE_H
/*
 * A table of the hall: one game, who sits there, and the pages that look at it.
 *
 * Events are judged one at a time: the next one waits until the one before is durable or has
 * failed. Judging has a budget in the loop; what needs more is handed to the judges. A table that
 * nobody has looked at for a while gives its game back ("sleeps") and reads it again when it is
 * asked, beside the loop: whoever asked is parked meanwhile.
 */
#include <jansson.h>

#include "arbitro/game.h"
#include "server/hall/budgets.h"
#include "server/hall/committer.h"
#include "server/hall/judges.h"
#include "server/hall/keys.h"
#include "server/hall/lag.h"

typedef struct arb_engine arb_engine;
struct arb_api_call;

enum {
    ARB_CLIENT_MAX = 48,
    ARB_EVENT_TEXT_MAX = 4096,
    ARB_SUMMARY_MAX = 64,
    ARB_TIME_TEXT_MAX = 128,
    ARB_EDITION_TEXT_MAX = 32,
    ARB_ROUND_LABEL = 24,
    ARB_DEVICES = 4, /* of an arbiter, that can open a sealed move */
    ARB_DEVICE_KEY = 43
};

/* Names as people typed them; allocated, NULL for none. */
typedef struct arb_names {
    char *white, *black, *event;
    char *assistant[2]; /* of each player */
} arb_names;

/* What is known of an event beside what the game itself keeps. */
typedef struct arb_log_entry {
    uint64_t sequence;
    int64_t wall_ms; /* when it was stored, by the clock on the wall */
    bool by_hall;    /* the server gave it in the arbiter's place, or time has brought it */
    uint32_t mark;   /* of the client's id: to find one, the others need not be looked at */
    char *client;    /* with the seat's letter before it; NULL: none */
} arb_log_entry;

/* An event on its way: from a request or from the hall to the journal. */
struct arb_submission {
    arb_committer_job job; /* first, so that a job is its submission */
    arb_judges_job judging;
    arb_submission *next;
    arb_table *table;
    arb_http_exchange *exchange; /* NULL: nobody waits for an answer */
    arb_seat seat;               /* who sent it; the hall itself acts as arbiter */
    arb_seat acts;    /* whose event it is: his own, or a player's for whom he enters it */
    uint64_t visitor; /* who that is, by the address; 0: nobody from outside */
    bool by_hall;
    bool is_preview;          /* somebody wants to know what it would do: it is not stored */
    bool elapses;             /* time has brought it, by itself */
    bool restarts;            /* the stop after a restart: at the time of the last sign of life */
    int64_t received_ms;      /* boot time */
    int64_t taken_us;         /* when this hall took it up, boot time */
    int64_t think_ms, rtt_ms; /* -1: unknown */
    int64_t seen;             /* the last event that whoever sent it knew of; -1: any */
    char client[ARB_CLIENT_MAX + 3];
    char *text; /* verb and arguments, to which the event points */

    struct arb_appointing *appointing; /* whom it names; NULL: nobody */

    /* filled when it is judged */
    arb_err judged;
    bool judged_aside; /* by the judges */
    bool is_hard;      /* that took long */
    int64_t stored_ms; /* when it went to the store, by the clock on the wall */
    char *canonical;
    arb_buf transcript;
    char summary[ARB_SUMMARY_MAX]; /* of the table, after this event; "": as before */
    arb_event event;
    arb_verdict verdict;
    char meta[128];
    bool over, was_over; /* the game is, after this event and before it */
    int64_t origin;      /* the boot time at which its time is 0 */
    arb_store_receipt receipt;

    uint64_t epoch; /* by which this hall has the game; 0: it needs none */

    bool is_taken;                    /* the journal has it */
    json_t *elsewhere;                /* what the hall of the game has answered; NULL: it is here */
    void (*ended)(arb_submission *s); /* whatever became of it; NULL: nobody wants to know */
    void *listener;
};

/* A request that waits until the game is at hand. */
typedef struct arb_parked arb_parked;

/* A page that looks on. */
typedef struct arb_viewer arb_viewer;
struct arb_viewer {
    arb_viewer *next, **previous;
    arb_hall *hall;
    arb_table *table; /* NULL: the desk, which sees all */
    arb_seat seat;
    arb_hash link; /* by which it came */
    arb_stream *stream;
};

/* What lists tell of a game, from an instant on. */
typedef struct arb_past {
    int64_t since_ms; /* boot time; 0: never */
    arb_phase phase;
    arb_result result;
    size_t moves_seen;
    bool known, is_over;
} arb_past;

struct arb_table {
    arb_hall *hall;
    uint64_t id;
    int64_t created_ms;
    int64_t began_ms; /* when play began, by the clock on the wall; 0: it has not, or the game was
                         never read here */
    arb_names names;
    bool casual, is_public, is_over;
    bool is_desks; /* the desk has made it, which earlier games do not tell */
    bool damaged;  /* the journal of its game is not whole: it is set aside */
    uint8_t taken,
        retired,         /* bits of seats: somebody sits there; the store knows its code no more; */
        renewing;        /* its link is being replaced */
    uint64_t owner;      /* who made it, as a number; 0: the desk, or an earlier start */
    bool charged;        /* it counts among those that its owner has open */
    size_t billed;       /* events that were counted as bytes of its owner */
    int64_t touched_ms;  /* its last event, or its making, by the clock on the wall; 0: unknown */
    int64_t kept_ms;     /* that instant, when it was found adjourned and is not to expire */
    arb_colour computer; /* ARB_COLOUR_COUNT: two people */
    uint64_t before, next; /* games: in whose place it is played, and which in its place; 0 */
    bool reopening;        /* the latter is on its way into the store */
    uint64_t round;        /* in which it is played; 0: none */
    unsigned board;        /* its number there */
    char *group;           /* NULL: none */
    char round_label[ARB_ROUND_LABEL]; /* round and board, for PGN: "3.12" */
    unsigned per_arbiter; /* games that one arbiter may supervise by its regulations; 0: any */

    arb_table *delayed;        /* as those see it who look on; NULL: as it is, or nobody does */
    struct arb_shadow *shadow; /* of which table this is such a view; NULL: it is none */
    arb_past last_told;    /* what lists tell of it now, and what they told before, as long as */
    arb_past *told_before; /* somebody may still be told that; the oldest first */
    size_t told_count, told_room;

    char *checklist;   /* what was seen to, as the store has it; NULL: nothing */
    char *tags;        /* further lines of tags about the players; NULL: none */
    arb_game *game;    /* NULL while it sleeps */
    char *header;      /* of its case, as it is stored; NULL while it sleeps */
    size_t moves;      /* for the list of games, also while it sleeps */
    size_t moves_seen; /* as players and spectators count them: with a hidden displacement */
    bool known;        /* these, and what follows, say something */
    arb_phase phase;
    arb_result result;
    char time[ARB_TIME_TEXT_MAX], edition[ARB_EDITION_TEXT_MAX];
    int start960;       /* see arb_regulations_start960() */
    arb_log_entry *log; /* as many as the game has events */
    size_t log_count, log_room;
    uint64_t sequence; /* of the last event */

    int64_t origin;   /* boot time at which the time of the game was 0 */
    bool begun;       /* the origin is settled */
    int64_t dated_ms; /* since when it runs by this origin; 0: for longer than anybody knows */
    int64_t stood_ms; /* how long its time stood while an event of it was on its way to the store */
    int64_t told_ms;  /* boot time at which everybody heard of the last event; 0: of none */
    int64_t former;   /* the origin by which its last event was stored, perhaps of another start */
    int64_t former_wall_ms; /* when that was, by the clock on the wall */
    int64_t alive;          /* after a restart: the time of the game at the last sign of life */
    bool restored;  /* not read since the hall was opened: its time may have run till then */
    bool halted;    /* after a restart: to be stopped before anything else */
    bool unsettled; /* counted among those that are halted */
    bool restarted; /* was restored while it was being played */

    arb_submission *first, **last, *inflight;
    unsigned queued;
    bool
        is_hard; /* its last event was too much for the loop: the next goes to the judges at once */
    bool is_judging;  /* the game is in the hands of the judges, and nobody else looks at it */
    unsigned reading; /* answers that the judges write of the game: it takes no step meanwhile */
    arb_submission *late;        /* what is durable and has to wait for them */
    bool is_loading;             /* the game is being read from the store, */
    struct arb_awaiting *awaits; /* or waits for that; NULL: it does not */
    bool unsure;                 /* after a restart: nobody knows yet until when its time ran */
    arb_parked *parked, **parked_end; /* requests that wait for the game */
    unsigned parked_count;
    arb_loop_task turn; /* the next of them */

    size_t call;      /* the number of the event that calls for the arbiter; 0: none does */
    uint64_t version; /* of its last change, as the desk is told */
    bool is_changed;  /* which it is to be told */
    arb_table *changed_next;
    struct arb_screen_topic *topic; /* what those are told who have no link; NULL: none asks */

    arb_viewer *viewers;
    unsigned present[ARB_SEAT_COUNT];
    /* among several halls; house.h */
    uint64_t epoch;     /* of the lease by which the game lives here; 0: it does not */
    uint64_t past;      /* the one by which it last lived here, and was lost; 0: none; */
    uint64_t lost_as;   /* it was lost as the so-manieth, so that what was read later is known */
    uint64_t lives_at;  /* the hall where it lives, as far as is known; 0: unknown */
    uint64_t pending;   /* the same, heard of while somebody had the game in hand; 0: none */
    bool stale;         /* it was lost: what is in memory is let go as soon as that can be */
    bool leaving;       /* it is on its way to another hall */
    bool handed;        /* it came from another hall, with its time: */
    int64_t handed_ms;  /* the boot time at which that was 0; -1: by its last event */
    uint64_t orphan_of; /* its hall has ended: which, */
    int64_t sign_ms;    /* and until when that lived, by the boot time of this machine */
    bool taken_over;    /* that was so: it goes on when both players are there again */
    bool is_following;  /* what it has missed is being read, */
    bool follows_more;  /* and something came meanwhile */

    arb_lag lag[2];    /* of the players */
    int64_t pinged[2]; /* the last instant that a player's page was told, to measure it; 0: none */
    arb_budgets *budgets;                          /* NULL until somebody sends something */
    char devices[ARB_DEVICES][ARB_DEVICE_KEY + 1]; /* their public keys, the latest first; "" */
    int64_t used_ms;
    arb_timer timer;
    arb_engine *engine;
};

/* ---- table.c */

/* Makes a table with its game, which it then owns; NULL without memory. */
arb_table *arb_table_new(arb_hall *hall, uint64_t id, arb_game *game);
void arb_table_free(arb_table *table);

/* Makes an event; NULL without memory. `text` is copied. */
arb_submission *arb_submission_new(arb_table *table, arb_seat seat, const char *text, size_t size);
void arb_submission_free(arb_submission *s);

/* The game cannot be had: nothing that waits goes on. */
void arb_table_give_up(arb_table *table, arb_store_err err);

/* The game was found to live elsewhere: what waits here goes there. */
void arb_table_forward(arb_table *table);

/* Takes the event, which it then owns, into the queue. */
void arb_table_submit(arb_table *table, arb_submission *s);

/* An answer about the game has been written: it may take its steps again. */
void arb_table_release(arb_table *table);

/* Goes on with what waits, and with what is due. */
void arb_table_go_on(arb_table *table);

/* The hall says something in the arbiter's place. */
void arb_table_say(arb_table *table, const char *text);

/* Sees to what is due: start, resume, the passing of time, the computer. */
void arb_table_attend(arb_table *table);

/* Whether somebody sits there: a page, or the computer. */
bool arb_table_is_present(const arb_table *table, arb_colour colour);

/* Copies what the list of games shows: of the state, and of the regulations, which stay. */
void arb_table_summarise(arb_table *table);
void arb_table_describe(arb_table *table);

/* ---- table_time.c */

/* The time of the game now, never before its last event. */
arb_ms arb_table_now(const arb_table *table);

/* At this instant of the boot time it was so late in the game, and runs on from there. */
void arb_table_date(arb_table *table, int64_t at, arb_ms time);

/* Its time stood for so long, up to now. */
void arb_table_stood(arb_table *table, int64_t ms);

/* An event that was received then has become its last, and everybody hears of it; before it the
 * clock of `ran` ran. */
void arb_table_forgive(arb_table *table, int64_t received_ms, arb_colour ran);

/* ---- table_judge.c */

/*
 * Judging in three steps: the words are read; the Laws judge; what they said is made ready for the
 * journal. The first and the last are false when the event is not to be stored; then it has been
 * answered, if anybody waits. The second is false when it was too much for the loop: then it is for
 * the judges.
 */
bool arb_table_read(arb_table *table, arb_submission *s);
bool arb_table_judge_here(arb_table *table, arb_submission *s);
bool arb_table_conclude(arb_table *table, arb_submission *s);

/* The second in a thread of the judges. */
void arb_table_judge(arb_table *table, arb_submission *s);

/* Has time brought something by itself before this event comes? */
bool arb_table_is_due(const arb_table *table, const arb_submission *s);

/* ---- api_preview.c: answers for an event that was only to be judged, as it was */
void arb_preview_answer(arb_table *table, const arb_submission *s);

/* ---- table_log.c */

/*
 * Has anything happened since the event of this number that may change what another one would do?
 * What was refused has not, nor what somebody who looks on has told: nobody can hinder the arbiter
 * by it.
 */
bool arb_log_went_on(const arb_table *table, uint64_t seen);

/* Adds what the game has taken last to the log. ARB_NOMEM. */
ARB_MUST_USE arb_err arb_log_add(arb_table *table, uint64_t sequence, const char *client,
                                 bool by_hall, int64_t wall_ms);
void arb_log_clear(arb_table *table);

/* Play may have begun with the last event. */
void arb_log_date(arb_table *table);

/* The same of an event of the store, whose game is not there yet: is it the one with which play
 * begins? */
bool arb_log_is_start(const arb_store_event *event);

/* When play began, for those who ask which day it was; before that, when the game was made. */
int64_t arb_table_dated_ms(const arb_table *table);

/* Did the Laws refuse event `index`? */
bool arb_log_is_refused(const arb_table *table, size_t index);

/* The number, from 1, of the event with this id of a client; 0 when there is none. */
size_t arb_log_find(const arb_table *table, const char *client);

/* Is it of whoever sits there, or of his assistant? */
bool arb_log_is_own(const arb_table *table, const arb_event *event, arb_seat seat);

/* Has an arbiter entered it for a player, who said or did it at the board? */
bool arb_log_is_entered(const arb_log_entry *entry, const arb_event *event);

/* Is it about somebody's own scoresheet? Those who hear of it at all hear nothing of what it says,
 * unless it is theirs or they watch for the arbiter. */
bool arb_log_is_private(const arb_event *event);

/* Does this seat see event `index` of the log? */
bool arb_log_is_visible(const arb_table *table, size_t index, arb_seat seat);

/* May this seat have event `index` whole, as the journal has it? */
bool arb_log_is_open(const arb_table *table, size_t index, arb_seat seat);

/* ---- table_introduce.c */

/* The setting that says how a game is played here, before a dot and its number. */
#define ARB_MANNER "game"

/* Who sits there, and how the game is played: what is known also while it sleeps. */
ARB_MUST_USE arb_store_err arb_table_introduce(arb_table *table, arb_store *store);

/* ---- table_load.c */

/* What the header of the game says: time control, edition, the name of the event. ARB_NOMEM. */
ARB_MUST_USE arb_err arb_table_read_header(arb_table *table, arb_store_bytes header);

/* The game is not whole in the store: it is not shown as if it were. */
void arb_table_set_aside(arb_table *table);

/* The event is the next of a game that lives elsewhere: it is taken as it was ruled there. False
 * when it cannot be: then the game is to be read anew. */
bool arb_table_hear(arb_table *table, const arb_store_event *event);

/* Begins to read the game from the store, unless it is there; what is parked goes on then. `owner`
 * is whose turn that takes, 0: the game's own. */
void arb_table_wake(arb_table *table, uint64_t owner);
void arb_table_sleep(arb_table *table);

/* ---- table_summary.c: what the list of games shows, and a restart must know, in one line */
void arb_summary_write(char out[ARB_SUMMARY_MAX], const arb_game *game);

/* The same after the event that was judged last; and whether that is to be stored with it. */
void arb_summary_write_next(char out[ARB_SUMMARY_MAX], const arb_game *game);
bool arb_summary_is_news(const arb_game *game);
void arb_table_summary_read(arb_table *table, const char *text, size_t size);

/* Time control and edition, as the list of games shows them. */
void arb_regulations_describe(char time[ARB_TIME_TEXT_MAX], char edition[ARB_EDITION_TEXT_MAX],
                              const arb_regulations *regulations);

/* The starting position of Chess960: its number; -1 in another game, or where it has none. */
int arb_regulations_start960(const arb_regulations *regulations, const arb_setup *setup);

/* ---- table_past.c */

/* What lists tell of it may have changed. */
void arb_past_note(arb_table *table);

/* It lived elsewhere, or will: what it told before is not known here. */
void arb_past_forget(arb_table *table);

/* ---- parked.c */

/* Can the game be looked at just now? Does an event that comes wait its turn there? */
bool arb_table_is_at_hand(const arb_table *table);
bool arb_table_takes_events(const arb_table *table);

/* Keeps a request until the game is at hand. When too many wait it is answered. */
void arb_table_park(arb_table *table, const struct arb_api_call *call);

/* Lets the requests go on if the game is at hand; or tells them all why it will not be. */
void arb_table_unpark(arb_table *table);
void arb_table_dismiss(arb_table *table, arb_store_err err);

/* ---- table_publish.c */

/* The event has become the last one of the table: tells all pages of it, and whoever sent it. NULL:
 * nobody did. */
void arb_table_tell(arb_table *table, arb_submission *s);

/* Answers who looks on with a delay, that his words have come, whatever became of them; false: it
 * is somebody else. */
bool arb_table_receive(const arb_submission *s, bool again);

/* Answers for an event that is number `number` of the table, from 1. */
void arb_table_answer(arb_table *table, arb_submission *s, size_t number, bool again);

/* Gives back the memory in which these three put together what they tell. */
void arb_telling_free(arb_hall *hall);

/* ---- table_streams.c */

/* Makes a stream of the exchange. */
void arb_viewer_open(const struct arb_api_call *call);

/* Tells the pages whose link was replaced, and ends their streams. */
void arb_table_end_replaced(arb_table *table);

/* Ends the streams of those who only look on: they come back, and are led to what they may see. */
void arb_table_end_lookers(arb_table *table);

/* Tells all pages of a table to read the game anew. */
void arb_table_push_reload(arb_table *table);

/* Tells all pages who is there. */
void arb_table_push_presence(arb_table *table);

#endif
