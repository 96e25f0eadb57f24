/* SPDX-License-Identifier: MIT */
/*
 * Games that live in another hall, followed in the journal: a thread hears which have got events,
 * the reader's thread reads these, and the loop takes them as they were ruled there and tells them
 * to the pages that look on here. Nothing is judged.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/hall/hall_internal.h"
#include "server/hall/shadow.h"

/* A game that nobody has asked for within so long is not followed. */
enum { LISTEN_MS = 200, READ_MAX = 256, FOLLOW_MS = 10000, RETRY_MS = 100 };

/* ---- the listening thread */

/* Adds a game to a list; true when the list stands for all games from now on. */
static bool add(uint64_t **list, size_t *count, size_t *room, uint64_t game)
{
    if (*count == *room && game != 0) {
        const size_t more = *room ? 2 * *room : 256;
        uint64_t *larger = realloc(*list, more * sizeof *larger);
        if (larger) {
            *list = larger;
            *room = more;
        }
    }
    if (game == 0 || *count == *room)
        return true;
    (*list)[(*count)++] = game;
    return false;
}

static bool note(void *user, uint64_t game, uint64_t sequence)
{
    arb_house *house = user;

    pthread_mutex_lock(&house->lock);
    if (sequence == 0)
        house->relinked_all |=
            add(&house->relinked, &house->relinked_count, &house->relinked_room, game);
    else
        house->noted_all |= add(&house->noted, &house->noted_count, &house->noted_room, game);
    pthread_mutex_unlock(&house->lock);
    return true;
}

static void *run(void *user)
{
    const struct timespec pause = { .tv_nsec = 50000000L };
    arb_house *house = user;
    int fd = -1;

    while (!atomic_load(&house->stop)) {
        struct pollfd one = { .fd = fd, .events = POLLIN };
        if (arb_store_heard(house->ears, note, house) != ARB_STORE_OK)
            (void)nanosleep(&pause, NULL);
        pthread_mutex_lock(&house->lock);
        const bool news = house->noted_count > 0 || house->noted_all || house->relinked_count > 0 ||
                          house->relinked_all;
        pthread_mutex_unlock(&house->lock);
        if (news)
            arb_wake_signal(&house->news);
        if (arb_store_listen(&fd, house->ears) != ARB_STORE_OK)
            fd = -1;
        one.fd = fd;
        (void)poll(&one, 1, LISTEN_MS);
    }
    return NULL;
}

/* ---- what a table has missed */

/* An event and its texts, in one block. */
typedef struct kept {
    struct kept *next;
    arb_store_event event;
    char texts[];
} kept;

typedef struct following {
    arb_committer_job job; /* first */
    arb_table *table;
    uint64_t after;
    kept *first, **last;
    size_t count;
    bool unfinished;
} following;

static void move(arb_store_bytes *bytes, char **to)
{
    if (bytes->size > 0)
        memcpy(*to, bytes->text, bytes->size);
    bytes->text = *to;
    *to += bytes->size;
}

static bool keep(void *user, const arb_store_event *event)
{
    following *f = user;
    kept *k = malloc(sizeof *k + event->client.size + event->actor.size + event->text.size +
                     event->verdict.size + 1);

    f->unfinished = !k;
    if (!k)
        return false;
    k->next = NULL;
    k->event = (arb_store_event){ .sequence = event->sequence,
                                  .game = event->game,
                                  .number = event->number,
                                  .refused = event->refused,
                                  .client = event->client,
                                  .actor = event->actor,
                                  .text = event->text,
                                  .verdict = event->verdict,
                                  .stamp = event->stamp };
    char *to = k->texts;
    move(&k->event.client, &to);
    move(&k->event.actor, &to);
    move(&k->event.text, &to);
    move(&k->event.verdict, &to);
    *f->last = k;
    f->last = &k->next;
    f->count++;
    return true;
}

static arb_store_err read_events(arb_committer_job *job, arb_store *store)
{
    following *f = (following *)job;

    return arb_store_events_of(store, f->table->id, f->after, READ_MAX, keep, f);
}

/* The pages hear of each, as they would where it lives. */
static bool take_all(arb_table *t, const following *f)
{
    for (const kept *k = f->first; k; k = k->next) {
        arb_submission nobody = { .table = t };
        if (k->event.sequence <= t->sequence)
            continue;
        if (!arb_table_hear(t, &k->event))
            return false;
        t->hall->house.counts.followed++;
        arb_table_tell(t, &nobody);
    }
    return !f->unfinished;
}

