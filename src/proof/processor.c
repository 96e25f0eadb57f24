/* SPDX-License-Identifier: MIT */
/* The code for the processor at hand, of what is compiled for several: exhaustion.c, quick_mate.c,
 * replay.c, solo.c, solo_find.c. */
#include "arbitro/perft.h"
#include "board/bits.h"
#include "proof/exhaustion.h"
#include "proof/quick_mate.h"
#include "proof/replay.h"
#include "proof/solo.h"

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

bool arb_replay_mates(const arb_pos *pos, const arb_move *line, size_t count)
{
#ifdef ARB_HAVE_X86_KERNELS
    if (arb_kernel_available(ARB_KERNEL_AVX2))
        return arb_replay_mates_bmi(pos, line, count);
#endif
    return arb_replay_mates_portable(pos, line, count);
}

bool arb_replay_along(arb_replay *out, const arb_pos *pos, arb_colour side, const arb_move *line,
                      size_t count)
{
#ifdef ARB_HAVE_X86_KERNELS
    if (arb_kernel_available(ARB_KERNEL_AVX2))
        return arb_replay_along_bmi(out, pos, side, line, count);
#endif
    return arb_replay_along_portable(out, pos, side, line, count);
}

bool arb_replay_returns(arb_move *wait, const arb_pos *pos, const arb_pos *before)
{
#ifdef ARB_HAVE_X86_KERNELS
    if (arb_kernel_available(ARB_KERNEL_AVX2))
        return arb_replay_returns_bmi(wait, pos, before);
#endif
    return arb_replay_returns_portable(wait, pos, before);
}

bool arb_solo_mates(arb_proof_solo *solo, const arb_pos *pos, arb_colour side)
{
#ifdef ARB_HAVE_X86_KERNELS
    if (arb_kernel_available(ARB_KERNEL_AVX2))
        return arb_solo_mates_bmi(solo, pos, side);
#endif
    return arb_solo_mates_portable(solo, pos, side);
}

bool arb_solo_find(arb_proof_solo *solo, const arb_pos *pos, arb_colour side)
{
#ifdef ARB_HAVE_X86_KERNELS
    if (arb_kernel_available(ARB_KERNEL_AVX2))
        return arb_solo_find_bmi(solo, pos, side);
#endif
    return arb_solo_find_portable(solo, pos, side);
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
