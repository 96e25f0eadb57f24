/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STORE_STORE_H
#define ARBITRO_STORE_STORE_H
/**
 * @file store.h
 * The journal on a disk: games and their events, which are only ever added, and what a hall needs
 * beside them.
 *
 * Every event has a sequence number, from 1, without a hole, over all games of the store. It is
 * given within a batch: arb_store_begin(), any number of writes, arb_store_commit(). Only when the
 * commit has answered ARB_STORE_OK is anything of the batch durable, and only then may it be told
 * to anybody; then no crash loses it. A write outside a batch is a batch of its own.
 *
 * An event may carry an id of the client's making. Appending the same id to the same game again
 * writes nothing and answers with what the first one got, so that a client may send until it hears.
 *
 * Names and contacts of people stand apart from games and events, which know people by number
 * only. Erasing a person leaves every game as it was. Whoever writes events keeps names out of
 * their texts, and out of headers and metadata.
 *
 * The events of a game are a chain: each has the hash of itself and of all before it, from the
 * header on, and the game has a head, which says how many there are and what the last hash is. So
 * one that is missing, or is not what it was, is noticed when the game is loaded or checked. The
 * hash says nothing about who wrote: whoever may write to the file can also write a new chain.
 *
 * A store belongs to one thread at a time, and a database to one store that writes at a time:
 * whoever opens it a second time is refused, unless it is only to be read, or all say that they
 * share it. A function that reads
 * hands its rows to a callback, whose texts hold until it returns; it must not call the store.
 * Answering false ends the reading.
 */
#include <stdbool.h>
#include <stdint.h>

#include "arbitro/buf.h"
#include "arbitro/case.h"

typedef struct arb_store arb_store;

/** The errors: see store_errors.def. */
typedef enum arb_store_err {
#define STORE_ERR(id, en, it) ARB_STORE_##id,
#include "store/store_errors.def"
#undef STORE_ERR
    ARB_STORE_ERR_COUNT
} arb_store_err;

/** The error as a phrase. */
const char *arb_store_err_text(arb_store_err err, arb_lang lang);

/** How long what is stored may be, in bytes; anything longer is ARB_STORE_TOO_LARGE. */
enum {
    ARB_STORE_EVENT_MAX = 65535, /* a line of a case */
    ARB_STORE_HEADER_MAX = 262144,
    ARB_STORE_META_MAX = 4096,
    ARB_STORE_VERDICT_MAX = 1048576,
    ARB_STORE_SUMMARY_MAX = 1024,
    ARB_STORE_WORD_MAX = 64, /* client ids, actors, tokens, seats, names of settings, boot ids */
    ARB_STORE_NAME_MAX = 1024,
    ARB_STORE_CONTACT_MAX = 4096,
    ARB_STORE_TAGS_MAX = 65536,
    ARB_STORE_VALUE_MAX = 65536
};

/** The size of every hash. */
enum { ARB_STORE_HASH_SIZE = 32 };

/** Bytes of somebody else; `text` may be NULL when `size` is 0. */
typedef struct arb_store_bytes {
    const char *text;
    size_t size;
} arb_store_bytes;

/** When something happened, by both clocks of the machine. */
typedef struct arb_store_stamp {
    int64_t monotonic_ms; /* since the machine was started */
    int64_t wall_ms;      /* since 1970 */
} arb_store_stamp;

/* ---- opening ---- */

typedef struct arb_store_options {
    const arb_mem *mem; /* NULL means malloc; must outlive the store */
    bool create;        /* make a database where there is none */
    bool read_only;     /* as it is now, whatever is written to it meanwhile by others */
    uint64_t max_bytes; /* the database never grows beyond this; 0 for no limit */
    bool shared;        /* others may write beside it; see lease.h */
    bool follow;        /* read only, and what others write meanwhile is seen */
    bool alone;         /* read only, and nobody writes meanwhile: ARB_STORE_LOCKED */
    bool anew;          /* a copy that was not finished is emptied, and is a new database */
} arb_store_options;

