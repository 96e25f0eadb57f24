/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_PGN_WRITE_H
#define ARBITRO_PGN_WRITE_H
/**
 * @file pgn_write.h
 * Games written in the export format of the Portable Game Notation.
 *
 * The seven tags that every game has come first, then the others in the order of their names; lines
 * have fewer than 80 characters. Everything is UTF-8; text that is not is taken for Latin-1. What
 * is written reads back (pgn.h) to what writes the same again.
 *
 * What PGN has no sign for stands in comments. `[%arb offer]` behind a move: a draw was offered
 * with it (9.1.2.1). `--` with `[%arb illegal e2e5]`: this displacement was illegal and stood
 * (A.5.2).
 * `--` with `[%arb set FEN]`: this then stood on the board, by the arbiter's hand or after a
 * displacement that moved more than one piece.
 */
#include "arbitro/pgn.h"

ARB_BEGIN_DECLS

/** A writer. After a failure it does nothing more, and every call tells that failure. */
typedef struct arb_pgn_writer arb_pgn_writer;

/** Takes `size` bytes of the text. */
typedef arb_err arb_pgn_sink(void *user, const char *text, size_t size);

/** What arb_pgn_copier leaves out, as bits. What is left reads back to the same game. */
enum {
    ARB_PGN_NO_COMMENTS = 1,   /* but for what tells an illegal move that stood */
    ARB_PGN_NO_COMMANDS = 2,   /* such as [%clk 1:30:00], with the same exception */
    ARB_PGN_NO_MARKS = 4,      /* $1 and its like, also when written as ! or ? */
    ARB_PGN_NO_VARIATIONS = 8, /* with all that is in them */
    ARB_PGN_NO_TAGS = 16       /* but the seven, those on which the moves depend, and `tags` */
};

/** Where arb_pgn_copier adds the position as a comment, in X-FEN, never broken into lines. */
typedef enum arb_pgn_fens { ARB_PGN_FENS_NONE, ARB_PGN_FENS_EACH, ARB_PGN_FENS_LAST } arb_pgn_fens;

typedef struct arb_pgn_format {
    const arb_style *style; /* of the moves; NULL is arb_style_san, which alone is PGN */
    unsigned leave_out;     /* for the copier alone, as the rest: ARB_PGN_NO_... */
    const char *tags;       /* names with commas that stay with ARB_PGN_NO_TAGS; NULL for none */
    arb_pgn_fens fens;      /* after each move, variations included, or before the result */
} arb_pgn_format;

/** Makes a writer; `format` NULL stands for zeros. The caller owns `out`. ARB_NOMEM. */
ARB_API ARB_MUST_USE arb_err arb_pgn_writer_new(arb_pgn_writer **out, const arb_mem *mem,
                                                const arb_pgn_format *format, arb_pgn_sink *sink,
                                                void *user);
ARB_API void arb_pgn_writer_free(arb_pgn_writer *writer);

/** What the first call that failed answered: the sink's error, ARB_NOMEM, ARB_RANGE; or ARB_OK. */
ARB_API arb_err arb_pgn_writer_error(const arb_pgn_writer *writer);

/** Adds a tag of the next game; tags come before its moves. ARB_NOMEM. */
ARB_API ARB_MUST_USE arb_err arb_pgn_write_tag(arb_pgn_writer *writer, const arb_pgn_tag *tag);

/** Adds `move`, legal in `before`, with its number where one is due. */
ARB_API ARB_MUST_USE arb_err arb_pgn_write_move(arb_pgn_writer *writer, const arb_pos *before,
                                                arb_move move);

/** Adds a move that was not made. */
ARB_API ARB_MUST_USE arb_err arb_pgn_write_null(arb_pgn_writer *writer, const arb_pos *before);

/**
 * Adds what stood although it was no legal move; `after` is then on the board. `hand` NULL: it was
 * set so (7.1).
 */
ARB_API ARB_MUST_USE arb_err arb_pgn_write_stood(arb_pgn_writer *writer, const arb_pos *before,
                                                 const arb_hand *hand, const arb_setup *after);

/** Adds a comment. Blanks and line ends are as the lines need them. */
ARB_API ARB_MUST_USE arb_err arb_pgn_write_comment(arb_pgn_writer *writer, const char *text,
                                                   size_t size);

/** Adds a numeric glyph. */
ARB_API ARB_MUST_USE arb_err arb_pgn_write_nag(arb_pgn_writer *writer, unsigned nag);

/** Begins and ends a variation on the last move. */
ARB_API ARB_MUST_USE arb_err arb_pgn_write_enter(arb_pgn_writer *writer);
ARB_API ARB_MUST_USE arb_err arb_pgn_write_leave(arb_pgn_writer *writer);

/** Ends the game and what is still open in it, and gives the sink all of it. */
ARB_API ARB_MUST_USE arb_err arb_pgn_write_end(arb_pgn_writer *writer, arb_pgn_result result);

/**
 * A handler that writes what is read; its user is the writer. A game that an error broke off is
 * written as far as it could be played, with the result *. It stops when the writer has failed.
 */
ARB_API extern const arb_pgn_handler arb_pgn_copier;

ARB_END_DECLS

#endif
