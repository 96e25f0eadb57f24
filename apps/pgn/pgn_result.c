/* SPDX-License-Identifier: MIT */
/* The end of a game, its result and its clocks, compared with the board; see pgn_report.h. */
#include <strings.h>

#include "pgn/pgn_report.h"

/* Laws 5.1.1, 5.2.1, 5.2.2, 9.6.1, 9.6.2 */
static const struct {
    const char *kind, *article;
    arb_text_id text;
} ends[ARB_REPORT_END_COUNT] = {
    [ARB_REPORT_END_NONE] = { "", "", ARB_TEXT_COUNT },
    [ARB_REPORT_END_CHECKMATE] = { "checkmate", "5.1.1", ARB_TEXT_PGN_BY_CHECKMATE },
    [ARB_REPORT_END_STALEMATE] = { "stalemate", "5.2.1", ARB_TEXT_PGN_BY_STALEMATE },
    [ARB_REPORT_END_DEAD] = { "dead", "5.2.2", ARB_TEXT_PGN_BY_DEAD },
    [ARB_REPORT_END_FIVEFOLD] = { "fivefold", "9.6.1", ARB_TEXT_PGN_BY_FIVEFOLD },
    [ARB_REPORT_END_SEVENTY_FIVE] = { "seventy-five", "9.6.2", ARB_TEXT_PGN_BY_SEVENTY_FIVE },
};

static arb_pgn_result win_of(arb_colour colour)
{
    return colour == ARB_WHITE ? ARB_PGN_RESULT_WHITE : ARB_PGN_RESULT_BLACK;
}

/* What the end decides; its position is the one that is looked at. */
static arb_pgn_result decided(const arb_report *report)
{
    if (report->end != ARB_REPORT_END_CHECKMATE)
        return ARB_PGN_RESULT_DRAW;
    return win_of(arb_opponent((arb_colour)report->pos.turn));
}

/* Over, and how much was played on. An ordinary end needs no word. */
static void add_end(arb_report *report, unsigned beyond)
{
    const arb_lang lang = report->desk->task->cmd->cli->lang;
    const bool ordinary =
        report->end == ARB_REPORT_END_CHECKMATE || report->end == ARB_REPORT_END_STALEMATE;
    const arb_report_item item = { .kind = ends[report->end].kind,
                                   .articles = ends[report->end].article,
                                   .counts_as = ARB_REPORT_OVER,
                                   .spot = report->spot,
                                   .result = decided(report),
                                   .beyond = (int64_t)beyond };
    const char *by = arb_text(ends[report->end].text, lang);
    const char *result = arb_pgn_result_text(item.result);

    if (beyond > 0)
        arb_report_add(report, &item, ARB_TEXT_PGN_OVER_BEYOND, by, result, beyond);
    else if (!ordinary)
        arb_report_add(report, &item, ARB_TEXT_PGN_OVER, by, result);
}

/* Laws 5.1.2, 6.9: who cannot checkmate by any series of legal moves cannot have won so. */
static void add_helpless(arb_report *report, arb_pgn_result result)
{
    const arb_colour winner = result == ARB_PGN_RESULT_WHITE ? ARB_WHITE : ARB_BLACK;
    const arb_report_item item = { .kind = "result",
                                   .articles = "5.1.2, 6.9",
                                   .counts_as = ARB_REPORT_RESULTS,
                                   .spot = report->spot,
                                   .result = ARB_PGN_RESULT_DRAW,
                                   .beyond = -1 };

    if (arb_proof_can_mate_now(&report->memory, &report->pos, winner, NULL) == ARB_PROOF_NO)
        arb_report_add(report, &item, ARB_TEXT_PGN_HELPLESS, arb_pgn_result_text(result),
                       arb_report_player(report, winner));
}

/* Laws 6.9: a draw on time, although the opponent of who was to move can still checkmate. */
static void add_time_draw(arb_report *report)
{
    const arb_colour other = arb_opponent((arb_colour)report->pos.turn);
    const arb_report_item item = { .kind = "result",
                                   .articles = "6.9",
                                   .counts_as = ARB_REPORT_RESULTS,
                                   .spot = report->spot,
                                   .result = win_of(other),
                                   .beyond = -1 };

    if (report->termination.size == 12 &&
        strncasecmp(report->termination.text, "time forfeit", 12) == 0 &&
        arb_proof_can_mate_now(&report->memory, &report->pos, other, NULL) == ARB_PROOF_YES)
        arb_report_add(report, &item, ARB_TEXT_PGN_TIME_DRAW, arb_report_player(report, other));
}

void arb_report_result(arb_report *report, const arb_pgn_summary *summary)
{
    const arb_lang lang = report->desk->task->cmd->cli->lang;
    const arb_pgn_result result =
        summary->marker == ARB_PGN_RESULT_NONE ? summary->tag : summary->marker;
    arb_report_item item = { .kind = "result",
                             .articles = ends[report->end].article,
                             .counts_as = ARB_REPORT_RESULTS,
                             .spot = report->spot,
                             .beyond = -1 };

    if (report->end != ARB_REPORT_END_NONE)
        add_end(report, report->plies - report->last);
    if (summary->broken || result == ARB_PGN_RESULT_NONE || !report->followed)
        return;
    if (report->end != ARB_REPORT_END_NONE) {
        item.result = decided(report);
        if (result != item.result)
            arb_report_add(report, &item, ARB_TEXT_PGN_RESULT, arb_pgn_result_text(result),
                           arb_text(ends[report->end].text, lang),
                           arb_pgn_result_text(item.result));
    } else if (result == ARB_PGN_RESULT_DRAW) {
        add_time_draw(report);
    } else if (result != ARB_PGN_RESULT_OPEN) {
        add_helpless(report, result);
    }
}

/* Laws 6.9. A clock that shows whole seconds may have a part of one left. */
void arb_report_flags(arb_report *report)
{
    for (unsigned player = ARB_WHITE; player <= ARB_BLACK; player++) {
        const arb_colour other = arb_opponent((arb_colour)player);
        const arb_ply ply = report->flag[player];
        if (ply == 0 || ply > report->last ||
            (ply == report->last && report->end != ARB_REPORT_END_NONE))
            continue;
        arb_report_go_to(report, ply);
        arb_report_item item = { .kind = "flag",
                                 .articles = "6.9",
                                 .counts_as = ARB_REPORT_FLAGS,
                                 .spot = report->spot,
                                 .result = ARB_PGN_RESULT_DRAW,
                                 .beyond = -1 };
        if (arb_proof_can_mate_now(&report->memory, &report->pos, other, NULL) != ARB_PROOF_NO)
            item.result = win_of(other);
        arb_report_add(report, &item, ARB_TEXT_PGN_FLAG,
                       arb_report_player(report, (arb_colour)player),
                       arb_pgn_result_text(item.result));
    }
}
