/* SPDX-License-Identifier: MIT */
/* Games for the hall to be played; see bench_serve_internal.h. */
#include <string.h>

#include "arbitro/event_make.h"
#include "arbitro/game.h"
#include "bench/bench_serve_internal.h"

enum { TRIES_MAX = 1000 };

/* Numbers that look like chance: xorshift, with a fixed seed. */
static uint64_t next_number(uint64_t *luck)
{
    *luck ^= *luck << 13;
    *luck ^= *luck >> 7;
    *luck ^= *luck << 17;
    return *luck;
}

/* One of the legal moves; rarely one that captures, so that pieces stay on the board as they do in
 * games of people. */
static bool choose(arb_move *out, const arb_pos *pos, uint64_t *luck)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, pos);

    if (count == 0)
        return false;
    *out = moves[next_number(luck) % count];
    if (arb_move_captured(pos, *out) != ARB_SQUARE_NONE && next_number(luck) % 8 != 0)
        *out = moves[next_number(luck) % count];
    return true;
}

/* The move as the Laws see it; false when the game is over then. */
static bool goes_on(arb_game *game, const char *text, unsigned ply)
{
    const arb_actor actor = ply % 2 == 0 ? ARB_ACTOR_WHITE : ARB_ACTOR_BLACK;
    const arb_ms time = (arb_ms)ply * 1000;
    const arb_event press = arb_event_simple(time + 1, actor, ARB_VERB_PRESS);
    arb_event move;
    arb_verdict verdict;

    if (arb_event_written(&move, NULL, time, actor, ARB_VERB_MOVE, text, strlen(text), NULL) != 0 ||
        arb_game_submit(&verdict, game, &move) != ARB_OK || verdict.refused)
        return false;
    return arb_state_phase(arb_game_state(game)) == ARB_PHASE_PLAYING &&
           arb_game_submit(&verdict, game, &press) == ARB_OK && !verdict.refused &&
           arb_state_phase(arb_game_state(game)) == ARB_PHASE_PLAYING;
}

static bool make_line(char line[ARB_BENCH_PLIES][8], arb_game *game, uint64_t *luck)
{
    const arb_event start = arb_event_simple(0, ARB_ACTOR_ARBITER, ARB_VERB_START);
    arb_pos pos = arb_pos_initial();

    if (arb_game_submit(NULL, game, &start) != ARB_OK)
        return false;
    for (unsigned i = 0; i < ARB_BENCH_PLIES; i++) {
        arb_move move;
        if (!choose(&move, &pos, luck))
            return false;
        (void)arb_uci_write(line[i], sizeof line[i], move, ARB_STANDARD);
        arb_pos_play(&pos, &pos, move);
        if (!goes_on(game, line[i], i))
            return false;
    }
    return true;
}

static arb_err settle(arb_regulations *r)
{
    static const char control[] = "5400+30";

    arb_regulations_init(r, &arb_fide_2023);
    const arb_err err = arb_regulations_time(r, NULL, ARB_COLOUR_COUNT, control, strlen(control));
    return err ? err : arb_regulations_settle(r, NULL);
}

arb_err arb_bench_plan_make(arb_bench_plan *out)
{
    uint64_t luck = UINT64_C(0x9e3779b97f4a7c15);
    arb_regulations regulations;
    unsigned made = 0;
    arb_err err = settle(&regulations);

    for (unsigned tries = 0; made < ARB_BENCH_LINES && !err; tries++) {
        const arb_given given = arb_given_nothing();
        arb_game *game;
        err = tries < TRIES_MAX ? arb_game_new(&game, NULL, &regulations, &given) : ARB_STATE;
        if (err)
            break;
        made += make_line(out->move[made], game, &luck);
        arb_game_free(game);
    }
    return err;
}
