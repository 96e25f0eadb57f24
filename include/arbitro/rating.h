/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_RATING_H
#define ARBITRO_RATING_H
/**
 * @file rating.h
 * The formulas of Arpad Elo's ratings, as FIDE applies them: by tables with two decimals (Handbook
 * B.02, 8.1). Scores are in hundredths of a point, so that no arithmetic rounds.
 */
#include <stddef.h>

#include "arbitro/error.h"

ARB_BEGIN_DECLS

enum {
    ARB_RATING_COUNTED_MAX = 400, /* a greater difference counts as this one when ratings change */
    ARB_RATING_DIFFERENCE_MAX = 800
};

/**
 * The expected score, in hundredths, of a player whose rating is higher than the opponent's by
 * `difference`, or lower when that is negative.
 *
 * @code
 * assert(arb_rating_expected(2400 - 2200) == 76);
 * assert(arb_rating_expected(2200 - 2400) == 24);
 * @endcode
 */
ARB_API unsigned arb_rating_expected(int difference);

/** The difference as it counts when ratings change: 400 at most, either way. */
ARB_API int arb_rating_counted(int difference);

/**
 * By how much a player with this share of the points, in hundredths, from 0 to 100, played better
 * than the average of his opponents: from -800 to 800.
 */
ARB_API int arb_rating_difference(unsigned hundredths);

/**
 * The performance of a player with `halves` half points against `count` opponents: their average,
 * rounded, and what arb_rating_difference() adds to it. ARB_RANGE without opponents, or with more
 * points than games; `out` is then untouched.
 */
ARB_API ARB_MUST_USE arb_err arb_rating_performance(int *out, unsigned halves, const int *ratings,
                                                    size_t count);

/**
 * How a rating changes, in hundredths: `k` times what the score, in half points, is above the
 * expected one, in hundredths.
 */
ARB_API int arb_rating_change(unsigned k, unsigned halves, unsigned expected);

ARB_END_DECLS

#endif