/** Is this the address of a database of PostgreSQL, and not the path of a file? */
bool arb_store_is_postgres(const char *path);

/** A part of a text, from its first byte to the one behind its last. */
typedef struct arb_store_span {
    size_t begin, end;
} arb_store_span;

/** Finds the first password in an address from byte `after` on; 0 is its beginning. */
bool arb_store_secret(arb_store_span *out, const char *path, size_t after);

/**
 * Writes the path or address as it may be shown: without passwords. Returns how long it is, as
 * snprintf() does.
 */
size_t arb_store_shown(char *out, size_t size, const char *path);

/**
 * Do both lead to one database? Files are compared by what they are, also by links; of databases of
 * PostgreSQL the servers are asked. False when it cannot be known.
 */
bool arb_store_are_same(const char *one, const char *other);

/**
 * Opens the database in the file `path`, or at the address `postgres://...`, or by the words that
 * libpq reads, such as "host=... dbname=..."; brings an older one up to date, and keeps every other
 * store that writes out of it. What is not a database of ours, or is newer than this program, is
 * left as it is. One that is only to be read is not changed: of an older one a copy is brought up
 * to date. The caller owns `out`.
 */
ARB_MUST_USE arb_store_err arb_store_open(arb_store **out, const char *path,
                                          const arb_store_options *options);

/** Closes the store. A batch that was not committed is forgotten. NULL is allowed. */
void arb_store_close(arb_store *store);

/**
 * Goes through the whole database: ARB_STORE_CORRUPT when its file is damaged, when a number is
 * missing or a chain is broken. Takes time in proportion to its size; inspect.h tells what is
 * wrong.
 */
ARB_MUST_USE arb_store_err arb_store_check(arb_store *store);

/** How many bytes it takes, about. */
ARB_MUST_USE arb_store_err arb_store_size(uint64_t *out, arb_store *store);

/**
 * Whatever waits for a database that is away gives up, now and later: the store can only be closed.
 * A batch whose commit was on its way may be there or not. Any thread may say so.
 */
void arb_store_stop(arb_store *store);

/**
 * The server with which it is connected may be gone without a word, and another one be there in its
 * place: whatever waits for its answer waits no longer, and the connection is made anew. What
 * became of a commit is found out as ever. Any thread may say so.
 */
void arb_store_doubt(arb_store *store);

/**
 * Looks whether the files are still where they were: ARB_STORE_GONE when they were removed, renamed
 * or replaced. Then nothing can be written any more; a commit looks by itself before it answers.
 */
ARB_MUST_USE arb_store_err arb_store_look(arb_store *store);

/* ---- batches ---- */

/** Begins a batch. ARB_STORE_STATE when there is one. */
ARB_MUST_USE arb_store_err arb_store_begin(arb_store *store);

/**
 * The same for a caller who can do the whole batch again. Where nobody else has written of late the
 * database is not asked before the commit, which saves a trip to it. When somebody has, a call in
 * the batch, or its commit, answers ARB_STORE_TURN: nothing was written, and the batch is to be
 * done once more, with arb_store_begin(). That may answer so, too, though seldom: when the database
 * has ended one of two who waited for each other, or had no room to tell others of the batch.
 */
ARB_MUST_USE arb_store_err arb_store_begin_ahead(arb_store *store);

/**
 * Makes the batch durable as a whole. When this or any write of the batch failed for a reason of
 * the store (all errors before TOO_LARGE), nothing of the batch was written and the error is told
 * here again. Either way the batch is over and the store can be used further.
 */
ARB_MUST_USE arb_store_err arb_store_commit(arb_store *store);

/** Forgets the batch, if there is one. */
void arb_store_rollback(arb_store *store);

/* ---- events ---- */

