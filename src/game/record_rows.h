/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_GAME_RECORD_ROWS_H
#define ARBITRO_GAME_RECORD_ROWS_H
/* The rows of the scoresheets of a game, and what they mean; see record.h. */
#include "arbitro/record.h"
#include "game/game.h"
#include "laws/keeping.h"

/* What one sheet has in one row, in the position before it. */
typedef struct arb_record_row {
    uint32_t entry; /* from 1; 0 for none */
    uint8_t check;  /* arb_row_check */
    bool legal;
    arb_move move; /* if it is */
} arb_record_row;

struct arb_record {
    const arb_game *game;
    arb_record_entry *entries[SHEETS];
    size_t count[SHEETS];
    bool abroad[SHEETS]; /* in letters of another country (C.3) */
    uint32_t *gaps[SHEETS];
    size_t gap_count[SHEETS], gap_room[SHEETS];
    arb_record_row *rows; /* SHEETS of them for every half-move */
    uint32_t half_moves;
};

/* The row of a sheet, from 0; its entry, NULL; and whether something other than a blank stands in
 * it. */
arb_record_row *arb_record_row_at(const arb_record *r, unsigned sheet, uint32_t index);
const arb_record_entry *arb_record_entry_of(const arb_record *r, unsigned sheet, uint32_t index);
bool arb_record_is_written(const arb_record *r, unsigned sheet, uint32_t index);

/* Says of every row what it means beside the game, or beside the other sheets. */
void arb_record_read_rows(arb_record *r);

#endif
