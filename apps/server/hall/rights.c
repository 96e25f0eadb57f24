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
    for (unsigned i = 0; i < ARB_VERB_COUNT && size > 0; i++) {
        const char *words = arb_verb_get((arb_verb)i)->words;
        if (*words == *text && strlen(words) > longest && begins(text, size, words)) {
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
           verb == ARB_VERB_SIGN || verb == ARB_VERB_ADJOURN || verb == ARB_VERB_SEAL;
}

bool arb_rights_has_arbiter(const arb_table *t)
{
    return !t->casual && t->computer == ARB_COLOUR_COUNT;
}

/* Friends, and a person with a program, have no arbiter whom they could call. */
bool arb_rights_calls_nobody(const arb_table *t, arb_seat seat, arb_verb verb)
{
    const bool plays = seat <= ARB_SEAT_BLACK || arb_seat_served(seat) < ARB_COLOUR_COUNT;

    return plays && needs_arbiter(verb) && !arb_rights_has_arbiter(t);
}

bool arb_rights_is_offered(const arb_table *t, arb_seat seat, arb_verb verb)
{
    const bool served = arb_seat_served(seat) < ARB_COLOUR_COUNT;

    return has_verb(seat, verb) && !arb_rights_calls_nobody(t, seat, verb) &&
           (!served || arb_rights_assists(seat, t->game));
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

bool arb_rights_assists(arb_seat seat, const arb_game *game)
{
    const arb_state *state = arb_game_state(game);
    const arb_colour player = arb_seat_served(seat);

    return player < ARB_COLOUR_COUNT && arb_state_tasks(state, player) != 0 &&
           !arb_state_is_over(state);
}

bool arb_rights_may_enter(const arb_table *t, arb_seat seat, arb_verb verb)
{
    static const bool seen[ARB_VERB_COUNT] = {
        [ARB_VERB_ARRIVE] = true,  [ARB_VERB_TOUCH] = true,    [ARB_VERB_MOVE] = true,
        [ARB_VERB_PRESS] = true,   [ARB_VERB_ANNOUNCE] = true, [ARB_VERB_REPEAT] = true,
        [ARB_VERB_EXECUTE] = true, [ARB_VERB_WRITE] = true,    [ARB_VERB_REQUEST_TELL] = true,
        [ARB_VERB_APPOINT] = true,
    };

    return is_arbiter(seat) && verb < ARB_VERB_COUNT && seen[verb] && arb_rights_has_arbiter(t) &&
           (verb == ARB_VERB_APPOINT || arb_game_regulations(t->game)->vision != 0);
}

/* Who serves a player sees no more than he. */
bool arb_rights_sees_board(arb_seat seat, const arb_game *game)
{
    const bool looks_on = seat > ARB_SEAT_BLACK && arb_seat_served(seat) == ARB_COLOUR_COUNT;

    return looks_on || arb_game_regulations(game)->board == ARB_BOARD_SEEN ||
           arb_state_is_over(arb_game_state(game));
}

bool arb_rights_may_know(arb_seat seat, arb_secret secret, const arb_game *game)
{
    const bool watches = arb_rights_watches(seat, game);

    return is_arbiter(seat) || (watches && secret != ARB_SECRET_REPORT) ||
           arb_state_tells(arb_game_state(game), secret);
}