typedef struct arb_store_event {
    uint64_t sequence; /* not read by arb_store_append() */
    uint64_t game;
    uint32_t number; /* within the game, from 1; for arb_store_append() 0 is the next */
    bool refused;
    arb_store_bytes client; /* any bytes; none: the event cannot be told twice */
    arb_store_bytes actor;  /* who sent it, in a word of the caller's */
    arb_store_bytes text;   /* as arb_event_write() writes it */
    arb_store_bytes meta;   /* one line of the caller's, such as figures of lag */
    arb_store_stamp stamp;
    arb_store_bytes verdict; /* what was ruled, in a line of the caller's; none: it was not kept */
    arb_store_bytes summary; /* the game's from now on; none: as it was. Not given when reading */
    arb_store_bytes erased;  /* hashes of text and verdict, when these were erased. Only read */
    arb_store_bytes chain;   /* the hash of the chain up to here. Only read */
    uint64_t epoch;          /* by which this hall has the game; 0: it has no lease. See lease.h */
    bool damaged;            /* cannot be read: within the store only */
} arb_store_event;

/** What an event got, now or when it came for the first time. */
typedef struct arb_store_receipt {
    uint64_t sequence;
    uint32_t number;
    bool refused;
    bool again; /* this client id was there already: nothing was written */
} arb_store_receipt;

/**
 * Appends an event. ARB_STORE_UNKNOWN when there is no such game, ARB_STORE_ORDER when `number` is
 * not its next one. In a batch the receipt holds only once the batch is committed.
 */
ARB_MUST_USE arb_store_err arb_store_append(arb_store_receipt *out, arb_store *store,
                                            const arb_store_event *event);

/**
 * Says at the beginning of a batch which games it appends events to, 0 for none: what is to be
 * known of each for that is asked of the database in one go. Nothing depends on it otherwise.
 */
ARB_MUST_USE arb_store_err arb_store_expect(arb_store *store, const uint64_t *games, size_t count);

/** The last sequence number that is durable; 0 when there is no event. */
uint64_t arb_store_last(const arb_store *store);

/** An event by its number, and by the hash of its chain, which only one event has. */
typedef struct arb_store_mark {
    uint64_t sequence;
    unsigned char chain[ARB_STORE_HASH_SIZE];
} arb_store_mark;

/** The last event that is durable, to be kept elsewhere. */
arb_store_mark arb_store_mark_get(const arb_store *store);

/** What is missing in a database, as far as it can be known without reading it all. */
typedef struct arb_store_loss {
    uint64_t events;      /* how many; 0 when they are there, and others than they were */
    int64_t last_wall_ms; /* of the last event that is there; 0 without events */
} arb_store_loss;

/** Is all there that there was when `mark` was taken? ARB_STORE_LOSS with `out` filled when not. */
ARB_MUST_USE arb_store_err arb_store_mark_check(arb_store_loss *out, arb_store *store,
                                                const arb_store_mark *mark);

/**
 * How many events the games have by their heads. It is arb_store_last() unless an event is missing
 * or one too many; which, arb_store_inspect() finds.
 */
ARB_MUST_USE arb_store_err arb_store_counted(uint64_t *out, arb_store *store);

typedef bool arb_store_event_fn(void *user, const arb_store_event *event);

/** Reads the durable events after sequence number `after`, in order, at most `limit` of them. */
ARB_MUST_USE arb_store_err arb_store_events(arb_store *store, uint64_t after, size_t limit,
                                            arb_store_event_fn *fn, void *user);

/** Reads those of one game, in order. No such game has no event. */
ARB_MUST_USE arb_store_err arb_store_events_of(arb_store *store, uint64_t game, uint64_t after,
                                               size_t limit, arb_store_event_fn *fn, void *user);

/* ---- games ---- */

typedef struct arb_store_game {
    uint64_t id;             /* from 1 */
    int64_t created_ms;      /* by the clock on the wall */
    bool closed;             /* nothing more is expected to happen in it */
    uint32_t events;         /* how many are durable */
    arb_store_bytes header;  /* of its case, without names */
    arb_store_bytes summary; /* a line of the caller's, durable with the last event */
    arb_store_bytes chain;   /* the hash of its last event; without events, of the header */
    bool damaged;            /* cannot be read: then only the id is told */
} arb_store_game;

