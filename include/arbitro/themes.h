/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_THEMES_H
#define ARBITRO_THEMES_H
/**
 * @file themes.h
 * What a problem shows: the elements and themes of its solution, named, with the moves that show
 * them (problem.h).
 *
 * They are those of mates in n moves, found in the tree of a solution: in set play, tries and keys
 * as far as the tree has them. An element counts only where the play needs it: a self-block is one
 * only if the king could flee to that square otherwise.
 *
 * @code
 * const char *fen = "8/8/8/N7/8/7P/p1K5/k1n5";
 * arb_stipulation two;
 * arb_setup setup;
 * arb_pos pos;
 * arb_problem *problem;
 * arb_themes *themes;
 * assert(arb_stipulation_read(&two, NULL, "#2", 2) == ARB_OK);
 * assert(arb_fen_read(&setup, NULL, fen, strlen(fen), NULL) == ARB_OK);
 * assert(arb_problem_position(&pos, &setup, &two, 0) == 0);
 * assert(arb_problem_new(&problem, &pos, &two, NULL) == ARB_OK);
 * assert(arb_themes_new(&themes, problem, NULL) == ARB_OK);
 * assert(arb_themes_count(themes) == 0); // a knight mates, and that is all
 * arb_themes_free(themes);
 * arb_problem_free(problem);
 * @endcode
 */
#include "arbitro/problem.h"

ARB_BEGIN_DECLS

/** The elements and themes, in the order in which they are told: see themes.def. */
typedef enum arb_theme {
#define THEME(id, ...) ARB_THEME_##id,
#include "arbitro/themes.def"
#undef THEME
    ARB_THEME_COUNT
} arb_theme;

/** What they are grouped by: name, word for programs, English, Italian. */
#define ARB_THEME_GROUP_MAP(X)                                                                     \
    X(ELEMENT, "element", "element", "elemento")                                                   \
    X(MASKED, "masked", "masked form", "forma mascherata")                                         \
    X(MECHANICAL, "mechanical", "mechanical theme", "tema meccanico")                              \
    X(COMBINATION, "combination", "theme of combination", "tema a combinazione")                   \
    X(CORRECTION, "correction", "correction", "gioco di correzione")                               \
    X(AVOIDANCE, "avoidance", "dual avoidance", "duale evitato")                                   \
    X(CHANGE, "change", "change", "cambio")

typedef enum arb_theme_group {
#define X(name, word, en, it) ARB_THEME_GROUP_##name,
    ARB_THEME_GROUP_MAP(X)
#undef X
        ARB_THEME_GROUP_COUNT
} arb_theme_group;

/** What an effect is good for: name, word for programs, English, Italian. */
#define ARB_THEME_USE_MAP(X)                                                                       \
    X(MATE, "mate", "the mate needs it", "il matto ne ha bisogno")                                 \
    X(DEFENCE, "defence", "it parries a mate", "para un matto")                                    \
    X(KEY, "key", "by the first move", "con la prima mossa")

typedef enum arb_theme_use {
#define X(name, word, en, it) ARB_THEME_USE_##name,
    ARB_THEME_USE_MAP(X)
#undef X
        ARB_THEME_USE_COUNT
} arb_theme_use;

enum { ARB_THEME_LINES_MAX = 8 };

/** Something that the solution shows. */
typedef struct arb_theme_found {
    arb_theme theme;
    arb_theme_use use;
    uint32_t phase; /* node of kind SET, TRY or KEY, or of a continuation of a longer problem */
    /**
     * The moves that show it: nodes of mates (with their defences above them), of threats, or of a
     * first move.
     */
    uint32_t line[ARB_THEME_LINES_MAX];
    unsigned lines;
    /** Where it happens, and which line piece it concerns, as far as there are such squares. */
    arb_square at, piece;
} arb_theme_found;

typedef struct arb_themes arb_themes;

/** Do problems of this kind have themes here? Only direct mates do. */
ARB_API bool arb_themes_are_for(const arb_stipulation *stipulation);

/**
 * Finds what the solution shows; nothing but in direct mates. ARB_NOMEM leaves `out` untouched.
 * `problem` must live as long as the nodes are asked for. Of the options, which may be NULL, `mem`
 * and `progress` count: where that answers false the search ends, and what was found by then is
 * there, as truncated.
 */
ARB_API ARB_MUST_USE arb_err arb_themes_new(arb_themes **out, const arb_problem *problem,
                                            const arb_problem_options *options);

/** Accepts NULL. */
ARB_API void arb_themes_free(arb_themes *themes);

/** How much was found, and one by one: ordered by theme, then as the tree is. */
ARB_API size_t arb_themes_count(const arb_themes *themes);
ARB_API const arb_theme_found *arb_themes_at(const arb_themes *themes, size_t index);

/** Was there more than is kept, 65,536, or than was looked through? */
ARB_API bool arb_themes_truncated(const arb_themes *themes);

/** Is it the same moves that show them? */
ARB_API bool arb_theme_same_lines(const arb_theme_found *a, const arb_theme_found *b);

/** A word for programs such as "half-pin". */
ARB_API const char *arb_theme_word(arb_theme theme);

/** The name, and what it means in a sentence or two. */
ARB_API const char *arb_theme_name(arb_theme theme, arb_lang lang);
ARB_API const char *arb_theme_text(arb_theme theme, arb_lang lang);

/** Other names in either language, separated by semicolons. */
ARB_API const char *arb_theme_also(arb_theme theme);

/** A two-mover that shows it, as the placement of its FEN. */
ARB_API const char *arb_theme_example(arb_theme theme);

ARB_API arb_theme_group arb_theme_group_of(arb_theme theme);
ARB_API const char *arb_theme_group_word(arb_theme_group group);
ARB_API const char *arb_theme_group_text(arb_theme_group group, arb_lang lang);
ARB_API const char *arb_theme_use_word(arb_theme_use use);
ARB_API const char *arb_theme_use_text(arb_theme_use use, arb_lang lang);

/**
 * The theme that has this name in either language, or this word; ARB_THEME_COUNT when there is
 * none. Capitals and hyphens do not matter.
 */
ARB_API arb_theme arb_theme_find(const char *text, size_t size);

ARB_END_DECLS

#endif
