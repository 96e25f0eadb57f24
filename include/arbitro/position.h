/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_POSITION_H
#define ARBITRO_POSITION_H
/**
 * @file position.h
 * What stands on the board, and what may be played from it (Laws, Article 3; Guidelines II).
 *
 * Two types keep apart what is seen from what can be played: `arb_setup` is any diagram,
 * `arb_pos` is one with a single king and at most sixteen pieces on each side. Everything below
 * works for every `arb_pos`, also for those that no legal game reaches. Chess960 needs no
 * special treatment: a castling right is the square of its rook.
 *
 * All types are plain values: copy with `=`, nothing to free, nothing allocated.
 *
 * @code
 * arb_pos pos = arb_pos_initial();
 * arb_move moves[ARB_MOVES_MAX];
 * const size_t count = arb_pos_moves(moves, &pos);
 * assert(count == 20 && arb_pos_is_legal(&pos, moves[0]));
 * arb_pos_play(&pos, &pos, moves[0]);
 * assert(pos.turn == ARB_BLACK && !arb_pos_is_check(&pos));
 * @endcode
 */
#include <stddef.h>

#include "arbitro/setup.h"

ARB_BEGIN_DECLS

/**
 * The pieces of one colour, as sets of squares. A queen unites the moves of bishop and rook (3.4),
 * and so it stands in both `diagonal` and `straight`.
 */
typedef struct arb_side {
    uint64_t pawns, knights;
    uint64_t diagonal; /* bishops and queens */
    uint64_t straight; /* rooks and queens */
    uint64_t king;
    uint64_t all;
} arb_side;

typedef struct arb_pos {
    arb_side side[2];      /* by arb_colour */
    uint64_t castling;     /* squares of the rooks with which castling may still be possible */
    uint64_t key;          /* equal for positions that are the same by 9.2.3 */
    arb_square en_passant; /* where a pawn may be captured en passant, only when that is legal */
    arb_square passed;     /* where a pawn has just passed over, whether or not it can be taken */
    uint8_t turn;          /* arb_colour of the side that has the move (1.3) */
    uint16_t quiet_plies, move_number;
} arb_pos;

/** What the pieces do in a move. The first six are the plain moves and captures of each role. */
typedef enum arb_move_kind {
    ARB_MOVE_PAWN,
    ARB_MOVE_KNIGHT,
    ARB_MOVE_BISHOP,
    ARB_MOVE_ROOK,
    ARB_MOVE_QUEEN,
    ARB_MOVE_KING,
    ARB_MOVE_DOUBLE_STEP, /* 3.7.2 */
    ARB_MOVE_EN_PASSANT,  /* 3.7.3.1 */
    ARB_MOVE_CASTLING,    /* 3.8.2, II.3 */
    ARB_MOVE_PROMOTION    /* 3.7.3.3 */
} arb_move_kind;

/** A legal move of one position. Only this library makes them; take it apart with arb_move_... */
typedef struct arb_move {
    uint16_t bits;
} arb_move;

/**
 * Room enough for the moves of any position: fifteen queens with 27 moves each and a king with
 * eight make 413.
 */
enum { ARB_MOVES_MAX = 416 };

/** The two directions in which a king can castle. */
typedef enum arb_wing { ARB_KINGSIDE, ARB_QUEENSIDE, ARB_WING_COUNT } arb_wing;

/** Whether castling is possible, or what stands against it. */
typedef enum arb_castling {
    ARB_CASTLING_ALLOWED,
    ARB_CASTLING_LOST,          /* 3.8.2.1, the position does not tell why */
    ARB_CASTLING_KING_MOVED,    /* 3.8.2.1 */
    ARB_CASTLING_ROOK_MOVED,    /* 3.8.2.1, or the rook is gone */
    ARB_CASTLING_IN_CHECK,      /* 3.8.2.2, the king's own square is attacked */
    ARB_CASTLING_THROUGH_CHECK, /* 3.8.2.2, a square it crosses */
    ARB_CASTLING_INTO_CHECK,    /* 3.8.2.2, the square where it arrives */
    ARB_CASTLING_BLOCKED,       /* 3.8.2.2, a piece stands in the way */
    ARB_CASTLING_COUNT
} arb_castling;

/** How king and rook move when castling (II.3.2). */
typedef enum arb_manner {
    ARB_MANNER_BOTH_MOVE,     /* II.3.2.1 */
    ARB_MANNER_TRANSPOSITION, /* II.3.2.2 */
    ARB_MANNER_KING_ONLY,     /* II.3.2.3 */
    ARB_MANNER_ROOK_ONLY      /* II.3.2.4 */
} arb_manner;

