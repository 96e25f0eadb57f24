/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROBLEM_KERNEL_H
#define ARB_PROBLEM_KERNEL_H
/*
 * The hot questions of a solver. kernel.c is compiled once for each kind of processor, as that of
 * the board is. No question looks at the turn, the key or the counters of a position: who has the
 * move is an argument, and advance.h makes the next position.
 */
#include "arbitro/perft.h"
#include "problem/net.h"

/* How the side that has the move stands. */
typedef enum arb_problem_end {
    ARB_PROBLEM_END_NONE, /* it can move */
    ARB_PROBLEM_END_MATE,
    ARB_PROBLEM_END_STALEMATE
} arb_problem_end;

/* No legal move has these bits: a pawn from a1 to a1. */
#define ARB_PROBLEM_NO_MOVE ((arb_move){ 0 })

typedef struct arb_problem_code {
    size_t (*moves)(arb_move *out, const arb_pos *pos, arb_colour us);
    /* Is this, a move of another position, legal here? False for special moves, legal or not. */
    bool (*legal)(const arb_pos *pos, arb_colour us, arb_move move);
    /* A move that mates, the hint if it is one; or no move. */
    arb_move (*mate)(const arb_pos *pos, arb_colour us, arb_move hint);
    /* All moves that mate; how many. */
    size_t (*mates)(arb_move *out, const arb_pos *pos, arb_colour us);
    /* Has `us` a move, and does every one of them mate? */
    bool (*only_mates)(const arb_pos *pos, arb_colour us);
    arb_problem_end (*end)(const arb_pos *pos, arb_colour us);
    /* How many legal moves the other side has after each of the moves. */
    void (*replies)(uint16_t *out, const arb_pos *pos, arb_colour us, const arb_move *moves,
                    size_t count);
    const arb_problem_net_code *net;
} arb_problem_code;

extern const arb_problem_code arb_problem_code_portable;
extern const arb_problem_net_code arb_problem_net_portable;
#ifdef ARB_HAVE_X86_KERNELS
extern const arb_problem_net_code arb_problem_net_avx2, arb_problem_net_avx512;
extern const arb_problem_code arb_problem_code_avx2, arb_problem_code_avx512;
#endif

/* The code of a kernel that is available. */
const arb_problem_code *arb_problem_code_get(arb_kernel kernel);

#endif
