/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STORE_STORE_INTERNAL_H
#define ARBITRO_STORE_STORE_INTERNAL_H
/* What the parts of the store share: the handle, and how a call enters and leaves a batch. */
#include <assert.h>
#include <string.h>

#include "store/backend.h"

struct arb_store {
    const arb_mem *mem;
    const arb_store_backend *ops;
    void *db;
    bool read_only;
    bool follows; /* and sees what is written meanwhile */
    bool in_batch;
    bool is_hall;                        /* among several */
    bool alone;                          /* the batch is that of the present write */
    bool reading;                        /* within a callback */
    arb_store_err failed;                /* why the present batch cannot be committed */
    struct arb_store_gathered *gathered; /* what is answered from memory; NULL: nothing */
};

/* Is it plain text of at most `max` bytes? With `lines` it may have several. */
ARB_MUST_USE arb_store_err arb_store_plain(arb_store_bytes bytes, size_t max, bool lines);

/*
 * Every write is between these two. The first begins a batch for it when there is none, unless
 * `err` says that it cannot be done; the second ends that batch, and remembers what makes the whole
 * of another one fail.
 */
ARB_MUST_USE arb_store_err arb_store_enter(arb_store *store, arb_store_err err);
ARB_MUST_USE arb_store_err arb_store_leave(arb_store *store, arb_store_err err);

/* Every reading is between these two. A database that fails to read may have lost the batch. */
void arb_store_read_begin(arb_store *store);
ARB_MUST_USE arb_store_err arb_store_read_end(arb_store *store, arb_store_err err);

/* The same for a list, which may be empty. */
ARB_MUST_USE arb_store_err arb_store_list_end(arb_store *store, arb_store_err err);

/* Adds a number with a word before it to a list with commas, as operations on many take it. */
ARB_MUST_USE arb_store_err arb_store_list_add(arb_buf *list, const char *word, uint64_t number);

/* ---- what cases and the store have in common (store_case.c) ---- */

/* Can a header be read, does it end there, and is it without names? */
ARB_MUST_USE arb_store_err arb_store_header_check(arb_store_bytes header);

/* Reads a stored header, whose texts stay those of `header`. */
ARB_MUST_USE arb_err arb_store_header_read(arb_case_header *out, arb_store_bytes header);

/* Reads all durable events of a game, however many. */
ARB_MUST_USE arb_store_err arb_store_each_event(arb_store *store, uint64_t game,
                                                arb_store_event_fn *fn, void *user);

/* Are these lines of tags that begin with the name of the seat? */
ARB_MUST_USE arb_store_err arb_store_tags_check(arb_store *store, arb_store_bytes seat,
                                                arb_store_bytes tags);

/* The seat that a tag is about, such as "white" for WhiteElo; NULL when it names nobody. */
const char *arb_store_tag_seat(const arb_case_tag *tag);

/* The tag that holds the name of whoever sits there: "White"; NULL for seats that have none. */
const char *arb_store_seat_tag(arb_store_bytes seat);

/* store_hall.c: are name and contact of their length, and plain? */
ARB_MUST_USE arb_store_err arb_store_person_check(const arb_store_person *person);

/* store_address.c: does it begin as an address, of whatever? */
bool arb_store_has_scheme(const char *path);

/* What the errors of the library mean for the store. */
arb_store_err arb_store_err_of(arb_err err);

/* store_transfer.c: ARB_STORE_UNFINISHED when it is a copy that has not everything yet. */
ARB_MUST_USE arb_store_err arb_store_is_finished(arb_store *store);

/* store_digest.c: arb_store_digest(), which tells how much is done; `progress` may be NULL. */
ARB_MUST_USE arb_store_err arb_store_digest_told(unsigned char out[ARB_STORE_HASH_SIZE],
                                                 arb_store *store, arb_store_progress_fn *progress,
                                                 void *user);

/* The setting in which a game has its checklist, before a dot and its number. */
#define ARB_STORE_CHECKLIST "checklist"

/* store_checklist.c: is it the tag of a checklist? Appends that of a game as one, if it has any. */
bool arb_store_is_checklist(const arb_case_tag *tag);
ARB_MUST_USE arb_store_err arb_store_checklist_export(arb_buf *out, arb_store *store,
                                                      uint64_t game);

/* ---- what was read of many games at once (store_gather.c) ---- */

bool arb_store_has_gathered(const arb_store *store, uint64_t game);
void arb_store_gathered_tokens(const arb_store *store, uint64_t game, arb_store_token_fn *fn,
                               void *user);
void arb_store_gathered_seats(const arb_store *store, uint64_t game, arb_store_seat_fn *fn,
                              void *user);

/* These two: false when the database has to be asked. */
bool arb_store_gathered_person(const arb_store *store, uint64_t person, arb_store_person_fn *fn,
                               void *user);
bool arb_store_gathered_setting(arb_store_err *err, arb_buf *out, const arb_store *store,
                                arb_store_bytes name);

/* Takes the copy out; NULL when there is none. */
arb_store_copy *arb_store_gathered_copy(arb_store *store, uint64_t game);

/* store_copy.c: copies those of the games, by their numbers in order, that are there; NULL for one
 * that is not, or that somebody wrote to meanwhile. Fails as a whole. */
ARB_MUST_USE arb_store_err arb_store_copy_many(arb_store_copy **out, arb_store *store,
                                               const uint64_t *games, size_t count,
                                               arb_store_bytes list);

#endif
