/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_CONVERT_H
#define ARBITRO_CLI_CONVERT_H
/*
 * What `arbitro convert` does with the moves of a sheet, which it writes anew or compares with
 * another, and with positions.
 */
#include "arbitro/sheet.h"
#include "cli/answer.h"
#include "cli/text_arg.h"

/* A text and the notation in which it is written. */
typedef struct arb_written_sheet {
    arb_text_arg text;
    arb_style style;
} arb_written_sheet;

/* ---- in what language it is written (sheet_style.c) ---- */

/* Is the language to be found out? */
bool arb_sheet_style_is_guess(const char *name);

/*
 * Finds out in what style the text of `sheet` is written, by the name of a notation or by guessing,
 * which tells what was taken. Returns ARB_EXIT_NO when nobody can tell, ARB_EXIT_BAD when there is
 * no such notation, both after a complaint.
 */
arb_exit arb_sheet_style(arb_written_sheet *sheet, const arb_cli *cli, const char *name,
                         const arb_pos *start, arb_variant variant);

/* ---- a sheet played through move by move (playthrough.c) ---- */

typedef struct arb_playthrough {
    const arb_written_sheet *on; /* what it is played from */
    arb_sheet sheet;
    arb_variant variant;
    size_t ply;          /* of the last move, 1 for the first; 0 before it */
    arb_pos pos;         /* before that move */
    arb_written written; /* the move as it was written */
    arb_reading reading; /* and what it means */
    arb_where where;     /* where reading stopped */
} arb_playthrough;

typedef enum arb_playthrough_step {
    ARB_PLAYTHROUGH_MOVE,       /* legal, and the reading has it */
    ARB_PLAYTHROUGH_END,        /* the sheet ends, with a result or without */
    ARB_PLAYTHROUGH_UNREADABLE, /* at `where` */
    ARB_PLAYTHROUGH_AMBIGUOUS,
    ARB_PLAYTHROUGH_ILLEGAL
} arb_playthrough_step;

/* Ready to read the first move. The sheet must outlive it. */
arb_playthrough arb_playthrough_begin(const arb_written_sheet *sheet, const arb_pos *start);

/* The same for moves in another text than that of the sheet, which must outlive it, too. */
arb_playthrough arb_playthrough_of(const arb_written_sheet *sheet, const char *text, size_t size,
                                   const arb_pos *start);

/* Plays the move before and reads the next. After anything but a move there is no next. */
arb_playthrough_step arb_playthrough_next(arb_playthrough *replay);

/*
 * What is wrong at the last step, which was a move that is ambiguous or illegal: as a sentence with
 * its place, and as an object, NULL for no memory.
 */
void arb_playthrough_words(arb_answer *out, arb_where *where, const arb_playthrough *replay,
                           arb_playthrough_step step, arb_lang lang);
json_t *arb_playthrough_json(const arb_playthrough *replay, arb_playthrough_step step);

/*
 * Says what is wrong at the last step, which was neither a move nor the end; with --json also as an
 * object on standard output.
 */
arb_exit arb_playthrough_complain(const arb_cli *cli, const arb_playthrough *replay,
                                  arb_playthrough_step step);

/* ---- what a sheet says needlessly or wrongly (remarks.c) ---- */

/* A place in a text, found by going on from the one before: a sheet may hold many remarks. */
typedef struct arb_remark_place {
    size_t at;           /* in bytes */
    size_t line, column; /* from 0 */
} arb_remark_place;

/* The names of the remarks on the last move, or NULL when there is no memory. */
json_t *arb_remarks_names(const arb_playthrough *replay);

/*
 * Warns of the remarks on the last move, which is legal. The place begins as zeros and is that of
 * the last warning; what the Laws leave to the player gives none.
 */
void arb_remarks_warn(const arb_cli *cli, const arb_playthrough *replay, arb_remark_place *place);

/* ---- the work ---- */

/*
 * Prints the sheet with its moves in the style `to`, all that stands between them as it is, and
 * warnings of what the moves say wrongly. Nothing is printed when a move cannot be read or played.
 * In JSON, one object a move, the last with an error if need be.
 */
arb_exit arb_convert_sheet(const arb_cli *cli, const arb_written_sheet *sheet, const arb_style *to,
                           const arb_pos *start);

/*
 * Tells where two sheets first differ, in their moves or else in their results; ARB_EXIT_NO when
 * they do. `show` is the style in which the two moves are told, NULL for those of the sheets.
 */
arb_exit arb_convert_compare(const arb_cli *cli, const arb_written_sheet *one,
                             const arb_written_sheet *other, const arb_style *show,
                             const arb_pos *start);

/*
 * Prints every line of the text, which is a position or blank, in the letters of the style `to`. A
 * line that cannot be read gives "error" in its place, and ARB_EXIT_BAD at the end.
 */
arb_exit arb_convert_positions(const arb_cli *cli, const arb_text_arg *text, const arb_style *from,
                               const arb_style *to);

/* ---- positions from the letters of one language to those of another (forsyth.c) ---- */

/*
 * Are these positions and not moves? They are when a line begins with more than two slashes before
 * its first blank, unless a comment has begun before: no move and no result has so many.
 */
bool arb_forsyth_is(const char *text, size_t size);

/*
 * Appends a line to `out` with its placement in the letters `to`; what stands around the placement
 * is kept. ARB_SYNTAX, with its place in `where`, when the line has no placement that can be read,
 * or a second one; `out` is then as it was.
 */
ARB_MUST_USE arb_err arb_forsyth_convert(arb_buf *out, arb_where *where, const char *line,
                                         size_t size, const arb_letters *from,
                                         const arb_letters *to);

#endif
