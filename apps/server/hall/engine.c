/* SPDX-License-Identifier: MIT */
/* A UCI engine in a seat; see engine.h. The process is in engine_process.c. */
#define _GNU_SOURCE
#include "server/hall/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arbitro/fen.h"
#include "arbitro/notation.h"
#include "server/hall/engine_room.h"
#include "server/hall/hall_internal.h"

enum {
    THINK_MAX_MS = 2000, /* politeness towards the machine and the person who waits */
    THINK_FREE_MS = 800, /* without a clock */
    THINK_MIN_MS = 10,
    FAILURES_MAX = 3,
    LEFT_MS = 120000,    /* a game that nobody has looked at for so long counts no more */
    ACCEPTS_BELOW = -150 /* centipawns: the computer takes a draw when it stands so badly */
};

struct arb_engine {
    arb_table *table;
    arb_engine *next, **previous; /* among the computers that play in the hall */
    arb_engine_guest question;
    char fen[ARB_FEN_SIZE]; /* about which it was asked */
    unsigned failures;
    size_t refused_at; /* how many events there were when a refusal was counted last */
    int score;
};

/* ---- how many may sit */

/* Does somebody play against it, or is it about to move? */
static bool is_busy(const arb_engine *e, int64_t now)
{
    return e->table->viewers || e->question.waits || e->question.chair ||
           now - e->table->used_ms < LEFT_MS;
}

bool arb_engine_has_room(const arb_hall *hall)
{
    return arb_engine_may_sit(hall, 0, UINT16_MAX) == ARB_ENGINE_SITS;
}

arb_engine_answer arb_engine_may_sit(const arb_hall *hall, uint64_t owner, unsigned times)
{
    const int64_t now = arb_boottime_ms();
    unsigned all = 0, of_owner = 0;

    if (!hall->config.engine)
        return ARB_ENGINE_NONE;
    for (const arb_engine *e = hall->seated; e; e = e->next) {
        all += is_busy(e, now);
        of_owner += e->table->owner == owner && is_busy(e, now);
    }
    if (all >= hall->config.engines_max * ARB_ENGINE_GAMES)
        return ARB_ENGINE_BUSY;
    if (!hall->config.unlimited && of_owner >= ARB_ENGINE_PER_ADDRESS * times)
        return ARB_ENGINE_ENOUGH;
    return ARB_ENGINE_SITS;
}

/* ---- what it does at the table */

static void act(arb_engine *e, const char *text)
{
    arb_table *t = e->table;
    arb_submission *s = arb_submission_new(t, (arb_seat)t->computer, text, strlen(text));

    if (s)
        arb_table_submit(t, s);
}

static void write_fen(char out[ARB_FEN_SIZE], const arb_table *t)
{
    const arb_setup setup = arb_pos_setup(arb_state_position(arb_game_state(t->game)));
    const arb_variant variant = (arb_variant)arb_game_regulations(t->game)->variant;

    (void)arb_fen_write(out, ARB_FEN_SIZE, &setup,
                        variant == ARB_CHESS960 ? ARB_FEN_SHREDDER : ARB_FEN_X, NULL);
}

/* Can it look at the board, and is the game being played? */
static bool may_look(const arb_table *t)
{
    return t->computer != ARB_COLOUR_COUNT && t->game && !t->is_judging &&
           t->phase == ARB_PHASE_PLAYING && !t->hall->stopping && !t->hall->settling;
}

/* Is it the computer's turn to move? */
static bool has_the_move(const arb_table *t)
{
    const arb_state *state = arb_game_state(t->game);

    return t->phase == ARB_PHASE_PLAYING && arb_state_turn(state) == t->computer &&
           !arb_state_is_uncompleted(state, t->computer);
}

/* Is this a move that it may make? The Laws would not let it off for a mistake of its program. */
static bool is_allowed(const arb_table *t, const char *move)
{
    const arb_state *state = arb_game_state(t->game);
    const arb_variant variant = (arb_variant)arb_game_regulations(t->game)->variant;
    arb_move allowed[ARB_MOVES_MAX];
    const size_t count = arb_state_allowed(allowed, NULL, state);

    for (size_t i = 0; i < count; i++) {
        char uci[8];
        (void)arb_uci_write(uci, sizeof uci, allowed[i], variant);
        if (strcmp(uci, move) == 0)
            return true;
    }
    return false;
}

/*
 * It made its move: on the board, and on the clock where that is how moves are completed. What
 * happened meanwhile does not matter as long as the position is the same.
 */
