/* SPDX-License-Identifier: MIT */
/*
 * Passing over the rest of a game or of a variation. Moves are not looked at; comments, escape
 * lines and parentheses are, so that the end is found where it is. A line with an Event tag ends
 * everything, even a comment that was never closed.
 */
#include "notation/pgn_internal.h"
#include "notation/pgn_leap.h"

/* How far the passing over has come. */
typedef struct pass {
    bool comment; /* inside braces */
    bool rest;    /* of a line does not count */
    bool tags;    /* the tags of the game itself are not yet passed */
    bool gap;     /* between them and what follows there was an empty line */
    bool leaving; /* only a variation is left */
    size_t nest;  /* parentheses to close */
} pass;

/* At the beginning of a line: does another game begin here? */
static bool new_game(const arb_pgn *pgn, pass *p)
{
    const char *at = pgn->at;

    if (p->comment)
        return arb_pgn_is_event(at);
    if (p->tags) {
        if ((pgn->event_seen || p->gap) && arb_pgn_is_event(at))
            return true;
        p->gap |= *at == '\n' || *at == '\r';
        p->rest = *at == '[';
        p->tags = p->rest || *at == '\n' || *at == '\r' || *at == '%' || *at == ';' || *at == '{' ||
                  *at == ' ' || *at == '\t';
        return false;
    }
    return arb_pgn_is_tag(at);
}

/*
 * Can a word that begins here be one of its own, or is it the rest of a longer one, such as 0-0-1?
 * Two dashes are a move that was not made; +- and +/- are judgements.
 */
static bool word_begins(const char *at)
{
    const char before = at[-1];
    const bool inside = (before >= '0' && before <= '9') || (before >= 'a' && before <= 'z') ||
                        (before >= 'A' && before <= 'Z') || before == '$' ||
                        (before == '-' && at[-2] != '-' && at[-2] != '+' && at[-2] != '/');

    return !inside || *at == '*' || (unsigned char)*at >= 0x80; /* signs stand for themselves */
}

/* A result at the end of the game itself. */
static arb_pgn_result marker_here(const arb_pgn *pgn, const pass *p, size_t *size)
{
    if (p->leaving || p->nest > 0 || p->tags || !word_begins(pgn->at))
        return ARB_PGN_RESULT_NONE;
    return arb_pgn_marker(pgn->at, size);
}

/* Takes a parenthesis; true when it closes the variation that is being left. */
static bool parenthesis(pass *p, char c)
{
    if (c == '(') {
        p->nest++;
        return false;
    }
    if (p->nest > 0) {
        p->nest--;
        return false;
    }
    return p->leaving;
}

static void take_byte(pass *p, char c)
{
    if (p->comment)
        p->comment = c != '}';
    else if (c == '{')
        p->comment = true;
    else if (c == ';')
        p->rest = true;
}

/* A line begins: false when another game does. */
static bool begin_line(const arb_pgn *pgn, pass *p)
{
    p->rest = false;
    if (new_game(pgn, p))
        return false;
    p->rest |= *pgn->at == '%' && !p->comment;
    return true;
}

/* Does what is passed over end with this byte, outside comments; and with which result? */
static bool ends_here(arb_pgn *pgn, pass *p, arb_pgn_result *marker)
{
    const char c = *pgn->at;
    size_t size = 0;

    if (c == '(' || c == ')')
        return parenthesis(p, c);
    if (c != '0' && c != '1' && c != '*' && (unsigned char)c < 0x80)
        return false;
    *marker = marker_here(pgn, p, &size);
    if (*marker == ARB_PGN_RESULT_NONE)
        return false;
    pgn->at += size;
    return true;
}

/*
 * Goes to the last byte before the next one that can matter, or as far as the buffer goes: of a
 * line that does not count, the first of the next line; in a comment, what closes it and what may
 * begin a game; elsewhere every sign, and the two bytes before it, with which a result such as "1 -
 * 0" begins.
 */
static void leap(arb_pgn *pgn, const pass *p)
{
    const char *from = pgn->at + 1, *to = from;

    if (p->rest) {
        if (*pgn->at == '\n' || *pgn->at == '\r')
            return;
        to = arb_leap_to(from, pgn->end, '\n', '\r');
    } else if (p->comment) {
        to = arb_leap_to(from, pgn->end, '}', '[');
    } else if (!p->tags) {
        to = arb_leap_to_sign(from, pgn->end);
    }
    if (to - from > 1) /* that byte, and the two before it */
        pgn->at += to - 3 - pgn->at;
}

/* Goes to the end of what is to be passed over; tells the result if that ended it. */
static bool find_end(arb_pgn *pgn, pass *p, arb_pgn_result *marker)
{
    for (;; pgn->at++) {
        arb_pgn_look(pgn);
        pgn->token = pgn->at;
        if (pgn->at == pgn->end || (arb_pgn_line_begins(pgn->at) && !begin_line(pgn, p)))
            return false;
        if (!p->rest) {
            if (!p->comment && !p->tags && arb_pgn_is_tag(pgn->at))
                return false;
            if (!p->comment && ends_here(pgn, p, marker))
                return true;
            take_byte(p, *pgn->at);
        }
        leap(pgn, p);
    }
}

void arb_pgn_skip(arb_pgn *pgn)
{
    const bool leaving = pgn->doing == ARB_PGN_LEAVING, unentered = pgn->unentered;
    arb_pgn_result marker = ARB_PGN_RESULT_NONE;
    pass p = { .comment = pgn->in_comment,
               .tags = !pgn->started,
               .rest = !pgn->started && *pgn->at == '[',
               .leaving = leaving,
               .nest = leaving ? 0 : pgn->depth };

    pgn->in_comment = pgn->unentered = false;
    pgn->at += p.rest; /* the tag that could not be read is no other game's */
    const bool found = find_end(pgn, &p, &marker);
    if (leaving && found) {
        pgn->doing = ARB_PGN_READING;
        if (unentered)
            pgn->at++;
        else
            arb_pgn_leave(pgn);
        pgn->numbered = true;
        return;
    }
    if (leaving && unentered)
        arb_pgn_fault_at(pgn, ARB_PGN_VARIATION_OPEN, pgn->token, 0);
    if (pgn->closing)
        arb_pgn_close_game(pgn);
    else
        arb_pgn_end_game(pgn, marker);
}
