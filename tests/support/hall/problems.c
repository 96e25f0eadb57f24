/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "support/hall/problems.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "arbitro/notation.h"

enum { ANSWER_MS = 30000 };

/* ---- asking */

client problem_begin(const hall *h, const char *from, const char *lines, const char *body)
{
    client c = client_open_from(h->port, from);
    char head[512];

    (void)snprintf(head, sizeof head,
                   "POST /api/solve HTTP/1.1\r\nHost: localhost\r\n%s"
                   "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n",
                   lines, strlen(body));
    assert_true(client_send(&c, head) && client_send(&c, body));
    return c;
}

unsigned problem_status(client *c)
{
    static reply r;

    return client_stream_head(&r, c) ? r.status : 0;
}

static void take_event(told *t, const char *name, const char *data)
{
    json_t *value = json_loads(data, 0, NULL);

    assert_non_null(value);
    if (strcmp(name, "nodes") == 0)
        assert_int_equal(json_array_extend(t->nodes, value), 0);
    else if (strcmp(name, "theme") == 0)
        assert_int_equal(json_array_append(t->themes, value), 0);
    else if (strcmp(name, "solution") == 0)
        t->solution = json_incref(value);
    else if (strcmp(name, "end") == 0)
        t->end = json_incref(value);
    t->waiting += strcmp(name, "waiting") == 0;
    t->progress += strcmp(name, "progress") == 0;
    json_decref(value);
}

static void take_events(told *t, char *text)
{
    static const char event[] = "event: ", data[] = "\ndata: ";

    for (char *at_ = text, *stop; (stop = strstr(at_, "\n\n")); at_ = stop + 2) {
        char *value = strstr(at_, data);
        *stop = '\0';
        if (strncmp(at_, event, sizeof event - 1) != 0 || !value)
            continue; /* a sign of life */
        const size_t size = (size_t)(stop - at_);
        t->longest = size > t->longest ? size : t->longest;
        *value = '\0';
        take_event(t, at_ + sizeof event - 1, value + sizeof data - 1);
    }
}

told problem_listen(client *c)
{
    static char text[CLIENT_ROOM];
    const int64_t until = client_now() + ANSWER_MS;
    told t = { .nodes = json_array(), .themes = json_array() };

    assert_int_equal(problem_status(c), 200);
    t.bytes = c->size;
    memcpy(text, c->bytes, c->size);
    for (;;) {
        struct pollfd p = { .fd = c->fd, .events = POLLIN };
        assert_true(poll(&p, 1, (int)(until - client_now())) > 0);
        const ssize_t got = recv(c->fd, text + t.bytes, sizeof text - 1 - t.bytes, 0);
        if (got <= 0)
            break;
        t.bytes += (size_t)got;
    }
    client_close(c);
    text[t.bytes] = '\0';
    take_events(&t, text);
    return t;
}

told problem_solve(const hall *h, const char *body)
{
    client c = problem_begin(h, NULL, "", body);

    return problem_listen(&c);
}

void told_clear(told *t)
{
    json_decref(t->solution);
    json_decref(t->nodes);
    json_decref(t->themes);
    json_decref(t->end);
}

const char *told_verdict(told *t)
{
    return text_at(t->solution, "verdict");
}

json_t *told_node(told *t, const char *kind, const char *move)
{
    size_t i;
    json_t *node;

    json_array_foreach(t->nodes, i, node)
    {
        if (strcmp(text_at(node, "kind"), kind) == 0 &&
            (!move || strcmp(text_at(node, "move"), move) == 0))
            return node;
    }
    return NULL;
}

unsigned told_count(told *t, const char *kind)
{
    unsigned count = 0;
    size_t i;
    json_t *node;

    json_array_foreach(t->nodes, i, node) count += strcmp(text_at(node, "kind"), kind) == 0;
    return count;
}

/* ---- what is told can be played through */

