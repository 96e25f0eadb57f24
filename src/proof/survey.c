/* SPDX-License-Identifier: MIT */
/*
 * A case is an outline, the squares of the kings, the turn, and the square where a pawn can be
 * captured en passant. From each case all moves are made that some position of it could allow:
 *
 * - a king steps to any square that no pawn, no king and no firm piece attacks;
 * - a king, a pawn or a piece captures whatever could stand where it arrives;
 * - a pawn steps to any square that no pawn, king or firm piece holds;
 * - a piece that can move without capturing waits: the case stays the same but for the turn.
 *
 * So a legal line from the first position passes through cases that are all found here. After each
 * move of the side that is to mate it is asked whether this could be a mate: the move must have
 * given the check, and the squares around the king must be closed as in walls.c, here with both
 * kings and all pawns in their places. If it never could, there is no mate.
 */
#include "proof/survey.h"

#include "board/attack.h"
#include "proof/seating.h"

typedef struct survey {
    arb_survey *out;
    const arb_outline *outline; /* of the case whose moves are made */
    arb_proof_case now;
    uint32_t number; /* of that case */
    bool full;       /* it was too much, or it is enough */
} survey;

/* A move in the making. */
typedef struct step {
    arb_proof_case next;
    arb_change change; /* used only where there is one */
    bool changes;
    uint64_t left;  /* the square that a king or pawn leaves, which may uncover a line */
    uint64_t pawn;  /* the square where a pawn arrives, which may give check itself */
    bool any_check; /* a piece has moved, or two pieces have left their lines */
} step;

static step step_begin(const survey *s)
{
    step st = { .next = s->now,
                .change = { .mover = ARB_OUTLINE_PIECES,
                            .taken = ARB_OUTLINE_PIECES,
                            .promotion = ARB_ROLE_NONE,
                            .colour = s->now.turn } };

    st.next.turn = (uint8_t)other((arb_colour)s->now.turn);
    st.next.passed = ARB_SQUARE_NONE;
    return st;
}

/* Could pieces of the king's own stand on all of these squares at once? */
static bool can_block(const arb_outline *o, arb_colour colour, uint64_t squares)
{
    uint32_t wanted[ARB_SEATS_MAX];
    unsigned seats = 0;

    for (; squares; squares = without_lowest(squares)) {
        uint32_t pieces = 0;
        for (unsigned i = 0; i < o->count; i++)
            if (o->piece[i].colour == colour && (o->piece[i].at & bit(lowest(squares))))
                pieces |= UINT32_C(1) << i;
        wanted[seats++] = pieces;
    }
    return arb_seating_exists(wanted, seats);
}

/* The only piece of a side, or NULL. */
static const arb_piece_region *only_piece(const arb_outline *o, arb_colour side)
{
    const arb_piece_region *only = NULL;

    for (unsigned i = 0; i < o->count; i++) {
        if (o->piece[i].colour != side)
            continue;
        if (only)
            return NULL;
        only = &o->piece[i];
    }
    return only;
}

/*
 * Could the king be mated by a check from a piece? With one piece only, that one gives the check
 * and attacks from one square, on which no other piece can stand.
 */
static bool closes_with_piece(uint64_t *blocked, const arb_outline *o, arb_colour side,
                              arb_square king, uint64_t open)
{
    const arb_piece_region *only = only_piece(o, side);

    *blocked = open & ~o->cover[side];
    if (!only)
        return can_block(o, other(side), *blocked);
    for (uint64_t from = only->at; from; from = without_lowest(from)) {
        const uint64_t square = bit(lowest(from));
        const uint64_t attacks = arb_outline_attacks(o, only, square);
        *blocked = open & ~attacks;
        if ((attacks & bit(king)) && !(*blocked & square) && can_block(o, other(side), *blocked))
            return true;
    }
    return false;
}

