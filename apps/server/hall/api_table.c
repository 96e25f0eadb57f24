/* SPDX-License-Identifier: MIT */
/*
 * GET /api/table: what somebody needs who announces the moves at a table where a player cannot see
 * (Laws, D.2.1, D.2.10): who is to say or do what, the words of the last move, the boards that he
 * serves, the card of words. An assistant of a player is told what belongs to his tasks; the
 * arbiter also whom the players named, and what he can enter for each.
 */
#include <stdlib.h>
#include <string.h>

#include "arbitro/announce.h"
#include "arbitro/can.h"
#include "arbitro/fen.h"
#include "server/hall/hall_internal.h"

enum { WORD_ROOM = 256, FILES = 8 };

static arb_saying manner_of(const arb_table *t)
{
    return (arb_saying){ .language = arb_game_regulations(t->game)->announced_in };
}

/* ---- the words */

/* What the player who has the move has done and not announced yet (D.2.3): a legal move, or what
 * looks like one. False when there is nothing. */
static bool placed_text(char out[ARB_ANNOUNCEMENT_SIZE], const arb_table *t)
{
    const arb_state *state = arb_game_state(t->game);
    const arb_setup after = arb_state_board(state);
    const arb_saying saying = manner_of(t);
    const arb_pos *pos = arb_state_position(state);
    arb_deed deeds[ARB_DEEDS_MAX];
    arb_colour player;
    arb_move move;

    const bool due = arb_state_due(&player, state) == ARB_DUE_ANNOUNCE;
    if (arb_state_tells(state, ARB_SECRET_DISPLACEMENT) &&
        !(due && player == arb_state_turn(state)))
        return false;
    if (arb_state_placed_move(&move, state)) {
        (void)arb_announcement_write(out, ARB_ANNOUNCEMENT_SIZE, pos, move, &saying);
        return true;
    }
    for (size_t i = arb_state_deeds(deeds, state); i-- > 0;) {
        const arb_hand hand = { .from = deeds[i].from,
                                .to = deeds[i].to,
                                .promotion = ARB_ROLE_NONE };
        if (deeds[i].kind != ARB_DEED_MOVED)
            continue;
        (void)arb_announced_hand_write(out, ARB_ANNOUNCEMENT_SIZE, pos, hand, &after, &saying);
        return true;
    }
    return false;
}

/* What is said of a ply. */
static arb_colour ply_text(char out[ARB_ANNOUNCEMENT_SIZE], const arb_table *t, arb_ply ply)
{
    const arb_history *history = arb_game_history(t->game);
    const arb_ply_record *record = arb_history_get(history, ply);
    const arb_setup after = arb_history_board(history, ply);
    const arb_saying saying = manner_of(t);
    arb_pos before;

    if (!arb_history_position(&before, history, record->before))
        return ARB_COLOUR_COUNT;
    if (record->kind == ARB_PLY_MOVE)
        (void)arb_announcement_write(out, ARB_ANNOUNCEMENT_SIZE, &before, record->move, &saying);
    else if (record->kind == ARB_PLY_HAND)
        (void)arb_announced_hand_write(out, ARB_ANNOUNCEMENT_SIZE, &before, record->hand, &after,
                                       &saying);
    return (arb_colour)before.turn;
}

/* The same of the last move, or of what has to be taken for one; "" when there is none. */
static arb_colour last_text(char out[ARB_ANNOUNCEMENT_SIZE], const arb_table *t)
{
    const size_t count = arb_game_plies(NULL, 0, t->game);
    arb_ply *plies;

    *out = '\0';
    if (placed_text(out, t))
        return arb_state_turn(arb_game_state(t->game));
    if (count == 0 || !(plies = malloc(count * sizeof *plies)))
        return ARB_COLOUR_COUNT;
    (void)arb_game_plies(plies, count, t->game);
    const arb_colour player = ply_text(out, t, plies[count - 1]);
    free(plies);
    return player;
}

static json_t *last_json(const arb_table *t)
{
    const arb_state *state = arb_game_state(t->game);
    char text[ARB_ANNOUNCEMENT_SIZE];
    const arb_colour player = last_text(text, t);
    const bool announced = player < ARB_COLOUR_COUNT && arb_state_announced(state) == player;

    if (!*text)
        return json_null();
    return json_pack("{so ss sb sb}", "player", arb_json_colour(player), "text", text, "announced",
                     announced, "repeated", announced && arb_state_is_repeated(state));
}

/* What was announced and is still to be made; to the arbiter, who is told whether it is a move. */
static json_t *coming_json(const arb_table *t)
{
    const arb_state *state = arb_game_state(t->game);
    const arb_colour turn = arb_state_turn(state);
    const arb_saying saying = manner_of(t);
    char text[ARB_ANNOUNCEMENT_SIZE], uci[8];
    arb_move move;

    if (arb_state_announced(state) != turn || !arb_state_announced_move(&move, state))
        return json_null();
    (void)arb_announcement_write(text, sizeof text, arb_state_position(state), move, &saying);
    (void)arb_uci_write(uci, sizeof uci, move, (arb_variant)arb_game_regulations(t->game)->variant);
    return json_pack("{so ss ss}", "player", arb_json_colour(turn), "text", text, "uci", uci);
}

