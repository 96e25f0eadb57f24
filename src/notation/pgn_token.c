/* SPDX-License-Identifier: MIT */
/* What stands in the text of a game beside numbers and plain moves. */
#include <string.h>

#include "notation/pgn_internal.h"

/* How judgements are written, and their numbers in PGN; the longer ones first. */
static const struct {
    const char *text;
    unsigned nag;
} glyphs[] = {
    { "!!", 3 },  { "??", 4 },   { "!?", 5 },   { "?!", 6 },   { "!", 1 },
    { "?", 2 },   { "+/-", 16 }, { "-/+", 17 }, { "+/=", 14 }, { "=/+", 15 },
    { "+=", 14 }, { "=+", 15 },  { "+-", 18 },  { "-+", 19 },  { "=", 10 },
    { "±", 16 },  { "∓", 17 },   { "⩲", 14 },   { "⩱", 15 },   { "∞", 13 },
    { "□", 7 },   { "‼", 3 },    { "⁇", 4 },    { "⁉", 5 },    { "⁈", 6 },
};

static bool begins(const char *at, const char *text)
{
    return strncmp(at, text, strlen(text)) == 0;
}

static void tell_nag(arb_pgn *pgn, unsigned nag)
{
    if (pgn->handler->nag && pgn->doing != ARB_PGN_STOPPED)
        arb_pgn_follow(pgn, pgn->handler->nag(pgn->user, pgn, nag));
}

/* "$1" */
static void take_nag(arb_pgn *pgn)
{
    char *at = pgn->at + 1;
    unsigned nag = 0;

    for (; *at >= '0' && *at <= '9' && at - pgn->at < 9; at++)
        nag = nag * 10 + (unsigned)(*at - '0');
    const bool known = at > pgn->at + 1 && nag <= 255;
    pgn->at = at;
    if (known)
        tell_nag(pgn, nag);
    else
        arb_pgn_fault_at(pgn, ARB_PGN_NAG, pgn->token, (size_t)(at - pgn->token));
}

bool arb_pgn_take_glyph(arb_pgn *pgn)
{
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++) {
        if (begins(pgn->at, glyphs[i].text)) {
            pgn->at += strlen(glyphs[i].text);
            tell_nag(pgn, glyphs[i].nag);
            return true;
        }
    }
    return false;
}

/* Behind a result in a variation: does nothing of the game follow, so that the result is its own?
 */
static bool nothing_follows(arb_pgn *pgn)
{
    size_t blanks;

    do
        blanks = strspn(pgn->at, " \t\r\n");
    while (pgn->end - (pgn->at + blanks) < ARB_PGN_MARGIN && arb_pgn_fill(pgn));
    return pgn->at + blanks == pgn->end || arb_pgn_is_tag(pgn->at + blanks);
}

/* N for a novelty and D for a diagram, as yearbooks print them; before a square it is a piece. */
static bool take_letter(arb_pgn *pgn)
{
    const char c = *pgn->at;
    const size_t blanks = strspn(pgn->at + 1, " \t\r\n");

    if ((c != 'N' && c != 'D') || !pgn->line.begun || blanks == 0 ||
        (pgn->at[1 + blanks] != '\0' && strchr("abcdefghx:", pgn->at[1 + blanks])))
        return false;
    pgn->at++;
    tell_nag(pgn, c == 'N' ? 146 : 220);
    return true;
}

/* A result ends the game; in a variation it says only how that one would end. */
static bool take_marker(arb_pgn *pgn)
{
    size_t size;
    const arb_pgn_result result = arb_pgn_marker(pgn->at, &size);

    if (result == ARB_PGN_RESULT_NONE)
        return false;
    pgn->at += size;
    if (pgn->depth > 0 && !nothing_follows(pgn))
        return true;
    if (!arb_pgn_result_plain(result, pgn->token, size))
        arb_pgn_fault_at(pgn, ARB_PGN_RESULT_FORM, pgn->token, size);
    arb_pgn_end_game(pgn, result);
    return true;
}

