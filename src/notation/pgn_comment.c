/* SPDX-License-Identifier: MIT */
/* The comments of a PGN file: in braces, from a semicolon to the end of a line, and escape lines.
 */
#include <string.h>

#include "notation/pgn_internal.h"

/* A new game inside a comment: then the comment was never closed. */
bool arb_pgn_holds_game(const char *text, size_t size)
{
    const char *end = text + size;

    for (const char *at = text; (at = memchr(at, '[', (size_t)(end - at))) != NULL; at++)
        if (arb_pgn_line_begins(at) && arb_pgn_is_event(at))
            return true;
    return false;
}

/* The end of the comment in braces that begins so far behind `token`, and whether it is one. */
static bool find_end(size_t *end, arb_pgn *pgn, size_t begin)
{
    return arb_pgn_find(end, pgn, begin + 1, '}') &&
           !arb_pgn_holds_game(pgn->token + begin + 1, *end - begin - 1);
}

bool arb_pgn_peek_comment(const char **text, size_t *size, arb_pgn *pgn)
{
    const size_t begin = (size_t)(pgn->at - pgn->token);
    size_t end;

    if (*pgn->at != '{' || !find_end(&end, pgn, begin))
        return false;
    *text = pgn->token + begin + 1;
    *size = end - begin - 1;
    return true;
}

/* What stands behind the result of a game that is not told is not told either. */
void arb_pgn_tell_comment(arb_pgn *pgn, const char *text, size_t size)
{
    if (pgn->closing && (pgn->game.broken || pgn->game.skipped))
        return;
    arb_pgn_check_encoding(pgn, text, size);
    if (pgn->handler->comment && pgn->doing != ARB_PGN_STOPPED)
        arb_pgn_follow(pgn, pgn->handler->comment(pgn->user, pgn, text, size));
}

bool arb_pgn_line_end(size_t *out, arb_pgn *pgn)
{
    size_t at = 0;

    for (;; at++) {
        if (pgn->token + at == pgn->end && !arb_pgn_fill(pgn)) {
            *out = at;
            return pgn->at_end;
        }
        if (pgn->token[at] == '\n' || pgn->token[at] == '\r') {
            *out = at;
            return true;
        }
    }
}

static void too_long(arb_pgn *pgn, arb_pgn_fault fault)
{
    arb_pgn_fault_at(pgn, fault, pgn->token, ARB_PGN_MARGIN);
    pgn->in_comment = *pgn->token == '{';
    pgn->at = pgn->token + 1;
}

void arb_pgn_take_comment(arb_pgn *pgn)
{
    size_t end;

    pgn->token = pgn->at;
    if (!pgn->in_game)
        arb_pgn_begin_game(pgn);
    if (pgn->doing != ARB_PGN_READING)
        return;
    if (*pgn->at == ';') {
        if (!arb_pgn_line_end(&end, pgn)) {
            too_long(pgn, ARB_PGN_TOO_LONG);
            return;
        }
        pgn->at = pgn->token + end;
        arb_pgn_tell_comment(pgn, pgn->token + 1, end - 1);
        return;
    }
    if (!find_end(&end, pgn, 0)) {
        const bool cut = pgn->end - pgn->token > ARB_PGN_TEXT_MAX;
        too_long(pgn, cut ? ARB_PGN_TOO_LONG : ARB_PGN_COMMENT_OPEN);
        return;
    }
    pgn->at = pgn->token + end + 1;
    pgn->commented = pgn->line.plies + 1;
    arb_pgn_tell_comment(pgn, pgn->token + 1, end - 1);
}

/* An escape line is for other programs; it may be of any length. */
void arb_pgn_take_line(arb_pgn *pgn)
{
    do {
        pgn->token = pgn->at;
        while (pgn->at < pgn->end) {
            if (*pgn->at == '\n' || *pgn->at == '\r')
                return;
            pgn->at++;
        }
        pgn->token = pgn->at;
    } while (arb_pgn_fill(pgn));
}
