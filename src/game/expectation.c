/* SPDX-License-Identifier: MIT */
/* Expectations and their comparisons; see expectation.h. */
#include "game/expectation.h"

#include <assert.h>

/* Kinds that are not listed are a value. */
static arb_meets *const comparisons[ARB_EXPECTATION_COUNT] = {
    [ARB_EXPECTATION_RULING] = arb_meets_ruling,
    [ARB_EXPECTATION_NO_RULING] = arb_meets_no_ruling,
    [ARB_EXPECTATION_REFUSED] = arb_meets_refused,
    [ARB_EXPECTATION_RESULT] = arb_meets_result,
    [ARB_EXPECTATION_FEN] = arb_meets_fen,
    [ARB_EXPECTATION_HAND] = arb_meets_hand,
    [ARB_EXPECTATION_BOARD] = arb_meets_board,
    [ARB_EXPECTATION_MOVES] = arb_meets_moves,
    [ARB_EXPECTATION_ALLOWED] = arb_meets_allowed,
    [ARB_EXPECTATION_LEGAL] = arb_meets_legal,
    [ARB_EXPECTATION_NOT_LEGAL] = arb_meets_not_legal,
    [ARB_EXPECTATION_SHEET] = arb_meets_sheet,
    [ARB_EXPECTATION_EVIDENCE] = arb_meets_evidence,
    [ARB_EXPECTATION_WARNING] = arb_meets_warning,
    [ARB_EXPECTATION_PENALTY] = arb_meets_penalty,
    [ARB_EXPECTATION_ENVELOPE_TEXT] = arb_meets_envelope_text,
    [ARB_EXPECTATION_EXPLAINED] = arb_meets_explained,
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
    arb_meets *const meets = comparisons[expectation->kind];
    const bool met = (meets ? meets : arb_meets_value)(&sink, expectation, &view);
    (void)arb_sink_end(&sink);
    return met;
}
