/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_OPPOSITION_H
#define ARBITRO_OPPOSITION_H
/**
 * @file opposition.h
 * The opposition of the kings by Tattersall's numbers, and the usual values of the pieces.
 */
#include "arbitro/position.h"

ARB_BEGIN_DECLS

/** How two kings stand in opposition; distant: more than one square lies between them. */
typedef enum arb_opposition {
    ARB_OPPOSITION_NONE,
    ARB_OPPOSITION_FRONTAL,  /* on one file */
    ARB_OPPOSITION_LATERAL,  /* on one rank */
    ARB_OPPOSITION_DIAGONAL, /* on one diagonal */
    ARB_OPPOSITION_DISTANT_FRONTAL,
    ARB_OPPOSITION_DISTANT_LATERAL,
    ARB_OPPOSITION_DISTANT_DIAGONAL,
    ARB_OPPOSITION_RECTANGULAR, /* on corners of one colour of a rectangle, on no common line */
    ARB_OPPOSITION_COUNT
} arb_opposition;

/** Tattersall's number of a square, 1 to 4: kings on equal numbers stand in opposition. */
ARB_API unsigned arb_tattersall(arb_square square);

/** How kings on these squares stand. */
ARB_API arb_opposition arb_opposition_of(arb_square one, arb_square other);

/** The opposition as a phrase. */
ARB_API const char *arb_opposition_text(arb_opposition opposition, arb_lang lang);

/** What a piece is usually worth in pawns: 9, 5, 3, 3, 1; 0 for the king, which has no price. */
ARB_API unsigned arb_role_value(arb_role role);

ARB_END_DECLS

#endif
