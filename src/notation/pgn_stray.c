/* SPDX-License-Identifier: MIT */
/*
 * What does not belong into a PGN file and says nothing about the game: it is remarked on and
 * passed over. Brackets that are no tags, lines between tags, braces that close nothing.
 */
#include <string.h>

#include "notation/pgn_internal.h"
#include "notation/written_internal.h"

/* How many lines before a game or between its tags may be nothing of it. */
enum { STRAY_LINES = 32 };

void arb_pgn_take_stray(arb_pgn *pgn, size_t size)
{
    arb_pgn_fault_at(pgn, ARB_PGN_STRAY, pgn->token, size);
    pgn->at += size;
}

void arb_pgn_take_brace(arb_pgn *pgn)
{
    arb_pgn_fault_at(pgn, ARB_PGN_COMMENT_BRACE, pgn->token, 1);
    pgn->at++;
}

/* Words that end no game, open no comment and close what they open: who passes over the game finds
 * the same end. */
static bool is_plain(const char *text, size_t size)
{
    size_t nest = 0, marker;

    for (const char *at = text; at < text + size; at++) {
        if (*at == '{' || *at == ';' || *at == '[' || (*at == '%' && arb_pgn_line_begins(at)) ||
            (*at == ')' && nest == 0) || arb_pgn_marker(at, &marker) != ARB_PGN_RESULT_NONE)
            return false;
        nest += *at == '(';
        nest -= *at == ')';
    }
    return nest == 0;
}

/* The size of a variation at the token, on one line and without anything but moves. */
bool arb_pgn_find_variation(size_t *size, arb_pgn *pgn)
{
    size_t line, nest = 0;

    *size = 0;
    if (*pgn->token != '(' || !arb_pgn_line_end(&line, pgn))
        return false;
    do {
        const char c = pgn->token[(*size)++];
        nest += c == '(';
        nest -= c == ')';
    } while (nest > 0 && *size < line);
    return nest == 0 && is_plain(pgn->token, *size);
}

/* [pgn], [/pgn], [%clk 0:10] outside a comment: up to the bracket that closes it on its line. */
bool arb_pgn_take_scrap(arb_pgn *pgn)
{
    size_t line;

    if (!arb_pgn_line_end(&line, pgn))
        return false;
    const char *end = memchr(pgn->token, ']', line);
    if (!end || !is_plain(pgn->token + 1, (size_t)(end - pgn->token) - 1))
        return false;
    const size_t size = (size_t)(end + 1 - pgn->token);
    arb_pgn_fault_at(pgn, ARB_PGN_TAG, pgn->token, size);
    pgn->at = pgn->token + size;
    return true;
}

/* Is this the first word of moves, rather than of a text for people? */
static bool is_movetext(const arb_pgn *pgn, const char *at)
{
    const arb_language *language =
        pgn->options.language ? pgn->options.language : arb_language_at(0);
    arb_written written;
    arb_cursor cur;
    size_t size;

    if ((*at >= '0' && *at <= '9') || *at == '\0' || strchr("(){};$%.*-[", *at) ||
        arb_pgn_marker(at, &size) != ARB_PGN_RESULT_NONE)
        return true;
    arb_cursor_init(&cur, at, strcspn(at, " \t\r\n{};()"));
    return arb_written_take(&written, &cur, NULL, language, false) == ARB_OK &&
           arb_written_boundary(&cur);
}

/* The size of what quotes a line in a mail, with the blanks behind it; 0 when there is none. */
static size_t quote_size(const char *at)
{
    return arb_pgn_line_begins(at) && *at == '>' ? strspn(at, "> \t") : 0;
}

/* Behind the blanks at this distance from the token; with a margin of text. */
static size_t pass_blanks(arb_pgn *pgn, size_t at)
{
    do
        for (size_t more = 1; more > 0; at += more) {
            at += strspn(pgn->token + at, " \t\r\n");
            more = quote_size(pgn->token + at);
        }
    while (pgn->end - (pgn->token + at) < ARB_PGN_MARGIN && arb_pgn_fill(pgn));
    return at;
}

