/* SPDX-License-Identifier: MIT */
/*
 * GET /api/boards, /api/boards/stream, /api/boards/moves: boards as everybody may see them. A board
 * is what a spectator is shown of a game, and of a game that is not public there is nothing.
 */
#include <string.h>

#include "server/hall/door.h"
#include "server/hall/particulars.h"
#include "server/hall/rendition.h"
#include "server/hall/screens.h"

bool arb_screen_shows(const arb_table *t)
{
    return (arb_table_is_published(t) || (t->is_public && arb_door_shows(t->hall, t))) &&
           !t->damaged && arb_table_is_shown(t);
}

/* ---- a board */

static json_t *last_move(const arb_table *t)
{
    json_t *move = arb_api_last_move(t, ARB_SEAT_SPECTATOR);

    (void)json_object_del(move, "fen"); /* of json_null() nothing can be taken */
    return move;
}

/* What only a game in memory tells. */
static json_t *of_game(const arb_table *t)
{
    const arb_state *state = arb_game_state(t->game);
    const arb_code reason = arb_state_reason(state);
    char placement[ARB_FEN_SIZE];
    json_t *seen;

    arb_api_board(placement, t, ARB_SEAT_SPECTATOR);
    seen = json_pack("{ss ss? so so so}", "placement", placement, "reason",
                     reason < ARB_CODE_COUNT ? arb_code_word(reason) : NULL, "last", last_move(t),
                     "clock", arb_api_clock(t), "low", arb_api_low(arb_game_regulations(t->game)));
    return arb_json_join(seen, arb_api_position(t, ARB_SEAT_SPECTATOR));
}

/* What is known of both players: as PGN has it, WhiteTitle and BlackTitle. */
static json_t *of_players(const arb_table *t, const char *fact)
{
    static const char *const sides[] = { [ARB_WHITE] = "White", [ARB_BLACK] = "Black" };
    json_t *found[] = { json_null(), json_null() };
    const char *lines = t->tags;
    arb_seat_tag tag;

    while (arb_seat_tag_next(&tag, &lines)) {
        for (unsigned i = 0; i < 2; i++) {
            const size_t size = strlen(sides[i]);
            if (strncmp(tag.name, sides[i], size) == 0 && strcmp(tag.name + size, fact) == 0 &&
                json_is_null(found[i]))
                found[i] = json_string(tag.value);
        }
    }
    return arb_json_by_colour(found[ARB_WHITE], found[ARB_BLACK]);
}

json_t *arb_screen_board_json(const arb_table *t)
{
    json_t *board = json_pack(
        "{sI ss? so so so ss ss ss}", "game", (json_int_t)t->id, "group", t->group, "names",
        arb_api_names(&t->names), "titles", of_players(t, "Title"), "ratings", of_players(t, "Elo"),
        "time", t->time, "phase", arb_phase_word(t->phase), "result", arb_result_text(t->result));

    if (t->start960 >= 0)
        board = arb_json_put(board, "start960", json_integer(t->start960));
    if (t->game && !t->is_judging)
        return arb_json_join(board, of_game(t));
    return arb_json_join(board,
                         json_pack("{sb sI}", "asleep", 1, "plies", (json_int_t)t->moves_seen));
}

/* ---- all of them */

static json_t *round_json(const arb_screen_choice *c)
{
    return c->number
               ? json_pack("{sI ss? ss? ss? sb}", "number", (json_int_t)c->number, "name", c->round,
                           "group", c->group, "event", c->event, "grouped", c->is_grouped)
               : json_null();
}

static json_t *number_json(const arb_screen_board *b)
{
    return b->number ? json_integer((json_int_t)b->number) : json_null();
}

json_t *arb_screen_head(const arb_screen_choice *choice)
{
    json_t *games = json_array(), *numbers = json_array();

    for (size_t i = 0; i < choice->count; i++) {
        games = arb_json_add(games, json_integer((json_int_t)choice->boards[i].table->id));
        numbers = arb_json_add(numbers, number_json(&choice->boards[i]));
    }
    return json_pack("{sI so so so sI sI sb}", "now", (json_int_t)arb_boottime_ms(), "round",
                     round_json(choice), "games", games, "numbers", numbers, "from",
                     (json_int_t)choice->from, "all", (json_int_t)choice->all, "more",
                     choice->from + choice->count <= choice->all);
}

static json_t *add_seen(json_t *boards, const arb_screen_board *b)
{
    const arb_table *seen = arb_table_seen(b->table);

    if (!seen)
        return boards;
    return arb_json_add(boards, arb_json_put(arb_screen_board_json(seen), "board", number_json(b)));
}

void arb_api_boards(const arb_api_call *call)
{
    arb_screen_choice choice;

    if (!arb_hall_allows(call, ARB_LIMIT_READ) || !arb_screen_choose(&choice, call))
        return;
    json_t *boards = json_array();
    for (size_t i = 0; i < choice.count; i++)
        boards = add_seen(boards, &choice.boards[i]);
    arb_api_give(call->exchange, 200, arb_json_put(arb_screen_head(&choice), "boards", boards));
}

void arb_api_boards_stream(const arb_api_call *call)
{
    arb_screen_choice choice;

    if (arb_hall_allows(call, ARB_LIMIT_READ) && arb_screen_choose(&choice, call))
        arb_screen_follow(call, &choice);
}

/* ---- the moves of one */

static arb_err write_moves(arb_rendition *r)
{
    const arb_table *t = r->table;
    char start[ARB_FEN_SIZE];

    (void)arb_fen_write(start, sizeof start, &arb_game_given(t->game)->setup, ARB_FEN_X, NULL);
    return arb_api_write(&r->out, json_pack("{sI ss so}", "game", (json_int_t)t->id, "start", start,
                                            "moves", arb_api_moves(t, ARB_SEAT_SPECTATOR)));
}

static void give_moves(const arb_rendition *r)
{
    arb_api_give_text(r->exchange, 200, &r->out);
}

/* The game that is asked for; NULL, after an answer or while it waits, when it is not there. */
static arb_table *asked(arb_api_call *call)
{
    const arb_http_text game = arb_http_query_get(call->request, "game");
    uint64_t id = 0;

    if (!game.at || !arb_http_number(&id, game)) {
        arb_api_fail_field(call->exchange, "game");
        return NULL;
    }
    arb_table *t = arb_hall_table(call->hall, id);
    if (!t || !arb_screen_shows(t)) {
        arb_api_fail(call->exchange, ARB_API_NO_GAME);
        return NULL;
    }
    call->table = arb_table_seen(t);
    if (!call->table)
        arb_api_fail(call->exchange, ARB_API_MEMORY);
    return call->table && arb_routes_has_game(call, false) ? call->table : NULL;
}

void arb_api_boards_moves(const arb_api_call *call)
{
    arb_api_call of_game = *call;

    if (!arb_hall_allows(call, ARB_LIMIT_READ) || !asked(&of_game))
        return;
    of_game.seat = ARB_SEAT_SPECTATOR;
    arb_rendition *r = arb_rendition_new(&of_game);
    if (!r)
        return;
    r->write = write_moves;
    r->give = give_moves;
    arb_rendition_begin(r);
}
