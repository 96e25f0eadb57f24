/* SPDX-License-Identifier: MIT */
/*
 * One kernel: the legal moves listed and counted, and the count of move sequences.
 *
 * Compiled once for each kind of processor, with ARB_KERNEL_CODE naming the table to define.
 */
#include "board/kernel.h"

#include "board/advance.h"
#include "board/generate.h"
#include "board/replies.h"

/* A count of so many plies takes a tenth of a millisecond, with many queens a few milliseconds. */
enum { TICK_DEPTH = 4 };

/* What stays the same during one count of sequences. */
typedef struct walk {
    castling_paths paths;
    arb_perft_watch *watch; /* NULL when nobody watches */
} walk;

/* The sum of the moves in all positions that `moves` lead to. */
ARB_INLINE uint64_t count_after(const walk *w, const arb_pos *pos, arb_colour us,
                                const arb_move *moves, size_t n)
{
    const replies before = replies_of(pos, other(us));
    unsigned in_hand = ARB_SQUARE_NONE;
    uint64_t sum = 0;
    lifted up;

    for (size_t i = 0; i < n; i++) {
        if (move_is_simple(pos, other(us), moves[i])) {
            if (move_from(moves[i]) != in_hand) {
                in_hand = move_from(moves[i]);
                up = lift(&before, pos, other(us), moves[i]);
            }
            if (replies_after(&sum, &before, &up, pos, other(us), &w->paths, moves[i]))
                continue;
        }
        arb_pos next;
        advance(&next, pos, us, moves[i]);
        const limits lim = limits_of(&next, other(us));
        sum += moves_count(&next, other(us), &w->paths, &lim);
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
    if (w->watch && depth >= TICK_DEPTH) {
        if (depth == TICK_DEPTH)
            w->watch->tick(w->watch);
        if (atomic_load_explicit(&w->watch->stop, memory_order_relaxed))
            return 0;
    }
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
    return (size_t)moves_count(pos, us, &paths, &lim);
}

static uint64_t perft(const arb_pos *pos, unsigned depth, arb_perft_watch *watch)
{
    const walk w = { .paths = castling_paths_of(pos), .watch = watch };
    return depth == 1 ? count_moves(pos) : descend(&w, pos, (arb_colour)pos->turn, depth);
}

const arb_kernel_code ARB_KERNEL_CODE = { moves, count_moves, perft };