/**
 * Makes a position from `setup` and returns all faults (setup.h). With a hard fault `out` is
 * untouched; otherwise it is filled, and castling rights and en passant squares that mean nothing
 * are left out. The key and the en passant square follow 9.2.3.
 */
ARB_API uint32_t arb_pos_from_setup(arb_pos *out, const arb_setup *setup);

/** The initial position (2.3). */
ARB_API arb_pos arb_pos_initial(void);

/** The position as a setup; its en passant square is there only when the capture is legal. */
ARB_API arb_setup arb_pos_setup(const arb_pos *pos);

/** Are the fields consistent with one another? For assertions. */
ARB_API bool arb_pos_ok(const arb_pos *pos);

/** What stands on `square`. */
ARB_API arb_piece arb_pos_piece(const arb_pos *pos, arb_square square);

/** The squares where pieces of this colour and role stand. */
ARB_API uint64_t arb_pos_pieces(const arb_pos *pos, arb_colour colour, arb_role role);

/** Writes the legal moves into `out`, room for ARB_MOVES_MAX, and returns how many (3.10.1). */
ARB_API size_t arb_pos_moves(arb_move *out, const arb_pos *pos);

/** How many legal moves there are, without listing them. */
ARB_API size_t arb_pos_count(const arb_pos *pos);

/** Is `move` one of the legal moves of `pos`? */
ARB_API bool arb_pos_is_legal(const arb_pos *pos, arb_move move);

/** The position after `move`, which must be a legal move of `pos`. `out` may be `pos`. */
ARB_API void arb_pos_play(arb_pos *out, const arb_pos *pos, arb_move move);

/** The pieces of `colour` that attack `square`, pinned ones included (3.1.2, 3.1.3). */
ARB_API uint64_t arb_pos_attackers(const arb_pos *pos, arb_square square, arb_colour colour);

/** The pieces that give check to the king of `colour` (3.9.1). */
ARB_API uint64_t arb_pos_checkers(const arb_pos *pos, arb_colour colour);

/** The pieces of `colour` that stand alone between their king and an attacker. */
ARB_API uint64_t arb_pos_pinned(const arb_pos *pos, arb_colour colour);

/** Is the side that has the move in check? */
ARB_API bool arb_pos_is_check(const arb_pos *pos);

/** Is the side that has the move checkmated (1.4.1)? */
ARB_API bool arb_pos_is_checkmate(const arb_pos *pos);

/** Has the side that has the move no legal move without being in check (5.2.1)? */
ARB_API bool arb_pos_is_stalemate(const arb_pos *pos);

/** Are both the same position in the sense of 9.2.3? Counters are not compared. */
ARB_API bool arb_pos_same(const arb_pos *a, const arb_pos *b);

/**
 * May `colour` castle on this wing as far as Article 3 goes, whoever has the move; if not, the
 * first reason against it, lasting ones first. Why a right was lost, only history.h can tell.
 */
ARB_API arb_castling arb_pos_castling(const arb_pos *pos, arb_colour colour, arb_wing wing);

/** How king and rook move when castling from these squares (II.3.2). */
ARB_API arb_manner arb_castling_manner(arb_square king, arb_square rook);

/** The castling verdict as a phrase. */
ARB_API const char *arb_castling_text(arb_castling castling, arb_lang lang);

/** The kind of the move. */
ARB_API arb_move_kind arb_move_kind_of(arb_move move);

/** The square from which a piece moves; in castling the king's. */
ARB_API arb_square arb_move_from(arb_move move);

/** The square on which that piece arrives; in castling the king's final square (II.3.2.6). */
ARB_API arb_square arb_move_to(arb_move move);

/** In castling, the square of the rook before the move; otherwise ARB_SQUARE_NONE. */
ARB_API arb_square arb_move_rook(arb_move move);

/** The kind of piece that moves; a promoting pawn is a pawn, castling is a king's move (3.8.2). */
ARB_API arb_role arb_move_role(arb_move move);

/** What the pawn becomes, or ARB_ROLE_NONE. */
ARB_API arb_role arb_move_promotion(arb_move move);

/** The square of the piece that `move` captures, or ARB_SQUARE_NONE (3.1.1, 3.7.3.1). */
ARB_API arb_square arb_move_captured(const arb_pos *pos, arb_move move);

/** Are both the same move? */
ARB_API inline bool arb_move_equal(arb_move a, arb_move b)
{
    return a.bits == b.bits;
}

ARB_END_DECLS

#endif
