/* SPDX-License-Identifier: MIT */
/*
 * The mating net; see net.h. Compiled once for each kind of processor, with ARB_PROBLEM_NET naming
 * the table to define.
 */
#include "problem/net.h"

#include <string.h>

#include "board/attack.h"
#include "problem/kernel.h"

enum { NINE = 9, FEW = 3 };

/* What a piece attacks on an empty board. */
static inline uint64_t attacks_alone(arb_role role, arb_colour colour, arb_square square)
{
    switch (role) {
    case ARB_PAWN:
        return pawn_attacks(colour, bit(square));
    case ARB_KNIGHT:
        return knight_attacks(square);
    case ARB_BISHOP:
        return arb_square_lines[square][LINE_RISING] | arb_square_lines[square][LINE_FALLING];
    case ARB_ROOK:
        return arb_square_lines[square][LINE_RANK] | arb_square_lines[square][LINE_FILE];
    case ARB_QUEEN:
        return attacks_alone(ARB_BISHOP, colour, square) | attacks_alone(ARB_ROOK, colour, square);
    case ARB_KING:
        return king_attacks(square);
    case ARB_ROLE_COUNT:
        break;
    }
    return 0;
}

/* The same, where a pawn on the last rank has become a queen, or a knight: what either attacks. */
static inline uint64_t attacks_there(arb_role role, arb_colour colour, arb_square square)
{
    if (role == ARB_PAWN && (bit(square) & last_rank(colour)))
        return attacks_alone(ARB_QUEEN, colour, square) | knight_attacks(square);
    return attacks_alone(role, colour, square);
}

/* With how many moves a pawn is promoted. */
static inline unsigned to_promote(arb_colour colour, arb_square square)
{
    const unsigned steps = colour == ARB_WHITE ? 7u - square / 8u : square / 8u;

    return steps == 6 ? 5 : steps;
}

/* Where it can go in one move. */
static inline uint64_t goes_alone(arb_role role, arb_colour colour, arb_square square)
{
    const uint64_t attacks = attacks_alone(role, colour, square);

    if (role != ARB_PAWN)
        return attacks;
    const uint64_t step = forward(colour, bit(square));
    const uint64_t third = colour == ARB_WHITE ? RANK_1 << 16 : RANK_8 >> 16;
    return attacks | step | forward(colour, step & third);
}

/* Where a piece of one kind can go from each square, and what it attacks from there. */
typedef struct manner {
    arb_role role;
    uint64_t goes[64], attacks[64];
    uint64_t promotes; /* where it does */
} manner;

static void fill(arb_problem_net *net, arb_square king, const manner *m)
{
    const uint64_t nine = king_attacks(king) | bit(king);
    const arb_role role = m->role;
    uint8_t first[64];
    const uint8_t *before = first;

    for (unsigned from = 0; from < 64; from++) {
        /* no piece arrives where the king stands, and the kings never touch */
        const bool taken = role == ARB_KING ? nine >> from & 1 : from == king;
        first[from] = taken ? 0 : (uint8_t)count(m->attacks[from] & nine);
        if (first[from] > net->most[role] && !(m->promotes >> from & 1))
            net->most[role] = first[from];
    }
    for (unsigned moves = 0; moves + 1 < ARB_PROBLEM_NET_MOVES; moves++) {
        uint8_t *after = net->best[king][role][moves];
        for (unsigned from = 0; from < 64; from++) {
            uint8_t most = before[from];
            for (uint64_t to = m->goes[from]; to; to = without_lowest(to))
                if (before[lowest(to)] > most)
                    most = before[lowest(to)];
            after[from] = m->promotes >> from & 1 ? NINE : most; /* and then it goes on */
        }
        before = after;
    }
    memset(net->best[king][role][ARB_PROBLEM_NET_MOVES - 1], NINE, 64);
}

static void init(arb_problem_net *net, arb_colour mater)
{
    net->mater = mater;
    memset(net->most, 0, sizeof net->most);
    for (arb_role role = ARB_PAWN; role <= ARB_KING; role++) {
        manner m = { .role = role, .promotes = role == ARB_PAWN ? last_rank(mater) : 0 };
        for (unsigned from = 0; from < 64; from++) {
            m.goes[from] = goes_alone(role, mater, (arb_square)from);
            m.attacks[from] = attacks_there(role, mater, (arb_square)from);
        }
        for (unsigned king = 0; king < 64; king++)
            fill(net, (arb_square)king, &m);
    }
}

