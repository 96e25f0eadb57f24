/* SPDX-License-Identifier: MIT */
/* One game as a broadcast reads it; see receiver.h. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "support/hall/receiver.h"
#include "support/hall/receiver_board.h"

/* ---- results */

/* Takes one of the signs off the front; its place in the list, or -1. */
static int take_sign(const char **text, const char *const *signs)
{
    for (int i = 0; signs[i]; i++)
        if (strncmp(*text, signs[i], strlen(signs[i])) == 0) {
            *text += strlen(signs[i]);
            return i;
        }
    return -1;
}

/* How many halves of a point: 0 to 2; or -1. A dash is nothing, a cross a win without a game. */
static int take_points(const char **text)
{
    static const char *const signs[] = { "1/2", "0.5",          "\xC2\xBD",     "1", "+", "0",
                                         "-",   "\xE2\x80\x93", "\xE2\x80\x94", NULL };
    static const int points[] = { 1, 1, 1, 2, 2, 0, 0, 0, 0 };
    const int sign = take_sign(text, signs);

    return sign < 0 ? -1 : points[sign];
}

const char *receiver_result(const char *text)
{
    static const char *const between[] = { "-", "\xE2\x80\x93", "\xE2\x80\x94", "_", ":", NULL };
    static const char *const words[] = { "WHITEWIN", "BLACKWIN", "DRAW", NULL };
    static const char *const said[3][3] = { { "0-0", "0-1/2", "0-1" },
                                            { "1/2-0", "1/2-1/2", "*" },
                                            { "1-0", "*", "*" } };
    const char *rest = text;
    const int word = take_sign(&rest, words);

    if (word >= 0)
        return word == 0 ? "1-0" : word == 1 ? "0-1" : "1/2-1/2";
    const int white = take_points(&rest);
    if (white < 0 || take_sign(&rest, between) < 0)
        return "*";
    const int black = take_points(&rest);
    return black < 0 || *rest ? "*" : said[white][black];
}

/* ---- tags */

/* The value of a tag: [Name "value"]. */
static bool take_tag(char *out, size_t room, const char *line, const char *name)
{
    const size_t length = strlen(name);
    size_t size = 0;

    if (strncmp(line + 1, name, length) != 0 || strncmp(line + 1 + length, " \"", 2) != 0)
        return false;
    for (const char *c = line + length + 3; *c && *c != '"' && *c != '\n' && size + 1 < room; c++) {
        if (*c == '\\' && c[1])
            c++;
        out[size++] = *c;
    }
    out[size] = '\0';
    return true;
}

static void read_tag(received *g, const char *line)
{
    const struct {
        const char *name;
        char *to;
        size_t room;
    } all[] = {
        { "White", g->white, sizeof g->white },
        { "Black", g->black, sizeof g->black },
        { "WhiteFideId", g->ids[0], sizeof g->ids[0] },
        { "BlackFideId", g->ids[1], sizeof g->ids[1] },
        { "WhiteTitle", g->titles[0], sizeof g->titles[0] },
        { "BlackTitle", g->titles[1], sizeof g->titles[1] },
        { "WhiteElo", g->elo[0], sizeof g->elo[0] },
        { "BlackElo", g->elo[1], sizeof g->elo[1] },
        { "WhiteTeam", g->teams[0], sizeof g->teams[0] },
        { "BlackTeam", g->teams[1], sizeof g->teams[1] },
        { "Event", g->event, sizeof g->event },
        { "Round", g->round, sizeof g->round },
        { "Result", g->result, sizeof g->result },
        { "WhiteClock", g->clocks[0], sizeof g->clocks[0] },
        { "BlackClock", g->clocks[1], sizeof g->clocks[1] },
        { "FEN", g->fen, sizeof g->fen },
        { "Variant", g->variant, sizeof g->variant },
    };

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (take_tag(all[i].to, all[i].room, line, all[i].name))
            return;
}

