/* SPDX-License-Identifier: MIT */
/*
 * What is read of many games at once and then asked for game by game, so that whoever asks need not
 * know of it. A statement costs the same for one game as for fifty, and there are eight to a game.
 *
 * Rows wait in plain lists: of some dozens of games there are a few hundred.
 */
#include <stdio.h>
#include <stdlib.h>

#include "arbitro/mem.h"
#include "store/lease.h"
#include "store/store_internal.h"

/* A row and all its texts, in one block. */
typedef struct kept_row {
    struct kept_row *next;
    size_t size; /* of the block */
    union {
        arb_store_token token;
        arb_store_seat seat;
        arb_store_person person;
        struct {
            arb_store_bytes name, value;
        } setting;
    } of;
} kept_row;

typedef struct row_list {
    kept_row *first, **end;
} row_list;

typedef struct arb_store_gathered {
    const arb_mem *mem;
    size_t count;
    uint64_t *games;       /* in order */
    arb_store_copy **copy; /* of each; NULL: none, or it was taken out */
    row_list tokens, seats, people, settings;
    const char *setting; /* of which each game has one; beside its checklist */
    arb_store_err err;
} arb_store_gathered;

/* ---- keeping rows ---- */

/* Makes a row of two texts, which `a` and `b` of it are to be. */
static kept_row *keep(arb_store_gathered *it, row_list *list, arb_store_bytes *a,
                      arb_store_bytes *b)
{
    const size_t size = sizeof(kept_row) + a->size + b->size;
    kept_row *row = arb_mem_new_array(it->mem, size, 1);

    if (!row) {
        it->err = ARB_STORE_NOMEM;
        return NULL;
    }
    char *to = (char *)(row + 1);
    if (a->size > 0)
        memcpy(to, a->text, a->size);
    if (b->size > 0)
        memcpy(to + a->size, b->text, b->size);
    a->text = to;
    b->text = to + a->size;
    row->size = size;
    *list->end = row;
    list->end = &row->next;
    return row;
}

static bool keep_token(void *user, const arb_store_token *token)
{
    arb_store_gathered *it = user;
    arb_store_token kept = *token;
    arb_store_bytes none = { "", 0 };

    if (token->damaged) { /* of whichever game */
        it->err = ARB_STORE_CORRUPT;
        return false;
    }
    kept_row *row = keep(it, &it->tokens, &kept.hash, &none);
    if (row)
        row->of.token = kept;
    return row != NULL;
}

static bool keep_seat(void *user, const arb_store_seat *seat)
{
    arb_store_gathered *it = user;
    arb_store_seat kept = *seat;
    kept_row *row = keep(it, &it->seats, &kept.seat, &kept.tags);

    if (row)
        row->of.seat = kept;
    return row != NULL;
}

static bool keep_person(void *user, const arb_store_person *person)
{
    arb_store_gathered *it = user;
    arb_store_person kept = *person;
    kept_row *row = keep(it, &it->people, &kept.name, &kept.contact);

    if (row)
        row->of.person = kept;
    return row != NULL;
}

static bool keep_setting(void *user, arb_store_bytes name, arb_store_bytes value)
{
    arb_store_gathered *it = user;
    kept_row *row = keep(it, &it->settings, &name, &value);

    if (row) {
        row->of.setting.name = name;
        row->of.setting.value = value;
    }
    return row != NULL;
}

static void list_free(const arb_store_gathered *it, row_list *list)
{
    while (list->first) {
        kept_row *next = list->first->next;
        arb_mem_free(it->mem, list->first, list->first->size);
        list->first = next;
    }
}

/* ---- gathering ---- */

static arb_store_bytes text_of(const arb_buf *list)
{
    return (arb_store_bytes){ arb_buf_text(list), arb_buf_size(list) };
}

static arb_store_err read_people(arb_store_gathered *it, arb_store *store, arb_buf *list)
{
    arb_store_err err = ARB_STORE_OK;

    arb_buf_cut(list, 0);
    for (const kept_row *row = it->seats.first; row && !err; row = row->next)
        err = arb_store_list_add(list, "", row->of.seat.person);
    return err || arb_buf_size(list) == 0
               ? err
               : store->ops->people_in(store->db, text_of(list), keep_person, it);
}

static arb_store_err read_settings(arb_store_gathered *it, arb_store *store, arb_buf *list)
{
    char own[ARB_STORE_WORD_MAX];
    arb_store_err err = ARB_STORE_OK;

    (void)snprintf(own, sizeof own, "%s.", it->setting);
    arb_buf_cut(list, 0);
    for (size_t i = 0; i < it->count && !err; i++) {
        err = arb_store_list_add(list, ARB_STORE_CHECKLIST ".", it->games[i]);
        if (!err)
            err = arb_store_list_add(list, own, it->games[i]);
    }
    return err ? err : store->ops->settings_in(store->db, text_of(list), keep_setting, it);
}

/* What stands beside the games first, as whoever reads a single one does it. */
static arb_store_err read_all(arb_store_gathered *it, arb_store *store, arb_buf *games,
                              arb_buf *list)
{
    arb_store_err err = ARB_STORE_OK;

    for (size_t i = 0; i < it->count && !err; i++)
        err = arb_store_list_add(games, "", it->games[i]);
    if (!err)
        err = store->ops->tokens_in(store->db, text_of(games), keep_token, it);
    if (!err && !it->err)
        err = store->ops->seats_in(store->db, text_of(games), keep_seat, it);
    if (!err && !it->err)
        err = read_people(it, store, list);
    if (!err && !it->err)
        err = read_settings(it, store, list);
    if (!err && !it->err)
        err = arb_store_copy_many(it->copy, store, it->games, it->count, text_of(games));
    return err ? err : it->err;
}

