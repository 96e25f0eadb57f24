/* SPDX-License-Identifier: MIT */
/* Which code of a solver this machine runs. */
#include "problem/kernel.h"

const arb_problem_code *arb_problem_code_get(arb_kernel kernel)
{
#ifdef ARB_HAVE_X86_KERNELS
    const bool best = kernel == ARB_KERNEL_BEST;

    if (kernel == ARB_KERNEL_AVX512 || (best && arb_kernel_available(ARB_KERNEL_AVX512)))
        return &arb_problem_code_avx512;
    if (kernel == ARB_KERNEL_AVX2 || (best && arb_kernel_available(ARB_KERNEL_AVX2)))
        return &arb_problem_code_avx2;
#endif
    (void)kernel;
    return &arb_problem_code_portable;
}
