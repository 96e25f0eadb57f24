/* SPDX-License-Identifier: MIT */
#ifndef ARB_BOARD_STEP_H
#define ARB_BOARD_STEP_H
/*
 * A move as it is written in nearly every game file, found and played in one step, without a list
 * of moves (Laws, Article 3, C.8 to C.11).
 *
 * The pieces that could go to the square are those that attack it from there; the one that fits
 * what is written is moved, and its own king must then be safe. Only when several fit, or an origin
 * is written, is each of them tried. What is not written in the plain way, or is not legal, is left
 * to notation/written.h: the answer is then nothing, and says nothing.
 *
 * step.c is compiled for several kinds of processor, as kernel.c is.
 */
#include "arbitro/position.h"

/* What arb_step answers: the move, what was written of it, and what is to be said about it. */
typedef struct arb_step {
    arb_move move;
    uint8_t size;  /* bytes that were read, the marks included; 0: none of this was understood */
    uint8_t flags; /* STEP_... */
} arb_step_result;

enum {
    STEP_CHECK = 1,            /* the move gives check */
    STEP_PLUS = 2,             /* + was written */
    STEP_HASH = 4,             /* # was written */
    STEP_CAPTURE_MISSING = 8,  /* a capture without its x */
    STEP_CAPTURE_WRONG = 16,   /* an x without a capture */
    STEP_ORIGIN_NEEDLESS = 32, /* an origin that C.10 does not ask for */
    STEP_MARKED = STEP_CHECK | STEP_PLUS | STEP_HASH
};

/*
 * Reads the move with which `text` begins, of which eight bytes can be read, and plays it: `after`
 * is then the position after it, without key and en passant square. `roles` tells the role of each
 * letter, pawns for the files and for NUL. `kings` tells which of them is attacked before
 * the move. When nothing was understood `after` means nothing.
 */
typedef arb_step_result arb_step_fn(arb_pos *restrict after, const arb_pos *restrict pos,
                                    const char *text, const uint8_t roles[256], unsigned kings);

extern arb_step_fn arb_step_portable;
#ifdef ARB_HAVE_X86_KERNELS
extern arb_step_fn arb_step_bmi;
#endif

/* Which kings are attacked; the other one only in positions that no legal move leaves (A.5.2). */
enum { STEP_OWN_KING = 1, STEP_OTHER_KING = 2 };
unsigned arb_step_kings(const arb_pos *pos);

/* The fastest that this machine can run. */
arb_step_fn *arb_step_best(void);

/* As arb_pos_play() for a legal move, without key and en passant square. */
void arb_step_play(arb_pos *restrict after, const arb_pos *restrict pos, arb_move move);

#endif
