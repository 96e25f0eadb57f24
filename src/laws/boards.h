/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_LAWS_BOARDS_H
#define ARBITRO_LAWS_BOARDS_H
/*
 * Players who cannot see (Laws, D): what was announced, and a board for each player. Where there is
 * one board, it is that of the hands; see hands.h.
 */
#include "laws/laws.h"

/* Is it a game in which moves are announced (D.2.1)? Has each player a board of his own (D.1)? */
bool arb_is_spoken(const arb_state *s);
bool arb_has_two_boards(const arb_state *s);

/* Can this player not see, and his board be seen (D.2.2, D.2.3)? */
bool arb_is_blind(const arb_state *s, arb_colour player);

/* Was anything announced for the coming or the last move of `player`, and was it a legal move? */
bool arb_has_spoken(const arb_state *s, arb_colour player);
bool arb_has_announced(const arb_state *s, arb_colour player);

/* Has something stood on the board long enough for a press: a move, or what he takes for one, in
 * another hole and announced (D.2.3)? */
bool arb_is_placed(const arb_state *s);

/* Does a piece of a player who cannot see stand in another hole, and lack nothing but the words
 * (D.2.3), be it a move or not? */
bool arb_awaits_words(const arb_state *s);

/* Does something stand on the board that all but the arbiter take for a move that was made (7.5.1)?
 */
bool arb_is_taken_for_move(const arb_state *s);

/* Would an announcement now make the move that the hands have placed (D.2.3)? Then that is `out`.
 */
bool arb_is_made_by(arb_move *out, const arb_state *s, const arb_utterance *heard);

/* Was another move announced than was made, and can that still be put right (D.2.8)? */
bool arb_is_slip(const arb_state *s);

/* The position in which a move of `player` is announced: before his last move, while that can be
 * put right or was not announced; else the present one, when he has the move. False when nothing of
 * his is to be announced. */
bool arb_announced_in(arb_pos *out, const arb_look *look, arb_colour player);

/* For whom an announcement is: an assistant announces the moves of both (D.2.10.2). */
arb_colour arb_announced_for(const arb_look *look);

/* The position before the last move, or before what is taken for it, in which that is repeated and
 * executed; false when no move was made. */
bool arb_before_last(arb_pos *out, const arb_look *look);

/* Does an assistant announce another move than was made or placed (D.2.1, D.2.10.2)? */
bool arb_is_said_otherwise(const arb_look *look);

/* What the assistant of his opponent may do no longer, when `player` has one (D.2.11). */
unsigned arb_lapsing_tasks(const arb_state *s, arb_colour player);

/* What the words of an announcement or a repetition are. */
arb_utterance arb_utterance_of(const arb_look *look);

/* On whose board the last move, or what is taken for it, is executed; was it? */
arb_colour arb_executes(const arb_state *s);
bool arb_is_executed(const arb_state *s);

/* What stands on the board of who has the move, with the opponent's last move executed on it. */
const arb_piece *arb_boards_acting(arb_piece out[ARB_SQUARE_COUNT], const arb_state *s);

/* What would stand on it if he executed the attempt. */
void arb_boards_after(arb_piece out[ARB_SQUARE_COUNT], const arb_look *look);

/* Does the board of `player` show another position than the game has, his own hands and a move that
 * is not executed yet left aside (D.2.9)? */
bool arb_boards_differ(const arb_state *s, arb_colour player, const arb_pos *pos);

/* What the scoresheets of both say (D.2.9). */
typedef struct arb_agreed {
    uint32_t made;  /* half-moves made */
    uint32_t count; /* so many of them both have alike, from the first */
    uint32_t parts; /* from here on that is another game than the one that was announced; or made */
    arb_pos pos;    /* where it leads */
    bool blank;     /* neither has anything written: what was announced counts */
} arb_agreed;

arb_agreed arb_sheets_say(const arb_look *look, const arb_state *s);

/* The move that both have next; false when they do not agree. */
bool arb_sheets_next(arb_move *out, const arb_look *look, const arb_state *s);

/* --- what changes them --- */

/* Both boards show the position, and nothing is announced. */
void arb_boards_set(arb_state *s);

/* The hands of `player` have left this on his board; the position was `before`, and the opponent
 * has not executed it yet. */
void arb_boards_left(arb_state *s, arb_colour player, const arb_piece *left, const arb_pos *before);

/* `player` has made a move that no hand of his made: it is read from an envelope (I.7), and stands
 * on his board; the opponent has to execute it. */
void arb_boards_read_out(arb_state *s, arb_colour player, const arb_pos *before, arb_move move);

/* What was announced for a move that will not be made is forgotten. */
void arb_boards_hush(arb_state *s);

/* The last move is executed on the board of who has the move. */
void arb_boards_execute(arb_state *s);

/* The board of `player` is put right. */
void arb_boards_correct(arb_state *s, arb_colour player);

#endif
