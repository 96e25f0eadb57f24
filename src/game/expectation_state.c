/* SPDX-License-Identifier: MIT */
/* Expectations about the state: phase, clocks, counters, sheets; see expectation.h. */
#include <inttypes.h>
#include <string.h>

#include "game/expectation.h"

bool arb_meets_phase(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    const arb_phase phase = arb_state_phase(view->state);

    arb_sink_word(found, arb_phase_word(phase));
    return (unsigned)phase == expectation->choice;
}

bool arb_meets_pending(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    const arb_pending pending = arb_state_pending(view->state);

    arb_sink_word(found, arb_pending_word(pending));
    return (unsigned)pending == expectation->choice;
}

/* Compares a colour, or nobody. */
static bool meets_colour(arb_sink *found, const arb_expectation *expectation, arb_colour colour)
{
    arb_sink_word(found, arb_colour_word(colour));
    return colour == expectation->colour;
}

bool arb_meets_turn(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    return meets_colour(found, expectation, arb_state_turn(view->state));
}

bool arb_meets_running(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    return meets_colour(found, expectation, arb_state_running(view->state));
}

bool arb_meets_offer(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    return meets_colour(found, expectation, arb_state_offer(view->state));
}

bool arb_meets_clock(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    const arb_ms time = arb_state_clock(view->state, expectation->colour);

    arb_sink_format(found, "%" PRId64 ".%03d", time / 1000, (int)(time % 1000));
    return time == expectation->time;
}

bool arb_meets_flag(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    const bool fallen = arb_state_flag(view->state, expectation->colour);

    arb_sink_word(found, fallen ? "fallen" : "up");
    return fallen == (expectation->choice == 1);
}

bool arb_meets_recording(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    const bool required = arb_state_must_record(view->state, expectation->colour);

    arb_sink_word(found, required ? "required" : "optional");
    return required == (expectation->choice == 1);
}

static bool meets_number(arb_sink *found, const arb_expectation *expectation, uint64_t number)
{
    arb_sink_format(found, "%" PRIu64, number);
    return number == expectation->number;
}

bool arb_meets_period(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    return meets_number(found, expectation, arb_state_period(view->state, expectation->colour));
}

bool arb_meets_illegal(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    return meets_number(found, expectation, arb_state_illegal(view->state, expectation->colour));
}

bool arb_meets_counter(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    return meets_number(found, expectation, arb_state_counter(view->state, expectation->colour));
}

bool arb_meets_category(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    static const char *const words[ARB_PLAY_COUNT] = { "standard", "rapid", "blitz" };
    const unsigned play = arb_game_regulations(view->game)->play;

    arb_sink_word(found, words[play]);
    return play == expectation->choice;
}

/* Compares the words of one entry with those that come next. */
static bool entry_is_next(arb_cursor *words, const char *text, size_t size)
{
    arb_cursor entry;
    arb_case_word one;

    arb_cursor_init(&entry, text, size);
    while ((one = arb_case_word_next(&entry)).size > 0) {
        const arb_case_word other = arb_case_word_next(words);
        if (one.size != other.size || memcmp(one.text, other.text, one.size) != 0)
            return false;
    }
    return true;
}

bool arb_meets_sheet(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    const size_t count = arb_game_sheet_size(view->game, expectation->colour);
    arb_cursor words = arb_expectation_list(expectation);
    bool same = true;

    for (size_t i = 0; i < count; i++) {
        size_t size;
        const char *text = arb_game_sheet(view->game, expectation->colour, i, &size);
        arb_sink_format(found, "%s%.*s", i > 0 ? " " : "", (int)(size < 4096 ? size : 4096), text);
        same = same && entry_is_next(&words, text, size);
    }
    if (count == 0)
        arb_sink_word(found, "an empty sheet");
    return same && arb_case_word_next(&words).size == 0;
}
