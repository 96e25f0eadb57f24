/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SETUP_H
#define ARBITRO_SETUP_H
/**
 * @file setup.h
 * Any diagram that a person can put on a board, and what is wrong with it (Laws, 3.10.3).
 *
 * A setup claims nothing: it may have no king, thirty queens or a pawn on the last rank. It
 * becomes a position (position.h) when it has one king on each side and at most sixteen pieces a
 * side. Other faults are reported and tolerated, because the Laws let such positions be played
 * on (A.5.2).
 */
#include <stddef.h>

#include "arbitro/error.h"
#include "arbitro/square.h"

ARB_BEGIN_DECLS

typedef struct arb_setup {
    arb_piece piece[64];   /* what stands on each square: ARB_PIECE_NONE, or as arb_piece_of() */
    uint64_t castling;     /* squares of the rooks that may still castle */
    arb_square en_passant; /* square that a pawn has just passed over, or ARB_SQUARE_NONE */
    uint8_t turn;          /* arb_colour of the side that has the move */
    uint16_t quiet_plies;  /* since the last capture or pawn move (9.3) */
    uint16_t move_number;  /* as a scoresheet counts: 1 for the first move of either side */
} arb_setup;

/** Faults of a setup, as bits, so that all of them are told at once: see faults.def. */
typedef enum arb_fault {
#define FAULT(id, bit, hard, en, it) ARB_FAULT_##id = 1u << (bit),
#include "arbitro/faults.def"
#undef FAULT
    ARB_FAULT_NONE = 0
} arb_fault;

/** The empty board, White to move. */
ARB_API arb_setup arb_setup_empty(void);

/** The initial position of the pieces (2.3). */
ARB_API arb_setup arb_setup_initial(void);

/** Every fault of `setup`, as a set of arb_fault bits. */
ARB_API uint32_t arb_setup_faults(const arb_setup *setup);

/** Those of `faults` with which no position can be made. */
ARB_API uint32_t arb_faults_hard(uint32_t faults);

/** One fault as a phrase. */
ARB_API const char *arb_fault_text(arb_fault fault, arb_lang lang);

/** Do both setups show the same pieces, side to move, rights and counters? */
ARB_API bool arb_setup_equal(const arb_setup *a, const arb_setup *b);

ARB_END_DECLS

#endif
