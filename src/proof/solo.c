/* SPDX-License-Identifier: MIT */
/* A mate that one side makes alone; see solo.h. */
#include "proof/solo.h"

#include "proof/legal_step.h"

enum { MEN = 16, WAITS = 6, IDEAS = 16, LONGEST = 6, TRIES = 100 };

typedef enum outcome { MATES, NO_MATE, NO_WAIT, NOT_LEGAL } outcome;

/* Plays the moves of `side`, between them waits of the other one. */
static outcome replay(const arb_proof_solo *solo, const arb_pos *pos, arb_colour side)
{
    const unsigned plies = 2u * solo->count - (pos->turn == side);
    arb_move wait = solo->wait;
    arb_pos board[2];

    board[0] = *pos;
    for (unsigned i = 0; i < plies; i++) {
        const arb_pos *now = &board[i % 2];
        if (now->turn == side) {
            if (!play(&board[(i + 1) % 2], now, solo->moves[solo->count - (plies - i + 1) / 2]))
                return NOT_LEGAL;
        } else {
            if (!play(&board[(i + 1) % 2], now, wait))
                return NO_WAIT;
            wait = reversed(wait);
        }
    }
    return arb_pos_is_checkmate(&board[plies % 2]) ? MATES : NO_MATE;
}

static uint64_t attacks_of(arb_role role, arb_square square, uint64_t occupied)
{
    if (role == ARB_KNIGHT)
        return knight_attacks(square);
    if (role == ARB_KING)
        return king_attacks(square);
    return (role != ARB_ROOK ? bishop_attacks(square, occupied) : 0) |
           (role != ARB_BISHOP ? rook_attacks(square, occupied) : 0);
}

/* A piece with its square and what it attacks. */
typedef struct man {
    arb_role role;
    arb_square square;
    uint64_t reach, two; /* squares it comes to in one move, in two; 0: not known yet */
} man;

/* Writes the pieces of a side, queens first, the king last. */
static unsigned men_of(man *out, const arb_side *side, uint64_t occupied)
{
    static const arb_role roles[] = { ARB_QUEEN, ARB_ROOK, ARB_KNIGHT, ARB_BISHOP, ARB_KING };
    unsigned n = 0;

    for (unsigned i = 0; i < sizeof roles / sizeof *roles; i++)
        for (uint64_t set = arb_side_pieces(side, roles[i]); set && n < MEN;
             set = without_lowest(set), n++)
            out[n] = (man){ roles[i], lowest(set), attacks_of(roles[i], lowest(set), occupied), 0 };
    return n;
}

/* Writes some waits, of pieces that do not stand beside their king if possible. */
static unsigned waits_of(arb_move *out, const arb_pos *pos, arb_colour us, man *men, unsigned n_men)
{
    const uint64_t occupied = pos->side[0].all | pos->side[1].all;
    const uint64_t ring = king_attacks(lowest(pos->side[us].king));
    const arb_square king = lowest(pos->side[other(us)].king);
    const uint64_t bad_diagonal = bishop_attacks(king, occupied);
    const uint64_t bad_straight = rook_attacks(king, occupied);
    unsigned n = 0;

    for (int beside_king = 0; beside_king < 2; beside_king++)
        for (unsigned i = 1; i < n_men && n < WAITS; i++) {
            man *m = &men[n_men - 1 - i];
            uint64_t to = m->reach & ~occupied;
            if (((ring & bit(m->square)) != 0) != beside_king)
                continue;
            if (m->role == ARB_KNIGHT)
                to &= ~knight_attacks(king);
            if (m->role == ARB_BISHOP || m->role == ARB_QUEEN)
                to &= ~bad_diagonal;
            if (m->role == ARB_ROOK || m->role == ARB_QUEEN)
                to &= ~bad_straight;
            if (!to)
                continue;
            out[n++] =
                move_make(m->square, us == ARB_WHITE ? lowest(to) : highest(to), (unsigned)m->role);
        }
    return n;
}

typedef struct idea {
    man *mates, *helps;
    arb_square to, help_to;
} idea;

typedef struct hunt {
    const arb_pos *pos;
    const arb_side *own, *opp;
    arb_colour side;
    uint64_t occupied, through; /* without the king that is to be mated */
    arb_square prey;
    uint64_t ring, once, twice, guarded;
    uint64_t checks[ARB_ROLE_COUNT];
    man men[MEN];
    unsigned men_count;
    arb_move waits[WAITS];
    unsigned wait_count, tries;
    idea ideas[LONGEST + 1][IDEAS];
    unsigned idea_count[LONGEST + 1];
} hunt;

