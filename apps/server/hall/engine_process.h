/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_ENGINE_PROCESS_H
#define ARBITRO_SERVER_ENGINE_PROCESS_H
/*
 * A program that is spoken with in lines, in a process group of its own that ends with it, with us,
 * and with the server whatever becomes of that.
 */
#include "server/http/server.h"

typedef struct arb_process arb_process;

/*
 * Starts the command, whose words are apart by blanks. `line` is called for every line without its
 * end, `gone` once when the program has closed its output; both from the loop, and either may free
 * the process. NULL when it cannot be started.
 */
arb_process *arb_process_new(arb_loop *loop, const char *command,
                             void (*line)(void *user, const char *line), void (*gone)(void *user),
                             void *user);

/* Kills the process and all it has started. */
void arb_process_free(arb_process *process);

/* Says something; false when the program does not listen. */
bool arb_process_write(arb_process *process, const char *text, size_t size);

#endif
