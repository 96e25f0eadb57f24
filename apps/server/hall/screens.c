/* SPDX-License-Identifier: MIT */
/* Streams of many boards: who follows which, and what is told when; see screens.h. */
#include "server/hall/screens.h"

#include <stdlib.h>
#include <string.h>

#include "server/hall/shadow.h"
#include "server/http/assets.h"

enum {
    TELL_MS = 100,    /* between what is told and what is told next */
    CROWD_MS = 20,    /* while there is more to be told than goes out at once */
    FEW = 8,          /* for this part of what is its due an address comes in when half are taken */
    WAIT_MS = 5000,   /* until somebody may try again */
    RENEW_MS = 1000,  /* a page is not sent to ask for other boards sooner than that */
    PART_MAX = 12288, /* bytes of a stream at a time; a client that has not taken them waits */
    TURN_MAX = 64,    /* streams that are told something in a round of the loop */
    TEXT_MAX = 8192,  /* of a board */
    READ_AT_ONCE = 4  /* games that are read for their text */
};

/* A board that is followed. */
struct arb_screen_topic {
    arb_table *table;
    arb_screen_place *places;
    arb_screen_topic *next; /* among those whose games are to be read */
    bool is_queued;
    const arb_table *read; /* whose game was asleep and is being read for the text; NULL */
    int64_t woken_ms;      /* when that was begun */
    bool is_tried;         /* that was in vain: not again before something happens there */
    bool is_fresh;         /* the text says how the board stands */
    arb_buf text;          /* an event of the stream, without the number of the board, */
    size_t number_at;      /* which comes here; 0: nowhere */
};

/* A topic in a stream. */
struct arb_screen_place {
    arb_screen_place *next, **previous; /* among those of its topic */
    arb_screen_topic *topic;
    arb_screen *screen;
    unsigned number; /* of the board there; 0: none */
    bool is_due;
};

struct arb_screen {
    arb_screen *next, **previous;
    arb_hall *hall;
    arb_stream *stream;
    uint64_t who;
    arb_screen_kind kind;
    int64_t opened_ms;
    int64_t told_ms;  /* when it was told all that there was */
    bool is_outdated; /* there may be other boards than it has */
    bool is_waiting;  /* it is to be told something, and stands among those: */
    arb_screen *behind;
    size_t due, count;
    arb_screen_place places[];
};

/* ---- when */

static void wait(arb_hall *hall, int64_t ms)
{
    if (!hall->screens.timer.set && !hall->stopping)
        arb_loop_set(hall->loop, &hall->screens.timer, arb_boottime_ms() + ms);
}

/* The last of those that are to be told something. */
static void append(arb_screen *s)
{
    arb_screens *all = &s->hall->screens;

    if (s->is_waiting)
        return;
    *(all->waiting ? all->waiting_end : &all->waiting) = s;
    all->waiting_end = &s->behind;
    s->behind = NULL;
    s->is_waiting = true;
}

static void take_out(arb_screen *s)
{
    arb_screens *all = &s->hall->screens;
    arb_screen **at = &all->waiting;

    while (s->is_waiting && *at != s)
        at = &(*at)->behind;
    if (!s->is_waiting)
        return;
    *at = s->behind;
    if (!*at)
        all->waiting_end = at;
    s->is_waiting = false;
}

static void set_due(arb_screen_place *place)
{
    place->screen->due += !place->is_due;
    place->is_due = true;
    append(place->screen);
}

/* The first is the least: what it is heard of, the others hear of, too. */
static void set_outdated(arb_hall *hall, arb_screen_kind least)
{
    for (arb_screen *s = hall->screens.streams; s; s = s->next) {
        s->is_outdated = s->is_outdated || s->kind >= least;
        if (s->is_outdated)
            append(s);
    }
    if (hall->screens.waiting)
        wait(hall, TELL_MS);
}

