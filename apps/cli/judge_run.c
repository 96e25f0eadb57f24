/* SPDX-License-Identifier: MIT */
/* The cases of a text, one after the other: read to the end first, then judged; see judge.h. */
#include <stdlib.h>

#include "cli/judge.h"
#include "common/interrupt.h"

enum { FOUND_SIZE = 2048 };

arb_ply *arb_judge_plies(size_t *count, const arb_game *game)
{
    *count = arb_game_plies(NULL, 0, game);
    arb_ply *plies = malloc((*count + 1) * sizeof *plies);

    if (plies)
        (void)arb_game_plies(plies, *count, game);
    return plies;
}

/*
 * The case that begins here, with all its lines: it is judged as a whole or not at all. At the end
 * of the text there is no case, and `end` says so.
 */
static arb_err read_case(arb_judge *judge, arb_case_header *header, arb_case_reader *reader,
                         bool *end, arb_where *where)
{
    arb_case_item item;
    arb_err err = arb_case_next(&item, header, reader, where);

    *end = !err && item.kind == ARB_CASE_END;
    arb_buf_cut(&judge->items, 0);
    while (!err && !arb_interrupt_pending() && !arb_case_ends(reader)) {
        err = arb_case_next(&item, header, reader, where);
        if (!err)
            err = arb_buf_add(&judge->items, &item, sizeof item);
    }
    return err;
}

static void remember_end(arb_judge *judge, const arb_verdict *verdict)
{
    const arb_code reason = arb_state_reason(arb_game_state(judge->game));

    /* a score that was settled before the end may decide the result later */
    for (size_t i = 0; i < verdict->count; i++) {
        if (verdict->ruling[i].code == (unsigned)reason ||
            (verdict->ruling[i].code == ARB_CODE_SCORE_SET && reason == ARB_CODE_COUNT)) {
            judge->ended = true;
            judge->ending = verdict->ruling[i];
            return;
        }
    }
}

static arb_err judge_event(arb_judge *judge, arb_game *game, arb_verdict *verdict,
                           const arb_case_item *item, arb_where *where)
{
    const arb_err err = arb_game_submit(verdict, game, &item->event);

    if (err)
        return err;
    if (arb_case_is_vague(where, item, verdict))
        return ARB_SYNTAX;
    judge->event = &item->event;
    judge->number++;
    remember_end(judge, verdict);
    if (judge->speaker->event)
        judge->speaker->event(judge, verdict);
    return ARB_OK;
}

static void check(arb_judge *judge, const arb_verdict *verdict, const arb_case_item *item)
{
    char found[FOUND_SIZE];

    if (judge->speaker->expectation &&
        !arb_expectation_is_met(found, sizeof found, &item->expectation, judge->game, verdict))
        judge->speaker->expectation(judge, item, found);
}

/* The lines below the header; ARB_SYNTAX where one of them turns out to be no event. */
static arb_err judge_items(arb_judge *judge, arb_game *game, arb_where *where)
{
    const arb_case_item *items = (const void *)arb_buf_text(&judge->items);
    const size_t count = arb_buf_size(&judge->items) / sizeof *items;
    arb_verdict verdict;
    arb_err err = ARB_OK;

    for (size_t i = 0; i < count && !err; i++) {
        if (arb_interrupt_pending())
            err = ARB_STOPPED;
        else if (items[i].kind == ARB_CASE_EVENT)
            err = judge_event(judge, game, &verdict, &items[i], where);
        else
            check(judge, judge->number > 0 ? &verdict : NULL, &items[i]);
    }
    return err;
}

/* A case that was begun ends at a line that is an error. */
static arb_exit break_off(arb_judge *judge, const arb_where *where)
{
    if (judge->speaker->unreadable) {
        judge->cases--; /* who speaks of it counts it, too */
        judge->speaker->unreadable(judge, where);
    }
    return arb_cli_unreadable(judge->cli, judge->source, where);
}

static arb_exit judge_case(arb_judge *judge, const arb_case_header *header)
{
    arb_game *game = NULL;
    arb_where where = { 0 };
    arb_err err = arb_game_new(&game, NULL, &header->regulations, &header->given);

    if (err)
        return arb_cli_failed(judge->cli, err);
    judge->header = header;
    judge->game = game;
    judge->event = NULL;
    judge->number = 0;
    judge->ended = false;
    judge->cases++;
    judge->cases_here++;
    arb_buf_cut(&judge->notes, 0);
    if (judge->speaker->begin)
        judge->speaker->begin(judge);
    err = judge_items(judge, game, &where);
    const arb_exit status = err == ARB_SYNTAX ? break_off(judge, &where)
                            : err             ? arb_cli_failed(judge->cli, err)
                                              : judge->speaker->end(judge);
    arb_game_free(game);
    return status;
}

arb_exit arb_judge_cases(arb_judge *judge, const char *text, size_t size)
{
    arb_exit status = ARB_EXIT_YES;
    arb_case_reader reader;

    arb_case_reader_init(&reader, text, size);
    while (status != ARB_EXIT_INTERRUPTED && !ferror(stdout)) {
        arb_case_header header;
        arb_where where = { 0 };
        bool end;
        arb_progress_count(&judge->bar, judge->cases,
                           arb_text(ARB_TEXT_BAR_CASES, judge->cli->lang));
        const arb_err err = read_case(judge, &header, &reader, &end, &where);
        if (arb_interrupt_pending())
            return arb_cli_interrupted(judge->cli);
        if (end)
            break;
        if (err == ARB_NOMEM)
            return arb_cli_failed(judge->cli, err);
        if (err) {
            arb_case_skip(&reader);
            judge->cases_here++;
            if (judge->speaker->unreadable)
                judge->speaker->unreadable(judge, &where);
        }
        status = arb_exit_worse(status, err ? arb_cli_unreadable(judge->cli, judge->source, &where)
                                            : judge_case(judge, &header));
    }
    return status;
}
