/* SPDX-License-Identifier: MIT */
/* The list of rounds and addresses; see relay_list.h. */
#include "cli/relay_list.h"

#include <string.h>

typedef struct span {
    const char *at;
    size_t size;
} span;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* The next word of a line; empty at its end, and where a comment begins. */
static span next_word(span *line)
{
    span word;

    while (line->size > 0 && is_blank(*line->at)) {
        line->at++;
        line->size--;
    }
    word = (span){ line->at, 0 };
    if (line->size > 0 && *line->at == '#')
        line->size = 0;
    while (line->size > 0 && !is_blank(*line->at)) {
        line->at++;
        line->size--;
        word.size++;
    }
    return word;
}

/* Takes a number from 1 to `most` off the front. */
static bool take_number(unsigned *out, span *word, unsigned most)
{
    unsigned number = 0;

    while (word->size > 0 && *word->at >= '0' && *word->at <= '9' && number <= most) {
        number = 10 * number + (unsigned)(*word->at - '0');
        word->at++;
        word->size--;
    }
    *out = number;
    return number > 0 && number <= most;
}

/* "7", "1-100" or "101-". */
static bool read_boards(arb_relay_line *out, span word)
{
    if (!take_number(&out->first, &word, ARB_RELAY_BOARD_MAX))
        return false;
    out->last = out->first;
    if (word.size == 0)
        return true;
    out->last = 0;
    if (*word.at != '-')
        return false;
    word.at++;
    word.size--;
    return word.size == 0 || (take_number(&out->last, &word, ARB_RELAY_BOARD_MAX) &&
                              word.size == 0 && out->last >= out->first);
}

/* Whether it is a good address is asked of others; here it must be one that can be told. */
static bool read_address(arb_relay_line *out, span word)
{
    if (word.size == 0 || word.size > ARB_RELAY_ADDRESS_MAX)
        return false;
    for (size_t i = 0; i < word.size; i++)
        if (word.at[i] <= ' ' || word.at[i] >= 0x7f)
            return false;
    memcpy(out->to, word.at, word.size);
    out->to[word.size] = '\0';
    return true;
}

static bool read_line(arb_relay_line *out, span line)
{
    span word = next_word(&line);

    *out = (arb_relay_line){ .round = 0 };
    if (!take_number(&out->round, &word, ARB_RELAY_ROUND_MAX) || word.size > 0)
        return false;
    word = next_word(&line);
    if (word.size > 0 && *word.at >= '0' && *word.at <= '9') {
        if (!read_boards(out, word))
            return false;
        word = next_word(&line);
    }
    return read_address(out, word) && next_word(&line).size == 0;
}

size_t arb_relay_site_size(const char *to)
{
    const char *host = strstr(to, "://");

    return host ? (size_t)(host + 3 - to) + strcspn(host + 3, "/?#") : strlen(to);
}

static arb_relay_list_fault compare(const arb_relay_line *all, size_t count)
{
    const arb_relay_line *last = &all[count - 1];
    const size_t size = arb_relay_site_size(all[0].to);

    for (size_t i = 0; i + 1 < count; i++)
        if (strcmp(all[i].to, last->to) == 0)
            return ARB_RELAY_LIST_TWICE;
    return arb_relay_site_size(last->to) != size || memcmp(last->to, all[0].to, size) != 0
               ? ARB_RELAY_LIST_SITE
               : ARB_RELAY_LIST_GOOD;
}

arb_relay_list_fault arb_relay_list_read(arb_relay_line out[ARB_RELAY_LINES_MAX], size_t *count,
                                         unsigned *at, const char *text, size_t size)
{
    const char *end = text + size;

    *count = 0;
    *at = 0;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        const span line = { text, (size_t)((stop ? stop : end) - text) };
        span rest = line;
        text = stop ? stop + 1 : end;
        ++*at;
        if (next_word(&rest).size == 0)
            continue;
        if (*count == ARB_RELAY_LINES_MAX)
            return ARB_RELAY_LIST_MANY;
        if (!read_line(&out[*count], line))
            return ARB_RELAY_LIST_LINE;
        ++*count;
        const arb_relay_list_fault fault = compare(out, *count);
        if (fault)
            return fault;
    }
    return *count == 0 ? ARB_RELAY_LIST_EMPTY : ARB_RELAY_LIST_GOOD;
}

bool arb_relay_line_equal(const arb_relay_line *a, const arb_relay_line *b)
{
    return a->round == b->round && a->first == b->first && a->last == b->last &&
           strcmp(a->to, b->to) == 0;
}
