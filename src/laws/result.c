/* SPDX-License-Identifier: MIT */
/* Results and points, in and out (Laws, Article 10). */
#include "arbitro/result.h"

#include <assert.h>
#include <string.h>

#include "base/cursor.h"
#include "base/sink.h"

enum { RESULT_TEXT_MAX = 16, WHOLE_POINTS_MAX = 127 };

static const struct {
    const char *text;
    arb_outcome outcome[ARB_COLOUR_COUNT];
    bool played;
} results[ARB_RESULT_COUNT] = {
#define RESULT(id, text, white, black, played)                                                     \
    [ARB_RESULT_##id] = { text, { ARB_OUTCOME_##white, ARB_OUTCOME_##black }, played },
#include "arbitro/results.def"
#undef RESULT
};

const char *arb_result_text(arb_result result)
{
    assert((unsigned)result < ARB_RESULT_COUNT);
    return results[result].text;
}

const char *arb_result_points_text(arb_result result)
{
    int same = ARB_RESULT_NONE;

    assert((unsigned)result < ARB_RESULT_COUNT);
    while (!results[same].played ||
           results[same].outcome[ARB_WHITE] != results[result].outcome[ARB_WHITE] ||
           results[same].outcome[ARB_BLACK] != results[result].outcome[ARB_BLACK])
        same++;
    return results[same].text;
}

arb_result arb_result_read(const char *text, size_t size)
{
    char plain[RESULT_TEXT_MAX];
    arb_sink sink = { plain, sizeof plain, 0 };
    arb_cursor cur;

    arb_cursor_init(&cur, text, size);
    while (!arb_cursor_at_end(&cur) && sink.length < sizeof plain) {
        if (arb_cursor_take_text(&cur, "½"))
            arb_sink_text(&sink, "1/2");
        else
            arb_sink_char(&sink, (char)arb_cursor_next(&cur));
    }
    const size_t length = arb_sink_end(&sink);
    for (int i = 0; i < ARB_RESULT_COUNT; i++)
        if (strlen(results[i].text) == length && memcmp(results[i].text, plain, length) == 0)
            return (arb_result)i;
    return ARB_RESULT_COUNT;
}

arb_outcome arb_result_outcome(arb_result result, arb_colour colour)
{
    assert((unsigned)result < ARB_RESULT_COUNT && (unsigned)colour < ARB_COLOUR_COUNT);
    return results[result].outcome[colour];
}

bool arb_result_played(arb_result result)
{
    assert((unsigned)result < ARB_RESULT_COUNT);
    return results[result].played;
}

arb_result arb_result_win(arb_colour colour)
{
    assert((unsigned)colour < ARB_COLOUR_COUNT);
    return colour == ARB_WHITE ? ARB_RESULT_WHITE_WINS : ARB_RESULT_BLACK_WINS;
}

/* Laws 10.2 */
unsigned arb_points_maximum(const arb_points *points)
{
    const unsigned decided =
        (unsigned)points->half[ARB_OUTCOME_WIN] + points->half[ARB_OUTCOME_LOSS];
    const unsigned drawn = 2u * points->half[ARB_OUTCOME_DRAW];

    return decided > drawn ? decided : drawn;
}

static bool is_awarded(const arb_points *points, int score)
{
    for (int i = 0; i < ARB_OUTCOME_COUNT; i++)
        if (points->half[i] == score)
            return true;
    return false;
}

/* Laws 10.2 */
bool arb_points_allowed(const arb_points *points, int white, int black)
{
    return is_awarded(points, white) && is_awarded(points, black) &&
           (unsigned)(white + black) <= arb_points_maximum(points);
}

/* "1/2", "½", "2", "2.5", "2.0" or "2½"; false when none of these comes next. */
static bool take_score(int *out, arb_cursor *cur)
{
    uint64_t whole;

    if (arb_cursor_take_text(cur, "1/2") || arb_cursor_take_text(cur, "½")) {
        *out = 1;
        return true;
    }
    if (arb_cursor_read_number(&whole, cur, WHOLE_POINTS_MAX))
        return false;
    const bool half = arb_cursor_take_text(cur, ".5") || arb_cursor_take_text(cur, "½");
    if (!half)
        arb_cursor_take_text(cur, ".0");
    *out = 2 * (int)whole + (half ? 1 : 0);
    return true;
}

arb_err arb_score_read(int *out, const char *text, size_t size)
{
    arb_cursor cur;
    int score;

    arb_cursor_init(&cur, text, size);
    if (!take_score(&score, &cur) || !arb_cursor_at_end(&cur))
        return ARB_SYNTAX;
    *out = score;
    return ARB_OK;
}

/* Laws 10.1 */
arb_err arb_points_read(arb_points *out, const char *text, size_t size)
{
    arb_points points;
    arb_cursor cur;
    int score;

    arb_cursor_init(&cur, text, size);
    for (int i = 0; i < ARB_OUTCOME_COUNT; i++) {
        if (i > 0 && !arb_cursor_take(&cur, '-'))
            return ARB_SYNTAX;
        if (!take_score(&score, &cur) || (i > 0 && score > points.half[i - 1]))
            return ARB_SYNTAX;
        points.half[i] = (uint8_t)score;
    }
    if (!arb_cursor_at_end(&cur) || points.half[ARB_OUTCOME_WIN] == points.half[ARB_OUTCOME_LOSS])
        return ARB_SYNTAX;
    *out = points;
    return ARB_OK;
}

size_t arb_score_write(char *out, size_t size, int half)
{
    arb_sink sink = { out, size, 0 };

    if (half < 0) {
        arb_sink_char(&sink, '-');
    } else if (half == 1) {
        arb_sink_text(&sink, "1/2");
    } else {
        arb_sink_number(&sink, (unsigned)half / 2);
        if (half % 2 != 0)
            arb_sink_text(&sink, ".5");
    }
    return arb_sink_end(&sink);
}