static bool answer(void *user, const char *line)
{
    arb_engine *e = user;
    arb_table *t = e->table;
    char fen[ARB_FEN_SIZE], move[8] = "", text[32];

    if (!may_look(t) || !has_the_move(t))
        return true;
    write_fen(fen, t);
    if (strcmp(fen, e->fen) != 0) {
        arb_engine_attend(t);
        return true;
    }
    if (sscanf(line, "bestmove %7s", move) != 1 || !is_allowed(t, move))
        return false;
    (void)snprintf(
        text, sizeof text, "%s %s",
        arb_game_regulations(t->game)->completion == ARB_COMPLETION_MOVE ? "move" : "play", move);
    act(e, text);
    return true;
}

static void hear(void *user, const char *line)
{
    arb_engine *e = user;
    const char *score = strstr(line, " score cp ");

    if (score)
        (void)sscanf(score, " score cp %7d", &e->score);
}

/* The engine does not work: another one is asked, but not for ever. */
static void failed(void *user)
{
    arb_engine *e = user;

    e->failures++;
    arb_hall_log(e->table->hall, "warning", "engine", "{sI sI}", "game", (json_int_t)e->table->id,
                 "failures", (json_int_t)e->failures);
    arb_table_attend(e->table);
}

/* ---- what it is asked */

/*
 * How long it may think: little, never so long that its flag could fall, and less when others wait
 * for the engines.
 */
static int64_t think_ms(const arb_table *t)
{
    const arb_state *state = arb_game_state(t->game);
    const arb_hall *hall = t->hall;
    const int64_t crowd = 1 + arb_engine_room_waiting(hall->room) / hall->config.engines_max;

    if (!arb_regulations_timed(arb_game_regulations(t->game)))
        return THINK_FREE_MS / crowd;
    const arb_ms share = arb_state_clock_at(state, t->computer, arb_table_now(t)) / 40;
    const int64_t most = THINK_MAX_MS / crowd;
    return share > most ? most : share < THINK_MIN_MS ? THINK_MIN_MS : share;
}

static int64_t ask(void *user, char *out, size_t room, bool fresh)
{
    arb_engine *e = user;
    arb_table *t = e->table;

    if (!may_look(t) || !has_the_move(t))
        return 0;
    const int64_t think = think_ms(t);
    write_fen(e->fen, t);
    (void)snprintf(out, room, "%s%s%sposition fen %s\ngo movetime %lld\n",
                   fresh ? "setoption name UCI_Chess960 value " : "",
                   !fresh                                                   ? ""
                   : arb_game_regulations(t->game)->variant == ARB_CHESS960 ? "true\n"
                                                                            : "false\n",
                   fresh ? "ucinewgame\n" : "", e->fen, (long long)think);
    return think;
}

/* ---- coming and going */

static arb_engine *engine_of(arb_table *t)
{
    arb_hall *hall = t->hall;

    if (t->engine || !hall->config.engine)
        return t->engine;
    if (!hall->room)
        hall->room = arb_engine_room_new(hall->loop, &hall->config);
    arb_engine *e = hall->room ? calloc(1, sizeof *e) : NULL;
    if (!e)
        return NULL;
    e->table = t;
    e->question = (arb_engine_guest){ .owner = t->owner ? t->owner : ~t->id,
                                      .game = t->id,
                                      .ask = ask,
                                      .hear = hear,
                                      .answer = answer,
                                      .failed = failed,
                                      .user = e };
    e->next = hall->seated;
    e->previous = &hall->seated;
    if (e->next)
        e->next->previous = &e->next;
    hall->seated = e;
    t->engine = e;
    return e;
}

void arb_engine_sit(arb_table *t)
{
    if (t->computer != ARB_COLOUR_COUNT)
        (void)engine_of(t);
}

void arb_engine_free(arb_engine *e)
{
    if (!e)
        return;
    arb_engine_room_withdraw(e->table->hall->room, &e->question);
    *e->previous = e->next;
    if (e->next)
        e->next->previous = e->previous;
    free(e);
}

/* ---- its turn */

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

/* Nobody should wait for an engine that does not work. */
static bool has_given_up(arb_engine *e)
{
    if (was_refused(e->table) && e->refused_at != e->table->log_count) {
        e->refused_at = e->table->log_count;
        e->failures++;
    }
    if (e->failures < FAILURES_MAX)
        return false;
    act(e, "resign"); /* nothing is on its way just now; should it not be stored, then once more */
    return true;
}

void arb_engine_attend(arb_table *t)
{
    arb_engine *e = may_look(t) && !t->inflight && !t->first ? engine_of(t) : NULL;

    if (!e || has_given_up(e) || answer_offer(e, arb_game_state(t->game)))
        return;
    if (has_the_move(t))
        arb_engine_room_ask(t->hall->room, &e->question);
}