/* The card (D.2.1): what can be tapped instead of being typed. */
static json_t *card_json(const arb_table *t)
{
    static const struct {
        const char *key;
        arb_meaning meaning;
    } words[] = {
        { "king", ARB_MEANING_KING },           { "queen", ARB_MEANING_QUEEN },
        { "rook", ARB_MEANING_ROOK },           { "bishop", ARB_MEANING_BISHOP },
        { "knight", ARB_MEANING_KNIGHT },       { "pawn", ARB_MEANING_PAWN },
        { "takes", ARB_MEANING_TAKES },         { "kingside", ARB_MEANING_KINGSIDE },
        { "queenside", ARB_MEANING_QUEENSIDE },
    };
    const arb_saying saying = manner_of(t);
    json_t *files = json_array(), *ranks = json_array(), *card = json_object();
    char text[WORD_ROOM];

    for (unsigned i = 0; i < FILES; i++) {
        (void)arb_announced_file_write(text, sizeof text, i, &saying);
        files = arb_json_add(files, json_string(text));
        (void)arb_announced_rank_write(text, sizeof text, i, &saying);
        ranks = arb_json_add(ranks, json_string(text));
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        (void)arb_announced_word_write(text, sizeof text, words[i].meaning, &saying);
        card = arb_json_put(card, words[i].key, json_string(text));
    }
    return arb_json_put(arb_json_put(card, "files", files), "ranks", ranks);
}

/* ---- the boards */

static json_t *board_json(const arb_table *t, arb_colour player)
{
    const arb_setup board = arb_state_board_of(arb_game_state(t->game), player);
    char fen[ARB_FEN_SIZE];

    (void)arb_fen_write(fen, sizeof fen, &board, ARB_FEN_X, NULL);
    fen[strcspn(fen, " ")] = '\0';
    return json_string(fen);
}

/* Laws D.2.10.1, D.2.10.2: who announces and executes serves both boards, others that of their
 * player. */
static bool serves(const arb_table *t, arb_seat seat, arb_colour board)
{
    const arb_colour player = arb_seat_served(seat);
    const unsigned both = 1u << ARB_TASK_EXECUTE | 1u << ARB_TASK_ANNOUNCE;

    return player == ARB_COLOUR_COUNT || player == board ||
           (arb_state_tasks(arb_game_state(t->game), player) & both) != 0;
}

static json_t *boards_json(const arb_table *t, arb_seat seat)
{
    json_t *boards = json_object();

    if (!arb_rights_sees_board(seat, t->game))
        return boards;
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (serves(t, seat, c))
            boards = arb_json_put(boards, c == ARB_WHITE ? "white" : "black", board_json(t, c));
    return boards;
}

/* ---- people */

static json_t *tasks_json(unsigned tasks)
{
    json_t *list = json_array();

    for (unsigned i = 0; i < ARB_TASK_COUNT; i++)
        if (tasks >> i & 1u)
            list = arb_json_add(list, json_string(arb_task_word((arb_task)i)));
    return list;
}

static json_t *assistant_json(const arb_table *t, arb_colour player)
{
    const arb_state *state = arb_game_state(t->game);
    const unsigned tasks = arb_state_tasks(state, player);

    if (tasks == 0)
        return json_null();
    return json_pack("{ss? so sb sb}", "name", t->names.assistant[player], "tasks",
                     tasks_json(tasks), "accepted", arb_state_assistant_accepted(state, player),
                     "present", t->present[arb_seat_assisting(player)] > 0);
}

/* ---- what can be entered */

static json_t *can_json(const arb_table *t, arb_seat seat, arb_colour player)
{
    const arb_ms now = arb_table_now(t);
    json_t *list = json_array();
    arb_ms from[ARB_VERB_COUNT];

    arb_state_can_all(from, arb_game_state(t->game), arb_game_history(t->game),
                      arb_seat_actor((arb_seat)player), now);
    for (unsigned i = 0; i < ARB_VERB_COUNT; i++)
        if (from[i] <= now && arb_rights_may_enter(t, seat, (arb_verb)i))
            list = arb_json_add(list, json_string(arb_verb_get((arb_verb)i)->words));
    return list;
}

/* ---- all of it */

static json_t *due_json(const arb_table *t)
{
    arb_colour player;
    const arb_due due = arb_state_due(&player, arb_game_state(t->game));

    return json_pack("{ss so}", "what", arb_due_word(due), "who", arb_json_colour(player));
}

static json_t *put_own(json_t *body, const arb_table *t, arb_seat seat)
{
    const arb_colour served = arb_seat_served(seat);

    if (served < ARB_COLOUR_COUNT)
        return arb_json_put(body, "assists", assistant_json(t, served));
    body = arb_json_put(body, "coming", coming_json(t));
    body = arb_json_put(
        body, "assistants",
        arb_json_by_colour(assistant_json(t, ARB_WHITE), assistant_json(t, ARB_BLACK)));
    return arb_json_put(
        body, "can",
        arb_json_by_colour(can_json(t, seat, ARB_WHITE), can_json(t, seat, ARB_BLACK)));
}

void arb_api_table(const arb_api_call *call)
{
    const arb_table *t = call->table;

    if (!arb_hall_allows(call, ARB_LIMIT_READ))
        return;
    if (arb_seat_served(call->seat) < ARB_COLOUR_COUNT &&
        !arb_rights_assists(call->seat, t->game)) {
        arb_api_fail(call->exchange, ARB_API_NO_ASSISTANT);
        return;
    }
    const arb_regulations *r = arb_game_regulations(t->game);
    const bool sees = arb_rights_sees_board(call->seat, t->game);
    json_t *body = json_pack("{sI sI ss ss so so sb so so so so}", "game", (json_int_t)t->id, "seq",
                             (json_int_t)t->sequence, "role", arb_seat_word(call->seat), "language",
                             r->announced_in ? r->announced_in->code : "de", "vision",
                             arb_json_colours(r->vision), "hearing", arb_json_colours(r->hearing),
                             "two", r->boards == ARB_BOARDS_TWO, "due", due_json(t), "last",
                             sees ? last_json(t) : json_null(), "boards",
                             boards_json(t, call->seat), "card", card_json(t));

    arb_api_give(call->exchange, 200, put_own(body, t, call->seat));
}
