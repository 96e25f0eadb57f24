/* SPDX-License-Identifier: MIT */
/*
 * GET /api/sheet: the scoresheets of a game (Article 8). A player sees his own as he wrote it, the
 * same whether an entry is a legal move or not, and without what would count the moves for him
 * (12.6); whoever watches for the arbiter sees all of them, and what they are beside the game.
 */
#include "server/hall/sheets.h"

#include "common/record_json.h"
#include "server/hall/hall_internal.h"
#include "server/hall/rendition.h"

bool arb_table_keeps_sheets(const arb_table *t)
{
    return arb_game_regulations(t->game)->record == ARB_RECORD_KEPT;
}

/* ---- how they stand, at a glance */

static json_t *half_move(uint32_t number)
{
    return number > 0 ? json_integer(number) : json_null();
}

/* Where the first gap of a sheet is; 0 when it has none. */
static uint32_t first_gap(const arb_record *record, arb_colour sheet)
{
    return arb_record_gap_count(record, sheet) > 0 ? arb_record_gap(record, sheet, 0) : 0;
}

static json_t *stand(const arb_table *t, const arb_record *record, arb_colour sheet)
{
    return json_pack("{ss so sb}", "state",
                     arb_sheet_stand_word(arb_game_sheet_stands(t->game, sheet)), "gap",
                     half_move(first_gap(record, sheet)), "must",
                     arb_state_must_record(arb_game_state(t->game), sheet));
}

json_t *arb_api_sheets(const arb_table *t)
{
    arb_record *record;
    arb_parting part;

    if (!arb_table_keeps_sheets(t))
        return json_null();
    if (arb_record_new(&record, t->game) != ARB_OK)
        return NULL;
    json_t *both = arb_json_by_colour(stand(t, record, ARB_WHITE), stand(t, record, ARB_BLACK));
    both =
        arb_json_put(both, "part", half_move(arb_record_part(&part, record) ? part.half_move : 0));
    arb_record_free(record);
    return both;
}

/* ---- the sheets themselves */

/* Whose sheet a seat writes: a player his own, an assistant that of his player. */
static arb_colour owner_of(arb_seat seat)
{
    return seat <= ARB_SEAT_BLACK ? (arb_colour)seat : arb_seat_served(seat);
}

/* Laws 8.1.6, D.2.10.3 */
static bool writes_for(arb_seat seat, const arb_game *game)
{
    const arb_colour player = arb_seat_served(seat);

    return player < ARB_COLOUR_COUNT &&
           (arb_state_tasks(arb_game_state(game), player) >> ARB_TASK_RECORD & 1u) != 0;
}

static json_t *own_sheet(const arb_rendition *r)
{
    const arb_game *game = r->table->game;
    const arb_colour own = owner_of(r->seat);
    arb_record *record;

    if (arb_record_new(&record, game) != ARB_OK)
        return NULL;
    json_t *sheet = arb_json_sheet(record, game, own);
    arb_record_free(record);
    if (sheet && !arb_rights_may_know(r->seat, ARB_SECRET_COUNT, game)) {
        (void)json_object_del(sheet, "state");
        (void)json_object_del(sheet, "gaps");
    }
    return arb_json_put(sheet, "must",
                        json_boolean(arb_state_must_record(arb_game_state(game), own)));
}

static arb_err write_sheet(arb_rendition *r)
{
    const arb_table *t = r->table;
    json_t *body = owner_of(r->seat) < ARB_COLOUR_COUNT
                       ? own_sheet(r)
                       : arb_json_put(arb_json_record(t->game), "found", arb_api_claim_found(t));

    body = arb_json_put(body, "kept", json_boolean(arb_table_keeps_sheets(t)));
    body = arb_json_put(body, "seq", json_integer((json_int_t)t->sequence));
    return arb_api_write(&r->out, body);
}

static void give_sheet(const arb_rendition *r)
{
    arb_api_give_text(r->exchange, 200, &r->out);
}

void arb_api_sheet(const arb_api_call *call)
{
    const bool player = call->seat <= ARB_SEAT_BLACK || writes_for(call->seat, call->table->game);

    if (!arb_hall_allows(call, ARB_LIMIT_READ))
        return;
    if (!player && !arb_rights_watches(call->seat, call->table->game)) {
        arb_api_fail(call->exchange, ARB_API_NOT_YOURS);
        return;
    }
    arb_rendition *r = arb_rendition_new(call);
    if (!r)
        return;
    r->write = write_sheet;
    r->give = give_sheet;
    arb_rendition_begin(r);
}
