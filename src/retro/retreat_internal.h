/* SPDX-License-Identifier: MIT */
#ifndef ARB_RETRO_RETREAT_INTERNAL_H
#define ARB_RETRO_RETREAT_INTERNAL_H
/* What the parts of the walk share: boards of named units, and what is still to do on them. */
#include "board/attack.h"
#include "board/sides.h"
#include "retro/back.h"
#include "retro/retreat.h"

typedef struct arb_retreat_board {
    arb_side side[2];
    uint8_t at[64], square[ARB_UNITS], role[ARB_UNITS];
    uint64_t key;
    uint32_t extras;   /* who is still captured by a piece, no matter when and where */
    uint8_t stage;     /* captures of the plan that are still to be undone */
    uint8_t turn;      /* who has the move; the other one takes back */
    uint8_t unstirred; /* kings and rooks that must yet be seen to have moved: bits as castling */
} arb_retreat_board;

/* The work that a board leaves, in parts, so that one step changes few of them. */
typedef struct arb_retreat_work {
    int pawns, pieces, loiter, jam;
    unsigned pending;   /* pieces to become pawns */
    bool first;         /* somebody is not ready to go home */
    uint64_t wanted;    /* squares that should be vacant */
    uint64_t danger[2]; /* where a king is in the way of those who are to become pawns */
    uint8_t away[2], early[2];
    uint8_t way[ARB_UNITS][64]; /* moves from each square to where the unit is to go */
} arb_retreat_work;

typedef struct arb_retreat_candidate {
    uint64_t key;
    int cost;
    uint32_t parent;
    arb_retreat_step step;
} arb_retreat_candidate;

typedef struct arb_retreat {
    const arb_cast *cast;
    const arb_trace *plan;
    arb_retreat_limits limits;
    uint32_t seed, noise;
    uint64_t keys[ARB_UNITS][64];
    /* the board that is gone on from */
    const arb_retreat_board *here;
    uint32_t number;
    arb_retreat_work work;
    arb_retreat_candidate *found;
    size_t count, room;
    uint64_t *seen;
} arb_retreat;

enum { ARB_RETREAT_SEEN = 1 << 19, ARB_RETREAT_STEP = 8 };

static inline uint64_t arb_retreat_occupied(const arb_retreat_board *board)
{
    return board->side[0].all | board->side[1].all;
}

/* retreat_board.c */
void arb_retreat_put(arb_retreat_board *board, unsigned unit, unsigned square, unsigned role);
void arb_retreat_apply(arb_retreat_board *board, const arb_retreat_step *step);
void arb_retreat_exchange(arb_retreat_board *board, unsigned a, unsigned b);
bool arb_retreat_home_again(const arb_retreat *walk, const arb_retreat_board *board);
bool arb_retreat_order_right(const arb_retreat *walk, const arb_retreat_board *board,
                             unsigned stage);
bool arb_retreat_gates_open(const arb_retreat *walk, const arb_retreat_board *board,
                            unsigned stage);
bool arb_retreat_may_demote(const arb_retreat *walk, const arb_retreat_board *board, unsigned unit);

/* retreat_cost.c */
unsigned arb_retreat_goal(const arb_retreat *walk, unsigned unit);
uint64_t arb_retreat_reach(unsigned role, unsigned square, uint64_t occupied);
void arb_retreat_survey(arb_retreat *walk, arb_retreat_work *work, const arb_retreat_board *board);
int arb_retreat_cost(const arb_retreat *walk, const arb_retreat_work *work,
                     const arb_retreat_board *board, const arb_retreat_step *step, unsigned stage);
bool arb_retreat_keeps_out(unsigned pawn);
/* how many ranks a pawn is wrong for the next capture of the plan to be undone */
unsigned arb_retreat_amiss(const arb_retreat *walk, const arb_retreat_board *board, unsigned pawn);

/* retreat_steps.c */
void arb_retreat_steps(arb_retreat *walk, const arb_retreat_board *board, uint32_t number);

#endif
