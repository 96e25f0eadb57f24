/* SPDX-License-Identifier: MIT */
/*
 * Finding a mate that one side makes alone; see solo.h.
 *
 * For each piece of that side and each square from which it would give check, the squares are known
 * that the king could still go to: those that neither the piece there nor the others attack. Where
 * none is left, the way of the piece is all there is to play; where one or two are, another piece
 * may attack them from somewhere. These are ideas, made of sets of squares without playing a move.
 * They are played afterwards, the shorter ones first: only what is mate on the board is a mate.
 */
#include "proof/solo.h"

#include "proof/solo_parts.h"

enum {
    MISSING = 2, /* squares that one helper is asked to attack, at most */
    SHORT = 4,   /* moves of an idea that is tried before other pieces are looked at */
    LONGEST = ARB_PROOF_SOLO_MAX,
    IDEAS = 12, /* of one length */
    WAITS_TRIED = 3,
    TRIES = 12,   /* ideas that are played */
    TOO_FAR = 100 /* moves of a piece to where it does not get */
};

/* One piece mates on a square, perhaps when another has come to help. */
typedef struct idea {
    const man *mates, *helper; /* the latter may be NULL */
    arb_square to, help_to;
} idea;

typedef struct hunt {
    const arb_pos *pos;
    const arb_side *own, *opp; /* of the side that is to mate, and of the other */
    arb_colour side;
    uint64_t occupied, through; /* the latter without the king that is to be mated */
    arb_square prey;
    uint64_t ring;        /* the squares beside that king */
    uint64_t once, twice; /* attacked by the side that is to mate, and more than once */
    uint64_t guarded;     /* attacked by the other side, its king left out */
    uint64_t blocked;     /* where a piece or pawn of the other side can step between */
    uint64_t checks[ARB_ROLE_COUNT];
    man men[ARB_MEN];
    unsigned men_count;
    arb_move waits[ARB_WAITS];
    unsigned wait_count, tries;
    idea ideas[LONGEST + 1][IDEAS];
    unsigned idea_count[LONGEST + 1];
} hunt;

static void add_attacks(hunt *h, uint64_t set)
{
    h->twice |= h->once & set;
    h->once |= set;
}

/* The pieces that their king needs where they are (3.9.2). */
static uint64_t pinned(const hunt *h)
{
    const arb_square king = lowest(h->own->king);
    const uint64_t diagonal = bishop_attacks(king, h->occupied) & h->own->all;
    const uint64_t straight = rook_attacks(king, h->occupied) & h->own->all;
    const uint64_t far =
        (bishop_attacks(king, h->occupied & ~diagonal) & h->opp->diagonal & ~diagonal) |
        (rook_attacks(king, h->occupied & ~straight) & h->opp->straight & ~straight);
    uint64_t set = 0;

    for (uint64_t s = far; s; s = without_lowest(s))
        set |= stretch(king, lowest(s)) & line_through(king, lowest(s));
    return set & h->own->all & ~h->own->king;
}

static void look_at_opponent(hunt *h)
{
    const arb_colour opp = other(h->side);
    const uint64_t step = forward(opp, h->opp->pawns) & ~h->occupied;
    uint64_t pieces = 0;

    for (uint64_t set = h->opp->knights; set; set = without_lowest(set))
        pieces |= knight_attacks(lowest(set));
    for (uint64_t set = h->opp->diagonal; set; set = without_lowest(set))
        pieces |= bishop_attacks(lowest(set), h->occupied);
    for (uint64_t set = h->opp->straight; set; set = without_lowest(set))
        pieces |= rook_attacks(lowest(set), h->occupied);
    h->guarded = pieces | pawn_attacks(opp, h->opp->pawns);
    h->blocked = (pieces & ~h->occupied) | step;
}

/* Pieces that are pinned stay where they are. */
static void look_at_own(hunt *h)
{
    const uint64_t stay = pinned(h);
    const uint64_t to = ~h->own->all & ~h->opp->king;

    h->once = forward_aside(h->side, h->own->pawns);
    h->twice = 0;
    add_attacks(h, forward_hside(h->side, h->own->pawns));
    h->men_count = men_of(h->men, h->own, h->through);
    for (unsigned i = 0; i < h->men_count; i++) {
        man *m = &h->men[i];
        add_attacks(h, m->attacks);
        m->one = stay & bit(m->square) ? 0 : m->attacks & to;
    }
}

