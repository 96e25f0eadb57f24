/* SPDX-License-Identifier: MIT */
/* A UCI engine in a seat; see engine.h. The process is in engine_process.c. */
#define _GNU_SOURCE
#include "server/hall/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arbitro/fen.h"
#include "arbitro/notation.h"
#include "server/hall/engine_process.h"
#include "server/hall/hall_internal.h"

enum {
    THINK_MAX_MS = 2000, /* politeness towards the machine and the person who waits */
    THINK_FREE_MS = 800, /* without a clock */
    ANSWER_MS = 20000,   /* an engine that says nothing for longer is ended */
    FAILURES_MAX = 3,
    ACCEPTS_BELOW = -150 /* centipawns: the computer takes a draw when it stands so badly */
};

struct arb_engine {
    arb_table *table;
    arb_process *process;
    arb_timer patience;
    bool ready;      /* it has answered "uciok" */
    bool thinking;   /* it has been asked for a move */
    size_t asked_at; /* how many events the game had then */
    unsigned failures;
    size_t refused_at; /* how many events there were when a refusal was counted last */
    int score;
};

bool arb_engine_may_sit(const arb_hall *hall)
{
    return hall->config.engine && hall->engines < hall->config.engines_max;
}

static bool tell(arb_engine *e, const char *text)
{
    return arb_process_write(e->process, text, strlen(text));
}

/* ---- what it does at the table */

static void act(arb_engine *e, const char *text)
{
    arb_table *t = e->table;
    arb_submission *s = arb_submission_new(t, (arb_seat)t->computer, text, strlen(text));

    if (s)
        arb_table_submit(t, s);
}

/* It made its move: on the board, and on the clock where that is how moves are completed. */
static void play(arb_engine *e, const char *line)
{
    const arb_regulations *regulations = arb_game_regulations(e->table->game);
    char move[8] = "", text[32];

    e->thinking = false;
    if (sscanf(line, "bestmove %7[a-h1-8qrbn]", move) != 1 || strlen(move) < 4)
        return;
    if (e->asked_at != e->table->log_count) { /* something happened meanwhile: think again */
        arb_engine_attend(e->table);
        return;
    }
    (void)snprintf(text, sizeof text, "%s %s",
                   regulations->completion == ARB_COMPLETION_MOVE ? "move" : "play", move);
    act(e, text);
}

static void on_line(void *user, const char *line)
{
    arb_engine *e = user;
    const char *score = strstr(line, " score cp ");

    if (strcmp(line, "uciok") == 0) {
        e->ready = true;
        arb_loop_unset(e->table->hall->loop, &e->patience);
        arb_table_attend(e->table);
    } else if (strncmp(line, "bestmove ", 9) == 0 && e->thinking) {
        arb_loop_unset(e->table->hall->loop, &e->patience);
        play(e, line);
    } else if (score) {
        (void)sscanf(score, " score cp %d", &e->score);
    }
}

/* ---- beginning and end of the process */

static void end_process(arb_engine *e)
{
    if (!e->process)
        return;
    arb_loop_unset(e->table->hall->loop, &e->patience);
    arb_process_free(e->process);
    e->process = NULL;
    e->ready = e->thinking = false;
    e->table->hall->engines--;
}

/* It died or fell silent: another one sits down, but not for ever. */
static void on_gone(void *user)
{
    arb_engine *e = user;

    end_process(e);
    e->failures++;
    arb_hall_log(e->table->hall, "warning", "engine", "{sI sI}", "game", (json_int_t)e->table->id,
                 "failures", (json_int_t)e->failures);
    arb_table_attend(e->table);
}

static bool begin_process(arb_engine *e)
{
    arb_hall *hall = e->table->hall;
    char options[256];

    if (!arb_engine_may_sit(hall))
        return false;
    e->process = arb_process_new(hall->loop, hall->config.engine, on_line, on_gone, e);
    if (!e->process)
        return false;
    hall->engines++;
    (void)snprintf(options, sizeof options,
                   "uci\nsetoption name Threads value 1\nsetoption name Hash value 16\n"
                   "setoption name UCI_Chess960 value %s\n",
                   arb_game_regulations(e->table->game)->variant == ARB_CHESS960 ? "true"
                                                                                 : "false");
    bool told = tell(e, options);
    if (told && hall->config.engine_elo > 0) {
        (void)snprintf(options, sizeof options,
                       "setoption name UCI_LimitStrength value true\n"
                       "setoption name UCI_Elo value %u\n",
                       hall->config.engine_elo);
        told = tell(e, options);
    }
    arb_loop_set(hall->loop, &e->patience, arb_boottime_ms() + ANSWER_MS);
    return told;
}