/* Could a line piece give check through the square that a king or pawn has left? */
static bool uncovers(const arb_outline *o, arb_colour side, uint64_t left, arb_square king)
{
    const uint64_t line = line_through(lowest(left), king);
    const uint64_t behind = lowest(left) > king ? ~(left - 1) & ~left : left - 1;

    for (unsigned i = 0; i < o->count; i++) {
        const arb_piece_region *piece = &o->piece[i];
        if (piece->colour == side && piece->role != ARB_KNIGHT &&
            (arb_outline_attacks(o, piece, piece->at & line & behind) & bit(king)))
            return true;
    }
    return false;
}

/* Could the side that has just moved, which is to mate, have mated? */
static bool could_mate(uint64_t *blocked, const survey *s, const arb_outline *o, const step *st)
{
    const arb_colour side = s->out->side;
    const arb_square king = st->next.king[other(side)];
    const uint64_t closed = o->pawns[other(side)] | pawn_attacks(side, o->pawns[side]) |
                            king_attacks(st->next.king[side]);
    const uint64_t open = king_attacks(king) & ~closed;

    *blocked = open & ~o->cover[side];
    if (st->pawn && (pawn_attacks(side, st->pawn) & bit(king)) &&
        can_block(o, other(side), *blocked))
        return true;
    if (!(o->cover[side] & bit(king)))
        return false;
    if (!st->any_check && !uncovers(o, side, st->left, king))
        return false;
    return closes_with_piece(blocked, o, side, king, open);
}

/* Is anything left with which the side could mate? */
static bool has_pieces(const arb_outline *o, arb_colour side)
{
    return (o->pawns[side] | o->stands[side]) != 0;
}

/* What the move waits for on the board: a piece that is to capture a pawn, or to be captured. */
static arb_errand errand_of(const survey *s, const step *st)
{
    const arb_change *change = &st->change;
    const bool moves = change->mover < ARB_OUTLINE_PIECES;

    if (st->changes && moves && change->gone)
        return (arb_errand){ lowest(change->gone), s->outline->piece[change->mover].role,
                             s->now.turn };
    if (st->changes && !moves && change->taken < ARB_OUTLINE_PIECES)
        return (arb_errand){ change->to ? lowest(change->to) : st->next.king[s->now.turn],
                             s->outline->piece[change->taken].role, st->next.turn };
    return ARB_NO_ERRAND;
}

/* Makes the move: looks whether it could be mate, and adds the case that it leads to. */
static void make(survey *s, step *st)
{
    arb_proof_cases *cases = &s->out->cases;
    uint64_t blocked;

    if (s->full)
        return;
    if (st->changes) {
        for (int side = 0; side < ARB_COLOUR_COUNT; side++)
            st->change.jam[side] =
                arb_outline_jam(s->outline, (arb_colour)side, st->next.king[side]);
        st->next.outline = arb_proof_cases_change(cases, s->now.outline, &st->change);
        s->outline = arb_proof_cases_outline(cases, s->now.outline); /* they may have moved */
        if (st->next.outline == ARB_CASES_NONE) {
            s->full = true;
            return;
        }
    }
    const arb_outline *o = arb_proof_cases_outline(cases, st->next.outline);
    if (!has_pieces(o, s->out->side))
        return;
    if (s->now.turn == s->out->side && could_mate(&blocked, s, o, st)) {
        const arb_plan plan = { blocked, st->next.king[other(s->out->side)] };
        s->full = !arb_survey_note(s->out, s->number, plan) || !s->out->whole;
    }
    const uint32_t number = arb_proof_cases_add(cases, &st->next);
    s->full |=
        number == ARB_CASES_NONE || !arb_survey_link(s->out, s->number, number, errand_of(s, st));
}

/* Is there nothing to tell this piece from the one before it? */
static bool like_the_last(const arb_outline *o, unsigned i)
{
    const arb_piece_region *piece = &o->piece[i];

    return i > 0 && piece[-1].at == piece->at && piece[-1].role == piece->role &&
           piece[-1].colour == piece->colour;
}

