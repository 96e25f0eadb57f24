/* SPDX-License-Identifier: MIT */
/*
 * A table in one line, stored with every event: what the list of games shows, and whether a clock
 * was running. So games need not be read when the hall opens.
 */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "server/hall/hall_internal.h"

void arb_regulations_describe(char time[ARB_TIME_TEXT_MAX], char edition[ARB_EDITION_TEXT_MAX],
                              const arb_regulations *regulations)
{
    (void)snprintf(edition, ARB_EDITION_TEXT_MAX, "%s", regulations->book->name);
    if (arb_regulations_timed(regulations))
        (void)arb_time_control_write(time, ARB_TIME_TEXT_MAX, &regulations->clock.control[0]);
    else
        (void)snprintf(time, ARB_TIME_TEXT_MAX, "none");
}

static void write(char out[ARB_SUMMARY_MAX], const arb_game *game, const arb_state *state,
                  size_t moves)
{
    char time[ARB_TIME_TEXT_MAX], edition[ARB_EDITION_TEXT_MAX];

    arb_regulations_describe(time, edition, arb_game_regulations(game));
    json_t *line =
        json_pack("{ss ss sI sb ss ss sb}", "phase", arb_phase_word(arb_state_phase(state)),
                  "result", arb_result_text(arb_state_result(state)), "moves", (json_int_t)moves,
                  "hides", !arb_state_tells(state, ARB_SECRET_DISPLACEMENT), "time", time,
                  "edition", edition, "runs", arb_state_running(state) < ARB_COLOUR_COUNT);
    const size_t size = line ? json_dumpb(line, out, ARB_SUMMARY_MAX - 1, JSON_COMPACT) : 0;
    out[size < ARB_SUMMARY_MAX ? size : 0] = '\0'; /* none: the one before stays */
    json_decref(line);
}

void arb_summary_write(char out[ARB_SUMMARY_MAX], const arb_game *game)
{
    write(out, game, arb_game_state(game), arb_game_plies(NULL, 0, game));
}

void arb_summary_write_next(char out[ARB_SUMMARY_MAX], const arb_game *game)
{
    write(out, game, arb_game_next(game), arb_game_next_plies(game));
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
    const char *phase, *result, *time, *edition;
    json_t *line = json_loadb(text, size, 0, NULL);
    json_int_t moves;
    int hides, runs;

    t->unsure = !t->is_over; /* until something is known */
    if (line &&
        json_unpack(line, "{ss ss sI sb ss ss sb}", "phase", &phase, "result", &result, "moves",
                    &moves, "hides", &hides, "time", &time, "edition", &edition, "runs",
                    &runs) == 0 &&
        read_phase(&t->phase, phase) && moves >= 0) {
        t->result = arb_result_read(result, strlen(result));
        t->result = t->result < ARB_RESULT_COUNT ? t->result : ARB_RESULT_NONE;
        t->moves = (size_t)moves;
        t->moves_seen = t->moves + (hides != 0);
        (void)snprintf(t->time, sizeof t->time, "%s", time);
        (void)snprintf(t->edition, sizeof t->edition, "%s", edition);
        t->unsure = !t->is_over && runs && t->phase == ARB_PHASE_PLAYING;
    }
    json_decref(line);
}
