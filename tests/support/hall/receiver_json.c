/* SPDX-License-Identifier: MIT */
/* A folder of pairings and games as electronic boards made it common; see receiver.h. */
#define _GNU_SOURCE
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/hall/receiver.h"

enum { GAME_ROOM = 1 << 17 };

/* Games become text, and are then read like any other. */
typedef struct page {
    char text[GAME_ROOM];
    size_t size;
} page;

static void put_tag(page *p, const char *name, const char *value)
{
    if (!value || p->size + strlen(value) + 64 > sizeof p->text)
        return;
    p->size += (size_t)snprintf(p->text + p->size, sizeof p->text - p->size, "[%s \"", name);
    for (; *value && p->size + 16 < sizeof p->text; value++) {
        if (*value == '"' || *value == '\\')
            p->text[p->size++] = '\\';
        p->text[p->size++] = *value;
    }
    p->size += (size_t)snprintf(p->text + p->size, sizeof p->text - p->size, "\"]\n");
}

/* A member that may be left out or null, and otherwise is of this type. */
static bool is_good(const json_t *in, const char *name, json_type type, json_int_t most)
{
    const json_t *value = json_object_get(in, name);

    return !value || json_is_null(value) ||
           (json_typeof(value) == type &&
            (type != JSON_INTEGER ||
             (json_integer_value(value) >= 0 && json_integer_value(value) <= most)));
}

/* First, middle and last name, with blanks between those that there are. */
static bool put_player(page *p, const json_t *one, bool white)
{
    static const char *const parts[] = { "fname", "mname", "lname" };
    char name[RECEIVER_NAME] = "", number[24];

    if (!one || json_is_null(one))
        return true;
    for (size_t i = 0; i < 3; i++) {
        const char *text = json_string_value(json_object_get(one, parts[i]));
        if (!is_good(one, parts[i], JSON_STRING, 0))
            return false;
        if (text)
            (void)snprintf(name + strlen(name), sizeof name - strlen(name), "%s%s",
                           name[0] ? " " : "", text);
    }
    if (!is_good(one, "title", JSON_STRING, 0) || !is_good(one, "fideid", JSON_INTEGER, INT32_MAX))
        return false;
    if (name[0])
        put_tag(p, white ? "White" : "Black", name);
    put_tag(p, white ? "WhiteTitle" : "BlackTitle",
            json_string_value(json_object_get(one, "title")));
    (void)snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT,
                   json_integer_value(json_object_get(one, "fideid")));
    put_tag(p, white ? "WhiteFideId" : "BlackFideId",
            json_is_integer(json_object_get(one, "fideid")) ? number : NULL);
    return true;
}

/* "e4 5390": so many seconds left; "d5 +31": spent; "Nc2 34+2": both. */
static bool put_move(page *p, const json_t *move, const json_t *clock)
{
    const char *text = json_string_value(move), *blank = text ? strchr(text, ' ') : NULL;
    const size_t size = !text ? 0 : blank ? (size_t)(blank - text) : strlen(text);

    if (size == 0 || p->size + size + 64 > sizeof p->text)
        return false;
    p->size +=
        (size_t)snprintf(p->text + p->size, sizeof p->text - p->size, "%.*s ", (int)size, text);
    const long left = json_is_integer(clock) ? (long)json_integer_value(clock)
                      : blank && blank[1] >= '0' && blank[1] <= '9' ? strtol(blank + 1, NULL, 10)
                                                                    : -1;
    if (left >= 0)
        p->size +=
            (size_t)snprintf(p->text + p->size, sizeof p->text - p->size,
                             "{[%%clk %ld:%02ld:%02ld]} ", left / 3600, left / 60 % 60, left % 60);
    return true;
}

/* The clocks of the last two moves are those that the clock shows now. */
static bool put_moves(page *p, const json_t *game)
{
    const json_t *moves = json_object_get(game, "moves"), *clock = json_object_get(game, "clock");
    const size_t count = json_array_size(moves);
    const json_t *one;
    size_t i;

    if (!json_is_array(moves))
        return false;
    json_array_foreach(moves, i, one)
    {
        const json_t *now = json_object_get(clock, i % 2 == 0 ? "white" : "black");
        if (!put_move(p, one, i + 2 >= count ? now : NULL))
            return false;
    }
    return true;
}

