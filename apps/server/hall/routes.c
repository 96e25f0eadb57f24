/* SPDX-License-Identifier: MIT */
/*
 * The routes of the hall: one table says what is asked how, by whom, with how large a body, and who
 * answers. Everything else is a file of the pages, or not there.
 */
#include <stdio.h>
#include <string.h>

#include "server/hall/hosts.h"
#include "server/hall/live.h"
#include "server/hall/publish.h"
#include "server/http/assets.h"

/* A list of pairings, which only the desk sends, may be a long one. */
enum { BODY_MAX = 16384, LIST_MAX = 768 << 10, NO_BODY = 0, PATH_ROOM = 256 };

enum {
    PLAYERS = ARB_WHO_WHITE | ARB_WHO_BLACK,
    ARBITERS = ARB_WHO_ARBITER | ARB_WHO_DESK,
    SERVANTS = ARB_WHO_SERVANTS,
    WATCHERS = ARBITERS | ARB_WHO_ASSISTANT,
    EVERY_SEAT = PLAYERS | WATCHERS | ARB_WHO_SPECTATOR | SERVANTS,
    DESK = ARB_WHO_DESK,
    ANYONE = ARB_WHO_ANYONE
};

static const arb_api_route routes[] = {
    { "/api/games", ARB_HTTP_POST, ANYONE, false, false, BODY_MAX, arb_api_games },
    { "/api/editions", ARB_HTTP_GET, ANYONE, false, false, NO_BODY, arb_api_editions },
    { "/api/regulations", ARB_HTTP_POST, ANYONE, false, false, BODY_MAX, arb_api_regulations },
    { "/api/join", ARB_HTTP_POST, ANYONE, false, false, 1024, arb_api_join },
    { "/api/watch", ARB_HTTP_POST, ANYONE, false, false, 1024, arb_api_watch },
    { "/api/hall", ARB_HTTP_GET, ANYONE, false, false, NO_BODY, arb_api_hall },
    { "/api/game", ARB_HTTP_GET, EVERY_SEAT, true, false, NO_BODY, arb_api_game },
    { "/api/events", ARB_HTTP_POST, EVERY_SEAT, true, true, BODY_MAX, arb_api_events },
    { "/api/again", ARB_HTTP_POST, PLAYERS | ARBITERS, true, false, 64, arb_api_again },
    { "/api/assistant", ARB_HTTP_POST, ARBITERS, true, false, 1024, arb_api_assistant },
    { "/api/preview", ARB_HTTP_POST, ARBITERS, true, true, BODY_MAX, arb_api_preview },
    { "/api/seat", ARB_HTTP_POST, ARBITERS, true, false, 1024, arb_api_seat },
    { "/api/desk", ARB_HTTP_GET, DESK, false, false, NO_BODY, arb_api_desk },
    { "/api/desk/stream", ARB_HTTP_GET, DESK, false, false, NO_BODY, arb_api_desk_stream },
    { "/api/pairings", ARB_HTTP_POST, DESK, false, false, LIST_MAX, arb_api_pairings },
    { "/api/rounds", ARB_HTTP_POST, DESK, false, false, LIST_MAX, arb_api_rounds },
    { "/api/rounds/slips", ARB_HTTP_POST, DESK, false, false, BODY_MAX, arb_api_slip },
    { "/api/rounds/do", ARB_HTTP_POST, DESK, false, false, BODY_MAX, arb_api_round_do },
    { "/api/rounds/results", ARB_HTTP_GET, DESK, false, false, NO_BODY, arb_api_results },
    { "/api/door", ARB_HTTP_GET, DESK, false, false, NO_BODY, arb_api_door },
    { "/api/door/set", ARB_HTTP_POST, DESK, false, false, 1024, arb_api_door_set },
    { "/api/rounds/pgn", ARB_HTTP_GET, DESK, false, false, NO_BODY, arb_api_round_pgn },
    { "/api/publications", ARB_HTTP_GET, DESK, false, false, NO_BODY, arb_api_publications },
    { "/api/publish", ARB_HTTP_POST, DESK, false, false, LIST_MAX, arb_api_publish },
    { "/api/unpublish", ARB_HTTP_POST, DESK, false, false, 1024, arb_api_unpublish },
    { "/api/stream", ARB_HTTP_GET, EVERY_SEAT, false, false, NO_BODY, arb_api_stream },
    { "/api/boards", ARB_HTTP_GET, ANYONE, false, false, NO_BODY, arb_api_boards },
    { "/api/boards/stream", ARB_HTTP_GET, ANYONE, false, false, NO_BODY, arb_api_boards_stream },
    { "/api/boards/moves", ARB_HTTP_GET, ANYONE, false, false, NO_BODY, arb_api_boards_moves },
    { "/api/case", ARB_HTTP_GET, EVERY_SEAT, true, false, NO_BODY, arb_api_case },
    { "/api/pgn", ARB_HTTP_GET, EVERY_SEAT, true, false, NO_BODY, arb_api_pgn },
    { "/api/sheet", ARB_HTTP_GET, PLAYERS | WATCHERS | SERVANTS, true, false, NO_BODY,
      arb_api_sheet },
    { "/api/table", ARB_HTTP_GET, ARBITERS | SERVANTS, true, false, NO_BODY, arb_api_table },
    { "/api/checklist", ARB_HTTP_GET, WATCHERS, true, false, NO_BODY, arb_api_checklist },
    { "/api/checklist/done", ARB_HTTP_POST, WATCHERS, true, false, 256, arb_api_check },
    { "/api/envelope", ARB_HTTP_GET, PLAYERS | ARBITERS, true, false, NO_BODY, arb_api_envelope },
    { "/api/envelope/key", ARB_HTTP_POST, ARBITERS, true, false, 256, arb_api_envelope_key },
    { "/api/envelope/absent", ARB_HTTP_POST, ARBITERS, true, false, 256, arb_api_envelope_absent },
    { "/sheet", ARB_HTTP_GET, EVERY_SEAT, true, false, NO_BODY, arb_api_print_sheet },
    { "/report", ARB_HTTP_GET, ARBITERS, true, false, NO_BODY, arb_api_print_report },
    { "/api/explain", ARB_HTTP_GET, ANYONE, false, false, NO_BODY, arb_api_explain },
    { "/api/hear", ARB_HTTP_POST, ANYONE, false, false, 4096, arb_api_hear },
    { "/api/solve", ARB_HTTP_POST, ANYONE, false, false, 1024, arb_api_solve },
    { "/api/qr", ARB_HTTP_POST, ANYONE, false, false, 4096, arb_api_qr },
    { "/api/ping", ARB_HTTP_GET, ANYONE, false, false, NO_BODY, arb_api_ping },
    { "/hall/proof", ARB_HTTP_GET, ANYONE, false, false, NO_BODY, arb_api_hall_proof },
    { "/hall/take", ARB_HTTP_POST, ANYONE, false, false, LIST_MAX, arb_api_hall_take },
    { "/healthz", ARB_HTTP_GET, ANYONE, false, false, NO_BODY, arb_api_health },
    { "/metrics", ARB_HTTP_GET, ANYONE, false, false, NO_BODY, arb_api_metrics },
};
enum { ROUTE_COUNT = sizeof routes / sizeof routes[0] };

