/* SPDX-License-Identifier: MIT */
#include "support/hall/bare.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static arb_hall place;

static arb_game *new_game(const arb_rulebook *book)
{
    const arb_given given = arb_given_nothing();
    arb_regulations regulations;
    arb_game *game = NULL;

    arb_regulations_init(&regulations, book);
    assert_int_equal(arb_regulations_time(&regulations, NULL, ARB_COLOUR_COUNT, "5400+30", 7),
                     ARB_OK);
    assert_int_equal(arb_regulations_settle(&regulations, NULL), ARB_OK);
    assert_int_equal(arb_game_new(&game, NULL, &regulations, &given), ARB_OK);
    return game;
}

arb_table *bare_table_of(arb_game *game)
{
    place.config = arb_hall_defaults();
    if (!place.loop)
        assert_int_equal(arb_loop_new(&place.loop, NULL), ARB_OK);
    arb_table *t = arb_table_new(&place, 1, game);
    assert_non_null(t);
    return t;
}

arb_table *bare_table(const arb_rulebook *book)
{
    return bare_table_of(new_game(book));
}

static bool happens_by(arb_table *t, arb_actor actor, const char *words, bool by_hall)
{
    arb_event event;
    arb_verdict verdict;

    assert_int_equal(
        arb_event_read_words(&event, NULL, words, strlen(words), actor, (arb_ms)t->log_count, NULL),
        ARB_OK);
    assert_int_equal(arb_game_submit(&verdict, t->game, &event), ARB_OK);
    assert_int_equal(arb_log_add(t, t->log_count + 1, by_hall ? "" : "x.1", by_hall, 0), ARB_OK);
    arb_table_summarise(t);
    return !verdict.refused;
}

bool happens(arb_table *t, arb_actor actor, const char *words)
{
    return happens_by(t, actor, words, false);
}

bool happens_by_hall(arb_table *t, const char *words)
{
    return happens_by(t, ARB_ACTOR_ARBITER, words, true);
}

int bare_end(void **state)
{
    (void)state;
    arb_loop_free(place.loop);
    place.loop = NULL;
    return 0;
}
