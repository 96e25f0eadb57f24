/* SPDX-License-Identifier: MIT */
/* What steps need once, for every kind of processor; see step.h. */
#include "arbitro/perft.h"
#include "board/advance.h"
#include "board/en_passant.h"
#include "board/key.h"
#include "board/step.h"

arb_step_fn *arb_step_best(void)
{
#ifdef ARB_HAVE_X86_KERNELS
    if (arb_kernel_available(ARB_KERNEL_AVX2)) /* such processors also count leading zeros */
        return arb_step_bmi;
#endif
    return arb_step_portable;
}

unsigned arb_step_kings(const arb_pos *pos)
{
    const arb_colour us = (arb_colour)pos->turn;

    return (arb_pos_checkers(pos, us) ? STEP_OWN_KING : 0u) |
           (arb_pos_checkers(pos, other(us)) ? STEP_OTHER_KING : 0u);
}

void arb_step_play(arb_pos *restrict after, const arb_pos *restrict pos, arb_move move)
{
    arb_pos whole = *pos;

    arb_pos_complete(&whole);
    arb_pos_play(after, &whole, move);
}