/* The rank of a starting position, as FEN. */
static void put_start(page *p, const json_t *game)
{
    static const char *const knights[] = { "NN---", "N-N--", "N--N-", "N---N", "-NN--",
                                           "-N-N-", "-N--N", "--NN-", "--N-N", "---NN" };
    const json_t *number = json_object_get(game, "chess960");
    unsigned n = (unsigned)json_integer_value(number);
    char rank[9] = "........", small[9], fen[96];

    if (!json_is_integer(number) || n == 518 || n >= 960)
        return;
    rank[2 * (n % 4) + 1] = 'B';
    rank[2 * (n / 4 % 4)] = 'B';
    unsigned empty = n / 16 % 6, at = 0, rooks = 0;
    for (char *c = rank; *c; c++)
        if (*c == '.' && empty-- == 0)
            *c = 'Q';
    for (char *c = rank; *c; c++)
        if (*c == '.')
            *c = knights[n / 96][at++] == 'N' ? 'N' : '.';
    for (char *c = rank; *c; c++)
        if (*c == '.')
            *c = rooks++ == 1 ? 'K' : 'R';
    for (size_t i = 0; i < sizeof small; i++)
        small[i] = (char)(rank[i] | (rank[i] ? 0x20 : 0));
    (void)snprintf(fen, sizeof fen, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1", small, rank);
    put_tag(p, "FEN", fen);
}

static void put_clocks(page *p, const json_t *game)
{
    static const char *const names[] = { "white", "black" };
    char text[24];

    for (unsigned i = 0; i < 2; i++) {
        const json_t *left = json_object_get(json_object_get(game, "clock"), names[i]);
        (void)snprintf(text, sizeof text, "%" JSON_INTEGER_FORMAT, json_integer_value(left));
        put_tag(p, i == 0 ? "WhiteClock" : "BlackClock", json_is_integer(left) ? text : NULL);
    }
}

/* A clock has a time; whoever gives one without it is not understood. */
static bool is_good_game(const json_t *game)
{
    const json_t *clock = json_object_get(game, "clock");
    const bool has_clock = clock && !json_is_null(clock);

    return is_good(game, "result", JSON_STRING, 0) &&
           is_good(game, "chess960", JSON_INTEGER, INT32_MAX) &&
           is_good(clock, "white", JSON_INTEGER, INT32_MAX) &&
           is_good(clock, "black", JSON_INTEGER, INT32_MAX) &&
           (!has_clock || json_is_integer(json_object_get(clock, "time")));
}

/* A game of which nothing can be read is shown by its players. */
static const char *read_board(received *out, const json_t *pairing, unsigned round, unsigned board,
                              const char *text)
{
    static page p;
    json_t *game = text ? json_loads(text, 0, NULL) : NULL;
    char number[32];

    p.size = 0;
    (void)snprintf(number, sizeof number, "%u.%u", round, board);
    bool good = put_player(&p, json_object_get(pairing, "white"), true) &&
                put_player(&p, json_object_get(pairing, "black"), false) &&
                is_good(pairing, "result", JSON_STRING, 0);
    put_tag(&p, "Round", number);
    const char *result = json_string_value(json_object_get(game, "result"));
    if (!result || strcmp(receiver_result(result), "*") == 0)
        result = json_string_value(json_object_get(pairing, "result"));
    put_tag(&p, "Result", result);
    if (game && is_good_game(game)) {
        put_start(&p, game);
        put_clocks(&p, game);
        p.size += (size_t)snprintf(p.text + p.size, sizeof p.text - p.size, "\n");
        good = put_moves(&p, game) && good;
    }
    json_decref(game);
    p.size += (size_t)snprintf(p.text + p.size, sizeof p.text - p.size, "\n");
    return good ? receiver_read(out, p.text, p.text + p.size) : "JSON of another form";
}

const char *receiver_take_folder(board_list *to, const char *index, unsigned round,
                                 receiver_get get, void *user)
{
    json_t *list = json_loads(index, 0, NULL);
    const json_t *pairings = json_object_get(list, "pairings"), *one;
    received *all = calloc(RECEIVER_READS, sizeof *all);
    const char *why =
        json_is_array(pairings) && is_good(list, "date", JSON_STRING, 0) ? NULL : "no pairings";
    unsigned count = 0;
    size_t i;

    json_array_foreach(pairings, i, one)
    {
        char name[32];
        if (why || count == RECEIVER_READS)
            break;
        (void)snprintf(name, sizeof name, "game-%zu.json", i + 1);
        why = read_board(&all[count++], one, round, (unsigned)i + 1, get(user, name));
    }
    if (!why)
        receiver_place(to, all, count);
    free(all);
    json_decref(list);
    return why;
}
