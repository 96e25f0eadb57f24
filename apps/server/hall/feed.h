/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_FEED_H
#define ARBITRO_SERVER_FEED_H
/* What the desk's stream has to do with the rest of the hall; see feed.c. */
#include "server/hall/rounds.h"

/* Makes the stream ready; nobody listens yet. */
void arb_feed_begin(arb_hall *hall);

#endif
