/* SPDX-License-Identifier: MIT */
/* What sprints need once, for every kind of processor; see sprint.h. */
#include "arbitro/perft.h"
#include "board/bits.h"
#include "proof/sprint.h"

bool arb_sprint_can(const arb_pos *pos, arb_colour side)
{
    return ((pos->side[side].pawns & ~last_rank(side)) | pos->side[side].straight) != 0;
}

bool arb_sprint(arb_proof_answer *out, const arb_pos *pos, arb_colour side, uint64_t nodes)
{
#ifdef ARB_HAVE_X86_KERNELS
    if (arb_kernel_available(ARB_KERNEL_AVX2))
        return arb_sprint_bmi(out, pos, side, nodes);
#endif
    return arb_sprint_portable(out, pos, side, nodes);
}
