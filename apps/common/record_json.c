/* SPDX-License-Identifier: MIT */
/* Scoresheets as JSON; see record_json.h. */
#include "common/record_json.h"

#include "arbitro/fen.h"
#include "common/laws_json.h"

/* A sheet may hold anything, also what is no UTF-8. */
static json_t *text(const char *bytes, size_t size)
{
    json_t *string = bytes ? json_stringn(bytes, size) : json_null();

    return string ? string : json_string("?");
}

static json_t *entry_json(const arb_record_entry *entry)
{
    json_t *object = json_pack("{so ss}", "text", text(entry->text, entry->size), "kind",
                               arb_entry_kind_word(entry->kind));

    if (entry->half_move > 0)
        object = arb_json_put(object, "half_move", json_integer(entry->half_move));
    if (entry->corrections > 0) {
        object = arb_json_put(object, "was", text(entry->was, entry->was_size));
        object = arb_json_put(object, "corrections", json_integer(entry->corrections));
    }
    return object;
}

/* The entries, for the arbiter with what they are beside what was played. */
static json_t *sheet_json(const arb_record *record, const arb_game *game, arb_colour sheet,
                          bool checked)
{
    json_t *entries = json_array(), *gaps = json_array();

    for (size_t i = 0; i < arb_record_size(record, sheet); i++) {
        const arb_record_entry *entry = arb_record_entry_at(record, sheet, i);
        json_t *object = entry_json(entry);
        if (checked && entry->half_move > 0)
            object = arb_json_put(
                object, "check",
                json_string(arb_row_check_word(arb_record_check(record, sheet, entry->half_move))));
        entries = arb_json_add(entries, object);
    }
    for (size_t i = 0; i < arb_record_gap_count(record, sheet); i++)
        gaps = arb_json_add(gaps, json_integer(arb_record_gap(record, sheet, i)));
    return json_pack("{ss so so}", "state",
                     arb_sheet_stand_word(arb_game_sheet_stands(game, sheet)), "entries", entries,
                     "gaps", gaps);
}

json_t *arb_json_sheet(const arb_record *record, const arb_game *game, arb_colour sheet)
{
    return sheet_json(record, game, sheet, false);
}

static json_t *part_json(const arb_record *record)
{
    static const char *const names[] = { "white", "black", "arbiter" };
    arb_parting part;

    if (!arb_record_part(&part, record))
        return json_null();
    json_t *object = json_pack("{sI ss}", "half_move", (json_int_t)part.half_move, "settled_by",
                               arb_settled_by_word(part.settled_by));
    for (unsigned i = 0; i < 3; i++)
        if (part.says[i])
            object = arb_json_put(object, names[i],
                                  json_pack("{so sb}", "text",
                                            text(part.says[i]->text, part.says[i]->size), "right",
                                            part.right[i]));
    return object;
}

/* Laws 8.5 */
static json_t *updating_json(const arb_state *state)
{
    const unsigned free = arb_state_was_free(state);

    if (arb_state_overdue(state) == ARB_COLOUR_COUNT)
        return json_null();
    return json_pack("{so so}", "flag", arb_json_colour(arb_state_overdue(state)), "free",
                     arb_json_by_colour(json_boolean(free & 1u), json_boolean(free & 2u)));
}

/* Laws 8.5.3 */
static json_t *reconstruction_json(const arb_game *game)
{
    arb_reconstruction noted;
    char fen[ARB_FEN_SIZE];
    arb_pos pos;

    if (!arb_state_reconstruction(&noted, arb_game_state(game)) ||
        !arb_history_position(&pos, arb_game_history(game), noted.ply))
        return json_null();
    (void)arb_pos_fen(fen, sizeof fen, &pos);
    return json_pack("{ss so so sI so}", "fen", fen, "clock",
                     arb_json_by_colour(json_real((double)noted.clock[ARB_WHITE] / 1000.0),
                                        json_real((double)noted.clock[ARB_BLACK] / 1000.0)),
                     "running", arb_json_colour((arb_colour)noted.running), "half_moves",
                     (json_int_t)noted.half_moves, "completed",
                     arb_json_by_colour(json_integer(noted.completed[ARB_WHITE]),
                                        json_integer(noted.completed[ARB_BLACK])));
}

json_t *arb_json_record(const arb_game *game)
{
    arb_record *record;

    if (arb_record_new(&record, game) != ARB_OK)
        return NULL;
    json_t *object = arb_json_by_colour(sheet_json(record, game, ARB_WHITE, true),
                                        sheet_json(record, game, ARB_BLACK, true));
    object = arb_json_put(object, "arbiter", sheet_json(record, game, ARB_COLOUR_COUNT, true));
    object = arb_json_put(object, "evidence", json_integer(arb_record_evidence(record)));
    object = arb_json_put(object, "part", part_json(record));
    object = arb_json_put(object, "updating", updating_json(arb_game_state(game)));
    object = arb_json_put(object, "reconstruction", reconstruction_json(game));
    arb_record_free(record);
    return object;
}
