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

/*
 * Where flags fall by themselves the time that passed has ended the game before the hall's "flag"
 * is heard: the Laws refuse it as too late, but to those who read the log it is what it says.
 */
static bool is_refused(const arb_verdict *verdict, bool by_hall)
{
    return verdict->refused && !(by_hall && verdict->count > 0);
}

arb_err arb_log_add(arb_table *t, uint64_t sequence, const char *client, bool by_hall,
                    const arb_verdict *verdict)
{
    const bool refused = is_refused(verdict, by_hall);
    const size_t said = verdict->count + refused;
    arb_log_entry entry = {
        .sequence = sequence, .refused = refused, .by_hall = by_hall, .said_count = said
    };

    if (reserve(t) != ARB_OK)
        return ARB_NOMEM;
    entry.client = client && *client ? strdup(client) : NULL;
    entry.said = said > 0 ? malloc(said * sizeof *entry.said) : NULL;
    if ((client && *client && !entry.client) || (said > 0 && !entry.said)) {
        free(entry.client);
        free(entry.said);
        return ARB_NOMEM;
    }
    for (size_t i = 0; i < verdict->count; i++)
        entry.said[i] = verdict->ruling[i];
    if (refused)
        entry.said[said - 1] = verdict->refusal;
    t->log[t->log_count++] = entry;
    t->sequence = sequence;
    return ARB_OK;
}

void arb_log_clear(arb_table *t)
{
    for (size_t i = 0; i < t->log_count; i++) {
        free(t->log[i].client);
        free(t->log[i].said);
    }
    free(t->log);
    t->log = NULL;
    t->log_count = t->log_room = 0;
}

size_t arb_log_find(const arb_table *t, const char *client)
{
    for (size_t i = t->log_count; i-- > 0;) {
        if (t->log[i].client && strcmp(t->log[i].client, client) == 0)
            return i + 1;
    }
    return 0;
}

/* Is there a ruling that this seat may know? Time may have run out with an event that is secret. */
static bool says_something(const arb_table *t, const arb_log_entry *entry, arb_seat seat)
{
    for (size_t i = 0; i < entry->said_count - entry->refused; i++)
        if (arb_rights_may_know(seat, arb_secret_of_ruling(&entry->said[i]), t->game))
            return true;
    return false;
}

/*
 * Everything is for the arbiter. The others see what happened on the board and what was ruled, not
 * what somebody else tried in vain, wrote on his scoresheet or asked about the Laws, and not what
 * the Laws keep from them.
 */
bool arb_log_is_visible(const arb_table *t, size_t index, arb_seat seat)
{
    const arb_event *event = arb_game_event(t->game, index, NULL);
    const arb_log_entry *entry = &t->log[index];
    const bool own = seat <= ARB_SEAT_BLACK && event->actor == (unsigned)seat;

    if (seat == ARB_SEAT_ARBITER || seat == ARB_SEAT_DESK || own)
        return true;
    if (entry->refused && entry->said_count <= 1)
        return false;
    if (!arb_rights_may_know(seat, arb_secret_of_event(event), t->game))
        return says_something(t, entry, seat);
    return event->verb != ARB_VERB_WRITE && event->verb != ARB_VERB_ASK;
}

/* Would the whole text of the event tell this seat what it is not to know? */
static bool gives_away(const arb_table *t, const arb_event *event, arb_seat seat)
{
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