const arb_api_route *arb_routes_all(size_t *count)
{
    *count = ROUTE_COUNT;
    return routes;
}

static const arb_api_route *find(arb_http_text path)
{
    for (size_t i = 0; i < ROUTE_COUNT; i++) {
        if (arb_http_text_is(path, routes[i].path))
            return &routes[i];
    }
    return NULL;
}

/* ---- files of the pages: "/" is index.html, and "/game" is game.html */

/*
 * A page that a browser has kept may ask for the script of an earlier version. It gets one that
 * loads the page anew: a browser does not run what comes with 404.
 */
static const arb_asset *find_former(arb_http_text path)
{
    static const char name[] = "/former.js";

    return arb_asset_names_script(path)
               ? arb_asset_find(&arb_web_assets, (arb_http_text){ name, sizeof name - 1 })
               : NULL;
}

/* The one page that others may put into frames of theirs: a board, on which nothing can be done. */
static const char board_page[] = "/embed.html";

/* "/embed/7" is that page: it finds the number itself. */
static const arb_asset *find_board(arb_http_text path)
{
    static const char folder[] = "/embed/";
    const size_t size = sizeof folder - 1;
    uint64_t game;

    if (path.size <= size || memcmp(path.at, folder, size) != 0 ||
        !arb_http_number(&game, (arb_http_text){ path.at + size, path.size - size }))
        return NULL;
    return arb_asset_find(&arb_web_assets, (arb_http_text){ board_page, sizeof board_page - 1 });
}

