/* SPDX-License-Identifier: MIT */
/*
 * The journal: every event in its order, heard or refused, with its own copy of the text.
 */
#include <string.h>

#include "arbitro/mem.h"
#include "game/game.h"

/* Makes room for one more item of `size` bytes. */
static arb_err reserve(const arb_mem *mem, void **items, size_t *room, size_t count, size_t size)
{
    enum { ROOM_AT_FIRST = 16 };

    if (count < *room)
        return ARB_OK;
    const size_t more = *room ? *room * 2 : ROOM_AT_FIRST;
    if (more > SIZE_MAX / size)
        return ARB_NOMEM;
    void *grown = arb_mem_resize(mem, *items, *room * size, more * size);
    if (!grown)
        return ARB_NOMEM;
    *items = grown;
    *room = more;
    return ARB_OK;
}

arb_err arb_journal_reserve(arb_game *game)
{
    void *items = game->journal;
    const arb_err err =
        reserve(game->mem, &items, &game->journal_room, game->journal_count, sizeof *game->journal);

    game->journal = items;
    return err;
}

arb_err arb_entries_reserve(arb_game *game)
{
    void *items = game->entries;
    const arb_err err =
        reserve(game->mem, &items, &game->entry_room, game->entry_count, sizeof *game->entries);

    game->entries = items;
    return err;
}

arb_err arb_journal_add(arb_game *game, const arb_event *event, bool refused)
{
    arb_event copy = *event;
    const arb_err err = arb_journal_reserve(game);

    if (err)
        return err;
    if (event->size > 0) {
        char *text = arb_mem_new_array(game->mem, event->size, 1);
        if (!text)
            return ARB_NOMEM;
        memcpy(text, event->text, event->size);
        copy.text = text;
    }
    game->journal[game->journal_count++] = (arb_journal_entry){ .event = copy, .refused = refused };
    return ARB_OK;
}

void arb_journal_free(arb_game *game)
{
    for (size_t i = 0; i < game->journal_count; i++) {
        const arb_event *event = &game->journal[i].event;
        if (event->size > 0)
            arb_mem_free(game->mem, (void *)(uintptr_t)event->text, event->size);
    }
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
