/* SPDX-License-Identifier: MIT */
/*
 * A table in one line, stored with the events that change it: what the list of games shows, and
 * whether a clock was running. So games need not be read when the hall opens.
 */
#include <stdio.h>
#include <string.h>

#include "arbitro/chess960.h"
#include "common/jot.h"
#include "server/hall/hall_internal.h"

/* So many moves may be missing from what is stored. */
enum { FEW = 16 };

void arb_regulations_describe(char time[ARB_TIME_TEXT_MAX], char edition[ARB_EDITION_TEXT_MAX],
                              const arb_regulations *regulations)
{
    (void)snprintf(edition, ARB_EDITION_TEXT_MAX, "%s", regulations->book->name);
    if (arb_regulations_timed(regulations))
        (void)arb_time_control_write(time, ARB_TIME_TEXT_MAX, &regulations->clock.control[0]);
    else
        (void)snprintf(time, ARB_TIME_TEXT_MAX, "none");
}

int arb_regulations_start960(const arb_regulations *regulations, const arb_setup *setup)
{
    const unsigned number =
        regulations->variant == ARB_CHESS960 ? arb_chess960_number(setup) : ARB_CHESS960_COUNT;

    return number < ARB_CHESS960_COUNT ? (int)number : -1;
}

/* "playing * 12 plain runs": phase, result, moves, and in a word each whether a displacement is
 * hidden and a clock runs. */
static void write(char out[ARB_SUMMARY_MAX], const arb_state *state, size_t moves)
{
    arb_jot jot = arb_jot_begin(out, ARB_SUMMARY_MAX);

    arb_jot_text(&jot, arb_phase_word(arb_state_phase(state)));
    arb_jot_text(&jot, " ");
    arb_jot_text(&jot, arb_result_text(arb_state_result(state)));
    arb_jot_text(&jot, " ");
    arb_jot_number(&jot, (int64_t)moves);
    arb_jot_text(&jot, arb_state_tells(state, ARB_SECRET_DISPLACEMENT) ? " plain" : " hides");
    arb_jot_text(&jot, arb_state_running(state) < ARB_COLOUR_COUNT ? " runs" : " stands");
}

void arb_summary_write(char out[ARB_SUMMARY_MAX], const arb_game *game)
{
    write(out, arb_game_state(game), arb_game_plies(NULL, 0, game));
}

void arb_summary_write_next(char out[ARB_SUMMARY_MAX], const arb_game *game)
{
    write(out, arb_game_next(game), arb_game_next_plies(game));
}

/*
 * To store it with every move would cost the database half as much again. While a clock runs the
 * number of moves may be a few too small: such a game is read when the hall opens.
 */
bool arb_summary_is_news(const arb_game *game)
{
    const arb_state *before = arb_game_state(game), *after = arb_game_next(game);
    const size_t had = arb_game_plies(NULL, 0, game), has = arb_game_next_plies(game);

    return arb_state_running(before) == ARB_COLOUR_COUNT ||
           arb_state_running(after) == ARB_COLOUR_COUNT || has < had || has / FEW != had / FEW ||
           arb_state_phase(before) != arb_state_phase(after) ||
           arb_state_result(before) != arb_state_result(after) ||
           arb_state_tells(before, ARB_SECRET_DISPLACEMENT) !=
               arb_state_tells(after, ARB_SECRET_DISPLACEMENT);
}

static bool read_phase(arb_phase *out, const char *word)
{
    for (unsigned i = 0; i < ARB_PHASE_COUNT; i++) {
        *out = (arb_phase)i;
        if (strcmp(word, arb_phase_word(*out)) == 0)
            return true;
    }
    return false;
}

void arb_table_summary_read(arb_table *t, const char *text, size_t size)
{
    char copy[ARB_SUMMARY_MAX], phase[16], result[16], hides[8], runs[8];
    size_t moves = 0;

    t->unsure = !t->is_over; /* until something is known */
    (void)snprintf(copy, sizeof copy, "%.*s", (int)(size < sizeof copy ? size : 0), text);
    if (sscanf(copy, "%15s %15s %zu %7s %7s", phase, result, &moves, hides, runs) != 5 ||
        !read_phase(&t->phase, phase))
        return;
    t->result = arb_result_read(result, strlen(result));
    t->result = t->result < ARB_RESULT_COUNT ? t->result : ARB_RESULT_NONE;
    t->moves = moves;
    t->moves_seen = moves + (strcmp(hides, "hides") == 0);
    t->known = true;
    t->unsure = !t->is_over && strcmp(runs, "runs") == 0 && t->phase == ARB_PHASE_PLAYING;
}
