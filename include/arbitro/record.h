/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_RECORD_H
#define ARBITRO_RECORD_H
/**
 * @file record.h
 * The record of a game as the players and the arbiter wrote it: what each scoresheet says entry by
 * entry, where it has gaps, where the sheets part, and how far they prove the game
 * (Laws, 8.1, 8.5).
 *
 * Two kinds of questions are apart. What a player may be shown of his own sheet, its entries and
 * how it stands, never depends on whether an entry is a legal move or the one that was made. What
 * does, arb_record_check() and all below it, is for the arbiter alone (8.2, 12.6).
 *
 * A record is a view of a game at one instant: it holds until the next judgement or commit. Sheets
 * are told by the colour of the player; ARB_COLOUR_COUNT is the record that the arbiter keeps.
 */
#include "arbitro/game.h"
#include "arbitro/sheet.h"

ARB_BEGIN_DECLS

typedef struct arb_record arb_record;

/** Reads the sheets of a game. ARB_NOMEM. The caller owns `out`, and frees it. */
ARB_API ARB_MUST_USE arb_err arb_record_new(arb_record **out, const arb_game *game);
ARB_API void arb_record_free(arb_record *record);

/* ---- what a player may be shown of his own sheet */

/** One entry as it was written. The texts are the game's. */
typedef struct arb_record_entry {
    arb_entry_kind kind;
    bool marks_offer;
    uint32_t half_move; /* of a move or its blank, from 1: which half-move of the game; else 0 */
    const char *text;
    size_t size;
    unsigned corrections; /* how often it was corrected; and what it said before the last time */
    const char *was;
    size_t was_size;
} arb_record_entry;

/** How many entries a sheet has, and one of them, from 0. */
ARB_API size_t arb_record_size(const arb_record *record, arb_colour sheet);
ARB_API const arb_record_entry *arb_record_entry_at(const arb_record *record, arb_colour sheet,
                                                    size_t index);

/** How a sheet stands. */
typedef enum arb_sheet_stand {
    ARB_SHEET_COMPLETE,
    ARB_SHEET_GAPS,  /* a completed move before the last is not written (8.5) */
    ARB_SHEET_AHEAD, /* a move is written that was not made yet (8.1.2) */
    ARB_SHEET_STAND_COUNT
} arb_sheet_stand;

/** "complete", "gaps", "ahead". */
ARB_API const char *arb_sheet_stand_word(arb_sheet_stand stand);

/** How the sheet of `sheet` stands, without a record of the whole. */
ARB_API arb_sheet_stand arb_game_sheet_stands(const arb_game *game, arb_colour sheet);

/** How many gaps a sheet has; and one of them, from 0: the number of the half-move. */
ARB_API size_t arb_record_gap_count(const arb_record *record, arb_colour sheet);
ARB_API uint32_t arb_record_gap(const arb_record *record, arb_colour sheet, size_t index);

/* ---- what is for the arbiter alone */

/** What a sheet says about a half-move, beside what is known of it. */
typedef enum arb_row_check {
    ARB_ROW_RIGHT,     /* it is what was made; where the board is not seen, a legal move */
    ARB_ROW_WRONG,     /* a legal move, but another */
    ARB_ROW_ILLEGAL,   /* none that was legal */
    ARB_ROW_AMBIGUOUS, /* it fits more than one */
    ARB_ROW_FOREIGN,   /* in another notation: no evidence (8.1.1.1, C) */
    ARB_ROW_BLANK,     /* nothing is written */
    ARB_ROW_UNKNOWN,   /* the position before it is not known, or it was not made yet */
    ARB_ROW_CHECK_COUNT
} arb_row_check;

/** "right", "wrong", "illegal", "ambiguous", "foreign", "blank", "unknown". */
ARB_API const char *arb_row_check_word(arb_row_check check);

/** How many half-moves were made, as far as is known; where the board is not seen, pressed. */
ARB_API uint32_t arb_record_half_moves(const arb_record *record);

/** What a sheet says about half-move `half_move`, from 1. */
ARB_API arb_row_check arb_record_check(const arb_record *record, arb_colour sheet,
                                       uint32_t half_move);

/** How many half-moves, from the first, are proved: each by both players' sheets, or by the
 *  arbiter's. */
ARB_API uint32_t arb_record_evidence(const arb_record *record);

/** What settles a difference. */
typedef enum arb_settled_by {
    ARB_SETTLED_BY_BOARD,   /* the moves were seen: the sheet that says otherwise is corrected */
    ARB_SETTLED_BY_ARBITER, /* his record says which sheet is right */
    ARB_SETTLED_BY_NOBODY,  /* up to here the game is known; beyond it is reconstructed (8.5.3) */
    ARB_SETTLED_BY_COUNT
} arb_settled_by;

/** "board", "arbiter", "nobody". */
ARB_API const char *arb_settled_by_word(arb_settled_by by);

/** Where two sheets first say different things. */
typedef struct arb_parting {
    uint32_t half_move;              /* from 1 */
    const arb_record_entry *says[3]; /* the players' sheets and the arbiter's; NULL: nothing */
    bool right[3];                   /* which of them is, if anything settles it */
    arb_settled_by settled_by;
} arb_parting;

/** The first half-move about which two of the sheets say different things; false when there is
 *  none. A sheet that says nothing differs from none. */
ARB_API bool arb_record_part(arb_parting *out, const arb_record *record);

ARB_END_DECLS

#endif