static int compare(const void *a, const void *b)
{
    const uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;

    return (one > other) - (one < other);
}

static arb_store_gathered *gathered_new(const arb_mem *mem, const uint64_t *games, size_t count,
                                        const char *setting)
{
    arb_store_gathered *it = arb_mem_new_array(mem, 1, sizeof *it);

    if (!it)
        return NULL;
    *it = (arb_store_gathered){ .mem = mem, .count = count, .setting = setting };
    it->tokens.end = &it->tokens.first;
    it->seats.end = &it->seats.first;
    it->people.end = &it->people.first;
    it->settings.end = &it->settings.first;
    it->games = arb_mem_new_array(mem, count, sizeof *it->games);
    it->copy = arb_mem_new_array(mem, count, sizeof(arb_store_copy *));
    if (!it->games || !it->copy) {
        it->err = ARB_STORE_NOMEM;
        return it;
    }
    memcpy(it->games, games, count * sizeof *games);
    qsort(it->games, count, sizeof *games, compare);
    return it;
}

void arb_store_gather(arb_store *store, const uint64_t *games, size_t count, const char *setting)
{
    arb_buf numbers, list;

    assert(!store->in_batch);
    arb_store_forget(store);
    store->gathered = count ? gathered_new(store->mem, games, count, setting) : NULL;
    if (!store->gathered)
        return;
    arb_buf_init(&numbers, store->mem, SIZE_MAX / 2);
    arb_buf_init(&list, store->mem, SIZE_MAX / 2);
    arb_store_read_begin(store);
    const arb_store_err err = store->gathered->err
                                  ? store->gathered->err
                                  : read_all(store->gathered, store, &numbers, &list);
    if (arb_store_read_end(store, err) != ARB_STORE_OK || arb_store_is_standby(store))
        arb_store_forget(store);
    arb_buf_clear(&numbers);
    arb_buf_clear(&list);
}

void arb_store_forget(arb_store *store)
{
    arb_store_gathered *it = store->gathered;

    if (!it)
        return;
    for (size_t i = 0; it->copy && i < it->count; i++)
        arb_store_copy_free(it->copy[i]);
    list_free(it, &it->tokens);
    list_free(it, &it->seats);
    list_free(it, &it->people);
    list_free(it, &it->settings);
    arb_mem_free(it->mem, it->games, it->count * sizeof *it->games);
    arb_mem_free(it->mem, it->copy, it->count * sizeof(arb_store_copy *));
    arb_mem_free(it->mem, it, sizeof *it);
    store->gathered = NULL;
}

/* ---- asking ---- */

static uint64_t *find(const arb_store *store, uint64_t game)
{
    const arb_store_gathered *it = store->gathered;

    return it ? bsearch(&game, it->games, it->count, sizeof game, compare) : NULL;
}

bool arb_store_has_gathered(const arb_store *store, uint64_t game)
{
    return find(store, game) != NULL;
}

void arb_store_gathered_tokens(const arb_store *store, uint64_t game, arb_store_token_fn *fn,
                               void *user)
{
    bool more = true;

    for (const kept_row *row = store->gathered->tokens.first; row && more; row = row->next)
        more = row->of.token.game != game || fn(user, &row->of.token);
}

void arb_store_gathered_seats(const arb_store *store, uint64_t game, arb_store_seat_fn *fn,
                              void *user)
{
    bool more = true;

    for (const kept_row *row = store->gathered->seats.first; row && more; row = row->next)
        more = row->of.seat.game != game || fn(user, &row->of.seat);
}

bool arb_store_gathered_person(const arb_store *store, uint64_t person, arb_store_person_fn *fn,
                               void *user)
{
    const kept_row *row = store->gathered ? store->gathered->people.first : NULL;

    while (row && row->of.person.id != person)
        row = row->next;
    if (row)
        (void)fn(user, &row->of.person);
    return row != NULL;
}

/* The game of which this is a setting that was read, if it has it; 0: of none. */
static uint64_t game_of(const arb_store *store, arb_store_bytes name)
{
    const char *const words[] = { ARB_STORE_CHECKLIST, store->gathered->setting };

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const size_t size = strlen(words[i]);
        if (name.size <= size + 1 || memcmp(name.text, words[i], size) != 0 ||
            name.text[size] != '.')
            continue;
        const uint64_t game = arb_store_shared_number(
            (arb_store_bytes){ name.text + size + 1, name.size - size - 1 });
        if (arb_store_has_gathered(store, game))
            return game;
    }
    return 0;
}

bool arb_store_gathered_setting(arb_store_err *err, arb_buf *out, const arb_store *store,
                                arb_store_bytes name)
{
    if (!store->gathered || game_of(store, name) == 0)
        return false;
    const kept_row *row = store->gathered->settings.first;
    while (row && (row->of.setting.name.size != name.size ||
                   memcmp(row->of.setting.name.text, name.text, name.size) != 0))
        row = row->next;
    *err = row ? arb_store_err_of(
                     arb_buf_add(out, row->of.setting.value.text, row->of.setting.value.size))
               : ARB_STORE_UNKNOWN;
    return true;
}

arb_store_copy *arb_store_gathered_copy(arb_store *store, uint64_t game)
{
    const uint64_t *at = find(store, game);

    if (!at)
        return NULL;
    arb_store_copy **place = &store->gathered->copy[at - store->gathered->games];
    arb_store_copy *copy = *place;
    *place = NULL;
    return copy;
}
