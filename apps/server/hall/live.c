/* SPDX-License-Identifier: MIT */
/* The feed: which file is asked for, and its answer; see live.h. What is in it, live_round.c. */
#define _GNU_SOURCE
#include "server/hall/live.h"

#include <stdlib.h>
#include <string.h>

#include "server/hall/live_file.h"
#include "server/hall/live_path.h"
#include "server/hall/live_round.h"

/* A reader guesses what it is not told: every file says its character set. */
static const char as_pgn[] = "application/x-chess-pgn; charset=utf-8";
static const char as_json[] = "application/json; charset=utf-8";

bool arb_live_is_file(arb_http_text path)
{
    static const char folder[] = "/live/";

    return path.size >= sizeof folder - 1 && memcmp(path.at, folder, sizeof folder - 1) == 0;
}

/* ---- answers */

bool arb_live_has(const arb_live_round *r, const arb_live_wish *wish)
{
    if (wish->board == 0)
        return r->is_made;
    return wish->board <= r->count && r->pieces[wish->board - 1].is_usable;
}

size_t arb_live_give(const arb_live_round *r, const arb_live_wish *wish,
                     arb_http_exchange *exchange)
{
    const bool has_board = wish->board > 0 && wish->board <= r->count;
    const arb_live_text *text = has_board ? &r->pieces[wish->board - 1].text : NULL;

    if (r->count == 0 || (wish->board > 0 && !has_board)) {
        arb_api_fail(exchange, ARB_API_NOT_PUBLISHED);
        return 0;
    }
    if (wish->kind == ARB_LIVE_INDEX)
        return arb_live_file_give(r->index, exchange, wish->known, as_json);
    if (wish->kind == ARB_LIVE_GAME_JSON)
        return arb_live_text_give(&text->moves, exchange, wish->known, as_json);
    if (wish->kind == ARB_LIVE_GAME_PGN)
        return arb_live_text_give(wish->faithful ? &text->faithful : &text->relay, exchange,
                                  wish->known, as_pgn);
    return arb_live_file_give(wish->faithful ? r->faithful : r->relay, exchange, wish->known,
                              as_pgn);
}

/* ---- the event */

static void give_tournament(const arb_api_call *call, const arb_broadcast *b)
{
    const unsigned rounds = arb_broadcast_rounds(call->hall, b);
    arb_round_summary *all = calloc((size_t)rounds + 1, sizeof *all);
    json_t *list = all ? json_array() : NULL;
    arb_err err = list ? ARB_OK : ARB_NOMEM;
    arb_buf file;

    if (all)
        arb_broadcast_summaries(all, rounds, call->hall, b);
    for (unsigned i = 1; i <= rounds && list; i++)
        list = arb_json_add(list, json_pack("{sI sb}", "count", (json_int_t)all[i].boards, "live",
                                            (int)all[i].live));
    free(all);
    err = list ? err : ARB_NOMEM;
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
        (void)arb_live_text_give(&file, call->exchange, tags, as_json);
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
