/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_PGN_REPORT_H
#define ARBITRO_CLI_PGN_REPORT_H
/*
 * `arbitro pgn report`: what its parts share. A game is followed move by move into a history
 * (pgn_report.c). When it has ended, every position is looked at for claims (pgn_claims.c), and the
 * result and the clocks are compared with the board (pgn_result.c). Each finding is an item
 * (pgn_item.c).
 */
#include "arbitro/history.h"
#include "arbitro/proof.h"
#include "pgn/pgn.h"

/* What is counted: games with at least one finding of the kind. */
typedef enum arb_report_count {
    ARB_REPORT_GAMES = ARB_PGN_GAMES,
    ARB_REPORT_NOTED,
    ARB_REPORT_CLAIMS,
    ARB_REPORT_OVER,
    ARB_REPORT_RESULTS,
    ARB_REPORT_FLAGS,
    ARB_REPORT_BROKEN
} arb_report_count;

/* By what a game is over without anybody's word. */
typedef enum arb_report_end {
    ARB_REPORT_END_NONE,
    ARB_REPORT_END_CHECKMATE,
    ARB_REPORT_END_STALEMATE,
    ARB_REPORT_END_DEAD,
    ARB_REPORT_END_FIVEFOLD,
    ARB_REPORT_END_SEVENTY_FIVE,
    ARB_REPORT_END_COUNT
} arb_report_end;

enum { ARB_REPORT_NAME_MAX = 120 };

/* A tag of the game, as far as it is needed. */
typedef struct arb_report_tag {
    char text[ARB_REPORT_NAME_MAX];
    size_t size;
} arb_report_tag;

/* Where a finding belongs. */
typedef struct arb_report_spot {
    unsigned ply;    /* of the move in question; 0: the starting position */
    unsigned number; /* of that move, 0: none */
    arb_colour colour;
} arb_report_spot;

/* The game at hand. */
typedef struct arb_report {
    arb_pgn_desk *desk;
    arb_pgn_place began;
    arb_report_tag white, black, termination;
    arb_history *history; /* NULL until the moves begin */
    arb_ply last;         /* the end of the history: of the game, or of what can be followed */
    unsigned plies;       /* of the game */
    bool followed;        /* the history goes as far as the game, or to its end under the Laws */
    bool loose;           /* something other than legal moves happened */
    arb_report_end end;   /* by which the game was over after `last` */
    arb_ply flag[ARB_COLOUR_COUNT]; /* after which a clock showed nothing; 0: never */
    arb_buf broken;                 /* why the game cannot be followed any more */

    /* the position that is looked at */
    arb_ply ply;
    arb_pos pos;
    arb_report_spot spot;
    unsigned twice; /* repeated positions since the last capture or pawn move */
    bool fifty;     /* 9.3.2 holds since: */
    arb_report_spot fifty_from, fifty_to;
    arb_proof_memory memory;

    unsigned seen;       /* bits of arb_report_count */
    arb_pgn_notes notes; /* the items */
    bool begun;          /* there is something to clear */
    arb_err err;
} arb_report;

/* What an item is, beside its words. Everything may be missing. */
typedef struct arb_report_item {
    const char *kind;
    const char *articles;
    arb_report_count counts_as;
    arb_report_spot spot;
    bool about_to;         /* the move is about to be made */
    json_t *moves, *plies; /* taken */
    arb_pgn_result result; /* what it should be */
    int64_t beyond;        /* plies played after it, or -1 */
} arb_report_item;

/* Adds an item; what it says is a text of texts.def with its arguments. */
void arb_report_add(arb_report *report, const arb_report_item *item, arb_text_id id, ...);

/* "White" or "Black" as the language has it. */
const char *arb_report_player(const arb_report *report, arb_colour colour);

/* pgn_claims.c: goes to a ply of the history. */
void arb_report_go_to(arb_report *report, arb_ply ply);

/* By what the game is over now, as far as that is quickly found: all but a dead position. */
arb_report_end arb_report_find_end(arb_report *report);

/* Was it over earlier, in a dead position? Then the history ends there. */
void arb_report_find_dead(arb_report *report);

/* Adds the claims that were possible before the end. */
void arb_report_claims(arb_report *report);

/* pgn_result.c: adds how the game ended, what contradicts its result, and what the clocks say. */
void arb_report_result(arb_report *report, const arb_pgn_summary *summary);
void arb_report_flags(arb_report *report);

#endif
