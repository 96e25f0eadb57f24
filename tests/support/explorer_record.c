/* SPDX-License-Identifier: MIT */
/* What must be so of the scoresheets after every event: see explorer_check.h. */
#include <string.h>

#include "arbitro/record.h"
#include "explorer_check.h"
#include "game/game.h"
#include "laws/keeping.h"

/* The rows of a sheet counted by a second way: all entries from the first, one after the other. */
static const char *check_rows(const arb_record *record, const arb_game *game, arb_colour sheet)
{
    const arb_state *s = arb_game_state(game);
    uint32_t rows = 0, moves = 0;

    for (size_t i = 0; i < arb_record_size(record, sheet); i++) {
        const arb_record_entry *entry = arb_record_entry_at(record, sheet, i);
        if (entry->half_move == 0)
            continue;
        if (entry->half_move <= rows)
            return "two entries of a sheet have one row";
        rows = entry->half_move;
        moves += entry->kind != ARB_ENTRY_BLANK;
    }
    if (rows != s->sheet_moves[sheet] || rows - moves != s->sheet_blanks[sheet])
        return "the rows of a sheet are miscounted";
    return arb_record_gap_count(record, sheet) != arb_keeping_gaps(game->entries, s, sheet)
               ? "the gaps of a sheet are miscounted"
               : NULL;
}

/* What both sheets prove; of the game as it was before the event. */
static uint32_t evidence(const arb_game *game, const arb_state *s)
{
    arb_game then = *game;
    arb_record *record;
    uint32_t proved = 0;

    then.state = *s;
    if (arb_record_new(&record, &then) == ARB_OK) {
        proved = arb_record_evidence(record);
        arb_record_free(record);
    }
    return proved;
}

/* Laws 8.1: what is written where the board is seen moves no piece and no clock; only where a
 * record had to be brought up to date does it decide anything. */
static const char *check_harmless(const explorer_step *step)
{
    arb_state expected = *step->before;
    const arb_state *s = step_after(step);

    if (!arb_writes(step->event) || step->verdict->refused ||
        s->regulations->board != ARB_BOARD_SEEN || step->before->phase == ARB_PHASE_UPDATING ||
        step->verdict->by_time != 0 || step->verdict->by_event != step->verdict->count)
        return NULL;
    if (s->phase != expected.phase && expected.phase != ARB_PHASE_WAITING)
        return "somebody writes, and the game is another";
    if (s->ply != expected.ply || s->turn != expected.turn || s->result != expected.result ||
        memcmp(s->clock.left, expected.clock.left, sizeof s->clock.left) != 0 ||
        memcmp(s->clock.moves, expected.clock.moves, sizeof s->clock.moves) != 0)
        return "somebody writes, and pieces or clocks move";
    return NULL;
}

/* Laws 8.5: in that phase somebody is overdue; what was proved once stays so while nothing is
 * corrected or taken back. */
static const char *check_updating(const explorer_step *step)
{
    const arb_state *s = step_after(step);

    if (s->phase == ARB_PHASE_UPDATING && s->updating.overdue >= NOBODY)
        return "sheets are brought up to date, and nobody's flag has fallen";
    if (s->phase == ARB_PHASE_UPDATING && s->regulations->record != ARB_RECORD_KEPT)
        return "sheets that nobody keeps are brought up to date";
    if (s->phase == ARB_PHASE_UPDATING && step->before->phase != ARB_PHASE_UPDATING &&
        !step_revokes(step) && !s->updating.lacking)
        return "sheets without gaps are brought up to date";
    if (step_verb(step) == ARB_VERB_WRITE && !step->verdict->refused && !step_goes_back(step) &&
        evidence(step->game, s) < evidence(step->game, step->before))
        return "more is written, and less is proved";
    return NULL;
}

static const char *check_sheets(const explorer_step *step)
{
    const arb_state *s = step_after(step);
    const char *wrong = NULL;
    arb_record *record;

    if (s->half_moves != arb_half_moves(s, arb_game_history(step->game)))
        return "half-moves are miscounted";
    if (!arb_writes(step->event) && !step_goes_back(step))
        return NULL;
    if (arb_record_new(&record, step->game) != ARB_OK)
        return "no memory for a record";
    for (unsigned sheet = 0; sheet < SHEETS && !wrong; sheet++)
        wrong = check_rows(record, step->game, (arb_colour)sheet);
    if (!wrong && arb_record_evidence(record) > arb_keeping_known(s))
        wrong = "more is proved than was made";
    arb_record_free(record);
    return wrong;
}

const char *explorer_check_record(const explorer_step *step)
{
    const char *wrong = check_sheets(step);

    if (!wrong)
        wrong = check_harmless(step);
    return wrong ? wrong : check_updating(step);
}
