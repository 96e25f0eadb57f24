/* SPDX-License-Identifier: MIT */
/*
 * The state of a game as JSON, as one seat may see it: what stands on the board and what the clocks
 * show is for all, what a player may still do with the pieces he touched is for him alone, and what
 * the arbiter keeps to himself for the arbiter.
 */
#include <string.h>

#include "arbitro/fen.h"
#include "server/hall/envelopes.h"
#include "server/hall/sheets.h"

/* The readings hold at the instant `at`, which lies ahead while a delay is being used up. */
json_t *arb_api_clock(const arb_table *t)
{
    const arb_state *state = arb_game_state(t->game);
    const arb_ms now = arb_table_now(t), delay = arb_state_delay_left(state, now);
    const int64_t at = (t->begun ? t->origin + now : arb_boottime_ms()) + delay;

    if (!arb_regulations_timed(arb_game_regulations(t->game)))
        return json_null();
    const arb_colour running =
        t->hall->stalled_ms > 0 ? ARB_COLOUR_COUNT : arb_state_running(state);
    return json_pack("{sI sI so sI s{sb sb}}", "white",
                     (json_int_t)arb_state_clock_at(state, ARB_WHITE, now), "black",
                     (json_int_t)arb_state_clock_at(state, ARB_BLACK, now), "running",
                     arb_json_colour(running), "at", (json_int_t)at, "flags", "white",
                     arb_state_flag_at(state, ARB_WHITE, now), "black",
                     arb_state_flag_at(state, ARB_BLACK, now));
}

static json_t *square(arb_square at)
{
    char name[3];

    (void)arb_square_write(name, sizeof name, at);
    return json_string(name);
}

/* A displacement that stands on the board and is no move. */
static json_t *standing(const arb_state *state)
{
    arb_hand hand;

    if (!arb_state_displacement(&hand, NULL, state))
        return json_null();
    return json_pack("{so so}", "from", square(hand.from), "to", square(hand.to));
}

/*
 * Whose king is in check. Only the arbiter is told that a player has left his own king in check:
 * `either` looks at both kings.
 */
arb_colour arb_api_checked(const arb_pos *pos, bool either)
{
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if ((either || c == pos->turn) && arb_pos_checkers(pos, c) != 0)
            return c;
    return ARB_COLOUR_COUNT;
}

/* Where each player has a board (D.1), whose it is depends on the seat; see api_own.c. */
static json_t *put_board(json_t *object, const arb_table *t, arb_seat seat)
{
    char field[ARB_FEN_SIZE];

    if (arb_game_regulations(t->game)->boards == ARB_BOARDS_TWO)
        return object;
    arb_api_board(field, t, seat);
    return arb_json_put(object, "board", json_string(field));
}

/* Whose move it is, and nothing of the position but where the game began. */
static json_t *position_elsewhere(const arb_table *t)
{
    char fen[ARB_FEN_SIZE];

    (void)arb_fen_write(fen, sizeof fen, &arb_game_given(t->game)->setup, ARB_FEN_X, NULL);
    return json_pack("{so ss sn sn si}", "turn",
                     arb_json_colour(arb_state_turn(arb_game_state(t->game))), "fen", fen, "check",
                     "standing", "plies", 0);
}

/*
 * The position and whose move it is. A seat that may not know that a displacement is illegal sees
 * it as a move: it counts among the moves, and it is the opponent's turn.
 */
json_t *arb_api_position(const arb_table *t, arb_seat seat)
{
    const arb_state *state = arb_game_state(t->game);
    const bool knows = arb_rights_may_know(seat, ARB_SECRET_DISPLACEMENT, t->game);
    const arb_setup setup =
        knows ? arb_pos_setup(arb_state_position(state)) : arb_state_board_taken(state);
    const arb_colour turn = arb_state_turn(state);
    const bool either = arb_rights_may_know(seat, ARB_SECRET_WATCH, t->game);
    char fen[ARB_FEN_SIZE];
    arb_pos pos;

    if (!arb_rights_sees_board(seat, t->game))
        return position_elsewhere(t);
    (void)arb_fen_write(fen, sizeof fen, &setup, ARB_FEN_X, NULL);
    const bool playable = knows || !arb_faults_hard(arb_pos_from_setup(&pos, &setup));
    if (knows)
        pos = *arb_state_position(state);
    return json_pack("{so ss so so sI}", "turn", arb_json_colour(knows ? turn : arb_opponent(turn)),
                     "fen", fen, "check",
                     arb_json_colour(playable ? arb_api_checked(&pos, either) : ARB_COLOUR_COUNT),
                     "standing", knows ? standing(state) : json_null(), "plies",
                     (json_int_t)(knows ? t->moves : t->moves_seen));
}

/* ---- what people wait for */

