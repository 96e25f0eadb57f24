/* SPDX-License-Identifier: MIT */
/*
 * A hall that closes hands its games to others: in the journal, by the next epoch of the lease, and
 * by word, with what the time of each game is. The other one goes on where this one stopped. One
 * that has died is among the living until its lease is over, and one that has just opened was not
 * heard of yet: so it is listened first, and then asked who is there. One that stands still for a
 * moment is waited for when there is no other; should nobody say anything, the games go by the
 * journal alone to whoever has given a sign of life just now.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "server/hall/hall_internal.h"
#include "server/hall/shadow.h"

enum {
    HEARING_MS = 2 * ARB_PULSE_MS, /* until who has just opened has been heard of */
    THERE_MS = 300,                /* for the answers of those who are there, */
    NOBODY_MS = 1500,              /* and when nobody has answered by then */
    HANDING_MS = 1200,             /* until they have the games */
    FRESH_MS = 4 * ARB_PULSE_MS
};

/* A game on its way to another hall. */
typedef struct handed {
    uint64_t game, to, next; /* the epoch of the other one; 0: it has stayed */
} handed;

struct arb_leaving {
    arb_committer_job job; /* first */
    arb_hall *hall;
    uint64_t mine, there[ARB_MEMBERS_MAX]; /* this hall; those that have answered */
    size_t there_count;
    bool listens;   /* nobody was asked yet */
    unsigned asked; /* that have not answered yet */
    bool waits;     /* for the first one that answers */
    handed *games;  /* by their numbers */
    size_t count, room;
};

static void go(arb_hall *hall)
{
    void (*left)(void *) = hall->house.left;

    hall->house.left = NULL;
    arb_loop_unset(hall->loop, &hall->house.leave_timer);
    if (left)
        left(hall);
}

static void leaving_free(arb_leaving *l)
{
    free(l->games);
    free(l);
}

/* ---- the committer's thread */

static bool note_mine(void *user, const arb_store_lease *lease)
{
    arb_leaving *l = user;

    if (lease->hall != l->mine)
        return true;
    if (l->count == l->room) {
        const size_t room = l->room ? 2 * l->room : 64;
        handed *larger = realloc(l->games, room * sizeof *larger);
        if (!larger)
            return false;
        l->games = larger;
        l->room = room;
    }
    l->games[l->count++] =
        (handed){ .game = lease->game, .to = l->there[lease->game % l->there_count] };
    return true;
}

static int by_game(const void *a, const void *b)
{
    const handed *x = a, *y = b;

    return (x->game > y->game) - (x->game < y->game);
}

static void note_next(void *user, uint64_t game, uint64_t epoch)
{
    arb_leaving *l = user;
    const handed key = { .game = game };
    handed *h = bsearch(&key, l->games, l->count, sizeof key, by_game);

    if (h)
        h->next = epoch;
}

static arb_store_err hand_to(arb_leaving *l, arb_store *store, uint64_t to, uint64_t *games)
{
    size_t count = 0;

    for (size_t i = 0; i < l->count; i++)
        if (l->games[i].to == to)
            games[count++] = l->games[i].game;
    const arb_store_err err = arb_store_leases_hand(store, games, count, to, note_next, l);
    return err == ARB_STORE_UNKNOWN ? ARB_STORE_OK : err; /* nobody is there to have them */
}

/* All that it has by now and that are not over: a game may have been made a moment ago. */
static arb_store_err hand(arb_committer_job *job, arb_store *store)
{
    arb_leaving *l = (arb_leaving *)job;

    l->count = 0;
    arb_store_err err = arb_store_leases_open(store, UINT64_MAX, note_mine, l);
    uint64_t *games = err ? NULL : malloc((l->count + 1) * sizeof *games);
    if (!err && !games)
        err = ARB_STORE_NOMEM;
    for (size_t i = 0; i < l->there_count && l->count > 0 && !err; i++)
        err = hand_to(l, store, l->there[i], games);
    free(games);
    return err;
}

/* ---- the loop's thread */

