/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_STORE_ERASE_H
#define ARBITRO_CLI_STORE_ERASE_H
/*
 * `arbitro store erase`: a person's name out of a database.
 *
 * The database is written anew, into another one that never had the name, and takes the place of
 * the former: so nothing can be left in pages that are free, or in a log. Every event keeps its
 * number, and all chains are made again; those of games in which nothing was erased are what they
 * were. For the others the hall keeps the last hash before and after.
 */
#include "cli/store.h"

/* The names that are to go; the texts are the caller's. */
typedef struct arb_erase_names {
    const char *const *name;
    size_t count;
} arb_erase_names;

/* Can it be one? Shorter ones would take half of a hall with them. */
bool arb_erase_is_name(const char *name);

/*
 * Appends `text` to `out` with a word in the place of every name, wherever one stands as a word or
 * several, in large or small letters of ASCII, also with the backslashes that quotation marks get.
 * Returns how many there were; `failed` when there is no memory.
 */
size_t arb_erase_replace(arb_buf *out, const arb_erase_names *names, arb_store_bytes text,
                         bool *failed);

/* The same of a text that may be JSON: then only in strings that are values, which it still is
 * afterwards also when somebody is called like a word of it. */
size_t arb_erase_replace_json(arb_buf *out, const arb_erase_names *names, arb_store_bytes text,
                              bool *failed);

/* Is the whole text one of the names? Blanks around it do not count. */
bool arb_erase_is(const arb_erase_names *names, arb_store_bytes text);

/* ---- store_erase_place.c */

enum { ARB_ERASE_PATH = 4096 };

/*
 * Puts the database `made`, which is closed, in the place of the one at `path`, whose lock is held
 * and whose log was joined to it. Its last event is told beside it. Returns an errno, or 0.
 */
int arb_erased_take_place(const char *path, const char *made, const arb_store_mark *mark);

/* Removes it again, and what lies beside it. */
void arb_erased_remove(const char *made);

/* ---- store_erase_copy.c */

/* A game that is copied: in which language its moves are, and whether something goes from it. */
typedef struct arb_erased_game {
    const arb_language *language;
    bool changed;
    unsigned char head[ARB_STORE_HASH_SIZE]; /* as it was */
} arb_erased_game;

typedef struct arb_erasing {
    const arb_cli *cli;
    arb_store *from, *to; /* `to` NULL: it is only told what would be done */
    arb_erase_names names;
    arb_buf line[3]; /* texts of the row at hand */
    arb_erased_game *games;
    size_t game_count, game_room;
    uint64_t *gone; /* people, who are there until all have sat down */
    size_t gone_count, gone_room;
    uint64_t after, given;
    unsigned long long people, places; /* that go */
    arb_store_err err;                 /* of the database that is written */
    bool failed;                       /* no memory */
    bool unreadable;                   /* an event without the name would be none: it was told */
} arb_erasing;

/* Has nothing gone wrong, and does nobody want it to end? What has is kept, the first of it. */
bool arb_erasing_goes_on(const arb_erasing *it);
void arb_erasing_note(arb_erasing *it, arb_store_err err);

/* Reads everything and tells where a name stands; writes it without to the other, if there is one.
 */
void arb_erasing_copy(arb_erasing *it);

#endif
