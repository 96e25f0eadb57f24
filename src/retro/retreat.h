/* SPDX-License-Identifier: MIT */
#ifndef ARB_RETRO_RETREAT_H
#define ARB_RETRO_RETREAT_H
/*
 * A way back from a diagram to the initial position, on which every piece knows its part (cast.h).
 *
 * A beam of boards goes back ply by ply: of all boards that one move taken back makes of those of
 * the beam, the nearest to the beginning go on. First pieces become pawns again and captures are
 * undone, in the order of the plan; the others keep out of the way, and pawns leave their gates
 * open. Then everybody goes home.
 */
#include "arbitro/position.h"
#include "retro/cast.h"

/* A move taken back: `unit` stood on `to` and came from `from`. */
typedef struct arb_retreat_step {
    uint8_t unit, from, to;
    uint8_t victim; /* the unit that it captured, or ARB_UNIT_NONE */
    uint8_t twin;   /* the unit that stood there; it changes parts with `unit` first */
    uint8_t role;   /* of the piece after the move */
    bool promotion;
} arb_retreat_step;

enum { ARB_RETREAT_PLIES = 300, ARB_RETREAT_WIDTH_MAX = 4096 };

typedef struct arb_retreat_limits {
    unsigned width;       /* of the beam */
    uint32_t seed, noise; /* how much chance has a say, in sixteenths */
    uint64_t *nodes;      /* left; counted down */
    const arb_mem *mem;
} arb_retreat_limits;

/*
 * Fills `out` with the moves from the diagram back to the initial position, and returns how many
 * there are; 0 when none were found. `reached`, if not NULL, is how many plies the beam lived.
 */
size_t arb_retreat_back(arb_retreat_step out[ARB_RETREAT_PLIES], unsigned *reached,
                        const arb_cast *cast, arb_colour turn, const arb_retreat_limits *limits);

#endif
