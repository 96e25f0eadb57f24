/* SPDX-License-Identifier: MIT */
#ifndef ARB_BOARD_CASTLING_H
#define ARB_BOARD_CASTLING_H
/*
 * The geometry of castling (Laws, 3.8.2, II.3.2): which squares must be vacant and which safe.
 * It depends only on where king and rook began, so a count of many positions works it out once.
 */
#include "arbitro/position.h"
#include "board/bits.h"

typedef struct castling_path {
    uint64_t rook;   /* the rook's square; empty when there is no such right */
    uint64_t vacant; /* must hold no piece but this king and this rook (3.8.2.2, II.3.2.7) */
    uint64_t safe;   /* must not be attacked: all that the king crosses, both ends (3.8.2.2) */
} castling_path;

typedef struct castling_paths {
    castling_path path[2][2]; /* by arb_colour, arb_wing */
} castling_paths;

/* Laws II.3.2.6 */
ARB_INLINE arb_square castled_king(arb_square king, arb_square rook)
{
    return (arb_square)((king & 56u) + (rook > king ? 6u : 2u));
}

ARB_INLINE arb_square castled_rook(arb_square king, arb_square rook)
{
    return (arb_square)((king & 56u) + (rook > king ? 5u : 3u));
}

/* Laws II.3.2.7 */
ARB_INLINE castling_path castling_path_of(arb_square king, arb_square rook)
{
    const uint64_t king_way = stretch(king, castled_king(king, rook));
    const uint64_t rook_way = stretch(rook, castled_rook(king, rook));
    return (castling_path){ .rook = bit(rook),
                            .vacant = (king_way | rook_way) & ~(bit(king) | bit(rook)),
                            .safe = king_way };
}

/* A path that is never open, for a right that does not exist. */
#define CASTLING_NEVER ((castling_path){ 0, ~UINT64_C(0), ~UINT64_C(0) })

/* Laws II.3, II.3.1: the paths of all castling rights in `pos`. */
ARB_INLINE castling_paths castling_paths_of(const arb_pos *pos)
{
    castling_paths paths = { { { CASTLING_NEVER, CASTLING_NEVER },
                               { CASTLING_NEVER, CASTLING_NEVER } } };

    for (uint64_t rooks = pos->castling; rooks; rooks = without_lowest(rooks)) {
        const arb_square rook = lowest(rooks);
        const arb_colour colour = rook < 8 ? ARB_WHITE : ARB_BLACK;
        const arb_square king = lowest(pos->side[colour].king);
        const arb_wing wing = rook > king ? ARB_KINGSIDE : ARB_QUEENSIDE;
        paths.path[colour][wing] = castling_path_of(king, rook);
    }
    return paths;
}

/*
 * Laws 3.8.2.2: is castling possible now, for a king that is not in check? A pinned rook may not
 * castle: it can only be pinned along the rank, from the far side, and then the king would arrive
 * in the open line. Nothing else can uncover an attack on the king's final square.
 */
ARB_INLINE bool castling_open(const castling_path *path, uint64_t rights, uint64_t occupied,
                              uint64_t danger, uint64_t pinned)
{
    return ((occupied & path->vacant) | (danger & path->safe) |
            ((pinned | ~rights) & path->rook)) == 0;
}

#endif
