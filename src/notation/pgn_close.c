/* SPDX-License-Identifier: MIT */
/*
 * What stands behind the result of a game. Comments there belong to the game before them, up to
 * the next game; so does what belongs nowhere.
 */
#include <string.h>

#include "notation/pgn_internal.h"

/* Told only of a game that is being told: one that was broken off or skipped is not. */
static void take_late_comment(arb_pgn *pgn)
{
    if (!pgn->game.broken && !pgn->game.skipped)
        arb_pgn_fault_at(pgn, ARB_PGN_COMMENT_LATE, pgn->token, 1);
    if (pgn->doing == ARB_PGN_READING)
        arb_pgn_take_comment(pgn);
    if (pgn->doing == ARB_PGN_SKIPPING && !pgn->in_comment)
        pgn->doing = ARB_PGN_READING; /* there is nothing left to skip */
}

/* A second result on the line of the first, or the same again, behind a game that is more than a
 * result. */
static bool take_second_marker(arb_pgn *pgn)
{
    size_t size;

    const arb_pgn_result result = arb_pgn_marker(pgn->at, &size);

    if (pgn->bare || result == ARB_PGN_RESULT_NONE ||
        (!pgn->same_line && result != pgn->game.marker))
        return false;
    arb_pgn_fault_at(pgn, ARB_PGN_RESULT_TWICE, pgn->token, size);
    pgn->at += size;
    return true;
}

/* A judgement or a variation behind the result, on its line. */
static bool take_late_sign(arb_pgn *pgn)
{
    size_t size = *pgn->at == '$' ? 1 + strspn(pgn->at + 1, "0123456789") : 0;

    if (!pgn->same_line || (size == 0 && !arb_pgn_find_variation(&size, pgn)))
        return false;
    arb_pgn_take_stray(pgn, size);
    return true;
}

/* A bracket that begins no tag, nor a line that was meant as one, is not the next game's either. */
static bool take_scrap(arb_pgn *pgn)
{
    return *pgn->at == '[' && !arb_pgn_is_tag(pgn->at) && !arb_pgn_is_bad_tag(pgn) &&
           arb_pgn_take_scrap(pgn);
}

void arb_pgn_take_closing(arb_pgn *pgn)
{
    const char c = *pgn->at;

    pgn->token = pgn->at;
    pgn->same_line = pgn->same_line && c != '\n' && c != '\r';
    if (pgn->at == pgn->end) {
        pgn->whole = !pgn->peered;
        arb_pgn_close_game(pgn);
    } else if (arb_pgn_skip_blank(pgn)) {
        return;
    } else if (c == '%' && arb_pgn_line_begins(pgn->at)) {
        arb_pgn_take_line(pgn);
    } else if (c == '{' || c == ';') {
        take_late_comment(pgn);
    } else if (c == '}') {
        arb_pgn_take_brace(pgn);
    } else if (arb_pgn_take_quote(pgn)) {
        return;
    } else if ((unsigned char)c < ' ' || (c == '.' && pgn->same_line)) {
        arb_pgn_take_stray(pgn, 1);
    } else if (!take_scrap(pgn) && !take_second_marker(pgn) && !take_late_sign(pgn) &&
               !arb_pgn_take_late_line(pgn)) {
        arb_pgn_close_game(pgn);
    }
}

bool arb_pgn_whole(const arb_pgn *pgn)
{
    return pgn->whole;
}