static const arb_asset *find_page(arb_http_text path)
{
    char longer[PATH_ROOM];
    const arb_asset *asset = arb_asset_find(&arb_web_assets, path);

    if (!asset)
        asset = find_board(path);
    if (!asset)
        asset = find_former(path);
    if (asset || path.size > PATH_ROOM - sizeof "index.html" - 1)
        return asset;
    const int size = snprintf(longer, sizeof longer, "%.*s%s", (int)path.size, path.at,
                              path.at[path.size - 1] == '/' ? "index.html" : ".html");
    return arb_asset_find(&arb_web_assets, (arb_http_text){ longer, (size_t)size });
}

/* Does somebody read this answer in a browser? Programs that take anything take JSON. */
static bool wants_page(const arb_http_request *request)
{
    arb_http_text list = arb_http_field_get(request, "Accept"), member;

    while (list.at && arb_http_list_next(&member, &list)) {
        const char *end = memchr(member.at, ';', member.size);
        if (end)
            member.size = (size_t)(end - member.at);
        if (arb_http_text_is_nocase(member, "text/html"))
            return true;
    }
    return false;
}

static void answer_missing(arb_http_exchange *exchange, const arb_http_request *request)
{
    static const char name[] = "/missing.html";
    const arb_asset *page =
        wants_page(request)
            ? arb_asset_find(&arb_web_assets, (arb_http_text){ name, sizeof name - 1 })
            : NULL;

    if (page)
        arb_http_answer_give(exchange, &(arb_http_answer){ .status = 404,
                                                           .type = page->type,
                                                           .body = page->body,
                                                           .size = page->size,
                                                           .lasts = true });
    else
        arb_api_fail(exchange, ARB_API_NOT_FOUND);
}

/* ---- who asks */

static bool read_bearer(arb_hash *out, const arb_http_request *request)
{
    static const char scheme[] = "Bearer ";
    const arb_http_text value = arb_http_field_get(request, "Authorization");
    const size_t length = sizeof scheme - 1;

    return value.at && value.size > length &&
           arb_http_text_is_nocase((arb_http_text){ value.at, length }, scheme) &&
           arb_token_hash(out, value.at + length, value.size - length);
}

/* Fills who asks; false when the token is not known here, or was replaced by another. */
static bool recognise(arb_api_call *call, bool *replaced)
{
    const arb_key *key = NULL;

    if (read_bearer(&call->link, call->request))
        key = arb_keys_find(&call->hall->keys, &call->link);
    *replaced = key && key->is_gone;
    if (!key || key->is_code || key->is_gone)
        return false;
    call->known = true;
    call->seat = key->seat;
    call->table = key->seat == ARB_SEAT_DESK ? NULL : arb_hall_table(call->hall, key->game);
    return key->seat == ARB_SEAT_DESK || call->table;
}

/* Who is not known as the desk has no room for what the desk alone may send. */
size_t arb_routes_body_limit(void *user, const arb_http_request *request)
{
    const arb_hall *hall = user;
    const arb_api_route *to = find(request->path);
    arb_hash hash;

    if (!to || to->body_max <= BODY_MAX)
        return to ? to->body_max : NO_BODY;
    const arb_key *key = read_bearer(&hash, request) ? arb_keys_find(&hall->keys, &hash) : NULL;
    arb_forwarded from;
    return (key && key->seat == ARB_SEAT_DESK) || arb_forward_read(&from, hall, request)
               ? to->body_max
               : BODY_MAX;
}

/* What it tells, or does, is of many games, which may live anywhere. */
static bool is_of_many(const arb_api_route *to)
{
    static arb_api_handler *const all[] = { arb_api_hall,    arb_api_desk,      arb_api_boards,
                                            arb_api_rounds,  arb_api_slip,      arb_api_round_do,
                                            arb_api_results, arb_api_round_pgn, arb_api_pairings,
                                            arb_api_publish };

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (to->handler == all[i])
            return true;
    return false;
}

/* Does it wait until all halls' games are known? It is heard again then, or is answered. */
static bool waits_for_lists(const arb_api_call *call, const arb_api_route *to)
{
    const bool goes_on = to->method == ARB_HTTP_GET || to->handler == arb_api_round_do;

    return is_of_many(to) && arb_lists_wait(call, (to->who & ANYONE) != 0, goes_on);
}

/* The game that the desk means, if it says so. Otherwise it is answered, now or when it was sought:
 * another hall may have made it. */
