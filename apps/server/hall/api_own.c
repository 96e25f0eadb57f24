/* SPDX-License-Identifier: MIT */
/*
 * What the state is for one seat alone: the pieces that bind a player, and what he can do. It is
 * made with every event for every seat, and has nothing but plain words, so it is written as text.
 */
#include <string.h>

#include "arbitro/can.h"
#include "arbitro/notation.h"
#include "server/hall/api.h"
#include "server/hall/json_text.h"

/* A list or an object in the making. */
typedef struct writer {
    arb_json_text text;
    bool any; /* it has something */
} writer;

ARB_JSON_TEXT_INLINE void put(writer *w, const char *json)
{
    arb_json_text_put(&w->text, json);
}

ARB_JSON_TEXT_INLINE void begin(writer *w, const char *json)
{
    put(w, json);
    w->any = false;
}

/* A word of the list at hand, or the key of a member. */
static void put_word(writer *w, const char *word)
{
    arb_json_text_word(&w->text, word, strlen(word), w->any);
    w->any = true;
}

/* Each verb as a string. */
static const struct {
    size_t size;
    char text[ARB_JSON_TEXT_SHORT];
} verbs[ARB_VERB_COUNT] = {
#define EVENT(id, words, actors, first, second, third, articles)                                   \
    [ARB_VERB_##id] = { sizeof "\"" words "\"" - 1, "\"" words "\"" },
#include "arbitro/events.def"
#undef EVENT
};

static void put_verb(writer *w, arb_verb verb)
{
    arb_json_text_short(&w->text, verbs[verb].text, verbs[verb].size, w->any);
    w->any = true;
}

static void put_touched(writer *w, const arb_state *state)
{
    arb_square squares[ARB_TOUCHED_MAX];
    const size_t count = arb_state_touched(squares, state);

    for (size_t i = 0; i < count; i++) {
        char name[3];
        (void)arb_square_write(name, sizeof name, squares[i]);
        put_word(w, name);
    }
}

static void put_square(char out[2], arb_square square)
{
    out[0] = (char)('a' + arb_square_file(square));
    out[1] = (char)('1' + arb_square_rank(square));
}

/* As arb_uci_write() has it: two squares, unless there is more to be said. */
static void put_move(writer *w, arb_move move, arb_variant variant)
{
    const arb_move_kind kind = arb_move_kind_of(move);
    char uci[8];

    if (kind == ARB_MOVE_CASTLING || kind == ARB_MOVE_PROMOTION) {
        (void)arb_uci_write(uci, sizeof uci, move, variant);
        put_word(w, uci);
        return;
    }
    put_square(uci, arb_move_from(move));
    put_square(uci + 2, arb_move_to(move));
    arb_json_text_word(&w->text, uci, 4, w->any);
    w->any = true;
}

static void put_allowed(writer *w, const arb_table *t, const arb_state *state)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_state_allowed(moves, NULL, state);
    const arb_variant variant = (arb_variant)arb_game_regulations(t->game)->variant;

    for (size_t i = 0; i < count; i++)
        put_move(w, moves[i], variant);
}

/* ---- what stands on the board */

static bool has_two_boards(const arb_table *t)
{
    return arb_game_regulations(t->game)->boards == ARB_BOARDS_TWO;
}

arb_setup arb_api_diagram(const arb_table *t, arb_seat seat)
{
    const arb_state *state = arb_game_state(t->game);

    if (!arb_rights_sees_board(seat, t->game))
        return arb_game_given(t->game)->setup;
    if (!has_two_boards(t))
        return arb_state_board(state);
    const arb_colour whose = seat <= ARB_SEAT_BLACK ? (arb_colour)seat : arb_seat_served(seat);
    return whose < ARB_COLOUR_COUNT ? arb_state_board_of(state, whose)
                                    : arb_state_board_taken(state);
}

