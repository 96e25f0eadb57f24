/* SPDX-License-Identifier: MIT */
/* Last moves, taken back; see back.h. */
#include "retro/back.h"

#include <string.h>

#include "arbitro/chess960.h"
#include "board/castling.h"
#include "board/sides.h"

/* The position whose last move is looked for, and who wants to know. */
typedef struct scene {
    const arb_back *back;
    const arb_side *own, *opp; /* of the side that has moved, and of the one to move */
    arb_colour us, them;
    uint64_t occupied, locked; /* pieces that have a castling right have not moved */
    bool lost;                 /* the side to move has lost a piece, perhaps by this move */
    bool captures;             /* captures are looked for now */
    arb_back_visit *visit;
    void *user;
} scene;

arb_role arb_back_role(const arb_side *side, uint64_t square)
{
    return side->pawns & square                       ? ARB_PAWN
           : side->knights & square                   ? ARB_KNIGHT
           : side->king & square                      ? ARB_KING
           : side->diagonal & side->straight & square ? ARB_QUEEN
           : side->diagonal & square                  ? ARB_BISHOP
           : side->straight & square                  ? ARB_ROOK
                                                      : ARB_ROLE_NONE;
}

void arb_back_put(arb_side *side, uint64_t square, arb_role role)
{
    side->all |= square;
    side->pawns |= role == ARB_PAWN ? square : 0;
    side->knights |= role == ARB_KNIGHT ? square : 0;
    side->diagonal |= role == ARB_BISHOP || role == ARB_QUEEN ? square : 0;
    side->straight |= role == ARB_ROOK || role == ARB_QUEEN ? square : 0;
    side->king |= role == ARB_KING ? square : 0;
}

void arb_back_lift(arb_side *side, uint64_t square)
{
    side->all &= ~square;
    side->pawns &= ~square;
    side->knights &= ~square;
    side->diagonal &= ~square;
    side->straight &= ~square;
    side->king &= ~square;
}

/* Laws 3.9.2: before a move the opponent is not in check, for he has made a legal one. */
static bool offer(const scene *s, const arb_unmove *last, const arb_back *before)
{
    const uint64_t occupied = before->side[0].all | before->side[1].all;
    const arb_side *own = &before->side[s->us], *opp = &before->side[s->them];

    if (arb_side_attacking(own, s->us, lowest(opp->king), occupied))
        return false;
    return s->visit(s->user, last, before);
}

/* The position with `role` back on `from`, and `victim`, if any, on `to`. */
static bool retract(const scene *s, arb_unmove last, arb_role before_role, arb_role victim)
{
    arb_back before = *s->back;

    last.victim = (uint8_t)victim;
    before.turn = (uint8_t)s->us;
    before.passed = ARB_SQUARE_NONE;
    arb_back_lift(&before.side[s->us], bit(last.to));
    arb_back_put(&before.side[s->us], bit(last.from), before_role);
    if (last.kind == ARB_MOVE_EN_PASSANT) {
        arb_back_put(&before.side[s->them], forward(s->them, bit(last.to)), ARB_PAWN);
        before.passed = last.to;
    } else if (victim != ARB_ROLE_NONE) {
        arb_back_put(&before.side[s->them], bit(last.to), victim);
    }
    return offer(s, &last, &before);
}

/* Tries these origins, with captures of every kind of piece, or with none. */
static bool from_each(const scene *s, uint64_t origins, arb_unmove last, arb_role before_role)
{
    static const arb_role victims[] = { ARB_QUEEN, ARB_ROOK, ARB_KNIGHT, ARB_BISHOP, ARB_PAWN };
    const bool edge = (bit(last.to) & (RANK_1 | RANK_8)) != 0;

    for (origins &= ~s->occupied; origins; origins = without_lowest(origins)) {
        last.from = lowest(origins);
        if (!s->captures) {
            if (retract(s, last, before_role, ARB_ROLE_NONE))
                return true;
            continue;
        }
        for (size_t i = 0; s->lost && i < sizeof victims / sizeof *victims; i++) {
            if (victims[i] == ARB_PAWN && (edge || count(s->opp->pawns) >= 8))
                continue;
            if (retract(s, last, before_role, victims[i]))
                return true;
        }
    }
    return false;
}

