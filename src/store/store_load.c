/* SPDX-License-Identifier: MIT */
/*
 * A stored game as a game again. Its chain is gone through on the way: a game with an event that is
 * missing, is one too many or is not what it was does not load. Events are taken as they were
 * judged when they were stored, by the verdicts that stand beside them.
 */
#include "arbitro/mem.h"
#include "store/chain.h"
#include "store/copy.h"
#include "store/store_internal.h"

/* Verdicts that were found out later, a line for each event of the game. */
typedef struct lines {
    const char *at, *end;
} lines;

typedef struct loading {
    const arb_mem *mem;
    lines later;
    arb_buf *found; /* where verdicts that were not kept go, in the same form; NULL: nowhere */
    const arb_store_listener *listener;
    const arb_effort *effort;
    arb_game *game;
    size_t differs;
    bool withheld; /* the game stands still: what follows is only told */
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
    if (!it->err)
        arb_game_effort(it->game, it->effort);
    return false;
}

/* The next of the lines; empty when there is none. */
static arb_store_bytes next_line(lines *it)
{
    const size_t left = (size_t)(it->end - it->at);
    const char *stop = left ? memchr(it->at, '\n', left) : NULL;
    const arb_store_bytes line = { it->at, stop ? (size_t)(stop - it->at) : left };

    it->at = stop ? stop + 1 : it->end;
    return line;
}

/* An event whose verdict was not kept is judged once more. What is said then is told to whoever
 * wants to keep it. */
static arb_err judge_again(loading *it, const arb_event *event, bool refused)
{
    arb_verdict verdict = { 0 };
    arb_err err = arb_game_judge(&verdict, it->game, event);

    if (!err && it->found)
        err = arb_game_transcript(it->found, it->game);
    if (!err)
        err = arb_game_commit(it->game);
    it->differs += !err && verdict.refused != refused;
    return err;
}

/* Is the event, which has what was said to it, one of those that the game does not take yet? */
static bool is_withheld(loading *it, const arb_store_event *event)
{
    const arb_store_listener *to = it->listener;

    if (to && to->withholds && to->withholds(to->user, event))
        it->withheld = true;
    return it->withheld;
}

static arb_err hear_event(loading *it, const arb_store_event *stored, arb_store_bytes said)
{
    arb_event event;
    arb_err err = arb_event_read(&event, NULL, stored->text.text, stored->text.size,
                                 arb_state_now(arb_game_state(it->game)),
                                 arb_game_regulations(it->game)->language);

    if (!err && said.size == 0)
        err = judge_again(it, &event, stored->refused);
    else if (!err)
        err = arb_game_take(it->game, &event, said.text, said.size);
    return !err && it->found ? arb_buf_add_char(it->found, '\n') : err;
}

static bool take_event(void *user, const arb_store_event *stored)
{
    loading *it = user;
    const arb_store_bytes later = next_line(&it->later);
    arb_store_event told = *stored;

    if (told.verdict.size == 0)
        told.verdict = later;
    it->err = arb_store_walk_next(&it->walk, stored) ? ARB_OK : ARB_SYNTAX;
    if (!it->err && is_withheld(it, &told))
        return true;
    if (!it->err)
        it->err = hear_event(it, stored, told.verdict);
    if (!it->err && it->listener && !it->listener->event(it->listener->user, stored))
        it->err = ARB_NOMEM;
    return it->err == ARB_OK;
}

/* What came of it: the game, or why there is none. */
static arb_store_err end_loading(arb_game **out, size_t *differs, loading *it, arb_store_err err)
{
    if (!err && it->err)
        err = it->err == ARB_NOMEM ? ARB_STORE_NOMEM : ARB_STORE_CORRUPT;
    if (!err && !arb_store_walk_ends(&it->walk))
        err = ARB_STORE_CORRUPT;
    if (err) {
        arb_game_free(it->game);
        return err;
    }
    arb_game_effort(it->game, NULL);
    *out = it->game;
    if (differs)
        *differs = it->differs;
    return ARB_STORE_OK;
}

arb_store_err arb_store_game_load(arb_game **out, size_t *differs, arb_store *store, uint64_t game,
                                  const arb_store_listener *listener)
{
    loading it = { .mem = store->mem, .listener = listener };
    arb_store_err err = arb_store_game_get(store, game, begin_game, &it);

    if (!err && !it.err)
        err = arb_store_each_event(store, game, take_event, &it);
    return end_loading(out, differs, &it, err);
}

/* ---- from a copy, in another thread */

arb_buf *arb_store_copy_later(arb_store_copy *copy)
{
    return &copy->later;
}

bool arb_store_copy_is_judged(const arb_store_copy *copy)
{
    lines later = { arb_buf_text(&copy->later),
                    arb_buf_text(&copy->later) + arb_buf_size(&copy->later) };

    for (const arb_store_kept *at = copy->first; at; at = at->next)
        if (next_line(&later).size == 0 && at->event.verdict.size == 0)
            return false;
    return true;
}

arb_store_err arb_store_copy_load(arb_game **out, size_t *differs, arb_store_copy *copy,
                                  const arb_store_listener *listener, const arb_effort *effort)
{
    const bool judged = arb_store_copy_is_judged(copy);
    arb_buf found;
    loading it = { .mem = copy->mem,
                   .listener = listener,
                   .effort = effort,
                   .later = { arb_buf_text(&copy->later),
                              arb_buf_text(&copy->later) + arb_buf_size(&copy->later) },
                   .found = judged ? NULL : &found };

    arb_buf_init(&found, copy->mem, SIZE_MAX / 2);
    (void)begin_game(&it, &copy->game);
    for (const arb_store_kept *at = copy->first; at && !it.err; at = at->next)
        (void)take_event(&it, &at->event);
    const arb_store_err err = end_loading(out, differs, &it, ARB_STORE_OK);
    if (!err && !judged) {
        arb_buf_clear(&copy->later);
        copy->later = found;
    } else {
        arb_buf_clear(&found);
    }
    return err;
}