/* Captures by a king or a pawn of any piece that could stand on `square`. */
static void take_pieces(survey *s, const step *st, uint64_t square)
{
    for (unsigned i = 0; i < s->outline->count; i++) {
        const arb_piece_region *piece = &s->outline->piece[i];
        if (piece->colour == s->now.turn || !(piece->at & square) || like_the_last(s->outline, i))
            continue;
        step taking = *st;
        taking.changes = true;
        taking.change.taken = (uint8_t)i;
        make(s, &taking);
    }
}

static void king_moves(survey *s)
{
    const arb_colour us = (arb_colour)s->now.turn, them = other(us);
    const uint64_t barred = king_attacks(s->now.king[them]) | s->outline->sure[them] |
                            s->outline->pawns[us] | s->outline->firm[us];

    for (uint64_t to = king_attacks(s->now.king[us]) & ~barred; to; to = without_lowest(to)) {
        const uint64_t square = bit(lowest(to));
        step st = step_begin(s);
        st.next.king[us] = lowest(to);
        st.left = bit(s->now.king[us]);
        if (s->outline->pawns[them] & square) {
            st.changes = true;
            st.change.gone = square;
            make(s, &st);
            continue;
        }
        take_pieces(s, &st, square);
        if (!(s->outline->firm[them] & square))
            make(s, &st);
    }
}

/*
 * A pawn arrives: as it is, or promoted. A queen could go wherever a rook or a bishop can, so that
 * the knight is the only other piece to be thought of.
 */
static void arrive(survey *s, step *st, uint64_t to, uint64_t prey)
{
    static const uint8_t roles[] = { ARB_QUEEN, ARB_KNIGHT };
    const bool last = (to & last_rank((arb_colour)s->now.turn)) != 0;

    st->changes = true;
    st->change.to = to;
    st->pawn = last ? 0 : to;
    for (unsigned i = 0; i < (last ? 2u : 1u); i++) {
        step arrival = *st;
        if (last) {
            arrival.change.promotion = roles[i];
            arrival.any_check = true;
        }
        if (prey)
            take_pieces(s, &arrival, to);
        else
            make(s, &arrival);
    }
}

static void pawn_steps(survey *s, uint64_t from, uint64_t vacant)
{
    const arb_colour us = (arb_colour)s->now.turn;
    const uint64_t third = us == ARB_WHITE ? RANK_1 << 16 : RANK_8 >> 16;
    const uint64_t once = forward(us, from) & vacant, twice = forward(us, once & third) & vacant;
    step st = step_begin(s);

    st.change.from = st.left = from;
    if (once)
        arrive(s, &st, once, 0);
    if (twice) {
        st.next.passed = lowest(once);
        arrive(s, &st, twice, 0);
    }
}

static void pawn_captures(survey *s, uint64_t from)
{
    const arb_colour us = (arb_colour)s->now.turn, them = other(us);
    const uint64_t kings = bit(s->now.king[us]) | bit(s->now.king[them]);

    for (uint64_t to = pawn_attacks(us, from) & ~kings; to; to = without_lowest(to)) {
        const uint64_t square = bit(lowest(to));
        step st = step_begin(s);
        st.change.from = st.left = from;
        if (s->outline->pawns[them] & square) {
            st.change.gone = square;
            arrive(s, &st, square, 0);
        } else if (s->now.passed == lowest(to)) {
            st.change.gone = forward(them, square);
            st.any_check = true;
            arrive(s, &st, square, 0);
        } else if (s->outline->stands[them] & square) {
            arrive(s, &st, square, square);
        }
    }
}

static void pawn_moves(survey *s)
{
    const arb_colour us = (arb_colour)s->now.turn;
    const arb_outline *o = s->outline;
    const uint64_t vacant = ~(o->pawns[0] | o->pawns[1] | o->firm[0] | o->firm[1] |
                              bit(s->now.king[0]) | bit(s->now.king[1]));

    for (uint64_t pawns = o->pawns[us]; pawns; pawns = without_lowest(pawns)) {
        pawn_steps(s, bit(lowest(pawns)), vacant);
        pawn_captures(s, bit(lowest(pawns)));
    }
}

