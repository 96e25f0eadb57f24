/* SPDX-License-Identifier: MIT */
/* Ctrl-C and readers who went away as requests; see interrupt.h. */
#define _POSIX_C_SOURCE 200809L
#include "common/interrupt.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE_S = 1, TIDYING_S = 20, STATUS_OF_SIGNAL = 128 };

/* Signal handlers share nothing with the rest of the program except through globals. */
static volatile sig_atomic_t pending, unread;
static const char *last_words;
static void (*volatile last_act)(void);

static void handle(int signal, void (*handler)(int), unsigned flags)
{
    struct sigaction action = { .sa_handler = handler, .sa_flags = (int)flags };

    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, NULL);
}

/* Ends the program by this signal, as if nobody had caught it. */
static _Noreturn void end_by(int number)
{
    sigset_t only;

    if (last_act)
        last_act();
    handle(number, SIG_DFL, 0);
    sigemptyset(&only);
    sigaddset(&only, number);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
    (void)raise(number);
    _exit(STATUS_OF_SIGNAL + number);
}

static void on_interrupt(int number)
{
    if (pending)
        end_by(number);
    pending = 1;
    alarm(PATIENCE_S);
}

static void on_alarm(int number)
{
    (void)number;
    if (unread)
        end_by(SIGPIPE);
    const ssize_t written = write(STDERR_FILENO, last_words, strlen(last_words));
    (void)written; /* there is nobody left to tell */
    end_by(SIGINT);
}

/* Does nobody read any more what is written there? */
static bool is_left(int fd)
{
    struct pollfd look = { .fd = fd };

    return poll(&look, 1, 0) == 1 && (look.revents & (POLLERR | POLLHUP));
}

void arb_interrupt_look(void)
{
    if (unread || !is_left(STDOUT_FILENO))
        return;
    unread = pending = 1;
    alarm(PATIENCE_S);
}

/* A write failed, but perhaps to another program or over a network: that is its writer's affair. */
static void on_pipe(int number)
{
    const int error = errno;

    (void)number;
    if (!unread && (is_left(STDOUT_FILENO) || is_left(STDERR_FILENO))) {
        unread = pending = 1;
        alarm(PATIENCE_S);
    }
    errno = error;
}

/* What a shell has a program ignore, such as Ctrl-C in the background, stays so. */
static void handle_unless_ignored(int signal, void (*handler)(int))
{
    struct sigaction before;

    if (sigaction(signal, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        handle(signal, handler, 0);
}

void arb_interrupt_catch(const char *farewell)
{
    last_words = farewell;
    handle_unless_ignored(SIGINT, on_interrupt);
    handle_unless_ignored(SIGTERM, end_by);
    handle_unless_ignored(SIGHUP, end_by);
    handle(SIGALRM, on_alarm, 0);
    handle(SIGPIPE, on_pipe, SA_RESTART);
    handle(SIGXFSZ, SIG_IGN, 0); /* a write beyond a limit fails, and that is told */
}

void arb_interrupt_at_death(void (*act)(void))
{
    last_act = act;
}

bool arb_interrupt_pending(void)
{
    return pending != 0;
}

bool arb_interrupt_heeded(void)
{
    if (pending)
        alarm(TIDYING_S);
    return pending != 0;
}

bool arb_interrupt_is_unread(void)
{
    return unread != 0;
}

void arb_interrupt_end_unread(void)
{
    end_by(SIGPIPE);
}

void arb_interrupt_end_interrupted(void)
{
    end_by(SIGINT);
}
