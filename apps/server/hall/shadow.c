/* SPDX-License-Identifier: MIT */
/* Games as they were a while ago; see shadow.h. */
#define _GNU_SOURCE
#include "server/hall/shadow.h"

#include <stdlib.h>
#include <string.h>

/* ---- what waits */

void arb_withholding_init(arb_withholding *out)
{
    *out = (arb_withholding){ .first = NULL };
    out->end = &out->first;
}

void arb_withholding_clear(arb_withholding *w)
{
    while (w->first) {
        arb_withheld *next = w->first->next;
        free(w->first);
        w->first = next;
    }
    arb_withholding_init(w);
}

static void append(arb_withholding *w, arb_withheld *one)
{
    one->next = NULL;
    *w->end = one;
    w->end = &one->next;
}

static void keep(arb_withholding *w, const arb_store_event *event, bool by_hall, int64_t due_ms)
{
    const size_t size = event->text.size + event->verdict.size + event->client.size;
    arb_withheld *one = malloc(sizeof *one + size + 1);

    if (!one) {
        w->failed = true;
        return;
    }
    *one = (arb_withheld){ .sequence = event->sequence,
                           .due_ms = due_ms,
                           .wall_ms = event->stamp.wall_ms,
                           .by_hall = by_hall,
                           .text = event->text.size,
                           .verdict = event->verdict.size,
                           .client = event->client.size };
    char *to = one->bytes;
    const arb_store_bytes parts[] = { event->text, event->verdict, event->client };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (parts[i].size > 0)
            memcpy(to, parts[i].text, parts[i].size);
        to += parts[i].size;
    }
    *to = '\0'; /* the client's id ends there */
    append(w, one);
}

/* By the clock on the wall, the only one that a restart of the machine leaves comparable. */
bool arb_withholding_add(arb_withholding *w, const arb_store_event *event, int64_t delay_ms,
                         int64_t lag_ms)
{
    const int64_t past = arb_wall_ms() - event->stamp.wall_ms, age = past > 0 ? past : 0;
    const bool by_hall = event->actor.size == 4 && memcmp(event->actor.text, "hall", 4) == 0;

    if (!w->first && !w->failed && age - lag_ms >= delay_ms)
        return false;
    keep(w, event, by_hall, arb_boottime_ms() + (age < delay_ms ? delay_ms - age : 0));
    return true;
}

void arb_shadow_hear(const arb_table *t, const arb_submission *s)
{
    arb_table *shadow = t->delayed;

    if (!shadow)
        return;
    const arb_store_event event = {
        .sequence = s->receipt.sequence,
        .text = { s->canonical, strlen(s->canonical) },
        .verdict = { arb_buf_text(&s->transcript), arb_buf_size(&s->transcript) },
        .client = { s->client, strlen(s->client) },
        .stamp = { .wall_ms = s->stored_ms },
    };
    keep(&shadow->shadow->waits, &event, s->by_hall, arb_boottime_ms() + shadow->shadow->delay_ms);
    arb_shadow_attend(shadow);
}

uint64_t arb_shadow_last(const arb_table *shadow)
{
    uint64_t last = shadow->sequence;

    for (const arb_withheld *one = shadow->shadow->waits.first; one; one = one->next)
        last = one->sequence;
    return last;
}

/* It is not known how the clocks of two machines differ: it happened when it is heard of. */
void arb_shadow_follow(arb_table *shadow, const arb_store_event *event)
{
    const bool by_hall = event->actor.size == 4 && memcmp(event->actor.text, "hall", 4) == 0;

    if (shadow->shadow->ended || event->sequence <= arb_shadow_last(shadow))
        return;
    keep(&shadow->shadow->waits, event, by_hall, arb_boottime_ms() + shadow->shadow->delay_ms);
    arb_shadow_attend(shadow);
}

/* ---- the game */

/* The time of its game is that of the table, so much earlier; of a game that lives elsewhere it is
 * that of the event which happens there at `instant`. */