/* The pieces of the side that is to mate, and what each attacks alone. */
typedef struct men {
    unsigned count;
    uint8_t square[16], role[16];
    uint64_t attacks[16];
} men;

static void add_men(men *m, arb_role role, arb_colour colour, uint64_t pieces)
{
    for (; pieces; pieces = without_lowest(pieces)) {
        m->square[m->count] = lowest(pieces);
        m->attacks[m->count] = attacks_alone(role, colour, lowest(pieces));
        m->role[m->count++] = (uint8_t)role;
    }
}

static void men_of(men *m, const arb_side *side, arb_colour colour)
{
    m->count = 0;
    add_men(m, ARB_PAWN, colour, side->pawns);
    add_men(m, ARB_KNIGHT, colour, side->knights);
    add_men(m, ARB_BISHOP, colour, side->diagonal & ~side->straight);
    add_men(m, ARB_ROOK, colour, side->straight & ~side->diagonal);
    add_men(m, ARB_QUEEN, colour, side->straight & side->diagonal);
    add_men(m, ARB_KING, colour, side->king);
}

/*
 * The most that so many moves add: each is made by another piece, the best of them; and a pawn that
 * can be promoted adds everything.
 */
static unsigned most_of(const arb_problem_net *net, const men *m, unsigned moves)
{
    uint8_t top[ARB_PROBLEM_NET_MOVES] = { 0 };
    unsigned sum = 0;

    for (unsigned i = 0; i < m->count; i++) {
        uint8_t most = net->most[m->role[i]];
        if (m->role[i] == ARB_PAWN && to_promote(net->mater, m->square[i]) <= moves)
            return NINE;
        for (unsigned j = 0; j < moves; j++)
            if (most > top[j]) {
                const uint8_t less = top[j];
                top[j] = most;
                most = less;
            }
    }
    for (unsigned j = 0; j < moves; j++)
        sum += top[j];
    return sum;
}

/* What all pieces but two attack; the same index twice leaves out one. */
static uint64_t others_attack(const men *m, unsigned one, unsigned two)
{
    uint64_t set = 0;

    for (unsigned i = 0; i < m->count; i++)
        if (i != one && i != two)
            set |= m->attacks[i];
    return set;
}

/* Squares that the king's side must fill, in one of the ways in which the net may close. */
typedef struct way {
    arb_square king;
    uint64_t rest;
} way;

/* All ways, but for those that ask for more than another with the same king. */
typedef struct ways {
    unsigned count;
    bool many; /* more than there is room for */
    way list[64];
} ways;

/* What is asked of the moves that are left. */
typedef struct question {
    const arb_problem_net *net;
    const men *m;
    arb_square king;
    uint64_t attacked;    /* by all pieces as they stand */
    uint64_t bare;        /* the nine squares without those that are filled */
    unsigned fills;       /* moves with which the king's side can fill squares */
    uint64_t once, twice; /* where one move is enough for that, where one or two are */
    ways *ways;           /* NULL: one way is enough */
} question;

/* Keeps a way unless it is known, or one that asks for less. */
static void add_way(ways *all, arb_square king, uint64_t rest)
{
    for (unsigned i = 0; i < all->count; i++)
        if (all->list[i].king == king && !(all->list[i].rest & ~rest))
            return;
    if (all->count == sizeof all->list / sizeof *all->list)
        all->many = true;
    else
        all->list[all->count++] = (way){ king, rest };
}

/*
 * Is what still is not attacked within reach of the king's own pieces? When all ways are asked for,
 * only one that needs nothing more ends the question.
 */
static bool fills(const question *q, uint64_t missing)
{
    if ((missing & bit(q->king)) ||
        count(missing) + count(missing & ~q->once) + count(missing & ~q->twice) > q->fills)
        return false;
    if (!q->ways)
        return true;
    add_way(q->ways, q->king, missing);
    return !missing;
}

