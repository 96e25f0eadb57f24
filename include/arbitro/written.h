/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_WRITTEN_H
#define ARBITRO_WRITTEN_H
/**
 * @file written.h
 * What a player wrote, and what it means in a position (Laws, Appendix C; 8.1, 9.2, 9.3).
 *
 * Reading has two steps. Text becomes an `arb_written`: what stands on the paper, without a board;
 * it is unreadable or it is not. In a position that is then legal, ambiguous or illegal. Read are
 * short and long algebraic notation with everything that Appendix C leaves to the player, pure
 * coordinates (e2e4), the numeric notation of correspondence play (5254), figurines in any
 * language, and moves written in words ("Cavallo prende e5").
 *
 * Plain values, nothing allocated.
 */
#include "arbitro/language.h"

ARB_BEGIN_DECLS

/** In which manner a move was written. */
typedef enum arb_form {
    ARB_FORM_NONE,        /* nothing was written */
    ARB_FORM_SHORT,       /* Nf3, exd5 (C.8 to C.10) */
    ARB_FORM_LONG,        /* Ng1-f3, e4xd5 */
    ARB_FORM_COORDINATES, /* g1f3, e7e8q */
    ARB_FORM_NUMERIC,     /* 7163 */
    ARB_FORM_WORDS        /* knight takes e5 */
} arb_form;

/** The mark of check that was written. */
typedef enum arb_check_mark {
    ARB_CHECK_UNMARKED,
    ARB_CHECK_PLUS,        /* + */
    ARB_CHECK_DISCOVERED,  /* + sc. */
    ARB_CHECK_DOUBLE_PLUS, /* ++: mate in the Laws (C.13.5), double check in older books */
    ARB_CHECK_MATE         /* # */
} arb_check_mark;

/** The judgement that was written after a move. */
typedef enum arb_glyph {
    ARB_GLYPH_NONE,
    ARB_GLYPH_STRONG,         /* ! */
    ARB_GLYPH_WEAK,           /* ? */
    ARB_GLYPH_EXCELLENT,      /* !! */
    ARB_GLYPH_WRONG,          /* ?? */
    ARB_GLYPH_INTERESTING,    /* !? */
    ARB_GLYPH_DUBIOUS,        /* ?! */
    ARB_GLYPH_WHITE_DECISIVE, /* +- */
    ARB_GLYPH_BLACK_DECISIVE, /* -+ */
    ARB_GLYPH_COUNT
} arb_glyph;

/** A file or rank that was not written. */
enum { ARB_UNSAID = 8 };

/** A written move without a position. */
typedef struct arb_written {
    uint8_t form;                 /* arb_form */
    uint8_t role;                 /* arb_role; ARB_ROLE_NONE when coordinates do not tell */
    uint8_t castling;             /* arb_wing, or ARB_WING_COUNT */
    uint8_t from_file, from_rank; /* 0 to 7, or ARB_UNSAID */
    uint8_t to_file, to_rank;     /* a rank may be missing in a pawn capture ("ed") */
    uint8_t promotion;            /* arb_role, or ARB_ROLE_NONE */
    uint8_t check;                /* arb_check_mark */
    uint8_t glyph;                /* arb_glyph */
    bool capture;                 /* x or : was written, or "takes" */
    bool en_passant;              /* e.p. was written */
    bool draw_offer;              /* (=) was written (C.12) */
    bool pawn_letter;             /* a letter for the pawn, which C.4 does not know */
} arb_written;

/** What a written move says although it need not, or wrongly. None of these makes it illegal. */
typedef enum arb_remark {
    ARB_REMARK_PAWN_LETTER = 1u << 0,     /* C.4 */
    ARB_REMARK_NO_CAPTURE = 1u << 1,      /* x where nothing is captured */
    ARB_REMARK_NO_EN_PASSANT = 1u << 2,   /* e.p. where there is none */
    ARB_REMARK_CHECK_MISSING = 1u << 3,   /* check or mate without a mark (optional, C.13) */
    ARB_REMARK_CHECK_WRONG = 1u << 4,     /* a mark of check or mate that is not so */
    ARB_REMARK_ORIGIN_NEEDLESS = 1u << 5, /* short form with an origin that C.10 does not ask for */
    ARB_REMARK_NOT_ALGEBRAIC = 1u << 6, /* coordinates of a piece, digits, words: no evidence (C) */
    ARB_REMARK_ORIGIN_MISSING = 1u << 7 /* a pawn's capture without its file (C.9.3) */
} arb_remark;

/** What the written move is in a position. */
typedef enum arb_reading_kind {
    ARB_READING_LEGAL,
    ARB_READING_AMBIGUOUS, /* it fits more than one legal move */
    ARB_READING_ILLEGAL    /* it fits none */
} arb_reading_kind;

enum { ARB_CANDIDATES_MAX = 16 };

typedef struct arb_reading {
    arb_reading_kind kind;
    arb_move move;                           /* when legal */
    arb_article article;                     /* when illegal: what it breaks */
    uint32_t remarks;                        /* arb_remark bits, when legal */
    unsigned count;                          /* when ambiguous: how many moves fit */
    arb_move candidates[ARB_CANDIDATES_MAX]; /* the first of them */
} arb_reading;

/**
 * Reads one written move, the whole text. `language` NULL means English. On an error the move is
 * unreadable: `out` is untouched and `where`, unless it is NULL, tells the column and what was
 * expected there. Figurines, coordinates and digits are read in every language.
 */
ARB_API ARB_MUST_USE arb_err arb_written_read(arb_written *out, arb_where *where, const char *text,
                                              size_t size, const arb_language *language);

/** What `written` means in `pos`. Coordinates show castling as arb_pos_match() says. */
ARB_API arb_reading arb_written_in(const arb_written *written, const arb_pos *pos,
                                   arb_variant variant);

/** The glyph as it is written, "" for none. */
ARB_API const char *arb_glyph_text(arb_glyph glyph);

ARB_END_DECLS

#endif