/* One that nobody may see is not told, nor one that is played in the place of another too soon. */
void arb_screens_new_game(const arb_table *t)
{
    if (arb_screen_shows(t))
        set_outdated(t->hall, t->round ? ARB_SCREEN_OF_ROUND : ARB_SCREEN_LATEST);
}

void arb_screens_published(arb_hall *hall)
{
    set_outdated(hall, ARB_SCREEN_NAMED);
}

/* ---- games that are read for their text */

/* The game was read. When nobody else wanted it, it sleeps again when they are looked at next; a
 * shadow stays, as long as somebody follows it. */
static void end_reading(arb_screen_topic *topic, arb_table *t)
{
    if (topic->read != t || t->is_loading)
        return;
    topic->read = NULL;
    t->hall->screens.reading--;
    if (!t->shadow && t->used_ms == topic->woken_ms)
        t->used_ms = 0;
}

static void read_next(arb_screens *all)
{
    while (all->unread && all->reading < READ_AT_ONCE) {
        arb_screen_topic *topic = all->unread;
        arb_table *seen = arb_table_seen(topic->table);

        all->unread = topic->next;
        topic->is_queued = false;
        if (!seen || seen->game)
            continue;
        topic->read = seen;
        topic->is_tried = true;
        all->reading++;
        arb_table_wake(seen, 0);
        topic->woken_ms = seen->used_ms;
        end_reading(topic, seen); /* when it could not even be begun */
    }
}

static void queue(arb_screen_topic *topic)
{
    arb_screen_topic **end = &topic->table->hall->screens.unread;

    if (topic->is_queued || topic->read || topic->is_tried)
        return;
    while (*end)
        end = &(*end)->next;
    *end = topic;
    topic->next = NULL;
    topic->is_queued = true;
}

static void unqueue(arb_screen_topic *topic)
{
    arb_screen_topic **at = &topic->table->hall->screens.unread;

    while (topic->is_queued && *at != topic)
        at = &(*at)->next;
    if (topic->is_queued)
        *at = topic->next;
    topic->is_queued = false;
}

/* ---- topics */

static arb_screen_topic *topic_of(arb_table *t)
{
    if (!t->topic && (t->topic = calloc(1, sizeof *t->topic))) {
        t->topic->table = t;
        arb_buf_init(&t->topic->text, NULL, TEXT_MAX);
    }
    return t->topic;
}

/* What nobody follows goes, when its game is not being read. */
static void release(arb_screen_topic *topic)
{
    if (topic->places || topic->read)
        return;
    unqueue(topic);
    topic->table->topic = NULL;
    arb_buf_clear(&topic->text);
    free(topic);
}

static void set_stale(arb_screen_topic *topic)
{
    topic->is_fresh = topic->is_tried = false;
    for (arb_screen_place *place = topic->places; place; place = place->next)
        set_due(place);
}

/* What happens at a table that is shown with a delay is not told, not even that it did. */
void arb_screens_changed(arb_table *t)
{
    const arb_table *of = t->shadow ? t->shadow->of : t;
    arb_screen_topic *topic = of->topic;

    if (!topic)
        return;
    const bool failed = topic->read == t && !t->game;
    end_reading(topic, t);
    if (t->shadow || arb_table_delay_ms(t) == 0)
        set_stale(topic);
    topic->is_tried = failed;
    if (topic->places || t->hall->screens.unread)
        wait(t->hall, TELL_MS);
    release(topic);
}

void arb_screens_shadow_ended(const arb_table *t)
{
    if (!t->topic)
        return;
    set_stale(t->topic);
    wait(t->hall, TELL_MS);
}

/* What cannot be written is not told. */
static void write_event(arb_buf *out, const char *name, json_t *data)
{
    arb_buf json;

    arb_buf_init(&json, NULL, TEXT_MAX);
    arb_buf_cut(out, 0);
    if (arb_api_write(&json, data) != ARB_OK ||
        arb_stream_write(out, 0, name, arb_buf_text(&json), arb_buf_size(&json)) != ARB_OK)
        arb_buf_cut(out, 0);
    arb_buf_clear(&json);
}