/* Laws 3.2 to 3.6, 3.8.1 */
static bool piece_back(const scene *s, arb_square to, arb_role role)
{
    const arb_unmove last = { .to = to, .kind = (uint8_t)role, .role = (uint8_t)role };
    const uint64_t diagonal = bishop_attacks(to, s->occupied);
    const uint64_t straight = rook_attacks(to, s->occupied);
    const uint64_t origins = role == ARB_KNIGHT   ? knight_attacks(to)
                             : role == ARB_KING   ? king_attacks(to)
                             : role == ARB_BISHOP ? diagonal
                             : role == ARB_ROOK   ? straight
                                                  : diagonal | straight;
    return from_each(s, origins, last, role);
}

/* Laws 3.7.3.3 */
static bool promotion_back(const scene *s, arb_square to, arb_role role)
{
    const arb_unmove last = { .to = to, .kind = ARB_MOVE_PROMOTION, .role = (uint8_t)role };
    const uint64_t here = bit(to);

    if (!(here & last_rank(s->us)) || role == ARB_KING || count(s->own->pawns) >= 8)
        return false;
    return from_each(s, s->captures ? pawn_attacks(s->them, here) : forward(s->them, here), last,
                     ARB_PAWN);
}

/* Laws 3.7.3.1: the pawn captured stood behind, and had come over this square. */
static bool en_passant_back(const scene *s, arb_square to)
{
    const uint64_t here = bit(to), victim = forward(s->them, here), came = forward(s->us, here);
    const uint64_t sixth = s->us == ARB_WHITE ? RANK_8 >> 16 : RANK_1 << 16;
    arb_unmove last = { .to = to, .kind = ARB_MOVE_EN_PASSANT, .role = ARB_PAWN };

    if (!(here & sixth) || ((victim | came) & s->occupied) || !s->lost || count(s->opp->pawns) >= 8)
        return false;
    for (uint64_t origins = pawn_attacks(s->them, here) & ~s->occupied; origins;
         origins = without_lowest(origins)) {
        last.from = lowest(origins);
        if (retract(s, last, ARB_PAWN, ARB_PAWN))
            return true;
    }
    return false;
}

/* Laws 3.7 */
static bool pawn_back(const scene *s, arb_square to)
{
    const uint64_t here = bit(to), never = home_rank(s->us);
    const uint64_t second = forward(s->us, never);
    const uint64_t step = forward(s->them, here) & ~s->occupied & ~never;
    const arb_unmove one = { .to = to, .kind = ARB_MOVE_PAWN, .role = ARB_PAWN };
    const arb_unmove two = { .to = to, .kind = ARB_MOVE_DOUBLE_STEP, .role = ARB_PAWN };

    if (s->captures)
        return from_each(s, pawn_attacks(s->them, here) & ~never, one, ARB_PAWN) ||
               en_passant_back(s, to);
    return from_each(s, step, one, ARB_PAWN) ||
           from_each(s, forward(s->them, step) & second, two, ARB_PAWN);
}

/* Laws 3.8.2.2: was the way of the king free of attacks, before he and the rook moved? */
static bool way_safe(const scene *s, uint64_t way, uint64_t occupied)
{
    for (; way; way = without_lowest(way))
        if (arb_side_attacking(s->opp, s->them, lowest(way), occupied))
            return false;
    return true;
}

/* Laws 3.8.2, II.3: castling from these squares to where king and rook now stand. */
static bool castling_from(const scene *s, arb_square king, arb_square rook)
{
    const uint64_t king_to = bit(castled_king(king, rook)), rook_to = bit(castled_rook(king, rook));
    const castling_path path = castling_path_of(king, rook);
    const uint64_t others = s->occupied & ~(king_to | rook_to);
    arb_back before = *s->back;
    arb_side *own = &before.side[s->us];
    const arb_unmove last = { .from = king,
                              .to = lowest(king_to),
                              .kind = ARB_MOVE_CASTLING,
                              .role = ARB_KING,
                              .rook = rook,
                              .victim = ARB_ROLE_NONE };

    if (!(s->own->king & king_to) || !(s->own->straight & ~s->own->diagonal & rook_to) ||
        ((path.vacant | bit(king) | bit(rook)) & others) ||
        !way_safe(s, path.safe, others | bit(rook)))
        return false;
    arb_back_lift(own, king_to | rook_to);
    arb_back_put(own, bit(king), ARB_KING);
    arb_back_put(own, bit(rook), ARB_ROOK);
    before.rights |= bit(rook);
    before.turn = (uint8_t)s->us;
    before.passed = ARB_SQUARE_NONE;
    return offer(s, &last, &before);
}