typedef bool arb_store_game_fn(void *user, const arb_store_game *game);

/**
 * Adds a game. `header` is the header of a case, such as arb_case_write() writes for a game without
 * events; ARB_STORE_SYNTAX when it cannot be read, or when anything follows it, ARB_STORE_NAMES
 * when its tags name people: those are seated with arb_store_seat_set(). `summary` is a line of the
 * caller's, or none.
 */
ARB_MUST_USE arb_store_err arb_store_game_new(uint64_t *out, arb_store *store,
                                              arb_store_bytes header, int64_t created_ms,
                                              arb_store_bytes summary);

/** Changes the summary of a game, which its events do with every append. ARB_STORE_FENCED when
 * another hall has the game. */
ARB_MUST_USE arb_store_err arb_store_game_summary(arb_store *store, uint64_t game,
                                                  arb_store_bytes summary);

/** Marks a game as closed or not, so that it need not be looked at after a restart.
 * ARB_STORE_FENCED as above. */
ARB_MUST_USE arb_store_err arb_store_game_close(arb_store *store, uint64_t game, bool closed);

/** Reads one game: the durable ones only. ARB_STORE_UNKNOWN when there is none. */
ARB_MUST_USE arb_store_err arb_store_game_get(arb_store *store, uint64_t game,
                                              arb_store_game_fn *fn, void *user);

/** Reads the durable games after id `after`, in order; all of them, or only those not closed. */
ARB_MUST_USE arb_store_err arb_store_games(arb_store *store, uint64_t after, bool only_open,
                                           size_t limit, arb_store_game_fn *fn, void *user);

/**
 * Tells of the games with durable events after sequence number `after`, in order, what a list says
 * of each: its number, its summary and whether it is closed; and which of its events is the last.
 */
typedef bool arb_store_changed_fn(void *user, const arb_store_game *game, uint64_t last);
ARB_MUST_USE arb_store_err arb_store_games_changed(arb_store *store, uint64_t after,
                                                   arb_store_changed_fn *fn, void *user);

/**
 * Hears what a game is made of; each answers false when it has no memory. From the first event on
 * to which `withholds`, unless it is NULL, answers true the game does not take its events: it
 * stands as before, `withholds` hears of each of them, with what was said to it if that is known,
 * and `event` of none.
 */
typedef struct arb_store_listener {
    bool (*game)(void *user, const arb_store_game *game, const arb_case_header *header);
    arb_store_event_fn *event;
    void *user;
    arb_store_event_fn *withholds;
} arb_store_listener;

/**
 * Makes the game anew from its header and its durable events, of which `listener` hears unless it
 * is NULL. Events are taken as they were judged then; only those whose verdict was not kept are
 * judged once more, and `differs` counts those of them that come out otherwise (refused or not).
 * ARB_STORE_CORRUPT when one cannot be read, is missing, or is not what it was. The caller owns
 * `out`.
 */
ARB_MUST_USE arb_store_err arb_store_game_load(arb_game **out, size_t *differs, arb_store *store,
                                               uint64_t game, const arb_store_listener *listener);

/** A game as it stands in the store, to be made a game again elsewhere: by another thread. */
typedef struct arb_store_copy arb_store_copy;

/**
 * Reads these games and what stands beside them, in no more statements than one of them takes, so
 * that what is asked of each next is answered from memory: its copy, once; its tokens, seats, the
 * people on these, its checklist and the setting `SETTING.7` of game 7. Whatever is not found there
 * is asked of the database, as ever. That is all of it when anything goes wrong here, is damaged,
 * or comes from a server that may lack what is durable; of a game also when somebody wrote to it
 * meanwhile. Not within a batch.
 */
void arb_store_gather(arb_store *store, const uint64_t *games, size_t count, const char *setting);

/** From now on the database is asked again. Whoever begins a batch forgets by that. */
void arb_store_forget(arb_store *store);

/** Copies the game with its durable events. The caller owns `out`. */
ARB_MUST_USE arb_store_err arb_store_copy_new(arb_store_copy **out, arb_store *store,
                                              uint64_t game);
