/* SPDX-License-Identifier: MIT */
/* Games of a file, and which board each of them is; see receiver.h. */
#define _GNU_SOURCE
#include "support/hall/receiver.h"

#include <stdlib.h>
#include <string.h>

const char *receiver_split(const char *at, const char *end)
{
    const char *found = memmem(at, (size_t)(end - at), "\n\n[", 3);

    return found ? found + 2 : end;
}

/* ---- which board */

static bool has_ids(const received *g)
{
    return g->ids[0][0] && g->ids[1][0];
}

static bool has_names(const received *g)
{
    return g->white[0] && g->black[0];
}

static bool is_same(const received *a, const received *b)
{
    if (has_ids(a) && has_ids(b))
        return strcmp(a->ids[0], b->ids[0]) == 0 && strcmp(a->ids[1], b->ids[1]) == 0;
    return has_names(a) && strcmp(a->white, b->white) == 0 && strcmp(a->black, b->black) == 0;
}

/* Neither numbers nor names tell who plays there. */
static bool is_nameless(const received *g)
{
    return !has_ids(g) && !has_names(g);
}

void receiver_place(board_list *to, const received *all, unsigned count)
{
    static bool taken[RECEIVER_GAMES];
    const unsigned known = to->count;

    memset(taken, 0, sizeof taken);
    for (unsigned i = 0; i < count; i++) {
        unsigned at = 0;
        while (at < known && (taken[at] || !is_same(&to->games[at], &all[i])))
            at++;
        if (at == known && is_nameless(&all[i]) && i < known && !taken[i] &&
            is_nameless(&to->games[i]))
            at = i;
        if (at == known)
            at = to->count;
        if (at == RECEIVER_GAMES)
            return;
        taken[at] = true;
        to->games[at] = all[i];
        if (at == to->count)
            to->count++;
    }
}

received *receiver_find(board_list *list, const char *white)
{
    for (unsigned i = 0; i < list->count; i++)
        if (strcmp(list->games[i].white, white) == 0)
            return &list->games[i];
    return NULL;
}

/* ---- a file */

/* Returns the size without carriage returns. */
static size_t strip(char *text, size_t size)
{
    size_t kept = 0;

    for (size_t i = 0; i < size; i++)
        if (text[i] != '\r')
            text[kept++] = text[i];
    return kept;
}

const char *receiver_take(board_list *to, const char *text, size_t size)
{
    received *all = calloc(RECEIVER_READS, sizeof *all);
    char *copy = strndup(text, size);
    const char *end = copy + strip(copy, strlen(copy)), *why = NULL;
    unsigned count = 0;

    for (const char *at = copy; at < end && !why && count < RECEIVER_READS;) {
        const char *stop = receiver_split(at, end);
        why = receiver_read(&all[count++], at, stop);
        at = stop;
    }
    if (count == 0)
        why = "no games";
    if (!why)
        receiver_place(to, all, count);
    free(all);
    free(copy);
    return why;
}
