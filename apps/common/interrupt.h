/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_INTERRUPT_H
#define ARBITRO_COMMON_INTERRUPT_H
/*
 * Two things ask long work to stop: Ctrl-C, and a reader of the output who went away, as `head`
 * does when it has enough. Whoever works looks now and then. Should nobody have looked for a
 * second, the program ends; a second Ctrl-C ends it at once.
 */
#include <stdbool.h>

/*
 * From now on Ctrl-C is a request, and so is a reader who goes away. `farewell`, a constant, is the
 * line to be written when nobody heeds Ctrl-C in time.
 */
void arb_interrupt_catch(const char *farewell);

/* What is still to be done when a signal ends the program; it may call nothing but the system. */
void arb_interrupt_at_death(void (*last_act)(void));

/* Was the work asked to stop? */
bool arb_interrupt_pending(void);

/* The same, for one who will now stop and tidy up, which may take longer than a second. */
bool arb_interrupt_heeded(void);

/* Has the reader of standard output gone? Then nothing need be said any more. */
bool arb_interrupt_is_unread(void);

/* Looks after the reader; work that writes little does so now and then. */
void arb_interrupt_look(void);

/* Ends the program as the system ends those that write for nobody: silently, by SIGPIPE. */
_Noreturn void arb_interrupt_end_unread(void);

/* Ends the program as Ctrl-C does: by SIGINT, so that a shell stops its loop, too. */
_Noreturn void arb_interrupt_end_interrupted(void);

#endif
