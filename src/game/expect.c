/* SPDX-License-Identifier: MIT */
/* Expectations: one table from kind to reader and comparison, and its two uses. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "game/expect_internal.h"

static const struct {
    arb_expected_read *read;
    arb_expected_meets *meets;
} kinds[ARB_EXPECTATION_COUNT] = {
    [ARB_EXPECTATION_RULING] = { arb_expected_articles, arb_meets_ruling },
    [ARB_EXPECTATION_NO_RULING] = { arb_expected_nothing, arb_meets_no_ruling },
    [ARB_EXPECTATION_REFUSED] = { arb_expected_articles_opt, arb_meets_refused },
    [ARB_EXPECTATION_RESULT] = { arb_expected_result, arb_meets_result },
    [ARB_EXPECTATION_POINTS] = { arb_expected_points, arb_meets_points },
    [ARB_EXPECTATION_PHASE] = { arb_expected_phase, arb_meets_phase },
    [ARB_EXPECTATION_TURN] = { arb_expected_colour, arb_meets_turn },
    [ARB_EXPECTATION_CLOCK] = { arb_expected_clock, arb_meets_clock },
    [ARB_EXPECTATION_RUNNING] = { arb_expected_colour_or_none, arb_meets_running },
    [ARB_EXPECTATION_FLAG] = { arb_expected_flag, arb_meets_flag },
    [ARB_EXPECTATION_PERIOD] = { arb_expected_number, arb_meets_period },
    [ARB_EXPECTATION_CATEGORY] = { arb_expected_category, arb_meets_category },
    [ARB_EXPECTATION_FEN] = { arb_expected_fen, arb_meets_fen },
    [ARB_EXPECTATION_BOARD] = { arb_expected_board, arb_meets_board },
    [ARB_EXPECTATION_MOVES] = { arb_expected_sans, arb_meets_moves },
    [ARB_EXPECTATION_ALLOWED] = { arb_expected_allowed, arb_meets_allowed },
    [ARB_EXPECTATION_LEGAL] = { arb_expected_moves, arb_meets_legal },
    [ARB_EXPECTATION_NOT_LEGAL] = { arb_expected_moves, arb_meets_not_legal },
    [ARB_EXPECTATION_CHECK] = { arb_expected_check, arb_meets_check },
    [ARB_EXPECTATION_ILLEGAL] = { arb_expected_number, arb_meets_illegal },
    [ARB_EXPECTATION_OFFER] = { arb_expected_colour_or_none, arb_meets_offer },
    [ARB_EXPECTATION_PENDING] = { arb_expected_pending, arb_meets_pending },
    [ARB_EXPECTATION_COUNTER] = { arb_expected_number, arb_meets_counter },
    [ARB_EXPECTATION_RECORDING] = { arb_expected_recording, arb_meets_recording },
    [ARB_EXPECTATION_SHEET] = { arb_expected_sheet, arb_meets_sheet },
    [ARB_EXPECTATION_WARNING] = { arb_expected_colour, arb_meets_warning },
};

void arb_answer_say(arb_answer *found, const char *format, ...)
{
    const size_t left = found->size - found->used;
    va_list list;

    if (left <= 1)
        return;
    va_start(list, format);
    const int length = vsnprintf(found->out + found->used, left, format, list);
    va_end(list);
    if (length > 0)
        found->used += (size_t)length < left ? (size_t)length : left - 1;
}

void arb_answer_word(arb_answer *found, const char *word)
{
    arb_answer_say(found, "%s%s", found->used > 0 ? " " : "", word);
}

const char *arb_answer_colour(arb_colour colour)
{
    return colour == ARB_WHITE ? "white" : colour == ARB_BLACK ? "black" : "none";
}

/* The words of the expectation into `out`, to the last. */
static arb_err read_words(arb_expected *out, const arb_expectation *expectation,
                          const arb_language *language, arb_where *where)
{
    arb_cursor words;

    assert(expectation->kind < ARB_EXPECTATION_COUNT);
    arb_cursor_init(&words, expectation->words, expectation->size);
    *out = (arb_expected){ .colour = ARB_COLOUR_COUNT };
    const arb_err err = kinds[expectation->kind].read(out, &words, where, language);
    return err ? err : arb_case_line_ends(&words, where);
}

arb_err arb_expectation_check(const arb_expectation *expectation, const arb_language *language,
                              arb_where *where)
{
    arb_expected ignored;

    return read_words(&ignored, expectation, language, where);
}

arb_err arb_case_meets(bool *met, char *found, size_t size, arb_where *where,
                       const arb_expectation *expectation, const arb_game *game,
                       const arb_verdict *verdict)
{
    const arb_view view = { game, arb_game_state(game), verdict };
    arb_answer said = { found, size, 0 };
    arb_expected expected;
    const arb_err err =
        read_words(&expected, expectation, arb_game_regulations(game)->language, where);

    if (err)
        return err;
    if (size > 0)
        found[0] = '\0';
    *met = kinds[expectation->kind].meets(&said, &expected, &view);
    return ARB_OK;
}
