/* SPDX-License-Identifier: MIT */
/* What a table remembers of its events, and who sees it; see table.h. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "server/hall/api.h"

enum { LOG_FIRST = 64 };

static arb_err reserve(arb_table *t)
{
    if (t->log_count < t->log_room)
        return ARB_OK;
    const size_t room = t->log_room ? 2 * t->log_room : LOG_FIRST;
    arb_log_entry *log = realloc(t->log, room * sizeof *log);
    if (!log)
        return ARB_NOMEM;
    t->log = log;
    t->log_room = room;
    return ARB_OK;
}

/* Ids that are the same have the same mark (FNV-1a). */
static uint32_t mark_of(const char *client)
{
    uint32_t mark = 2166136261u;

    for (; *client; client++)
        mark = (mark ^ (unsigned char)*client) * 16777619u;
    return mark;
}

arb_err arb_log_add(arb_table *t, uint64_t sequence, const char *client, bool by_hall,
                    int64_t wall_ms)
{
    arb_log_entry entry = {
        .sequence = sequence, .wall_ms = wall_ms, .by_hall = by_hall, .mark = mark_of(client)
    };

    if (reserve(t) != ARB_OK)
        return ARB_NOMEM;
    entry.client = *client ? strdup(client) : NULL;
    if (*client && !entry.client)
        return ARB_NOMEM;
    t->log[t->log_count++] = entry;
    t->sequence = sequence;
    return ARB_OK;
}

void arb_log_date(arb_table *t)
{
    const size_t last = t->log_count - 1;

    if (t->began_ms == 0 && t->log_count > 0 && !arb_log_is_refused(t, last) &&
        arb_game_event(t->game, last, NULL)->verb == ARB_VERB_START)
        t->began_ms = t->log[last].wall_ms;
}

/* As it is written: TIME arbiter start. */
bool arb_log_is_start(const arb_store_event *event)
{
    static const char words[] = " arbiter start";
    const size_t size = sizeof words - 1;

    return !event->refused && event->text.size > size &&
           memcmp(event->text.text + event->text.size - size, words, size) == 0;
}

int64_t arb_table_dated_ms(const arb_table *t)
{
    return t->began_ms > 0 ? t->began_ms : t->created_ms;
}

void arb_log_clear(arb_table *t)
{
    for (size_t i = 0; i < t->log_count; i++)
        free(t->log[i].client);
    free(t->log);
    t->log = NULL;
    t->log_count = t->log_room = 0;
}

bool arb_log_is_refused(const arb_table *t, size_t index)
{
    bool refused;

    (void)arb_game_event(t->game, index, &refused);
    return refused;
}

bool arb_log_went_on(const arb_table *t, uint64_t seen)
{
    for (size_t i = t->log_count; i-- > 0 && t->log[i].sequence > seen;) {
        bool refused;
        if (arb_game_event(t->game, i, &refused)->verb != ARB_VERB_REPORT && !refused)
            return true;
    }
    return false;
}

size_t arb_log_find(const arb_table *t, const char *client)
{
    const uint32_t mark = mark_of(client);

    for (size_t i = t->log_count; i-- > 0;) {
        const arb_log_entry *entry = &t->log[i];
        if (entry->mark == mark && entry->client && strcmp(entry->client, client) == 0)
            return i + 1;
    }
    return 0;
}

bool arb_log_is_entered(const arb_log_entry *entry, const arb_event *event)
{
    return entry->client && (entry->client[0] == 'a' || entry->client[0] == 'd') &&
           arb_actor_colour((arb_actor)event->actor) < ARB_COLOUR_COUNT;
}

bool arb_log_is_private(const arb_event *event)
{
    return event->verb == ARB_VERB_WRITE || event->verb == ARB_VERB_REWRITE;
}

/* Is there a ruling that this seat may know? Time may have run out with an event that is secret. */
static bool says_something(const arb_table *t, const arb_verdict *verdict, arb_seat seat)
{
    for (size_t i = 0; i < verdict->count; i++)
        if (arb_rights_may_know(seat, arb_secret_of_ruling(&verdict->ruling[i]), t->game))
            return true;
    return false;
}

/* Has it changed the game for everybody, as an entry does that completes the record (8.5)? */
static bool decides_something(const arb_verdict *verdict)
{
    for (size_t i = 0; i < verdict->count; i++)
        if (verdict->ruling[i].effect != ARB_EFFECT_NONE &&
            verdict->ruling[i].effect != ARB_EFFECT_WARNING)
            return true;
    return false;
}

/* Is it of whoever sits there? A player hears what his assistant does for him, and he who writes
 * for a player reads that scoresheet; who does so no more is told what anybody is. */
bool arb_log_is_own(const arb_table *t, const arb_event *event, arb_seat seat)
{
    const arb_colour player = arb_actor_colour((arb_actor)event->actor);
    const unsigned records = 1u << ARB_TASK_RECORD;

    if (seat == ARB_SEAT_SPECTATOR)
        return false;
    if (event->actor == (unsigned)arb_seat_actor(seat))
        return arb_seat_served(seat) == ARB_COLOUR_COUNT || arb_rights_assists(seat, t->game);
    if (seat <= ARB_SEAT_BLACK)
        return player == (arb_colour)seat;
    return player < ARB_COLOUR_COUNT && player == arb_seat_served(seat) &&
           arb_log_is_private(event) &&
           (arb_state_tasks(arb_game_state(t->game), player) & records) != 0;
}

/*
 * Everything is for the arbiter. The others see what happened on the board and what was ruled, not
 * what somebody else tried in vain, wrote on his scoresheet or asked about the Laws, and not what
 * the Laws keep from them.
 */
bool arb_log_is_visible(const arb_table *t, size_t index, arb_seat seat)
{
    const arb_event *event = arb_game_event(t->game, index, NULL);
    const bool own = arb_log_is_own(t, event, seat);
    arb_verdict verdict;

    if (seat == ARB_SEAT_ARBITER || seat == ARB_SEAT_DESK || own)
        return true;
    arb_game_verdict(&verdict, t->game, index);
    if (verdict.refused && verdict.count == 0)
        return false;
    if (!arb_rights_may_know(seat, arb_secret_of_event(event), t->game))
        return says_something(t, &verdict, seat);
    return (!arb_log_is_private(event) && event->verb != ARB_VERB_ASK) ||
           decides_something(&verdict);
}

/* Would the whole text of the event tell this seat what it is not to know? */
static bool gives_away(const arb_table *t, const arb_event *event, arb_seat seat)
{
    const bool own = arb_log_is_own(t, event, seat);

    if (arb_log_is_private(event) && !t->is_over && !own && !arb_rights_watches(seat, t->game))
        return true;
    if (event->verb == ARB_VERB_SET_CLOCK && (event->flags & ARB_EVENT_MOVES))
        return !arb_rights_may_know(seat, ARB_SECRET_COUNT, t->game);
    return !arb_rights_may_know(seat, arb_secret_of_event(event), t->game);
}

/* When the game is over only what was told in confidence is kept from those who played it. */
bool arb_log_is_open(const arb_table *t, size_t index, arb_seat seat)
{
    const arb_event *event = arb_game_event(t->game, index, NULL);

    return (t->is_over || arb_log_is_visible(t, index, seat)) && !gives_away(t, event, seat);
}
