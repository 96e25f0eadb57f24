/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_INTERRUPT_H
#define ARBITRO_COMMON_INTERRUPT_H
/*
 * Ctrl-C asks long work to stop; whoever works looks now and then. A second Ctrl-C ends the
 * program at once, should nobody be looking.
 */
#include <stdbool.h>

/* From now on Ctrl-C is a request, and a reader who goes away is a write error, not a death. */
void arb_interrupt_catch(void);

/* Has Ctrl-C been pressed? */
bool arb_interrupt_pending(void);

#endif
