/* SPDX-License-Identifier: MIT */
#ifndef ARB_BOARD_KERNEL_H
#define ARB_BOARD_KERNEL_H
/*
 * The hot functions of the board. kernel.c is compiled once for each kind of processor; the
 * fastest that the machine can run is chosen when it is called.
 */
#include <stdatomic.h>
#include <stddef.h>

#include "arbitro/perft.h"

/* Who watches over a long count: tick() is called often, from every thread. */
typedef struct arb_perft_watch {
    atomic_bool stop; /* once set, the count gives up */
    void (*tick)(struct arb_perft_watch *watch);
} arb_perft_watch;

typedef struct arb_kernel_code {
    size_t (*moves)(arb_move *out, const arb_pos *pos);
    size_t (*count)(const arb_pos *pos);
    /* Counts sequences of `depth` > 0 moves; the sum means nothing when the watch stopped it. */
    uint64_t (*perft)(const arb_pos *pos, unsigned depth, arb_perft_watch *watch);
} arb_kernel_code;

extern const arb_kernel_code arb_kernel_portable;
#ifdef ARB_HAVE_X86_KERNELS
extern const arb_kernel_code arb_kernel_avx2, arb_kernel_avx512;
#endif

/* The code of a kernel that is available. */
const arb_kernel_code *arb_kernel_get(arb_kernel kernel);

#endif
