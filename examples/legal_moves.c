/* SPDX-License-Identifier: MIT */
/*
 * The legal moves of a position, as a scoresheet would have them.
 *
 *   legal_moves '4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 2'
 */
#include <stdio.h>
#include <string.h>

#include "arbitro/arbitro.h"

/* All faults are told at once; only the hard ones leave nothing to play with. */
static void print_faults(uint32_t faults)
{
    for (uint32_t bit = 1; bit != 0; bit <<= 1)
        if (faults & bit)
            fprintf(stderr, "note: %s\n", arb_fault_text((arb_fault)bit, ARB_LANG_EN));
}

int main(int argc, char **argv)
{
    arb_pos pos = arb_pos_initial();
    arb_move moves[ARB_MOVES_MAX];
    arb_where where;
    uint32_t faults = 0;

    if (argc > 2) {
        fprintf(stderr, "usage: legal_moves [FEN]\n");
        return 2;
    }
    if (argc == 2) {
        const arb_err err = arb_pos_from_fen(&pos, &where, &faults, argv[1], strlen(argv[1]));
        if (err == ARB_SYNTAX)
            fprintf(stderr, "column %zu: expected %s\n", where.column,
                    arb_wanted_text(where.wanted, ARB_LANG_EN));
        print_faults(faults);
        if (err)
            return 2;
    }

    const size_t count = arb_pos_moves(moves, &pos);
    for (size_t i = 0; i < count; i++) {
        char text[ARB_MOVE_TEXT_SIZE];
        arb_san_write(text, sizeof text, &pos, moves[i]);
        puts(text);
    }
    if (arb_pos_is_checkmate(&pos))
        puts("checkmate");
    else if (arb_pos_is_stalemate(&pos))
        puts("stalemate");
    return 0;
}
