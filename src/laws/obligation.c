/* SPDX-License-Identifier: MIT */
/*
 * What touched pieces leave to the player who has the move (Laws, 4.3 to 4.5, 4.7; 9.5.3).
 */
#include "board/bits.h"
#include "laws/hands.h"

typedef struct choice {
    const arb_state *s;
    arb_move moves[ARB_MOVES_MAX]; /* legal */
    size_t count;
    arb_square barred; /* the rook with which castling is not allowed this time (4.4.2) */
} choice;

static bool own(const choice *c, arb_square square)
{
    return (c->s->pos.side[c->s->turn].all >> square & 1) != 0;
}

/* What a move must do, as squares of which one must be met: from and to where, capturing what,
 * castling with which rook; and what the pawn becomes. 0 leaves it free. */
typedef struct demand {
    uint64_t from, to, captured, rook;
    arb_role promotion;
} demand;

/* Laws II.3.2.4: where the rook alone moves, castling is a move of the rook as well. */
static bool moves_from(uint64_t demanded, arb_move move)
{
    const bool king_stays = arb_move_from(move) == arb_move_to(move);

    return demanded == 0 || (demanded & bit(arb_move_from(move))) ||
           (king_stays && (demanded & bit(arb_move_rook(move))));
}

static bool is_met(uint64_t demanded, arb_square square)
{
    return demanded == 0 || (square != ARB_SQUARE_NONE && (demanded & bit(square)));
}

static bool fits(const choice *c, arb_move move, const demand *d)
{
    const bool castles = arb_move_kind_of(move) == ARB_MOVE_CASTLING;
    const arb_square rook = castles ? arb_move_rook(move) : (arb_square)ARB_SQUARE_NONE;

    return !(castles && rook == c->barred) && moves_from(d->from, move) &&
           is_met(d->to, arb_move_to(move)) && is_met(d->rook, rook) &&
           is_met(d->captured, arb_move_captured(&c->s->pos, move)) &&
           (d->promotion == ARB_PAWN || arb_move_promotion(move) == d->promotion);
}

/* Keeps the moves that fit; when none does, all stay and the answer is false. */
static bool keep(choice *c, demand d)
{
    size_t kept = 0;

    for (size_t i = 0; i < c->count; i++)
        if (fits(c, c->moves[i], &d))
            c->moves[kept++] = c->moves[i];
    if (kept > 0)
        c->count = kept;
    return kept > 0;
}

/* The first touched piece, in the order of touching, that can be moved or captured. */
static bool keep_first(choice *c, bool own_pieces, bool others)
{
    const arb_touched *touched = &c->s->touched;

    for (unsigned i = 0; i < touched->count; i++) {
        const arb_square square = touched->square[i];
        if (own(c, square) ? own_pieces && keep(c, (demand){ .from = bit(square) })
                           : others && keep(c, (demand){ .captured = bit(square) }))
            return true;
    }
    return false;
}

/* The n-th touched piece of one's own, or of the opponent; ARB_SQUARE_NONE. */
static arb_square nth(const choice *c, bool own_piece, unsigned n)
{
    const arb_touched *touched = &c->s->touched;

    for (unsigned i = 0; i < touched->count; i++)
        if (own(c, touched->square[i]) == own_piece && n-- == 0)
            return touched->square[i];
    return ARB_SQUARE_NONE;
}

static bool is_own(const choice *c, arb_square square, arb_role role)
{
    return square != ARB_SQUARE_NONE &&
           arb_pos_piece(&c->s->pos, square) == arb_piece_of((arb_colour)c->s->turn, role);
}

/* Laws 4.5: nothing that was touched can be moved or captured, so the player is free; only a
 * castling that the order of touching forbids stays forbidden. */
static arb_article free_choice(choice *c)
{
    if (c->barred == ARB_SQUARE_NONE)
        return ARB_ART_4_5;
    keep(c, (demand){ 0 });
    return ARB_ART_4_4_2;
}

