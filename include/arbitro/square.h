/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SQUARE_H
#define ARBITRO_SQUARE_H
/**
 * @file square.h
 * The chessboard, its squares, and the pieces (Laws, Articles 2.1, 2.2 and 2.4).
 *
 * Squares are numbered a1 = 0, b1 = 1, ... h8 = 63; a set of squares is a `uint64_t` with the
 * bit of each square. All values are plain.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arbitro/api.h"

ARB_BEGIN_DECLS

typedef uint8_t arb_square;
enum { ARB_SQUARE_NONE = 64, ARB_SQUARE_COUNT = 64 };

typedef enum arb_colour { ARB_WHITE, ARB_BLACK, ARB_COLOUR_COUNT } arb_colour;

/** The kinds of pieces. "Role" is the kind without its colour. */
typedef enum arb_role {
    ARB_PAWN,
    ARB_KNIGHT,
    ARB_BISHOP,
    ARB_ROOK,
    ARB_QUEEN,
    ARB_KING,
    ARB_ROLE_COUNT,
    ARB_ROLE_NONE = ARB_ROLE_COUNT
} arb_role;

/** A piece on the board: 0 is an empty square, else 1 + role, plus 8 when it is black. */
typedef uint8_t arb_piece;
enum { ARB_PIECE_NONE = 0 };

ARB_API inline arb_piece arb_piece_of(arb_colour colour, arb_role role)
{
    return (arb_piece)(1u + (unsigned)role + 8u * (unsigned)colour);
}

/** The colour of a piece; the piece must not be ARB_PIECE_NONE. */
ARB_API inline arb_colour arb_piece_colour(arb_piece piece)
{
    return (piece & 8u) ? ARB_BLACK : ARB_WHITE;
}

/** The kind of a piece; the piece must not be ARB_PIECE_NONE. */
ARB_API inline arb_role arb_piece_role(arb_piece piece)
{
    return (arb_role)((piece & 7u) - 1u);
}

ARB_API inline arb_colour arb_opponent(arb_colour colour)
{
    return colour == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
}

/** The file, 0 for a to 7 for h (2.4). */
ARB_API inline unsigned arb_square_file(arb_square square)
{
    return square & 7u;
}

/** The rank, 0 for the first to 7 for the eighth (2.4). */
ARB_API inline unsigned arb_square_rank(arb_square square)
{
    return square >> 3;
}

ARB_API inline arb_square arb_square_at(unsigned file, unsigned rank)
{
    return (arb_square)(rank * 8u + file);
}

/** The letter of a file, a to h (C.5), and the digit of a rank, 1 to 8 (C.6). */
ARB_API inline char arb_file_letter(unsigned file)
{
    return (char)('a' + file);
}

ARB_API inline char arb_rank_digit(unsigned rank)
{
    return (char)('1' + rank);
}

/** Is the square light? h1, at White's right hand, is (2.1). */
/* Laws 2.1 */
ARB_API inline bool arb_square_is_light(arb_square square)
{
    return ((square ^ (square >> 3)) & 1u) != 0;
}

/**
 * The squares of the straight line from one edge of the board to an adjacent edge that runs
 * through `square` in the direction of a1-h8, or of a8-h1 when `falling` (2.4).
 */
ARB_API uint64_t arb_square_diagonal(arb_square square, bool falling);

/**
 * Writes the name of a square such as "e4", or "-" for ARB_SQUARE_NONE, cut off at `size` bytes
 * with a NUL; returns the length of the whole text, like snprintf (C.7).
 */
ARB_API size_t arb_square_write(char *out, size_t size, arb_square square);

/** The square with this name, the whole text; ARB_SQUARE_NONE when it names none. */
ARB_API arb_square arb_square_read(const char *text, size_t size);

/** "white", "black"; "none" for ARB_COLOUR_COUNT. */
ARB_API const char *arb_colour_word(arb_colour colour);

/** The word for a set of colours, bit 0 White and bit 1 Black: "none", "white", "black", "both". */
ARB_API const char *arb_colours_word(unsigned colours);

/** The colour whose word this is; ARB_COLOUR_COUNT when it is neither. */
ARB_API arb_colour arb_colour_read(const char *text, size_t size);

/** The small English letter of a role, as in e7e8q: p n b r q k. */
ARB_API char arb_role_letter(arb_role role);

/** The letter of a piece as in FEN, capital for White and small for Black; '.' for an empty square.
 */
ARB_API char arb_piece_letter(arb_piece piece);

/** The piece with this letter of FEN; ARB_PIECE_NONE when there is none. */
ARB_API arb_piece arb_piece_from_letter(char letter);

ARB_END_DECLS

#endif
