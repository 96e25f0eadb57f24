/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_STORE_ERASE_H
#define ARBITRO_CLI_STORE_ERASE_H
/*
 * `arbitro store erase`: a person's name out of a database; and a whole hall without any names.
 *
 * The database is written anew, into another one that never had the name, and takes the place of
 * the former: so nothing can be left in pages that are free, or in a log. Every event keeps its
 * number, and all chains are made again; those of games in which nothing was erased are what they
 * were. For the others the hall keeps the last hash before and after.
 */
#include "cli/store.h"

/* ---- names in texts (store_erase_words.c) */

/* What stands where a name stood: a word that can stand anywhere in an event. */
#define ARB_ERASED "erased"

/* The names that are to go, without needless blanks; they are this list's. */
typedef struct arb_erase_names {
    char **name;
    size_t count;
    json_t *numbers; /* of texts that name something, by which they stay apart; NULL: none */
} arb_erase_names;

/* Adds a name, without the blanks around it and with one for several. False without memory. */
bool arb_erase_names_add(arb_erase_names *names, const char *text, size_t size);
void arb_erase_names_free(arb_erase_names *names);

/* Can it be one? Shorter ones would take half of a hall with them. */
bool arb_erase_is_name(const char *name);

/*
 * Appends `text` to `out` with a word in the place of every name, wherever one stands as a word or
 * several, in large or small letters of the alphabets that arb_utf8_lower() knows, also with the
 * backslashes that quotation marks get, and as part of an address: "memorial-anna-rossi". A text
 * that has a number gets it. Returns how many there were, and appends to `around`, unless it is
 * NULL, the words around each of them, with a NUL after each; `failed` when there is no memory.
 */
size_t arb_erase_replace(arb_buf *out, const arb_erase_names *names, arb_store_bytes text,
                         arb_buf *around, bool *failed);

/*
 * What a text that names something becomes with this number: "Memorial erased 2", and in an address
 * "memorial-erased-2". What would be longer than a hall takes is the word alone.
 */
size_t arb_erase_numbered(arb_buf *out, const arb_erase_names *names, arb_store_bytes text,
                          unsigned number, arb_buf *around, bool *failed);

/* store_erase_json.c: the same of a text that may be JSON: then only in strings that people have
 * written, so that it is still that afterwards also when somebody is called like a word of it. */
size_t arb_erase_replace_json(arb_buf *out, const arb_erase_names *names, arb_store_bytes text,
                              arb_buf *around, bool *failed);

/* Is the whole text one of the names? Blanks around it do not count. */
bool arb_erase_is(const arb_erase_names *names, arb_store_bytes text);

/* ---- what of a game people have written (store_erase_texts.c) */

/* A copy of such a text without names; `user` is who copies. Without one it stays as it was. */
typedef arb_store_bytes arb_erase_text_fn(void *user, arb_store_bytes text);

/*
 * Appends a header, or lines of tags, to `out`: its title and the values of its tags are words of
 * people, and go through `fn`; the rest is the Laws' own.
 */
arb_err arb_erase_header(arb_buf *out, arb_store_bytes header, arb_erase_text_fn *fn, void *user);

/* Appends the value of a tag, without its backslashes; nothing when there is no such tag. */
arb_err arb_erase_tag(arb_buf *out, arb_store_bytes header, const char *name);

/* The same without any words of people: without a title, and only with tags that are numbers. */
arb_err arb_nameless_header(arb_buf *out, arb_store_bytes header);

/*
 * Appends an event to `out`, with what people have written in it gone through `fn`; what was played
 * or announced is none of it. ARB_SYNTAX when it cannot be read, ARB_RANGE when it could not be
 * read afterwards; then nothing was appended.
 */
arb_err arb_erase_event(arb_buf *out, arb_store_bytes event, const arb_language *language,
                        arb_erase_text_fn *fn, void *user);

/* The same without any words of people. */
arb_err arb_nameless_event(arb_buf *out, arb_store_bytes event, const arb_language *language);

/* A whole case without them, as arb_store_export() writes it without names of players. */
arb_err arb_nameless_case(arb_buf *out, arb_store_bytes text);

/* In which language the moves of a case are; NULL: English. */
const arb_language *arb_erase_language(arb_store_bytes header);

/* ---- one database in the place of another (store_erase_place.c) */

enum { ARB_ERASE_PATH = 4096 };

/*
 * Puts the database `made`, which is closed, in the place of the one at `path`, whose lock is held
 * and whose log was joined to it. Its last event is told beside it. Returns an errno, or 0.
 */
int arb_erased_take_place(const char *path, const char *made, const arb_store_mark *mark);