json_t *arb_api_waits(const arb_state *state)
{
    arb_wait all[ARB_WAITS_MAX];
    const size_t count = arb_state_waits(all, state);
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++) {
        const bool claim = all[i].kind == ARB_WAIT_QUICKPLAY || all[i].kind == ARB_WAIT_DEFERRED;
        json_t *wait = json_pack("{ss so}", "kind", arb_wait_word(all[i].kind), "player",
                                 arb_json_colour(all[i].player));
        if (claim)
            wait = arb_json_put(
                wait, "ground",
                json_string(arb_state_claims_no_effort(state) ? "no-effort" : "cannot-win"));
        list = arb_json_add(list, wait);
    }
    return list;
}

json_t *arb_api_observable(const arb_table *t)
{
    static const struct {
        unsigned bit;
        const char *word;
    } words[] = {
        { ARB_OBSERVABLE_BOTH_CHECKED, "both-checked" },
        { ARB_OBSERVABLE_LAST_RANK_PAWN, "last-rank-pawn" },
        { ARB_OBSERVABLE_ILLEGAL, "illegal" },
    };
    const unsigned seen = arb_state_observable(arb_game_state(t->game), arb_game_history(t->game));
    json_t *list = json_array();

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (seen & words[i].bit)
            list = arb_json_add(list, json_string(words[i].word));
    return list;
}

/* Laws 12.6 */
static json_t *put_secrets(json_t *object, const arb_table *t, arb_seat seat)
{
    const arb_state *state = arb_game_state(t->game);

    if (arb_rights_may_know(seat, ARB_SECRET_COUNT, t->game))
        object =
            arb_json_put(object, "counter",
                         arb_json_by_colour(json_integer(arb_state_counter(state, ARB_WHITE)),
                                            json_integer(arb_state_counter(state, ARB_BLACK))));
    if (arb_rights_may_know(seat, ARB_SECRET_PRESS, t->game))
        object = arb_json_put(
            object, "uncompleted",
            arb_json_by_colour(json_boolean(arb_state_is_uncompleted(state, ARB_WHITE)),
                               json_boolean(arb_state_is_uncompleted(state, ARB_BLACK))));
    if (arb_rights_watches(seat, t->game))
        object = arb_json_put(arb_json_put(object, "observable", arb_api_observable(t)), "sheets",
                              arb_api_sheets(t));
    return object;
}

json_t *arb_api_late(const arb_table *t)
{
    const arb_state *state = arb_game_state(t->game);
    const arb_ms at = arb_state_late_at(state);
    const unsigned absent = arb_state_is_over(state) ? 0 : arb_state_absent(state);

    return json_pack("{so so}", "absent", arb_json_colours(absent), "late_at",
                     at == ARB_MS_NEVER ? json_null() : json_integer(t->origin + at));
}

const char *arb_api_papers(const arb_state *state)
{
    static const char *const papers[ARB_PAPERS_COUNT] = { "none", "written", "confirmed",
                                                          "contested" };

    return papers[arb_state_papers_stand(state)];
}

/* Laws III.6.1, 12.4, 12.7: how it stands with people. */
static json_t *people(const arb_state *state)
{
    return json_pack("{ss sb sI sb}", "papers", arb_api_papers(state), "papers_missing",
                     arb_state_papers_missing(state) != 0, "assistants",
                     (json_int_t)arb_state_assistants(state), "spectators_out",
                     arb_state_spectators_out(state));
}

json_t *arb_api_state_seen(const arb_table *t, arb_seat seat)
{
    const arb_state *state = arb_game_state(t->game);
    json_t *seen = json_pack("{so so so so so so so}", "clock", arb_api_clock(t), "cited",
                             arb_json_articles(state, arb_game_regulations(t->game)->book), "waits",
                             arb_api_waits(state), "away", arb_json_colours(arb_state_away(state)),
                             "agreed", arb_json_colours(arb_state_agreed(state)), "takeback",
                             arb_json_colours(1u << arb_state_takeback(state) & 3u), "abort",
                             arb_json_colours(1u << arb_state_abort(state) & 3u));
    seen = arb_json_join(put_board(seen, t, seat), arb_api_late(t));
    seen = arb_json_put(seen, "adjourned", arb_api_adjourned(t));
    if (t->hall->stalled_ms > 0)
        seen = arb_json_put(seen, "stalled", json_true());

    seen = arb_json_join(seen, people(state));
    return put_secrets(arb_json_state(state, arb_json_join(seen, arb_api_position(t, seat))), t,
                       seat);
}

json_t *arb_api_state(const arb_table *t, arb_seat seat)
{
    json_t *own = NULL;
    arb_buf text;

    arb_buf_init(&text, NULL, ARB_OWN_MAX);
    if (arb_api_write_own(&text, t, seat) == ARB_OK)
        own = json_loadb(arb_buf_text(&text), arb_buf_size(&text), 0, NULL);
    arb_buf_clear(&text);
    return arb_json_join(arb_api_state_seen(t, seat), own);
}
