/* SPDX-License-Identifier: MIT */
/* The code for the processor at hand, of what is compiled for several: quick_mate.c, exhaustion.c.
 */
#include "arbitro/perft.h"
#include "board/bits.h"
#include "proof/exhaustion.h"
#include "proof/quick_mate.h"

bool arb_quick_mate_applies(const arb_pos *pos, arb_colour side)
{
    return ((pos->side[side].pawns & ~last_rank(side)) | pos->side[side].straight) != 0;
}

bool arb_quick_mate(arb_proof_answer *out, const arb_pos *pos, arb_colour side, uint64_t nodes)
{
#ifdef ARB_HAVE_X86_KERNELS
    if (arb_kernel_available(ARB_KERNEL_AVX2))
        return arb_quick_mate_bmi(out, pos, side, nodes);
#endif
    return arb_quick_mate_portable(out, pos, side, nodes);
}

bool arb_exhaustion_begin(arb_exhaustion *out, const arb_pos *pos, const arb_search_task *task)
{
#ifdef ARB_HAVE_X86_KERNELS
    if (arb_kernel_available(ARB_KERNEL_AVX2))
        return arb_exhaustion_begin_bmi(out, pos, task);
#endif
    return arb_exhaustion_begin_portable(out, pos, task);
}

arb_proof arb_exhaustion_go(arb_exhaustion *exhaustion, uint64_t states)
{
#ifdef ARB_HAVE_X86_KERNELS
    if (arb_kernel_available(ARB_KERNEL_AVX2))
        return arb_exhaustion_go_bmi(exhaustion, states);
#endif
    return arb_exhaustion_go_portable(exhaustion, states);
}

void arb_exhaustion_clear(arb_exhaustion *exhaustion)
{
    arb_position_store_clear(&exhaustion->store);
}
