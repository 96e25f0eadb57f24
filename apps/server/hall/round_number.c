/* SPDX-License-Identifier: MIT */
/*
 * The number of a round within its event. It is decided here, once, when the round is made, and is
 * stored with it: addresses of the feed have it.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/hall/rounds.h"

/* ---- what a name says */

/* In the two languages of the pages, and those of neighbours. */
static const char *const words[] = { "round", "turno", "r.", "runde", "ronda", "ronde" };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Letters beyond ASCII are bytes above it. */
static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* The number that begins here; 0: none that a round can have. */
static unsigned read_number(const char *at)
{
    unsigned number = 0;

    for (; is_digit(*at) && number <= ARB_ROUND_NUMBER_MAX; at++)
        number = 10 * number + (unsigned)(*at - '0');
    return number <= ARB_ROUND_NUMBER_MAX ? number : 0;
}

/* "Round 3", "U18, r. 3": the number after the word that begins here; 0: none. */
static unsigned number_after(const char *at)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const size_t size = strlen(words[i]);
        if (strncasecmp(at, words[i], size) == 0)
            return read_number(at + size +
                               strspn(at + size, " .\xC2\xA0")); /* also an unbreakable one */
    }
    return 0;
}

static unsigned number_after_word(const char *name)
{
    unsigned number = 0;

    for (const char *at = name; *at && number == 0; at++)
        if (at == name || !is_letter(at[-1]))
            number = number_after(at);
    return number;
}

static unsigned last_number(const char *name)
{
    const char *last = "";

    for (const char *at = name; *at; at++)
        if (is_digit(*at) && (at == name || !is_digit(at[-1])))
            last = at;
    return read_number(last);
}

unsigned arb_round_number_said(const char *name, unsigned listed)
{
    const unsigned said = name ? number_after_word(name) : 0;

    if (said > 0 || listed > 0)
        return said > 0 ? said : listed;
    return name ? last_number(name) : 0;
}

/* ---- what the others have */

static bool is_same(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

void arb_round_numbers_add(arb_round_numbers *all, const arb_round *made, const arb_round *other)
{
    if (other->id == 0 || !is_same(made->event, other->event))
        return;
    const unsigned long long number = arb_round_number(other);
    const bool same_group = is_same(made->group, other->group);

    all->is_taken = all->is_taken || (made->event && same_group && number == made->number);
    /* groups count their rounds by themselves, and all of them those that are of no group */
    if ((same_group || !made->group || !other->group) && number <= ARB_ROUND_NUMBER_MAX &&
        number > all->highest)
        all->highest = (unsigned)number;
}

uint64_t arb_round_numbers_look(arb_round_numbers *all, const arb_hall *hall, const arb_round *made)
{
    uint64_t whole = 0;

    *all = (arb_round_numbers){ 0 };
    for (size_t i = 0; i < hall->round_count; i++) {
        arb_round_numbers_add(all, made, &hall->rounds[i]);
        if (hall->rounds[i].id != 0 && whole == i)
            whole = i + 1;
    }
    return whole;
}

bool arb_round_number_settle(arb_round *made, const arb_round_numbers *all)
{
    if (made->number == 0 && all->highest < ARB_ROUND_NUMBER_MAX)
        made->number = all->highest + 1;
    return made->number > 0 && !all->is_taken;
}
