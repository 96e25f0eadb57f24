/* SPDX-License-Identifier: MIT */
/* The events of a game with what was ruled on them; see incidents.h. */
#include <string.h>

#include "arbitro/game_envelope.h"
#include "paper/incidents_internal.h"

enum { SENTENCE_SIZE = 1024, TRANSCRIPT_SIZE = 8192 };

/* What hands do all the time, if nothing was ruled on it. */
static bool is_quiet(const arb_event *event, const arb_verdict *verdict)
{
    static const arb_verb verbs[] = { ARB_VERB_TOUCH, ARB_VERB_ADJUST,  ARB_VERB_REMOVE,
                                      ARB_VERB_LIFT,  ARB_VERB_RELEASE, ARB_VERB_MOVE,
                                      ARB_VERB_PRESS, ARB_VERB_PLAY,    ARB_VERB_WRITE };

    if (verdict->refused || verdict->count > 0)
        return false;
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (event->verb == (unsigned)verbs[i])
            return true;
    return false;
}

static size_t plies_now(const report *r)
{
    return arb_game_plies(NULL, 0, r->again);
}

static moment moment_of(const report *r, size_t index)
{
    const arb_state *state = arb_game_state(r->again);

    return (moment){ index,
                     { arb_state_clock(state, ARB_WHITE), arb_state_clock(state, ARB_BLACK) } };
}

/* Ends the row with what the clocks showed. */
static void end_row(const report *r, const moment *when)
{
    char time[2][ARB_PAPER_TIME_SIZE] = { "", "" };

    for (unsigned c = 0; c < ARB_COLOUR_COUNT && r->timed; c++)
        arb_paper_time(time[c], when->clock[c]);
    arb_document_row_end(&r->document, time[0], time[1]);
}

/* "12." or "12..." for the half-move of this number, from 1. */
static void write_move_number(arb_ink *ink, const report *r, size_t half_move)
{
    const arb_setup *start = &arb_game_given(r->game)->setup;
    const size_t place = half_move - 1 + (start->turn == ARB_BLACK);

    arb_ink_format(ink, "%zu%s", start->move_number + place / 2, place % 2 ? "..." : ".");
}

/* Begins the row of an event. */
static void begin_row(const report *r, size_t index)
{
    char number[NUMBER_SIZE], time[ARB_PAPER_TIME_SIZE];
    arb_event event;
    arb_draft what;

    (void)arb_game_told(&event, r->game, index,
                        ARB_ACTOR_SPECTATOR); /* who reads it, nobody knows */
    arb_draft_begin(&what);
    arb_deed_write(&what.ink, &event, r->book, r->lang);
    (void)snprintf(number, sizeof number, "%zu", index + 1);
    arb_paper_time(time, event.time);
    arb_document_row(&r->document, number, time, words(r, arb_deed_actor((arb_actor)event.actor)),
                     &what);
    arb_buf_clear(&what.text);
}

/* One row for the moves that were made without anything to be said. */
static void write_quiet_moves(const report *r)
{
    char time[ARB_PAPER_TIME_SIZE];
    arb_draft what;

    arb_draft_begin(&what);
    arb_ink_format(&what.ink, "%s ", words(r, ARB_TEXT_PAPER_QUIET));
    write_move_number(&what.ink, r, r->quiet_plies + 1);
    if (r->grown > r->quiet_plies + 1) {
        arb_ink_add(&what.ink, " \u2013 ");
        write_move_number(&what.ink, r, r->grown);
    }
    arb_paper_time(time, r->quiet_since);
    arb_document_row(&r->document, "", time, NULL, &what);
    end_row(r, &r->grown_at);
    arb_buf_clear(&what.text);
}

/* What went on without anything to be said: the moves in one row, and each thing that the hands did
 * after them, because what is ruled next may be about that. */
static void write_quiet(report *r)
{
    if (r->quiet > 0 && r->grown > r->quiet_plies)
        write_quiet_moves(r);
    for (size_t i = 0; i < r->tail_count; i++) {
        begin_row(r, r->tail[i].index);
        end_row(r, &r->tail[i]);
    }
    r->quiet = r->tail_count = 0;
}

