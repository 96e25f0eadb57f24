/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_INTERRUPT_H
#define ARBITRO_COMMON_INTERRUPT_H
/*
 * Ctrl-C asks long work to stop; whoever works looks now and then. Should nobody have looked for
 * a second, the program says so and ends; a second Ctrl-C ends it at once.
 */
#include <stdbool.h>

/*
 * From now on Ctrl-C is a request, and a reader who goes away is a write error, not a death.
 * `farewell`, a constant, is the line to be written when nobody heeds the request in time.
 */
void arb_interrupt_catch(const char *farewell, int status);

/* Has Ctrl-C been pressed? */
bool arb_interrupt_pending(void);

#endif
