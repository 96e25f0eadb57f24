/* SPDX-License-Identifier: MIT */
/*
 * Where a draw could be claimed, on the board and with the move that is about to be made, and where
 * the game is over without any claim; see pgn_report.h.
 */
#include "arbitro/rulebook.h"
#include "pgn/pgn_report.h"

enum { SHOWN = 4 }; /* of many moves */

/* The numbers are those of the Laws in force. */
static const arb_rulebook *const book = &arb_fide_2023;

/* The move that led to a position, by its number and the turn. */
static arb_report_spot spot_after(const arb_pos *pos, arb_ply ply)
{
    const unsigned number = (unsigned)pos->move_number - (pos->turn == ARB_WHITE ? 1u : 0u);

    return (arb_report_spot){ .ply = ply,
                              .number = ply > 0 ? number : 0,
                              .colour = arb_opponent((arb_colour)pos->turn) };
}

/* The move that the player on turn is about to make. */
static arb_report_spot spot_before(const arb_pos *pos, arb_ply ply)
{
    return (arb_report_spot){ .ply = ply + 1,
                              .number = pos->move_number,
                              .colour = (arb_colour)pos->turn };
}

void arb_report_go_to(arb_report *report, arb_ply ply)
{
    (void)arb_history_position(&report->pos, report->history, ply);
    report->ply = ply;
    report->spot = spot_after(&report->pos, ply);
}

/* Appends a move or place to a list of words. */
static void add_word(arb_report *report, arb_buf *list, const char *word)
{
    if (arb_buf_add_text(list, arb_buf_size(list) > 0 ? ", " : "") || arb_buf_add_text(list, word))
        report->err = ARB_NOMEM;
}

/* The plies after which the present position stood on the board, this one included. */
static json_t *list_times(arb_report *report, arb_buf *words)
{
    const arb_history *history = report->history;
    json_t *plies = json_array();

    for (arb_ply ply = 0; ply <= report->ply; ply++) {
        arb_pos pos;
        if (!arb_history_position(&pos, history, ply) || !arb_pos_same(&pos, &report->pos))
            continue;
        const arb_report_spot spot = spot_after(&pos, ply);
        if (plies && json_array_append_new(plies, json_integer((json_int_t)ply)) != 0)
            report->err = ARB_NOMEM;
        add_word(report, words,
                 ply > 0 ? arb_pgn_label_of(spot.number, spot.colour).text
                         : arb_text(ARB_TEXT_PGN_START, report->desk->task->cmd->cli->lang));
    }
    return plies;
}

/* Laws 9.2.2 */
static void claim_repetition(arb_report *report, unsigned times)
{
    arb_report_item item = { .kind = "repetition",
                             .articles = "9.2.2",
                             .counts_as = ARB_REPORT_CLAIMS,
                             .spot = report->spot,
                             .beyond = -1 };
    arb_buf words;

    arb_buf_init(&words, NULL, SIZE_MAX / 2);
    item.plies = list_times(report, &words);
    arb_report_add(report, &item, ARB_TEXT_PGN_REPETITION, times, arb_buf_text(&words),
                   arb_report_player(report, (arb_colour)report->pos.turn));
    arb_buf_clear(&words);
}

/* Neither a capture nor a pawn's move. */
static bool is_quiet(const arb_pos *pos, arb_move move)
{
    return arb_move_role(move) != ARB_PAWN && arb_move_captured(pos, move) == ARB_SQUARE_NONE;
}

static bool mates(const arb_pos *pos, arb_move move)
{
    arb_pos after;

    arb_pos_play(&after, pos, move);
    return arb_pos_is_checkmate(&after);
}

typedef bool test(const arb_report *report, arb_move move);

/* Would the position have stood there for the third time? Only one that came twice can. */
static bool repeats(const arb_report *report, arb_move move)
{
    return (report->loose || is_quiet(&report->pos, move)) &&
           arb_history_occurrences_after(report->history, report->ply, move, ARB_IDENTITY_MOVES) >=
               book->repetitions_claim;
}

static bool stays_quiet(const arb_report *report, arb_move move)
{
    return is_quiet(&report->pos, move);
}

/* The legal moves that pass, the first of them in words; one that mates ends the game, and nothing
 * is left to claim. */
static unsigned list_moves(arb_report *report, test *passes, arb_buf *words, json_t *list)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, &report->pos);
    unsigned found = 0;

    for (size_t i = 0; i < count; i++) {
        char move[ARB_MOVE_TEXT_SIZE];
        if (!passes(report, moves[i]) || mates(&report->pos, moves[i]))
            continue;
        arb_san_write(move, sizeof move, &report->pos, moves[i]);
        if (++found <= SHOWN)
            add_word(report, words, move);
        if (list && json_array_append_new(list, json_string(move)) != 0)
            report->err = ARB_NOMEM;
    }
    if (found > SHOWN && arb_buf_add_format(words, ", ... (%u)", found))
        report->err = ARB_NOMEM;
    return found;
}

