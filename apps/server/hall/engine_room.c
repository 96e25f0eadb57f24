/* SPDX-License-Identifier: MIT */
/* Engines, and whose turn it is to be answered; see engine_room.h. */
#include "server/hall/engine_room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall/engine_process.h"

enum {
    TEXT_ROOM = 512,
    IDLE_MS = 60000, /* an engine that nobody has asked for so long goes home */
    RETRY_MS = 1000  /* when no process can be started */
};

/* A place for an engine. */
struct arb_chair {
    arb_engine_room *room;
    arb_process *process; /* NULL: nobody sits here */
    arb_timer patience;
    bool ready;              /* it has answered "uciok" */
    bool thinking;           /* it owes an answer, perhaps to somebody who has left */
    arb_engine_guest *guest; /* for whom it thinks, or will when it is ready */
    uint64_t game;           /* for which it thought last; 0: none */
};

struct arb_engine_room {
    arb_loop *loop;
    const arb_hall_config *config;
    arb_processes *processes;
    arb_engine_guest *first, **last;
    unsigned waiting;
    arb_timer retry;
    unsigned chair_count;
    arb_chair *chair;
};

static void serve(arb_engine_room *room);

/* ---- the queue */

static unsigned chairs_of(const arb_engine_room *room, uint64_t owner)
{
    unsigned count = 0;

    for (unsigned i = 0; i < room->chair_count; i++)
        count += room->chair[i].guest && room->chair[i].guest->owner == owner;
    return count;
}

static void take_out(arb_engine_room *room, arb_engine_guest **at)
{
    arb_engine_guest *q = *at;

    *at = q->next;
    if (room->last == &q->next)
        room->last = at;
    q->next = NULL;
    q->waits = false;
    room->waiting--;
}

/* Whose turn it is; NULL when nobody waits. */
static arb_engine_guest *take_next(arb_engine_room *room)
{
    arb_engine_guest **best = NULL;
    unsigned fewest = 0;

    for (arb_engine_guest **at = &room->first; *at; at = &(*at)->next) {
        const unsigned chairs = chairs_of(room, (*at)->owner);
        if (best && chairs >= fewest)
            continue;
        best = at;
        fewest = chairs;
        if (chairs == 0)
            break;
    }
    if (!best)
        return NULL;
    arb_engine_guest *q = *best;
    take_out(room, best);
    return q;
}

/* ---- the end of an engine */

static void stand_up(arb_chair *c)
{
    arb_loop_unset(c->room->loop, &c->patience);
    arb_process_free(c->process);
    c->process = NULL;
    c->ready = c->thinking = false;
    c->game = 0;
}

/* It died, fell silent, said too much or no answer: whoever waited for it is told. */
static void fail(arb_chair *c)
{
    arb_engine_guest *guest = c->guest;

    stand_up(c);
    c->guest = NULL;
    if (guest) {
        guest->chair = NULL;
        guest->failed(guest->user);
    }
    serve(c->room);
}

static void on_gone(void *user)
{
    fail(user);
}

static void on_patience(void *user)
{
    arb_chair *c = user;

    if (c->ready && !c->thinking)
        stand_up(c); /* it had nothing to do */
    else
        fail(c);
}

/* ---- question and answer */

static bool tell(arb_chair *c, const char *text)
{
    return arb_process_write(c->process, text, strlen(text));
}

static void wait_for(arb_chair *c, int64_t ms)
{
    arb_loop_set(c->room->loop, &c->patience, arb_boottime_ms() + ms);
}

static void rest(arb_chair *c)
{
    if (c->guest)
        c->guest->chair = NULL;
    c->guest = NULL;
    c->thinking = false;
    wait_for(c, IDLE_MS);
}

/* Asks for the guest of a chair that is ready. */
static void ask(arb_chair *c)
{
    arb_engine_guest *q = c->guest;
    char text[TEXT_ROOM];
    const int64_t ms = q->ask(q->user, text, sizeof text, c->game != q->game);

    if (ms <= 0) {
        rest(c);
        return;
    }
    c->game = q->game;
    c->thinking = true;
    wait_for(c, ms + c->room->config->engine_answer_ms);
    if (!tell(c, text))
        fail(c);
}

static void become_ready(arb_chair *c)
{
    c->ready = true;
    if (c->guest)
        ask(c);
    else
        rest(c);
    serve(c->room);
}

/* The engine is free before the answer is used: that may lead to the next question. */
static void on_answer(arb_chair *c, const char *line)
{
    arb_engine_guest *q = c->guest;

    rest(c);
    if (q && !q->answer(q->user, line)) {
        stand_up(c);
        q->failed(q->user);
    }
    serve(c->room);
}

