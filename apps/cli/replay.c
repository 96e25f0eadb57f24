/* SPDX-License-Identifier: MIT */
/* A sheet played through move by move; see replay.h. */
#include "cli/replay.h"

#include "base/cursor.h"
#include "cli/notation_arg.h"
#include "common/quote.h"

arb_replay arb_replay_begin(const char *source, const char *text, size_t size,
                            const arb_style *style, const arb_pos *start)
{
    return (arb_replay){
        .source = source,
        .style = style,
        .sheet = { .text = text, .size = size, .language = style->language },
        .variant = style->variant,
        .pos = *start,
    };
}

/* Moves past whitespace, comments in braces and numbers of moves, as the reader of sheets does. */
static void skip_between(arb_cursor *cursor)
{
    const char *ignored;

    for (;;) {
        arb_cursor ahead = *cursor;
        if (arb_cursor_take(&ahead, '{')) {
            arb_cursor_read_until(&ignored, &ahead, "}");
            arb_cursor_next(&ahead);
        } else {
            while (arb_cursor_peek(&ahead) >= '0' && arb_cursor_peek(&ahead) <= '9')
                arb_cursor_next(&ahead);
            if (!arb_cursor_take(&ahead, '.') && !arb_cursor_take_text(&ahead, "…")) {
                ahead = *cursor;
                if (!arb_cursor_take(&ahead, ' ') && !arb_cursor_take(&ahead, '\t') &&
                    !arb_cursor_take(&ahead, '\n') && !arb_cursor_take(&ahead, '\r'))
                    return;
            }
        }
        *cursor = ahead;
    }
}

static void skip_result(arb_cursor *cursor)
{
    for (;;) {
        const int c = arb_cursor_peek(cursor);
        if ((c >= '0' && c <= '9') || c == '-' || c == '/' || c == '*')
            arb_cursor_next(cursor);
        else if (!arb_cursor_take_text(cursor, "½"))
            return;
    }
}

/*
 * Where the moves end there may be a result, and behind it only comments: a move there would
 * silently stay as it is.
 */
static bool ends_well(arb_replay *replay)
{
    arb_cursor cursor;

    arb_cursor_init(&cursor, replay->sheet.text, replay->sheet.size);
    cursor.at += replay->sheet.at;
    skip_between(&cursor);
    skip_result(&cursor);
    skip_between(&cursor);
    return arb_cursor_at_end(&cursor) || !arb_cursor_fail(&cursor, &replay->where, ARB_EXPECT_END);
}

arb_replay_step arb_replay_next(arb_replay *replay)
{
    if (replay->ply > 0)
        arb_pos_play(&replay->pos, &replay->pos, replay->reading.move);
    if (arb_sheet_next(&replay->written, &replay->sheet, &replay->where))
        return ARB_REPLAY_UNREADABLE;
    if (replay->written.form == ARB_FORM_NONE)
        return ends_well(replay) ? ARB_REPLAY_END : ARB_REPLAY_UNREADABLE;
    replay->ply++;
    replay->reading = arb_written_in(&replay->written, &replay->pos, replay->variant);
    switch (replay->reading.kind) {
    case ARB_READING_LEGAL:
        return ARB_REPLAY_MOVE;
    case ARB_READING_AMBIGUOUS:
        return ARB_REPLAY_AMBIGUOUS;
    case ARB_READING_ILLEGAL:
        break;
    }
    return ARB_REPLAY_ILLEGAL;
}

/* Room for the candidates, apart by commas, and dots when there are more. */
enum { CANDIDATES_SIZE = ARB_CANDIDATES_MAX * (ARB_MOVE_TEXT_SIZE + 2) + 8 };

static void list_candidates(char out[CANDIDATES_SIZE], const arb_replay *replay)
{
    const arb_style brief = arb_notation_brief(replay->style);
    const arb_reading *reading = &replay->reading;
    const bool more = reading->count > ARB_CANDIDATES_MAX;
    const unsigned shown = more ? ARB_CANDIDATES_MAX : reading->count;
    char move[ARB_MOVE_TEXT_SIZE];
    size_t used = 0;

    out[0] = '\0';
    for (unsigned i = 0; i < shown; i++) {
        arb_move_write(move, sizeof move, &replay->pos, reading->candidates[i], &brief);
        used += (size_t)snprintf(out + used, CANDIDATES_SIZE - used, "%s%s", i ? ", " : "", move);
    }
    if (more)
        snprintf(out + used, CANDIDATES_SIZE - used, ", ...");
}

static arb_where place_of_move(const arb_replay *replay)
{
    arb_where where = { 0 };
    arb_cursor cursor;

    arb_cursor_init(&cursor, replay->sheet.text, replay->sheet.size);
    cursor.at += replay->sheet.began;
    (void)!arb_cursor_fail(&cursor, &where, ARB_EXPECT_MOVE);
    return where;
}

arb_exit arb_replay_complain(const arb_cli *cli, const arb_replay *replay, arb_replay_step step)
{
    const arb_sheet *sheet = &replay->sheet;
    const char *dots = replay->pos.turn == ARB_WHITE ? "" : "...";
    char candidates[CANDIDATES_SIZE];

    if (step == ARB_REPLAY_UNREADABLE)
        return arb_cli_complain_at(cli, replay->source, replay->where.line, replay->where.column,
                                   ARB_TEXT_EXPECTED,
                                   arb_expect_text(replay->where.expected, cli->lang));
    const arb_where where = place_of_move(replay);
    const unsigned number = replay->pos.move_number;
    const arb_quoted move = arb_quote_bytes(sheet->text + sheet->began, sheet->at - sheet->began);
    if (step == ARB_REPLAY_AMBIGUOUS) {
        list_candidates(candidates, replay);
        arb_cli_complain_at(cli, replay->source, where.line, where.column, ARB_TEXT_MOVE_AMBIGUOUS,
                            number, dots, move.text, candidates);
    } else {
        arb_cli_complain_at(cli, replay->source, where.line, where.column, ARB_TEXT_MOVE_ILLEGAL,
                            number, dots, move.text, arb_article_number(replay->reading.article));
    }
    return ARB_EXIT_NO;
}
