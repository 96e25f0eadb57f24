/* SPDX-License-Identifier: MIT */
/*
 * The list of the editions, and the categories of play. Each edition is a constant in a file
 * rulebook_NAME.c of its own, which reads like a column of the table in which they are laid side
 * by side. What else a new edition needs is told in CONTRIBUTING.md.
 */
#include "arbitro/rulebook.h"

#include <string.h>

static const arb_rulebook *const books[] = {
    &arb_fide_2023,
    &arb_fide_2018,
    &arb_fide_2001,
    &arb_edisu_2024,
};

enum { BOOK_COUNT = sizeof books / sizeof *books };

const arb_rulebook *arb_rulebook_get(size_t index)
{
    return index < BOOK_COUNT ? books[index] : NULL;
}

const arb_rulebook *arb_rulebook_find(const char *name, size_t size)
{
    for (size_t i = 0; i < BOOK_COUNT; i++)
        if (strlen(books[i]->name) == size && memcmp(books[i]->name, name, size) == 0)
            return books[i];
    return NULL;
}

/* Laws A.1, B.1 */
arb_play arb_rulebook_play(const arb_rulebook *book, const arb_time_control *control)
{
    const arb_ms total = arb_time_control_total(control);

    /* without a clock nobody is hurried */
    if (control->count == 0 || total >= book->rapid_below)
        return ARB_PLAY_STANDARD;
    return total > book->rapid_from ? ARB_PLAY_RAPID : ARB_PLAY_BLITZ;
}
