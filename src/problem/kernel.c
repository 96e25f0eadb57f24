/* SPDX-License-Identifier: MIT */
/*
 * One kernel of a solver: mating moves, and how a side stands that has the move.
 *
 * Compiled once for each kind of processor, with ARB_PROBLEM_CODE naming the table to
 * define and ARB_PROBLEM_NET that of net.c.
 */
#include "problem/kernel.h"

#include "problem/checks.h"

/* A check can be given by no more moves than there are moves. */
enum { CANDIDATES = ARB_MOVES_MAX };

static const castling_paths no_paths = {
    { { { 0, ~UINT64_C(0), ~UINT64_C(0) }, { 0, ~UINT64_C(0), ~UINT64_C(0) } },
      { { 0, ~UINT64_C(0), ~UINT64_C(0) }, { 0, ~UINT64_C(0), ~UINT64_C(0) } } }
};

/* The paths of a position, made in `room` only when there are any. */
ARB_INLINE const castling_paths *paths_of(castling_paths *room, const arb_pos *pos)
{
    if (__builtin_expect(pos->castling == 0, 1))
        return &no_paths;
    *room = castling_paths_of(pos);
    return room;
}

/* Laws 3.9.2: can a check by one piece be answered by another than the king? */
ARB_INLINE bool check_is_answered(const arb_pos *pos, arb_colour us, const limits *lim)
{
    const arb_side *own = &pos->side[us];
    const uint64_t occupied = own->all | pos->side[other(us)].all;
    const uint64_t targets = targets_of(pos, us) & lim->answers;

    for (uint64_t knights = own->knights & ~lim->pinned; knights; knights = without_lowest(knights))
        if (knight_attacks(lowest(knights)) & targets)
            return true;
    const pawn_targets to = pawns_reach(pos, us, lim, targets);
    if (to.single | to.twice | to.aside | to.hside)
        return true;
    if (own->straight | own->diagonal) {
        const rays sliders = rays_and(rays_of(own->straight, own->diagonal),
                                      rays_or(rays_all(~lim->pinned), lim->along));
        if (rays_union(rays_reach(sliders, ~occupied)) & targets)
            return true;
    }
    return pos->passed != ARB_SQUARE_NONE && en_passant_pawns(pos, us) != 0;
}

/* Laws 1.4.1: is the side `us`, whose move it is, checkmated? */
ARB_INLINE bool is_mated(const arb_pos *pos, arb_colour us)
{
    const limits lim = limits_of(pos, us);
    const uint64_t steps = king_attacks(lowest(pos->side[us].king)) & targets_of(pos, us);

    if (!lim.checkers || (steps & ~lim.danger))
        return false;
    return lim.checkers > 1 || !check_is_answered(pos, us, &lim);
}

ARB_INLINE bool move_mates(const arb_pos *pos, arb_colour us, arb_move move)
{
    arb_pos next;

    advance(&next, pos, us, move);
    return is_mated(&next, other(us));
}

/* Candidates for a mate: checks, and castling where it is open. */
ARB_INLINE size_t candidates(arb_move *out, const arb_pos *pos, arb_colour us)
{
    const check_squares c = check_squares_of(pos, us);
    arb_move *end = list_pawns_checking(list_piece_checks(out, pos, us, &c), pos, us, &c);

    if (__builtin_expect((pos->castling & home_rank(us)) != 0, 0)) {
        const castling_paths paths = castling_paths_of(pos);
        const uint64_t occupied = pos->side[0].all | pos->side[1].all;
        const limits lim = limits_of(pos, us);
        for (int wing = 0; wing < ARB_WING_COUNT; wing++)
            if (castling_open(&paths.path[us][wing], pos->castling, occupied, lim.danger,
                              lim.pinned))
                *end++ = move_make(lowest(pos->side[us].king), lowest(paths.path[us][wing].rook),
                                   ARB_MOVE_CASTLING);
    }
    return (size_t)(end - out);
}

/* What keeps the king from being mated by most checks: squares to which he can go. */
typedef struct escapes {
    uint64_t open; /* beside him, neither filled by his side nor attacked, he himself no obstacle */
    uint64_t lines;    /* what the mover's line pieces attack */
    uint64_t occupied; /* by all but him */
} escapes;

ARB_INLINE escapes escapes_of(const arb_pos *pos, arb_colour us)
{
    const arb_side *own = &pos->side[us], *opp = &pos->side[other(us)];
    escapes e;

    e.occupied = (own->all | opp->all) & ~opp->king;
    e.lines = rays_union(rays_reach(rays_of(own->straight, own->diagonal), ~e.occupied));
    e.open = king_attacks(lowest(opp->king)) & ~opp->all &
             ~(e.lines | knights_attack(own->knights) | pawn_attacks(us, own->pawns) |
               king_attacks(lowest(own->king)));
    return e;
}

