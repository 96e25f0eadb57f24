/* SPDX-License-Identifier: MIT */
/* How a game goes on from wherever it is: see explorer.h. */
#include <stdio.h>

#include "arbitro/notation.h"
#include "explorer.h"
#include "laws/adjourned.h"

static const char *name(arb_colour colour)
{
    return arb_actor_word((arb_actor)colour);
}

/* One of the moves that the touched pieces leave. */
static bool say_allowed(char *line, size_t size, const arb_game *game, chance *luck)
{
    const arb_state *s = arb_game_state(game);
    arb_style style = arb_style_uci;
    arb_move moves[ARB_MOVES_MAX];
    char text[ARB_MOVE_TEXT_SIZE];
    const size_t count = arb_state_allowed(moves, NULL, s);

    if (count == 0 || s->regulations->board != ARB_BOARD_SEEN)
        return false;
    style.variant = (arb_variant)s->regulations->variant;
    arb_move_write(text, sizeof text, &s->pos, moves[chance_below(luck, (unsigned)count)], &style);
    snprintf(line, size, "+0 %s %s %s", name((arb_colour)s->turn),
             s->standing.on_board ? "replace" : "move", text);
    return arb_has_colour(s->present, (arb_colour)s->turn) &&
           !arb_has_colour(s->expelled,
                           (arb_colour)s->turn); /* 12.9.9: the arbiter has to end it */
}

/* Guidelines I: what comes next with an envelope; false when nothing special does. */
static bool say_sealed(char *line, const arb_state *s)
{
    const arb_adjourned *a = &s->adjourned;
    const bool waits = a->envelope == ARB_ENVELOPE_SEALED;
    const arb_colour next = waits ? arb_replier(s) : (arb_colour)s->turn;

    if (a->stage == ARB_TO_BE_SEALED)
        snprintf(line, EXPLORER_LINE_SIZE, "+0 %s seal", name((arb_colour)a->sealer));
    else if (a->stage == ARB_IS_ADJOURNED)
        snprintf(line, EXPLORER_LINE_SIZE, "+0 arbiter continue");
    else if (arb_has_colour(a->absent, next))
        snprintf(line, EXPLORER_LINE_SIZE, "+0 %s arrive", name(next));
    else if (waits)
        snprintf(line, EXPLORER_LINE_SIZE, "+0 arbiter open-envelope%s",
                 a->text == NO_ENTRY ? " e4" : "");
    else
        return false;
    return true;
}

/* Laws D.2.11: somebody is named who goes between the two. */
static bool say_assistant(char line[EXPLORER_LINE_SIZE], const arb_state *s)
{
    const arb_colour player =
        arb_has_colour(s->regulations->vision, ARB_WHITE) ? ARB_WHITE : ARB_BLACK;

    snprintf(line, EXPLORER_LINE_SIZE, "+0 %s appoint Anna execute", name(player));
    return !arb_has_colour(s->expelled, player);
}

bool explorer_way_out(char line[EXPLORER_LINE_SIZE], const arb_game *game, chance *luck)
{
    const arb_state *s = arb_game_state(game);
    const arb_colour other = arb_opponent((arb_colour)s->claimant);
    const bool adjourned = s->adjourned.stage != ARB_NOT_ADJOURNED && !arb_state_is_over(s) &&
                           s->phase != ARB_PHASE_STOPPED && s->phase != ARB_PHASE_CLAIM;

    if (adjourned && say_sealed(line, s))
        return !s->expelled && s->present == 3;
    const unsigned between = 1u << ARB_TASK_ANNOUNCE | 1u << ARB_TASK_EXECUTE;
    switch (arb_state_phase(s)) {
    case ARB_PHASE_WAITING:
        if (s->regulations->hearing &&
            ((s->tasks[ARB_WHITE] | s->tasks[ARB_BLACK]) & between) == 0) /* D.2.11 */
            return say_assistant(line, s);
        snprintf(line, EXPLORER_LINE_SIZE, "+0 arbiter start");
        return true;
    case ARB_PHASE_PLAYING:
        return say_allowed(line, EXPLORER_LINE_SIZE, game, luck);
    case ARB_PHASE_STOPPED:
    case ARB_PHASE_UPDATING:
        snprintf(line, EXPLORER_LINE_SIZE, "+0 arbiter resume");
        return true;
    case ARB_PHASE_CLAIM:
        if (s->pending == ARB_PENDING_INCREMENT && s->offer == s->claimant)
            snprintf(line, EXPLORER_LINE_SIZE, "+0 %s decline", name(other));
        else
            snprintf(line, EXPLORER_LINE_SIZE, "+0 arbiter decide reject");
        return s->pending != ARB_PENDING_INCREMENT || !arb_has_colour(s->expelled, other);
    case ARB_PHASE_ADJOURNED:
    case ARB_PHASE_FINISHED:
    case ARB_PHASE_VOID:
    case ARB_PHASE_COUNT:
        break;
    }
    return false;
}