static void on_line(void *user, const char *line)
{
    arb_chair *c = user;

    if (!c->ready) {
        if (strcmp(line, "uciok") == 0)
            become_ready(c);
    } else if (c->thinking) {
        if (strncmp(line, "bestmove", 8) == 0)
            on_answer(c, line);
        else if (c->guest)
            c->guest->hear(c->guest->user, line);
    }
}

/* ---- chairs */

/* Lets an engine sit down; it is asked nothing before it is ready. */
static bool sit_down(arb_chair *c)
{
    const arb_hall_config *config = c->room->config;
    char options[256];

    c->process = arb_process_new(c->room->processes, config->engine, on_line, on_gone, c);
    if (!c->process)
        return false;
    wait_for(c, config->engine_answer_ms);
    (void)snprintf(options, sizeof options,
                   "uci\nsetoption name Threads value 1\nsetoption name Hash value 16\n");
    bool told = tell(c, options);
    if (told && config->engine_elo > 0) {
        (void)snprintf(options, sizeof options,
                       "setoption name UCI_LimitStrength value true\n"
                       "setoption name UCI_Elo value %u\n",
                       config->engine_elo);
        told = tell(c, options);
    }
    if (!told) /* told when the loop comes round: its output is closed, too */
        wait_for(c, 0);
    return true;
}

/* A chair for one more question: an engine that rests, or a place where one can sit down. */
static arb_chair *free_chair(arb_engine_room *room)
{
    arb_chair *empty = NULL;

    for (unsigned i = 0; i < room->chair_count; i++) {
        arb_chair *c = &room->chair[i];
        if (c->process && c->ready && !c->thinking && !c->guest)
            return c;
        if (!c->process && !empty)
            empty = c;
    }
    return empty;
}

static void on_retry(void *user)
{
    serve(user);
}

static void serve(arb_engine_room *room)
{
    arb_chair *c;

    while (room->first && (c = free_chair(room))) {
        if (!c->process && !sit_down(c)) {
            arb_loop_set(room->loop, &room->retry, arb_boottime_ms() + RETRY_MS);
            return;
        }
        c->guest = take_next(room);
        c->guest->chair = c;
        if (c->ready)
            ask(c);
    }
}

/* ---- for the tables */

void arb_engine_room_ask(arb_engine_room *room, arb_engine_guest *q)
{
    if (q->waits || q->chair)
        return;
    q->next = NULL;
    q->waits = true;
    *room->last = q;
    room->last = &q->next;
    room->waiting++;
    serve(room);
}

void arb_engine_room_withdraw(arb_engine_room *room, arb_engine_guest *q)
{
    for (arb_engine_guest **at = &room->first; q->waits && *at; at = &(*at)->next) {
        if (*at == q) {
            take_out(room, at);
            break;
        }
    }
    arb_chair *c = q->chair;
    q->chair = NULL;
    if (!c)
        return;
    c->guest = NULL;
    if (c->thinking)
        (void)tell(c, "stop\n");
}

unsigned arb_engine_room_count(const arb_engine_room *room)
{
    unsigned count = 0;

    for (unsigned i = 0; i < room->chair_count; i++)
        count += room->chair[i].process != NULL;
    return count;
}

unsigned arb_engine_room_waiting(const arb_engine_room *room)
{
    return room->waiting;
}

unsigned arb_engine_room_processes(const arb_engine_room *room)
{
    return arb_processes_count(room->processes);
}

arb_engine_room *arb_engine_room_new(arb_loop *loop, const arb_hall_config *config)
{
    arb_engine_room *room = calloc(1, sizeof *room);

    if (!room)
        return NULL;
    room->loop = loop;
    room->config = config;
    room->last = &room->first;
    room->retry = (arb_timer){ .due = on_retry, .user = room };
    room->chair_count = config->engines_max;
    room->processes = arb_processes_new(loop);
    room->chair = calloc(room->chair_count ? room->chair_count : 1, sizeof *room->chair);
    if (!room->processes || !room->chair) {
        arb_engine_room_free(room);
        return NULL;
    }
    for (unsigned i = 0; i < room->chair_count; i++)
        room->chair[i] = (arb_chair){ .room = room,
                                      .patience = { .due = on_patience, .user = &room->chair[i] } };
    return room;
}

void arb_engine_room_free(arb_engine_room *room)
{
    if (!room)
        return;
    for (unsigned i = 0; room->chair && i < room->chair_count; i++) {
        if (room->chair[i].process)
            stand_up(&room->chair[i]);
        else
            arb_loop_unset(room->loop, &room->chair[i].patience);
    }
    arb_loop_unset(room->loop, &room->retry);
    arb_processes_free(room->processes);
    free(room->chair);
    free(room);
}