/* Laws 9.2.1, 9.3.1 */
static void claim_with_move(arb_report *report, test *passes, const char *kind,
                            const char *articles, arb_text_id text)
{
    const char *player = arb_report_player(report, (arb_colour)report->pos.turn);
    arb_report_item item = { .kind = kind,
                             .articles = articles,
                             .counts_as = ARB_REPORT_CLAIMS,
                             .spot = spot_before(&report->pos, report->ply),
                             .about_to = true,
                             .moves = json_array(),
                             .beyond = -1 };
    arb_buf words;

    arb_buf_init(&words, NULL, SIZE_MAX / 2);
    if (list_moves(report, passes, &words, item.moves) > 0)
        arb_report_add(report, &item, text, arb_buf_text(&words), player);
    else
        json_decref(item.moves);
    arb_buf_clear(&words);
}

/* Laws 9.3.2: as long as it holds, one item tells it. */
static void close_fifty(arb_report *report)
{
    arb_report_item item = { .kind = "fifty",
                             .articles = "9.3.2",
                             .counts_as = ARB_REPORT_CLAIMS,
                             .spot = report->fifty_from,
                             .beyond = -1 };
    const arb_report_spot *to = &report->fifty_to;

    if (!report->fifty)
        return;
    report->fifty = false;
    item.plies = json_pack("[I I]", (json_int_t)report->fifty_from.ply, (json_int_t)to->ply);
    if (to->ply == report->fifty_from.ply)
        arb_report_add(report, &item, ARB_TEXT_PGN_FIFTY);
    else
        arb_report_add(report, &item, ARB_TEXT_PGN_FIFTY_UNTIL,
                       arb_pgn_label_of(to->number, to->colour).text);
}

static void look_at_fifty(arb_report *report)
{
    const unsigned quiet = report->pos.quiet_plies;

    if (quiet == 2u * book->quiet_moves_claim - 1u)
        claim_with_move(report, stays_quiet, "fifty-with", "9.3.1", ARB_TEXT_PGN_FIFTY_WITH);
    if (quiet < 2u * book->quiet_moves_claim) {
        close_fifty(report);
        return;
    }
    if (!report->fifty)
        report->fifty_from = report->spot;
    report->fifty = true;
    report->fifty_to = report->spot;
}

/* Laws 5.1.1, 5.2.1, 9.6: checkmate comes before all else. */
arb_report_end arb_report_find_end(arb_report *report)
{
    const arb_pos *pos = &report->pos;

    if (arb_pos_count(pos) == 0)
        return arb_pos_is_check(pos) ? ARB_REPORT_END_CHECKMATE : ARB_REPORT_END_STALEMATE;
    if (arb_history_occurrences(report->history, report->ply, ARB_IDENTITY_MOVES) >=
        book->repetitions_end)
        return ARB_REPORT_END_FIVEFOLD;
    return pos->quiet_plies >= 2u * book->quiet_moves_end ? ARB_REPORT_END_SEVENTY_FIVE
                                                          : ARB_REPORT_END_NONE;
}

static bool is_dead(arb_report *report, arb_ply ply)
{
    arb_report_go_to(report, ply);
    return arb_proof_is_dead_now(&report->memory, &report->pos, NULL) == ARB_PROOF_YES;
}

/*
 * Laws 5.2.2. No legal move brings a dead position back to life: as long as nothing else was done,
 * the first dead one is found by halving, and mostly the last one shows that there is none.
 */
void arb_report_find_dead(arb_report *report)
{
    arb_ply first = 0, last = report->last;

    if (report->loose) {
        while (first < last && !is_dead(report, first))
            first++;
    } else if (is_dead(report, last)) {
        while (first < last) {
            const arb_ply middle = first + (last - first) / 2;
            if (is_dead(report, middle))
                last = middle;
            else
                first = middle + 1;
        }
    } else {
        return;
    }
    const bool over = report->end != ARB_REPORT_END_NONE;
    if ((first < report->last || !over) && is_dead(report, first)) {
        report->end = ARB_REPORT_END_DEAD;
        report->last = first;
        report->followed = true;
    }
}

static void look(arb_report *report)
{
    const unsigned times =
        arb_history_occurrences(report->history, report->ply, ARB_IDENTITY_MOVES);

    if (report->pos.quiet_plies == 0)
        report->twice = 0;
    report->twice += times >= book->repetitions_claim - 1u;
    if (times >= book->repetitions_claim)
        claim_repetition(report, times);
    if (report->twice > 0 || report->loose)
        claim_with_move(report, repeats, "repetition-with", "9.2.1", ARB_TEXT_PGN_REPETITION_WITH);
    look_at_fifty(report);
}

void arb_report_claims(arb_report *report)
{
    for (arb_ply ply = 0; ply <= report->last && !report->err; ply++) {
        if (ply == report->last && report->end != ARB_REPORT_END_NONE)
            break; /* there is nothing left to claim */
        arb_report_go_to(report, ply);
        look(report);
    }
    close_fifty(report);
}