static void begin(hunt *h, const arb_pos *pos, arb_colour side)
{
    h->pos = pos;
    h->side = side;
    h->own = &pos->side[side];
    h->opp = &pos->side[other(side)];
    h->occupied = h->own->all | h->opp->all;
    h->through = h->occupied & ~h->opp->king;
    h->prey = lowest(h->opp->king);
    h->ring = king_attacks(h->prey);
    look_at_opponent(h);
    h->checks[ARB_KNIGHT] = knight_attacks(h->prey);
    h->checks[ARB_BISHOP] = bishop_attacks(h->prey, h->occupied);
    h->checks[ARB_ROOK] = rook_attacks(h->prey, h->occupied);
    h->checks[ARB_QUEEN] = h->checks[ARB_BISHOP] | h->checks[ARB_ROOK];
    h->checks[ARB_KING] = h->ring | h->guarded; /* where it never stops either */
    look_at_own(h);
    h->men[h->men_count - 1].one &= ~h->checks[ARB_KING];
    h->wait_count = h->tries = 0;
    for (unsigned i = 0; i <= LONGEST; i++)
        h->idea_count[i] = 0;
}

/* Squares to which a man comes in two moves, of which the first gives no check. */
static uint64_t two_moves(const hunt *h, man *m)
{
    if (m->two)
        return m->two;
    m->two = bit(m->square);
    for (uint64_t set = m->one & ~h->checks[m->role]; set; set = without_lowest(set))
        m->two |= attacks_of(m->role, lowest(set), h->occupied & ~bit(m->square));
    return m->two;
}

/* Moves of a man to a square, from which it would attack `from_there`: up to three. */
static unsigned moves_to(const hunt *h, man *m, uint64_t from_there, arb_square to)
{
    const uint64_t stops = from_there & ~h->own->all & ~h->opp->king & ~h->checks[m->role];

    if (m->one & bit(to))
        return 1;
    if (m->one & stops)
        return 2;
    return m->one && (two_moves(h, m) & stops) ? 3 : TOO_FAR;
}

/* The square to stop at, one where nothing is captured if there is one. */
static arb_square a_stop(const hunt *h, uint64_t set)
{
    return lowest(set & ~h->opp->all ? set & ~h->opp->all : set);
}

/* Adds the moves of a man to a square. */
static void add_way(arb_proof_solo *solo, const hunt *h, const man *m, arb_square to)
{
    const uint64_t occupied = h->occupied & ~bit(m->square);
    const uint64_t calm = ~h->own->all & ~h->opp->king & ~h->checks[m->role];
    arb_square way[3] = { to }, from = m->square;
    unsigned n = 1;

    while (!(m->one & bit(way[n - 1])) && n < 3) {
        const uint64_t stops = attacks_of(m->role, way[n - 1], occupied) & calm;
        const uint64_t near = stops & m->one, far = stops & m->two;
        if (!(near | far))
            break;
        way[n++] = a_stop(h, near ? near : far);
    }
    for (; n > 0; from = way[--n])
        solo->moves[solo->count++] = move_make(from, way[n - 1], (unsigned)m->role);
}

/* Are the moves legal one after the other as if the other side passed, and is the last one mate? */
static bool mates_alone(const hunt *h, const arb_proof_solo *solo)
{
    arb_pos board[2];

    board[0] = *h->pos;
    for (unsigned i = 0; i < solo->count; i++) {
        arb_pos *next = &board[(i + 1) % 2];
        board[i % 2].turn = (uint8_t)h->side;
        if (!play(next, &board[i % 2], solo->moves[i]))
            return false;
    }
    return arb_pos_is_checkmate(&board[solo->count % 2]);
}

/* Plays an idea; true if it is a mate with some wait. */
static bool is_mate(arb_proof_solo *out, hunt *h, const idea *it)
{
    out->count = 0;
    if (h->tries++ >= TRIES)
        return false;
    if (it->helper)
        add_way(out, h, it->helper, it->help_to);
    add_way(out, h, it->mates, it->to);
    if (!mates_alone(h, out))
        return false;
    if (h->wait_count == 0)
        h->wait_count = waits_of(h->waits, h->pos, other(h->side));
    for (unsigned i = 0; i < h->wait_count && i < WAITS_TRIED; i++) {
        out->wait = h->waits[i];
        if (replay(out, h->pos, h->side) == MATES)
            return true;
    }
    return false;
}

static bool try_ideas(arb_proof_solo *out, hunt *h, unsigned longest)
{
    for (unsigned moves = 1; moves <= longest; moves++) {
        for (unsigned i = 0; i < h->idea_count[moves]; i++)
            if (is_mate(out, h, &h->ideas[moves][i]))
                return true;
        h->idea_count[moves] = 0;
    }
    return false;
}

