/* SPDX-License-Identifier: MIT */
/* Expectations about the state: phase, clocks, counters, sheets; see expect_internal.h. */
#include <inttypes.h>
#include <string.h>

#include "game/expect_internal.h"

bool arb_meets_phase(arb_answer *found, const arb_expected *expected, const arb_view *view)
{
    const arb_phase phase = arb_state_phase(view->state);

    arb_answer_word(found, arb_phase_word(phase));
    return (unsigned)phase == expected->choice;
}

bool arb_meets_pending(arb_answer *found, const arb_expected *expected, const arb_view *view)
{
    const arb_pending pending = arb_state_pending(view->state);

    arb_answer_word(found, arb_pending_word(pending));
    return (unsigned)pending == expected->choice;
}

/* A colour that is as expected, or another, or none. */
static bool meets_colour(arb_answer *found, const arb_expected *expected, arb_colour colour)
{
    arb_answer_word(found, arb_answer_colour(colour));
    return colour == expected->colour;
}

bool arb_meets_turn(arb_answer *found, const arb_expected *expected, const arb_view *view)
{
    return meets_colour(found, expected, arb_state_turn(view->state));
}

bool arb_meets_running(arb_answer *found, const arb_expected *expected, const arb_view *view)
{
    return meets_colour(found, expected, arb_state_running(view->state));
}

bool arb_meets_offer(arb_answer *found, const arb_expected *expected, const arb_view *view)
{
    return meets_colour(found, expected, arb_state_offer(view->state));
}

bool arb_meets_clock(arb_answer *found, const arb_expected *expected, const arb_view *view)
{
    const arb_ms time = arb_state_clock(view->state, expected->colour);

    arb_answer_say(found, "%" PRId64 ".%03d", time / 1000, (int)(time % 1000));
    return time == expected->time;
}

bool arb_meets_flag(arb_answer *found, const arb_expected *expected, const arb_view *view)
{
    const bool fallen = arb_state_flag(view->state, expected->colour);

    arb_answer_word(found, fallen ? "fallen" : "up");
    return fallen == (expected->choice == 1);
}

bool arb_meets_recording(arb_answer *found, const arb_expected *expected, const arb_view *view)
{
    const bool required = arb_state_must_record(view->state, expected->colour);

    arb_answer_word(found, required ? "required" : "optional");
    return required == (expected->choice == 1);
}

static bool meets_number(arb_answer *found, const arb_expected *expected, uint64_t number)
{
    arb_answer_say(found, "%" PRIu64, number);
    return number == expected->number;
}

bool arb_meets_period(arb_answer *found, const arb_expected *expected, const arb_view *view)
{
    return meets_number(found, expected, arb_state_period(view->state, expected->colour));
}

bool arb_meets_illegal(arb_answer *found, const arb_expected *expected, const arb_view *view)
{
    return meets_number(found, expected, arb_state_illegal(view->state, expected->colour));
}

bool arb_meets_counter(arb_answer *found, const arb_expected *expected, const arb_view *view)
{
    return meets_number(found, expected, arb_state_counter(view->state, expected->colour));
}

bool arb_meets_category(arb_answer *found, const arb_expected *expected, const arb_view *view)
{
    static const char *const words[ARB_PLAY_COUNT] = { "standard", "rapid", "blitz" };
    const unsigned play = arb_game_regulations(view->game)->play;

    arb_answer_word(found, words[play]);
    return play == expected->choice;
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

bool arb_meets_sheet(arb_answer *found, const arb_expected *expected, const arb_view *view)
{
    const size_t count = arb_game_sheet_size(view->game, expected->colour);
    arb_cursor words = expected->list;
    bool same = true;

    for (size_t i = 0; i < count; i++) {
        size_t size;
        const char *text = arb_game_sheet(view->game, expected->colour, i, &size);
        arb_answer_say(found, "%s%.*s", i > 0 ? " " : "", (int)(size < 4096 ? size : 4096), text);
        same = same && entry_is_next(&words, text, size);
    }
    if (count == 0)
        arb_answer_word(found, "an empty sheet");
    return same && arb_case_word_next(&words).size == 0;
}
