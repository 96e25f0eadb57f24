/* SPDX-License-Identifier: MIT */
/*
 * A stored game as a game again. Its chain is gone through on the way: a game with an event that is
 * missing, is one too many or is not what it was does not load.
 */
#include "store/chain.h"
#include "store/store_internal.h"

typedef struct loading {
    const arb_mem *mem;
    const arb_store_listener *listener;
    arb_game *game;
    size_t differs;
    arb_store_walk walk;
    arb_err err; /* ARB_SYNTAX: damaged */
} loading;

static bool begin_game(void *user, const arb_store_game *game)
{
    loading *it = user;
    arb_case_header header;

    it->err = arb_store_walk_begin(&it->walk, game) ? ARB_OK : ARB_SYNTAX;
    if (!it->err)
        it->err = arb_store_header_read(&header, game->header);
    if (!it->err && it->listener && !it->listener->game(it->listener->user, game, &header))
        it->err = ARB_NOMEM;
    if (!it->err)
        it->err = arb_game_new(&it->game, it->mem, &header.regulations, &header.given);
    return false;
}

/* Judges a stored event once more; `differs` when that comes out otherwise than it did then. */
static arb_err judge_again(bool *differs, arb_game *game, const arb_store_event *stored)
{
    arb_verdict verdict = { 0 };
    arb_event event;
    arb_err err =
        arb_event_read(&event, NULL, stored->text.text, stored->text.size,
                       arb_state_now(arb_game_state(game)), arb_game_regulations(game)->language);

    if (!err)
        err = arb_game_submit(&verdict, game, &event);
    *differs = !err && verdict.refused != stored->refused;
    return err;
}

static bool take_event(void *user, const arb_store_event *stored)
{
    loading *it = user;
    bool differs = false;

    it->err = arb_store_walk_next(&it->walk, stored) ? judge_again(&differs, it->game, stored)
                                                     : ARB_SYNTAX;
    if (!it->err && it->listener && !it->listener->event(it->listener->user, stored))
        it->err = ARB_NOMEM;
    it->differs += differs;
    return it->err == ARB_OK;
}

arb_store_err arb_store_game_load(arb_game **out, size_t *differs, arb_store *store, uint64_t game,
                                  const arb_store_listener *listener)
{
    loading it = { .mem = store->mem, .listener = listener };
    arb_store_err err = arb_store_game_get(store, game, begin_game, &it);

    if (!err && !it.err)
        err = arb_store_each_event(store, game, take_event, &it);
    if (!err && it.err)
        err = it.err == ARB_NOMEM ? ARB_STORE_NOMEM : ARB_STORE_CORRUPT;
    if (!err && !arb_store_walk_ends(&it.walk))
        err = ARB_STORE_CORRUPT;
    if (err) {
        arb_game_free(it.game);
        return err;
    }
    *out = it.game;
    if (differs)
        *differs = it.differs;
    return ARB_STORE_OK;
}
