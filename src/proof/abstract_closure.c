/* SPDX-License-Identifier: MIT */
/*
 * A state is an abstraction, the squares of the kings, the turn, and the square where a pawn can be
 * captured en passant. From each state all moves are made that some position of it could allow:
 *
 * - a king steps to any square that no pawn, no king and no firm piece attacks;
 * - a king, a pawn or a piece captures whatever could stand where it arrives;
 * - a pawn steps to any square that no pawn, king or firm piece holds;
 * - a piece that can move without capturing waits: the state stays the same but for the turn.
 *
 * Where the square of a piece or pawn is known that has just given a check, and nothing can be put
 * between, the state is held: what comes next is a capture of it or a move of the king. Moves that
 * mate the side which is to mate are not followed (abstraction.c).
 *
 * So a legal line from the first position passes through states that are all found here. After each
 * move of the side that is to mate it is asked whether this could be a mate: the move must have
 * given the check, and the squares around the king must be closed as in walls.c, here with both
 * kings and all pawns in their places. If it never could, there is no mate.
 */
#include "proof/abstract_closure.h"

#include "board/attack.h"
#include "proof/abstract_mate.h"
#include "proof/spread.h"

typedef struct walk {
    arb_abstract_closure *out;
    const arb_abstraction *abstraction; /* of the state whose moves are made */
    arb_abstract_state now;
    uint32_t number; /* of that state */
    bool full;       /* it was too much, or it is enough */
} walk;

/* A move in the making. */
typedef struct step {
    arb_abstract_state next;
    arb_abstraction_step change; /* used only where there is one */
    bool changes;
    arb_last_move last; /* but for the kings */
} step;

static step step_begin(const walk *s)
{
    step st = { .next = s->now,
                .change = { .mover = ARB_ABSTRACTION_PIECES,
                            .taken = ARB_ABSTRACTION_PIECES,
                            .promotion = ARB_ROLE_NONE,
                            .colour = s->now.turn } };

    st.next.turn = (uint8_t)other((arb_colour)s->now.turn);
    st.next.passed = ARB_SQUARE_NONE;
    return st;
}

static bool could_mate(uint64_t *blocked, const arb_abstraction *o, const step *st)
{
    arb_last_move last = st->last;

    last.king[ARB_WHITE] = st->next.king[ARB_WHITE];
    last.king[ARB_BLACK] = st->next.king[ARB_BLACK];
    return arb_abstract_mate_fits(blocked, o, &last);
}

/* Is anything left with which the side could mate? */
static bool has_pieces(const arb_abstraction *o, arb_colour side)
{
    return (o->pawns[side] | o->stands[side]) != 0;
}

/* What the move waits for on the board: a piece that is to capture a pawn, or to be captured; or a
 * square that a king or a pawn is to enter. */
static arb_precondition precondition_of(const walk *s, const step *st)
{
    const arb_abstraction_step *change = &st->change;
    const bool moves = change->mover < ARB_ABSTRACTION_PIECES;

    if (st->changes && moves && change->gone)
        return (arb_precondition){ lowest(change->gone), s->abstraction->piece[change->mover].role,
                                   s->now.turn };
    if (st->changes && !moves && change->taken < ARB_ABSTRACTION_PIECES)
        return (arb_precondition){ change->to ? lowest(change->to) : st->next.king[s->now.turn],
                                   s->abstraction->piece[change->taken].role, st->next.turn };
    if (st->next.king[s->now.turn] != s->now.king[s->now.turn])
        return (arb_precondition){ st->next.king[s->now.turn], ARB_KING, s->now.turn };
    if (change->to)
        return (arb_precondition){ lowest(change->to), ARB_PAWN, s->now.turn };
    return ARB_NO_PRECONDITION;
}

/* Does a pawn, or the piece that it becomes, give a check that holds? */
static bool arrival_holds(const step *st, uint64_t king)
{
    if (st->last.pawn)
        return (pawn_attacks((arb_colour)st->change.colour, st->last.pawn) & king) != 0;
    return (arb_abstraction_close_checks((arb_role)st->change.promotion, king) & st->change.to) !=
           0;
}