/* Something does not fit: the game is read anew, and so do its pages. */
static void read_anew(arb_table *t)
{
    t->stale = true;
    arb_house_let_go(t);
    if (t->game)
        return;
    arb_table_wake(t, 0);
    arb_table_push_reload(t);
}

static void following_free(following *f)
{
    while (f->first) {
        kept *next = f->first->next;
        free(f->first);
        f->first = next;
    }
    free(f);
}

/* What cannot be read now is read a moment later. */
static void follow_later(arb_table *t)
{
    arb_house *house = &t->hall->house;

    t->follows_more = true;
    if (!house->follow_timer.set)
        arb_loop_set(t->hall->loop, &house->follow_timer, arb_boottime_ms() + RETRY_MS);
}

static void on_follow_timer(void *user)
{
    arb_hall *hall = user;

    for (size_t i = 0; i < hall->table_count; i++) {
        arb_table *t = hall->tables[i];
        if (!t || !t->follows_more || t->is_following || t->is_loading)
            continue;
        t->follows_more = false;
        arb_follow_table(t);
    }
}

/* Does it live elsewhere, and is it of use here? */
static bool is_followed(const arb_table *t)
{
    return t->game && t->epoch == 0 && !t->stale;
}

static void events_read(arb_committer_job *job, arb_store_err err)
{
    following *f = (following *)job;
    arb_table *t = f->table;
    const bool followed = is_followed(t);
    const bool later = followed && ((err && err != ARB_STORE_CORRUPT) || t->reading);
    const bool more = followed && !err && (t->follows_more || f->count == READ_MAX);

    arb_follow_answered(t->hall, err);
    t->is_following = t->follows_more = false;
    if (followed && !err && !later && !take_all(t, f))
        read_anew(t);
    following_free(f);
    if (t->hall->stopping)
        return;
    if (later)
        follow_later(t);
    else if (more)
        arb_follow_table(t);
}

static bool begin(arb_table *t, uint64_t after, void (*done)(arb_committer_job *, arb_store_err))
{
    following *f = calloc(1, sizeof *f);

    if (!f)
        return false;
    f->table = t;
    f->after = after;
    f->last = &f->first;
    f->job.work = read_events;
    f->job.done = done;
    t->is_following = true;
    arb_committer_push(t->hall->house.reader, &f->job);
    return true;
}

/* ---- what a shadow has missed */

static void follow_shadow(arb_table *shadow);

/* What cannot be read now is read by whoever looks next. */
static void shadow_read(arb_committer_job *job, arb_store_err err)
{
    following *f = (following *)job;
    arb_table *shadow = f->table;
    const bool more = shadow->follows_more || f->count == READ_MAX;

    arb_follow_answered(shadow->hall, err);
    shadow->is_following = shadow->follows_more = false;
    for (const kept *k = f->first; k && !err; k = k->next)
        arb_shadow_follow(shadow, &k->event);
    if ((err || f->unfinished) && !shadow->shadow->ended && !shadow->hall->stopping)
        arb_shadow_forget(shadow->shadow->of);
    following_free(f);
    if (more)
        follow_shadow(shadow);
}

static void follow_shadow(arb_table *shadow)
{
    if (shadow->shadow->ended || arb_house_has(shadow->shadow->of))
        return;
    if (shadow->is_following)
        shadow->follows_more = true;
    else if (!begin(shadow, arb_shadow_last(shadow), shadow_read))
        arb_shadow_forget(shadow->shadow->of);
}

void arb_follow_table(arb_table *t)
{
    if (t->hall->stopping)
        return;
    if (t->is_loading) /* what is read may lack it */
        t->follows_more = true;
    else if (t->shadow && t->game)
        follow_shadow(t);
    else if (!t->game || t->shadow || t->epoch != 0)
        return;
    else if (t->is_following)
        t->follows_more = true;
    else if (t->reading || !begin(t, t->sequence, events_read))
        follow_later(t);
}

/* ---- the loop's thread */

/* A game that lives elsewhere and at which nobody looks here is not followed: all halls would do
 * the work of all. Whoever looks next reads it. */
