/* SPDX-License-Identifier: MIT */
/*
 * Zugzwang, proved by search in endings of at most seven pieces: whatever the side to move plays,
 * the other wins, while it would not lose if it could pass; or the other draws, while it would win.
 * In the sense of won, drawn and lost the other side is then in zugzwang with the move as well.
 *
 * The search knows who wins with king and pawn against king, that a queen or rook wins against the
 * bare king, and that a lone bishop or knight does not. What it cannot prove with so many moves
 * tried it does not say: zugzwang is told only where it is certain, and where neither zugzwang nor
 * the contrary could be proved, that is said.
 */
#include "terms/look.h"

enum { PIECES_MAX = 7, DEPTH_MAX = 9, NODES_MAX = 400000 };

/* Results from the point of view of a side. */
typedef enum result { LOSS = -1, DRAW, WIN } result;

typedef struct proof {
    const arb_kpk *kpk;
    unsigned nodes; /* that may still be tried */
} proof;

/* What is known of a position in which only `us` has more than a king. */
static bool knows_alone(result *out, const proof *p, const arb_pos *pos, arb_colour us)
{
    const arb_side *own = &pos->side[us];
    const uint64_t pieces = own->all & ~own->king;

    if (own->straight) {
        *out = WIN;
        return pos->turn == us; /* with the other to move it may be captured, or stalemate */
    }
    *out = DRAW;
    if (count(pieces) == 1 && !(pieces & own->pawns))
        return true;
    if (count(pieces) != 1 || pieces & (RANK_1 | RANK_8))
        return false;
    if (arb_kpk_is_won(p->kpk, pos))
        *out = WIN;
    return true;
}

/* The result for `who`, where it is known without searching. */
static bool knows(result *out, const proof *p, const arb_pos *pos, arb_colour who)
{
    const arb_side *side = pos->side;
    const bool white = side[ARB_WHITE].all != side[ARB_WHITE].king;
    const bool black = side[ARB_BLACK].all != side[ARB_BLACK].king;
    const arb_colour us = white ? ARB_WHITE : ARB_BLACK;

    *out = DRAW;
    if (white && black)
        return false;
    if (!white && !black)
        return true;
    if (!knows_alone(out, p, pos, us))
        return false;
    if (us != who)
        *out = (result) - *out;
    return true;
}

/* Can `who` reach at least `wanted` in so many moves of both, whatever the other does? */
static bool reaches(proof *p, const arb_pos *pos, arb_colour who, result wanted, unsigned depth)
{
    arb_move moves[ARB_MOVES_MAX];
    result known;

    if (p->nodes == 0)
        return false;
    p->nodes--;
    const size_t found = arb_pos_moves(moves, pos);
    if (found == 0) {
        const result lost = pos->turn == who ? LOSS : WIN;
        return (arb_pos_is_check(pos) ? lost : DRAW) >= wanted;
    }
    if (knows(&known, p, pos, who))
        return known >= wanted;
    if (depth == 0)
        return false;
    const bool own = pos->turn == who;
    for (size_t i = 0; i < found; i++) {
        arb_pos next;
        arb_pos_play(&next, pos, moves[i]);
        if (reaches(p, &next, who, wanted, depth - 1) == own)
            return own;
    }
    return !own;
}

/* The same with one move more at a time, as long as moves may be tried. */
static bool can_reach(const arb_kpk *kpk, const arb_pos *pos, arb_colour who, result wanted)
{
    proof p = { kpk, NODES_MAX };

    for (unsigned depth = 0; depth <= DEPTH_MAX && p.nodes > 0; depth++)
        if (reaches(&p, pos, who, wanted, depth))
            return true;
    return false;
}

/* The same position with the other side to move. */
static arb_pos passed_over(const arb_pos *pos)
{
    arb_setup setup = arb_pos_setup(pos);
    arb_pos out = *pos;

    setup.turn = (uint8_t)other((arb_colour)pos->turn);
    setup.en_passant = ARB_SQUARE_NONE;
    (void)arb_pos_from_setup(&out, &setup);
    return out;
}

/* Is it certain that having to move costs nothing: he wins all the same, loses all the same, or
 * draws and could not do better? */
static bool is_refuted(const arb_kpk *kpk, const arb_pos *pos, const arb_pos *pass)
{
    const arb_colour us = (arb_colour)pos->turn, them = other(us);

    return can_reach(kpk, pos, us, WIN) || can_reach(kpk, pass, them, WIN) ||
           (can_reach(kpk, pos, us, DRAW) && can_reach(kpk, pass, them, DRAW));
}

void arb_see_zugzwang(arb_seeing *seeing)
{
    const arb_pos *pos = seeing->now->pos;
    const arb_colour us = (arb_colour)pos->turn, them = other(us);

    if (arb_pos_is_check(pos) || arb_pos_count(pos) == 0)
        return;
    if (count(seeing->now->occupied) > PIECES_MAX) {
        arb_terms_say_proved(seeing->terms, ARB_TERMS_TOO_MANY);
        return;
    }
    const arb_kpk *kpk = arb_terms_kpk(seeing->terms);
    const arb_pos pass = passed_over(pos);
    const bool loses = can_reach(kpk, pos, them, WIN) && can_reach(kpk, &pass, us, DRAW);
    if (!loses && !(can_reach(kpk, &pass, us, WIN) && can_reach(kpk, pos, them, DRAW))) {
        if (!is_refuted(kpk, pos, &pass))
            arb_terms_say_proved(seeing->terms, ARB_TERMS_UNPROVED);
        return;
    }
    arb_sighting *seen = arb_seeing_add(
        seeing, loses ? ARB_SIGHTING_ZUGZWANG_LOSES : ARB_SIGHTING_ZUGZWANG_DRAWS, us);
    seen->on = pos->side[us].king;
}