/* The number is that of each stream: who follows a published event counts by its files. */
static void write_board(arb_screen_topic *topic, const arb_table *seen)
{
    write_event(&topic->text, "board", arb_screen_board_json(seen));
    const char *text = arb_buf_text(&topic->text), *brace = text ? strchr(text, '{') : NULL;
    topic->number_at = brace ? (size_t)(brace - text) + 1 : 0;
}

/* Makes the text; false while the game is in other hands, and is to be asked again. */
static bool freshen(arb_screen_topic *topic)
{
    if (topic->is_fresh)
        return true;
    const bool shown = arb_screen_shows(topic->table);
    const arb_table *seen = shown ? arb_table_seen(topic->table) : NULL;

    if (seen && seen->game && (seen->is_judging || !arb_table_takes_events(seen)))
        return false;
    topic->number_at = 0;
    if (seen)
        write_board(topic, seen);
    else
        write_event(&topic->text, "gone", json_pack("{sI}", "game", (json_int_t)topic->table->id));
    topic->is_fresh = !seen || seen->game != NULL;
    if (seen && !seen->game)
        queue(topic);
    return true;
}

/* ---- what is told */

static void push(arb_screen *s, const char *name, json_t *data)
{
    arb_buf event;

    arb_buf_init(&event, NULL, TEXT_MAX);
    write_event(&event, name, data);
    (void)arb_stream_push(s->stream, arb_buf_text(&event), arb_buf_size(&event));
    arb_buf_clear(&event);
}

/* Other boards are to be asked for: the page comes again. */
static void tell_outdated(arb_screen *s)
{
    push(s, "reload", json_object());
    arb_stream_end(s->stream);
    s->is_outdated = false;
    s->due = 0;
}

/* The event of a board, whole or not at all. */
static arb_err add_event(arb_buf *part, const arb_screen_place *place)
{
    const arb_buf *text = &place->topic->text;
    const size_t before = arb_buf_size(part), at = place->topic->number_at;
    arb_err err = arb_buf_add(part, arb_buf_text(text), at);

    if (!err && at > 0)
        err = place->number ? arb_buf_add_format(part, "\"board\":%u,", place->number)
                            : arb_buf_add_text(part, "\"board\":null,");
    if (!err)
        err = arb_buf_add(part, arb_buf_text(text) + at, arb_buf_size(text) - at);
    if (err)
        arb_buf_cut(part, before);
    return err;
}

/* As many of its boards as a client takes at a time. */
static void tell(arb_screen *s)
{
    arb_buf part;

    arb_buf_init(&part, NULL, PART_MAX + TEXT_MAX);
    for (size_t i = 0; i < s->count && s->due > 0 && arb_buf_size(&part) < PART_MAX; i++) {
        if (!s->places[i].is_due || !freshen(s->places[i].topic))
            continue;
        if (add_event(&part, &s->places[i]) != ARB_OK)
            break;
        s->places[i].is_due = false;
        s->due--;
    }
    const size_t size = arb_buf_size(&part);
    if (size > 0)
        (void)arb_stream_push(s->stream, arb_buf_text(&part), size);
    arb_buf_clear(&part);
}

/* Tells what can be told now; false when that is nothing: the client has not taken what came
 * before, or was told a moment ago. */
static bool serve(arb_screen *s, int64_t now)
{
    if (s->is_outdated && now - s->opened_ms >= RENEW_MS)
        tell_outdated(s);
    if (s->due == 0 || now - s->told_ms < TELL_MS || arb_stream_pending(s->stream) > 0)
        return false;
    tell(s);
    if (s->due == 0)
        s->told_ms = now;
    return true;
}