void arb_store_copy_free(arb_store_copy *copy);

/**
 * Verdicts of its events that were not kept when these were stored, because the database was an
 * older one: a line for each event, empty where it has its own. The caller fills it with what it
 * has kept; after the game was loaded it has all of them.
 */
arb_buf *arb_store_copy_later(arb_store_copy *copy);

/** Is the verdict of every event known? Then nothing need be proved to load it. */
bool arb_store_copy_is_judged(const arb_store_copy *copy);

/** As arb_store_game_load(). The store is not touched; `effort` is what proofs may cost. */
ARB_MUST_USE arb_store_err arb_store_copy_load(arb_game **out, size_t *differs,
                                               arb_store_copy *copy,
                                               const arb_store_listener *listener,
                                               const arb_effort *effort);

/**
 * Appends a game to `out` as a case file, with the names of its players or without.
 * ARB_STORE_CORRUPT for a game that does not load for that reason.
 */
ARB_MUST_USE arb_store_err arb_store_export(arb_buf *out, arb_store *store, uint64_t game,
                                            bool with_names);

/**
 * Reads the next case of `reader`, judges it, and adds it as a new game, which is closed when it is
 * over. Its tags about the players become people and seats. Expectations are passed over.
 * ARB_STORE_SYNTAX with `where`, unless it is NULL, for what cannot be read; then nothing was
 * written and the reader stands as after arb_case_next(). It is a batch of its own: ARB_STORE_STATE
 * within another.
 */
ARB_MUST_USE arb_store_err arb_store_import(uint64_t *out, arb_store *store,
                                            arb_case_reader *reader, arb_store_stamp stamp,
                                            arb_where *where);

/* ---- tokens: what a link or a code opens ---- */

/** A token as the store sees it: opaque bytes, such as the hash of what stands in a link. */
typedef struct arb_store_token {
    arb_store_bytes hash; /* not empty */
    uint64_t game;
    uint32_t role;      /* a number of the caller's */
    int64_t expires_ms; /* by the clock on the wall; a number of the caller's, not looked at here */
    bool damaged;       /* cannot be read: then nothing else is told of it. Only read */
} arb_store_token;

typedef bool arb_store_token_fn(void *user, const arb_store_token *token);

/** Adds a token. ARB_STORE_EXISTS when the hash is taken, ARB_STORE_UNKNOWN without that game. */
ARB_MUST_USE arb_store_err arb_store_token_add(arb_store *store, const arb_store_token *token);

/** Removes a token. ARB_STORE_UNKNOWN when there is none. */
ARB_MUST_USE arb_store_err arb_store_token_remove(arb_store *store, arb_store_bytes hash);

/** Finds a token by its hash. ARB_STORE_UNKNOWN when there is none. */
ARB_MUST_USE arb_store_err arb_store_token_find(arb_store *store, arb_store_bytes hash,
                                                arb_store_token_fn *fn, void *user);

/** Reads the tokens of a game; those of all games when `game` is 0. */
ARB_MUST_USE arb_store_err arb_store_tokens(arb_store *store, uint64_t game, arb_store_token_fn *fn,
                                            void *user);

/* ---- people ---- */

typedef struct arb_store_person {
    uint64_t id; /* never given to anybody else, not even when the person is erased */
    arb_store_bytes name, contact;
} arb_store_person;

typedef bool arb_store_person_fn(void *user, const arb_store_person *person);

/** Adds a person; the id in `person` is not read. */
ARB_MUST_USE arb_store_err arb_store_person_new(uint64_t *out, arb_store *store,
                                                const arb_store_person *person);

/** Changes name and contact. ARB_STORE_UNKNOWN when there is no such person. */
ARB_MUST_USE arb_store_err arb_store_person_set(arb_store *store, const arb_store_person *person);

/** Reads a person. ARB_STORE_UNKNOWN when there is none, or no more. */
ARB_MUST_USE arb_store_err arb_store_person_get(arb_store *store, uint64_t person,
                                                arb_store_person_fn *fn, void *user);

