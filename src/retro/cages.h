/* SPDX-License-Identifier: MIT */
#ifndef ARB_RETRO_CAGES_H
#define ARB_RETRO_CAGES_H
/*
 * What has never moved, and whom it shuts in.
 *
 * A pawn on the square where it began has never moved, and king and rook with a castling right have
 * not either. They stood in the way of all others for the whole game: a bishop between two such
 * pawns is still there, or was captured there; a rook that cannot have got out is inside, or gone.
 * A piece of that kind elsewhere must then have been promoted.
 */
#include "arbitro/position.h"

typedef struct arb_cages {
    uint64_t frozen;   /* pieces that have never moved */
    uint8_t closed[2]; /* files on whose last square nothing of this colour can be promoted */
    uint8_t shut[2];   /* files on which a bishop of this colour that was promoted stays for ever */
    uint8_t seen[2];   /* of these, where one stands */
    uint8_t need[2][ARB_ROLE_COUNT]; /* promoted pieces, by role */
    uint8_t light[2], dark[2];       /* promoted bishops, by the colour of their squares */
    uint8_t dead[2][3]; /* captured of those at the beginning: others, light and dark bishops */
    uint8_t inside[2];  /* of the dead, those that no pawn can have captured */
    uint64_t escaped;   /* kings that are where they cannot have come */
    uint64_t shut_out;  /* other pieces of which that is true */
    uint64_t shut_in;   /* squares of pieces that must have been promoted because of a cage */
} arb_cages;

/* `rights` are castling rights that fit; with `any_array` nobody knows where pieces began. */
void arb_cages_of(arb_cages *out, const arb_side sides[2], uint64_t rights, bool any_array);

/* No pawn has moved and nothing was captured: does the number of moves made fit the side to move?
 */
bool arb_cages_parity_wrong(const arb_side sides[2], arb_colour turn);

#endif
