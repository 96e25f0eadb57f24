/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_EPD_H
#define ARBITRO_EPD_H
/**
 * @file epd.h
 * Positions with what is said about them: Extended Position Description (PGN standard, 16.2).
 *
 * A line of EPD is the first four fields of a FEN and operations: a name, operands apart by blanks,
 * a semicolon. `hmvc` and `fmvn` are the counters of the position; everything else, such as `bm`,
 * `id` or `c0`, is kept as it was written. Read are also a FEN of one to six fields, with
 * operations behind it or without, and the suites that put the semicolon first: `;D1 20 ;D2 400`.
 *
 * The text stays the caller's and must outlive what was read from it. Plain values, nothing to
 * free.
 *
 * @code
 * const char *text = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; hmvc 7; id \"pawn; endings\";";
 * arb_epd epd;
 * arb_epd_op op;
 * size_t at = 0;
 * assert(arb_epd_read(&epd, NULL, text, strlen(text), NULL) == ARB_OK);
 * assert(epd.setup.quiet_plies == 7 && epd.setup.move_number == 1);
 * assert(arb_epd_next(&op, &epd, &at) && arb_epd_op_is(&op, "bm"));
 * arb_buf out;
 * arb_buf_init(&out, NULL, 1000);
 * assert(arb_epd_write(&out, &epd.setup, ARB_FEN_X, NULL, &epd) == ARB_OK);
 * assert(strcmp(arb_buf_text(&out),
 *               "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 7; bm e4; id \"pawn; endings\";") == 0);
 * arb_buf_clear(&out);
 * @endcode
 */
#include "arbitro/buf.h"
#include "arbitro/fen.h"
#include "arbitro/written.h"

ARB_BEGIN_DECLS

typedef struct arb_epd {
    arb_setup setup;
    const char *operations; /* all of them, verbatim */
    size_t operations_size; /* 0: there are none */
} arb_epd;

/** An operation, as it was written. */
typedef struct arb_epd_op {
    const char *opcode;
    const char *operands; /* without the blanks around them */
    size_t opcode_size, operands_size;
} arb_epd_op;

/** A word, or a string without its quotation marks; backslashes stand there as they were written.
 */
typedef struct arb_epd_operand {
    const char *text;
    size_t size;
    bool quoted;
} arb_epd_operand;

/**
 * Reads `size` bytes of `text`, one line without its end. Letters NULL means English. The last
 * semicolon may be missing, unless that leaves but one word that is no opcode of the standard. On
 * an error `out` is untouched and `where`, unless it is NULL, tells the column and what was
 * expected there.
 */
ARB_API ARB_MUST_USE arb_err arb_epd_read(arb_epd *out, arb_where *where, const char *text,
                                          size_t size, const arb_letters *letters);

/** The next operation at or after `*at`, which moves behind it; begin with 0. False: no more. */
ARB_API bool arb_epd_next(arb_epd_op *out, const arb_epd *epd, size_t *at);

/** Is this the name of the operation? */
ARB_API bool arb_epd_op_is(const arb_epd_op *op, const char *opcode);

/** The next operand of an operation, in the same manner. */
ARB_API bool arb_epd_operand_next(arb_epd_operand *out, const arb_epd_op *op, size_t *at);

/**
 * Appends the four fields and the operations: the counters where they are not 0 and 1, then those
 * of `carried` but the counters, in their order and unchanged. `carried` may be NULL. On an error
 * `out` is as it was.
 */
ARB_API ARB_MUST_USE arb_err arb_epd_write(arb_buf *out, const arb_setup *setup,
                                           arb_fen_style style, const arb_letters *letters,
                                           const arb_epd *carried);

/**
 * The depth of an operation of perft suites, D1 to D32, and in `nodes` the count it states; 0 when
 * it is none.
 */
ARB_API unsigned arb_epd_depth(uint64_t *nodes, const arb_epd_op *op);

/** An operand that is no legal move although it should be one. */
typedef struct arb_epd_misfit {
    arb_epd_operand operand;
    bool readable;       /* otherwise it is no written move at all */
    arb_reading reading; /* when it is: ambiguous, or illegal with the article */
} arb_epd_misfit;

/**
 * Are all moves that the operation names legal? `bm`, `am`, `sm` and `pm` name moves of `pos`, `pv`
 * one after the other; other operations name none. Read is every notation with English letters. If
 * not, `out` is the first one that does not fit.
 */
ARB_API bool arb_epd_moves_fit(arb_epd_misfit *out, const arb_epd_op *op, const arb_pos *pos);

ARB_END_DECLS

#endif
