/* SPDX-License-Identifier: MIT */
/* The files of a published round are made here; see live_round.h. */
#define _GNU_SOURCE
#include "server/hall/live_round.h"

#include <stdlib.h>
#include <string.h>

#include "server/hall/live.h"
#include "server/hall/wall_day.h"

enum {
    ROUNDS_MAX = 64,    /* that are kept; those that nobody has asked for longest go first */
    KEEP_MS = 600000,   /* and those that nobody has asked for so long */
    PATIENCE_MS = 2000, /* then a game that does not come is given as it was */
    UNASKED_MS = 60000, /* boards are read on so long for readers who were told to come back */
    LOOK_MS = 10,       /* how often it is looked whether a game has been read */
    SLICE_MS = 2,       /* so long boards are written in a turn of the loop */
    FILE_MAX = 256 << 20
};

/* ---- life */

void arb_live_piece_init(arb_live_piece *p)
{
    *p = (arb_live_piece){ .game = 0 };
    arb_live_text_init(&p->text);
}

void arb_live_round_free(arb_live_round *r)
{
    arb_loop_unset(r->hall->loop, &r->timer);
    for (size_t i = 0; i < r->count; i++)
        arb_live_text_clear(&r->pieces[i].text);
    free(r->pieces);
    arb_live_file_release(r->relay);
    arb_live_file_release(r->faithful);
    arb_live_file_release(r->index);
    free(r);
}

static void discard(arb_live_round *r, arb_api_error reason)
{
    arb_live_waits_dismiss(r, reason);
    r->is_dead = true;
    arb_loop_unset(r->hall->loop, &r->timer);
    if (r->jobs == 0)
        arb_live_round_free(r);
}

static void discard_all(arb_hall *hall, arb_api_error reason)
{
    while (hall->live_rounds) {
        arb_live_round *r = hall->live_rounds;
        hall->live_rounds = r->next;
        discard(r, reason);
    }
}

/* Does the round have boards? Files are kept only of those that do. */
static bool has_boards(const arb_hall *hall, const arb_broadcast *b, unsigned round)
{
    arb_published *boards = NULL;
    size_t count = 0;
    const arb_err err = arb_broadcast_boards(&boards, &count, hall, b, round);

    free(boards);
    return !err && count > 0;
}

static void begin(arb_live_round *r);

/* Its files are not given any more. Whoever waits is answered as soon as they are made anew. */
static void drop_files(arb_live_round *r)
{
    arb_live_file_release(r->relay);
    arb_live_file_release(r->faithful);
    arb_live_file_release(r->index);
    r->relay = r->faithful = r->index = NULL;
    r->is_made = false;
    for (size_t i = 0; i < r->count; i++)
        r->pieces[i].is_usable = false;
    if (r->waits && !r->is_making)
        begin(r);
}

/* Reading a round again may take long, and nobody would be served meanwhile. */
void arb_live_forget(arb_hall *hall)
{
    for (arb_live_round **at = &hall->live_rounds; *at;) {
        arb_live_round *r = *at;
        const arb_broadcast *b = arb_broadcast_find(hall, r->slug, strlen(r->slug));
        if (b && has_boards(hall, b, r->round)) {
            drop_files(r);
            at = &r->next;
        } else {
            *at = r->next;
            discard(r, ARB_API_NOT_PUBLISHED);
        }
    }
}

void arb_live_stop(arb_hall *hall)
{
    discard_all(hall, ARB_API_SHUTTING);
}

void arb_live_free(arb_hall *hall)
{
    discard_all(hall, ARB_API_SHUTTING);
}

/* ---- which boards */

/* Takes the boards as they are now; what was written of those that are still there stays. */
static arb_err resolve(arb_live_round *r, arb_published **boards)
{
    const arb_broadcast *b = arb_broadcast_find(r->hall, r->slug, strlen(r->slug));
    size_t count = 0;

    *boards = NULL;
    if (!b || arb_broadcast_boards(boards, &count, r->hall, b, r->round) != ARB_OK)
        return ARB_NOMEM;
    if (count != r->count) {
        for (size_t i = count; i < r->count; i++)
            arb_live_text_clear(&r->pieces[i].text);
        arb_live_piece *pieces = realloc(r->pieces, (count + 1) * sizeof *pieces);
        if (!pieces)
            return ARB_NOMEM;
        r->pieces = pieces;
        for (size_t i = r->count; i < count; i++)
            arb_live_piece_init(&pieces[i]);
        r->count = count;
        r->is_changed = true;
    }
    for (size_t i = 0; i < count; i++) {
        arb_live_piece *p = &r->pieces[i];
        if (p->game != boards[0][i].table->id) {
            arb_live_text_clear(&p->text);
            arb_live_piece_init(p);
        }
        p->game = boards[0][i].table->id;
        p->board = boards[0][i].board;
    }
    return ARB_OK;
}

