/* SPDX-License-Identifier: MIT */
/*
 * One kernel: the legal moves listed and counted, and the count of move sequences.
 *
 * Compiled once for each kind of processor, with ARB_KERNEL_CODE naming the table to define.
 */
#include "board/kernel.h"

#include "board/advance.h"
#include "board/generate.h"

/* What stays the same during one count of sequences. */
typedef struct walk {
    castling_paths paths;
    const atomic_bool *stop;
} walk;

/*
 * So many positions are looked at side by side: first the king's safety in all of them, then the
 * moves. The processor can then work on several at once instead of waiting for one.
 */
enum { BATCH = 8 };

/* The sum of the moves in all positions that `moves` lead to. */
ARB_INLINE uint64_t count_after(const walk *w, const arb_pos *pos, arb_colour us,
                                const arb_move *moves, size_t n)
{
    arb_pos next[BATCH];
    limits lim[BATCH];
    uint64_t sum = 0;

    for (size_t done = 0; done < n; done += BATCH) {
        const size_t size = n - done < BATCH ? n - done : BATCH;
        for (size_t i = 0; i < size; i++) {
            advance(&next[i], pos, us, moves[done + i]);
            lim[i] = limits_of(&next[i], other(us));
        }
        for (size_t i = 0; i < size; i++)
            sum += moves_count(&next[i], other(us), &w->paths, &lim[i]);
    }
    return sum;
}

ARB_INLINE size_t list(arb_move *out, const walk *w, const arb_pos *pos, arb_colour us)
{
    const limits lim = limits_of(pos, us);
    return (size_t)(moves_list(out, pos, us, &w->paths, &lim) - out);
}

static uint64_t two_plies_white(const walk *w, const arb_pos *pos)
{
    arb_move moves[ARB_MOVES_MAX];
    return count_after(w, pos, ARB_WHITE, moves, list(moves, w, pos, ARB_WHITE));
}

static uint64_t two_plies_black(const walk *w, const arb_pos *pos)
{
    arb_move moves[ARB_MOVES_MAX];
    return count_after(w, pos, ARB_BLACK, moves, list(moves, w, pos, ARB_BLACK));
}

/* Sequences of `depth` > 1 plies. */
static uint64_t descend(const walk *w, const arb_pos *pos, arb_colour us, unsigned depth)
{
    arb_move moves[ARB_MOVES_MAX];
    arb_pos next;
    uint64_t sum = 0;

    if (depth == 2)
        return us == ARB_WHITE ? two_plies_white(w, pos) : two_plies_black(w, pos);
    if (depth > 3 && atomic_load_explicit(w->stop, memory_order_relaxed))
        return 0;
    const size_t n = list(moves, w, pos, us);
    for (size_t i = 0; i < n; i++) {
        advance(&next, pos, us, moves[i]);
        sum += descend(w, &next, other(us), depth - 1);
    }
    return sum;
}

static size_t moves(arb_move *out, const arb_pos *pos)
{
    const walk w = { .paths = castling_paths_of(pos) };
    return pos->turn == ARB_WHITE ? list(out, &w, pos, ARB_WHITE) : list(out, &w, pos, ARB_BLACK);
}

static size_t count_moves(const arb_pos *pos)
{
    const castling_paths paths = castling_paths_of(pos);
    const arb_colour us = pos->turn == ARB_WHITE ? ARB_WHITE : ARB_BLACK;
    const limits lim = limits_of(pos, us);
    return moves_count(pos, us, &paths, &lim);
}

static uint64_t perft(const arb_pos *pos, unsigned depth, const atomic_bool *stop)
{
    const walk w = { .paths = castling_paths_of(pos), .stop = stop };
    return depth == 1 ? count_moves(pos) : descend(&w, pos, (arb_colour)pos->turn, depth);
}

const arb_kernel_code ARB_KERNEL_CODE = { moves, count_moves, perft };