static void set_origin(arb_table *shadow, int64_t instant)
{
    const arb_table *of = shadow->shadow->of;

    if (!arb_house_has(of))
        shadow->origin = instant - arb_state_now(arb_game_state(shadow->game));
    else if (of->begun)
        shadow->origin = of->origin + shadow->shadow->delay_ms;
    shadow->begun = shadow->log_count > 0;
}

void arb_shadow_begin(arb_table *shadow, arb_withholding *w, arb_store_stamp stored)
{
    struct arb_shadow *it = shadow->shadow;
    arb_withholding later = it->waits; /* what was heard since the store was read, or before */

    if (later.end == &it->waits.first)
        later.end = &later.first;
    it->waits = *w;
    if (!w->first)
        it->waits.end = &it->waits.first;
    arb_withholding_init(w);
    const uint64_t last = arb_shadow_last(shadow);
    while (later.first) {
        arb_withheld *one = later.first;
        later.first = one->next;
        if (one->sequence > last)
            append(&it->waits, one);
        else
            free(one);
    }
    it->waits.failed |= later.failed;
    const arb_ms now = arb_state_now(arb_game_state(shadow->game));
    const int64_t since = arb_wall_ms() - it->delay_ms - stored.wall_ms;
    const int64_t instant = arb_boottime_ms() - (since > 0 ? since : 0);
    shadow->origin = instant - now;
    set_origin(shadow, instant);
    arb_shadow_attend(shadow);
}

arb_ms arb_shadow_now(const arb_table *shadow)
{
    const arb_ms last = arb_state_now(arb_game_state(shadow->game));
    const arb_withheld *first = shadow->shadow->waits.first;
    arb_ms now = shadow->begun ? arb_boottime_ms() - shadow->origin : last;
    arb_event event;

    /* never beyond what comes next: after a restart the table's time stood still meanwhile */
    if (first && now > last &&
        arb_event_read(&event, NULL, first->bytes, first->text, last,
                       arb_game_regulations(shadow->game)->language) == ARB_OK &&
        event.time < now)
        now = event.time;
    return now > last ? now : last;
}

static arb_err take(arb_table *shadow, const arb_withheld *one)
{
    arb_event event;
    arb_err err = arb_event_read(&event, NULL, one->bytes, one->text,
                                 arb_state_now(arb_game_state(shadow->game)),
                                 arb_game_regulations(shadow->game)->language);

    if (!err && one->verdict > 0)
        err = arb_game_take(shadow->game, &event, one->bytes + one->text, one->verdict);
    else if (!err)
        err = arb_game_submit(NULL, shadow->game, &event);
    if (!err)
        err = arb_log_add(shadow, one->sequence, one->bytes + one->text + one->verdict,
                          one->by_hall, one->wall_ms);
    if (!err)
        arb_log_date(shadow);
    return err;
}

/* Nobody is led to this shadow any more. Its pages come back, and find another. */
static void end(arb_table *shadow)
{
    struct arb_shadow *it = shadow->shadow;
    arb_hall *hall = shadow->hall;

    if (it->of->delayed == shadow)
        it->of->delayed = NULL;
    it->ended = true;
    it->next = hall->shadows_ended;
    hall->shadows_ended = shadow;
    arb_withholding_clear(&it->waits);
    arb_loop_unset(hall->loop, &shadow->timer);
    arb_table_push_reload(shadow);
    for (arb_viewer *v = shadow->viewers; v; v = v->next)
        arb_stream_end(v->stream);
    arb_screens_shadow_ended(it->of);
}

/* ---- who is there */

static unsigned there(const arb_table *t)
{
    return (unsigned)arb_table_is_present(t, ARB_WHITE) |
           (unsigned)arb_table_is_present(t, ARB_BLACK) << ARB_BLACK;
}

