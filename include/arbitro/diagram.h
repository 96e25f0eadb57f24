/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_DIAGRAM_H
#define ARBITRO_DIAGRAM_H
/**
 * @file diagram.h
 * The pictures that go with the articles of the Laws: how the pieces move, castling, captures en
 * passant, promotion. diagrams.def lists the positions; what is marked on them is computed.
 */
#include "arbitro/article.h"
#include "arbitro/setup.h"

ARB_BEGIN_DECLS

/** What a picture shows. */
typedef struct arb_picture {
    arb_setup setup;
    bool names;        /* the names of the squares instead of pieces */
    arb_square from;   /* the piece that is spoken of, or ARB_SQUARE_NONE */
    uint64_t reached;  /* vacant squares where it can go, a bit for each */
    uint64_t captured; /* squares of pieces that it can capture, or that are captured next */
    uint64_t moved;    /* squares of pieces that move next, or have just moved */
} arb_picture;

/** One line of diagrams.def. */
typedef struct arb_diagram {
    arb_article article;
    const char *fen, *square, *moves;
    const char *caption[ARB_LANG_COUNT];
} arb_diagram;

/** The diagram with this number, from 0, of an article; NULL when there are not so many. */
ARB_API const arb_diagram *arb_diagram_of(arb_article article, size_t number);

enum { ARB_PICTURES_MAX = 3 };

/** The pictures of a diagram, one after the other. Returns how many there are, at least one. */
ARB_API size_t arb_diagram_pictures(arb_picture out[ARB_PICTURES_MAX], const arb_diagram *diagram);

ARB_END_DECLS

#endif
