/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_DEEDS_H
#define ARBITRO_COMMON_DEEDS_H
/* An event in words that a player, or a member of an appeals committee, reads without a manual. */
#include "arbitro/event.h"
#include "arbitro/rulebook.h"
#include "common/ink.h"

/* "Arbiter". */
arb_text_id arb_deed_actor(arb_actor actor);

/* "sets a clock: White 0:05:00", with the edition's numbers of articles. What people wrote is in it
 * as they wrote it: it still has to be escaped. */
void arb_deed_write(arb_ink *ink, const arb_event *event, const arb_rulebook *book, arb_lang lang);

/* "sets a clock": the verb alone, for those who may not know the rest. */
void arb_deed_name(arb_ink *ink, arb_verb verb, arb_lang lang);

#endif