/* A position that the library reaches by reading the moves that were told. */
typedef struct reached {
    long long id;
    arb_pos pos;
} reached;

static arb_pos passed(const arb_pos *pos)
{
    arb_setup setup = arb_pos_setup(pos);
    arb_pos out;

    setup.turn = (uint8_t)arb_opponent((arb_colour)setup.turn);
    setup.en_passant = ARB_SQUARE_NONE;
    (void)arb_pos_from_setup(&out, &setup); /* one side may stand in check: that is no hard fault */
    return out;
}

static void play(reached *to, const arb_pos *from, json_t *node)
{
    const char *kind = text_at(node, "kind"), *move = text_at(node, "move");
    arb_pos before = strcmp(kind, "threat") == 0 ? passed(from) : *from;
    const arb_setup was = arb_pos_setup(&before);
    arb_reading reading;
    char text[32];

    to->id = number_at(node, "id");
    if (strcmp(kind, "set") == 0) {
        to->pos = passed(from);
        return;
    }
    (void)snprintf(text, sizeof text, "%.*s", (int)strcspn(move, "="), move);
    const char *promotion = strchr(move, '=');
    if (promotion && promotion[1])
        (void)snprintf(text, sizeof text, "%s", move);
    assert_int_equal(arb_move_read(&reading, NULL, &before, text, strlen(text), NULL), ARB_OK);
    assert_int_equal(reading.kind, ARB_READING_LEGAL);
    arb_pos_play(&to->pos, &before, reading.move);
    /* and the squares that were told are those that look otherwise */
    const arb_setup is = arb_pos_setup(&to->pos);
    size_t changed = 0;
    for (arb_square i = 0; i < ARB_SQUARE_COUNT; i++) {
        char name[4], letter[2] = { arb_piece_letter(is.piece[i]), '\0' };
        if (was.piece[i] == is.piece[i])
            continue;
        changed++;
        (void)arb_square_write(name, sizeof name, i);
        assert_string_equal(
            json_string_value(json_object_get(json_object_get(node, "squares"), name)),
            is.piece[i] == ARB_PIECE_NONE ? "" : letter);
    }
    assert_int_equal(json_object_size(at(node, "squares")), changed);
}

void told_assert_playable(told *t)
{
    enum { NODES_MAX = 8000 };
    static reached all[NODES_MAX];
    size_t i, count = 1;
    json_t *node;

    all[0].id = 0;
    const char *fen = text_at(t->solution, "fen");
    assert_int_equal(arb_pos_from_fen(&all[0].pos, NULL, NULL, fen, strlen(fen)), ARB_OK);
    json_array_foreach(t->nodes, i, node)
    {
        size_t from = count;
        while (from-- > 0 && all[from].id != number_at(node, "parent"))
            ;
        assert_true(from < count && count < NODES_MAX); /* parents come first */
        play(&all[count], &all[from].pos, node);
        arb_move moves[ARB_MOVES_MAX];
        if (json_is_true(at(node, "ends")))
            assert_int_equal(arb_pos_moves(moves, &all[count].pos), 0);
        count++;
    }
}

static bool has_node(told *t, json_t *id)
{
    size_t i;
    json_t *node;

    json_array_foreach(t->nodes, i, node)
    {
        if (json_equal(at(node, "id"), id))
            return true;
    }
    return false;
}

void told_assert_themes(told *t)
{
    size_t i, j, k;
    json_t *theme, *shown, *line;

    json_array_foreach(t->themes, i, theme)
    {
        assert_true(json_is_string(at(theme, "name.it")) && json_is_string(at(theme, "text.en")));
        assert_true(json_array_size(at(theme, "shown")) > 0);
        json_array_foreach(at(theme, "shown"), j, shown)
        {
            assert_true(json_array_size(at(shown, "lines")) > 0);
            assert_true(has_node(t, at(shown, "phase")));
            json_array_foreach(at(shown, "lines"), k, line) assert_true(has_node(t, line));
        }
    }
}
