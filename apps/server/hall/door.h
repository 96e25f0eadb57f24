/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_DOOR_H
#define ARBITRO_SERVER_DOOR_H
/*
 * The door: the desk closes the hall, or an event of it, to newcomers. Those are who would make a
 * game without the desk's key, and who would look on at a game whose link they have not. Whoever
 * was given a link or a code by somebody inside is no newcomer, and whoever is inside goes on.
 */
#include "server/hall/hall_internal.h"

enum { ARB_DOOR_EVENTS_MAX = 200, ARB_DOOR_NAME_MAX = 200 };

/* May whoever calls begin to look on at this game, or, without one, make a game of this event,
 * which may be NULL? */
bool arb_door_lets_watch(const arb_api_call *call, const arb_table *table);
bool arb_door_lets_open(const arb_api_call *call, const char *event);

/* Is the game to be seen in the list of those who are not inside? */
bool arb_door_shows(const arb_hall *hall, const arb_table *table);

bool arb_door_is_closed(const arb_hall *hall);
bool arb_door_event_is_closed(const arb_hall *hall, const char *event);

/* What the store has of it, as one line of JSON; what cannot be read is an open door. */
ARB_MUST_USE arb_store_err arb_door_read(json_t **out, arb_store *store);
ARB_MUST_USE arb_store_err arb_door_write(arb_store *store, const json_t *door);

/* The door after a change: of the hall when `event` is NULL. NULL: there is no memory, or too many
 * events are closed. The caller owns it. */
json_t *arb_door_changed(const json_t *door, const char *event, bool closed);

#endif
