/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_LOT_H
#define ARBITRO_LOT_H
/**
 * @file lot.h
 * Lots that can be drawn again: what comes out depends on the seed alone, which is kept with the
 * game, so that everybody can see that nobody chose. Every outcome is equally likely.
 */
#include "arbitro/square.h"

ARB_BEGIN_DECLS

/** The colour of the player who was named first. */
ARB_API arb_colour arb_lot_colour(uint32_t seed);

/** The number of a starting position of Chess960, from 0 to 959 (II.2). */
ARB_API unsigned arb_lot_start960(uint32_t seed);

ARB_END_DECLS

#endif
