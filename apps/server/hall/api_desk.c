/* SPDX-License-Identifier: MIT */
/*
 * GET /api/desk: every game as the desk shows it, a tile each. What a tile says is what an arbiter
 * wants to know of a board at a glance; the same tiles come by the desk's stream when they change.
 */
#include "arbitro/can.h"
#include "server/hall/envelopes.h"
#include "server/hall/feed.h"
#include "server/hall/listing.h"
#include "server/hall/shadow.h"
#include "server/hall/sheets.h"

/* A clock is in time trouble with a tenth of its time left, and five minutes at most (8.4). */
enum { LOW_PART = 10, LOW_MAX_MS = 300000 };

json_t *arb_api_low(const arb_regulations *regulations)
{
    const arb_time_control *control = &regulations->clock.control[ARB_WHITE];

    if (!arb_regulations_timed(regulations) || control->count == 0)
        return json_null();
    const arb_ms part = control->period[0].time / LOW_PART;
    return json_integer(part < LOW_MAX_MS ? part : LOW_MAX_MS);
}

/* What the desk could do at once, of the few things that it does from there. To resume while
 * scoresheets are brought up to date is to decide the game (8.5): not at a touch. */
static json_t *possible(const arb_table *t)
{
    static const arb_verb verbs[] = { ARB_VERB_START,  ARB_VERB_STOP,    ARB_VERB_RESUME,
                                      ARB_VERB_REOPEN, ARB_VERB_ADJOURN, ARB_VERB_CONTINUE };
    json_t *list = json_array();

    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        const bool decides = verbs[i] == ARB_VERB_RESUME &&
                             arb_state_phase(arb_game_state(t->game)) == ARB_PHASE_UPDATING;
        if (!decides && arb_state_can(arb_game_state(t->game), arb_game_history(t->game),
                                      ARB_ACTOR_ARBITER, verbs[i], arb_table_now(t)))
            list = arb_json_add(list, json_string(arb_verb_get(verbs[i])->words));
    }
    return list;
}

static json_t *last_move(const arb_table *t)
{
    json_t *move = arb_api_last_move(t, ARB_SEAT_DESK);
    json_t *san = json_incref(json_object_get(move, "san"));

    json_decref(move);
    return san ? san : json_null();
}

/* Who is not there, and until when he may come; null when nobody is late. */
static json_t *late(const arb_table *t)
{
    json_t *told = arb_api_late(t);
    json_t *players = json_object_get(told, "absent"), *until = json_object_get(told, "late_at");
    json_t *is = json_array_size(players) > 0
                     ? json_pack("{sO sO sI}", "players", players, "until", until, "grace",
                                 (json_int_t)arb_game_regulations(t->game)->default_time)
                     : json_null();

    json_decref(told);
    return is;
}

/* What only a game in memory tells. */
static json_t *of_game(const arb_table *t)
{
    const arb_state *state = arb_game_state(t->game);
    const arb_code reason = arb_state_reason(state);
    const arb_pending pending = arb_state_pending(state);
    json_t *seen = json_pack(
        "{ss? so so so so so so so}", "reason",
        reason < ARB_CODE_COUNT ? arb_code_word(reason) : NULL, "last", last_move(t), "clock",
        arb_api_clock(t), "low", arb_api_low(arb_game_regulations(t->game)), "late", late(t),
        "call", t->call > 0 ? arb_api_log_entry(t, t->call - 1, ARB_SEAT_DESK) : json_null(), "can",
        possible(t), "report", arb_api_last_report(t));
    json_t *more =
        json_pack("{so so so so so ss?}", "illegal",
                  arb_json_by_colour(json_integer(arb_state_illegal(state, ARB_WHITE)),
                                     json_integer(arb_state_illegal(state, ARB_BLACK))),
                  "offer", arb_json_colour(arb_state_offer(state)), "waits", arb_api_waits(state),
                  "observable", arb_api_observable(t), "sheets", arb_api_sheets(t), "pending",
                  pending == ARB_PENDING_NONE ? NULL : arb_pending_word(pending));

    more = arb_json_put(more, "adjourned", arb_api_adjourned(t));
    more = arb_json_put(more, "spoken", json_boolean(arb_game_regulations(t->game)->vision != 0));
    return arb_json_join(arb_json_join(seen, more), arb_api_position(t, ARB_SEAT_DESK));
}

json_t *arb_api_tile(const arb_table *t)
{
    const bool awake = t->game && !t->is_judging && !t->damaged;
    json_t *tile = json_pack(
        "{sI sI so so ss? so ss ss so ss ss s{sb sb} sI}", "game", (json_int_t)t->id, "version",
        (json_int_t)t->version, "round",
        t->round ? json_integer((json_int_t)t->round) : json_null(), "board",
        t->board ? json_integer((json_int_t)t->board) : json_null(), "group", t->group, "names",
        arb_api_names(&t->names), "time", t->time, "mode", t->casual ? "casual" : "tournament",
        "computer", arb_json_colour(t->computer), "phase", arb_phase_word(t->phase), "result",
        arb_result_text(t->result), "present", "white", arb_table_is_present(t, ARB_WHITE), "black",
        arb_table_is_present(t, ARB_BLACK), "spectators", (json_int_t)arb_table_spectators(t));

    if (t->start960 >= 0)
        tile = arb_json_put(tile, "start960", json_integer(t->start960));
    if (t->damaged)
        tile = arb_json_put(tile, "damaged", json_true());
    if (t->before)
        tile = arb_json_put(tile, "before", json_integer((json_int_t)t->before));
    if (t->next)
        tile = arb_json_put(tile, "next", json_integer((json_int_t)t->next));
    if (awake)
        return arb_json_join(tile, of_game(t));
    return arb_json_join(tile, json_pack("{sb sI}", "asleep", 1, "plies", (json_int_t)t->moves));
}

/* ---- the list */

/* A game that sleeps and may still go on is read: the stream tells of it when it is there. */
static json_t *listed(arb_table *t, void *user)
{
    (void)user;
    if (!t->known && !t->damaged)
        return NULL;
    if (!t->game && !t->is_over && !t->damaged)
        arb_table_wake(t, 0);
    return arb_api_tile(t);
}

void arb_api_desk(const arb_api_call *call)
{
    arb_listing of;

    if (!arb_hall_allows(call, ARB_LIMIT_READ) || !arb_listing_read(&of, call))
        return;
    json_t *tiles = json_array();
    const uint64_t next = arb_listing_write(tiles, call->hall, &of, listed, NULL);
    json_t *body = json_pack(
        "{so so sI sI so sb}", "tiles", tiles, "rounds", arb_rounds_json(call->hall), "version",
        (json_int_t)call->hall->feed.version, "now", (json_int_t)arb_boottime_ms(), "supervision",
        arb_hall_supervision(call->hall), "more", next != 0);
    if (next != 0)
        body = arb_json_put(body, "next", json_integer((json_int_t)next));
    arb_api_give(call->exchange, 200, body);
}