/* The end of the line at this distance from the token, as such a distance. */
static size_t pass_line(arb_pgn *pgn, size_t at)
{
    do
        at += strcspn(pgn->token + at, "\r\n");
    while (pgn->token + at == pgn->end && arb_pgn_fill(pgn));
    return at;
}

/*
 * Behind a game: was this line meant as a tag, such as [Event two], and does anything follow?
 * [pgn],
 * [/pgn] and [%eval 0.3] were not.
 */
bool arb_pgn_is_bad_tag(arb_pgn *pgn)
{
    const char *word = pgn->token + 1;
    const size_t size = strcspn(word, " \t\r\n\"[]");

    if (!arb_pgn_line_begins(pgn->token) || *word == '%' || *word == '/' ||
        (size > 0 && word[size] == ']'))
        return false;
    const size_t next = pass_blanks(pgn, pass_line(pgn, 0));
    pgn->peered |= pgn->token + next == pgn->end;
    return pgn->token + next != pgn->end;
}

/* Behind a tag, on its line: what is no text of the game. */
bool arb_pgn_take_rest(arb_pgn *pgn)
{
    if (!pgn->behind_tag || is_movetext(pgn, pgn->token))
        return false;
    arb_pgn_take_stray(pgn, pass_line(pgn, 0));
    return true;
}

/* A line of a mail is quoted by signs before it; told once in a game. */
bool arb_pgn_take_quote(arb_pgn *pgn)
{
    const size_t size = quote_size(pgn->at);

    if (size == 0)
        return false;
    if (pgn->in_game && !pgn->closing && !pgn->quote_told) {
        pgn->quote_told = true;
        arb_pgn_fault_at(pgn, ARB_PGN_STRAY, pgn->at, 1);
    }
    pgn->at += size;
    return true;
}

/* A line of dashes, as one stands above a signature. */
static bool is_rule(const char *at)
{
    const size_t dashes = strspn(at, "-"), blanks = strspn(at + dashes, " \t");

    return arb_pgn_line_begins(at) && dashes > 1 && strchr("\r\n", at[dashes + blanks]);
}

/*
 * A line behind a game that begins with nothing of a game is that game's, unless it stands just
 * above a tag. What follows on the line of the result is always its own.
 */
bool arb_pgn_take_late_line(arb_pgn *pgn)
{
    if (is_movetext(pgn, pgn->token) && !is_rule(pgn->token))
        return false;
    const size_t size = pass_line(pgn, 0);
    size_t next = size + (pgn->token[size] == '\r');
    next += pgn->token[next] == '\n';
    while (pgn->end - (pgn->token + next) < ARB_PGN_MARGIN && arb_pgn_fill(pgn))
        continue;
    if (arb_pgn_line_begins(pgn->token)) {
        pgn->peered |= pgn->token + next == pgn->end;
        if (arb_pgn_is_tag(pgn->token + next))
            return false;
    }
    arb_pgn_take_stray(pgn, size);
    return true;
}

/* Does this begin the moves of a game that is to be read from its first move? */
static bool first_move(const char *at)
{
    return at[0] == '1' && at[1] == '.';
}

/* A line before a game or between its tags that is neither tag nor comment nor move. */
bool arb_pgn_take_stray_line(arb_pgn *pgn)
{
    size_t at = 0, first = 0;

    for (int i = 0; i < STRAY_LINES && !is_movetext(pgn, pgn->token + at); i++) {
        at = pass_line(pgn, at);
        first = first ? first : at;
        at = pass_blanks(pgn, at);
    }
    const char *tag = pgn->token + at;
    pgn->peered |= first > 0 && tag == pgn->end;
    if (first == 0 || (!arb_pgn_is_tag(tag) && !first_move(tag)) ||
        (pgn->event_seen && arb_pgn_is_event(tag)))
        return false;
    if (!pgn->in_game)
        arb_pgn_begin_game(pgn);
    if (pgn->doing == ARB_PGN_READING)
        arb_pgn_take_stray(pgn, first);
    return true;
}