/*
 * Does an escape stay open whatever else the move does? What was attacked counts as attacked, and a
 * piece that leaves a line of its own side is not judged: the answer "yes" is certain, "no" is not.
 */
ARB_INLINE bool leaves_escape(const escapes *e, arb_colour us, arb_move move)
{
    const arb_square to = (arb_square)move_to(move);
    const unsigned code = move_code(move);
    const uint64_t from = bit(move_from(move)), occupied = e->occupied & ~from;
    uint64_t arrival = 0;

    if ((e->lines & from) || code >= CODE_SPECIAL)
        return false;
    if (code == ARB_MOVE_KNIGHT)
        arrival = knight_attacks(to);
    else if (code == ARB_MOVE_PAWN)
        arrival = pawn_attacks(us, bit(to));
    else if (code == ARB_MOVE_KING)
        arrival = king_attacks(to);
    else
        arrival = (code != ARB_MOVE_ROOK ? bishop_attacks(to, occupied) : 0) |
                  (code != ARB_MOVE_BISHOP ? rook_attacks(to, occupied) : 0);
    return (e->open & ~arrival) != 0;
}

/* Those of the candidates that may leave no escape. */
ARB_INLINE size_t narrow(arb_move *moves, size_t n, const arb_pos *pos, arb_colour us)
{
    size_t kept = 0;

    if (n == 0)
        return 0;
    const escapes e = escapes_of(pos, us);
    for (size_t i = 0; i < n; i++)
        if (!leaves_escape(&e, us, moves[i]))
            moves[kept++] = moves[i];
    return kept;
}

/* Legal candidates only; castling stays, for it was open. */
ARB_INLINE size_t sift(arb_move *moves, size_t n, const arb_pos *pos, arb_colour us)
{
    size_t kept = 0;

    if (n == 0)
        return 0;
    const limits lim = limits_of(pos, us);
    for (size_t i = 0; i < n; i++)
        if (move_code(moves[i]) == ARB_MOVE_CASTLING || check_allowed(pos, us, &lim, moves[i]))
            moves[kept++] = moves[i];
    return kept;
}

ARB_INLINE arb_move find_mate(const arb_pos *pos, arb_colour us, arb_move hint)
{
    arb_move list[CANDIDATES];
    const size_t n = sift(list, narrow(list, candidates(list, pos, us), pos, us), pos, us);

    for (size_t i = 0; i < n; i++)
        if (list[i].bits == hint.bits) {
            list[i] = list[0];
            list[0] = hint;
            break;
        }
    for (size_t i = 0; i < n; i++)
        if (move_mates(pos, us, list[i]))
            return list[i];
    return ARB_PROBLEM_NO_MOVE;
}

ARB_INLINE size_t list_mates(arb_move *out, const arb_pos *pos, arb_colour us)
{
    arb_move list[CANDIDATES];
    const size_t n = sift(list, narrow(list, candidates(list, pos, us), pos, us), pos, us);
    size_t found = 0;

    for (size_t i = 0; i < n; i++)
        if (move_mates(pos, us, list[i]))
            out[found++] = list[i];
    return found;
}

ARB_INLINE size_t list_moves(arb_move *out, const arb_pos *pos, arb_colour us)
{
    castling_paths room;
    const castling_paths *paths = paths_of(&room, pos);
    const limits lim = limits_of(pos, us);

    return (size_t)(moves_list(out, pos, us, paths, &lim) - out);
}

/* Where the piece on `from`, if it is of the kind that `code` says, can go; the king left aside. */
ARB_INLINE uint64_t plain_targets(const arb_pos *pos, arb_colour us, unsigned code, arb_square from)
{
    const arb_side *own = &pos->side[us], *opp = &pos->side[other(us)];
    const uint64_t occupied = own->all | opp->all, piece = bit(from);
    const uint64_t straight = own->straight & piece, diagonal = own->diagonal & piece;

    switch (code) {
    case ARB_MOVE_PAWN:
        return own->pawns & piece ? (forward(us, piece) & ~occupied) |
                                        (pawn_attacks(us, piece) & opp->all & ~opp->king)
                                  : 0;
    case ARB_MOVE_KNIGHT:
        return own->knights & piece ? knight_attacks(from) : 0;
    case ARB_MOVE_BISHOP:
        return diagonal && !straight ? bishop_attacks(from, occupied) : 0;
    case ARB_MOVE_ROOK:
        return straight && !diagonal ? rook_attacks(from, occupied) : 0;
    case ARB_MOVE_QUEEN:
        return straight && diagonal ? rook_attacks(from, occupied) | bishop_attacks(from, occupied)
                                    : 0;
    case ARB_MOVE_KING:
        return own->king & piece ? king_attacks(from) : 0;
    default:
        return 0;
    }
}

