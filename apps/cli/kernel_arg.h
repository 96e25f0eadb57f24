/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_KERNEL_ARG_H
#define ARBITRO_CLI_KERNEL_ARG_H
/* The option --kernel, which perft and bench share. */
#include "arbitro/perft.h"
#include "cli/cli.h"

/* The choices of --kernel, for the tables of options. */
#define ARB_KERNEL_CHOICES "portable|avx2|avx512"

/*
 * The kernel that the value of --kernel stands for; NULL, not given, means the best. Returns false
 * after a complaint when this machine cannot run it.
 */
bool arb_kernel_arg(arb_kernel *out, const arb_cli *cli, const char *value);

#endif
