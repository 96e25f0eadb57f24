/* SPDX-License-Identifier: MIT */
/* The lines through each square side by side, spelt out by the preprocessor as in attack.c. */
#include "board/step_lines.h"

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
#define FOUR(s)                                                                                    \
    {                                                                                              \
        LINE(s, 1, 0), LINE(s, 0, 1), LINE(s, 1, 1), LINE(s, 1, -1)                                \
    }
#define EIGHT(s)                                                                                   \
    FOUR((s)), FOUR((s) + 1), FOUR((s) + 2), FOUR((s) + 3), FOUR((s) + 4), FOUR((s) + 5),          \
        FOUR((s) + 6), FOUR((s) + 7)

const uint64_t arb_lines_of[64][4] = { EIGHT(0),  EIGHT(8),  EIGHT(16), EIGHT(24),
                                       EIGHT(32), EIGHT(40), EIGHT(48), EIGHT(56) };
