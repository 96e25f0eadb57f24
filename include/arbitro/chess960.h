/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CHESS960_H
#define ARBITRO_CHESS960_H
/**
 * @file chess960.h
 * The 960 starting positions and their usual numbers, 0 to 959 (Guidelines II.2).
 *
 * Number 518 is the initial position of ordinary chess.
 */
#include "arbitro/setup.h"

ARB_BEGIN_DECLS

enum { ARB_CHESS960_COUNT = 960, ARB_CHESS960_STANDARD = 518 };

/** The starting position with this number, which must be below ARB_CHESS960_COUNT. */
ARB_API arb_setup arb_chess960_setup(unsigned number);

/**
 * The number of a starting position, or ARB_CHESS960_COUNT when `setup` is none. Only what stands
 * on the board is compared (II.2).
 */
ARB_API unsigned arb_chess960_number(const arb_setup *setup);

ARB_END_DECLS

#endif