ARB_INLINE bool is_legal(const arb_pos *pos, arb_colour us, arb_move move)
{
    const uint64_t to = bit(move_to(move)) & targets_of(pos, us);

    if (!(plain_targets(pos, us, move_code(move), (arb_square)move_from(move)) & to) ||
        (move_code(move) == ARB_MOVE_PAWN && (to & last_rank(us))))
        return false;
    const limits lim = limits_of(pos, us);
    return check_allowed(pos, us, &lim, move);
}

/* A king steps to mate only off a line; most positions are done with after that question. */
ARB_INLINE bool each_move_mates(const arb_pos *pos, arb_colour us)
{
    castling_paths room;
    const castling_paths *paths = paths_of(&room, pos);
    const limits lim = limits_of(pos, us);
    const arb_side *own = &pos->side[us];
    const check_squares c = check_squares_of(pos, us);
    const uint64_t steps = king_attacks(lowest(own->king)) & targets_of(pos, us) & ~lim.danger;
    arb_move list[ARB_MOVES_MAX];

    if (steps && !(c.shields & own->king))
        return false;
    const size_t n = (size_t)(moves_list(list, pos, us, paths, &lim) - list);
    for (size_t i = 0; i < n; i++)
        if (!move_mates(pos, us, list[i]))
            return false;
    return n > 0;
}

ARB_INLINE arb_problem_end end_of(const arb_pos *pos, arb_colour us)
{
    castling_paths room;
    const castling_paths *paths = paths_of(&room, pos);
    const limits lim = limits_of(pos, us);

    if (king_attacks(lowest(pos->side[us].king)) & targets_of(pos, us) & ~lim.danger)
        return ARB_PROBLEM_END_NONE;
    if (moves_count(pos, us, paths, &lim))
        return ARB_PROBLEM_END_NONE;
    return lim.checkers ? ARB_PROBLEM_END_MATE : ARB_PROBLEM_END_STALEMATE;
}

ARB_INLINE void count_replies(uint16_t *out, const arb_pos *pos, arb_colour us,
                              const arb_move *moves, size_t count)
{
    castling_paths room;
    const castling_paths *paths = paths_of(&room, pos);

    for (size_t i = 0; i < count; i++) {
        arb_pos next;
        advance(&next, pos, us, moves[i]);
        const limits lim = limits_of(&next, other(us));
        out[i] = (uint16_t)moves_count(&next, other(us), paths, &lim);
    }
}

/* Each function once for White and once for Black, so that colours are constants inside. */
static size_t moves(arb_move *out, const arb_pos *pos, arb_colour us)
{
    return us == ARB_WHITE ? list_moves(out, pos, ARB_WHITE) : list_moves(out, pos, ARB_BLACK);
}

static bool legal(const arb_pos *pos, arb_colour us, arb_move move)
{
    return us == ARB_WHITE ? is_legal(pos, ARB_WHITE, move) : is_legal(pos, ARB_BLACK, move);
}

static arb_move mate(const arb_pos *pos, arb_colour us, arb_move hint)
{
    return us == ARB_WHITE ? find_mate(pos, ARB_WHITE, hint) : find_mate(pos, ARB_BLACK, hint);
}

static size_t mates(arb_move *out, const arb_pos *pos, arb_colour us)
{
    return us == ARB_WHITE ? list_mates(out, pos, ARB_WHITE) : list_mates(out, pos, ARB_BLACK);
}

static bool only_mates(const arb_pos *pos, arb_colour us)
{
    return us == ARB_WHITE ? each_move_mates(pos, ARB_WHITE) : each_move_mates(pos, ARB_BLACK);
}

static arb_problem_end end(const arb_pos *pos, arb_colour us)
{
    return us == ARB_WHITE ? end_of(pos, ARB_WHITE) : end_of(pos, ARB_BLACK);
}

static void replies(uint16_t *out, const arb_pos *pos, arb_colour us, const arb_move *list,
                    size_t count)
{
    if (us == ARB_WHITE)
        count_replies(out, pos, ARB_WHITE, list, count);
    else
        count_replies(out, pos, ARB_BLACK, list, count);
}

const arb_problem_code ARB_PROBLEM_CODE = { moves,      legal, mate,    mates,
                                            only_mates, end,   replies, &ARB_PROBLEM_NET };
