/* SPDX-License-Identifier: MIT */
/* What a page may look at: the hall, a game, its files, an article, a QR code. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arbitro/fen.h"
#include "server/hall/door.h"
#include "server/hall/engine.h"
#include "server/hall/listing.h"
#include "server/hall/publish.h"
#include "server/hall/rendition.h"

enum { FILE_MAX = 64 << 20, QR_LIMIT = 1 << 20, QR_TEXT_MAX = 1024, REPORT_ROOM = 512 };

/* ---- the hall */

/* What a spectator told last, unless the arbiter has done something there since; null. */
json_t *arb_api_last_report(const arb_table *t)
{
    char text[REPORT_ROOM];

    for (size_t i = t->log_count; i-- > 0;) {
        const arb_event *event = arb_game_event(t->game, i, NULL);
        if (event->verb == ARB_VERB_REPORT) {
            (void)arb_event_text(text, sizeof text, event);
            return json_string(text);
        }
        if (event->actor == ARB_ACTOR_ARBITER && !t->log[i].by_hall)
            break;
    }
    return json_null();
}

/* Whether a player is there, as whoever asks is told. */
static bool is_present(const arb_table *t, arb_colour colour, bool desk)
{
    return desk ? arb_table_is_present(t, colour) : arb_table_is_present_seen(t, colour);
}

/* What he is told of the game itself; false: it is not in his list. */
static bool look(arb_past *out, arb_table *t, bool desk)
{
    if (!desk)
        return arb_door_shows(t->hall, t) && arb_table_listed(out, t) && out->known;
    *out = (arb_past){ .phase = t->phase, .result = t->result, .moves_seen = t->moves };
    return t->known || t->damaged; /* otherwise of an older database, and not read yet */
}

static json_t *hall_entry(arb_table *t, void *user)
{
    const bool desk = ((const arb_listing *)user)->desk;
    arb_past seen;

    if (!look(&seen, t, desk))
        return NULL;
    json_t *entry =
        json_pack("{sI so ss ss ss sI sb s{sb sb}}", "game", (json_int_t)t->id, "names",
                  arb_api_names(&t->names), "time", t->time, "phase", arb_phase_word(seen.phase),
                  "result", arb_result_text(seen.result), "moves", (json_int_t)seen.moves_seen,
                  "casual", t->casual, "present", "white", is_present(t, ARB_WHITE, desk), "black",
                  is_present(t, ARB_BLACK, desk));
    if (t->start960 >= 0)
        entry = arb_json_put(entry, "start960", json_integer(t->start960));
    if (desk && t->damaged)
        entry = arb_json_put(entry, "damaged", json_true());
    if (desk && t->next)
        entry = arb_json_put(entry, "next", json_integer((json_int_t)t->next));
    if (desk && t->game && !t->is_judging)
        entry = arb_json_put(arb_json_put(entry, "state", arb_api_state(t, ARB_SEAT_DESK)),
                             "report", arb_api_last_report(t));
    return entry;
}

void arb_api_hall(const arb_api_call *call)
{
    arb_listing of;

    if (!arb_hall_allows(call, ARB_LIMIT_READ) || !arb_listing_read(&of, call))
        return;
    json_t *games = json_array();
    const uint64_t next = arb_listing_write(games, call->hall, &of, hall_entry, &of);
    json_t *body =
        json_pack("{so sI sb sb sb}", "games", games, "now", (json_int_t)arb_boottime_ms(),
                  "computer", arb_engine_has_room(call->hall), "more", next != 0, "closed",
                  arb_door_is_closed(call->hall));
    if (of.desk)
        body = arb_json_put(body, "supervision", arb_hall_supervision(call->hall));
    if (next != 0)
        body = arb_json_put(body, "next", json_integer((json_int_t)next));
    arb_api_give(call->exchange, 200, body);
}

/* ---- a game */

/* The position before the first move. */
static json_t *start_position(const arb_game *game)
{
    char fen[ARB_FEN_SIZE];

    (void)arb_fen_write(fen, sizeof fen, &arb_game_given(game)->setup, ARB_FEN_X, NULL);
    return json_string(fen);
}

/* What grows with the game goes behind the rest as text: as a tree it would take twice as long. */
static arb_err write_course(arb_buf *out, const arb_table *t, arb_seat seat)
{
    arb_buf_cut(out, arb_buf_size(out) - 1);
    arb_err err = arb_buf_add_text(out, ",\"moves\":");
    if (!err)
        err = arb_api_write_moves(out, t, seat);
    if (!err)
        err = arb_buf_add_text(out, ",\"log\":");
    if (!err)
        err = arb_api_write_log(out, t, seat);
    return err ? err : arb_buf_add_char(out, '}');
}