static void answered(void *user, unsigned status, const char *body, size_t size)
{
    arb_hall *hall = user;

    (void)status, (void)body, (void)size; /* who has not heard finds it among the leases */
    if (--hall->house.handing == 0)
        go(hall);
}

/* What the time of the game is now; -1: that follows from its last event. */
static json_int_t time_of(const arb_table *t)
{
    return t->begun && t->game && !t->is_judging ? (json_int_t)arb_table_now(t) : -1;
}

/* For this hall and for none that was opened at its address meanwhile; NULL without memory. */
static char *words_to(const arb_hall *hall, const arb_member *to, json_t *games)
{
    json_t *body = json_pack("{sI sI so}", "from", (json_int_t)hall->house.id, "to",
                             (json_int_t)to->id, "games", games);
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;

    json_decref(body);
    return text;
}

static void tell(arb_hall *hall, const arb_leaving *l, const arb_member *to)
{
    json_t *games = json_array();

    for (size_t i = 0; i < l->count; i++) {
        const handed *h = &l->games[i];
        const arb_table *t = arb_hall_table(hall, h->game);
        if (h->to == to->id && h->next != 0 && t)
            games = arb_json_add(
                games, json_pack("[I,I,I]", (json_int_t)h->game, (json_int_t)h->next, time_of(t)));
    }
    char *text = words_to(hall, to, games);
    if (text) {
        hall->house.handing++;
        arb_forward_ask(hall, to, "/hall/take", NULL, text, answered, hall);
    }
    free(text);
}

/* Their pages ask elsewhere from now on. */
static void part(arb_hall *hall, const arb_leaving *l)
{
    for (size_t i = 0; i < l->count; i++) {
        const handed *h = &l->games[i];
        arb_table *t = arb_hall_table(hall, h->game);
        if (!t || h->next == 0)
            continue;
        t->epoch = 0;
        arb_shadow_forget(t);
        t->lives_at = h->to;
        hall->house.counts.handed++;
        arb_loop_unset(hall->loop, &t->timer);
        arb_table_give_up(t, ARB_STORE_FENCED);
        for (arb_viewer *v = t->viewers; v; v = v->next)
            arb_stream_end(v->stream);
    }
}

static void done(arb_committer_job *job, arb_store_err err)
{
    arb_leaving *l = (arb_leaving *)job;
    arb_hall *hall = l->hall;

    arb_hall_note(hall, err); /* what stood is counted before the time of the games is told */
    hall->house.handing++;
    for (size_t i = 0; i < hall->house.members.count && !err; i++) {
        const arb_member *m = &hall->house.members.of[i];
        if (m->id != hall->house.id && m->left_ms > 0)
            tell(hall, l, m);
    }
    if (!err) {
        part(hall, l);
        atomic_store(&hall->house.left_all, true);
    }
    leaving_free(l);
    answered(hall, 0, NULL, 0);
}

/* Those who have given a sign of life just now: they find the games among the leases. */
static void choose_fresh(arb_leaving *l)
{
    arb_house *house = &l->hall->house;

    pthread_mutex_lock(&house->lock);
    for (size_t i = 0; i < house->heard.count; i++) {
        const arb_member *m = &house->heard.of[i];
        if (m->id != l->mine && m->left_ms > ARB_LEASE_MS - FRESH_MS)
            l->there[l->there_count++] = m->id;
    }
    pthread_mutex_unlock(&house->lock);
}

/* Those who have not answered by now get nothing. */
static void hand_all(arb_hall *hall)
{
    arb_leaving *l = hall->house.leave;

    hall->house.leave = NULL;
    if (l->there_count == 0 || hall->house.away) {
        leaving_free(l);
        go(hall);
        return;
    }
    for (size_t i = 0; i < hall->table_count; i++) {
        if (hall->tables[i] && hall->tables[i]->epoch != 0)
            hall->tables[i]->leaving = true;
    }
    l->job.work = hand;
    l->job.done = done;
    arb_loop_set(hall->loop, &hall->house.leave_timer, arb_boottime_ms() + HANDING_MS);
    arb_committer_push(hall->committer, &l->job);
}

