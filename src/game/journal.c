/* SPDX-License-Identifier: MIT */
/*
 * The journal: every event in its order, heard or refused, with its own copy of the text and of
 * what was said to it.
 */
#include <string.h>

#include "arbitro/game_envelope.h"
#include "arbitro/mem.h"
#include "game/game.h"

/* Makes room for `count` items of `size` bytes. */
static arb_err reserve(const arb_mem *mem, void **items, size_t *room, size_t count, size_t size)
{
    enum { ROOM_AT_FIRST = 16 };
    size_t more = *room ? *room : ROOM_AT_FIRST;

    if (count <= *room)
        return ARB_OK;
    while (more < count && more <= SIZE_MAX / 2)
        more *= 2;
    if (more > SIZE_MAX / size)
        return ARB_NOMEM;
    void *grown = arb_mem_resize(mem, *items, *room * size, more * size);
    if (!grown)
        return ARB_NOMEM;
    *items = grown;
    *room = more;
    return ARB_OK;
}

static arb_err journal_reserve(arb_game *game)
{
    void *items = game->journal;
    const arb_err err = reserve(game->mem, &items, &game->journal_room, game->journal_count + 1,
                                sizeof *game->journal);

    game->journal = items;
    return err;
}

arb_err arb_entries_reserve(arb_game *game, size_t more)
{
    void *items = game->entries;
    const arb_err err = reserve(game->mem, &items, &game->entry_room, game->entry_count + more,
                                sizeof *game->entries);

    game->entries = items;
    return err;
}

/* Laid out one behind the other: the rulings, the refusal. */
static size_t said_count(const arb_journal_entry *entry)
{
    return entry->count + (size_t)entry->refused;
}

static void free_text(arb_game *game, char *text)
{
    if (text)
        arb_mem_free(game->mem, text, strlen(text) + 1);
}

static void free_entry(arb_game *game, const arb_journal_entry *entry)
{
    arb_mem_free(game->mem, (void *)(uintptr_t)entry->event.text, entry->event.size);
    arb_mem_free(game->mem, entry->said, said_count(entry) * sizeof *entry->said);
    free_text(game, entry->holds);
    free_text(game, entry->renewed);
}

arb_err arb_journal_add(arb_game *game)
{
    const arb_verdict *v = &game->verdict;
    arb_journal_entry entry = { .count = (uint8_t)v->count,
                                .by_time = (uint8_t)v->by_time,
                                .by_reply = (uint8_t)v->by_reply,
                                .by_hand = (uint8_t)v->by_hand,
                                .by_event = (uint8_t)v->by_event,
                                .refused = v->refused,
                                .ply = game->next.ply };
    const arb_err err = journal_reserve(game);

    if (err)
        return err;
    arb_game_kept(&entry.event, game);
    const size_t size = entry.event.size, said = said_count(&entry);
    char *text = size > 0 ? arb_mem_new_array(game->mem, size, 1) : NULL;
    entry.said = said > 0 ? arb_mem_new_array(game->mem, said, sizeof *entry.said) : NULL;
    if ((size > 0 && !text) || (said > 0 && !entry.said)) {
        arb_mem_free(game->mem, text, size);
        arb_mem_free(game->mem, entry.said, said * sizeof *entry.said);
        return ARB_NOMEM;
    }
    if (text)
        memcpy(text, entry.event.text, size);
    entry.event.text = text;
    for (size_t i = 0; i < v->count; i++)
        entry.said[i] = v->ruling[i];
    if (v->refused)
        entry.said[v->count] = v->refusal;
    game->journal[game->journal_count++] = entry;
    return ARB_OK;
}

void arb_journal_drop(arb_game *game)
{
    free_entry(game, &game->journal[--game->journal_count]);
}

void arb_journal_free(arb_game *game)
{
    while (game->journal_count > 0)
        arb_journal_drop(game);
    arb_mem_free(game->mem, game->journal, game->journal_room * sizeof *game->journal);
    arb_mem_free(game->mem, game->entries, game->entry_room * sizeof *game->entries);
}

size_t arb_game_size(const arb_game *game)
{
    return game->journal_count;
}

const arb_event *arb_game_event(const arb_game *game, size_t index, bool *refused)
{
    if (refused)
        *refused = game->journal[index].refused;
    return &game->journal[index].event;
}

void arb_game_verdict(arb_verdict *out, const arb_game *game, size_t index)
{
    const arb_journal_entry *entry = &game->journal[index];

    *out = (arb_verdict){ .refused = entry->refused,
                          .by_time = entry->by_time,
                          .by_reply = entry->by_reply,
                          .by_hand = entry->by_hand,
                          .by_event = entry->by_event,
                          .count = entry->count };
    for (size_t i = 0; i < entry->count; i++)
        out->ruling[i] = entry->said[i];
    if (entry->refused)
        out->refusal = entry->said[entry->count];
}

const char *arb_journal_holds(char room[ARB_VERDICT_TEXT_MAX], const arb_game *game, size_t index)
{
    const arb_journal_entry *entry = &game->journal[index];
    arb_verdict said;

    if (entry->holds)
        return entry->holds;
    arb_game_verdict(&said, game, index);
    (void)arb_verdict_write(room, ARB_VERDICT_TEXT_MAX, &said, entry->event.time);
    return room;
}

arb_err arb_journal_replace(arb_game *game, char **held, const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = arb_mem_new_array(game->mem, size, 1);

    if (!copy)
        return ARB_NOMEM;
    memcpy(copy, text, size);
    free_text(game, *held);
    *held = copy;
    return ARB_OK;
}

void arb_journal_renew(arb_game *game)
{
    for (size_t i = 0; i < game->journal_count; i++) {
        arb_journal_entry *entry = &game->journal[i];
        entry->ply = entry->replayed;
        if (!entry->renewed)
            continue;
        free_text(game, entry->holds);
        entry->holds = entry->renewed;
        entry->renewed = NULL;
    }
    game->renews = false;
}

void arb_journal_forget(arb_game *game)
{
    for (size_t i = 0; i < game->journal_count && game->renews; i++) {
        free_text(game, game->journal[i].renewed);
        game->journal[i].renewed = NULL;
    }
    game->renews = false;
}

size_t arb_game_sheet_size(const arb_game *game, arb_colour colour)
{
    size_t count = 0;

    for (uint32_t at = game->state.sheet[colour]; at != NO_ENTRY; at = game->entries[at].before)
        count++;
    return count;
}

const char *arb_game_sheet(const arb_game *game, arb_colour colour, size_t index, size_t *size)
{
    size_t left = arb_game_sheet_size(game, colour);
    uint32_t at = game->state.sheet[colour];

    while (--left > index)
        at = game->entries[at].before;
    *size = game->entries[at].size;
    return game->entries[at].text;
}