/* Makes the move: looks whether it could be mate, and adds the state that it leads to. */
static void make(walk *s, step *st)
{
    arb_abstract_table *states = &s->out->states;
    uint64_t blocked;

    if (s->full)
        return;
    st->changes |= s->abstraction->checker != 0;
    if (!s->out->whole && st->change.to && arrival_holds(st, bit(s->now.king[st->next.turn])))
        st->change.check = st->change.to;
    if (st->changes) {
        for (int side = 0; side < ARB_COLOUR_COUNT; side++)
            st->change.jam[side] =
                arb_abstraction_jam(s->abstraction, (arb_colour)side, st->next.king[side]);
        st->next.abstraction = arb_abstract_table_change(states, s->now.abstraction, &st->change);
        s->abstraction =
            arb_abstract_table_abstraction(states, s->now.abstraction); /* they may have moved */
        if (st->next.abstraction == ARB_ABSTRACT_NONE) {
            s->full = true;
            return;
        }
    }
    const arb_abstraction *o = arb_abstract_table_abstraction(states, st->next.abstraction);
    if (!has_pieces(o, s->out->side))
        return;
    if (s->now.turn == s->out->side && could_mate(&blocked, o, st)) {
        const arb_plan plan = { blocked, st->next.king[other(s->out->side)] };
        s->full = !arb_abstract_graph_note(s->out, s->number, plan) || !s->out->whole;
    }
    const uint32_t number = arb_abstract_table_add(states, &st->next);
    s->full |= number == ARB_ABSTRACT_NONE ||
               !arb_abstract_graph_link(s->out, s->number, number, precondition_of(s, st));
}

/* Is there nothing to tell this piece from the one before it? */
static bool like_the_last(const arb_abstraction *o, unsigned i)
{
    const arb_piece_region *piece = &o->piece[i];

    return i > 0 && piece[-1].at == piece->at && piece[-1].role == piece->role &&
           piece[-1].colour == piece->colour;
}

/* Captures by a king or a pawn of any piece that could stand on `square`. */
static void take_pieces(walk *s, const step *st, uint64_t square)
{
    for (unsigned i = 0; i < s->abstraction->count; i++) {
        const arb_piece_region *piece = &s->abstraction->piece[i];
        if (piece->colour == s->now.turn || !(piece->at & square) ||
            like_the_last(s->abstraction, i))
            continue;
        step taking = *st;
        taking.changes = true;
        taking.change.taken = (uint8_t)i;
        make(s, &taking);
    }
}

/* What a line piece that holds the king attacks on the other side of it. */
static uint64_t behind_king(const walk *s)
{
    const arb_abstraction *o = s->abstraction;

    for (unsigned i = 0; i < o->count; i++)
        if (o->piece[i].at == o->checker)
            return arb_spread((arb_role)o->piece[i].role, o->checker,
                              bit(s->now.king[s->now.turn]));
    return 0;
}

static void king_moves(walk *s)
{
    const arb_colour us = (arb_colour)s->now.turn, them = other(us);
    const uint64_t barred = king_attacks(s->now.king[them]) | s->abstraction->sure[them] |
                            s->abstraction->pawns[us] | s->abstraction->firm[us] | behind_king(s);

    for (uint64_t to = king_attacks(s->now.king[us]) & ~barred; to; to = without_lowest(to)) {
        const uint64_t square = bit(lowest(to));
        step st = step_begin(s);
        st.next.king[us] = lowest(to);
        st.last.left = bit(s->now.king[us]);
        if (s->abstraction->pawns[them] & square) {
            st.changes = true;
            st.change.gone = square;
            make(s, &st);
            continue;
        }
        take_pieces(s, &st, square);
        if (!(s->abstraction->firm[them] & square))
            make(s, &st);
    }
}

/*
 * A pawn arrives: as it is, or promoted. A queen could go wherever a rook or a bishop can, so that
 * the knight is the only other piece to be thought of on a map; but these attack less for certain.
 */
