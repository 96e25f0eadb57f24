/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_PGN_PULL_H
#define ARBITRO_PGN_PULL_H
/**
 * @file pgn_pull.h
 * Games in PGN, asked for one by one: each whole, with its tags, moves and positions.
 *
 * The reader of pgn.h tells a handler what it meets; this is for programs that would rather ask.
 * Memory grows with the longest game, not with the text. Variations are passed over. What is wrong
 * in a game is in its findings, and reading goes on with the next one.
 */
#include "arbitro/pgn.h"

ARB_BEGIN_DECLS

/** A text of which the next game can be asked for. */
typedef struct arb_pgn_pull arb_pgn_pull;

/** A move of a game, and what stands on the board after it. */
typedef struct arb_pgn_ply {
    arb_pgn_move_kind kind;
    arb_move move;       /* when legal */
    arb_hand hand;       /* when it stood although illegal */
    arb_pos pos;         /* after it */
    const char *comment; /* behind it, several of them with blanks between; "" for none */
    size_t comment_size;
} arb_pgn_ply;

/** A game. Names, values and comments end with a NUL. */
typedef struct arb_pgn_game {
    arb_pgn_place place; /* where it begins */
    arb_variant variant;
    arb_pgn_result result; /* at the end of the moves, else that of the tag */
    arb_pos start;
    const arb_pgn_tag *tags;
    const arb_pgn_ply *plies;
    const arb_pgn_finding *findings; /* `reading` is NULL in all of them */
    size_t tag_count, ply_count, finding_count;
    const char *comment; /* before the first move */
    size_t comment_size;
    arb_pgn_summary summary;
} arb_pgn_game;

/**
 * Begins with what `source` gives; `options` NULL stands for zeros. The caller owns `out`.
 * ARB_NOMEM.
 */
ARB_API ARB_MUST_USE arb_err arb_pgn_pull_new(arb_pgn_pull **out, const arb_mem *mem,
                                              const arb_pgn_options *options,
                                              arb_pgn_source *source, void *user);

/** The same for a text in memory, which must live as long as `out`. */
ARB_API ARB_MUST_USE arb_err arb_pgn_pull_text(arb_pgn_pull **out, const arb_mem *mem,
                                               const arb_pgn_options *options, const char *text,
                                               size_t size);
ARB_API void arb_pgn_pull_free(arb_pgn_pull *pull);

/**
 * Reads the next game; NULL in `out` when there is none. The game is the puller's and holds until
 * the next call. ARB_NOMEM, or what the source answered; `out` is then untouched, and every later
 * call answers the same.
 *
 * @code
 * const char *text = "[White \"Anna\"]\n\n1. e4 e5 2. Nf3 {best} 1/2-1/2\n\n1. d4 *";
 * arb_pgn_pull *pull;
 * const arb_pgn_game *game;
 * assert(arb_pgn_pull_text(&pull, NULL, NULL, text, strlen(text)) == ARB_OK);
 * assert(arb_pgn_pull_next(&game, pull) == ARB_OK);
 * assert(strcmp(arb_pgn_game_tag(game, "White"), "Anna") == 0);
 * assert(game->ply_count == 3 && game->result == ARB_PGN_RESULT_DRAW);
 * assert(strcmp(game->plies[2].comment, "best") == 0);
 * assert(arb_pos_count(&game->plies[2].pos) == 29);
 * assert(arb_pgn_pull_next(&game, pull) == ARB_OK && game->ply_count == 1);
 * assert(arb_pgn_pull_next(&game, pull) == ARB_OK && game == NULL);
 * arb_pgn_pull_free(pull);
 * @endcode
 */
ARB_API ARB_MUST_USE arb_err arb_pgn_pull_next(const arb_pgn_game **out, arb_pgn_pull *pull);

/** The value of the first tag of this name; NULL when the game has none. */
ARB_API const char *arb_pgn_game_tag(const arb_pgn_game *game, const char *name);

ARB_END_DECLS

#endif