void arb_api_board(char out[ARB_FEN_SIZE], const arb_table *t, arb_seat seat)
{
    const arb_setup setup = arb_api_diagram(t, seat);

    (void)arb_fen_write(out, ARB_FEN_SIZE, &setup, ARB_FEN_X, NULL);
    out[strcspn(out, " ")] = '\0';
}

void arb_fen_keep(arb_fen_kept *kept, const arb_setup *setup)
{
    if (kept->size > 0 && arb_setup_equal(&kept->setup, setup))
        return;
    kept->setup = *setup;
    kept->size = arb_fen_write(kept->text, sizeof kept->text, setup, ARB_FEN_X, NULL);
    kept->board = strcspn(kept->text, " ");
}

/*
 * Laws D.1, D.2.9: where each player has a board he and his assistant are shown his own, and nobody
 * is shown by it whether they differ.
 */
static void put_board(writer *w, const arb_table *t, arb_seat seat)
{
    char field[ARB_FEN_SIZE];

    if (!has_two_boards(t))
        return;
    arb_api_board(field, t, seat);
    put(w, ",\"board\":\"");
    put(w, field);
    put(w, "\"");
}

/* Has this player made something, move or not, that his press completes? */
static bool awaits_press(const arb_state *state, arb_colour colour)
{
    const bool displaced = !arb_state_tells(state, ARB_SECRET_DISPLACEMENT);

    return arb_state_is_uncompleted(state, colour) ||
           (displaced && arb_state_turn(state) == colour);
}

/* What this seat can do now, and what it will be able to do when so much time has passed. */
static void put_possible(writer *w, const arb_table *t, arb_seat seat)
{
    const arb_ms now = arb_table_now(t);
    arb_ms from[ARB_VERB_COUNT];
    arb_verb later[ARB_VERB_COUNT];
    unsigned later_count = 0;

    arb_state_can_all(from, arb_game_state(t->game), arb_game_history(t->game),
                      arb_seat_actor(seat), now);
    arb_rights_offer(from, t, seat);
    begin(w, ",\"can\":[");
    for (unsigned i = 0; i < ARB_VERB_COUNT; i++) {
        if (from[i] == ARB_MS_NEVER) /* as most of them */
            continue;
        if (from[i] <= now)
            put_verb(w, (arb_verb)i);
        else
            later[later_count++] = (arb_verb)i;
    }
    begin(w, "],\"soon\":{");
    for (unsigned i = 0; i < later_count; i++) {
        put_verb(w, later[i]);
        put(w, ":");
        arb_json_text_integer(&w->text, t->origin + from[later[i]]);
    }
    put(w, "}");
}

/*
 * Is a player to be told what he may move? Not before the opponent's move is completed: whether
 * there are moves for him would tell that what the opponent made is one.
 */
static bool may_move(const arb_table *t, arb_colour colour)
{
    const arb_state *state = arb_game_state(t->game);

    return arb_state_turn(state) == colour && arb_state_phase(state) == ARB_PHASE_PLAYING &&
           arb_state_tells(state, ARB_SECRET_DISPLACEMENT) &&
           !arb_state_is_uncompleted(state, arb_opponent(colour));
}

arb_err arb_api_write_own(arb_buf *out, const arb_table *t, arb_seat seat)
{
    const arb_state *state = arb_game_state(t->game);
    const bool player = seat <= ARB_SEAT_BLACK;
    const bool moves =
        player && arb_rights_sees_board(seat, t->game) && may_move(t, (arb_colour)seat);
    writer w;

    arb_json_text_begin(&w.text, out);
    begin(&w, "{\"touched\":[");
    if (moves)
        put_touched(&w, state);
    if (moves && (t->casual || w.any)) {
        begin(&w, "],\"allowed\":[");
        put_allowed(&w, t, state);
    }
    put(&w, "]");
    if (player)
        put(&w,
            awaits_press(state, (arb_colour)seat) ? ",\"to_press\":true" : ",\"to_press\":false");
    put_board(&w, t, seat);
    put_possible(&w, t, seat);
    put(&w, "}");
    return arb_json_text_end(&w.text);
}