/* When too many come and go, what is to be known last is told in the place of the one before. */
void arb_shadow_presence(const arb_table *t)
{
    arb_table *shadow = t->delayed;

    if (!shadow)
        return;
    struct arb_shadow *it = shadow->shadow;
    if (it->presences == ARB_PRESENCES)
        it->presences--;
    it->presence[it->presences++] = (arb_presence){ arb_boottime_ms() + it->delay_ms, there(t) };
    arb_shadow_attend(shadow);
}

static bool tell_presence(arb_table *shadow, int64_t now)
{
    struct arb_shadow *it = shadow->shadow;
    bool changed = false;

    while (it->presences > 0 && it->presence[0].due_ms <= now) {
        const unsigned who = it->presence[0].there;
        it->presences--;
        memmove(it->presence, it->presence + 1, it->presences * sizeof it->presence[0]);
        changed |= who != there(shadow);
        shadow->present[ARB_SEAT_WHITE] = who >> ARB_WHITE & 1u;
        shadow->present[ARB_SEAT_BLACK] = who >> ARB_BLACK & 1u;
    }
    return changed;
}

unsigned arb_table_spectators(const arb_table *t)
{
    const arb_table *other = t->shadow ? t->shadow->of : t->delayed;

    return t->present[ARB_SEAT_SPECTATOR] + (other ? other->present[ARB_SEAT_SPECTATOR] : 0);
}

/* ---- time passes */

/* When its pages are to be led to the game that is played in its place; INT64_MAX: never. */
static int64_t leads_on_ms(const arb_table *shadow)
{
    const struct arb_shadow *it = shadow->shadow;
    const arb_table *next = it->led_on ? NULL : arb_hall_table(shadow->hall, it->of->next);

    return next ? arb_boottime_ms() + next->created_ms + it->delay_ms - arb_wall_ms() : INT64_MAX;
}

static void wait(arb_table *shadow)
{
    const struct arb_shadow *it = shadow->shadow;
    int64_t due = leads_on_ms(shadow);

    if (it->waits.first && it->waits.first->due_ms < due)
        due = it->waits.first->due_ms;
    if (it->presences > 0 && it->presence[0].due_ms < due)
        due = it->presence[0].due_ms;
    const int64_t soon = arb_boottime_ms() + ARB_PULSE_MS; /* what is due is not certain yet */
    if (due < soon - ARB_PULSE_MS)
        due = soon;
    if (due == INT64_MAX)
        arb_loop_unset(shadow->hall->loop, &shadow->timer);
    else
        arb_loop_set(shadow->hall->loop, &shadow->timer, due);
}

void arb_shadow_attend(arb_table *shadow)
{
    struct arb_shadow *it = shadow->shadow;
    const int64_t now = arb_boottime_ms() - arb_shared_lag_ms(shadow->hall);
    arb_err err = ARB_OK;

    if (it->ended || !shadow->game || shadow->reading || shadow->hall->stopping)
        return;
    while (!err && it->waits.first && it->waits.first->due_ms <= now) {
        arb_withheld *one = it->waits.first;
        const int64_t instant = one->due_ms;
        err = take(shadow, one);
        it->waits.first = one->next;
        if (!one->next)
            it->waits.end = &it->waits.first;
        free(one);
        if (err)
            break;
        set_origin(shadow, instant);
        arb_table_summarise(shadow);
        arb_table_tell(shadow, NULL);
    }
    if (err || it->waits.failed) { /* the store has all of it: whoever looks reads it again */
        end(shadow);
        return;
    }
    if (tell_presence(shadow, now))
        arb_table_push_presence(shadow);
    if (leads_on_ms(shadow) <= now) {
        it->led_on = true;
        arb_table_push_reload(shadow);
        arb_screens_new_game(it->of);
    }
    wait(shadow);
}

/* ---- life */

static bool copy(char **out, const char *text)
{
    *out = text ? strdup(text) : NULL;
    return *out || !text;
}