bool arb_solo_mates(arb_proof_solo *solo, const arb_pos *pos, arb_colour side)
{
    const arb_colour waiting = other(side);
    arb_move waits[WAITS];
    man men[MEN];

    if (solo->count == 0)
        return false;
    const outcome first = replay(solo, pos, side);
    if (first == MATES)
        return true;
    if (first == NOT_LEGAL)
        return false;
    const unsigned n_men = men_of(men, &pos->side[waiting], pos->side[0].all | pos->side[1].all);
    const unsigned n = waits_of(waits, pos, waiting, men, n_men);
    for (unsigned i = 0; i < n; i++) {
        solo->wait = waits[i];
        if (replay(solo, pos, side) == MATES)
            return true;
    }
    return false;
}

static void add_attacks(hunt *h, uint64_t set)
{
    h->twice |= h->once & set;
    h->once |= set;
}

static void begin(hunt *h, const arb_pos *pos, arb_colour side)
{
    man opps[MEN];

    h->pos = pos;
    h->side = side;
    h->own = &pos->side[side];
    h->opp = &pos->side[other(side)];
    h->occupied = h->own->all | h->opp->all;
    h->through = h->occupied & ~h->opp->king;
    h->prey = lowest(h->opp->king);
    h->ring = king_attacks(h->prey);
    h->men_count = men_of(h->men, h->own, h->through);
    h->once = forward_aside(side, h->own->pawns);
    h->twice = 0;
    add_attacks(h, forward_hside(side, h->own->pawns));
    for (unsigned i = 0; i < h->men_count; i++)
        add_attacks(h, h->men[i].reach);
    const unsigned n = men_of(opps, h->opp, h->occupied);
    h->guarded = pawn_attacks(other(side), h->opp->pawns);
    for (unsigned i = 0; i + 1 < n; i++)
        h->guarded |= opps[i].reach;
    h->wait_count = waits_of(h->waits, pos, other(side), opps, n);
    h->checks[ARB_PAWN] = pawn_attacks(other(side), h->opp->king);
    h->checks[ARB_KNIGHT] = knight_attacks(h->prey);
    h->checks[ARB_BISHOP] = bishop_attacks(h->prey, h->occupied);
    h->checks[ARB_ROOK] = rook_attacks(h->prey, h->occupied);
    h->checks[ARB_QUEEN] = h->checks[ARB_BISHOP] | h->checks[ARB_ROOK];
    h->checks[ARB_KING] = 0;
    h->tries = 0;
    for (int i = 0; i <= LONGEST; i++)
        h->idea_count[i] = 0;
}

/* Adds the moves of a man to a square, by way of others if need be. */
static bool add_way(arb_proof_solo *solo, const hunt *h, man *m, arb_square to)
{
    const uint64_t stops = attacks_of(m->role, to, h->occupied & ~bit(m->square)) & ~h->own->all &
                           ~h->opp->king & ~h->checks[m->role];
    arb_square from = m->square;

    if (!(m->reach & bit(to))) {
        uint64_t by = m->reach & stops;
        if (by) {
            from = lowest(by & ~h->opp->all ? by & ~h->opp->all : by);
            solo->moves[solo->count++] = move_make(m->square, from, (unsigned)m->role);
        } else {
            by = m->two & stops;
            if (!by)
                return false;
            from = lowest(by & ~h->opp->all ? by & ~h->opp->all : by);
            if (m->reach & bit(from) || !add_way(solo, h, m, from))
                return false;
        }
    }
    solo->moves[solo->count++] = move_make(from, to, (unsigned)m->role);
    return true;
}

/* Are the moves legal one after the other, the other side not moving at all, and the last mate? */
static bool mates_alone(const arb_proof_solo *solo, const hunt *h)
{
    arb_pos board[2];

    board[0] = *h->pos;
    for (unsigned i = 0; i < solo->count; i++) {
        board[i % 2].turn = (uint8_t)h->side;
        if (!play(&board[(i + 1) % 2], &board[i % 2], solo->moves[i]))
            return false;
        const arb_pos *now = &board[(i + 1) % 2];
        if (i + 1 < solo->count && arb_side_attacking(&now->side[h->side], h->side, h->prey,
                                                      now->side[0].all | now->side[1].all))
            return false;
    }
    return arb_pos_is_checkmate(&board[solo->count % 2]);
}

static bool try_idea(arb_proof_solo *out, hunt *h, const idea *it)
{
    out->count = 0;
    if (it->helps && !add_way(out, h, it->helps, it->help_to))
        return false;
    if (!add_way(out, h, it->mates, it->to) || h->tries++ > TRIES || !mates_alone(out, h))
        return false;
    for (unsigned i = 0; i < h->wait_count; i++) {
        out->wait = h->waits[i];
        if (replay(out, h->pos, h->side) == MATES)
            return true;
    }
    return false;
}

static void note_idea(hunt *h, unsigned moves, idea it)
{
    if (moves <= LONGEST && h->idea_count[moves] < IDEAS)
        h->ideas[moves][h->idea_count[moves]++] = it;
}

