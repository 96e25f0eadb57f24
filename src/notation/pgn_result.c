/* SPDX-License-Identifier: MIT */
/* The result of a game as it is written: by PGN, and by people and their word processors. */
#include <string.h>

#include "notation/pgn_internal.h"

static const char *const result_texts[ARB_PGN_RESULT_COUNT] = { [ARB_PGN_RESULT_NONE] = "*",
                                                                [ARB_PGN_RESULT_OPEN] = "*",
                                                                [ARB_PGN_RESULT_WHITE] = "1-0",
                                                                [ARB_PGN_RESULT_BLACK] = "0-1",
                                                                [ARB_PGN_RESULT_DRAW] = "1/2-1/2" };

/* What a player gets, in halves of a point; the longer ways to write it first. */
static const struct {
    const char *text;
    unsigned halves;
} scores[] = { { "1/2", 1 }, { "½", 1 }, { "\xbd", 1 /* Latin-1 */ }, { "1", 2 }, { "0", 0 } };

/* A hyphen, and what is taken for one: hyphens, dashes, the minus sign; at last those of Windows.
 */
static const char *const dashes[] = { "-",      "\u2010", "\u2011", "\u2012", "\u2013", "\u2014",
                                      "\u2015", "\u2212", "\ufe63", "\uff0d", "\x96",   "\x97" };

enum { NO_SCORE = 9, RESULT_SIZE_MAX = 16 };

const char *arb_pgn_result_text(arb_pgn_result result)
{
    return result_texts[result < ARB_PGN_RESULT_COUNT ? result : ARB_PGN_RESULT_NONE];
}

/* The size of `word` if the text begins with it, else 0. */
static size_t begins(const char *text, size_t size, const char *word)
{
    const size_t length = strlen(word);
    return size >= length && memcmp(text, word, length) == 0 ? length : 0;
}

/* Takes a score off the text. */
static unsigned take_score(const char *text, size_t size, size_t *at)
{
    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++) {
        const size_t length = begins(text + *at, size - *at, scores[i].text);
        *at += length;
        if (length > 0)
            return scores[i].halves;
    }
    return NO_SCORE;
}

/* The dash, perhaps between blanks. */
static bool take_dash(const char *text, size_t size, size_t *at)
{
    *at += begins(text + *at, size - *at, " ");
    for (size_t i = 0; i < sizeof dashes / sizeof *dashes; i++) {
        const size_t length = begins(text + *at, size - *at, dashes[i]);
        *at += length;
        if (length > 0) {
            *at += begins(text + *at, size - *at, " ");
            return true;
        }
    }
    return false;
}

/* The result with which the text begins, and its size. A half alone is a draw. */
static arb_pgn_result take_result(const char *text, size_t size, size_t *length)
{
    static const arb_pgn_result by_halves[] = { ARB_PGN_RESULT_BLACK, ARB_PGN_RESULT_DRAW,
                                                ARB_PGN_RESULT_WHITE };
    size_t at = 0;

    *length = 1;
    if (size > 0 && *text == '*')
        return ARB_PGN_RESULT_OPEN;
    const unsigned white = take_score(text, size, &at);
    *length = at;
    if (white == NO_SCORE)
        return ARB_PGN_RESULT_NONE;
    const bool dash = take_dash(text, size, &at);
    const unsigned black = dash ? take_score(text, size, &at) : NO_SCORE;
    if (black != NO_SCORE && white + black == 2) {
        *length = at;
        return by_halves[white];
    }
    return white == 1 ? ARB_PGN_RESULT_DRAW : ARB_PGN_RESULT_NONE;
}

/* Would this make a longer word of it? */
static bool goes_on(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '/';
}

arb_pgn_result arb_pgn_result_read(const char *text, size_t size)
{
    size_t length;
    const arb_pgn_result result = take_result(text, size, &length);

    return length == size ? result : ARB_PGN_RESULT_NONE;
}

/*
 * PGN 7: an asterisk is a token by itself, whatever follows; the others are words. A half of
 * Latin-1 among other bytes that are not ASCII is no half.
 */
arb_pgn_result arb_pgn_marker(const char *at, size_t *size)
{
    size_t there = 0;

    *size = 0;
    if (*at == '\xbd' && (unsigned char)at[-1] >= 0x80)
        return ARB_PGN_RESULT_NONE;
    while (there < RESULT_SIZE_MAX && at[there] != '\0')
        there++;
    const arb_pgn_result result = take_result(at, there, size);

    if (result == ARB_PGN_RESULT_OPEN || (result != ARB_PGN_RESULT_NONE && !goes_on(at[*size])))
        return result;
    *size = 0;
    return ARB_PGN_RESULT_NONE;
}

bool arb_pgn_result_plain(arb_pgn_result result, const char *text, size_t size)
{
    const char *plain = arb_pgn_result_text(result);
    return size == strlen(plain) && memcmp(text, plain, size) == 0;
}
