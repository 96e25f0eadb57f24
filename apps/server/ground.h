/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_GROUND_H
#define ARBITRO_SERVER_GROUND_H
/*
 * The HTTP server for those who also know games.
 *
 * A task of the loop and the task of an assistant (event.h) have the same name; here the loop's is
 * arb_loop_task, so that both can be used in one file.
 */
#define arb_task arb_loop_task
#include "server/assets.h"
#include "server/server.h"
#undef arb_task

#endif
