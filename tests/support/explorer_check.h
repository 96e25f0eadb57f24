/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_EXPLORER_CHECK_H
#define ARBITRO_TEST_EXPLORER_CHECK_H
/* The inside of explorer_check(): what is asked of one event, and what the answers share. */
#include "explorer.h"

/* Says what is wrong; NULL when nothing is. */
typedef const char *step_check(const explorer_step *step);

static inline const arb_state *step_after(const explorer_step *step)
{
    return arb_game_state(step->game);
}

static inline arb_verb step_verb(const explorer_step *step)
{
    return (arb_verb)step->event->verb;
}

/* Is the event undone, so that what was before may be so again? */
static inline bool step_revokes(const explorer_step *step)
{
    return step_verb(step) == ARB_VERB_REVOKE;
}

bool step_has_effect(const explorer_step *step, arb_effect effect);
bool step_has_code(const explorer_step *step, arb_code code);

/* Does something come back that was before: a position, and with it counters and touches? */
bool step_goes_back(const explorer_step *step);

/* What waits for the arbiter, who has left or asks to, what was agreed and watched. */
step_check explorer_check_claims, explorer_check_people, explorer_check_conduct,
    explorer_check_watched;

/* What the scoresheets say, and what they must not bring about. */
step_check explorer_check_record;

/* Two boards, and what is announced: the position is what was announced and made. */
step_check explorer_check_boards;

/* What the edition says, as far as it can be told from one event. */
step_check explorer_check_edition;

#endif