/* Dots that stand alone, and blanks that are not ASCII. */
static bool take_filler(arb_pgn *pgn)
{
    static const char *const fillers[] = { "\ufeff", "\u00a0", "…", ".", "\v", "\f" };

    for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++) {
        if (begins(pgn->at, fillers[i])) {
            pgn->at += strlen(fillers[i]);
            return true;
        }
    }
    return false;
}

/* Laws C.13.6: "e.p." behind a move, which PGN does not know. */
static bool take_en_passant(arb_pgn *pgn)
{
    static const char *const words[] = { "e.p.", "(e.p.)", "(ep)" };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!begins(pgn->at, words[i]) || !pgn->line.begun)
            continue;
        arb_pgn_fault_at(pgn, ARB_PGN_FORM, pgn->token, strlen(words[i]));
        pgn->at += strlen(words[i]);
        return true;
    }
    return false;
}

/* Laws C.12: the sign of an offered draw. */
static bool take_offer(arb_pgn *pgn)
{
    if (!begins(pgn->at, "(=)") || !pgn->line.begun)
        return false;
    pgn->at += 3;
    arb_pgn_tell_offer(pgn);
    return true;
}

/* A tag in the text of a game: the game has ended without a result. */
static void take_bracket(arb_pgn *pgn)
{
    if (arb_pgn_is_tag(pgn->at))
        arb_pgn_end_game(pgn, ARB_PGN_RESULT_NONE);
    else if (!arb_pgn_take_scrap(pgn))
        arb_pgn_fault_at(pgn, ARB_PGN_UNREADABLE, pgn->token, 1);
}

/* Bytes that nobody sees, such as the one that ends a text of MS-DOS. */
static bool take_control(arb_pgn *pgn)
{
    if ((unsigned char)*pgn->at >= ' ' && *pgn->at != 0x7f)
        return false;
    arb_pgn_take_stray(pgn, 1);
    return true;
}

/* A move that was not made, as programs write it. */
static bool take_null(arb_pgn *pgn)
{
    static const struct {
        const char *text;
        bool usual;
    } nulls[] = {
        { "--", true }, { "Z0", true }, { "null", false }, { "0000", false }, { "@@@@", false }
    };

    for (size_t i = 0; i < sizeof nulls / sizeof *nulls; i++) {
        if (!begins(pgn->at, nulls[i].text))
            continue;
        if (!nulls[i].usual)
            arb_pgn_fault_at(pgn, ARB_PGN_FORM, pgn->token, strlen(nulls[i].text));
        arb_pgn_take_null(pgn, strlen(nulls[i].text));
        return true;
    }
    return false;
}

/* The signs that stand for themselves; false when it is none of them. */
static bool take_sign(arb_pgn *pgn)
{
    switch (*pgn->at) {
    case '{':
    case ';':
        arb_pgn_take_comment(pgn);
        return true;
    case '(':
        if (!take_offer(pgn) && !take_en_passant(pgn))
            arb_pgn_enter(pgn);
        return true;
    case ')':
        arb_pgn_leave(pgn);
        return true;
    case '$':
        take_nag(pgn);
        return true;
    case '[':
        take_bracket(pgn);
        return true;
    case '}':
        arb_pgn_take_brace(pgn);
        return true;
    case '>':
        return arb_pgn_take_quote(pgn);
    case '%':
        if (!arb_pgn_line_begins(pgn->at))
            return false;
        arb_pgn_take_line(pgn);
        return true;
    default:
        return false;
    }
}

void arb_pgn_take_odd(arb_pgn *pgn)
{
    if (pgn->at == pgn->end && pgn->at_end) {
        if (!pgn->failure)
            arb_pgn_end_game(pgn, ARB_PGN_RESULT_NONE);
        else
            pgn->doing = ARB_PGN_STOPPED;
        return;
    }
    if (take_sign(pgn) || take_marker(pgn) || take_filler(pgn) || take_en_passant(pgn) ||
        take_control(pgn) || take_null(pgn))
        return;
    if (!take_letter(pgn) && !arb_pgn_take_glyph(pgn) && !arb_pgn_take_sign(pgn))
        arb_pgn_take_written(pgn);
}
