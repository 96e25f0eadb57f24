/* SPDX-License-Identifier: MIT */
/* What the state is for one seat alone, as a tree of jansson; see slow_told.h. */
#include <string.h>

#include "arbitro/can.h"
#include "arbitro/notation.h"
#include "server/hall/api.h"
#include "support/hall/slow_told.h"

/* Is it this player's turn, as far as he may know? */
static bool has_the_move(const arb_table *t, arb_seat seat)
{
    const arb_state *state = arb_game_state(t->game);

    return seat <= ARB_SEAT_BLACK && arb_rights_sees_board(seat, t->game) &&
           arb_state_turn(state) == (arb_colour)seat &&
           arb_state_phase(state) == ARB_PHASE_PLAYING &&
           arb_state_tells(state, ARB_SECRET_DISPLACEMENT) &&
           !arb_state_is_uncompleted(state, arb_opponent((arb_colour)seat));
}

static json_t *touched(const arb_state *state)
{
    arb_square squares[ARB_TOUCHED_MAX];
    const size_t count = arb_state_touched(squares, state);
    json_t *list = json_array();
    char name[3];

    for (size_t i = 0; i < count; i++) {
        (void)arb_square_write(name, sizeof name, squares[i]);
        list = arb_json_add(list, json_string(name));
    }
    return list;
}

static json_t *allowed(const arb_table *t)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_state_allowed(moves, NULL, arb_game_state(t->game));
    json_t *list = json_array();
    char uci[8];

    for (size_t i = 0; i < count; i++) {
        (void)arb_uci_write(uci, sizeof uci, moves[i],
                            (arb_variant)arb_game_regulations(t->game)->variant);
        list = arb_json_add(list, json_string(uci));
    }
    return list;
}

/* Verb by verb: has the seat it, and would it mean something at this table? */
static bool is_offered(const arb_table *t, arb_seat seat, arb_verb verb)
{
    const bool served = arb_seat_served(seat) < ARB_COLOUR_COUNT;

    return verb != ARB_VERB_ENTER && arb_actor_has_verb(arb_seat_actor(seat), verb) &&
           !arb_rights_calls_nobody(t, seat, verb) &&
           (!served || arb_rights_assists(seat, t->game));
}

static json_t *put_possible(json_t *object, const arb_table *t, arb_seat seat)
{
    const arb_ms now = arb_table_now(t);
    json_t *can = json_array(), *soon = json_object();
    arb_ms from[ARB_VERB_COUNT];

    arb_state_can_all(from, arb_game_state(t->game), arb_game_history(t->game),
                      arb_seat_actor(seat), now);
    for (unsigned i = 0; i < ARB_VERB_COUNT; i++) {
        const char *words = arb_verb_get((arb_verb)i)->words;
        if (from[i] == ARB_MS_NEVER || !is_offered(t, seat, (arb_verb)i))
            continue;
        if (from[i] <= now)
            can = arb_json_add(can, json_string(words));
        else
            soon = arb_json_put(soon, words, json_integer(t->origin + from[i]));
    }
    return arb_json_put(arb_json_put(object, "can", can), "soon", soon);
}

json_t *slow_own(const arb_table *t, arb_seat seat)
{
    const arb_state *state = arb_game_state(t->game);
    const bool moves = has_the_move(t, seat), player = seat <= ARB_SEAT_BLACK;
    json_t *object = json_object(), *squares = moves ? touched(state) : json_array();
    char field[ARB_FEN_SIZE];

    if (moves && (t->casual || json_array_size(squares) > 0))
        object = arb_json_put(arb_json_put(object, "touched", squares), "allowed", allowed(t));
    else
        object = arb_json_put(object, "touched", squares);
    if (player) {
        const bool displaced = !arb_state_tells(state, ARB_SECRET_DISPLACEMENT) &&
                               arb_state_turn(state) == (arb_colour)seat;
        const bool awaited = displaced || arb_state_is_uncompleted(state, (arb_colour)seat);
        object = arb_json_put(object, "to_press", json_boolean(awaited));
    }
    if (arb_game_regulations(t->game)->boards == ARB_BOARDS_TWO) {
        arb_api_board(field, t, seat);
        object = arb_json_put(object, "board", json_string(field));
    }
    return put_possible(object, t, seat);
}
