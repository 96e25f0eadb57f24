/* SPDX-License-Identifier: MIT */
/* What a problem asks for, as text. */
#include <stdio.h>

#include "arbitro/problem.h"
#include "base/cursor.h"

static const char play_letters[ARB_PROBLEM_PLAY_COUNT] = { [ARB_PROBLEM_DIRECT] = 0,
                                                           [ARB_PROBLEM_SELF] = 's',
                                                           [ARB_PROBLEM_REFLEX] = 'r',
                                                           [ARB_PROBLEM_HELP] = 'h' };
static const char aim_signs[ARB_AIM_COUNT] = { [ARB_AIM_MATE] = '#', [ARB_AIM_STALEMATE] = '=' };

static uint8_t read_play(arb_cursor *c)
{
    for (uint8_t play = ARB_PROBLEM_SELF; play < ARB_PROBLEM_PLAY_COUNT; play++)
        if (arb_cursor_take(c, play_letters[play]) ||
            arb_cursor_take(c, (char)(play_letters[play] - 'a' + 'A')))
            return play;
    return ARB_PROBLEM_DIRECT;
}

/* The sign of the aim and the number of moves; the arb_wanted of what is missing. */
static arb_wanted read_aim(arb_stipulation *s, arb_cursor *c)
{
    uint32_t moves = 0;
    bool digits = false;

    for (s->aim = 0; s->aim < ARB_AIM_COUNT && !arb_cursor_take(c, aim_signs[s->aim]); s->aim++)
        ;
    if (s->aim == ARB_AIM_COUNT)
        return ARB_WANTED_STIPULATION;
    const arb_cursor number = *c;
    for (int d = arb_cursor_peek(c); d >= '0' && d <= '9' && moves <= ARB_STIPULATION_MOVES_MAX;
         d = arb_cursor_peek(c)) {
        moves = 10 * moves + (uint32_t)(arb_cursor_next(c) - '0');
        digits = true;
    }
    s->half = s->play == ARB_PROBLEM_HELP && digits && arb_cursor_take_text(c, ".5");
    if (!digits || moves > ARB_STIPULATION_MOVES_MAX || (moves == 0 && !s->half)) {
        *c = number;
        return ARB_WANTED_STIPULATION_MOVES;
    }
    s->moves = (uint8_t)moves;
    return ARB_WANTED_NOTHING;
}

arb_err arb_stipulation_read(arb_stipulation *out, arb_where *where, const char *text, size_t size)
{
    arb_stipulation s = { 0 };
    arb_cursor c;

    arb_cursor_init(&c, text, size);
    s.set = arb_cursor_take(&c, '*');
    s.play = read_play(&c);
    const arb_wanted wanted = read_aim(&s, &c);
    if (wanted != ARB_WANTED_NOTHING)
        return arb_cursor_fail(&c, where, wanted);
    s.set |= arb_cursor_take(&c, '*');
    if (!arb_cursor_at_end(&c))
        return arb_cursor_fail(&c, where, ARB_WANTED_STIPULATION_END);
    *out = s;
    return ARB_OK;
}

size_t arb_stipulation_write(char *out, size_t size, const arb_stipulation *s)
{
    const char play[2] = { play_letters[s->play], 0 };

    return (size_t)snprintf(out, size, "%s%c%u%s%s", play, aim_signs[s->aim], s->moves,
                            s->half ? ".5" : "", s->set ? "*" : "");
}

unsigned arb_stipulation_plies(const arb_stipulation *s)
{
    if (s->play == ARB_PROBLEM_DIRECT)
        return 2u * s->moves - 1;
    return 2u * s->moves + s->half;
}

arb_colour arb_stipulation_begins(const arb_stipulation *s)
{
    return s->play == ARB_PROBLEM_HELP && !s->half ? ARB_BLACK : ARB_WHITE;
}