static size_t letters_of(const char *text)
{
    size_t count = 0;

    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

/* Blanks around a name go; what nobody is called, goes. */
static void clean_name(char *name)
{
    const size_t before = strspn(name, " ");

    memmove(name, name + before, strlen(name + before) + 1);
    for (size_t size = strlen(name); size > 0 && name[size - 1] == ' '; size--)
        name[size - 1] = '\0';
    if (letters_of(name) <= 1 || strcasecmp(name, "bye") == 0 || strcasecmp(name, "unknown") == 0)
        name[0] = '\0';
}

bool receiver_is_of_round(const received *g, unsigned round)
{
    char *end;

    return strtoul(g->round, &end, 10) == round && end != g->round && (*end == '\0' || *end == '.');
}

/* ---- moves */

/* Seconds of 1:29:57, with or without tenths; or of a plain number. -1: it is no time. */
static int seconds_of(const char *text)
{
    unsigned hours, minutes, seconds;
    char *end;

    if (sscanf(text, "%u:%u:%u", &hours, &minutes, &seconds) == 3)
        return (int)(3600 * hours + 60 * minutes + seconds);
    const long plain = strtol(text, &end, 10);
    return end != text && *end == '\0' ? (int)plain : -1;
}

/* Where the reading of the movetext has come to. */
typedef struct reading {
    received *game;
    arb_setup board;
    arb_colour mover; /* of the last move */
} reading;

/* Comments are thrown away, but for clocks. Returns where it ends. */
static const char *read_comment(reading *r, const char *text, const char *end)
{
    const char *stop = memchr(text, '}', (size_t)(end - text));
    const char *clock = memmem(text, (size_t)(end - text), "[%clk ", 6);

    if (clock && stop && clock < stop && r->game->count > 0) {
        r->game->last[r->mover] = seconds_of(clock + 6);
        r->game->clocked++;
    }
    return stop ? stop + 1 : end;
}

static bool is_ending(const char *word, size_t size)
{
    static const char *const endings[] = { "1-0", "0-1", "1/2-1/2", "*" };

    for (size_t i = 0; i < 4; i++)
        if (strlen(endings[i]) == size && memcmp(word, endings[i], size) == 0)
            return true;
    return false;
}

static bool read_word(reading *r, const char *word, size_t size)
{
    received *g = r->game;
    const size_t used = strlen(g->moves);

    if (is_ending(word, size) || word[0] == '$')
        return true;
    while (size > 0 && (isdigit((unsigned char)*word) || *word == '.')) {
        word++;
        size--;
    }
    if (size == 0)
        return true;
    r->mover = (arb_colour)r->board.turn;
    if (!board_play(&r->board, word, size))
        return false;
    g->last[r->mover] = -1;
    g->count++;
    if (used + size + 2 < sizeof g->moves) {
        memcpy(g->moves + used, word, size);
        memcpy(g->moves + used + size, " ", 2);
    }
    return true;
}

static const char *read_moves(received *g, const char *text, const char *end)
{
    reading r = { .game = g };

    board_from_number(&r.board, 518);
    if (g->fen[0] && !board_from_fen(&r.board, g->fen))
        return "a position that is none";
    while (text < end) {
        size_t size = 0;
        if (*text == '{') {
            text = read_comment(&r, text, end);
            continue;
        }
        while (text + size < end && !isspace((unsigned char)text[size]) && text[size] != '{')
            size++;
        if (size > 0 && !read_word(&r, text, size))
            return "a move that cannot be played";
        text += size > 0 ? size : 1;
    }
    g->is_mate = board_is_mate(&r.board);
    if (g->is_mate && strcmp(g->result, "*") == 0) /* the board knows better */
        (void)snprintf(g->result, sizeof g->result, "%s",
                       r.board.turn == ARB_BLACK ? "1-0" : "0-1");
    return NULL;
}

/* What the tags say of the clocks holds for last moves that say nothing, and is what is shown. */
static void read_clocks(received *g)
{
    for (unsigned i = 0; i < 2; i++) {
        const int tag = g->clocks[i][0] ? seconds_of(g->clocks[i]) : -1;
        if (g->last[i] < 0)
            g->last[i] = tag;
        g->shown[i] = tag >= 0 ? tag : g->last[i];
    }
}

const char *receiver_read(received *g, const char *at, const char *end)
{
    bool has_tags = false;

    *g = (received){ .last = { -1, -1 } };
    while (at < end && (*at == '[' || *at == '\n')) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (*at == '[') {
            read_tag(g, at);
            has_tags = true;
        }
        at = stop ? stop + 1 : end;
    }
    (void)snprintf(g->result, sizeof g->result, "%s", has_tags ? receiver_result(g->result) : "");
    clean_name(g->white);
    clean_name(g->black);
    const char *why = read_moves(g, at, end);
    read_clocks(g);
    return why ? why : !has_tags && g->count == 0 ? "an empty game" : NULL;
}
