/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_RANDOM_EVENTS_H
#define ARBITRO_TEST_RANDOM_EVENTS_H
/*
 * Events by chance: any actor that may, any verb, anything in its slots. Whether the Laws would
 * allow one is another matter.
 */
#include "random_positions.h"

#include "arbitro/event.h"

enum { RANDOM_TEXT_MAX = 24 };

/* An event with room for its text; the event may point into it, so it is not to be copied. */
typedef struct random_event {
    arb_event event;
    const arb_language *language; /* in which its move is written */
    char text[2 * RANDOM_TEXT_MAX];
} random_event;

/* Makes an event that can be written and read. */
void random_event_make(random_event *m, chance *luck);

#endif