/* Removes it again, and what lies beside it. */
void arb_erased_remove(const char *made);

/* ---- copying (store_erase_copy.c) */

/* A game that is copied: in which language its moves are, and whether something goes from it. */
typedef struct arb_erased_game {
    const arb_language *language;
    bool concerned; /* names are looked for in it */
    bool changed;
    unsigned char head[ARB_STORE_HASH_SIZE]; /* as it was */
} arb_erased_game;

/* Somebody who goes. */
typedef struct arb_erased_person {
    uint64_t id;
    bool found;
    arb_buf seats; /* each: its game, a line, the seat, a line, lines of tags, a NUL */
} arb_erased_person;

typedef struct arb_erasing {
    const arb_cli *cli;
    arb_store *from, *to; /* `to` NULL: it is only told what would be done */
    arb_erase_names names;
    json_t *called;  /* what has a name, and with each a list of what gets the same number */
    bool by_number;  /* these people alone, and their names in their games */
    bool nameless;   /* everybody, and whatever people have written */
    arb_buf line[3]; /* texts of the row at hand */
    arb_buf around;  /* the words around what was found in it */
    arb_erased_game *games;
    size_t game_count, game_room;
    arb_erased_person *gone; /* by number; they are there until all have sat down */
    size_t gone_count, gone_room;
    uint64_t *erased; /* who was erased before, and still sits somewhere */
    size_t erased_count, erased_room;
    uint64_t after, given, game;
    unsigned long long people, places; /* that go */
    arb_store_err err;                 /* of the database that is written */
    bool failed;                       /* no memory */
    bool unreadable;                   /* an event without the name would be none: it was told */
    arb_progress progress;
} arb_erasing;

void arb_erasing_begin(arb_erasing *it, const arb_cli *cli);
void arb_erasing_end(arb_erasing *it);

/* Has nothing gone wrong, and does nobody want it to end? What has is kept, the first of it. */
bool arb_erasing_goes_on(const arb_erasing *it);
void arb_erasing_note(arb_erasing *it, arb_store_err err);

/* Reads everything and tells where a name stands; writes it without to the other, if there is one.
 */
void arb_erasing_copy(arb_erasing *it);

/* Writes the other database, which is empty. Until it has everything it says so, and nobody opens
 * it. False when it was not written, because there was nothing to erase, or it failed. */
bool arb_erasing_write(arb_erasing *it);

/* The text of the row at hand without names, in line `n`; `count` grows by how many there were. */
arb_store_bytes arb_erasing_clean(arb_erasing *it, unsigned n, arb_store_bytes text, size_t *count);

/* Tells what was found in the row at hand: of a game, of one of its events, of a setting. */
void arb_erasing_tell(arb_erasing *it, uint64_t game, uint32_t number, const char *setting);

/* Reads a list page by page, up to what went wrong on either side. */
typedef arb_store_err arb_erasing_page_fn(arb_erasing *it);
void arb_erasing_pages(arb_erasing *it, arb_erasing_page_fn *page);

/* ---- what stays apart (store_erase_apart.c) */

/* Keeps which event this header of a game names. */
void arb_erasing_hear(arb_erasing *it, arb_store_bytes header);

/* Once it is known who goes: gives events, groups and publications that would be called alike
 * without the name a number. */
void arb_erasing_keep_apart(arb_erasing *it);

/* ---- people and their seats (store_erase_people.c) */

/* Adds somebody who goes, by number, before anything is read. False without memory. */
bool arb_erasing_add(arb_erasing *it, uint64_t person);

/* Who goes, and where they sit; told as a list. Games are known by then. */
void arb_erasing_find(arb_erasing *it);

/* Writes people and seats, and in the end takes those away who go. */
void arb_erasing_people(arb_erasing *it);
void arb_erasing_seats(arb_erasing *it);
void arb_erasing_take_away(arb_erasing *it);

/* Why it failed. */
arb_exit arb_erasing_complain(const arb_erasing *it, const char *path);

/* ---- a hall without names (store_nameless.c) */

/* Has a hall without names this setting? Then its value; it may stand in `room`. */
bool arb_nameless_has(const char *setting);
arb_store_bytes arb_nameless_setting(arb_buf *room, const char *setting, arb_store_bytes value,
                                     bool *failed);

/*
 * Copies a database into a new one without any names, links or secrets, and opens that to be read.
 * `made` is the folder of that, to be removed with arb_nameless_remove() when it was closed.
 * Complains when it fails; then nothing is left.
 */
arb_exit arb_nameless_open(arb_store **out, char made[ARB_ERASE_PATH], const arb_cli *cli,
                           arb_store *from, const char *path);
void arb_nameless_remove(const char *made);

#endif