/* ---- all of them */

/* Games one after the other, each a whole one that ends with an empty line. */
static arb_err join(arb_buf *out, const arb_live_round *r, bool faithful)
{
    arb_err err = ARB_OK;

    for (size_t i = 0; i < r->count && !err; i++) {
        const arb_buf *one = faithful ? &r->pieces[i].text.faithful : &r->pieces[i].text.relay;
        err = arb_buf_add(out, arb_buf_text(one), arb_buf_size(one));
    }
    return err;
}

/* When play began, at the first board that began; before that, when the first board was made. */
static int64_t day_of(const arb_live_round *r)
{
    int64_t first = 0;

    for (size_t i = 0; i < r->count; i++) {
        const int64_t began = r->pieces[i].text.began_ms;
        if (began > 0 && (first == 0 || began < first))
            first = began;
    }
    const arb_table *t = r->count > 0 ? arb_hall_table(r->hall, r->pieces[0].game) : NULL;
    return first > 0 || !t ? first : t->created_ms;
}

static arb_err join_pairings(arb_buf *out, const arb_live_round *r)
{
    char day[ARB_WALL_ROOM];

    arb_wall_day(day, day_of(r), ARB_WALL_HERE, '-');
    arb_err err = arb_buf_add_format(out, "{\"date\":\"%s\",\"pairings\":[", day);
    for (size_t i = 0; i < r->count && !err; i++) {
        const arb_buf *one = &r->pieces[i].text.pairing;
        err = i > 0 ? arb_buf_add_char(out, ',') : ARB_OK;
        if (!err)
            err = arb_buf_add(out, arb_buf_text(one), arb_buf_size(one));
    }
    return err ? err : arb_buf_add_text(out, "]}");
}

/* Puts the text in the place of the file before, which those keep who are reading it. */
static bool replace(arb_live_file **file, arb_buf *text, arb_err err)
{
    arb_live_file *made = err ? NULL : arb_live_file_new(text);

    arb_buf_clear(text);
    if (!made)
        return false;
    arb_live_file_release(*file);
    *file = made;
    return true;
}

static bool join_all(arb_live_round *r)
{
    arb_buf relay, faithful, index;

    arb_buf_init(&relay, NULL, FILE_MAX);
    arb_buf_init(&faithful, NULL, FILE_MAX);
    arb_buf_init(&index, NULL, FILE_MAX);
    const bool has_relay = replace(&r->relay, &relay, join(&relay, r, false));
    const bool has_faithful = replace(&r->faithful, &faithful, join(&faithful, r, true));
    const bool has_index = replace(&r->index, &index, join_pairings(&index, r));
    return has_relay && has_faithful && has_index;
}

/* Answers those who wait, as many as have their turn. */
static void serve(arb_live_round *r)
{
    if (arb_live_waits_serve(r))
        begin(r);
}

static void finish(arb_live_round *r)
{
    bool good = true;

    if (r->is_changed || !r->is_made)
        good = join_all(r);
    r->is_changed = r->is_changed && !good;
    r->is_made = good;
    r->is_making = false;
    r->made_ms = arb_boottime_ms();
    if (good)
        serve(r);
    else
        arb_live_waits_dismiss(r, ARB_API_MEMORY);
}

/* It goes on at `next`, also for those who were told to come back. */
static void wait(arb_live_round *r, int64_t now, int64_t next)
{
    arb_live_waits_hurry(r, now);
    r->is_making = r->waits || now - r->asked_ms < UNASKED_MS;
    if (r->is_making)
        arb_loop_set(r->hall->loop, &r->timer, next);
}

/* How far the boards have come. */
typedef struct progress {
    bool is_awaited;   /* one is being read or written */
    bool is_usable;    /* all may be given, if not the latest */
    bool is_over_time; /* others have their turn */
} progress;

/* Looks at the boards, and writes those that are to be written, for a while. All that have to be
 * read are asked for at once. */
