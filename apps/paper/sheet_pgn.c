/* SPDX-License-Identifier: MIT */
/*
 * A scoresheet from a game in PGN: of its comments only the times and offers of a draw are on it,
 * of its variations nothing.
 */
#include <string.h>

#include "paper/sheet.h"

static arb_pgn_next go_on(const arb_scoresheet *sheet)
{
    return sheet->err ? ARB_PGN_STOP : ARB_PGN_GO_ON;
}

static arb_pgn_next on_tag(void *user, const arb_pgn *pgn, const arb_pgn_tag *tag)
{
    (void)pgn;
    arb_scoresheet_tag(user, tag);
    return go_on(user);
}

static arb_pgn_next on_start(void *user, const arb_pgn *pgn)
{
    arb_pos start;

    arb_pgn_position(&start, pgn);
    const arb_setup setup = arb_pos_setup(&start);
    arb_scoresheet_start(user, &setup, arb_pgn_variant(pgn));
    return go_on(user);
}

static arb_pgn_next on_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    arb_scoresheet *sheet = user;
    char text[ARB_MOVE_TEXT_SIZE];
    arb_pos before, after;

    if (arb_pgn_where(pgn).depth > 0)
        return go_on(sheet);
    arb_pgn_before(&before, pgn);
    if (move->kind == ARB_PGN_MOVE_LEGAL) {
        (void)arb_move_write(text, sizeof text, &before, move->move, &sheet->style);
    } else if (move->kind == ARB_PGN_MOVE_STOOD) {
        arb_pgn_position(&after, pgn);
        const arb_setup setup = arb_pos_setup(&after);
        (void)arb_hand_san_write(text, sizeof text, &before, move->hand, &setup);
    } else {
        (void)snprintf(text, sizeof text, "--");
    }
    arb_scoresheet_add(sheet, text, strlen(text));
    return go_on(sheet);
}

/* Of several times the clock's counts: it is what a player writes down. */
static void take_command(arb_scoresheet *sheet, const arb_pgn_command *command, bool *clock)
{
    char time[ARB_PAPER_TIME_SIZE];

    if (command->kind == ARB_PGN_COMMAND_OFFER)
        arb_scoresheet_offer(sheet);
    if (command->kind != ARB_PGN_COMMAND_CLK && command->kind != ARB_PGN_COMMAND_EMT)
        return;
    const bool spent = command->kind == ARB_PGN_COMMAND_EMT;
    if (spent && *clock)
        return;
    *clock |= !spent;
    arb_paper_time(time, command->ms);
    sheet->spent = spent;
    arb_scoresheet_time(sheet, time, strlen(time));
}

static bool has_offer(const char *text, size_t size)
{
    for (size_t i = 0; i + 3 <= size; i++)
        if (memcmp(text + i, "(=)", 3) == 0)
            return true;
    return false;
}

static arb_pgn_next on_comment(void *user, const arb_pgn *pgn, const char *text, size_t size)
{
    arb_scoresheet *sheet = user;
    const arb_pgn_place place = arb_pgn_where(pgn);
    arb_pgn_command command;
    bool clock = false;
    size_t at = 0;

    if (place.depth > 0 || place.ply == 0)
        return go_on(sheet);
    while (arb_pgn_command_next(&command, &at, text, size))
        take_command(sheet, &command, &clock);
    if (has_offer(text, size))
        arb_scoresheet_offer(sheet);
    return go_on(sheet);
}

static arb_pgn_next on_enter(void *user, const arb_pgn *pgn)
{
    (void)user;
    (void)pgn;
    return ARB_PGN_SKIP;
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    arb_scoresheet *sheet = user;
    const arb_pgn_result result =
        summary->marker > ARB_PGN_RESULT_OPEN ? summary->marker : summary->tag;

    (void)pgn;
    sheet->broken = summary->broken;
    if (result > ARB_PGN_RESULT_OPEN)
        arb_scoresheet_result(sheet, arb_pgn_result_text(result),
                              strlen(arb_pgn_result_text(result)));
    return go_on(sheet);
}

const arb_pgn_handler arb_scoresheet_reader = {
    .tag = on_tag,
    .start = on_start,
    .move = on_move,
    .comment = on_comment,
    .enter = on_enter,
    .end = on_end,
};
