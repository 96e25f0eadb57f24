/* SPDX-License-Identifier: MIT */
/* Games from the text of a case; see case_game.h. */
#include "support/case_game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void fail_at(const arb_where *where)
{
    fail_msg("line %zu, column %zu: expected %s", where->line, where->column,
             arb_wanted_text(where->wanted, ARB_LANG_EN));
}

static arb_err judge(case_game *it, const arb_event *event)
{
    const arb_err err = arb_game_submit(&it->verdict, it->game, event);

    it->any = it->any || !err;
    return err;
}

arb_err case_game_new(case_game *out, const arb_mem *mem, const char *text, size_t size)
{
    arb_case_reader reader;
    arb_case_item item;
    arb_where where;

    out->any = false;
    out->game = NULL;
    arb_case_reader_init(&reader, text, size);
    if (arb_case_next(&item, &out->header, &reader, &where))
        fail_at(&where);
    arb_err err = arb_game_new(&out->game, mem, &out->header.regulations, &out->header.given);
    while (!err && !arb_case_ends(&reader)) {
        if (arb_case_next(&item, &out->header, &reader, &where))
            fail_at(&where);
        if (item.kind == ARB_CASE_EVENT)
            err = judge(out, &item.event);
    }
    if (err) {
        assert_int_equal(err, ARB_NOMEM);
        case_game_free(out);
    }
    return err;
}

void case_game_event(case_game *it, const char *line)
{
    const arb_ms now = arb_state_now(arb_game_state(it->game));
    arb_where where;
    arb_event event;

    if (arb_event_read(&event, &where, line, strlen(line), now,
                       arb_game_regulations(it->game)->language))
        fail_at(&where);
    assert_int_equal(judge(it, &event), ARB_OK);
}

void case_game_free(case_game *it)
{
    arb_game_free(it->game);
    it->game = NULL;
}

bool case_game_meets(char found[512], const case_game *it, const char *expectation)
{
    arb_expectation read;
    arb_where where;

    if (arb_expectation_read(&read, &where, expectation, strlen(expectation),
                             arb_game_regulations(it->game)->language))
        fail_at(&where);
    return arb_expectation_is_met(found, 512, &read, it->game, it->any ? &it->verdict : NULL);
}

case_game case_game_of(const char *text)
{
    case_game it;

    assert_int_equal(case_game_new(&it, NULL, text, strlen(text)), ARB_OK);
    return it;
}

void case_game_assert_met(const case_game *it, const char *expectation)
{
    char found[512];

    if (!case_game_meets(found, it, expectation))
        fail_msg("expected %s, found %s", expectation, found);
}
