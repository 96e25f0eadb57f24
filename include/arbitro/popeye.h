/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_POPEYE_H
#define ARBITRO_POPEYE_H
/**
 * @file popeye.h
 * Problems as text for the solver Popeye, in which many collections are kept: BeginProblem, pieces
 * or forsyth, stipulation, options, twins, NextProblem, EndProblem; in English, French or German.
 *
 * Only orthodox chess is read: a condition or a fairy piece is an error of that problem, and the
 * next one is read on. Words may be shortened to three letters, as Popeye allows.
 *
 * The text stays the caller's and must outlive what was read from it. Plain values, nothing to
 * free.
 *
 * @code
 * const char *text = "BeginProblem stipulation #2 forsyth 8/8/8/S7/8/7P/p1K5/k1s5 EndProblem";
 * arb_popeye reader;
 * arb_popeye_item item;
 * arb_popeye_init(&reader, text, strlen(text));
 * assert(arb_popeye_next(&item, &reader) && item.err == ARB_OK);
 * assert(item.stipulation.moves == 2);
 * assert(item.setup.piece[arb_square_read("h3", 2)] == arb_piece_of(ARB_WHITE, ARB_PAWN));
 * assert(!arb_popeye_next(&item, &reader));
 * @endcode
 */
#include "arbitro/problem.h"

ARB_BEGIN_DECLS

/** A problem, or one of its twins. */
typedef struct arb_popeye_item {
    arb_err err;     /* ARB_OK, or ARB_SYNTAX: it cannot be solved, for the reason in `where` */
    arb_where where; /* the place of the error; otherwise where the problem begins */
    arb_stipulation stipulation;
    arb_setup setup;
    unsigned fields;      /* as arb_problem_fields() tells of a FEN */
    bool set, tries;      /* options that ask for more */
    unsigned refutations; /* 0: not said */
    char twin;            /* 0, or its letter from a */
    const char *author, *title;
    size_t author_size, title_size; /* 0: none */
} arb_popeye_item;

/** Where reading stands. Only the functions below look inside. */
typedef struct arb_popeye {
    const char *text;
    size_t size, at;
    unsigned language;
    int state;
    arb_popeye_item base, last; /* the diagram, and the twin before */
} arb_popeye;

/** Begins to read. */
ARB_API void arb_popeye_init(arb_popeye *out, const char *text, size_t size);

/** The next problem or twin; false: no more. */
ARB_API bool arb_popeye_next(arb_popeye_item *out, arb_popeye *reader);

/** Does the text begin, but for blanks, as such input does? */
ARB_API bool arb_popeye_looks(const char *text, size_t size);

ARB_END_DECLS

#endif