/* Captures by one piece: pawns that it could reach, pieces that it could meet. */
static void piece_captures(survey *s, unsigned mover)
{
    const arb_colour them = other((arb_colour)s->now.turn);
    const uint64_t attacks =
        arb_outline_attacks(s->outline, &s->outline->piece[mover], s->outline->piece[mover].at);
    step st = step_begin(s);

    st.changes = st.any_check = true;
    st.change.mover = (uint8_t)mover;
    for (uint64_t prey = attacks & s->outline->pawns[them]; prey; prey = without_lowest(prey)) {
        step taking = st;
        taking.change.gone = bit(lowest(prey));
        make(s, &taking);
    }
    for (unsigned i = 0; i < s->outline->count; i++) {
        const arb_piece_region *piece = &s->outline->piece[i];
        if (piece->colour != them || !(piece->at & attacks) || like_the_last(s->outline, i))
            continue;
        step taking = st;
        taking.change.taken = (uint8_t)i;
        make(s, &taking);
    }
}

static void all_moves(survey *s)
{
    const arb_colour us = (arb_colour)s->now.turn;

    king_moves(s);
    pawn_moves(s);
    for (unsigned i = 0; i < s->outline->count; i++)
        if (s->outline->piece[i].colour == us && !like_the_last(s->outline, i))
            piece_captures(s, i);
    if (s->outline->can_wait[us]) {
        step st = step_begin(s);
        st.any_check = true;
        make(s, &st);
    }
}

static arb_proof go_through(survey *s, const arb_pos *pos)
{
    arb_proof_cases *cases = &s->out->cases;
    arb_outline first;

    arb_outline_make(&first, pos);
    const arb_proof_case start = { .outline = arb_proof_cases_begin(cases, &first),
                                   .king = { lowest(pos->side[ARB_WHITE].king),
                                             lowest(pos->side[ARB_BLACK].king) },
                                   .turn = pos->turn,
                                   .passed = pos->en_passant };
    if (start.outline == ARB_CASES_NONE || arb_proof_cases_add(cases, &start) == ARB_CASES_NONE ||
        !arb_survey_link(s->out, 0, 0, ARB_NO_ERRAND))
        return ARB_PROOF_UNKNOWN;
    for (; s->number < cases->count && !s->full; s->number++) {
        s->now = arb_proof_cases_get(cases, s->number);
        s->outline = arb_proof_cases_outline(cases, s->now.outline);
        all_moves(s);
    }
    return s->full || s->out->mate_count ? ARB_PROOF_UNKNOWN : ARB_PROOF_NO;
}

/* Laws 5.2.2 */
arb_proof arb_survey_make(arb_survey *out, const arb_pos *pos, arb_colour side, const arb_mem *mem,
                          uint64_t nodes, bool whole)
{
    survey s = { .out = out };

    *out = (arb_survey){ .side = side, .whole = whole, .cases = { .mem = mem } };
    /* castling, and a king in check out of turn, would need cases of their own */
    if (pos->castling || arb_pos_checkers(pos, other((arb_colour)pos->turn)))
        return ARB_PROOF_UNKNOWN;
    out->cases.limit = nodes < ARB_CASES_MAX ? (uint32_t)nodes : ARB_CASES_MAX;
    return go_through(&s, pos);
}

arb_proof arb_survey_ask(const arb_pos *pos, arb_colour side, const arb_mem *mem, uint64_t nodes,
                         uint64_t *spent)
{
    arb_survey asked;
    const arb_proof found = arb_survey_make(&asked, pos, side, mem, nodes, false);

    *spent += asked.cases.count;
    arb_survey_clear(&asked);
    return found;
}