/** Reads the people after id `after`, in order, at most `limit` of them. */
ARB_MUST_USE arb_store_err arb_store_people(arb_store *store, uint64_t after, size_t limit,
                                            arb_store_person_fn *fn, void *user);

/**
 * Erases a person: name, contact, and the tags of the seats. When the batch is committed, the bytes
 * are gone from the files too. Games and events stay. ARB_STORE_UNKNOWN when there is none.
 */
ARB_MUST_USE arb_store_err arb_store_person_erase(arb_store *store, uint64_t person);

/**
 * For a copy of a whole database: adds a person by number. ARB_STORE_EXISTS when that was given.
 */
ARB_MUST_USE arb_store_err arb_store_person_put(arb_store *store, const arb_store_person *person);

/** The last number that was ever given; and that it, or one before it, will not be given again. */
ARB_MUST_USE arb_store_err arb_store_people_given(uint64_t *out, arb_store *store);
ARB_MUST_USE arb_store_err arb_store_people_give(arb_store *store, uint64_t last);

/** Who sits where in a game. */
typedef struct arb_store_seat {
    uint64_t game;
    arb_store_bytes seat; /* "white", "black", or any word of the caller's */
    uint64_t person;
    arb_store_bytes tags; /* further `tag` lines about this person, such as WhiteElo, or nothing */
} arb_store_seat;

typedef bool arb_store_seat_fn(void *user, const arb_store_seat *seat);

/**
 * Seats a person, in the place of whoever sat there; nobody when `person` is 0. ARB_STORE_SYNTAX
 * when `tags` are not lines of tags that begin with the name of the seat.
 */
ARB_MUST_USE arb_store_err arb_store_seat_set(arb_store *store, const arb_store_seat *seat);

/** Reads the seats of a game. A person who was erased keeps the number, and has no name. */
ARB_MUST_USE arb_store_err arb_store_seats(arb_store *store, uint64_t game, arb_store_seat_fn *fn,
                                           void *user);

/* ---- settings and the heartbeat ---- */

/** Sets a value; an empty one is a value too. */
ARB_MUST_USE arb_store_err arb_store_setting_set(arb_store *store, const char *name,
                                                 arb_store_bytes value);

typedef bool arb_store_setting_fn(void *user, arb_store_bytes name, arb_store_bytes value);

/** Reads all of them, by name. */
ARB_MUST_USE arb_store_err arb_store_settings(arb_store *store, arb_store_setting_fn *fn,
                                              void *user);

/** Appends a value to `out`. ARB_STORE_UNKNOWN when it was never set. */
ARB_MUST_USE arb_store_err arb_store_setting_get(arb_buf *out, arb_store *store, const char *name);

/**
 * What was seen to before and while a game is played, which is no part of its journal: one line of
 * printable ASCII of the caller's, without quotation marks and backslashes (ARB_STORE_SYNTAX). It
 * goes with the game into a case, as the tag `Checklist`, and comes back with it.
 */
ARB_MUST_USE arb_store_err arb_store_checklist_set(arb_store *store, uint64_t game,
                                                   arb_store_bytes text);

/** Appends it to `out`: nothing when there is none. */
ARB_MUST_USE arb_store_err arb_store_checklist_get(arb_buf *out, arb_store *store, uint64_t game);

/** The last sign of life: which start of the machine, and when. */
typedef struct arb_store_heartbeat {
    char boot[ARB_STORE_WORD_MAX + 1];
    arb_store_stamp stamp;
} arb_store_heartbeat;

/** Writes the heartbeat over the one before: about once a second, by the caller. */
ARB_MUST_USE arb_store_err arb_store_beat(arb_store *store, const arb_store_heartbeat *beat);

/** Reads the last heartbeat. ARB_STORE_UNKNOWN when there never was one. */
ARB_MUST_USE arb_store_err arb_store_heartbeat_get(arb_store_heartbeat *out, arb_store *store);

#endif