/* Each in its turn; who is not done comes again after the others. */
static void on_timer(void *user)
{
    arb_hall *hall = user;
    arb_screens *all = &hall->screens;
    const int64_t now = arb_boottime_ms();
    arb_screen *last = NULL;
    unsigned told = 0;

    for (arb_screen *s; told < TURN_MAX && (s = all->waiting) && s != last;) {
        take_out(s);
        told += serve(s, now);
        if (s->due > 0 || s->is_outdated) {
            append(s);
            last = last ? last : s;
        }
    }
    read_next(all);
    if (all->waiting)
        wait(hall, told == TURN_MAX ? 1 : CROWD_MS);
}

/* ---- coming and going */

static void leave(arb_screen_place *place)
{
    *place->previous = place->next;
    if (place->next)
        place->next->previous = place->previous;
    release(place->topic);
}

static void on_closed(void *user, arb_stream *stream)
{
    arb_screen *s = user;

    (void)stream;
    take_out(s);
    for (size_t i = 0; i < s->count; i++)
        leave(&s->places[i]);
    *s->previous = s->next;
    if (s->next)
        s->next->previous = s->previous;
    s->hall->screens.count--;
    free(s);
}

/* The fuller it is, the fewer more an address may have: who has none finds room longest. */
static bool is_allowed(const arb_api_call *call, uint64_t who)
{
    arb_screens *all = &call->hall->screens;
    const arb_hall_config *config = &call->hall->config;
    const unsigned due = config->boards_per_address,
                   few = all->count >= config->boards_max / 2 ? (due + FEW - 1) / FEW : due;
    const unsigned most = few * (call->caller.is_local ? ARB_LOCAL_TIMES : 1);
    unsigned mine = 0;

    for (const arb_screen *s = all->streams; s; s = s->next)
        mine += s->who == who;
    if (mine < most && all->count < config->boards_max)
        return true;
    all->refused++;
    call->hall->counts.limited++;
    arb_api_fail_until(call->exchange, mine >= most ? ARB_API_MANY_STREAMS : ARB_API_BOARDS_FULL,
                       WAIT_MS);
    return false;
}

static void join(arb_screen_place *place, arb_screen *s, arb_screen_topic *topic, unsigned number)
{
    *place = (arb_screen_place){ .next = topic->places,
                                 .previous = &topic->places,
                                 .topic = topic,
                                 .screen = s,
                                 .number = number };
    if (place->next)
        place->next->previous = &place->next;
    topic->places = place;
    set_due(place);
}

static arb_screen *stream_new(const arb_api_call *call, const arb_screen_choice *choice)
{
    arb_screen *s = calloc(1, sizeof *s + choice->count * sizeof s->places[0]);

    if (!s) {
        arb_api_fail(call->exchange, ARB_API_MEMORY);
        return NULL;
    }
    s->hall = call->hall;
    s->who = arb_hall_caller(call);
    s->kind = choice->kind;
    s->opened_ms = arb_boottime_ms();
    s->stream = arb_http_stream(call->exchange, on_closed, s);
    if (!s->stream) {
        free(s);
        return NULL;
    }
    return s;
}

void arb_screen_follow(const arb_api_call *call, const arb_screen_choice *choice)
{
    arb_hall *hall = call->hall;
    arb_screens *all = &hall->screens;
    arb_screen *s = is_allowed(call, arb_hall_caller(call)) ? stream_new(call, choice) : NULL;

    if (!s)
        return;
    s->next = all->streams;
    s->previous = &all->streams;
    if (s->next)
        s->next->previous = &s->next;
    all->streams = s;
    all->count++;
    for (size_t i = 0; i < choice->count; i++) {
        arb_screen_topic *topic = topic_of(choice->boards[i].table);
        if (topic)
            join(&s->places[s->count++], s, topic, choice->boards[i].number);
    }
    push(s, "hello",
         arb_json_put(arb_screen_head(choice), "pages", json_string(arb_web_assets.tag)));
    all->timer.due = on_timer;
    all->timer.user = hall;
    if (s->due > 0)
        wait(hall, 0);
}