/* A promotion does everything. */
static bool promotion_does(const question *q)
{
    if (q->ways)
        add_way(q->ways, q->king, 0);
    return true;
}

/* Squares from which a piece may attack after one move or two; a promotion with a move to spare is
 * told apart. */
static uint64_t arrivals(const question *q, unsigned man, unsigned moves, bool *promotes)
{
    const arb_role role = (arb_role)q->m->role[man];
    const arb_colour colour = q->net->mater;
    uint64_t at = bit(q->m->square[man]);

    *promotes = role == ARB_PAWN && to_promote(colour, q->m->square[man]) < moves;
    for (; moves; moves--)
        for (uint64_t from = at; from; from = without_lowest(from))
            at |= goes_alone(role, colour, lowest(from));
    return at & ~(bit(q->king) | (role == ARB_KING ? king_attacks(q->king) : 0));
}

/* How many of the nine squares it attacks at best after so many moves. */
static unsigned best_of(const question *q, unsigned man, unsigned moves)
{
    return q->net->best[q->king][q->m->role[man]][moves - 1][q->m->square[man]];
}

/* Can this piece, with so many moves, do the rest of what is needed? */
static bool man_does(const question *q, unsigned man, unsigned moves, uint64_t needed)
{
    bool promotes;

    if (best_of(q, man, moves) + q->fills < count(needed))
        return false;
    uint64_t at = arrivals(q, man, moves, &promotes);
    if (promotes)
        return promotion_does(q);
    for (; at; at = without_lowest(at))
        if (fills(q, needed & ~attacks_there((arb_role)q->m->role[man], q->net->mater, lowest(at))))
            return true;
    return false;
}

/* The king stands last among the men: where he stands too near, he must be one of those who move.
 */
static unsigned first_man(const question *q)
{
    const unsigned king = q->m->count - 1;

    return king_attacks(q->king) >> q->m->square[king] & 1 ? king : 0;
}

/* One move: is there a piece, and a square for it, that does the rest? */
static bool one_move_does(const question *q)
{
    const unsigned missing = count(q->bare & ~q->attacked);

    for (unsigned i = first_man(q); i < q->m->count; i++) {
        if (best_of(q, i, 1) + q->fills >= missing &&
            man_does(q, i, 1, q->bare & ~others_attack(q->m, i, i)))
            return true;
    }
    return false;
}

/* A move of each of two pieces. */
static bool pair_does(const question *q, unsigned one, unsigned two)
{
    const arb_role role = (arb_role)q->m->role[one];
    const unsigned most = best_of(q, one, 1) + best_of(q, two, 1) + q->fills;
    bool promotes;

    if (most < count(q->bare & ~q->attacked)) /* what only these two attack comes on top of it */
        return false;
    const uint64_t needed = q->bare & ~others_attack(q->m, one, two);
    if (most < count(needed))
        return false;
    uint64_t at = arrivals(q, one, 1, &promotes);
    if (promotes)
        return promotion_does(q);
    for (; at; at = without_lowest(at))
        if (man_does(q, two, 1, needed & ~attacks_there(role, q->net->mater, lowest(at))))
            return true;
    return false;
}

/* Two moves, of one piece or of two. */
static bool two_moves_do(const question *q)
{
    const unsigned first = first_man(q), missing = count(q->bare & ~q->attacked);

    for (unsigned i = 0; i < q->m->count; i++) {
        if (i >= first && best_of(q, i, 2) + q->fills >= missing &&
            man_does(q, i, 2, q->bare & ~others_attack(q->m, i, i)))
            return true;
        for (unsigned j = i + 1 > first ? i + 1 : first; j < q->m->count; j++)
            if (pair_does(q, i, j))
                return true;
    }
    return false;
}

/* So many moves of one piece, then one of each of the others. */
static bool men_do(const question *q, const unsigned *man, unsigned count_of, unsigned moves,
                   uint64_t needed)
{
    const arb_role role = (arb_role)q->m->role[man[0]];
    bool promotes;

    if (count_of == 1)
        return man_does(q, man[0], moves, needed);
    uint64_t at = arrivals(q, man[0], moves, &promotes);
    if (promotes)
        return promotion_does(q);
    for (; at; at = without_lowest(at))
        if (men_do(q, man + 1, count_of - 1, 1,
                   needed & ~attacks_there(role, q->net->mater, lowest(at))))
            return true;
    return false;
}

