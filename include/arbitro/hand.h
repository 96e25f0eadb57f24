/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_HAND_H
#define ARBITRO_HAND_H
/**
 * @file hand.h
 * What a hand did on the board, and whether the Laws know it as a move (3.10.1, 3.10.2).
 *
 * A displacement is only seen: nobody has checked it. Matching turns it into a legal move, or
 * names the article that it breaks.
 */
#include "arbitro/article.h"
#include "arbitro/position.h"

ARB_BEGIN_DECLS

typedef struct arb_hand {
    arb_square from, to;
    uint8_t promotion; /* arb_role that the pawn became, ARB_ROLE_NONE when it did not */
} arb_hand;

/** The game that is played: they differ in how castling is shown by hand and in writing. */
typedef enum arb_variant { ARB_STANDARD, ARB_CHESS960 } arb_variant;

/**
 * The game whose castling rights these are: Chess960 when a king is not on the e-file or a rook not
 * in its corner (II.3), else ordinary chess, which the position may also be a Chess960 game of.
 */
ARB_API arb_variant arb_pos_variant(const arb_pos *pos);

/**
 * The game that is played from here when nobody names it: the same, but where the two sides cannot
 * have begun from one position of Chess960 (II.2.3) some piece was set up wrongly in ordinary
 * chess.
 */
ARB_API arb_variant arb_pos_game_variant(const arb_pos *pos);

/** Takes away, as in ordinary chess, what a king or a rook that began elsewhere has of rights to
 *  castle (A.5.1.2). */
ARB_API void arb_setup_castle_as_usual(arb_setup *setup);

/**
 * Finds the legal move that `hand` describes: fills `out` and returns ARB_ART_NONE. Otherwise
 * returns the article that the displacement breaks and leaves `out` alone; a pawn put on the last
 * rank without its promotion piece breaks 3.7.3.3.
 *
 * Castling is shown by putting the king on its final square, two or more files away; in Chess960,
 * and where king and rook do not stand as in ordinary chess, also by putting it on its own rook,
 * which is the only way when it moves less.
 *
 * When several articles are broken the first of these is named: nothing moved (3.10.2), a piece of
 * the opponent (1.1), a square held by an own piece (3.1), the opponent's king (1.4.1), the way of
 * the piece (3.2 to 3.8), the promotion (3.7.3.3), the own king left in check (3.9.2).
 */
ARB_API ARB_MUST_USE arb_article arb_pos_match(arb_move *out, const arb_pos *pos, arb_hand hand,
                                               arb_variant variant);

/** The displacement by which a hand shows `move`; no two moves of a position share one. */
ARB_API arb_hand arb_move_hand(arb_move move, arb_variant variant);

/** Room for a displacement as text, with its final NUL. */
enum { ARB_HAND_SIZE = 6 };

/**
 * Writes a displacement as coordinates: "e2e4", "e7e8q"; "--" when its square of departure is
 * ARB_SQUARE_NONE. Cut off at `size` bytes with a NUL; returns the length of the whole text.
 */
ARB_API size_t arb_hand_write(char *out, size_t size, arb_hand hand);

/**
 * Reads a displacement written as coordinates. On an error `out` is untouched and `where`, unless
 * it is NULL, tells the column. Whether it is a legal move, arb_pos_match() tells.
 */
ARB_API ARB_MUST_USE arb_err arb_hand_read(arb_hand *out, arb_where *where, const char *text,
                                           size_t size);

ARB_END_DECLS

#endif