/* Laws 4.4.1, 4.4.3: king, then rook. */
static arb_article after_king_and_rook(choice *c, arb_square king, arb_square rook)
{
    if (keep(c, (demand){ .rook = bit(rook) }))
        return ARB_ART_4_4_1;
    return keep(c, (demand){ .from = bit(king) }) ? ARB_ART_4_4_3 : free_choice(c);
}

/* The first piece of one's own of that kind that was touched; ARB_SQUARE_NONE. */
static arb_square first_of(const choice *c, arb_role role)
{
    arb_square square;

    for (unsigned i = 0; (square = nth(c, true, i)) != ARB_SQUARE_NONE; i++)
        if (is_own(c, square, role))
            break;
    return square;
}

static bool can_move(const choice *c, arb_square square)
{
    for (size_t i = 0; i < c->count; i++)
        if (moves_from(bit(square), c->moves[i]))
            return true;
    return false;
}

/* The first own piece touched that is king or rook, or can move: others do not count (4.3.1). */
static arb_square first_that_counts(const choice *c)
{
    arb_square square;

    for (unsigned i = 0; (square = nth(c, true, i)) != ARB_SQUARE_NONE; i++)
        if (is_own(c, square, ARB_KING) || is_own(c, square, ARB_ROOK) || can_move(c, square))
            break;
    return square;
}

/* Laws 4.3.1, 4.4, 4.4.2: only one's own pieces. */
static arb_article after_own(choice *c)
{
    const arb_square first = first_that_counts(c);
    const arb_square king = first_of(c, ARB_KING), rook = first_of(c, ARB_ROOK);

    if (c->s->regulations->book->castling_by_touch && king != ARB_SQUARE_NONE &&
        rook != ARB_SQUARE_NONE) {
        if (first == king)
            return after_king_and_rook(c, king, rook);
        if (first == rook)
            c->barred = rook;
    }
    return keep_first(c, true, false) ? ARB_ART_4_3_1 : free_choice(c);
}

/* Laws 4.3.3: pieces of both colours. */
static arb_article after_both(choice *c)
{
    if (c->s->regulations->book->both_touched == ARB_BOTH_FIRST_WITH_FIRST &&
        keep(c, (demand){ .from = bit(nth(c, true, 0)), .captured = bit(nth(c, false, 0)) }))
        return ARB_ART_4_3_3;
    return keep_first(c, true, true) ? ARB_ART_4_3_3 : free_choice(c);
}

/* Laws 4.3, 4.3.2, 4.4: what the touched pieces alone leave. */
static arb_article after_touch(choice *c)
{
    const bool owns = nth(c, true, 0) != ARB_SQUARE_NONE;
    const bool others = nth(c, false, 0) != ARB_SQUARE_NONE;

    if (owns && others)
        return after_both(c);
    if (owns)
        return after_own(c);
    return keep_first(c, false, true) ? ARB_ART_4_3_2 : free_choice(c);
}

/* Laws 4.7: keeps the moves that put the piece where it was let go. */
static bool keep_released(choice *c)
{
    const arb_square from = c->s->touched.from, to = c->s->touched.to;
    size_t kept = 0;

    for (size_t i = 0; i < c->count && from != to; i++)
        if (arb_move_lands(c->moves[i], from) == to)
            c->moves[kept++] = c->moves[i];
    if (kept > 0)
        c->count = kept;
    return kept > 0;
}

bool arb_release_binds(const arb_state *s)
{
    choice c = { .s = s, .barred = ARB_SQUARE_NONE };

    if (s->touched.to == ARB_SQUARE_NONE)
        return false;
    c.count = arb_pos_moves(c.moves, &s->pos);
    return keep_released(&c);
}

