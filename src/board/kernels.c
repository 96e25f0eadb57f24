/* SPDX-License-Identifier: MIT */
/* Which kernels this machine can run, and which is the best of them. */
#include <assert.h>

#include "board/kernel.h"

bool arb_kernel_available(arb_kernel kernel)
{
    switch (kernel) {
    case ARB_KERNEL_BEST:
    case ARB_KERNEL_PORTABLE:
        return true;
    case ARB_KERNEL_AVX2:
#ifdef ARB_HAVE_X86_KERNELS
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
               __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
        return false;
#endif
    case ARB_KERNEL_AVX512:
#ifdef ARB_HAVE_X86_KERNELS
        return arb_kernel_available(ARB_KERNEL_AVX2) && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vpopcntdq");
#else
        return false;
#endif
    case ARB_KERNEL_COUNT:
        break;
    }
    return false;
}

static arb_kernel best_kernel(void)
{
    if (arb_kernel_available(ARB_KERNEL_AVX512))
        return ARB_KERNEL_AVX512;
    return arb_kernel_available(ARB_KERNEL_AVX2) ? ARB_KERNEL_AVX2 : ARB_KERNEL_PORTABLE;
}

const char *arb_kernel_name(arb_kernel kernel)
{
    static const char *const names[ARB_KERNEL_COUNT] = { [ARB_KERNEL_PORTABLE] = "portable",
                                                         [ARB_KERNEL_AVX2] = "avx2",
                                                         [ARB_KERNEL_AVX512] = "avx512" };
    assert(kernel < ARB_KERNEL_COUNT);
    return names[kernel == ARB_KERNEL_BEST ? best_kernel() : kernel];
}

const arb_kernel_code *arb_kernel_get(arb_kernel kernel)
{
#ifdef ARB_HAVE_X86_KERNELS
    if (kernel == ARB_KERNEL_BEST)
        kernel = best_kernel();
    if (kernel == ARB_KERNEL_AVX512)
        return &arb_kernel_avx512;
    if (kernel == ARB_KERNEL_AVX2)
        return &arb_kernel_avx2;
#endif
    (void)kernel;
    return &arb_kernel_portable;
}
