/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_AFTER_H
#define ARBITRO_CLI_AFTER_H
/*
 * What the parts of `arbitro after` share: the moves come from the command line (cmd_after.c), from
 * the games of a file (after_pgn.c) or from lines (after_batch.c); where to stop and how a position
 * is told is the same for all (after.c).
 */
#include "arbitro/pgn.h"
#include "cli/batch.h"
#include "cli/convert.h"
#include "cli/fen_out.h"

/* Where to stop. */
typedef enum arb_after_stop {
    ARB_AFTER_END,  /* nowhere before the end */
    ARB_AFTER_PLY,  /* after so many half-moves */
    ARB_AFTER_MOVE, /* after this move of this side */
} arb_after_stop;

/* A position in a game: see below. */
typedef struct arb_after_spot arb_after_spot;

/* What the user asked for. */
typedef struct arb_after {
    const arb_cli *cli;
    const arb_letters *letters;
    const char *from;           /* a notation, or guess; never NULL */
    arb_style style;            /* that notation, unless it is guess */
    bool guess, chess960, each; /* `each`: every position, not only the last */
    arb_fen_out out;
    arb_after_stop stop;
    unsigned number;   /* of half-moves, or of the move */
    arb_colour colour; /* whose move */
    unsigned game;     /* of a file; 0: all */
    arb_pos start;
    /* Instead of the FEN, where a position is wanted otherwise; NULL. */
    void (*draw)(arb_answer *to, const struct arb_after *after, const arb_after_spot *spot);
    const void *user; /* for it */
} arb_after;

/* Reads --ply and --move. False after a complaint. */
bool arb_after_stop_arg(arb_after *after, const arb_args *args);

/* A position in a game. */
struct arb_after_spot {
    uint64_t game; /* of a file; 0: none */
    size_t ply;    /* moves made so far */
    arb_variant variant;
    bool legal;          /* is there a last move, and is it legal? Then: */
    arb_move move;       /* the last one, */
    arb_pos before, pos; /* and what stood on the board before it; what stands there now */
};

/* Is this where to stop? */
bool arb_after_reached(const arb_after *after, const arb_after_spot *spot);

/* Adds the position. From any thread. */
void arb_after_tell(arb_answer *to, const arb_after *after, const arb_after_spot *spot);

/* Adds a sentence: after `plies` half-moves the game is over, and where to stop lies beyond. */
void arb_after_short(arb_answer *to, const arb_after *after, size_t plies);

/* How it went. */
typedef enum arb_after_outcome {
    ARB_AFTER_TOLD,
    ARB_AFTER_SHORT, /* the moves end too early */
    ARB_AFTER_FAULT  /* a move cannot be read or played: see the step */
} arb_after_outcome;

/*
 * Plays moves until where to stop, and adds what is to be told. `step` is the last one. When there
 * is more than enough in `to`, it is printed if `print`.
 */
arb_after_outcome arb_after_play(arb_answer *to, const arb_after *after, arb_playthrough *replay,
                                 arb_playthrough_step *step, bool print);

/* The games of a file, "-" for standard input. */
arb_exit arb_after_pgn(const arb_after *after, const char *path);

/* Answers a line, `user` being the arb_after. From any thread. */
void arb_after_answer(const arb_batch *batch, arb_batch_line *line);

#endif
