/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_ENGINE_H
#define ARBITRO_SERVER_ENGINE_H
/*
 * A computer at the table: a UCI engine in a process of its own, which makes its moves as events
 * like anybody else, on its clock and under the same rules. It sees the position and says nothing
 * to anybody; no page can ask it anything.
 */
#include "server/hall/table.h"

/* Is there an engine, and room for one more? */
bool arb_engine_may_sit(const arb_hall *hall);

/* Lets the computer of the table do what is its turn to do, if it has one. */
void arb_engine_attend(arb_table *table);

/* Ends the process. NULL is no engine. */
void arb_engine_free(arb_engine *engine);

#endif