/* Three moves of at most three pieces, in every way: by one, by two, by each of them. */
static bool three_men_do(const question *q)
{
    const unsigned n = q->m->count, first = first_man(q);

    for (unsigned i = 0; i < n; i++) {
        if (i >= first && man_does(q, i, 3, q->bare & ~others_attack(q->m, i, i)))
            return true;
        for (unsigned j = 0; j < n; j++) {
            const unsigned two[] = { i, j };
            if (j != i && (i >= first || j >= first) &&
                best_of(q, i, 2) + best_of(q, j, 1) + q->fills >= count(q->bare & ~q->attacked) &&
                men_do(q, two, 2, 2, q->bare & ~others_attack(q->m, i, j)))
                return true;
        }
    }
    const unsigned all[] = { 0, 1, 2 };
    return n == FEW && men_do(q, all, FEW, 1, q->bare);
}

/* Three moves: counted, and of few pieces tried. */
static bool three_moves_do(const question *q)
{
    const unsigned missing = count(q->bare & ~q->attacked);
    const unsigned enough = missing > q->fills ? missing - q->fills : 0;
    unsigned most[ARB_PROBLEM_NET_MOVES] = { 0 }; /* by the number of moves, from none */

    for (unsigned i = 0; i < q->m->count; i++)
        for (unsigned all = 3; all > 0; all--)
            for (unsigned own = 1; own <= all; own++) {
                const unsigned sum = most[all - own] + best_of(q, i, own);
                if (sum > most[all])
                    most[all] = sum;
            }
    return most[3] >= enough && (q->m->count > FEW || three_men_do(q));
}

static bool net_closes(const question *q, unsigned moves)
{
    switch (moves) {
    case 1:
        return one_move_does(q);
    case 2:
        return two_moves_do(q);
    default:
        return three_moves_do(q);
    }
}

/* Squares that the pieces of a side other than its king reach with one move, and with two. */
static void fillable_by(question *q, const arb_pos *pos, arb_colour colour)
{
    men m;

    men_of(&m, &pos->side[colour], colour);
    q->once = q->twice = 0;
    for (unsigned i = 0; i < m.count; i++) {
        const arb_role role = (arb_role)m.role[i];
        if (role == ARB_KING)
            continue;
        const uint64_t once = goes_alone(role, colour, m.square[i]);
        q->once |= once;
        if (q->fills > 1)
            for (uint64_t from = once; from; from = without_lowest(from))
                q->twice |= goes_alone(role, colour, lowest(from));
    }
    q->twice |= q->once;
}

/* Does the net close around a square that the king reaches? `help` moves are his side's. */
static bool closes_somewhere(question *q, const arb_pos *pos, unsigned moves, unsigned help)
{
    const arb_side *side = &pos->side[other(q->net->mater)];
    const unsigned most = most_of(q->net, q->m, moves);
    uint64_t zone = side->king, before = 0;

    q->fills = help;
    fillable_by(q, pos, other(q->net->mater));
    for (unsigned steps = 0; steps <= help; steps++, q->fills--) {
        for (uint64_t kings = zone & ~before; kings; kings = without_lowest(kings)) {
            q->king = lowest(kings);
            q->bare = (king_attacks(q->king) & ~(side->all & ~side->king)) | bit(q->king);
            if (count(q->bare & ~q->attacked) <= q->fills + most && net_closes(q, moves) &&
                !q->ways)
                return true;
        }
        before = zone;
        for (uint64_t kings = zone; kings; kings = without_lowest(kings))
            zone |= king_attacks(lowest(kings));
    }
    return q->ways && q->ways->count;
}

static bool possible(const arb_problem_net *net, const arb_pos *pos, arb_colour us, unsigned left)
{
    const unsigned moves = (left + (us == net->mater)) / 2, help = left - moves;
    men m;

    if (moves >= ARB_PROBLEM_NET_MOVES || pos->castling)
        return true;
    men_of(&m, &pos->side[net->mater], net->mater);
    question q = { .net = net, .m = &m, .attacked = others_attack(&m, 16, 16) };
    return closes_somewhere(&q, pos, moves, help);
}

