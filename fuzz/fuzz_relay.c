/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a list of rounds for `arbitro relay`: what is read is written and read back to the
 * same, goes to one site, and nowhere twice; what is refused is refused at a line of the text. Any
 * bytes as an address: its file of games is one, and no event. Any bytes as a file of games: games
 * lie in it, one after the other, to its end, parts hold all of them, and chosen boards are some.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/relay.h"
#include "fuzz.h"

static void check_lines(const arb_relay_line *all, size_t count)
{
    static arb_relay_line again[ARB_RELAY_LINES_MAX];
    static char text[ARB_RELAY_LINES_MAX * (ARB_RELAY_ADDRESS_MAX + 64)];
    size_t size = 0, found;
    unsigned at;

    require(count > 0 && count <= ARB_RELAY_LINES_MAX, "some rounds");
    for (size_t i = 0; i < count; i++) {
        const arb_relay_line *l = &all[i];
        require(l->round > 0 && l->round <= ARB_RELAY_ROUND_MAX, "a round");
        require(l->last == 0 || (l->first > 0 && l->first <= l->last), "boards in their order");
        size += (size_t)snprintf(text + size, sizeof text - size, "%u ", l->round);
        if (l->first > 0)
            size += (size_t)snprintf(text + size, sizeof text - size, "%u-", l->first);
        if (l->last > 0)
            size += (size_t)snprintf(text + size, sizeof text - size, "%u", l->last);
        size += (size_t)snprintf(text + size, sizeof text - size, " %s\n", l->to);
    }
    require(arb_relay_list_read(again, &found, &at, text, size) == ARB_RELAY_LIST_GOOD &&
                found == count,
            "it is read back");
    for (size_t i = 0; i < count; i++) {
        require(arb_relay_line_equal(&all[i], &again[i]), "to the same");
        for (size_t j = 0; j < i; j++)
            require(strcmp(all[i].to, all[j].to) != 0, "nowhere twice");
    }
}

static void check_list(const char *text, size_t size)
{
    static arb_relay_line all[ARB_RELAY_LINES_MAX];
    unsigned at, lines = 1;
    size_t count;
    const arb_relay_list_fault fault = arb_relay_list_read(all, &count, &at, text, size);

    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    require(at <= lines, "a fault lies in the text");
    if (fault == ARB_RELAY_LIST_GOOD)
        check_lines(all, count);
}

static void check_parts(const arb_relay_game *games, size_t count)
{
    static arb_relay_part parts[ARB_RELAY_PUSHES_MAX];
    const size_t found = arb_relay_cut(parts, games, count);
    size_t at = 0;

    for (size_t i = 0; i < found; i++) {
        require(parts[i].games == games + at && parts[i].count > 0, "one part after the other");
        require(parts[i].count <= ARB_RELAY_GAMES_MAX, "and none too large");
        require(parts[i].first <= parts[i].last, "of boards");
        at += parts[i].count;
    }
    require(at == count, "to the end");
}

static void check_games(const char *text, size_t size)
{
    static arb_relay_game games[ARB_RELAY_FILE_GAMES];
    const size_t count = arb_relay_games_read(games, text, size);
    const char *at = text;
    size_t wanted = 0;

    for (size_t i = 0; i < count; i++) {
        require(games[i].at == at && games[i].size > 0, "one game after the other");
        require(games[i].board > 0, "each has a board");
        at += games[i].size;
        wanted += games[i].board >= 2 && games[i].board <= 3;
    }
    require(count == 0 || at == text + size, "to the end");
    check_parts(games, count);
    (void)arb_relay_is_over(games, count);
    const size_t chosen = arb_relay_choose(games, count, 2, 3);
    require(chosen == wanted, "those that were chosen");
    for (size_t i = 0; i < chosen; i++)
        require(games[i].board >= 2 && games[i].board <= 3, "and no others");
    check_parts(games, chosen);
}

static void check_address(const char *text, size_t size)
{
    char *from = strndup(text, size), *games = from ? arb_relay_games_of(from) : NULL;
    char *again = games ? arb_relay_games_of(games) : NULL;
    char *round = from ? arb_relay_games_of_round(from, 3) : NULL;

    require(again && round, "there is memory");
    (void)arb_relay_is_round(from);
    if (strstr(from, "://") && !arb_relay_has_query(from)) {
        require(strcmp(games, again) == 0, "a file of games is one");
        require(arb_relay_is_round(games) && arb_relay_is_round(round), "and no event");
    }
    free(round);
    free(again);
    free(games);
    free(from);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size > 0 ? size : 1); /* nothing behind it is looked at */

    require(text != NULL, "there is memory");
    memcpy(text, data, size);
    check_list(text, size);
    check_address(text, size);
    check_games(text, size);
    free(text);
    return 0;
}
