/* SPDX-License-Identifier: MIT */
/* Measuring the judgement of events; see bench_game.h. */
#include "bench/bench_game.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arbitro/event_make.h"
#include "arbitro/game.h"
#include "common/stopwatch.h"
#include "game/game.h"

enum { GAMES = 40, PLIES = 80, EVENTS_OF_GAME = 1 + 2 * PLIES };

/* A move and what stands on the board before and after it. */
typedef struct ply {
    arb_pos before, after;
    arb_written written;
    char text[8];
} ply;

typedef struct plan {
    arb_regulations regulations;
    ply plies[GAMES][PLIES];
    size_t without; /* the rule that is left out, or SIZE_MAX */
    size_t moves;   /* generated so far: a result that somebody needs */
} plan;

/* Numbers that look like chance: xorshift, with a fixed seed. */
static uint64_t next_number(uint64_t *luck)
{
    *luck ^= *luck << 13;
    *luck ^= *luck >> 7;
    *luck ^= *luck << 17;
    return *luck;
}

/* One of the legal moves after which the opponent has a move, so that the game goes on. */
static arb_move choose(arb_pos *after, const arb_pos *pos, uint64_t *luck)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, pos), first = next_number(luck) % count;
    size_t i = first;

    do {
        arb_pos_play(after, pos, moves[i]);
        if (arb_pos_count(after) > 0)
            break;
        i = (i + 1) % count;
    } while (i != first);
    return moves[i];
}

static arb_err prepare_plies(plan *p)
{
    uint64_t luck = UINT64_C(0x9e3779b97f4a7c15);

    for (unsigned game = 0; game < GAMES; game++) {
        arb_pos pos = arb_pos_initial();
        for (unsigned i = 0; i < PLIES; i++) {
            ply *ply_ = &p->plies[game][i];
            ply_->before = pos;
            const arb_move move = choose(&pos, &ply_->before, &luck);
            ply_->after = pos;
            const size_t size = arb_uci_write(ply_->text, sizeof ply_->text, move, ARB_STANDARD);
            const arb_err err = arb_written_read(&ply_->written, NULL, ply_->text, size, NULL);
            if (err)
                return err;
        }
    }
    return ARB_OK;
}

/* An hour and a half with thirty seconds a move: nobody's flag falls here. */
static arb_err prepare(plan *p)
{
    static const char control[] = "5400+30";
    arb_regulations *r = &p->regulations;

    arb_regulations_init(r, &arb_fide_2023);
    arb_err err = arb_regulations_time(r, NULL, ARB_COLOUR_COUNT, control, strlen(control));
    if (!err)
        err = arb_regulations_settle(r, NULL);
    return err ? err : prepare_plies(p);
}

/* Judges and commits; an event of these games is never refused. */
static arb_err take(arb_game *game, const arb_event *event)
{
    arb_verdict verdict;
    const arb_err err = arb_game_submit(&verdict, game, event);

    return !err && verdict.refused ? ARB_STATE : err;
}

static arb_err play_moves(arb_game *game, const ply *plies)
{
    arb_event event = arb_event_simple(0, ARB_ACTOR_ARBITER, ARB_VERB_START);
    arb_err err = take(game, &event);

    for (unsigned i = 0; i < PLIES && !err; i++) {
        const arb_actor actor = i % 2 == 0 ? ARB_ACTOR_WHITE : ARB_ACTOR_BLACK;
        const arb_ms time = (arb_ms)i * 2000 + 1000;
        event = arb_event_text_of(time, actor, ARB_VERB_MOVE, plies[i].text, strlen(plies[i].text));
        event.move = plies[i].written;
        err = take(game, &event);
        event = arb_event_simple(time + 1000, actor, ARB_VERB_PRESS);
        if (!err)
            err = take(game, &event);
    }
    return err;
}

static arb_err play_games(plan *p)
{
    const arb_given given = arb_given_nothing();

    for (unsigned i = 0; i < GAMES; i++) {
        arb_game *game;
        arb_err err = arb_game_new(&game, NULL, &p->regulations, &given);
        if (err)
            return err;
        arb_game_without(game, p->without);
        err = play_moves(game, p->plies[i]);
        arb_game_free(game);
        if (err)
            return err;
    }
    return ARB_OK;
}

/* The rule that asks the proof; SIZE_MAX when there is none. */
static size_t proving_rule(void)
{
    for (size_t i = 0; i < arb_rules_count(); i++)
        if (strcmp(arb_rules_name(i), "5_2_2 dead_position") == 0)
            return i;
    return SIZE_MAX;
}

static arb_err play_without_proof(plan *p)
{
    p->without = proving_rule();
    return p->without == SIZE_MAX ? ARB_STATE : play_games(p);
}

static arb_err play_with_proof(plan *p)
{
    p->without = SIZE_MAX;
    return play_games(p);
}

/* For every move and every press the moves of the position in which it is judged. */
static arb_err generate(plan *p)
{
    arb_move moves[ARB_MOVES_MAX];

    for (unsigned game = 0; game < GAMES; game++)
        for (unsigned i = 0; i < PLIES; i++) {
            p->moves += arb_pos_moves(moves, &p->plies[game][i].before);
            p->moves += arb_pos_moves(moves, &p->plies[game][i].after);
        }
    return ARB_OK;
}

/* The seconds that `work` takes once; it is repeated until `least_s` have passed. */
static arb_err measure(double *best, arb_err (*work)(plan *p), plan *p, double least_s)
{
    const double start = arb_stopwatch_cpu();
    unsigned times = 0;
    double passed;

    do {
        const arb_err err = work(p);
        if (err)
            return err;
        times++;
        passed = arb_stopwatch_cpu() - start;
    } while (passed < least_s);
    *best = fmin(*best, passed / times);
    return ARB_OK;
}

static arb_err measure_both(arb_bench_game_row *row, plan *p, const arb_bench_options *options)
{
    double playing = HUGE_VAL, generating = HUGE_VAL, proving = HUGE_VAL;
    arb_err err = prepare(p);

    for (unsigned run = 0; run < options->runs && !err; run++) {
        err = measure(&playing, play_without_proof, p, options->least_s);
        if (!err)
            err = measure(&generating, generate, p, options->least_s);
        if (!err)
            err = measure(&proving, play_with_proof, p, options->least_s);
        if (!err && options->progress &&
            !options->progress(options->user, (double)(run + 1) / options->runs))
            err = ARB_STOPPED;
    }
    if (err)
        return err;
    *row = (arb_bench_game_row){ .games = GAMES,
                                 .events = GAMES * EVENTS_OF_GAME,
                                 .event_ns = 1e9 * playing / (GAMES * EVENTS_OF_GAME),
                                 .proved_ns = 1e9 * proving / (GAMES * EVENTS_OF_GAME),
                                 .moves_ns = 1e9 * generating / (GAMES * 2 * PLIES),
                                 .state_size = sizeof(arb_state) };
    return ARB_OK;
}

arb_err arb_bench_game(arb_bench_game_row *out, const arb_bench_options *options)
{
    plan *p = calloc(1, sizeof *p);

    if (!p)
        return ARB_NOMEM;
    const arb_err err = measure_both(out, p, options);
    free(p);
    return err;
}
