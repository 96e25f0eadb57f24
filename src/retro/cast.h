/* SPDX-License-Identifier: MIT */
#ifndef ARB_RETRO_CAST_H
#define ARB_RETRO_CAST_H
/*
 * Who is who: every piece of a diagram is one of the thirty-two with which a game begins, and each
 * of these either stands in the diagram or was captured on the way. A plan says it of the pawns;
 * here the other pieces get their names.
 *
 * Units 0 to 15 are pawns as in trace.h, 16 to 23 White's pieces by file, 24 to 31 Black's.
 */
#include "retro/ranks.h"

enum { ARB_UNITS = 32, ARB_UNIT_NONE = 0xff };

typedef struct arb_cast {
    const arb_trace *plan;
    const arb_ranks *ranks;
    uint8_t home[ARB_UNITS];
    uint8_t square[ARB_UNITS];            /* in the diagram, or ARB_SQUARE_NONE */
    uint8_t role[ARB_UNITS];              /* in the diagram, or when it was captured */
    uint8_t gate[16];                     /* where a pawn was promoted, or ARB_SQUARE_NONE */
    uint8_t victim[ARB_TRACE_EVENTS_MAX]; /* the unit of each event */
    uint32_t locked;                      /* units that have a castling right and have not moved */
    uint8_t unstirred; /* rooks and kings that must have moved, as bits: a, e, h, and Black's */
    uint32_t caged;    /* bishops between pawns that never moved */
    uint32_t extras;   /* captured by pieces, no matter when and where */
    uint8_t hunts[ARB_TRACE_EVENTS_MAX + 1][16]; /* captures of a pawn before each event */
} arb_cast;

static inline arb_colour arb_unit_colour(unsigned unit)
{
    return unit & 8u ? ARB_BLACK : ARB_WHITE;
}

/* Gives everybody a part, the nearest one, with some chance for others by the seed; false when
 * that cannot be done. */
bool arb_cast_make(arb_cast *out, const arb_trace *plan, const arb_ranks *ranks,
                   const arb_setup *setup, uint32_t seed);

/* How many moves a piece needs on an empty board, 9 when no number suffices. */
unsigned arb_cast_distance(arb_role role, arb_square from, arb_square to);

#endif
