/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CASE_H
#define ARBITRO_CASE_H
/**
 * @file case.h
 * Case files: games as the Laws see them, written by people (docs/CASES.md).
 *
 * A reader goes through a text case by case and line by line: header, events, expectations. The
 * text stays the caller's and must outlive the reader. Nothing of a case is judged here; see
 * arb_expectation_is_met() for the expectations.
 */
#include "arbitro/buf.h"
#include "arbitro/game.h"

ARB_BEGIN_DECLS

/** What an expectation looks at. */
typedef enum arb_expectation_kind {
#define EXPECTATION(id, ...) ARB_EXPECTATION_##id,
#include "arbitro/expectations.def"
#undef EXPECTATION
    ARB_EXPECTATION_COUNT
} arb_expectation_kind;

/** One `expect` line as it was read; which fields count depends on its kind. */
typedef struct arb_expectation {
    arb_expectation_kind kind;
    const char *words; /* after that of the kind: `size` bytes of the text, without comment */
    size_t size;
    arb_colour colour; /* of whom it speaks */
    int64_t
        value; /* a number, an arb_ms, an arb_result, half points or ARB_SCORE_NONE; where one of
                  a few words stands there, its place among them: an arb_phase, an arb_colour */
    unsigned fields; /* of the position, 1 to 6 */
    arb_setup setup;
    const char *list; /* articles, moves or entries of a sheet: the last `list_size` bytes */
    size_t list_size;
} arb_expectation;

typedef enum arb_case_item_kind {
    ARB_CASE_END,   /* no further line */
    ARB_CASE_BEGIN, /* a new case: its title and its header, up to the first event */
    ARB_CASE_EVENT,
    ARB_CASE_EXPECTATION
} arb_case_item_kind;

enum { ARB_CASE_TAGS_MAX = 32 };

/** A PGN tag of the game. */
typedef struct arb_case_tag {
    const char *name, *value; /* in the text; the value without its quotes, escapes left in */
    size_t name_size, value_size;
} arb_case_tag;

typedef struct arb_case_header {
    const char *title; /* in the text */
    size_t title_size;
    arb_regulations regulations; /* settled */
    arb_given given;
    size_t tag_count;
    arb_case_tag tag[ARB_CASE_TAGS_MAX];
} arb_case_header;

typedef struct arb_case_item {
    arb_case_item_kind kind;
    size_t line;   /* of the text, from 1 */
    size_t column; /* where the move of `move` or `play` is written; otherwise 0 */
    union {
        arb_event event;             /* ARB_CASE_EVENT */
        arb_expectation expectation; /* ARB_CASE_EXPECTATION */
    };
} arb_case_item;

/** A place in a text of cases. Begin with arb_case_reader_init(). */
typedef struct arb_case_reader {
    const char *text;
    size_t size, at, line;
    arb_ms previous;              /* the time of the last event */
    const arb_language *language; /* of the moves of the present case */
    bool within;                  /* a case has begun */
} arb_case_reader;

ARB_API void arb_case_reader_init(arb_case_reader *reader, const char *text, size_t size);

/**
 * Reads the next item. At the beginning of a case `header` is filled. On an error `where` tells
 * line, column and what was expected; the reader stays before that line, and arb_case_skip() goes
 * on with the next case.
 */
ARB_API ARB_MUST_USE arb_err arb_case_next(arb_case_item *out, arb_case_header *header,
                                           arb_case_reader *reader, arb_where *where);

/**
 * Was a move written that is none, and not as coordinates, so that nobody can tell what the hand
 * did? `verdict` is what was said to the event of `item`. Such a line is an error of who wrote the
 * case, and no event of the game; `where` then tells the place.
 */
ARB_API bool arb_case_is_vague(arb_where *where, const arb_case_item *item,
                               const arb_verdict *verdict);

/** Has the present case no further line: is the next one the beginning of another, or the end? */
ARB_API bool arb_case_ends(const arb_case_reader *reader);

/** Passes the line at which the reader stands, and goes on to one that begins a case, or the end.
 */
ARB_API void arb_case_skip(arb_case_reader *reader);

/** The word of a kind: "ruling", "no-ruling", "turn". */
ARB_API const char *arb_expectation_word(arb_expectation_kind kind);

/**
 * Reads what stands after `expect` on a line: "turn white". Moves are read in `language` (NULL is
 * English). On an error, ARB_SYNTAX, `out` is untouched and `where`, unless it is NULL, tells the
 * column and what was expected. The words of `out` point into `text`.
 */
ARB_API ARB_MUST_USE arb_err arb_expectation_read(arb_expectation *out, arb_where *where,
                                                  const char *text, size_t size,
                                                  const arb_language *language);

/**
 * Is the expectation met by `game` after its last event, whose verdict is `verdict` (NULL before
 * the first)? What was found is written to `found`, cut off at `size` bytes with a NUL.
 */
ARB_API bool arb_expectation_is_met(char *found, size_t size, const arb_expectation *expectation,
                                    const arb_game *game, const arb_verdict *verdict);

/** Appends a whole case: header and the journal of `game`, readable by this reader. What was sealed
 * and not opened is left out: `seal` then says that it is on paper (envelope.h). */
ARB_API ARB_MUST_USE arb_err arb_case_write(arb_buf *out, const char *title, const arb_game *game);

ARB_END_DECLS

#endif
