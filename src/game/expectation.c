/* SPDX-License-Identifier: MIT */
/* Expectations and their comparisons; see expectation.h. */
#include "game/expectation.h"

#include <assert.h>

static arb_meets *const comparisons[ARB_EXPECTATION_COUNT] = {
    [ARB_EXPECTATION_RULING] = arb_meets_ruling,
    [ARB_EXPECTATION_NO_RULING] = arb_meets_no_ruling,
    [ARB_EXPECTATION_REFUSED] = arb_meets_refused,
    [ARB_EXPECTATION_RESULT] = arb_meets_result,
    [ARB_EXPECTATION_POINTS] = arb_meets_points,
    [ARB_EXPECTATION_PHASE] = arb_meets_phase,
    [ARB_EXPECTATION_TURN] = arb_meets_turn,
    [ARB_EXPECTATION_CLOCK] = arb_meets_clock,
    [ARB_EXPECTATION_RUNNING] = arb_meets_running,
    [ARB_EXPECTATION_FLAG] = arb_meets_flag,
    [ARB_EXPECTATION_PERIOD] = arb_meets_period,
    [ARB_EXPECTATION_CATEGORY] = arb_meets_category,
    [ARB_EXPECTATION_FEN] = arb_meets_fen,
    [ARB_EXPECTATION_BOARD] = arb_meets_board,
    [ARB_EXPECTATION_MOVES] = arb_meets_moves,
    [ARB_EXPECTATION_ALLOWED] = arb_meets_allowed,
    [ARB_EXPECTATION_LEGAL] = arb_meets_legal,
    [ARB_EXPECTATION_NOT_LEGAL] = arb_meets_not_legal,
    [ARB_EXPECTATION_CHECK] = arb_meets_check,
    [ARB_EXPECTATION_ILLEGAL] = arb_meets_illegal,
    [ARB_EXPECTATION_OFFER] = arb_meets_offer,
    [ARB_EXPECTATION_PENDING] = arb_meets_pending,
    [ARB_EXPECTATION_COUNTER] = arb_meets_counter,
    [ARB_EXPECTATION_RECORDING] = arb_meets_recording,
    [ARB_EXPECTATION_SHEET] = arb_meets_sheet,
    [ARB_EXPECTATION_WARNING] = arb_meets_warning,
};

arb_cursor arb_expectation_list(const arb_expectation *expectation)
{
    arb_cursor list;

    arb_cursor_init(&list, expectation->list, expectation->list_size);
    return list;
}

bool arb_expectation_is_met(char *found, size_t size, const arb_expectation *expectation,
                            const arb_game *game, const arb_verdict *verdict)
{
    const arb_view view = { game, arb_game_state(game), verdict };
    arb_sink sink = { found, size, 0 };

    assert(expectation->kind < ARB_EXPECTATION_COUNT);
    const bool met = comparisons[expectation->kind](&sink, expectation, &view);
    (void)arb_sink_end(&sink);
    return met;
}