/* Keeps an event of which nothing is to be said; `plies` were there before it. */
static void keep_quiet(report *r, size_t index, size_t plies)
{
    const size_t now = plies_now(r);

    if (r->quiet++ == 0) {
        r->quiet_plies = r->grown = plies;
        r->quiet_since = arb_game_event(r->game, index, NULL)->time;
    }
    if (now > plies) {
        r->grown = now;
        r->grown_at = moment_of(r, index);
        r->tail_count = 0;
        return;
    }
    if (r->tail_count == TAIL_MAX)
        memmove(&r->tail[0], &r->tail[1], --r->tail_count * sizeof r->tail[0]);
    r->tail[r->tail_count++] = moment_of(r, index);
}

static void write_ruling(report *r, const arb_ruling *ruling, bool refused)
{
    char sentence[SENTENCE_SIZE], number[NUMBER_SIZE];
    arb_draft text;

    (void)arb_ruling_write(sentence, sizeof sentence, ruling, r->lang);
    arb_draft_begin(&text);
    if (refused)
        arb_ink_format(&text.ink, "%s ", words(r, ARB_TEXT_PAPER_REFUSED));
    arb_ink_add(&text.ink, sentence);
    arb_document_ruling(&r->document, number_of(number, r, (arb_article)ruling->article), &text);
    arb_buf_clear(&text.text);
    r->cited[ruling->article] = true;
}

static void write_remarks(report *r, size_t index, bool ruled)
{
    char fen[ARB_FEN_SIZE];
    arb_draft text;

    arb_draft_begin(&text);
    if (r->revoked[index]) {
        arb_ink_add(&text.ink, words(r, ARB_TEXT_PAPER_REVOKED));
        arb_document_remark(&r->document, &text);
        arb_buf_cut(&text.text, 0);
    }
    const arb_setup board = arb_state_board(arb_game_state(r->again));
    if (ruled && !arb_setup_equal(&board, &r->shown)) {
        (void)arb_fen_write(fen, sizeof fen, &board, ARB_FEN_X, NULL);
        arb_ink_add(&text.ink, fen);
        arb_document_position(&r->document, &text);
        r->shown = board;
    }
    arb_buf_clear(&text.text);
}

static void write_event(report *r, size_t index, const arb_verdict *verdict)
{
    const moment now = moment_of(r, index);

    begin_row(r, index);
    for (size_t i = 0; i < verdict->count; i++)
        write_ruling(r, &verdict->ruling[i], false);
    if (verdict->refused)
        write_ruling(r, &verdict->refusal, true);
    write_remarks(r, index, verdict->count > 0);
    end_row(r, &now);
}

/* Takes the event again by what was ruled then; a revocation judges others anew. */
static arb_err take(report *r, const arb_event *event, const arb_verdict *verdict)
{
    char text[TRANSCRIPT_SIZE];
    const size_t size = arb_verdict_write(text, sizeof text, verdict, event->time);

    if (event->verb != ARB_VERB_REVOKE && size < sizeof text &&
        arb_game_take(r->again, event, text, size) == ARB_OK)
        return ARB_OK;
    return arb_game_submit(NULL, r->again, event);
}

void arb_incidents_events(report *r)
{
    arb_err err = ARB_OK;

    arb_document_section(&r->document, ARB_TEXT_PAPER_INCIDENTS, NULL);
    arb_document_table(&r->document, true);
    for (size_t i = 0; i < arb_game_size(r->game) && !err && !r->document.ink->err; i++) {
        const arb_event *event = arb_game_event(r->game, i, NULL);
        arb_verdict verdict;
        arb_game_verdict(&verdict, r->game, i);
        const bool quiet = is_quiet(event, &verdict) && !r->revoked[i];
        const size_t plies = plies_now(r);
        if (!quiet)
            write_quiet(r);
        err = take(r, event, &verdict);
        if (quiet && !err)
            keep_quiet(r, i, plies);
        else if (!err)
            write_event(r, i, &verdict);
    }
    if (err && !r->document.ink->err)
        r->document.ink->err = err;
    else if (!err)
        write_quiet(r);
    arb_document_table(&r->document, false);
    arb_document_section_end(&r->document);
}
