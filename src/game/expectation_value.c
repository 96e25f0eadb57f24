/* SPDX-License-Identifier: MIT */
/*
 * Expectations of a value: what the state is asked, and the words for what it may answer. The
 * scoresheets are here too.
 */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "arbitro/record.h"
#include "game/expectation.h"
#include "laws/adjourned.h"

arb_choices arb_expectation_choices(arb_expectation_kind kind)
{
    static const char *const colours[] = { "white", "black", "none", NULL };
    static const char *const sides[] = { "white", "black", NULL };
    static const char *const kings[] = { "none", "white", "black", "both", NULL };
    static const char *const flags[] = { "up", "fallen", NULL };
    static const char *const duties[] = { "optional", "required", NULL };
    static const char *const sanctions[] = { "none", "fine", "excluded", "expelled", NULL };
    static const char *const papers[] = { "none", "written", "confirmed", "contested", NULL };
    static const char *const places[] = { "admitted", "out", NULL };
    static const char *const items[] = { "position",   "number", "sealer",     "white-time",
                                         "black-time", "offer",  "resumption", NULL };
    static const char *const stands[] = { "complete", "gaps", "ahead", NULL };
    static const char *const plays[] = { "standard", "rapid", "blitz", NULL };
    static const arb_choices choices[ARB_EXPECTATION_COUNT] = {
        [ARB_EXPECTATION_PHASE] = { arb_phase_words, ARB_WANTED_PHASE },
        [ARB_EXPECTATION_TURN] = { sides, ARB_WANTED_COLOUR },
        [ARB_EXPECTATION_RUNNING] = { colours, ARB_WANTED_COLOUR_OR_NONE },
        [ARB_EXPECTATION_FLAG] = { flags, ARB_WANTED_FALLEN_OR_UP },
        [ARB_EXPECTATION_CATEGORY] = { plays, ARB_WANTED_CATEGORY },
        [ARB_EXPECTATION_CHECK] = { kings, ARB_WANTED_CHECKED },
        [ARB_EXPECTATION_OFFER] = { colours, ARB_WANTED_COLOUR_OR_NONE },
        [ARB_EXPECTATION_PENDING] = { arb_pending_words, ARB_WANTED_PENDING },
        [ARB_EXPECTATION_APPEAL] = { colours, ARB_WANTED_COLOUR_OR_NONE },
        [ARB_EXPECTATION_PENALTY] = { sanctions, ARB_WANTED_SANCTION },
        [ARB_EXPECTATION_PAPERS] = { papers, ARB_WANTED_PAPERS },
        [ARB_EXPECTATION_SPECTATORS] = { places, ARB_WANTED_OUT_OR_ADMITTED },
        [ARB_EXPECTATION_ENVELOPE] = { arb_envelope_words, ARB_WANTED_ENVELOPE },
        [ARB_EXPECTATION_ENVELOPE_TEXT] = { items, ARB_WANTED_ENVELOPE_ITEM },
        [ARB_EXPECTATION_RECORD] = { stands, ARB_WANTED_RECORD },
        [ARB_EXPECTATION_RECORDING] = { duties, ARB_WANTED_REQUIRED_OR_OPTIONAL },
    };

    return choices[kind];
}

/* What the state answers, in the numbers of the expectation's value. */
static int64_t ask(const arb_expectation *expectation, const arb_view *view)
{
    const arb_state *s = view->state;
    const arb_colour colour = expectation->colour;

    switch ((int)expectation->kind) {
    case ARB_EXPECTATION_POINTS:
        return arb_state_score(s, colour);
    case ARB_EXPECTATION_PHASE:
        return arb_state_phase(s);
    case ARB_EXPECTATION_TURN:
        return arb_state_turn(s);
    case ARB_EXPECTATION_CLOCK:
        return arb_state_clock(s, colour);
    case ARB_EXPECTATION_RUNNING:
        return arb_state_running(s);
    case ARB_EXPECTATION_FLAG:
        return arb_state_flag(s, colour);
    case ARB_EXPECTATION_PERIOD:
        return arb_state_period(s, colour);
    case ARB_EXPECTATION_CATEGORY:
        return arb_game_regulations(view->game)->play;
    case ARB_EXPECTATION_CHECK: /* bit 0 White's king, bit 1 Black's */
        return (arb_pos_checkers(arb_state_position(s), ARB_WHITE) != 0) +
               2 * (arb_pos_checkers(arb_state_position(s), ARB_BLACK) != 0);
    case ARB_EXPECTATION_ILLEGAL:
        return arb_state_illegal(s, colour);
    case ARB_EXPECTATION_OFFER:
        return arb_state_offer(s);
    case ARB_EXPECTATION_PENDING:
        return arb_state_pending(s);
    case ARB_EXPECTATION_COUNTER:
        return arb_state_counter(s, colour);
    case ARB_EXPECTATION_ENVELOPE:
        return arb_state_envelope(s);
    case ARB_EXPECTATION_RECORD:
        return arb_game_sheet_stands(view->game, colour);
    case ARB_EXPECTATION_APPEAL:
        return arb_state_appeal(s);
    case ARB_EXPECTATION_PAPERS:
        return arb_state_papers_stand(s);
    case ARB_EXPECTATION_SPECTATORS:
        return arb_state_spectators_out(s);
    default:
        assert(expectation->kind == ARB_EXPECTATION_RECORDING);
        return arb_state_must_record(s, colour);
    }
}

static void say(arb_sink *found, arb_expectation_kind kind, int64_t value)
{
    const arb_choices choices = arb_expectation_choices(kind);
    char score[32];

    if (choices.words) {
        arb_sink_word(found, choices.words[value]);
    } else if (kind == ARB_EXPECTATION_CLOCK) {
        arb_sink_format(found, "%" PRId64 ".%03d", value / 1000, (int)(value % 1000));
    } else if (kind == ARB_EXPECTATION_POINTS && value != ARB_SCORE_NONE) {
        (void)arb_score_write(score, sizeof score, (int)value);
        arb_sink_word(found, score);
    } else if (kind == ARB_EXPECTATION_POINTS) {
        arb_sink_word(found, "none");
    } else {
        arb_sink_format(found, "%" PRId64, value);
    }
}

bool arb_meets_value(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    const int64_t value = ask(expectation, view);

    say(found, expectation->kind, value);
    return value == expectation->value;
}

/* Compares the words of one entry with those that come next. */
static bool entry_is_next(arb_cursor *words, const char *text, size_t size)
{
    arb_cursor entry, one;

    arb_cursor_init(&entry, text, size);
    while (arb_cursor_next_word(&one, &entry)) {
        const arb_cursor other = arb_cursor_take_word(words);
        const size_t length = arb_cursor_left(&one);
        if (arb_cursor_left(&other) != length || memcmp(one.at, other.at, length) != 0)
            return false;
    }
    return true;
}

bool arb_meets_sheet(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    const size_t count = arb_game_sheet_size(view->game, expectation->colour);
    arb_cursor words = arb_expectation_list(expectation), more;
    bool same = true;

    for (size_t i = 0; i < count; i++) {
        size_t size;
        const char *text = arb_game_sheet(view->game, expectation->colour, i, &size);
        arb_sink_text(found, i > 0 ? " " : "");
        arb_sink_bytes(found, text, size);
        same = same && entry_is_next(&words, text, size);
    }
    if (count == 0)
        arb_sink_word(found, "an empty sheet");
    return same && !arb_cursor_next_word(&more, &words);
}
