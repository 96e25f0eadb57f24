/* SPDX-License-Identifier: MIT */
/* The feed: which file is asked for, and its answer; see live.h. What is in it, live_round.c. */
#define _GNU_SOURCE
#include "server/hall/live.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall/live_path.h"
#include "server/hall/live_round.h"
#include "server/http/assets.h"

enum { TAG_BYTES = 16, TAG_ROOM = 2 * TAG_BYTES + 3 };

/* A reader guesses what it is not told: every file says its character set. */
static const char as_pgn[] = "application/x-chess-pgn; charset=utf-8";
static const char as_json[] = "application/json; charset=utf-8";

bool arb_live_is_file(arb_http_text path)
{
    static const char folder[] = "/live/";

    return path.size >= sizeof folder - 1 && memcmp(path.at, folder, sizeof folder - 1) == 0;
}

/* ---- answers */

static void tag_of(char out[TAG_ROOM], const arb_buf *file)
{
    unsigned char hash[TAG_BYTES];
    char hex[2 * TAG_BYTES + 1];

    (void)crypto_generichash(hash, sizeof hash, (const unsigned char *)arb_buf_text(file),
                             arb_buf_size(file), NULL, 0);
    (void)snprintf(out, TAG_ROOM, "\"%s\"", sodium_bin2hex(hex, sizeof hex, hash, sizeof hash));
}

/* Public as it is, any page may read it; whoever keeps it asks whether it is the latest. */
static void give(arb_http_exchange *exchange, const char *known, const arb_buf *file,
                 const char *type)
{
    char tag[TAG_ROOM];
    const arb_http_header headers[] = { { "ETag", tag }, { "Access-Control-Allow-Origin", "*" } };

    tag_of(tag, file);
    const bool has_it =
        arb_asset_names_tag((arb_http_text){ known, known ? strlen(known) : 0 }, tag);
    arb_http_answer_give(exchange, &(arb_http_answer){ .status = has_it ? 304 : 200,
                                                       .type = type,
                                                       .cache = "no-cache",
                                                       .headers = headers,
                                                       .header_count = 2,
                                                       .body = arb_buf_text(file),
                                                       .size = arb_buf_size(file) });
}

void arb_live_give(const arb_live_round *r, const arb_live_wish *wish, arb_http_exchange *exchange)
{
    const bool has_board = wish->board > 0 && wish->board <= r->count;
    const arb_live_text *text = has_board ? &r->pieces[wish->board - 1].text : NULL;

    if (r->count == 0 || (wish->board > 0 && !has_board))
        arb_api_fail(exchange, ARB_API_NOT_PUBLISHED);
    else if (wish->kind == ARB_LIVE_INDEX)
        give(exchange, wish->known, &r->index, as_json);
    else if (wish->kind == ARB_LIVE_GAME_JSON)
        give(exchange, wish->known, &text->moves, as_json);
    else if (wish->kind == ARB_LIVE_GAME_PGN)
        give(exchange, wish->known, wish->faithful ? &text->faithful : &text->relay, as_pgn);
    else
        give(exchange, wish->known, wish->faithful ? &r->faithful : &r->relay, as_pgn);
}

/* ---- the event */

/* Are games of that round being played, as far as those know who look on? */
static arb_err add_round(json_t *list, const arb_hall *hall, const arb_broadcast *b, unsigned round)
{
    arb_published *boards = NULL;
    size_t count = 0;
    bool live = false;
    const arb_err err = arb_broadcast_boards(&boards, &count, hall, b, round);

    for (size_t i = 0; i < count && !live; i++)
        live = !arb_table_is_over_seen(boards[i].table);
    free(boards);
    if (err || json_array_append_new(
                   list, json_pack("{sI sb}", "count", (json_int_t)count, "live", live)) != 0)
        return ARB_NOMEM;
    return ARB_OK;
}

static void give_tournament(const arb_api_call *call, const arb_broadcast *b)
{
    const unsigned rounds = arb_broadcast_rounds(call->hall, b);
    json_t *list = json_array();
    arb_err err = list ? ARB_OK : ARB_NOMEM;
    arb_buf file;

    for (unsigned i = 1; i <= rounds && !err; i++)
        err = add_round(list, call->hall, b, i);
    arb_buf_init(&file, NULL, 1 << 20);
    if (!err)
        err = arb_api_write(&file, json_pack("{ss ss sO}", "id", b->slug, "name",
                                             arb_broadcast_title(b), "rounds", list));
    json_decref(list);
    const arb_http_text known = arb_http_field_get(call->request, "If-None-Match");
    char *tags = known.at ? strndup(known.at, known.size) : NULL;
    if (err)
        arb_api_fail(call->exchange, ARB_API_MEMORY);
    else
        give(call->exchange, tags, &file, as_json);
    free(tags);
    arb_buf_clear(&file);
}

/* ---- questions */

/* "relay" unless said; false when it is neither. */
static bool read_form(bool *faithful, const arb_http_request *request)
{
    const arb_http_text form = arb_http_query_get(request, "form");

    *faithful = form.at && arb_http_text_is(form, "faithful");
    return !form.at || *faithful || arb_http_text_is(form, "relay");
}

void arb_live_handle(const arb_api_call *call)
{
    const arb_http_text path = call->request->path;
    arb_live_wish wish = { .kind = ARB_LIVE_GAMES };
    arb_live_path to;

    if (call->request->method == ARB_HTTP_POST) {
        arb_api_fail(call->exchange, ARB_API_METHOD);
        return;
    }
    if (!arb_hall_allows(call, ARB_LIMIT_LIVE))
        return;
    const arb_broadcast *b = arb_live_path_read(&to, path.at, path.size)
                                 ? arb_broadcast_find(call->hall, to.slug, to.slug_size)
                                 : NULL;
    if (!b) {
        arb_api_fail(call->exchange, ARB_API_NOT_PUBLISHED);
        return;
    }
    if (!read_form(&wish.faithful, call->request)) {
        arb_api_fail_field(call->exchange, "form");
        return;
    }
    if (to.kind == ARB_LIVE_TOURNAMENT) {
        give_tournament(call, b);
        return;
    }
    const arb_http_text known = arb_http_field_get(call->request, "If-None-Match");
    wish.kind = to.kind;
    wish.board = to.board;
    wish.known = known.at ? strndup(known.at, known.size) : NULL;
    arb_live_round_ask(call, b, to.round, &wish);
}
