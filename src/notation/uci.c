/* SPDX-License-Identifier: MIT */
/* Coordinates, as chess programs exchange them. */
#include "arbitro/notation.h"

size_t arb_uci_write(char *out, size_t size, arb_move move, arb_variant variant)
{
    return arb_hand_write(out, size, arb_move_hand(move, variant));
}

arb_err arb_uci_read(arb_move *out, arb_where *where, const arb_pos *pos, const char *text,
                     size_t size)
{
    arb_hand hand;
    const arb_err err = arb_hand_read(&hand, where, text, size);

    if (err)
        return err;
    /* Chess960 knows both ways to show castling */
    return arb_pos_match(out, pos, hand, ARB_CHESS960) == ARB_ART_NONE ? ARB_OK : ARB_STATE;
}
