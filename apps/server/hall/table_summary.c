/* SPDX-License-Identifier: MIT */
/*
 * A table in one line, stored with every event: what the list of games shows, and whether a clock
 * was running. So games need not be read when the hall opens.
 */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "server/hall/hall_internal.h"

void arb_table_summary_write(char out[ARB_SUMMARY_MAX], const arb_table *t)
{
    const arb_state *next = arb_game_next(t->game);
    json_t *line = json_pack(
        "{ss ss sI sb ss ss sb}", "phase", arb_phase_word(arb_state_phase(next)), "result",
        arb_result_text(arb_state_result(next)), "moves", (json_int_t)arb_game_next_plies(t->game),
        "hides", !arb_state_tells(next, ARB_SECRET_DISPLACEMENT), "time", t->time, "edition",
        t->edition, "runs", arb_state_running(next) < ARB_COLOUR_COUNT);
    const size_t size = line ? json_dumpb(line, out, ARB_SUMMARY_MAX - 1, JSON_COMPACT) : 0;

    out[size < ARB_SUMMARY_MAX ? size : 0] = '\0'; /* none: the one before stays */
    json_decref(line);
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