static bool castling_back(const scene *s)
{
    const unsigned home = s->us == ARB_WHITE ? 0 : 56;

    if (s->locked)
        return false;
    if (!s->back->any_array)
        return castling_from(s, (arb_square)(home + 4), (arb_square)(home + 7)) ||
               castling_from(s, (arb_square)(home + 4), (arb_square)home);
    for (unsigned king = home + 1; king < home + 7; king++)
        for (unsigned rook = home; rook < home + 8; rook++)
            if (king != rook && castling_from(s, (arb_square)king, (arb_square)rook))
                return true;
    return false;
}

/* All last moves of one piece. */
static bool each_of(const scene *s, arb_square to)
{
    const arb_role role = arb_back_role(s->own, bit(to));

    if (role == ARB_PAWN)
        return pawn_back(s, to);
    return piece_back(s, to, role) || promotion_back(s, to, role);
}

/* The last move is known: a pawn has gone two squares. */
static bool double_step_back(const scene *s)
{
    const uint64_t over = bit(s->back->passed), pawn = forward(s->us, over);
    const uint64_t from = forward(s->them, over);
    const arb_unmove two = { .to = lowest(pawn), .kind = ARB_MOVE_DOUBLE_STEP, .role = ARB_PAWN };

    if (!(s->own->pawns & pawn) || ((over | from) & s->occupied))
        return false;
    return from_each(s, from, two, ARB_PAWN);
}

bool arb_back_each(const arb_back *back, arb_back_visit *visit, void *user)
{
    const arb_colour them = (arb_colour)back->turn, us = other(them);
    const uint64_t rooks = back->rights & home_rank(us);
    scene s = { .back = back,
                .own = &back->side[us],
                .opp = &back->side[them],
                .us = us,
                .them = them,
                .occupied = back->side[0].all | back->side[1].all,
                .locked = rooks ? rooks | back->side[us].king : 0,
                .lost = count(back->side[them].all) < 16,
                .visit = visit,
                .user = user };

    if (back->passed != ARB_SQUARE_NONE)
        return double_step_back(&s);
    for (int round = 0; round < 2; round++) {
        s.captures = round == 1;
        for (uint64_t pieces = s.own->all & ~s.locked; pieces; pieces = without_lowest(pieces))
            if (each_of(&s, lowest(pieces)))
                return true;
        if (round == 0 && castling_back(&s))
            return true;
    }
    return false;
}

arb_back arb_back_of(const arb_setup *setup, bool any_array)
{
    arb_back out = { .passed = setup->en_passant, .turn = setup->turn, .any_array = any_array };

    arb_sides_of_setup(out.side, setup);
    out.rights = arb_setup_castling(out.side, setup->castling);
    return out;
}

arb_setup arb_back_setup(const arb_back *back)
{
    arb_setup out = arb_setup_empty();

    for (unsigned square = 0; square < ARB_SQUARE_COUNT; square++)
        for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++)
            if (back->side[colour].all & bit(square))
                out.piece[square] = arb_piece_of((arb_colour)colour,
                                                 arb_back_role(&back->side[colour], bit(square)));
    out.castling = back->rights;
    out.en_passant = back->passed;
    out.turn = back->turn;
    return out;
}

bool arb_back_is_initial(const arb_back *back)
{
    if (back->turn != ARB_WHITE || count(back->side[0].all | back->side[1].all) != 32)
        return false;
    const arb_setup initial = arb_setup_initial(), here = arb_back_setup(back);
    if (back->any_array)
        return arb_chess960_number(&here) != ARB_CHESS960_COUNT;
    return memcmp(initial.piece, here.piece, sizeof here.piece) == 0;
}