/* A hall that was asked whether it is there. */
typedef struct question {
    arb_hall *hall;
    uint64_t to;
} question;

static void is_there(void *user, unsigned status, const char *body, size_t size)
{
    question *q = user;
    arb_hall *hall = q->hall;
    arb_leaving *l = hall->house.leave;

    (void)body, (void)size;
    if (l && status == 200)
        l->there[l->there_count++] = q->to;
    free(q);
    if (l && (--l->asked == 0 || (l->waits && l->there_count > 0)))
        hand_all(hall);
}

static void ask(arb_hall *hall, const arb_member *m)
{
    question *q = calloc(1, sizeof *q);
    char *text = words_to(hall, m, json_array());

    if (q && text) {
        *q = (question){ hall, m->id };
        hall->house.leave->asked++;
        arb_forward_ask(hall, m, "/hall/take", NULL, text, is_there, q);
    } else {
        free(q);
    }
    free(text);
}

static void ask_all(arb_hall *hall)
{
    const arb_members all = hall->house.members;
    arb_leaving *l = hall->house.leave;

    l->listens = false;
    l->asked = 1; /* until all are asked */
    arb_loop_set(hall->loop, &hall->house.leave_timer, arb_boottime_ms() + THERE_MS);
    for (size_t i = 0; i < all.count; i++) {
        if (all.of[i].id != hall->house.id && all.of[i].left_ms > 0)
            ask(hall, &all.of[i]);
    }
    if (--l->asked == 0)
        hand_all(hall);
}

static void on_patience(void *user)
{
    arb_hall *hall = user;
    arb_leaving *l = hall->house.leave;

    if (!l) {
        go(hall);
    } else if (l->listens) {
        ask_all(hall);
    } else if (l->there_count == 0 && !l->waits) {
        l->waits = true;
        arb_loop_set(hall->loop, &hall->house.leave_timer,
                     arb_boottime_ms() + NOBODY_MS - THERE_MS);
    } else {
        if (l->there_count == 0)
            choose_fresh(l);
        hand_all(hall);
    }
}

void arb_house_leave(arb_hall *hall, void (*left)(void *user))
{
    arb_house *house = &hall->house;

    atomic_store(&house->leaving, true);
    house->left = left;
    house->leave = calloc(1, sizeof *house->leave);
    if (!house->leave) {
        go(hall);
        return;
    }
    *house->leave = (arb_leaving){ .hall = hall, .mine = house->id, .listens = true };
    house->leave_timer = (arb_timer){ .due = on_patience, .user = hall };
    arb_loop_set(hall->loop, &house->leave_timer, arb_boottime_ms() + HEARING_MS);
}

/* ---- the other one */

/* POST /hall/take, for halls of the house alone. */
void arb_api_hall_take(const arb_api_call *call)
{
    arb_hall *hall = call->hall;
    const int64_t now = arb_stall_ms(hall, arb_boottime_ms());
    json_t *body, *one;
    size_t i;

    if (!call->relayed) {
        arb_api_fail(call->exchange, ARB_API_NOT_FOUND);
        return;
    }
    if (!(body = arb_api_body(call)))
        return;
    if ((uint64_t)json_integer_value(json_object_get(body, "to")) != hall->house.id) {
        json_decref(body);
        arb_api_fail(call->exchange, ARB_API_NOT_FOUND);
        return;
    }
    json_array_foreach(json_object_get(body, "games"), i, one)
    {
        const json_int_t id = json_integer_value(json_array_get(one, 0));
        const json_int_t epoch = json_integer_value(json_array_get(one, 1));
        const json_int_t time = json_integer_value(json_array_get(one, 2));
        if (id > 0 && epoch > 0)
            arb_house_handed(hall, (uint64_t)id, (uint64_t)epoch, time >= 0 ? now - time : -1);
    }
    arb_wires_forget(&hall->house.wires,
                     (uint64_t)json_integer_value(json_object_get(body, "from")));
    json_decref(body);
    arb_api_give(call->exchange, 200, json_object());
    arb_forward_go_on(hall);
}
