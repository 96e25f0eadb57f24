/* SPDX-License-Identifier: MIT */
/* Ctrl-C as a request; see interrupt.h. */
#define _POSIX_C_SOURCE 200809L
#include "common/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE_S = 1 };

/* Signal handlers share nothing with the rest of the program except through globals. */
static volatile sig_atomic_t pending;
static const char *last_words;
static int last_status;

static void on_interrupt(int number)
{
    (void)number;
    pending = 1;
    alarm(PATIENCE_S);
}

static void on_alarm(int number)
{
    const ssize_t written = write(STDERR_FILENO, last_words, strlen(last_words));

    (void)number;
    (void)written; /* there is nobody left to tell */
    _exit(last_status);
}

static void handle(int signal, void (*handler)(int), unsigned flags)
{
    struct sigaction action = { .sa_handler = handler, .sa_flags = (int)flags };

    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, NULL);
}

void arb_interrupt_catch(const char *farewell, int status)
{
    struct sigaction before;

    last_words = farewell;
    last_status = status;
    /* a shell that starts a program in the background has it ignore Ctrl-C: leave it so */
    if (sigaction(SIGINT, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        handle(SIGINT, on_interrupt, SA_RESETHAND);
    handle(SIGALRM, on_alarm, 0);
    handle(SIGPIPE, SIG_IGN, 0);
}

bool arb_interrupt_pending(void)
{
    return pending != 0;
}