static bool choose_game(arb_api_call *call, const arb_api_route *to)
{
    const arb_http_text wanted = arb_http_query_get(call->request, "game");
    const bool chooses = call->seat == ARB_SEAT_DESK && wanted.at;
    uint64_t id = 0;

    if (chooses && arb_http_number(&id, wanted) && id > 0)
        call->table = arb_hall_table(call->hall, id);
    if (call->table || (!chooses && !to->of_game))
        return true;
    if (id == 0 || !arb_seek_wanted(call, id))
        arb_api_fail(call->exchange, ARB_API_NO_GAME);
    return false;
}

/*
 * Links that are not known here are counted wherever they are sent, before another hall's are
 * looked for in the database, so that nobody lets the hall look for them as often as he likes. One
 * that is found there counts no more (seek.c). Good ones are good however many bad ones came from
 * their address: of 128 bits nobody guesses one, and a whole club may have one address.
 */
static bool is_patience_left(const arb_api_call *call, bool sent, bool good)
{
    return !sent || good || arb_hall_allows(call, ARB_LIMIT_TOKEN);
}

/* Is the request one that the route takes from whoever sent it? Otherwise it is answered. */
static bool admit(arb_api_call *call, const arb_api_route *to)
{
    const bool sent = arb_http_field_get(call->request, "Authorization").at != NULL;
    bool replaced = false;
    const bool good = recognise(call, &replaced);

    if (!is_patience_left(call, sent, good))
        return false;
    if (!good && !replaced && sent && read_bearer(&call->link, call->request) &&
        arb_seek(call, &call->link)) /* another hall may have given it */
        return false;
    if (to->who & ANYONE)
        return true;
    if (!good) {
        arb_api_fail(call->exchange, replaced ? ARB_API_REPLACED
                                     : sent   ? ARB_API_BAD_TOKEN
                                              : ARB_API_NO_TOKEN);
        return false;
    }
    if (!(to->who >> call->seat & 1u)) {
        arb_api_fail(call->exchange, ARB_API_NOT_YOURS);
        return false;
    }
    if (!choose_game(call, to))
        return false;
    if (call->table && call->table->damaged) {
        arb_api_fail(call->exchange, ARB_API_DAMAGED);
        return false;
    }
    return true;
}

/* Those who look on are served wherever they are: the journal tells what they see, and when. */
static bool is_followed(const arb_api_call *call, const arb_api_route *to)
{
    return to->method == ARB_HTTP_GET &&
           (call->seat == ARB_SEAT_DESK || call->seat == ARB_SEAT_SPECTATOR);
}

/* Whatever else is asked of a game is for the hall in which it lives. Did somebody else see to it?
 */
static bool is_handed_on(const arb_api_call *call, const arb_api_route *to)
{
    const bool pings = to->handler == arb_api_ping;
    arb_table *t = (to->who & ANYONE) && !pings ? NULL : call->table;
    const bool is_here =
        t && (arb_house_acts(t) || (arb_house_has(t) && call->hall->stalled_ms > 0));

    if (!t || !call->hall->house.shared || is_here || call->hall->stopping)
        return false;
    if (call->relayed) { /* whoever has handed it on has looked at the lease, and this one not yet
                          */
        if (t->epoch == 0 && t->pending == 0 && !t->is_loading)
            arb_house_scan_soon(call->hall);
        arb_api_fail(call->exchange, ARB_API_ELSEWHERE);
        return true;
    }
    if (is_followed(call, to) || (pings && call->seat > ARB_SEAT_BLACK))
        return false;
    t->used_ms = arb_boottime_ms();
    arb_forward_request(call, t, to->method == ARB_HTTP_GET || to->queues);
    return true;
}

/* Who only looks on is led to what he may see; what he reports is for the table itself. False,
 * after an answer, when there is nothing to be seen. */
static bool look_on(arb_api_call *call, const arb_api_route *to)
{
    if ((to->who & ANYONE) || call->seat != ARB_SEAT_SPECTATOR || to->queues)
        return true;
    call->table = arb_table_seen(call->table);
    if (call->table && !call->table->damaged)
        return true;
    arb_api_fail(call->exchange, call->table ? ARB_API_DAMAGED : ARB_API_MEMORY);
    return false;
}

bool arb_routes_has_game(const arb_api_call *call, bool queues)
{
    arb_table *t = call->table;

    t->used_ms = arb_boottime_ms();
    if (queues ? arb_table_takes_events(t) : arb_table_is_at_hand(t))
        return true;
    if (call->hall->stopping) {
        arb_api_fail(call->exchange, ARB_API_SHUTTING);
        return false;
    }
    arb_table_park(t, call);
    arb_table_wake(t, arb_hall_caller(call));
    return false;
}

