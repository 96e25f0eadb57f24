/* SPDX-License-Identifier: MIT */
/*
 * Files. A file is open when no pawn stands on it, and half-open for a side when only the opponent
 * has pawns there. All open files are told in one, and so are those that are half-open for a side.
 */
#include "terms/look.h"

static void add_files(arb_seeing *seeing, arb_sighting_kind kind, arb_colour side, uint64_t files)
{
    if (files)
        arb_seeing_add(seeing, kind, side)->on = files;
}

void arb_see_files(arb_seeing *seeing)
{
    const arb_side *side = seeing->now->pos->side;
    uint64_t open = 0, half[ARB_COLOUR_COUNT] = { 0, 0 };

    for (unsigned i = 0; i < 8; i++) {
        const uint64_t file = FILE_A << i;
        const bool white = side[ARB_WHITE].pawns & file, black = side[ARB_BLACK].pawns & file;
        if (!white && !black)
            open |= file;
        else if (!white || !black)
            half[white ? ARB_BLACK : ARB_WHITE] |= file;
    }
    add_files(seeing, ARB_SIGHTING_OPEN_FILE, ARB_COLOUR_COUNT, open);
    add_files(seeing, ARB_SIGHTING_HALF_OPEN_FILE, ARB_WHITE, half[ARB_WHITE]);
    add_files(seeing, ARB_SIGHTING_HALF_OPEN_FILE, ARB_BLACK, half[ARB_BLACK]);
}
