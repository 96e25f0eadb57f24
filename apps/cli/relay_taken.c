/* SPDX-License-Identifier: MIT */
/* Which games of a push a broadcast has taken, by the list that it answers; see relay.h. */
#include <string.h>

#include "cli/relay.h"

enum { MOVES_MAX = 100000 }; /* no game has more */

/* What is said of a game of the push. */
typedef enum fate { IS_UNTOLD, IS_TAKEN, IS_REFUSED } fate;

typedef struct told {
    fate is;
    json_int_t moves;
} told;

/* A game is told by its tags, or by a name of its own; or with what is wrong with it. */
static bool is_game(const json_t *entry)
{
    return json_is_object(json_object_get(entry, "tags")) ||
           json_is_string(json_object_get(entry, "id")) || arb_relay_error(entry);
}

/* By what the boards of a round are known. */
static const char *const marks[] = { "Round", "Board" };
enum { MARKS = sizeof marks / sizeof marks[0] };

/* NULL when the entry has no such tag, or one that says nothing. */
static const char *mark_of(const json_t *entry, const char *name)
{
    const char *value = json_string_value(json_object_get(json_object_get(entry, "tags"), name));

    return value && *value && strcmp(value, "?") != 0 && strcmp(value, "-") != 0 ? value : NULL;
}

static bool is_marked(const json_t *entry)
{
    return mark_of(entry, marks[0]) || mark_of(entry, marks[1]);
}

/* May the entry be about this game? Not when both have a mark and it is another. */
static bool may_be(const json_t *entry, const arb_relay_game *game)
{
    for (size_t i = 0; i < MARKS; i++) {
        size_t size = 0;
        const char *said = mark_of(entry, marks[i]);
        const char *tag = said ? arb_relay_tag(&size, game, marks[i]) : NULL;
        if (tag && (strlen(said) != size || memcmp(said, tag, size) != 0))
            return false;
    }
    return true;
}

/* The first game that it may be about and of which nothing is said, or that was taken. */
static told *find(told *all, const arb_relay_part *part, const json_t *entry, fate is)
{
    for (size_t i = 0; i < part->count; i++)
        if (all[i].is == is && may_be(entry, &part->games[i]))
            return &all[i];
    return NULL;
}

static json_int_t moves_of(const json_t *entry)
{
    const json_int_t moves = json_integer_value(json_object_get(entry, "moves"));

    return moves > 0 && moves <= MOVES_MAX ? moves : 0;
}

/* Of a game that is told twice a refusal holds, whichever comes first. Returns false when the entry
 * is about none that is still to be told. */
static bool take(told *all, const arb_relay_part *part, const json_t *entry)
{
    const bool refuses = arb_relay_error(entry) != NULL;
    told *one = find(all, part, entry, IS_UNTOLD);
    const bool is_new = one != NULL;

    if (!is_new && refuses && is_marked(entry))
        one = find(all, part, entry, IS_TAKEN);
    if (one)
        *one = refuses ? (told){ .is = IS_REFUSED }
                       : (told){ .is = IS_TAKEN, .moves = moves_of(entry) };
    return is_new;
}

/* Entries that say which board they are about come first; the others are about what is left. */
void arb_relay_taken_count(arb_relay_taken *out, const arb_relay_part *part, const json_t *games)
{
    told all[ARB_RELAY_GAMES_MAX] = { { .is = IS_UNTOLD } };
    const json_t *entry;
    size_t i;

    *out = (arb_relay_taken){ .taken = 0 };
    json_array_foreach(games, i, entry)
    {
        if (!is_game(entry))
            out->odd++;
        else if (is_marked(entry))
            out->extra += !take(all, part, entry);
    }
    json_array_foreach(games, i, entry)
    {
        if (is_game(entry) && !is_marked(entry))
            out->extra += !take(all, part, entry);
    }
    for (i = 0; i < part->count; i++) {
        out->taken += all[i].is == IS_TAKEN;
        out->silent += all[i].is == IS_UNTOLD;
        out->moves += all[i].moves;
    }
}