/* A call that anybody may make is about no game, unless it finds one itself. */
static bool has_game(const arb_api_call *call, const arb_api_route *to)
{
    return (to->who & ANYONE) || !call->table || arb_routes_has_game(call, to->queues);
}

/* ---- under which name, from whose page */

/* Whoever asks only whether the hall lives, such as a proxy, need not know its name. */
static bool is_of_any_host(const arb_api_route *to)
{
    return to && (to->handler == arb_api_health || to->handler == arb_api_hall_proof);
}

static void answer_unknown_host(const arb_api_call *call)
{
    const arb_http_text host = arb_http_field_get(call->request, "Host");

    arb_api_fail_with(call->exchange, ARB_API_HOST, json_pack("{ss%}", "host", host.at, host.size));
}

/* What is published stands open to pages of all sites, which may read it and do nothing else. */
static bool is_open(const arb_http_request *request, const arb_api_route *to)
{
    return request->method != ARB_HTTP_POST && !to && arb_live_is_file(request->path);
}

/* A browser asks before it lets a page ask for what that has no longer as it was; of all else it
 * hears nothing. */
static void answer_options(const arb_api_call *call, bool open)
{
    static const arb_http_header headers[] = { { "Access-Control-Allow-Methods", "GET, HEAD" },
                                               { "Access-Control-Allow-Headers", "If-None-Match" },
                                               { "Access-Control-Max-Age", "86400" } };

    if (open)
        arb_http_answer_give(
            call->exchange,
            &(arb_http_answer){ .status = 204, .headers = headers, .header_count = 3 });
    else
        arb_api_fail(call->exchange, ARB_API_METHOD);
}

/* Is the request meant for this hall, and from nobody else's page? Otherwise it is answered. */
static bool is_for_us(const arb_api_call *call, const arb_api_route *to)
{
    const arb_hall_config *config = &call->hall->config;
    const arb_http_peer *peer = arb_http_exchange_peer(call->exchange);

    if (is_of_any_host(to) || call->relayed)
        return true;
    if (!arb_host_is_known(call->exchange, call->request, config->hosts, config->host_count)) {
        answer_unknown_host(call);
        return false;
    }
    if (to &&
        !arb_host_owns_page(call->request, arb_networks_have(config->proxies, config->proxy_count,
                                                             &peer->address))) {
        arb_api_fail(call->exchange, ARB_API_ORIGIN);
        return false;
    }
    return true;
}

/* What is no route is a file: of the feed, or of the pages, or there is none. */
static void answer_file(const arb_api_call *call)
{
    const arb_http_request *request = call->request;
    const bool is_live = arb_live_is_file(request->path);
    const arb_asset *asset = is_live ? NULL : find_page(request->path);

    if (is_live && request->method == ARB_HTTP_POST)
        arb_api_fail(call->exchange, ARB_API_METHOD);
    else if (is_live)
        arb_live_handle(call);
    else if (asset)
        arb_asset_answer(call->exchange, request, asset, strcmp(asset->path, board_page) == 0);
    else
        answer_missing(call->exchange, request);
}

void arb_routes_handle(void *user, arb_http_exchange *exchange, const arb_http_request *request)
{
    arb_api_call call = { .hall = user, .exchange = exchange, .request = request };
    const arb_api_route *to = find(request->path);

    if (call.hall->beat.running) /* its thread may have to wait where many want to run */
        arb_beat_set(&call.hall->beat, arb_boottime_ms());
    call.caller = arb_caller_of(arb_http_exchange_peer(exchange), request,
                                call.hall->config.proxies, call.hall->config.proxy_count);
    call.relayed = arb_forward_read(&call.from, call.hall, request);
    if (call.relayed)
        call.caller = (arb_caller){ .address = call.from.address, .is_local = call.from.is_local };
    if (!is_for_us(&call, to))
        return;
    if (is_open(request, to))
        arb_http_exchange_open(exchange);
    if (request->method == ARB_HTTP_OPTIONS)
        answer_options(&call, is_open(request, to));
    else if (!to)
        answer_file(&call);
    else if ((to->method == ARB_HTTP_POST) != (request->method == ARB_HTTP_POST))
        arb_api_fail(exchange, ARB_API_METHOD);
    else if (admit(&call, to) && !waits_for_lists(&call, to) && !is_handed_on(&call, to) &&
             look_on(&call, to) && has_game(&call, to))
        to->handler(&call);
}
