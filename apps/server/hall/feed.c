/* SPDX-License-Identifier: MIT */
/*
 * The desk's stream: what has changed at which tables, told at most ten times a second, however
 * much happens there. A table that changes is noted once; when it is told, it is told as it is
 * then. When very many have changed, such as all boards of a round that is started, some are told
 * at a time.
 */
#include "server/hall/feed.h"

#include <stdlib.h>

enum {
    FEED_MS = 100,  /* between what is told and what is told next */
    CROWD_MS = 20,  /* while more have changed than are told at once */
    TILES_MAX = 20, /* of those */
    STREAM_LIMIT = 1 << 20
};

/* ---- what is sent */

static void push_all(arb_viewer *first, const char *name, json_t *data)
{
    arb_buf json, event;

    arb_buf_init(&json, NULL, STREAM_LIMIT);
    arb_buf_init(&event, NULL, STREAM_LIMIT);
    if (arb_api_write(&json, data) == ARB_OK &&
        arb_stream_write(&event, 0, name, arb_buf_text(&json), arb_buf_size(&json)) == ARB_OK) {
        for (arb_viewer *v = first; v; v = v->next)
            (void)arb_stream_push(v->stream, arb_buf_text(&event), arb_buf_size(&event));
    }
    arb_buf_clear(&json);
    arb_buf_clear(&event);
}

/* Takes the table that waits longest off the list; NULL when there is none. */
static arb_table *take(arb_feed *feed)
{
    arb_table *t = feed->first;

    if (!t)
        return NULL;
    feed->first = t->changed_next;
    if (!feed->first)
        feed->end = &feed->first;
    t->is_changed = false;
    return t;
}

static void on_timer(void *user)
{
    arb_hall *hall = user;
    arb_feed *feed = &hall->feed;
    json_t *tiles = json_array();
    unsigned count = 0;

    for (arb_table *t; count < TILES_MAX && (t = take(feed)); count++)
        tiles = arb_json_add(tiles, arb_api_tile(t));
    if (count > 0)
        push_all(feed->viewers, "tiles",
                 json_pack("{sI sI so}", "version", (json_int_t)feed->version, "now",
                           (json_int_t)arb_boottime_ms(), "tiles", tiles));
    else
        json_decref(tiles);
    if (feed->rounds_changed)
        push_all(feed->viewers, "rounds", json_pack("{so}", "rounds", arb_rounds_json(hall)));
    feed->rounds_changed = false;
    if (feed->first)
        arb_loop_set(hall->loop, &feed->timer, arb_boottime_ms() + CROWD_MS);
}

static void wait(arb_hall *hall)
{
    if (!hall->feed.timer.set && !hall->stopping)
        arb_loop_set(hall->loop, &hall->feed.timer, arb_boottime_ms() + FEED_MS);
}

/* ---- what has changed */

void arb_feed_changed(arb_table *t)
{
    arb_feed *feed = &t->hall->feed;

    if (t->shadow) /* the desk sees what is so now */
        return;
    t->version = ++feed->version;
    if (!feed->viewers || t->is_changed)
        return;
    t->is_changed = true;
    t->changed_next = NULL;
    *feed->end = t;
    feed->end = &t->changed_next;
    wait(t->hall);
}

void arb_feed_new_round(arb_hall *hall)
{
    hall->feed.rounds_changed = hall->feed.viewers != NULL;
    if (hall->feed.viewers)
        wait(hall);
}

void arb_feed_forget(arb_table *t)
{
    arb_feed *feed = &t->hall->feed;

    for (arb_table **at = &feed->first; t->is_changed && *at; at = &(*at)->changed_next) {
        if (*at != t)
            continue;
        *at = t->changed_next;
        if (!*at)
            feed->end = at;
        t->is_changed = false;
        return;
    }
}

/* ---- pages */

static void on_closed(void *user, arb_stream *stream)
{
    arb_viewer *v = user;

    (void)stream;
    *v->previous = v->next;
    if (v->next)
        v->next->previous = v->previous;
    free(v);
}

void arb_feed_begin(arb_hall *hall)
{
    hall->feed.end = &hall->feed.first;
    hall->feed.timer.due = on_timer;
    hall->feed.timer.user = hall;
}

void arb_api_desk_stream(const arb_api_call *call)
{
    arb_feed *feed = &call->hall->feed;
    arb_viewer *v = arb_hall_allows(call, ARB_LIMIT_READ) ? calloc(1, sizeof *v) : NULL;

    if (!v)
        return;
    *v = (arb_viewer){ .hall = call->hall, .seat = ARB_SEAT_DESK, .link = call->link };
    v->stream = arb_http_stream(call->exchange, on_closed, v);
    if (!v->stream) {
        free(v);
        return;
    }
    push_all(v, "hello",
             json_pack("{sI sI}", "version", (json_int_t)feed->version, "now",
                       (json_int_t)arb_boottime_ms()));
    v->next = feed->viewers;
    v->previous = &feed->viewers;
    if (v->next)
        v->next->previous = &v->next;
    feed->viewers = v;
    arb_lists_look(call->hall); /* what changed elsewhere before it is told from now on */
}