/* A comment that was closed too early: words that are no moves, up to another closing brace. */
bool arb_pgn_take_tail(arb_pgn *pgn)
{
    size_t end;

    if (pgn->commented != pgn->line.plies + 1 || !arb_pgn_find(&end, pgn, 0, '}') ||
        !is_plain(pgn->token, end))
        return false;
    arb_pgn_fault_at(pgn, ARB_PGN_COMMENT_BRACE, pgn->token + end, 1);
    pgn->at = pgn->token + end + 1;
    arb_pgn_tell_comment(pgn, pgn->token, end);
    return true;
}

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* The size of a word that begins here and says how a game ended, with a full stop; else 0. */
static size_t word_size(const char *at)
{
    static const char *const words[] = { "white", "black", "wins",      "won",        "resigns",
                                         "lost",  "draw",  "drawn",     "resigned",   "agreed",
                                         "loses", "mate",  "checkmate", "unfinished", "adjourned",
                                         "on",    "time",  "forfeits",  "stalemate",  "by" };
    size_t size = 0;

    while (is_letter(at[size]))
        size++;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t same = 0;
        while (same < size && (at[same] | 32) == words[i][same])
            same++;
        if (same == size && size > 0 && words[i][same] == '\0')
            return size + (at[size] == '.' || at[size] == ',' || at[size] == '!');
    }
    return 0;
}

/* "White resigns" before the result, or at the end of a game: words, and no move behind them. */
bool arb_pgn_take_prose(arb_pgn *pgn)
{
    size_t at = 0, size = 0, word;

    if (pgn->depth > 0)
        return false;
    while (at < ARB_PGN_MARGIN && (word = word_size(pgn->token + at)) > 0) {
        size = at + word;
        at = pass_blanks(pgn, size);
        if (at == size && pgn->token + at != pgn->end)
            return false; /* a longer word */
    }
    const char *next = pgn->token + at;
    if (size == 0 || (next != pgn->end && !arb_pgn_is_tag(next) &&
                      arb_pgn_marker(next, &word) == ARB_PGN_RESULT_NONE))
        return false;
    arb_pgn_take_stray(pgn, size);
    return true;
}

/* The size of a sign that says nothing: one that stands alone, or a blank that nobody sees. */
static size_t sign_size(const char *at)
{
    static const char *const blanks[] = { "\u00ad", "\u202f", "\u2060", "\u3000" };

    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++)
        if (strncmp(at, blanks[i], strlen(blanks[i])) == 0)
            return strlen(blanks[i]);
    if (strncmp(at, "\xe2\x80", 2) == 0 && (unsigned char)at[2] >= 0x80 &&
        (unsigned char)at[2] <= 0x8f) /* U+2000 to U+200F */
        return 3;
    if (*at == ',')
        return 1;
    const size_t size = strspn(at, "-+#:~|\\");
    return size > 0 && (at[size] == '\0' || strchr(" \t\r\n", at[size])) ? size : 0;
}

bool arb_pgn_take_sign(arb_pgn *pgn)
{
    const size_t size = sign_size(pgn->at);

    if (size > 0)
        arb_pgn_take_stray(pgn, size);
    return size > 0;
}

/* Two bytes for every character: the mark of UTF-16, or a bracket with a zero beside it. */
bool arb_pgn_is_utf16(const char *at)
{
    return memcmp(at, "\xff\xfe", 2) == 0 || memcmp(at, "\xfe\xff", 2) == 0 ||
           memcmp(at, "[\0E\0", 4) == 0 || memcmp(at, "\0[\0E", 4) == 0;
}
