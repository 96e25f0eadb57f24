/* SPDX-License-Identifier: MIT */
/* The chains of many games at once, as their events come in the order of all; see inspect.h. */
#include "arbitro/mem.h"
#include "store/chain.h"
#include "store/store_internal.h"

struct arb_store_chains {
    arb_store_walk *game; /* by id, from 1 */
    size_t count, room;
};

arb_store_err arb_store_chains_new(arb_store_chains **out)
{
    *out = arb_mem_new_array(NULL, 1, sizeof **out);
    return *out ? ARB_STORE_OK : ARB_STORE_NOMEM;
}

void arb_store_chains_free(arb_store_chains *chains)
{
    if (!chains)
        return;
    arb_mem_free(NULL, chains->game, chains->room * sizeof *chains->game);
    arb_mem_free(NULL, chains, sizeof *chains);
}

static bool make_room(arb_store_chains *chains)
{
    if (chains->count < chains->room)
        return true;
    const size_t room = chains->room ? 2 * chains->room : 256;
    arb_store_walk *game = arb_mem_new_array(NULL, room, sizeof *game);
    if (!game)
        return false;
    if (chains->count > 0)
        memcpy(game, chains->game, chains->count * sizeof *game);
    arb_mem_free(NULL, chains->game, chains->room * sizeof *game);
    chains->game = game;
    chains->room = room;
    return true;
}

arb_store_err arb_store_chains_game(arb_store_chains *chains, const arb_store_game *game)
{
    if (game->id != chains->count + 1)
        return ARB_STORE_ORDER;
    if (!make_room(chains))
        return ARB_STORE_NOMEM;
    if (!arb_store_walk_begin(&chains->game[chains->count], game))
        return ARB_STORE_CORRUPT;
    chains->count++;
    return ARB_STORE_OK;
}

arb_store_err arb_store_chains_event(arb_store_chains *chains, const arb_store_event *event)
{
    if (event->game == 0 || event->game > chains->count)
        return ARB_STORE_UNKNOWN;
    return arb_store_walk_next(&chains->game[event->game - 1], event) ? ARB_STORE_OK
                                                                      : ARB_STORE_CORRUPT;
}

uint64_t arb_store_chains_unfinished(const arb_store_chains *chains)
{
    for (size_t i = 0; i < chains->count; i++)
        if (!arb_store_walk_ends(&chains->game[i]))
            return i + 1;
    return 0;
}
