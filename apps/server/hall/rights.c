/* SPDX-License-Identifier: MIT */
/*
 * Who may do what in a game, and who may know what: a page can do exactly what the one who holds it
 * may do, and is told nothing that the Laws keep from him.
 */
#include <string.h>

#include "server/hall/api.h"

/* Do the words of the verb begin the text, and are they whole words there? */
static bool begins(const char *text, size_t size, const char *words)
{
    const size_t length = strlen(words);

    return size >= length && memcmp(text, words, length) == 0 &&
           (size == length || text[length] == ' ');
}

/* A spectator tells the arbiter what he saw; a hall of pages has no area that he could enter. */
static bool is_spectators(const arb_verb_info *info)
{
    return info == arb_verb_get(ARB_VERB_REPORT);
}

/*
 * A text that begins with no verb at all is let through: reading it tells where it goes wrong. The
 * longest verb counts, so that "claim" does not hide "claim flag". Of a spectator, whose link
 * anybody may have, nothing is read but what he may say.
 */
bool arb_rights_may_send(arb_seat seat, const char *text, size_t size)
{
    const arb_verb_info *found = NULL;

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
    if (seat == ARB_SEAT_SPECTATOR)
        return found && is_spectators(found);
    if (!found)
        return true;
    return seat <= ARB_SEAT_BLACK ? found->by_players : found->by_arbiter;
}

/* ---- what is not told */

static bool is_arbiter(arb_seat seat)
{
    return seat == ARB_SEAT_ARBITER || seat == ARB_SEAT_DESK;
}

bool arb_rights_may_know(arb_seat seat, arb_secret secret, const arb_game *game)
{
    return is_arbiter(seat) || arb_state_tells(arb_game_state(game), secret);
}
