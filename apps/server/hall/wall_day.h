/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_WALL_DAY_H
#define ARBITRO_SERVER_WALL_DAY_H
/* Days and times of day of what the hall has kept, as files tell them. */
#include <stdint.h>

enum { ARB_WALL_ROOM = 16 };

/* Whose day: that of the machine, which is set to the time of the place where play is, or UTC. */
typedef enum arb_wall_zone { ARB_WALL_HERE, ARB_WALL_UTC } arb_wall_zone;

/* Writes the day of an instant in ms since 1970, with this sign between its parts. */
void arb_wall_day(char out[ARB_WALL_ROOM], int64_t wall_ms, arb_wall_zone zone, char between);

/* The time of day in UTC, hh:mm:ss; "" when it cannot be told. */
void arb_wall_clock(char out[ARB_WALL_ROOM], int64_t wall_ms);

#endif
