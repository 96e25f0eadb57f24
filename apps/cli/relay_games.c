/* SPDX-License-Identifier: MIT */
/* The games of a file that is relayed; see relay.h. */
#define _GNU_SOURCE
#include <sodium.h>
#include <string.h>

#include "cli/relay.h"

enum { DIGITS_MAX = 9 }; /* of the number of a board */

/* A game begins with its tag Event, after an empty line or at the beginning of the file. */
static const char *next_game(const char *at, const char *end)
{
    static const char begin[] = "\n\n[Event \"";
    const char *found = at < end ? memmem(at, (size_t)(end - at), begin, sizeof begin - 1) : NULL;

    return found ? found + 2 : end;
}

/* ---- tags */

const char *arb_relay_tag(size_t *size, const arb_relay_game *game, const char *name)
{
    const char *end = game->at + game->size, *stop;
    const size_t length = strlen(name);

    for (const char *line = game->at; line < end && *line == '['; line = stop + 1) {
        stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop ? stop : end - 1;
        if ((size_t)(stop - line) < length + 3 || memcmp(line + 1, name, length) != 0 ||
            memcmp(line + 1 + length, " \"", 2) != 0)
            continue;
        const char *value = line + length + 3;
        const char *quote = memchr(value, '"', (size_t)(stop - value));
        *size = quote ? (size_t)(quote - value) : 0;
        return quote ? value : NULL;
    }
    return NULL;
}

static bool says(const arb_relay_game *game, const char *name, const char *value)
{
    size_t size;
    const char *found = arb_relay_tag(&size, game, name);

    return found && size == strlen(value) && memcmp(found, value, size) == 0;
}

/* A number of digits and nothing else; 0 when it is none. */
static unsigned number_of(const char *text, size_t size)
{
    unsigned number = 0;

    for (size_t i = 0; i < size; i++) {
        if (size > DIGITS_MAX || text[i] < '0' || text[i] > '9')
            return 0;
        number = 10 * number + (unsigned)(text[i] - '0');
    }
    return number;
}

/* [Board "21"], else what stands behind the last dot of [Round "1.21"]; 0: it has none. */
static unsigned board_of(const arb_relay_game *game)
{
    size_t size = 0;
    const char *text = arb_relay_tag(&size, game, "Board");
    const unsigned board = text ? number_of(text, size) : 0;

    if (board > 0)
        return board;
    text = arb_relay_tag(&size, game, "Round");
    const char *dot = text ? memrchr(text, '.', size) : NULL;
    return dot ? number_of(dot + 1, size - (size_t)(dot + 1 - text)) : 0;
}

/* What was annulled has no result any more, and is not played on: a game in its place is another
 * one. */
static bool is_open(const arb_relay_game *game)
{
    return says(game, "Result", "*") && !says(game, "Termination", "abandoned");
}

/* ---- a file */

size_t arb_relay_games_read(arb_relay_game out[ARB_RELAY_FILE_GAMES], const char *text, size_t size)
{
    static const char first[] = "[Event \"";
    const char *end = text + size;
    size_t count = 0;

    if (size < sizeof first - 1 || memcmp(text, first, sizeof first - 1) != 0)
        return 0;
    for (const char *at = text; at < end;) {
        if (count == ARB_RELAY_FILE_GAMES)
            return 0;
        const char *next = next_game(at, end);
        arb_relay_game *game = &out[count++];
        *game = (arb_relay_game){ .at = at, .size = (size_t)(next - at) };
        game->board = board_of(game);
        if (game->board == 0)
            game->board = (unsigned)count;
        at = next;
    }
    return count;
}

size_t arb_relay_choose(arb_relay_game *games, size_t count, unsigned first, unsigned last)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++)
        if (games[i].board >= first && (last == 0 || games[i].board <= last))
            games[kept++] = games[i];
    return kept;
}

bool arb_relay_is_over(const arb_relay_game *games, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_open(&games[i]))
            return false;
    return true;
}

/* ---- parts */

static void sum_up(arb_relay_part *part)
{
    unsigned char hash[(ARB_RELAY_SUM - 1) / 2];
    crypto_generichash_state state;

    (void)crypto_generichash_init(&state, NULL, 0, sizeof hash);
    for (size_t i = 0; i < part->count; i++)
        (void)crypto_generichash_update(&state, (const unsigned char *)part->games[i].at,
                                        part->games[i].size);
    (void)crypto_generichash_final(&state, hash, sizeof hash);
    (void)sodium_bin2hex(part->sum, sizeof part->sum, hash, sizeof hash);
}

/* The lowest and the highest of its boards. */
static void span(arb_relay_part *part)
{
    part->first = part->last = part->games[0].board;
    for (size_t i = 1; i < part->count; i++) {
        const unsigned board = part->games[i].board;
        part->first = board < part->first ? board : part->first;
        part->last = board > part->last ? board : part->last;
    }
}

size_t arb_relay_cut(arb_relay_part out[ARB_RELAY_PUSHES_MAX], const arb_relay_game *games,
                     size_t count)
{
    size_t parts = 0;

    for (size_t i = 0; i < count; i += ARB_RELAY_GAMES_MAX) {
        const size_t left = count - i;
        arb_relay_part *part = &out[parts++];
        *part =
            (arb_relay_part){ .games = games + i,
                              .count = left < ARB_RELAY_GAMES_MAX ? left : ARB_RELAY_GAMES_MAX };
        sum_up(part);
        if (count > ARB_RELAY_GAMES_MAX) /* of one alone that is known */
            span(part);
    }
    return parts;
}
