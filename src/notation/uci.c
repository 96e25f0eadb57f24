/* SPDX-License-Identifier: MIT */
/* Coordinates, as chess programs exchange them: moves out, displacements in. */
#include "arbitro/notation.h"
#include "notation/written_internal.h"

size_t arb_uci_write(char *out, size_t size, arb_move move, arb_variant variant)
{
    arb_style style = arb_style_uci;

    style.variant = variant;
    return arb_move_write(out, size, NULL, move, &style); /* coordinates need no position */
}

static arb_err read_square(arb_square *out, arb_cursor *cur, arb_where *where)
{
    const arb_cursor here = *cur;
    const uint8_t file = arb_written_take_file(cur), rank = arb_written_take_rank(cur);

    if (file == ARB_UNSAID || rank == ARB_UNSAID)
        return arb_cursor_fail(&here, where, ARB_WANTED_SQUARE);
    *out = arb_square_at(file, rank);
    return ARB_OK;
}

arb_err arb_uci_read(arb_hand *out, arb_where *where, const char *text, size_t size)
{
    arb_hand hand = { .promotion = ARB_ROLE_NONE };
    arb_cursor cur;

    arb_cursor_init(&cur, text, size);
    arb_err err = read_square(&hand.from, &cur, where);
    if (!err)
        err = read_square(&hand.to, &cur, where);
    if (err)
        return err;
    if (!arb_cursor_at_end(&cur)) {
        hand.promotion = (uint8_t)arb_written_take_small_piece(&cur);
        if (hand.promotion == ARB_ROLE_NONE)
            return arb_cursor_fail(&cur, where, ARB_WANTED_PROMOTION);
    }
    if (!arb_cursor_at_end(&cur))
        return arb_cursor_fail(&cur, where, ARB_WANTED_END);
    *out = hand;
    return ARB_OK;
}
