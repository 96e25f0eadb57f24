/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROBLEM_SCENE_H
#define ARB_PROBLEM_SCENE_H
/*
 * Positions that never were: what would happen if a man were not there, or if another stood in the
 * way. The one who stands in the way is idle: he belongs to the defender and can do nothing.
 */
#include "arbitro/problem.h"

typedef struct arb_scene {
    arb_pos pos;
    arb_square idle; /* of the man who can do nothing, or ARB_SQUARE_NONE */
} arb_scene;

/* The scene of a diagram in which `turn` moves; false when nothing can be played in it. */
bool arb_scene_of(arb_scene *out, const arb_setup *setup, arb_colour turn, arb_square idle);

/* The position with the man on `at` taken off; the same side moves. */
bool arb_scene_without(arb_scene *out, const arb_pos *pos, arb_square at);

/* The position with an idle man of `colour` on an empty square; `turn` moves. */
bool arb_scene_filled(arb_scene *out, const arb_pos *pos, arb_colour colour, arb_square at,
                      arb_colour turn);

/* Is the move legal, and does it mate, whatever the idle man could do? */
bool arb_scene_mates(const arb_scene *scene, arb_move move);

/* Is the side to move checkmated, whatever the idle man could do? */
bool arb_scene_is_mate(const arb_scene *scene);

/* The moves that mate; how many. */
size_t arb_scene_list_mates(arb_move out[ARB_MOVES_MAX], const arb_scene *scene);

/* Is the move in the list? */
bool arb_scene_is_among(arb_move move, const arb_move *list, size_t count);

#endif
