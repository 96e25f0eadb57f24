/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as an address of the feed, and as lines of tags about the players. An address that is
 * read is written as the same; tags that are read are names and values that lie in the lines, and
 * those of one seat are some of them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "server/hall/live_path.h"
#include "server/hall/particulars.h"

static void check_address(const char *text, size_t size)
{
    static const char *const files[] = {
        [ARB_LIVE_GAMES] = "/games.pgn", [ARB_LIVE_INDEX] = "/index.json"
    };
    char again[256];
    arb_live_path p;
    int length;

    if (!arb_live_path_read(&p, text, size))
        return;
    require(p.slug_size > 0 && p.slug_size <= 64, "an event has a name");
    const int slug = (int)p.slug_size;
    if (p.kind == ARB_LIVE_TOURNAMENT)
        length = snprintf(again, sizeof again, "/live/%.*s/tournament.json", slug, p.slug);
    else if (p.kind == ARB_LIVE_GAMES || p.kind == ARB_LIVE_INDEX)
        length = snprintf(again, sizeof again, "/live/%.*s/round-%u%s", slug, p.slug, p.round,
                          files[p.kind]);
    else
        length = snprintf(again, sizeof again, "/live/%.*s/round-%u/game-%u%s", slug, p.slug,
                          p.round, p.board, p.kind == ARB_LIVE_GAME_PGN ? ".pgn" : ".json");
    /* the round itself is its games, also with a slash at its end */
    if (p.kind == ARB_LIVE_INDEX && size > 11 && memcmp(text + size - 11, "/round.json", 11) == 0)
        memcpy(again + length - 11, "/round.json", 11); /* its other name */
    require(size <= (size_t)length && memcmp(text, again, size) == 0, "it is the same address");
    const char *rest = again + size;
    require(size == (size_t)length || strcmp(rest, "/games.pgn") == 0 ||
                strcmp(rest, "games.pgn") == 0,
            "to its end");
    require(p.kind == ARB_LIVE_TOURNAMENT || (p.round > 0 && p.round <= 9999), "a round");
}

static void check_tags(const char *lines)
{
    size_t all = 0, white = 0;
    const char *at = lines;
    arb_seat_tag one;

    while (arb_seat_tag_next(&one, &at)) {
        require(one.name[0] != '\0' && strstr(lines, one.name) != NULL, "a name of the lines");
        require(strlen(one.value) < sizeof one.value, "and a value");
        all++;
        white += strncmp(one.name, "White", 5) == 0;
    }
    char *some = arb_seat_tags_of(lines, "White");
    for (at = some; arb_seat_tag_next(&one, &at); white--)
        require(white > 0 && strncmp(one.name, "White", 5) == 0, "those of one seat");
    require(white == 0 && all <= strlen(lines), "and all of them");
    free(some);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    require(text != NULL, "there is memory");
    memcpy(text, data, size);
    text[size] = '\0';
    check_address(text, size);
    check_tags(text);
    free(text);
    return 0;
}
