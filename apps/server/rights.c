/* SPDX-License-Identifier: MIT */
/* Who may do what in a game: a page can do exactly what the one who holds it may do. */
#include <string.h>

#include "server/api.h"

/* Do the words of the verb begin the text, and are they whole words there? */
static bool begins(const char *text, size_t size, const char *words)
{
    const size_t length = strlen(words);

    return size >= length && memcmp(text, words, length) == 0 &&
           (size == length || text[length] == ' ');
}

/*
 * A text that begins with no verb at all is let through: reading it tells where it goes wrong. The
 * longest verb counts, so that "claim" does not hide "claim flag".
 */
bool arb_rights_may_send(arb_seat seat, const char *text, size_t size)
{
    const arb_verb_info *found = NULL;

    if (seat == ARB_SEAT_SPECTATOR)
        return false;
    while (size > 0 && *text == ' ') {
        text++;
        size--;
    }
    for (unsigned i = 0; i < ARB_VERB_COUNT; i++) {
        const arb_verb_info *info = arb_verb_get((arb_verb)i);
        if (begins(text, size, info->words) &&
            (!found || strlen(info->words) > strlen(found->words)))
            found = info;
    }
    if (!found)
        return true;
    return seat <= ARB_SEAT_BLACK ? found->by_players : found->by_arbiter;
}
