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
static bool has_verb(arb_seat seat, arb_verb verb)
{
    return arb_actor_has_verb(arb_seat_actor(seat), verb) && verb != ARB_VERB_ENTER;
}

/* The longest verb counts, so that "claim" does not hide "claim flag". */
arb_verb arb_rights_verb(const char *text, size_t size)
{
    arb_verb found = ARB_VERB_COUNT;
    size_t longest = 0;

    while (size > 0 && *text == ' ') {
        text++;
        size--;
    }
    for (unsigned i = 0; i < ARB_VERB_COUNT; i++) {
        const char *words = arb_verb_get((arb_verb)i)->words;
        if (strlen(words) > longest && begins(text, size, words)) {
            found = (arb_verb)i;
            longest = strlen(words);
        }
    }
    return found;
}

/*
 * A text that begins with no verb at all is let through: reading it tells where it goes wrong. Of a
 * spectator, whose link anybody may have, nothing is read but what he may say.
 */
bool arb_rights_may_send(arb_seat seat, arb_verb verb)
{
    return verb == ARB_VERB_COUNT ? seat != ARB_SEAT_SPECTATOR : has_verb(seat, verb);
}

/* What only an arbiter answers: he comes, lets go, hears an appeal, keeps the scoresheets. */
static bool needs_arbiter(arb_verb verb)
{
    return verb == ARB_VERB_STOP || verb == ARB_VERB_LEAVE || verb == ARB_VERB_APPEAL ||
           verb == ARB_VERB_SIGN;
}

bool arb_rights_has_arbiter(const arb_table *t)
{
    return !t->casual && t->computer == ARB_COLOUR_COUNT;
}

/* Friends, and a person with a program, have no arbiter whom they could call. */
bool arb_rights_calls_nobody(const arb_table *t, arb_seat seat, arb_verb verb)
{
    return seat <= ARB_SEAT_BLACK && needs_arbiter(verb) && !arb_rights_has_arbiter(t);
}

bool arb_rights_is_offered(const arb_table *t, arb_seat seat, arb_verb verb)
{
    return has_verb(seat, verb) && !arb_rights_calls_nobody(t, seat, verb);
}

/* ---- what is not told */

static bool is_arbiter(arb_seat seat)
{
    return seat == ARB_SEAT_ARBITER || seat == ARB_SEAT_DESK;
}

bool arb_rights_watches(arb_seat seat, const arb_game *game)
{
    return is_arbiter(seat) ||
           (seat == ARB_SEAT_ASSISTANT && arb_state_assistants(arb_game_state(game)) > 0);
}

bool arb_rights_may_know(arb_seat seat, arb_secret secret, const arb_game *game)
{
    const bool watches = arb_rights_watches(seat, game);

    return is_arbiter(seat) || (watches && secret != ARB_SECRET_REPORT) ||
           arb_state_tells(arb_game_state(game), secret);
}