/* Squares to which a man comes in two moves, of which the first gives no check. */
static uint64_t two_moves(const hunt *h, man *m)
{
    if (!m->two) {
        const uint64_t occupied = h->occupied & ~bit(m->square);
        for (uint64_t set = m->reach & ~h->own->all & ~h->opp->king & ~h->checks[m->role]; set;
             set = without_lowest(set))
            m->two |= attacks_of(m->role, lowest(set), occupied);
        m->two |= bit(m->square);
    }
    return m->two;
}

/* Moves to a square: 1 to 3, 9 for more. */
static unsigned distance(const hunt *h, man *m, uint64_t from_there, arb_square to)
{
    const uint64_t stops = from_there & ~h->own->all & ~h->opp->king & ~h->checks[m->role];

    if (m->reach & bit(to))
        return 1;
    if (m->reach & stops)
        return 2;
    return two_moves(h, m) & stops ? 3 : 9;
}

/* What all others than two men attack. */
static uint64_t attacked_without(const hunt *h, man *a, man *b)
{
    uint64_t set = pawn_attacks(h->side, h->own->pawns);

    for (unsigned i = 0; i < h->men_count; i++)
        if (&h->men[i] != a && &h->men[i] != b)
            set |= h->men[i].reach;
    return set;
}

static void find_help(hunt *h, man *m, arb_square to, unsigned moves, uint64_t aim,
                      uint64_t missing)
{
    uint64_t from[ARB_ROLE_COUNT];
    const uint64_t occupied = (h->through & ~bit(m->square)) | bit(to);

    from[ARB_BISHOP] = from[ARB_ROOK] = from[ARB_KNIGHT] = from[ARB_KING] = ~UINT64_C(0);
    for (uint64_t set = missing; set; set = without_lowest(set)) {
        const arb_square at = lowest(set);
        from[ARB_BISHOP] &= bishop_attacks(at, occupied);
        from[ARB_ROOK] &= rook_attacks(at, occupied);
        from[ARB_KNIGHT] &= knight_attacks(at);
        from[ARB_KING] &= king_attacks(at);
    }
    from[ARB_QUEEN] = from[ARB_BISHOP] | from[ARB_ROOK];
    for (unsigned i = 0; i < h->men_count; i++) {
        man *q = &h->men[i];
        if (q == m)
            continue;
        uint64_t set =
            from[q->role] & ~h->own->all & ~h->checks[q->role] & ~bit(to) & ~h->opp->king;
        if (!set)
            continue;
        const uint64_t rest = attacked_without(h, m, q);
        uint64_t need = h->ring & ~h->opp->all & ~rest & ~aim & ~bit(to);
        if ((h->ring & bit(to)) && !(rest & bit(to)))
            need |= bit(to);
        for (; set; set = without_lowest(set)) {
            const arb_square at = lowest(set);
            const uint64_t there = attacks_of(q->role, at, occupied & ~bit(q->square));
            if (need & ~there)
                continue;
            note_idea(h, moves + distance(h, q, there, at), (idea){ m, q, to, at });
        }
    }
}

static bool find_mates(arb_proof_solo *out, hunt *h, man *m)
{
    const uint64_t without = h->through & ~bit(m->square);
    const uint64_t others = h->twice | (h->once & ~m->reach);
    const uint64_t need = h->ring & ~h->opp->all & ~others;

    for (uint64_t set = h->checks[m->role] & ~h->own->all & ~h->guarded; set;
         set = without_lowest(set)) {
        const arb_square to = lowest(set);
        const uint64_t aim = attacks_of(m->role, to, without);
        uint64_t missing = need & ~aim & ~bit(to);
        if ((h->ring & bit(to)) && !(others & bit(to)))
            missing |= bit(to);
        const unsigned moves = distance(h, m, aim, to);
        if (moves > 3)
            continue;
        if (!missing) {
            const idea it = { m, NULL, to, 0 };
            if (try_idea(out, h, &it))
                return true;
        } else if (count(missing) <= 4) {
            find_help(h, m, to, moves, aim, missing);
        }
    }
    return false;
}

bool arb_solo_find(arb_proof_solo *out, const arb_pos *pos, arb_colour side)
{
    hunt h;

    begin(&h, pos, side);
    if (h.wait_count == 0)
        return false;
    for (unsigned i = 0; i + 1 < h.men_count; i++)
        if (find_mates(out, &h, &h.men[i]))
            return true;
    for (unsigned moves = 2; moves <= LONGEST; moves++)
        for (unsigned i = 0; i < h.idea_count[moves]; i++)
            if (try_idea(out, &h, &h.ideas[moves][i]))
                return true;
    out->count = 0;
    return false;
}
