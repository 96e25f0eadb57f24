/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "support/hall/boards.h"

#include "support/hall/fixture.h"

/* Opens a stream from an address that a proxy tells, or from here; false when it is refused. */
bool board_stream_from(client *out, const char *query, const char *from)
{
    char head[512];
    reply r;

    *out = client_open(h.port);
    (void)snprintf(head, sizeof head, "GET /api/boards/stream%s HTTP/1.1\r\nHost: h\r\n%s%s%s\r\n",
                   query, from ? "X-Forwarded-For: " : "", from ? from : "", from ? "\r\n" : "");
    assert_true(client_send(out, head) && client_stream_head(&r, out));
    if (r.status == 200)
        return true;
    assert_int_equal(r.status, 429);
    assert_true(client_header(head, sizeof head, &r, "Retry-After"));
    client_close(out);
    return false;
}

client board_stream(const char *query)
{
    client c;

    assert_true(board_stream_from(&c, query, NULL));
    return c;
}

void board_expect(client *c, const char *text)
{
    if (!client_expect(c, text, CLIENT_PATIENCE_MS))
        fail_msg("the stream has not told: %s", text);
}

/* The next event of the stream as JSON, which the caller gives up. */
json_t *board_event(client *c, const char *name)
{
    char head[64];
    json_error_t error;

    (void)snprintf(head, sizeof head, "event: %s\ndata: ", name);
    board_expect(c, head);
    while (!memmem(c->bytes, c->size, "\n\n", 2))
        assert_true(client_receive(c, CLIENT_PATIENCE_MS));
    json_t *data = json_loadb(c->bytes, c->size, JSON_DISABLE_EOF_CHECK, &error);
    assert_non_null(data);
    return data;
}

json_t *boards_of(const char *query)
{
    char path[1024];
    json_t *list;

    (void)snprintf(path, sizeof path, "/api/boards%s", query);
    assert_int_equal(hall_ask(&list, &h, "GET", path, NULL, NULL), 200);
    return list;
}

json_t *boards_round(const char *name, unsigned boards)
{
    enum { ROOM = 1 << 15 };
    char *text = malloc(ROOM), id[24];
    size_t size = 0;
    json_t *made, *body;
    static unsigned count;

    assert_non_null(text);
    (void)snprintf(id, sizeof id, "0123456789abcdef%u", count++);
    for (unsigned i = 1; i <= boards; i++)
        size += (size_t)snprintf(text + size, ROOM - size, "%u;White %u;Black %u\n", i, i, i);
    body = json_pack("{ss ss ss s{ss ss s{ss}}}", "id", id, "text", text, "name", name, "game",
                     "time", "5400+30", "mode", "tournament", "names", "event", "Open");
    char *sent = json_dumps(body, 0);
    assert_int_equal(hall_ask(&made, &h, "POST", "/api/rounds", h.key, sent), 201);
    json_decref(body);
    free(sent);
    free(text);
    return made;
}

void boards_do(json_t *made, const char *what)
{
    char body[96];

    (void)snprintf(body, sizeof body, "{\"do\":\"%s\",\"round\":%lld}", what,
                   number_at(made, "round"));
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/rounds/do", h.key, body), 200);
}