/* Laws 4.7, 4.7.2: a piece was let go without the whole move. */
static arb_article after_release(choice *c)
{
    const arb_square from = c->s->touched.from;
    const bool king = is_own(c, from, ARB_KING);

    if (keep_released(c)) { /* of several moves like that, those that were meant by the touches */
        if (c->count > 1)
            (void)after_touch(c);
        return king ? ARB_ART_4_7_2 : ARB_ART_4_7;
    }
    return king && keep(c, (demand){ .from = bit(from) }) ? ARB_ART_4_7_2 : ARB_ART_NONE;
}

/* Laws 4.4.4: the promotion piece has touched its square. */
static arb_article after_promotion(choice *c)
{
    const arb_touched *touched = &c->s->touched;

    if (!keep(c, (demand){ .to = bit(touched->promotes_on), .promotion = touched->promotes_to }))
        return ARB_ART_NONE;
    keep_first(c, true, false); /* the pawn may have been chosen before its piece */
    return ARB_ART_4_4_4;
}

/* Laws 9.5.3: the written move, unless a missing promotion was put right meanwhile (7.5.2) and it
 * is no longer legal. */
static bool keep_written(choice *c)
{
    for (size_t i = 0; i < c->count; i++)
        if (arb_move_equal(c->moves[i], c->s->touched.written)) {
            c->moves[0] = c->moves[i];
            c->count = 1;
            return true;
        }
    return false;
}

/* What was let go or written, in the order of its force; ARB_ART_NONE when nothing binds. */
static arb_article after_more_than_touch(choice *c)
{
    const arb_touched *touched = &c->s->touched;
    arb_article why = ARB_ART_NONE;

    if (touched->bound && keep_written(c))
        return ARB_ART_9_5_3;
    if (touched->promotes_on != ARB_SQUARE_NONE && c->s->regulations->book->promotion_by_touch)
        why = after_promotion(c);
    if (why == ARB_ART_NONE && touched->to != ARB_SQUARE_NONE)
        why = after_release(c);
    return why;
}

/* Laws 4.4.2: does `move` castle with the rook that was touched first? */
static bool castles_from_rook(const arb_state *s, arb_move move)
{
    choice c = { .s = s, .barred = ARB_SQUARE_NONE };

    if (!s->regulations->book->castling_by_touch || arb_move_kind_of(move) != ARB_MOVE_CASTLING)
        return false;
    c.count = arb_pos_moves(c.moves, &s->pos);
    return first_that_counts(&c) == arb_move_rook(move);
}

/* Was nothing touched, let go or written that could bind? */
static bool is_unbound(const arb_touched *touched)
{
    return touched->count == 0 && !touched->bound && touched->to == ARB_SQUARE_NONE &&
           touched->promotes_on == ARB_SQUARE_NONE;
}

/* Which article forbids `move`; ARB_ART_NONE when it is allowed. */
arb_article arb_binding(const arb_state *s, arb_move move)
{
    arb_move allowed[ARB_MOVES_MAX];
    arb_article why;

    if (is_unbound(&s->touched))
        return ARB_ART_NONE;
    const size_t count = arb_state_allowed(allowed, &why, s);

    for (size_t i = 0; i < count; i++)
        if (arb_move_equal(allowed[i], move))
            return ARB_ART_NONE;
    return why == ARB_ART_4_3_1 && castles_from_rook(s, move) ? ARB_ART_4_4_2 : why;
}

/* Laws 4.3, 4.3.2, 4.4: the moves that are left, and the article that leaves only these. */
size_t arb_state_allowed(arb_move *out, arb_article *why, const arb_state *state)
{
    choice c = { .s = state, .barred = ARB_SQUARE_NONE };
    arb_article article = ARB_ART_NONE;

    c.count = arb_pos_moves(c.moves, &state->pos);
    if (c.count > 0)
        article = after_more_than_touch(&c);
    if (article == ARB_ART_NONE && state->touched.count > 0)
        article = after_touch(&c);
    for (size_t i = 0; i < c.count; i++)
        out[i] = c.moves[i];
    if (why)
        *why = article;
    return c.count;
}
