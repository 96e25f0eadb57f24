/* SPDX-License-Identifier: MIT */
/* The option --kernel; see kernel_arg.h. */
#include "cli/kernel_arg.h"

bool arb_kernel_arg(arb_kernel *out, const arb_cli *cli, const char *value)
{
    static const arb_kernel kernels[] = { ARB_KERNEL_PORTABLE, ARB_KERNEL_AVX2, ARB_KERNEL_AVX512 };
    const arb_kernel kernel =
        value ? kernels[arb_args_choice(ARB_KERNEL_CHOICES, value)] : ARB_KERNEL_BEST;

    if (!arb_kernel_available(kernel)) {
        arb_cli_complain(cli, ARB_TEXT_KERNEL_MISSING, arb_kernel_name(kernel));
        return false;
    }
    *out = kernel;
    return true;
}