static void arrive(walk *s, step *st, uint64_t to, uint64_t prey)
{
    static const uint8_t roles[] = { ARB_QUEEN, ARB_KNIGHT, ARB_ROOK, ARB_BISHOP };
    const bool last = (to & last_rank((arb_colour)s->now.turn)) != 0;

    st->changes = true;
    st->change.to = to;
    st->last.pawn = last ? 0 : to;
    for (unsigned i = 0; i < (!last ? 1u : s->out->whole ? 2u : 4u); i++) {
        step arrival = *st;
        if (last) {
            arrival.change.promotion = roles[i];
            arrival.last.any_check = true;
        }
        if (prey)
            take_pieces(s, &arrival, to);
        else
            make(s, &arrival);
    }
}

static void pawn_steps(walk *s, uint64_t from, uint64_t vacant)
{
    const arb_colour us = (arb_colour)s->now.turn;
    const uint64_t third = us == ARB_WHITE ? RANK_1 << 16 : RANK_8 >> 16;
    const uint64_t once = forward(us, from) & vacant, twice = forward(us, once & third) & vacant;
    step st = step_begin(s);

    st.change.from = st.last.left = from;
    if (once)
        arrive(s, &st, once, 0);
    if (twice) {
        st.next.passed = lowest(once);
        arrive(s, &st, twice, 0);
    }
}

/* Does a capture on `square` answer a check that holds, if there is one? */
static bool answers(const walk *s, uint64_t square)
{
    return !s->abstraction->checker || s->abstraction->checker == square;
}

static void pawn_captures(walk *s, uint64_t from)
{
    const arb_colour us = (arb_colour)s->now.turn, them = other(us);
    const uint64_t kings = bit(s->now.king[us]) | bit(s->now.king[them]);

    for (uint64_t to = pawn_attacks(us, from) & ~kings; to; to = without_lowest(to)) {
        const uint64_t square = bit(lowest(to));
        step st = step_begin(s);
        st.change.from = st.last.left = from;
        if (!answers(s, square) &&
            !(s->now.passed == lowest(to) && answers(s, forward(them, square))))
            continue;
        if (s->abstraction->pawns[them] & square) {
            st.change.gone = square;
            arrive(s, &st, square, 0);
        } else if (s->now.passed == lowest(to)) {
            st.change.gone = forward(them, square);
            st.last.any_check = true;
            arrive(s, &st, square, 0);
        } else if (s->abstraction->stands[them] & square) {
            arrive(s, &st, square, square);
        }
    }
}

static void pawn_moves(walk *s)
{
    const arb_colour us = (arb_colour)s->now.turn;
    const arb_abstraction *o = s->abstraction;
    const uint64_t vacant = ~(o->pawns[0] | o->pawns[1] | o->firm[0] | o->firm[1] |
                              bit(s->now.king[0]) | bit(s->now.king[1]));

    for (uint64_t pawns = o->pawns[us]; pawns; pawns = without_lowest(pawns)) {
        if (!s->abstraction->checker)
            pawn_steps(s, bit(lowest(pawns)), vacant);
        pawn_captures(s, bit(lowest(pawns)));
    }
}

/* What a piece attacks from its region, without the squares on which it would mate. */
static uint64_t prey_of(const walk *s, unsigned mover)
{
    const arb_piece_region *piece = &s->abstraction->piece[mover];
    const uint64_t attacks = arb_abstraction_attacks(s->abstraction, piece, piece->at);

    if (s->abstraction->checker)
        return attacks;
    return attacks & ~(arb_abstraction_fatal(s->abstraction, piece) &
                       ~king_attacks(s->now.king[s->out->side]));
}

