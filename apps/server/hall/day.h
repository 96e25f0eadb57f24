/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_DAY_H
#define ARBITRO_SERVER_DAY_H
/* Days and times of day of what the hall has kept, as files tell them. */
#include <stdint.h>

enum { ARB_DAY_ROOM = 16 };

/* Whose day: that of the machine, which is set to the time of the place where play is, or UTC. */
typedef enum arb_day_zone { ARB_DAY_HERE, ARB_DAY_UTC } arb_day_zone;

/* Writes the day of an instant in ms since 1970, with this sign between its parts. */
void arb_day_write(char out[ARB_DAY_ROOM], int64_t wall_ms, arb_day_zone zone, char between);

/* The time of day in UTC, hh:mm:ss; "" when it cannot be told. */
void arb_day_write_time(char out[ARB_DAY_ROOM], int64_t wall_ms);

#endif
