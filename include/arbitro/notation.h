/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_NOTATION_H
#define ARBITRO_NOTATION_H
/**
 * @file notation.h
 * Legal moves as text, in every notation and language (Laws, Appendix C).
 *
 * A style says how; a few ready ones follow, and any field may be changed in a copy. What is
 * written with a style reads back to the same move with the same language (written.h).
 */
#include "arbitro/written.h"

ARB_BEGIN_DECLS

/** How a piece is named. */
typedef enum arb_naming {
    ARB_NAMING_LETTERS,         /* of the style's language */
    ARB_NAMING_FIGURINES,       /* white or black, as the piece is */
    ARB_NAMING_WHITE_FIGURINES, /* always the white ones, as books print them */
    ARB_NAMING_COUNT
} arb_naming;

/** How a capture is marked (C.9). */
typedef enum arb_capture_sign {
    ARB_CAPTURE_CROSS, /* x */
    ARB_CAPTURE_COLON, /* : */
    ARB_CAPTURE_NONE,
    ARB_CAPTURE_COUNT
} arb_capture_sign;

/** How checkmate is marked (C.13.5). */
typedef enum arb_mate_sign {
    ARB_MATE_HASH,        /* # */
    ARB_MATE_DOUBLE_PLUS, /* ++ */
    ARB_MATE_NONE,
    ARB_MATE_COUNT
} arb_mate_sign;

/** How the promotion piece follows the square (C.11; all are read). */
typedef enum arb_promotion_sign {
    ARB_PROMOTION_PLAIN,       /* d8Q */
    ARB_PROMOTION_EQUALS,      /* d8=Q */
    ARB_PROMOTION_PARENTHESES, /* d8(Q) */
    ARB_PROMOTION_SLASH,       /* d8/Q */
    ARB_PROMOTION_HYPHEN,      /* d8-Q */
    ARB_PROMOTION_COUNT
} arb_promotion_sign;

typedef struct arb_style {
    arb_form form;                /* not ARB_FORM_NONE */
    const arb_language *language; /* NULL is English */
    arb_naming naming;
    arb_capture_sign capture;
    arb_promotion_sign promotion;
    arb_mate_sign mate;
    bool check;           /* + */
    bool en_passant;      /* e.p. */
    bool hyphen;          /* in the long form: Ng1-f3 */
    bool letter_castling; /* O-O as computers write, instead of 0-0 (C.13.1) */
    arb_variant variant;  /* for castling in coordinates and digits */
} arb_style;

/** Short algebraic as in PGN: Nf3, exd8=Q+, O-O, mate #. */
ARB_API extern const arb_style arb_style_san;
/** Short algebraic as Appendix C prints it: Nf3, exd8Q+, 0-0, exd6 e.p., mate #. */
ARB_API extern const arb_style arb_style_fide;
/** The same with the square of departure: Ng1f3, e7xd8Q. */
ARB_API extern const arb_style arb_style_long;
/** Coordinates as chess programs exchange them: g1f3, e7e8q. */
ARB_API extern const arb_style arb_style_uci;
/** The digits of correspondence play: 7163; promotions 1 queen, 2 rook, 3 bishop, 4 knight. */
ARB_API extern const arb_style arb_style_numeric;
/** Words: "knight takes e5 check". */
ARB_API extern const arb_style arb_style_words;

/** Room enough for any move in any style and language, with its final NUL. */
enum { ARB_MOVE_TEXT_SIZE = 128 };

/**
 * Writes `move`, legal in `pos`, cut off at `size` bytes with a NUL; returns the length of the
 * whole text, like snprintf. The origin stands in the short form only where another piece of the
 * kind could legally move to the square: its file, else its rank, else both (C.10). A language
 * without letters is written in figurines unless the form is words.
 */
ARB_API size_t arb_move_write(char *out, size_t size, const arb_pos *pos, arb_move move,
                              const arb_style *style);

/** arb_move_write() in arb_style_san. */
ARB_API size_t arb_san_write(char *out, size_t size, const arb_pos *pos, arb_move move);

/** Writes `move` as "e2e4", "e7e8q"; castling as "e1g1", in Chess960 as "e1h1". */
ARB_API size_t arb_uci_write(char *out, size_t size, arb_move move, arb_variant variant);

/**
 * Reads a legal move of `pos` from such text; castling also as "e1h1", whatever the variant.
 * ARB_SYNTAX when it is no such text, ARB_STATE when it is no legal move: arb_move_read() tells the
 * article. On an error `out` is untouched; `where`, unless it is NULL, tells the column on
 * ARB_SYNTAX.
 */
ARB_API ARB_MUST_USE arb_err arb_uci_read(arb_move *out, arb_where *where, const arb_pos *pos,
                                          const char *text, size_t size);

/**
 * Reads a move in any notation that this library writes: SAN, long, coordinates (castling also as
 * "e1h1"), digits, figurines, words. `language` NULL means English. An error means that the text
 * is unreadable, as arb_written_read() says; otherwise `out` is what it means in `pos`: a legal
 * move, several, or none with the article that it breaks.
 *
 * @code
 * const arb_pos pos = arb_pos_initial();
 * arb_reading reading;
 * assert(arb_move_read(&reading, NULL, &pos, "Cf3", 3, arb_language_find("it", 2)) == ARB_OK);
 * assert(reading.kind == ARB_READING_LEGAL);
 * char text[ARB_MOVE_TEXT_SIZE];
 * arb_move_write(text, sizeof text, &pos, reading.move, &arb_style_words);
 * assert(strcmp(text, "knight f3") == 0);
 * assert(arb_move_read(&reading, NULL, &pos, "Bc4", 3, NULL) == ARB_OK);
 * assert(reading.kind == ARB_READING_ILLEGAL && reading.article == ARB_ART_3_5);
 * @endcode
 */
ARB_API ARB_MUST_USE arb_err arb_move_read(arb_reading *out, arb_where *where, const arb_pos *pos,
                                           const char *text, size_t size,
                                           const arb_language *language);

/**
 * Writes a displacement that is no legal move as its player would write it, in the form of SAN;
 * "--" when nothing was displaced. `after` is what stands on the board then.
 */
ARB_API size_t arb_hand_san_write(char *out, size_t size, const arb_pos *before, arb_hand hand,
                                  const arb_setup *after);

ARB_END_DECLS

#endif