/* Captures by one piece: pawns that it could reach, pieces that it could meet. */
static void piece_captures(walk *s, unsigned mover)
{
    const arb_colour them = other((arb_colour)s->now.turn);
    const uint64_t attacks = prey_of(s, mover);
    const uint64_t king = bit(s->now.king[them]);
    const uint64_t holding =
        s->out->whole
            ? 0
            : arb_abstraction_close_checks((arb_role)s->abstraction->piece[mover].role, king);
    step st = step_begin(s);

    st.changes = st.last.any_check = true;
    st.change.mover = (uint8_t)mover;
    for (uint64_t prey = attacks & s->abstraction->pawns[them]; prey; prey = without_lowest(prey)) {
        step taking = st;
        taking.change.gone = bit(lowest(prey));
        taking.change.check = taking.change.gone & holding;
        if (answers(s, taking.change.gone))
            make(s, &taking);
    }
    for (unsigned i = 0; i < s->abstraction->count; i++) {
        const arb_piece_region *piece = &s->abstraction->piece[i];
        const uint64_t at = piece->at & attacks;
        if (piece->colour != them || like_the_last(s->abstraction, i) || !answers(s, piece->at))
            continue;
        step taking = st;
        taking.change.taken = (uint8_t)i;
        for (uint64_t checks = at & holding; checks; checks = without_lowest(checks)) {
            step checking = taking;
            checking.change.check = bit(lowest(checks));
            make(s, &checking);
        }
        if (at & holding)
            taking.change.shunned = king;
        if (at & ~holding)
            make(s, &taking);
    }
}

static void all_moves(walk *s)
{
    const arb_colour us = (arb_colour)s->now.turn;

    king_moves(s);
    pawn_moves(s);
    for (unsigned i = 0; i < s->abstraction->count; i++)
        if (s->abstraction->piece[i].colour == us && !like_the_last(s->abstraction, i))
            piece_captures(s, i);
    if (s->abstraction->can_wait[us] && !s->abstraction->checker) {
        step st = step_begin(s);
        st.last.any_check = true;
        make(s, &st);
    }
}

static arb_proof go_through(walk *s, const arb_pos *pos)
{
    arb_abstract_table *states = &s->out->states;
    arb_abstraction first;

    arb_abstraction_make(&first, pos, s->out->side);
    const arb_abstract_state start = { .abstraction = arb_abstract_table_begin(states, &first),
                                       .king = { lowest(pos->side[ARB_WHITE].king),
                                                 lowest(pos->side[ARB_BLACK].king) },
                                       .turn = pos->turn,
                                       .passed = pos->en_passant };
    if (start.abstraction == ARB_ABSTRACT_NONE ||
        arb_abstract_table_add(states, &start) == ARB_ABSTRACT_NONE ||
        !arb_abstract_graph_link(s->out, 0, 0, ARB_NO_PRECONDITION))
        return ARB_PROOF_UNKNOWN;
    for (; s->number < states->count && !s->full; s->number++) {
        s->now = arb_abstract_table_get(states, s->number);
        s->abstraction = arb_abstract_table_abstraction(states, s->now.abstraction);
        all_moves(s);
    }
    return s->full || s->out->mate_count ? ARB_PROOF_UNKNOWN : ARB_PROOF_NO;
}

static arb_proof close_up(arb_abstract_closure *out, const arb_pos *pos, uint64_t nodes)
{
    walk s = { .out = out };

    /* castling, and a king in check out of turn, would need states of their own */
    if (pos->castling || arb_pos_checkers(pos, other((arb_colour)pos->turn)))
        return ARB_PROOF_UNKNOWN;
    out->states.limit = nodes < ARB_ABSTRACT_STATES_MAX ? (uint32_t)nodes : ARB_ABSTRACT_STATES_MAX;
    return go_through(&s, pos);
}

bool arb_abstract_closure_map(arb_abstract_closure *out, const arb_pos *pos, arb_colour side,
                              const arb_mem *mem, uint64_t nodes)
{
    *out = (arb_abstract_closure){ .side = side, .whole = true, .states = { .mem = mem } };
    (void)close_up(out, pos, nodes);
    return out->mate_count != 0;
}

/* Laws 5.2.2 */
arb_proof arb_abstract_closure_ask(const arb_pos *pos, arb_colour side, const arb_mem *mem,
                                   uint64_t nodes, uint64_t *spent)
{
    arb_abstract_closure asked = { .side = side, .states = { .mem = mem } };
    const arb_proof found = close_up(&asked, pos, nodes);

    *spent += asked.states.count;
    arb_abstract_closure_clear(&asked);
    return found;
}
