/* SPDX-License-Identifier: MIT */
/*
 * Who may do what in a game, and who may know what: a page can do exactly what the one who holds it
 * may do, and is told nothing that the Laws keep from him.
 */
#include <string.h>

#include "server/hall/api.h"

static const arb_http_text verbs[ARB_VERB_COUNT] = {
#define EVENT(id, words, actors, first, second, third, articles)                                   \
    [ARB_VERB_##id] = { words, sizeof words - 1 },
#include "arbitro/events.def"
#undef EVENT
};

/* Do the words of the verb begin the text, and are they whole words there? */
static bool begins(const char *text, size_t size, arb_http_text words)
{
    return size >= words.size && memcmp(text, words.at, words.size) == 0 &&
           (size == words.size || text[words.size] == ' ');
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
        if (*verbs[i].at == *text && verbs[i].size > longest && begins(text, size, verbs[i])) {
            found = (arb_verb)i;
            longest = verbs[i].size;
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
static const arb_verb for_arbiter[] = { ARB_VERB_STOP, ARB_VERB_LEAVE,   ARB_VERB_APPEAL,
                                        ARB_VERB_SIGN, ARB_VERB_ADJOURN, ARB_VERB_SEAL };
enum { FOR_ARBITER_COUNT = sizeof for_arbiter / sizeof for_arbiter[0] };

static bool needs_arbiter(arb_verb verb)
{
    for (unsigned i = 0; i < FOR_ARBITER_COUNT; i++)
        if (for_arbiter[i] == verb)
            return true;
    return false;
}

bool arb_rights_has_arbiter(const arb_table *t)
{
    return !t->casual && t->computer == ARB_COLOUR_COUNT;
}

/* Friends, and a person with a program, have no arbiter whom they could call. */
static bool lacks_arbiter(const arb_table *t, arb_seat seat)
{
    const bool plays = seat <= ARB_SEAT_BLACK || arb_seat_served(seat) < ARB_COLOUR_COUNT;

    return plays && !arb_rights_has_arbiter(t);
}

bool arb_rights_calls_nobody(const arb_table *t, arb_seat seat, arb_verb verb)
{
    return needs_arbiter(verb) && lacks_arbiter(t, seat);
}

void arb_rights_offer(arb_ms from[ARB_VERB_COUNT], const arb_table *t, arb_seat seat)
{
    const bool served = arb_seat_served(seat) < ARB_COLOUR_COUNT;

    from[ARB_VERB_ENTER] = ARB_MS_NEVER;
    for (unsigned i = 0; lacks_arbiter(t, seat) && i < FOR_ARBITER_COUNT; i++)
        from[for_arbiter[i]] = ARB_MS_NEVER;
    for (unsigned i = 0; served && !arb_rights_assists(seat, t->game) && i < ARB_VERB_COUNT; i++)
        from[i] = ARB_MS_NEVER;
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
