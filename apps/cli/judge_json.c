/* SPDX-License-Identifier: MIT */
/* What came out of a case as JSON Lines, with the keys of docs/CASES.md; see judge.h. */
#include <stdlib.h>

#include "cli/envelope_face.h"
#include "cli/judge.h"
#include "common/laws_json.h"
#include "common/record_json.h"

/* Times have thirteen digits at most; more would show how the machine counts. */
enum { DIGITS = 15 };

static arb_exit print(const arb_judge *judge, json_t *object)
{
    return arb_cli_json_digits(judge->cli, object, DIGITS);
}

static double seconds(arb_ms time)
{
    return (double)time / 1000.0;
}

static void print_ruling(const arb_judge *judge, arb_ms time, json_t *ruling)
{
    json_t *place = json_pack("{sI sf}", "event", (json_int_t)judge->number, "time", seconds(time));

    (void)print(judge, arb_json_join(place, ruling));
}

static void event(arb_judge *judge, const arb_verdict *verdict)
{
    const arb_rulebook *book = judge->header->regulations.book;

    for (size_t i = 0; i < verdict->count; i++)
        print_ruling(judge, verdict->ruling[i].at, arb_json_ruling(&verdict->ruling[i], book));
    if (verdict->refused)
        print_ruling(judge, judge->event->time,
                     arb_json_join(json_pack("{sb}", "refused", 1),
                                   arb_json_ruling(&verdict->refusal, NULL)));
}

static json_t *clock_of(const arb_game *game, arb_colour colour)
{
    if (!arb_regulations_timed(arb_game_regulations(game)))
        return json_null();
    return json_real(seconds(arb_state_clock(arb_game_state(game), colour)));
}

/* Whose move it is, the position, and the clocks. */
static json_t *board(const arb_game *game)
{
    const arb_state *state = arb_game_state(game);
    json_t *clocks = arb_json_by_colour(clock_of(game, ARB_WHITE), clock_of(game, ARB_BLACK));
    char fen[ARB_FEN_SIZE];

    (void)arb_pos_fen(fen, sizeof fen, arb_state_position(state));
    return json_pack("{so ss so}", "turn", arb_json_colour(arb_state_turn(state)), "fen", fen,
                     "clock",
                     arb_json_put(clocks, "running", arb_json_colour(arb_state_running(state))));
}

static json_t *moves(const arb_game *game)
{
    size_t count;
    arb_ply *plies = arb_judge_plies(&count, game);
    json_t *list = plies ? json_array() : NULL;

    for (size_t i = 0; list && i < count; i++) {
        char move[64];
        (void)arb_game_ply_write(move, sizeof move, game, plies[i]);
        list = arb_json_add(list, json_string(move));
    }
    free(plies);
    return list;
}

/* Where a move was sealed: how it stands with the envelope, and what is written on it. */
static json_t *envelope(const arb_game *game)
{
    json_t *object =
        json_pack("{ss}", "state", arb_envelope_word(arb_state_envelope(arb_game_state(game))));
    arb_envelope_face face;

    return arb_game_envelope(&face, game) ? arb_json_join(object, arb_face_json(&face)) : object;
}

static arb_exit end(arb_judge *judge)
{
    const arb_state *state = arb_game_state(judge->game);
    json_t *object =
        json_pack("{sb ss%}", "final", 1, "case", judge->header->title, judge->header->title_size);

    object = arb_json_join(object, arb_json_state(state, board(judge->game)));
    object = arb_json_put(object, "counter",
                          arb_json_by_colour(json_integer(arb_state_counter(state, ARB_WHITE)),
                                             json_integer(arb_state_counter(state, ARB_BLACK))));
    if (arb_game_regulations(judge->game)->record == ARB_RECORD_KEPT)
        object = arb_json_put(object, "record", arb_json_record(judge->game));
    if (arb_state_envelope(state) != ARB_ENVELOPE_NONE)
        object = arb_json_put(object, "envelope", envelope(judge->game));
    return print(judge, arb_json_put(object, "moves", moves(judge->game)));
}

const arb_judge_speaker arb_judge_json = {
    .event = event,
    .end = end,
};