static void let_sleep(arb_table *t)
{
    if (!t->is_loading && !t->topic && arb_hall_may_sleep(t, arb_boottime_ms(), FOLLOW_MS))
        arb_table_sleep(t);
    if (!t->is_loading && !t->game)
        t->sequence = 0; /* what was made of it is old */
}

static void hear(arb_hall *hall, uint64_t game)
{
    arb_table *t = arb_hall_table(hall, game);

    if (!t) {
        arb_seek_game(hall, game);
        return;
    }
    if (t->epoch != 0)
        return;
    if (t->delayed)
        arb_follow_table(t->delayed);
    let_sleep(t);
    if (t->is_loading || t->game)
        arb_follow_table(t);
    else if (hall->feed.viewers || hall->desk)
        arb_seek_game(hall, game);
}

/* Links that were replaced open nothing any more, wherever that was done. */
static void hear_links(arb_hall *hall)
{
    arb_house *house = &hall->house;

    pthread_mutex_lock(&house->lock);
    uint64_t *games = house->relinked;
    const size_t count = house->relinked_count;
    const bool all = house->relinked_all;
    house->relinked = NULL;
    house->relinked_count = house->relinked_room = 0;
    house->relinked_all = false;
    pthread_mutex_unlock(&house->lock);
    for (size_t i = 0; i < count && !all; i++)
        if (arb_hall_table(hall, games[i]))
            arb_seek_links(hall, games[i]);
    if (all)
        arb_seek_links(hall, 0);
    free(games);
}

static void on_news(void *user)
{
    arb_hall *hall = user;
    arb_house *house = &hall->house;

    pthread_mutex_lock(&house->lock);
    uint64_t *games = house->noted;
    const size_t count = house->noted_count;
    const bool all = house->noted_all;
    house->noted = NULL;
    house->noted_count = house->noted_room = 0;
    house->noted_all = false;
    pthread_mutex_unlock(&house->lock);
    for (size_t i = 0; i < count && !all; i++)
        hear(hall, games[i]);
    for (size_t i = 0; i < hall->table_count && all; i++)
        hear(hall, i + 1);
    free(games);
    hear_links(hall);
}

void arb_follow_answered(arb_hall *hall, arb_store_err err)
{
    arb_house *house = &hall->house;

    if (err && err != ARB_STORE_CORRUPT)
        house->reader_lost = true;
    if (err || !house->reader_lost)
        return;
    house->reader_lost = false;
    (void)note(house, 0, 0);
    (void)note(house, 0, 1);
    arb_wake_signal(&house->news);
}

arb_err arb_follow_open(arb_hall *hall)
{
    const arb_store_options options = { .follow = true };
    arb_house *house = &hall->house;
    arb_store *store = NULL;
    int fd;

    house->follow_timer = (arb_timer){ .due = on_follow_timer, .user = hall };
    if (arb_store_open(&store, hall->config.database, &options) != ARB_STORE_OK)
        return ARB_IO;
    arb_err err = arb_committer_new_reader(&house->reader, hall->loop, store);
    if (err) {
        arb_store_close(store);
        return err;
    }
    if (arb_store_open(&house->ears, hall->config.database, &options) != ARB_STORE_OK)
        return ARB_IO;
    /* what was replaced since the hall has read its links, and before it listened, nobody tells */
    if (arb_store_listen(&fd, house->ears) == ARB_STORE_OK)
        (void)note(house, 0, 0);
    err = arb_wake_open(&house->news, hall->loop, on_news, hall);
    if (!err && pthread_create(&house->listener, NULL, run, house) != 0)
        err = ARB_IO;
    house->listens = !err;
    return err;
}

void arb_follow_close(arb_hall *hall)
{
    arb_house *house = &hall->house;

    if (house->ears)
        arb_store_stop(house->ears);
    if (house->listens)
        pthread_join(house->listener, NULL);
    arb_store_close(house->ears);
    house->ears = NULL;
    arb_committer_free(house->reader);
    house->reader = NULL;
    arb_seek_close(hall);
    arb_loop_unset(hall->loop, &house->follow_timer);
    arb_loop_unset(hall->loop, &house->lists_timer);
    if (house->news.woken)
        arb_wake_close(&house->news, hall->loop);
    free(house->noted);
    free(house->relinked);
}
