/* SPDX-License-Identifier: MIT */
/*
 * The constant tables of attack.h, spelt out by the preprocessor: every entry is an arithmetic
 * expression in the number of its square.
 */
#include "board/attack.h"

#define EIGHT(entry, s)                                                                            \
    entry((s)), entry((s) + 1), entry((s) + 2), entry((s) + 3), entry((s) + 4), entry((s) + 5),    \
        entry((s) + 6), entry((s) + 7)
#define SIXTY_FOUR(entry)                                                                          \
    EIGHT(entry, 0), EIGHT(entry, 8), EIGHT(entry, 16), EIGHT(entry, 24), EIGHT(entry, 32),        \
        EIGHT(entry, 40), EIGHT(entry, 48), EIGHT(entry, 56)

/* The square so many files and ranks away, or nothing when it is off the board. */
#define ON_BOARD(x) ((x) >= 0 && (x) < 8)
#define STEP(s, files, ranks)                                                                      \
    (ON_BOARD((s) % 8 + (files)) && ON_BOARD((s) / 8 + (ranks))                                    \
         ? UINT64_C(1) << (((s) + (files) + 8 * (ranks)) & 63)                                     \
         : 0)

#define BOTH_WAYS(s, f, r, n) (STEP(s, (n) * (f), (n) * (r)) | STEP(s, -(n) * (f), -(n) * (r)))
#define LINE(s, f, r)                                                                              \
    (BOTH_WAYS(s, f, r, 1) | BOTH_WAYS(s, f, r, 2) | BOTH_WAYS(s, f, r, 3) |                       \
     BOTH_WAYS(s, f, r, 4) | BOTH_WAYS(s, f, r, 5) | BOTH_WAYS(s, f, r, 6) |                       \
     BOTH_WAYS(s, f, r, 7))
#define RANK(s)    LINE(s, 1, 0)
#define FILE_(s)   LINE(s, 0, 1)
#define RISING(s)  LINE(s, 1, 1)
#define FALLING(s) LINE(s, 1, -1)
#define FOUR(s)                                                                                    \
    {                                                                                              \
        RANK(s), FILE_(s), RISING(s), FALLING(s)                                                   \
    }

#define KNIGHT(s)                                                                                  \
    (BOTH_WAYS(s, 1, 2, 1) | BOTH_WAYS(s, 2, 1, 1) | BOTH_WAYS(s, 2, -1, 1) |                      \
     BOTH_WAYS(s, 1, -2, 1))
#define KING(s)                                                                                    \
    (BOTH_WAYS(s, 1, 0, 1) | BOTH_WAYS(s, 0, 1, 1) | BOTH_WAYS(s, 1, 1, 1) | BOTH_WAYS(s, 1, -1, 1))

const uint64_t arb_line_squares[4][64] = {
    [LINE_RANK] = { SIXTY_FOUR(RANK) },
    [LINE_FILE] = { SIXTY_FOUR(FILE_) },
    [LINE_RISING] = { SIXTY_FOUR(RISING) },
    [LINE_FALLING] = { SIXTY_FOUR(FALLING) },
};

const uint64_t arb_square_lines[64][4] = { SIXTY_FOUR(FOUR) };

const uint64_t arb_knight_squares[65] = { SIXTY_FOUR(KNIGHT), 0 };

const uint64_t arb_king_squares[65] = { SIXTY_FOUR(KING), 0 };

/* Laws 2.4 */
uint64_t arb_square_diagonal(arb_square square, bool falling)
{
    return arb_line_squares[falling ? LINE_FALLING : LINE_RISING][square] | bit(square);
}
