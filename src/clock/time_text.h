/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLOCK_TIME_TEXT_H
#define ARBITRO_CLOCK_TIME_TEXT_H
/*
 * Instants and spans of time as text, for whoever reads and writes lines of a game.
 *
 * The takers read up to the end of their cursor and nothing less; on an error `out` is untouched.
 */
#include "arbitro/clock.h"
#include "base/cursor.h"
#include "base/sink.h"

/* No instant and no span is longer: more than thirty years, and sums of two cannot overflow. */
#define ARB_TIME_MAX INT64_C(1000000000000)

/* One to three decimals behind a point as milliseconds, or no point; this one goes no further. */
ARB_MUST_USE arb_err arb_decimals_take(arb_ms *out, arb_cursor *cur, arb_where *where,
                                       arb_wanted expected);

/* h:mm:ss[.mmm], m:ss[.mmm] or seconds. */
ARB_MUST_USE arb_err arb_time_take(arb_ms *out, arb_cursor *cur, arb_where *where);

/* Seconds with up to three decimals, and a minus sign in front where `negative` allows it. */
ARB_MUST_USE arb_err arb_seconds_take(arb_ms *out, arb_cursor *cur, arb_where *where,
                                      bool negative);

/* h:mm:ss or h:mm:ss.mmm; `time` is not negative. */
void arb_time_put(arb_sink *sink, arb_ms time);

/* Seconds with no more decimals than they need, behind `point`. */
void arb_seconds_put(arb_sink *sink, arb_ms time, char point);

#endif