static void note_idea(hunt *h, unsigned moves, idea it)
{
    if (moves <= LONGEST && h->idea_count[moves] < IDEAS)
        h->ideas[moves][h->idea_count[moves]++] = it;
}

/* What the king could go to, or capture, after `m` has come to a square where it attacks `aim`, if
 * the others attack `others`. */
static uint64_t flights(const hunt *h, arb_square to, uint64_t aim, uint64_t others)
{
    return ((h->ring & ~h->opp->all & ~aim) | (h->ring & bit(to))) & ~others;
}

/* What all but two men attack. */
static uint64_t attacked_without(const hunt *h, const man *a, const man *b)
{
    uint64_t set = pawn_attacks(h->side, h->own->pawns);

    for (unsigned i = 0; i < h->men_count; i++)
        if (&h->men[i] != a && &h->men[i] != b)
            set |= h->men[i].attacks;
    return set;
}

/* The squares from which a piece of each role attacks all of a set. */
static void squares_that_attack(uint64_t out[ARB_ROLE_COUNT], uint64_t set, uint64_t occupied)
{
    out[ARB_KNIGHT] = out[ARB_BISHOP] = out[ARB_ROOK] = out[ARB_KING] = ~UINT64_C(0);
    for (; set; set = without_lowest(set)) {
        const arb_square at = lowest(set);
        out[ARB_KNIGHT] &= knight_attacks(at);
        out[ARB_BISHOP] &= bishop_attacks(at, occupied);
        out[ARB_ROOK] &= rook_attacks(at, occupied);
        out[ARB_KING] &= king_attacks(at);
    }
    out[ARB_QUEEN] = out[ARB_BISHOP] | out[ARB_ROOK];
}

/* Notes ideas in which another man attacks what is missing when `m` has come to its square. */
static void find_helpers(hunt *h, const man *m, arb_square to, unsigned moves, uint64_t aim,
                         uint64_t missing)
{
    const uint64_t occupied = (h->through & ~bit(m->square)) | bit(to);
    uint64_t from[ARB_ROLE_COUNT];

    squares_that_attack(from, missing, occupied);
    for (unsigned i = 0; i < h->men_count; i++) {
        man *helper = &h->men[i];
        uint64_t set =
            from[helper->role] & ~h->own->all & ~h->opp->king & ~h->checks[helper->role] & ~bit(to);
        if (helper == m || !helper->one || !set)
            continue;
        const uint64_t need = flights(h, to, aim, attacked_without(h, m, helper));
        for (; set; set = without_lowest(set)) {
            const arb_square at = lowest(set);
            const uint64_t there = attacks_of(helper->role, at, occupied & ~bit(helper->square));
            if (!(need & ~there))
                note_idea(h, moves + moves_to(h, helper, there, at), (idea){ m, helper, to, at });
        }
    }
}

/* Notes all ideas in which this man mates. */
static void find_mates(hunt *h, man *m)
{
    const uint64_t without = h->through & ~bit(m->square);
    const uint64_t others = h->twice | (h->once & ~m->attacks);

    for (uint64_t set = h->checks[m->role] & ~h->own->all & ~h->guarded; set;
         set = without_lowest(set)) {
        const arb_square to = lowest(set);
        const uint64_t aim = attacks_of(m->role, to, without);
        const uint64_t missing = flights(h, to, aim, others);
        if (count(missing) > MISSING)
            continue;
        if (m->role != ARB_KNIGHT &&
            (h->blocked & aim & stretch(to, h->prey) & line_through(to, h->prey)))
            continue;
        const unsigned moves = moves_to(h, m, aim, to);
        if (moves == TOO_FAR)
            continue;
        if (missing)
            find_helpers(h, m, to, moves, aim, missing);
        else
            note_idea(h, moves, (idea){ m, NULL, to, 0 });
    }
}

bool ARB_SOLO_FIND(arb_proof_solo *out, const arb_pos *pos, arb_colour side)
{
    hunt h;

    out->count = 0;
    if (arb_pos_is_check(pos)) /* neither a wait nor the way of a piece answers it */
        return false;
    begin(&h, pos, side);
    for (unsigned i = 0; i + 1 < h.men_count; i++) {
        if (h.men[i].one == 0)
            continue;
        find_mates(&h, &h.men[i]);
        if (try_ideas(out, &h, SHORT))
            return true;
    }
    if (try_ideas(out, &h, LONGEST))
        return true;
    out->count = 0;
    return false;
}