static progress look_at_all(arb_live_round *r, const arb_published *boards, int64_t now)
{
    progress so_far = { .is_usable = true };

    for (size_t i = 0; i < r->count && !so_far.is_over_time; i++) {
        arb_live_piece *p = &r->pieces[i];
        const arb_live_standing is = arb_live_look(r, i, boards[i].table);
        p->is_usable = p->is_usable || is != ARB_LIVE_AWAITED;
        so_far.is_awaited |= is == ARB_LIVE_AWAITED;
        so_far.is_usable &= p->is_usable;
        so_far.is_over_time = is == ARB_LIVE_WRITTEN && arb_boottime_ms() - now >= SLICE_MS;
    }
    return so_far;
}

/* A few boards have been written in this turn of the loop: others have their turns in between. One
 * that does not come is given as it was, and while there is one that was not yet read the round is
 * not made. */
static void go_on(arb_live_round *r)
{
    const int64_t now = arb_boottime_ms();
    arb_published *boards = NULL;

    if (resolve(r, &boards) != ARB_OK) {
        free(boards);
        r->is_making = false;
        arb_live_waits_dismiss(r, ARB_API_MEMORY);
        return;
    }
    const progress so_far = look_at_all(r, boards, now);
    const bool is_enough = so_far.is_usable && now - r->begun_ms >= PATIENCE_MS;
    free(boards);
    if (so_far.is_over_time)
        wait(r, now, now);
    else if (so_far.is_awaited && !is_enough)
        wait(r, now, now + LOOK_MS);
    else
        finish(r);
}

/* It is made anew: in a turn of its own, for whoever asks may be in the middle of something. */
static void begin(arb_live_round *r)
{
    r->is_making = true;
    r->begun_ms = arb_boottime_ms();
    arb_loop_set(r->hall->loop, &r->timer, r->begun_ms);
}

static void on_timer(void *user)
{
    arb_live_round *r = user;

    if (r->is_making)
        go_on(r);
    else
        serve(r);
}

/* ---- who asks */

static arb_live_round *find(arb_hall *hall, const char *slug, unsigned round)
{
    for (arb_live_round *r = hall->live_rounds; r; r = r->next)
        if (r->round == round && strcmp(r->slug, slug) == 0)
            return r;
    return NULL;
}

static bool is_idle(const arb_live_round *r)
{
    return !r->is_making && !r->waits;
}

/* Those that nobody asks for go, and when there are too many the one that waited longest. */
static void make_room(arb_hall *hall, int64_t now)
{
    arb_live_round **oldest = NULL;
    unsigned count = 0;

    for (arb_live_round **at = &hall->live_rounds; *at;) {
        arb_live_round *r = *at;
        if (is_idle(r) && r->jobs == 0 && now - r->asked_ms > KEEP_MS) {
            *at = r->next;
            discard(r, ARB_API_BUSY);
            continue;
        }
        if (is_idle(r) && (!oldest || r->asked_ms < (*oldest)->asked_ms))
            oldest = at;
        count++;
        at = &r->next;
    }
    if (count >= ROUNDS_MAX && oldest) {
        arb_live_round *r = *oldest;
        *oldest = r->next;
        discard(r, ARB_API_BUSY);
    }
}

static arb_live_round *make(arb_hall *hall, const char *slug, unsigned round, int64_t now)
{
    make_room(hall, now);
    arb_live_round *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->hall = hall;
    (void)snprintf(r->slug, sizeof r->slug, "%s", slug);
    r->round = round;
    r->timer = (arb_timer){ .due = on_timer, .user = r };
    r->next = hall->live_rounds;
    hall->live_rounds = r;
    return r;
}

void arb_live_round_ask(const arb_api_call *call, const arb_broadcast *b, unsigned round,
                        arb_live_wish *wish)
{
    arb_hall *hall = call->hall;
    const int64_t now = arb_boottime_ms();
    arb_live_round *r = find(hall, b->slug, round);

    if (!r && !has_boards(hall, b, round)) {
        arb_api_fail(call->exchange, ARB_API_NOT_PUBLISHED);
        free(wish->known);
        return;
    }
    if (!r)
        r = make(hall, b->slug, round, now);
    if (r)
        r->asked_ms = now;
    if (!r || hall->stopping || !arb_live_waits_add(r, call->exchange, wish, now)) {
        arb_api_fail(call->exchange, hall->stopping ? ARB_API_SHUTTING : ARB_API_BUSY);
        free(wish->known);
        return;
    }
    if (r->is_making || r->timer.set)
        return;
    if (r->is_made && now - r->made_ms < ARB_LIVE_FRESH_MS)
        serve(r);
    else
        begin(r);
}
