/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_PERFT_H
#define ARBITRO_PERFT_H
/**
 * @file perft.h
 * Counting the sequences of legal moves of a given length: the test of a move generator, and the
 * measure of its speed.
 */
#include "arbitro/mem.h"
#include "arbitro/position.h"

ARB_BEGIN_DECLS

/** The code that counts, by what the processor must offer. All count the same. */
typedef enum arb_kernel {
    ARB_KERNEL_BEST, /* the fastest that this machine can run */
    ARB_KERNEL_PORTABLE,
    ARB_KERNEL_AVX2,
    ARB_KERNEL_AVX512,
    ARB_KERNEL_COUNT
} arb_kernel;

/** The largest depth: even half of it does not end in a lifetime from the initial position. */
enum { ARB_PERFT_DEPTH_MAX = 32 };

typedef struct arb_perft_options {
    unsigned threads; /* 0 and 1: the calling thread alone */
    arb_kernel kernel;
    const arb_mem *mem; /* used only with several threads; NULL is malloc */
    /**
     * Told now and then, from one thread at a time, how much is done; NULL when nobody asks.
     * Answering false stops the count.
     */
    bool (*progress)(void *user, size_t done, size_t total);
    void *user;
} arb_perft_options;

/** Can this machine run the kernel? */
ARB_API bool arb_kernel_available(arb_kernel kernel);

/** The name of the kernel, such as "avx2"; that of ARB_KERNEL_BEST is the one it stands for. */
ARB_API const char *arb_kernel_name(arb_kernel kernel);

/**
 * Counts the sequences of `depth` legal moves from `pos`; depth 0 counts 1. Options NULL: one
 * thread, the best kernel. ARB_RANGE when the depth is too large or the kernel not available,
 * ARB_STOPPED when `progress` said so, ARB_NOMEM. On an error `nodes` is untouched.
 */
ARB_API ARB_MUST_USE arb_err arb_perft(uint64_t *nodes, const arb_pos *pos, unsigned depth,
                                       const arb_perft_options *options);

ARB_END_DECLS

#endif
