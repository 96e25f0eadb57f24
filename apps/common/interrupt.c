/* SPDX-License-Identifier: MIT */
/* Ctrl-C as a request; see interrupt.h. */
#define _POSIX_C_SOURCE 200809L
#include "common/interrupt.h"

#include <signal.h>
#include <stddef.h>

/* A signal handler can tell the rest of the program nothing except through a global. */
static volatile sig_atomic_t pending;

static void on_interrupt(int number)
{
    (void)number;
    pending = 1;
}

void arb_interrupt_catch(void)
{
    struct sigaction action = { .sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND };
    struct sigaction ignore = { .sa_handler = SIG_IGN };
    struct sigaction before;

    sigemptyset(&action.sa_mask);
    sigemptyset(&ignore.sa_mask);
    /* a shell that starts a program in the background has it ignore Ctrl-C: leave it so */
    if (sigaction(SIGINT, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGINT, &action, NULL);
    sigaction(SIGPIPE, &ignore, NULL);
}

bool arb_interrupt_pending(void)
{
    return pending != 0;
}
