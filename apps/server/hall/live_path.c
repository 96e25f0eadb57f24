/* SPDX-License-Identifier: MIT */
/* Addresses of the feed; see live.h. */
#include "server/hall/live_path.h"

#include <string.h>

enum { SLUG_MAX = 64, DIGITS_MAX = 4 };

typedef struct cursor {
    const char *at, *end;
} cursor;

static bool take_word(cursor *c, const char *word)
{
    const size_t size = strlen(word);

    if ((size_t)(c->end - c->at) < size || memcmp(c->at, word, size) != 0)
        return false;
    c->at += size;
    return true;
}

static bool take_number(unsigned *out, cursor *c)
{
    unsigned digits = 0, number = 0;

    for (; c->at < c->end && *c->at >= '0' && *c->at <= '9' && digits <= DIGITS_MAX; c->at++) {
        number = 10 * number + (unsigned)(*c->at - '0');
        digits++;
        if (number == 0)
            return false;
    }
    *out = number;
    return digits > 0 && digits <= DIGITS_MAX;
}

static bool take_slug(arb_live_path *out, cursor *c)
{
    out->slug = c->at;
    while (c->at < c->end &&
           ((*c->at >= 'a' && *c->at <= 'z') || (*c->at >= '0' && *c->at <= '9') || *c->at == '-'))
        c->at++;
    out->slug_size = (size_t)(c->at - out->slug);
    return out->slug_size > 0 && out->slug_size <= SLUG_MAX;
}

static bool ends(const cursor *c)
{
    return c->at == c->end;
}

/* The file of a round; the round itself is its games, for readers that try that first. */
static bool take_file(arb_live_path *out, cursor *c)
{
    out->kind = ARB_LIVE_GAMES;
    if (ends(c) || take_word(c, "/games.pgn"))
        return ends(c);
    if (c->end - c->at == 1 && *c->at == '/') /* as people write it */
        return true;
    out->kind = ARB_LIVE_INDEX;
    if (take_word(c, "/index.json") || take_word(c, "/round.json")) /* both are looked for */
        return ends(c);
    if (!take_word(c, "/game-") || !take_number(&out->board, c))
        return false;
    out->kind = ARB_LIVE_GAME_PGN;
    if (take_word(c, ".pgn"))
        return ends(c);
    out->kind = ARB_LIVE_GAME_JSON;
    return take_word(c, ".json") && ends(c);
}

bool arb_live_path_read(arb_live_path *out, const char *path, size_t size)
{
    cursor c = { path, path + size };

    *out = (arb_live_path){ .kind = ARB_LIVE_TOURNAMENT };
    if (!take_word(&c, "/live/") || !take_slug(out, &c))
        return false;
    if (take_word(&c, "/tournament.json"))
        return ends(&c);
    return take_word(&c, "/round-") && take_number(&out->round, &c) && take_file(out, &c);
}
