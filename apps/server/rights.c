/* SPDX-License-Identifier: MIT */
/*
 * Who may do what in a game, and who may know what: a page can do exactly what the one who holds it
 * may do, and is told nothing that the Laws keep from him.
 */
#include <string.h>

#include "laws/laws.h"
#include "server/api.h"

/* Do the words of the verb begin the text, and are they whole words there? */
static bool begins(const char *text, size_t size, const char *words)
{
    const size_t length = strlen(words);

    return size >= length && memcmp(text, words, length) == 0 &&
           (size == length || text[length] == ' ');
}

/* A spectator tells the arbiter what he saw; a hall of pages has no area that he could enter. */
static bool is_spectators(const arb_verb_info *info)
{
    return info == arb_verb_get(ARB_VERB_REPORT);
}

/*
 * A text that begins with no verb at all is let through: reading it tells where it goes wrong. The
 * longest verb counts, so that "claim" does not hide "claim flag". Of a spectator, whose link
 * anybody may have, nothing is read but what he may say.
 */
bool arb_rights_may_send(arb_seat seat, const char *text, size_t size)
{
    const arb_verb_info *found = NULL;

    while (size > 0 && *text == ' ') {
        text++;
        size--;
    }
    for (unsigned i = 0; i < ARB_VERB_COUNT; i++) {
        const arb_verb_info *info = arb_verb_get((arb_verb)i);
        if (begins(text, size, info->words) &&
            (!found || strlen(info->words) > strlen(found->words)))
            found = info;
    }
    if (seat == ARB_SEAT_SPECTATOR)
        return found && is_spectators(found);
    if (!found)
        return true;
    return seat <= ARB_SEAT_BLACK ? found->by_players : found->by_arbiter;
}

/* ---- what is not told */

static bool is_arbiter(arb_seat seat)
{
    return seat == ARB_SEAT_ARBITER || seat == ARB_SEAT_DESK;
}

bool arb_rights_has_periods(const arb_regulations *regulations)
{
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        const arb_time_control *control = &regulations->clock.control[c];
        for (unsigned i = 0; i < control->count; i++)
            if (control->period[i].moves > 0)
                return true;
    }
    return false;
}

bool arb_rights_may_know(arb_seat seat, arb_secret secret, const arb_game *game)
{
    const arb_state *state = arb_game_state(game);
    const arb_phase phase = arb_state_phase(state);
    const bool over = phase == ARB_PHASE_FINISHED || phase == ARB_PHASE_VOID;

    if (is_arbiter(seat))
        return true;
    switch (secret) {
    case ARB_SECRET_NONE:
        return true;
    case ARB_SECRET_REPORT:
        return false;
    case ARB_SECRET_COUNT:
        return over || !arb_rights_has_periods(arb_game_regulations(game)) ||
               arb_state_flag(state, ARB_WHITE) || arb_state_flag(state, ARB_BLACK);
    case ARB_SECRET_PRESS:
    case ARB_SECRET_WATCH:
        return over;
    case ARB_SECRET_DEED: /* without a clock to press, who made it must hear what is missing */
        return over || !state->standing.there || !arb_needs_press(state);
    }
    return false;
}

arb_secret arb_secret_of_event(const arb_event *event)
{
    if (event->verb == ARB_VERB_REPORT)
        return ARB_SECRET_REPORT;
    if (event->verb == ARB_VERB_OBSERVE_BOTH_CHECKED ||
        event->verb == ARB_VERB_OBSERVE_LAST_RANK_PAWN)
        return ARB_SECRET_WATCH;
    return ARB_SECRET_NONE;
}

arb_secret arb_secret_of_ruling(const arb_ruling *ruling)
{
    if (ruling->code == ARB_CODE_REPORTED)
        return ARB_SECRET_REPORT;
    if (ruling->code == ARB_CODE_ARBITER_WAITS)
        return ARB_SECRET_WATCH;
    return ruling->code == ARB_CODE_NEXT_MOVE_COMPLETES ? ARB_SECRET_PRESS : ARB_SECRET_NONE;
}