static const arb_problem_net_targets everywhere = { ~UINT64_C(0), ~UINT64_C(0) };

/* From where some piece or pawn goes to a square. */
static uint64_t towards(arb_square square)
{
    return attacks_alone(ARB_QUEEN, ARB_WHITE, square) | knight_attacks(square);
}

/* What the first of two moves of the king's side may do so that this way stays open. */
static void open_way(arb_problem_net_targets *out, const question *q, const way *w, uint64_t king)
{
    const bool stays = bit(w->king) == king, near = king_attacks(w->king) & king;
    const unsigned squares = count(w->rest);

    if (squares == 0) {
        out->king |= king_attacks(w->king) | bit(w->king);
        if (stays || near)
            out->others = ~UINT64_C(0);
    } else if (squares == 1) {
        out->king |= bit(w->king);
        if (near)
            out->others |= w->rest;
        if (stays) /* it is filled with the other move, or with both by one piece */
            out->others |= w->rest & q->once ? ~UINT64_C(0) : towards(lowest(w->rest));
    } else if (stays) {
        out->others |= w->rest;
    }
}

static void last_but_two(arb_problem_net_targets *out, const arb_problem_net *net,
                         const arb_pos *pos)
{
    const uint64_t king = pos->side[other(net->mater)].king;
    ways all = { .count = 0 };
    men m;

    *out = everywhere;
    if (pos->castling)
        return;
    men_of(&m, &pos->side[net->mater], net->mater);
    question q = { .net = net, .m = &m, .attacked = others_attack(&m, 16, 16), .ways = &all };
    (void)closes_somewhere(&q, pos, 2, 2);
    if (all.many)
        return;
    *out = (arb_problem_net_targets){ 0, 0 };
    for (unsigned i = 0; i < all.count; i++)
        open_way(out, &q, &all.list[i], king);
}

/* What the helper's last move must fill so that one move then does the rest; all squares when it
 * need fill none, none when nothing helps. The king stays where `q` has him. */
static uint64_t to_fill(const question *q)
{
    const men *m = q->m;
    const unsigned missing = count(q->bare & ~q->attacked);
    uint64_t set = 0;

    for (unsigned i = first_man(q); i < m->count; i++) {
        const arb_role role = (arb_role)m->role[i];
        const unsigned best = best_of(q, i, 1) + q->fills;
        if (best < missing)
            continue;
        const uint64_t needed = q->bare & ~others_attack(m, i, i);
        bool promotes;
        if (best < count(needed))
            continue;
        uint64_t at = arrivals(q, i, 1, &promotes);
        if (promotes)
            return ~UINT64_C(0);
        for (; at; at = without_lowest(at)) {
            const uint64_t rest = needed & ~attacks_there(role, q->net->mater, lowest(at));
            if (!rest)
                return ~UINT64_C(0);
            if (q->fills && !without_lowest(rest) && rest != bit(q->king))
                set |= rest;
        }
    }
    return set;
}

static void last(arb_problem_net_targets *out, const arb_problem_net *net, const arb_pos *pos)
{
    const arb_side *side = &pos->side[other(net->mater)];
    const uint64_t filled = side->all & ~side->king;
    men m;

    *out = everywhere;
    if (pos->castling)
        return;
    men_of(&m, &pos->side[net->mater], net->mater);
    question q = { .net = net, .m = &m, .attacked = others_attack(&m, 16, 16), .fills = 1 };
    const unsigned most = most_of(net, &m, 1);
    q.king = lowest(side->king);
    q.bare = (king_attacks(q.king) & ~filled) | bit(q.king);
    out->others = count(q.bare & ~q.attacked) <= 1 + most ? to_fill(&q) : 0;
    out->king = 0;
    q.fills = 0;
    for (uint64_t to = q.bare & ~side->king; to; to = without_lowest(to)) {
        q.king = lowest(to);
        q.bare = (king_attacks(q.king) & ~filled) | bit(q.king);
        if (count(q.bare & ~q.attacked) <= most && to_fill(&q))
            out->king |= bit(q.king);
    }
}

const arb_problem_net_code ARB_PROBLEM_NET = { init, possible, last, last_but_two };
