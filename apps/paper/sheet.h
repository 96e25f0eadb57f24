/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_PAPER_SHEET_H
#define ARBITRO_PAPER_SHEET_H
/*
 * A scoresheet to be printed (8.1): what stands at its head, the moves of both sides in their rows
 * with times and offers of a draw, the result, room for the signatures (8.7). It is filled from a
 * game of a PGN file, from a game under the Laws, or from what a player or the arbiter wrote; or
 * stays blank.
 */
#include "arbitro/game.h"
#include "arbitro/pgn.h"
#include "paper/paper.h"

typedef enum arb_scoresheet_field {
#define FIELD(id, tag, most) ARB_FIELD_##id,
#include "paper/fields.def"
#undef FIELD
    ARB_FIELD_COUNT
} arb_scoresheet_field;

/* Whose sheet it is. */
typedef enum arb_scoresheet_owner {
    ARB_OWNER_WHITE, /* as the player wrote it; the first two are an arb_colour */
    ARB_OWNER_BLACK,
    ARB_OWNER_ARBITER, /* what the arbiter wrote (8.5.1, A.4.2) */
    ARB_OWNER_GAME     /* nobody's: the moves of the game itself */
} arb_scoresheet_owner;

/* One move of one side. */
typedef struct arb_cell {
    size_t move, time; /* where in the texts, plus 1; 0: nothing */
    size_t struck;     /* what stood there before it was corrected */
    bool offer;        /* (=), with this move (8.1.5) */
} arb_cell;

/* Begin with arb_scoresheet_init(). The first error stays, and is told by what writes it. */
typedef struct arb_scoresheet {
    arb_style style;            /* of the moves; its variant is that of the game */
    arb_scoresheet_owner owner; /* set it before it is filled */
    bool blank;                 /* only the head is filled, whatever else is known */
    bool translates; /* what was written has the letters of the game: here it gets those of `style`
                      */
    size_t field[ARB_FIELD_COUNT], result;
    size_t white_title, black_title;
    unsigned first;   /* the number of the first row */
    bool black_first; /* the game begins with a move of Black */
    bool has_start;   /* it begins from another position than the initial one, which is: */
    arb_setup start;
    bool spent;  /* the times are those used for the moves, not those on the clock */
    bool broken; /* the moves behind the last one could not be read */
    arb_buf texts, cells, notes;
    arb_err err;
} arb_scoresheet;

/* An empty sheet in the notation of `style`, NULL: short, with the letters of the language. */
void arb_scoresheet_init(arb_scoresheet *sheet, const arb_style *style, arb_lang lang);
void arb_scoresheet_clear(arb_scoresheet *sheet);

/* Empty again, of the same owner and in the same notation. */
void arb_scoresheet_reset(arb_scoresheet *sheet);

/* Takes what a PGN tag says of the head; of other tags nothing. */
void arb_scoresheet_tag(arb_scoresheet *sheet, const arb_pgn_tag *tag);

/* The game begins here. Called before the moves. */
void arb_scoresheet_start(arb_scoresheet *sheet, const arb_setup *start, arb_variant variant);

/* The result, such as "1-0"; "*" is none. */
void arb_scoresheet_result(arb_scoresheet *sheet, const char *text, size_t size);

/* How many moves of either side there are; the first of Black may come with none of White. */
size_t arb_scoresheet_moves(const arb_scoresheet *sheet);
const arb_cell *arb_scoresheet_cell(const arb_scoresheet *sheet, size_t row, arb_colour colour);

/* A text of the sheet by its place, "" for 0. */
const char *arb_scoresheet_text(const arb_scoresheet *sheet, size_t place);

/* The next move, the time and the offer that belong to the last one, and what it had said before.
 */
void arb_scoresheet_add(arb_scoresheet *sheet, const char *move, size_t size);
void arb_scoresheet_time(arb_scoresheet *sheet, const char *time, size_t size);
void arb_scoresheet_offer(arb_scoresheet *sheet);
void arb_scoresheet_struck(arb_scoresheet *sheet, const char *move, size_t size);

/* What stands on the sheet and is no move, such as a claim. */
void arb_scoresheet_note(arb_scoresheet *sheet, const char *text, size_t size);

/* Fills a sheet from what is read; its user is the sheet, which arb_scoresheet_reset() empties. */
extern const arb_pgn_handler arb_scoresheet_reader;

/*
 * Fills an empty sheet from a game under the Laws: by its owner the moves of the game, with clocks
 * and offers, or what was written. `tags` are those of the head; the rest the game knows.
 */
void arb_scoresheet_fill(arb_scoresheet *sheet, const arb_game *game, const arb_pgn_tag *tags,
                         size_t count);

/*
 * Writes the sheet, on as many pages as it takes, into a document that arb_paper_begin() began.
 * Plain text ends every page with a line that is a form feed.
 */
void arb_scoresheet_write(arb_ink *ink, const arb_scoresheet *sheet, const arb_paper *paper);

/* The same in the one form and in the other. */
void arb_scoresheet_html(arb_ink *ink, const arb_scoresheet *sheet, const arb_paper *paper);
void arb_scoresheet_plain(arb_ink *ink, const arb_scoresheet *sheet, const arb_paper *paper);

/* The label of a field; what it says, cut off where it is too long for the sheet. */
arb_text_id arb_scoresheet_label(arb_scoresheet_field field);
void arb_scoresheet_value(arb_ink *ink, const arb_scoresheet *sheet, arb_scoresheet_field field,
                          arb_lang lang);

/* What the sheet is called. */
arb_text_id arb_scoresheet_title(arb_scoresheet_owner owner);

#endif