static arb_engine *engine_of(arb_table *t)
{
    if (t->engine)
        return t->engine;
    arb_engine *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->table = t;
    e->patience.due = on_gone;
    e->patience.user = e;
    t->engine = e;
    return e;
}

void arb_engine_free(arb_engine *e)
{
    if (!e)
        return;
    end_process(e);
    free(e);
}

/* ---- what it is asked */

/* How long it may think: little, and never so long that its flag could fall. */
static long long think_ms(const arb_table *t)
{
    const arb_state *state = arb_game_state(t->game);

    if (!arb_regulations_timed(arb_game_regulations(t->game)))
        return THINK_FREE_MS;
    const arb_ms left = arb_state_clock_at(state, t->computer, arb_table_now(t));
    const arb_ms share = left / 40;
    return share > THINK_MAX_MS ? THINK_MAX_MS : share < 10 ? 10 : share;
}

static void ask(arb_engine *e)
{
    arb_table *t = e->table;
    const arb_setup setup = arb_pos_setup(arb_state_position(arb_game_state(t->game)));
    const arb_variant variant = (arb_variant)arb_game_regulations(t->game)->variant;
    char fen[ARB_FEN_SIZE], text[ARB_FEN_SIZE + 80];
    const long long think = think_ms(t);

    (void)arb_fen_write(fen, sizeof fen, &setup,
                        variant == ARB_CHESS960 ? ARB_FEN_SHREDDER : ARB_FEN_X, NULL);
    (void)snprintf(text, sizeof text, "position fen %s\ngo movetime %lld\n", fen, think);
    e->thinking = true;
    e->asked_at = t->log_count;
    arb_loop_set(t->hall->loop, &e->patience, arb_boottime_ms() + think + ANSWER_MS);
    if (!tell(e, text))
        on_gone(e);
}

/* An offer of the person is answered before anything else. */
static bool answer_offer(arb_engine *e, const arb_state *state)
{
    const arb_colour offer = arb_state_offer(state);

    if (offer != arb_opponent(e->table->computer))
        return false;
    act(e, e->score <= ACCEPTS_BELOW ? "accept" : "decline");
    return true;
}

/* Did the Laws refuse what it did last? */
static bool was_refused(const arb_table *t)
{
    const size_t count = t->log_count;

    return count > 0 && arb_log_is_refused(t, count - 1) &&
           arb_game_event(t->game, count - 1, NULL)->actor == (unsigned)t->computer;
}

/* Is there something that the computer of this table could do now? */
static bool may_act(const arb_table *t)
{
    return t->computer != ARB_COLOUR_COUNT && t->game && t->phase == ARB_PHASE_PLAYING &&
           !t->hall->stopping && !t->hall->settling && !t->inflight && !t->first;
}

/* Nobody should wait for an engine that does not work. */
static bool has_given_up(arb_engine *e)
{
    if (was_refused(e->table) && e->refused_at != e->table->log_count) {
        e->refused_at = e->table->log_count;
        e->failures++;
    }
    if (e->failures < FAILURES_MAX)
        return false;
    if (e->failures == FAILURES_MAX) {
        e->failures++;
        act(e, "resign");
    }
    return true;
}

void arb_engine_attend(arb_table *t)
{
    arb_engine *e = may_act(t) ? engine_of(t) : NULL;

    if (!e || has_given_up(e) || (!e->process && !begin_process(e)))
        return;
    const arb_state *state = arb_game_state(t->game);
    if (!e->ready || e->thinking || answer_offer(e, state))
        return;
    if (arb_state_turn(state) == t->computer && !arb_state_is_uncompleted(state, t->computer))
        ask(e);
}
