/* SPDX-License-Identifier: MIT */
/*
 * The game of a table in the Portable Game Notation, with what the clocks showed. A move that was
 * illegal and stood is written as `--`, with the displacement in a command (see pgn.h).
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arbitro/fen.h"
#include "server/api.h"

enum { LINE_MAX_CHARS = 79, MOVE_ROOM = 64 };

static arb_err add_tag(arb_buf *out, const char *name, const char *value)
{
    arb_err err = arb_buf_add_format(out, "[%s \"", name);

    for (; *value && !err; value++) {
        if (*value == '"' || *value == '\\')
            err = arb_buf_add_char(out, '\\');
        if (!err)
            err = arb_buf_add_char(out, *value);
    }
    return err ? err : arb_buf_add_text(out, "\"]\n");
}

/* PGN knows four results; the others stand in the case file. */
static const char *result_of(const arb_table *t)
{
    const arb_outcome white = arb_result_outcome(t->result, ARB_WHITE);
    const arb_outcome black = arb_result_outcome(t->result, ARB_BLACK);

    if (white == ARB_OUTCOME_WIN)
        return "1-0";
    if (black == ARB_OUTCOME_WIN)
        return "0-1";
    return white == ARB_OUTCOME_DRAW && black == ARB_OUTCOME_DRAW ? "1/2-1/2" : "*";
}

static arb_err add_start(arb_buf *out, const arb_table *t)
{
    const arb_setup *start = &arb_game_given(t->game)->setup, initial = arb_setup_initial();
    char fen[ARB_FEN_SIZE];
    arb_err err = ARB_OK;

    if (arb_game_regulations(t->game)->variant == ARB_CHESS960)
        err = add_tag(out, "Variant", "Chess960");
    if (err || arb_setup_equal(start, &initial))
        return err;
    (void)arb_fen_write(fen, sizeof fen, start, ARB_FEN_X, NULL);
    err = add_tag(out, "SetUp", "1");
    return err ? err : add_tag(out, "FEN", fen);
}

static arb_err add_tags(arb_buf *out, const arb_table *t)
{
    const time_t created = (time_t)(t->created_ms / 1000);
    char date[16] = "????.??.??";
    struct tm day;

    if (gmtime_r(&created, &day))
        (void)strftime(date, sizeof date, "%Y.%m.%d", &day);
    arb_err err = add_tag(out, "Event", t->names.event ? t->names.event : "?");
    if (!err)
        err = add_tag(out, "Site", "?");
    if (!err)
        err = add_tag(out, "Date", date);
    if (!err)
        err = add_tag(out, "Round", "-");
    if (!err)
        err = add_tag(out, "White", t->names.white ? t->names.white : "?");
    if (!err)
        err = add_tag(out, "Black", t->names.black ? t->names.black : "?");
    if (!err)
        err = add_tag(out, "Result", result_of(t));
    if (!err)
        err = add_tag(out, "TimeControl", strcmp(t->time, "none") == 0 ? "-" : t->time);
    if (!err)
        err = add_start(out, t);
    return err ? err : arb_buf_add_char(out, '\n');
}

/* Adds a word, on a new line when it does not fit any more. */
static arb_err add_word(arb_buf *out, size_t *column, const char *word)
{
    const size_t size = strlen(word);
    arb_err err = ARB_OK;

    if (*column > 0 && *column + 1 + size > LINE_MAX_CHARS) {
        err = arb_buf_add_char(out, '\n');
        *column = 0;
    } else if (*column > 0) {
        err = arb_buf_add_char(out, ' ');
        *column += 1;
    }
    *column += size;
    return err ? err : arb_buf_add_text(out, word);
}

static arb_err add_clock(arb_buf *out, size_t *column, const arb_table *t,
                         const arb_ply_record *record, arb_colour mover)
{
    const long long left = record->note.clock_ms[mover] / 1000;
    char text[64];

    if (!arb_regulations_timed(arb_game_regulations(t->game)))
        return ARB_OK;
    (void)snprintf(text, sizeof text, "{[%%clk %lld:%02lld:%02lld]}", left / 3600, left / 60 % 60,
                   left % 60);
    return add_word(out, column, text);
}

static arb_err add_ply(arb_buf *out, size_t *column, const arb_table *t, arb_ply ply, bool first)
{
    const arb_history *history = arb_game_history(t->game);
    const arb_ply_record *record = arb_history_get(history, ply);
    const arb_setup *before = &arb_history_get(history, record->before)->setup;
    const arb_colour mover = (arb_colour)before->turn;
    char san[MOVE_ROOM], text[MOVE_ROOM + 32];
    arb_err err = ARB_OK;

    if (mover == ARB_WHITE || first) {
        (void)snprintf(text, sizeof text, "%u%s", (unsigned)before->move_number,
                       mover == ARB_WHITE ? "." : "...");
        err = add_word(out, column, text);
    }
    (void)arb_game_ply_write(san, sizeof san, t->game, ply);
    if (!err)
        err = add_word(out, column, record->kind == ARB_PLY_MOVE ? san : "--");
    if (!err && record->kind == ARB_PLY_HAND) {
        (void)snprintf(text, sizeof text, "{[%%arb illegal %s]}", san);
        err = add_word(out, column, text);
    }
    return err ? err : add_clock(out, column, t, record, mover);
}

arb_err arb_table_pgn(arb_buf *out, const arb_table *t)
{
    const size_t count = arb_game_plies(NULL, 0, t->game);
    arb_ply *plies = calloc(count + 1, sizeof *plies);
    size_t column = 0;

    if (!plies)
        return ARB_NOMEM;
    (void)arb_game_plies(plies, count, t->game);
    arb_err err = add_tags(out, t);
    for (size_t i = 0; i < count && !err; i++)
        err = add_ply(out, &column, t, plies[i], i == 0);
    if (!err)
        err = add_word(out, &column, result_of(t));
    free(plies);
    return err ? err : arb_buf_add_char(out, '\n');
}