/* What does not change while the game is played is the same at both. */
static arb_table *make(arb_table *t, int64_t delay_ms)
{
    arb_table *shadow = arb_table_new(t->hall, t->id, NULL);
    struct arb_shadow *it = shadow ? calloc(1, sizeof *it) : NULL;

    if (!it) {
        arb_table_free(shadow);
        return NULL;
    }
    *it = (struct arb_shadow){ .of = t, .delay_ms = delay_ms };
    arb_withholding_init(&it->waits);
    shadow->shadow = it;
    shadow->created_ms = t->created_ms;
    shadow->casual = t->casual;
    shadow->is_public = t->is_public;
    shadow->computer = t->computer;
    shadow->before = t->before;
    shadow->round = t->round;
    shadow->board = t->board;
    shadow->known = true;
    memcpy(shadow->round_label, t->round_label, sizeof shadow->round_label);
    memcpy(shadow->time, t->time, sizeof shadow->time);
    memcpy(shadow->edition, t->edition, sizeof shadow->edition);
    if (!copy(&shadow->names.white, t->names.white) ||
        !copy(&shadow->names.black, t->names.black) ||
        !copy(&shadow->names.event, t->names.event) || !copy(&shadow->group, t->group) ||
        !copy(&shadow->tags, t->tags)) {
        arb_table_free(shadow);
        return NULL;
    }
    const unsigned who = there(t); /* nobody is told that sooner than the rest */
    it->presence[it->presences++] = (arb_presence){ arb_boottime_ms() + delay_ms, who };
    return shadow;
}

arb_table *arb_table_seen(arb_table *t)
{
    const int64_t delay_ms = t->shadow ? 0 : arb_table_delay_ms(t);

    if (t->delayed && t->delayed->shadow->delay_ms != delay_ms)
        end(t->delayed);
    if (delay_ms == 0)
        return t;
    if (!t->delayed)
        t->delayed = make(t, delay_ms);
    if (t->delayed)
        t->delayed->used_ms = arb_boottime_ms();
    return t->delayed;
}

bool arb_table_is_shown(const arb_table *t)
{
    return t->before == 0 ||
           arb_wall_ms() - arb_shared_lag_ms(t->hall) - t->created_ms >= arb_table_delay_ms(t);
}

void arb_shadows_review(arb_hall *hall)
{
    for (size_t i = 0; i < hall->table_count; i++) {
        arb_table *t = hall->tables[i];
        if (t && t->delayed && t->delayed->shadow->delay_ms != arb_table_delay_ms(t))
            end(t->delayed);
        if (t && arb_table_delay_ms(t) > 0) /* who sees it as it is now is led to its shadow */
            arb_table_end_lookers(t);
    }
    arb_screens_published(hall);
}

void arb_shadow_forget(arb_table *t)
{
    if (t->delayed)
        end(t->delayed);
}

static bool is_free(const arb_table *shadow)
{
    return !shadow->viewers && !shadow->reading && !shadow->is_loading && !shadow->parked &&
           !shadow->is_following;
}

void arb_shadows_sweep(arb_hall *hall, int64_t now_ms, int64_t patience_ms)
{
    for (size_t i = 0; i < hall->table_count; i++) {
        arb_table *shadow = hall->tables[i] ? hall->tables[i]->delayed : NULL;
        if (shadow && is_free(shadow) && !shadow->shadow->of->topic &&
            now_ms - shadow->used_ms > patience_ms)
            end(shadow);
    }
    for (arb_table **at = &hall->shadows_ended; *at;) {
        arb_table *shadow = *at;
        if (is_free(shadow)) {
            *at = shadow->shadow->next;
            arb_table_free(shadow);
        } else {
            at = &shadow->shadow->next;
        }
    }
}

void arb_shadows_free(arb_hall *hall)
{
    while (hall->shadows_ended) {
        arb_table *shadow = hall->shadows_ended;
        hall->shadows_ended = shadow->shadow->next;
        arb_table_free(shadow);
    }
}