static arb_err write_game(arb_rendition *r)
{
    const arb_table *t = r->table;
    const arb_regulations *regulations = arb_game_regulations(t->game);
    json_t *body = json_pack(
        "{ss sI sI sI so ss ss so so ss ss so so s{sb sb sI}}", "role", arb_seat_word(r->seat),
        "game", (json_int_t)t->id, "seq", (json_int_t)t->sequence, "now", (json_int_t)r->now_ms,
        "names", arb_api_names(&t->names), "time", t->time, "edition", t->edition, "laws",
        arb_api_laws(regulations), "options", arb_api_options(regulations), "variant",
        regulations->variant == ARB_CHESS960 ? "chess960" : "standard", "mode",
        t->casual ? "casual" : "tournament", "computer", arb_json_colour(t->computer), "state",
        arb_api_state(t, r->seat), "presence", "white", r->present[ARB_WHITE], "black",
        r->present[ARB_BLACK], "spectators", (json_int_t)r->spectators);
    if (r->seat == ARB_SEAT_ARBITER || r->seat == ARB_SEAT_DESK)
        body = arb_json_put(body, "breaches", arb_api_breaches(regulations->book));
    if (regulations->variant == ARB_CHESS960)
        body = arb_json_put(body, "start960",
                            t->start960 < 0 ? json_null() : json_integer(t->start960));
    body = arb_json_put(body, "start", start_position(t->game));
    if (t->before)
        body = arb_json_put(body, "before", json_integer((json_int_t)t->before));
    body = arb_json_put(body, "next", arb_api_next(t, r->seat));
    const arb_err err = arb_api_write(&r->out, body);
    return err ? err : write_course(&r->out, t, r->seat);
}

static void give_game(const arb_rendition *r)
{
    arb_api_give_text(r->exchange, 200, &r->out);
}

void arb_api_game(const arb_api_call *call)
{
    arb_rendition *r = arb_hall_allows(call, ARB_LIMIT_READ) ? arb_rendition_new(call) : NULL;

    if (!r)
        return;
    r->write = write_game;
    r->give = give_game;
    arb_rendition_begin(r);
}

/* ---- files */

static arb_err write_pgn(arb_rendition *r)
{
    return arb_table_pgn(&r->out, r->table);
}

static void give_pgn(const arb_rendition *r)
{
    arb_api_give_file(r, "application/vnd.chess-pgn", "pgn");
}

/* PGN marks an illegal move as such, also one that nobody has found yet (Laws A.5.2). */
void arb_api_pgn(const arb_api_call *call)
{
    if (!arb_hall_allows(call, ARB_LIMIT_READ))
        return;
    if (!arb_rights_may_know(call->seat, ARB_SECRET_ILLEGAL, call->table->game)) {
        arb_api_fail(call->exchange, ARB_API_NOT_OVER);
        return;
    }
    arb_rendition *r = arb_rendition_new(call);
    if (!r)
        return;
    r->write = write_pgn;
    r->give = give_pgn;
    arb_rendition_begin(r);
}

/* ---- small things */

void arb_api_qr(const arb_api_call *call)
{
    json_t *body;
    arb_buf svg;

    if (!arb_hall_allows(call, ARB_LIMIT_READ) || !(body = arb_api_body(call)))
        return;
    const char *text = json_string_value(json_object_get(body, "text"));
    arb_buf_init(&svg, NULL, QR_LIMIT);
    if (!text || !*text)
        arb_api_fail_field(call->exchange, "text");
    else if (strlen(text) > QR_TEXT_MAX || arb_qr_write(&svg, text) != ARB_OK)
        arb_api_fail(call->exchange, ARB_API_TOO_LONG);
    else
        arb_http_answer_give(call->exchange, &(arb_http_answer){ .status = 200,
                                                                 .type = "image/svg+xml",
                                                                 .body = arb_buf_text(&svg),
                                                                 .size = arb_buf_size(&svg) });
    arb_buf_clear(&svg);
    json_decref(body);
}

void arb_api_health(const arb_api_call *call)
{
    if (call->hall->stopping)
        arb_api_fail(call->exchange, ARB_API_SHUTTING);
    else if (call->hall->trouble)
        arb_api_fail_store(call->exchange, call->hall->trouble);
    else if (!arb_house_is_heard(call->hall))
        arb_api_fail_store(call->exchange, ARB_STORE_AWAY);
    else
        arb_http_answer_text(call->exchange, 200, "ok");
}

void arb_api_metrics(const arb_api_call *call)
{
    arb_buf text;

    if (!call->hall->config.metrics_all && !call->caller.is_local) {
        arb_api_fail(call->exchange, ARB_API_NOT_LOCAL);
        return;
    }
    arb_buf_init(&text, NULL, 1 << 16);
    if (arb_metrics_write(&text, call->hall) == ARB_OK)
        arb_http_answer_give(call->exchange,
                             &(arb_http_answer){ .status = 200,
                                                 .type = "text/plain; version=0.0.4",
                                                 .body = arb_buf_text(&text),
                                                 .size = arb_buf_size(&text) });
    else
        arb_api_fail(call->exchange, ARB_API_MEMORY);
    arb_buf_clear(&text);
}
