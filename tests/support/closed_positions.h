/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_CLOSED_POSITIONS_H
#define ARBITRO_TEST_CLOSED_POSITIONS_H
/*
 * Closed positions by chance, of many kinds, always the same ones for one sequence: what is hard
 * about the question who can still mate. Every one has a king on each side and at most sixteen
 * pieces a side; some stand as no game leaves them (A.5.2).
 */
#include "random_positions.h"

/* name, what it is called in messages */
#define CLOSED_KIND_MAP(X)                                                                         \
    X(CHAIN, "a chain of pawns")                                                                   \
    X(FENCE, "a fence of pawns")                                                                   \
    X(PAIRS, "locked pawns and few free pieces")                                                   \
    X(STACKS, "two walls of pawns")                                                                \
    X(ROOKS, "locked rooks")                                                                       \
    X(BISHOPS, "locked bishops")                                                                   \
    X(QUEENS, "queens and bishops walled in by pawns of the other side")                           \
    X(PROMOTIONS, "promotions under lock")                                                         \
    X(ONE_COLOUR, "many bishops of one colour")                                                    \
    X(CAGES, "caged kings")                                                                        \
    X(PACKED, "hardly a vacant square")                                                            \
    X(FORCED, "forced sequences before the first free move")                                       \
    X(DOUBLE_STEPS, "pawns that have not moved yet")                                               \
    X(CHANGED, "known closed positions changed")                                                   \
    X(BEFORE, "moves taken back from closed positions")                                            \
    X(EDGE_PAWNS, "pawns on the first and the last rank")                                          \
    X(UNREACHABLE, "positions that no game reaches")

typedef enum closed_kind {
#define X(name, text) CLOSED_##name,
    CLOSED_KIND_MAP(X)
#undef X
        CLOSED_KIND_COUNT
} closed_kind;

/*
 * Begins a sequence. Unlike those of chance_begin() two of them have nothing in common, and they
 * are the same whatever the environment says.
 */
chance closed_begin(unsigned seed);

/*
 * How many positions a test asks about: for each of the seeds 1 to 10 ten, with ARB_TEST_SOAK ten
 * thousand, which makes 200,000 questions for both sides. ARB_TEST_SEED names one seed alone.
 */
typedef struct closed_volume {
    unsigned first, last; /* seeds */
    unsigned positions;   /* for each of them */
} closed_volume;

closed_volume closed_volume_of(void);

/* What the kind is called. */
const char *closed_kind_text(closed_kind kind);

/* The next position of this kind. */
arb_setup closed_setup(chance *luck, closed_kind kind);

/* The same position with a and h in each other's place, or White and Black, or both. */
arb_setup closed_twin(const arb_setup *setup, bool mirrored, bool swapped);

#endif
