/* SPDX-License-Identifier: MIT */
/* POST /api/games: a new game, its links and its codes. Answered when it is durable. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "arbitro/lot.h"
#include "server/hall/door.h"
#include "server/hall/opening.h"

enum { NAME_MAX_BYTES = 200 };

/* ---- what is asked for */

static bool is_plain(const char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            return false;
    }
    return true;
}

static bool read_name(char **out, const json_t *names, const char *key)
{
    const json_t *value = json_object_get(names, key);
    const char *text = json_string_value(value);

    if (!text)
        return !value || json_is_null(value);
    if (strlen(text) > NAME_MAX_BYTES || !is_plain(text))
        return false;
    *out = *text ? strdup(text) : NULL;
    return true;
}

static bool read_names(arb_opening *o, const json_t *body)
{
    const json_t *names = json_object_get(body, "names");

    return (!names || json_is_null(names) || json_is_object(names)) &&
           read_name(&o->names.white, names, "white") &&
           read_name(&o->names.black, names, "black") && read_name(&o->names.event, names, "event");
}

static bool read_computer(arb_opening *o, const json_t *body)
{
    const json_t *value = json_object_get(body, "computer");
    const char *text = json_string_value(value);

    o->computer = ARB_COLOUR_COUNT;
    if (!text)
        return !value || json_is_null(value);
    if (strcmp(text, "white") != 0 && strcmp(text, "black") != 0)
        return false;
    o->computer = *text == 'w' ? ARB_WHITE : ARB_BLACK;
    /* In lists and in PGN it has a name, unless it was given another. */
    char **name = o->computer == ARB_WHITE ? &o->names.white : &o->names.black;
    if (!*name)
        *name = strdup("Computer");
    return true;
}

static bool read_mode(arb_opening *o, const json_t *body)
{
    const json_t *value = json_object_get(body, "mode"), *shown = json_object_get(body, "public");
    const char *text = json_string_value(value);

    o->is_public = !json_is_false(shown);
    o->casual = !text || strcmp(text, "casual") == 0;
    return (!value || json_is_null(value) || text) &&
           (o->casual || strcmp(text, "tournament") == 0) && (!shown || json_is_boolean(shown));
}

/* Laws 1.2: where a lot decides, it decides who of those named has White, the computer included. */
static void draw_colours(arb_opening *o)
{
    const arb_colours_lot *colours = &arb_game_regulations(o->game)->colours;

    o->drawn.swapped = colours->lot && arb_lot_colour(colours->seed) == ARB_BLACK;
    if (!o->drawn.swapped)
        return;
    char *const first = o->names.white;
    o->names.white = o->names.black;
    o->names.black = first;
    if (o->computer < ARB_COLOUR_COUNT)
        o->computer = arb_opponent(o->computer);
}

bool arb_opening_read(arb_opening *o, const arb_api_call *call, const json_t *body)
{
    const char *wrong = !read_mode(o, body)       ? "mode"
                        : !read_names(o, body)    ? "names"
                        : !read_computer(o, body) ? "computer"
                                                  : NULL;

    if (wrong) {
        arb_api_fail_field(call->exchange, wrong);
        return false;
    }
    if (!arb_door_lets_open(call, o->names.event) || !arb_opening_may(o, call))
        return false;
    o->game = arb_api_game_of(call, body, o->casual, &o->drawn);
    if (!o->game)
        return false;
    draw_colours(o);
    return true;
}

void arb_api_games(const arb_api_call *call)
{
    json_t *body;

    if ((!arb_opening_is_desk(call) && !arb_hall_allows(call, ARB_LIMIT_CREATE)) ||
        !(body = arb_api_body(call)))
        return;
    arb_opening *o = arb_opening_new(call);
    if (o && (!arb_opening_read(o, call, body) || !arb_opening_begin(o)))
        arb_opening_free(o);
    json_decref(body);
}
