/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_ENGINE_PROCESS_H
#define ARBITRO_SERVER_ENGINE_PROCESS_H
/*
 * Programs that are spoken with in lines. Each has a process group of its own, which ends with it,
 * with us, and with the server whatever becomes of that; what a program started outside its group
 * is found and ended too.
 *
 * Nothing here waits. Of what a program says only so much is read in one round of the loop, and
 * one that goes on without having been asked is given up. A process that was killed is buried by a
 * timer, when the system has ended it.
 */
#include "server/http/server.h"

typedef struct arb_processes arb_processes; /* all of a server */
typedef struct arb_process arb_process;

/* NULL: no memory. */
arb_processes *arb_processes_new(arb_loop *loop);

/* Ends what is still there, and waits a moment for its end. NULL is allowed. */
void arb_processes_free(arb_processes *all);

/* How many the system has not ended yet, those that were given up included. */
unsigned arb_processes_count(const arb_processes *all);

/*
 * Starts the command, whose words are apart by blanks. `line` is called for every line without its
 * end, `gone` once when the program has closed its output or says too much; both from the loop, and
 * either may free the process. NULL when it cannot be started.
 */
arb_process *arb_process_new(arb_processes *all, const char *command,
                             void (*line)(void *user, const char *line), void (*gone)(void *user),
                             void *user);

/* Kills the process and all it has started. */
void arb_process_free(arb_process *process);

/* Says something, which lets it answer at length; false when the program does not listen. */
bool arb_process_write(arb_process *process, const char *text, size_t size);

/*
 * Descendants of programs that have lost their parents become our children, if we ask for them.
 * Kills every child of this process that is none of `known`; returns how many there were.
 */
bool arb_strays_adopt(void);
unsigned arb_strays_kill(bool (*known)(void *user, int pid), void *user);

#endif
