/* SPDX-License-Identifier: MIT */
/* The scoresheets of a game beside one another; see record.h. */
#include "game/record_rows.h"

#include <assert.h>

#include "arbitro/mem.h"

const char *arb_sheet_stand_word(arb_sheet_stand stand)
{
    static const char *const words[ARB_SHEET_STAND_COUNT] = { "complete", "gaps", "ahead" };
    return words[stand];
}

const char *arb_row_check_word(arb_row_check check)
{
    static const char *const words[ARB_ROW_CHECK_COUNT] = {
        "right", "wrong", "illegal", "ambiguous", "foreign", "blank", "unknown",
    };
    return words[check];
}

const char *arb_settled_by_word(arb_settled_by by)
{
    static const char *const words[ARB_SETTLED_BY_COUNT] = { "board", "arbiter", "nobody" };
    return words[by];
}

/* Laws 8.1.2, 8.5 */
arb_sheet_stand arb_game_sheet_stands(const arb_game *game, arb_colour sheet)
{
    if (arb_keeping_is_ahead(game->entries, &game->state, sheet))
        return ARB_SHEET_AHEAD;
    return arb_keeping_gaps(game->entries, &game->state, sheet) > 0 ? ARB_SHEET_GAPS
                                                                    : ARB_SHEET_COMPLETE;
}

/* ---- reading the sheets */

static arb_record_entry shown(const arb_entry *entries, const arb_entry *entry)
{
    arb_record_entry out = { .kind = (arb_entry_kind)entry->kind,
                             .marks_offer = entry->marks_offer,
                             .text = entry->text,
                             .size = entry->size };

    if (arb_entry_kind_has_row(out.kind))
        out.half_move = entry->row + 1;
    if (entry->was != NO_ENTRY) {
        out.was = entries[entry->was].text;
        out.was_size = entries[entry->was].size;
    }
    for (uint32_t at = entry->was; at != NO_ENTRY; at = entries[at].was)
        out.corrections++;
    return out;
}

static arb_err read_entries(arb_record *r, unsigned sheet)
{
    const arb_game *game = r->game;
    const size_t count = arb_game_sheet_size(game, (arb_colour)sheet);
    size_t left = count;

    if (count == 0)
        return ARB_OK;
    r->entries[sheet] = arb_mem_new_array(game->mem, count, sizeof *r->entries[sheet]);
    if (!r->entries[sheet])
        return ARB_NOMEM;
    r->count[sheet] = count;
    r->abroad[sheet] = arb_keeping_abroad(game->entries, &game->state, sheet);
    for (uint32_t at = game->state.sheet[sheet]; at != NO_ENTRY; at = game->entries[at].before) {
        const arb_record_entry entry = shown(game->entries, &game->entries[at]);
        r->entries[sheet][--left] = entry;
        if (entry.half_move > 0 && entry.half_move <= r->half_moves)
            r->rows[(entry.half_move - 1) * SHEETS + sheet].entry = (uint32_t)left + 1;
    }
    return ARB_OK;
}

static arb_err read_gaps(arb_record *r, unsigned sheet)
{
    const uint32_t completed = arb_keeping_completed(&r->game->state);
    const uint32_t due = completed > 0 ? completed - 1 : 0;
    const size_t room = arb_keeping_gaps(r->game->entries, &r->game->state, sheet);

    if (room == 0)
        return ARB_OK;
    r->gaps[sheet] = arb_mem_new_array(r->game->mem, room, sizeof *r->gaps[sheet]);
    if (!r->gaps[sheet])
        return ARB_NOMEM;
    r->gap_room[sheet] = room;
    for (uint32_t i = 0; i < due; i++)
        if (!arb_record_is_written(r, sheet, i)) {
            assert(r->gap_count[sheet] < room);
            r->gaps[sheet][r->gap_count[sheet]++] = i + 1;
        }
    return ARB_OK;
}

arb_err arb_record_new(arb_record **out, const arb_game *game)
{
    arb_record *r = arb_mem_new_array(game->mem, 1, sizeof *r);
    arb_err err = ARB_OK;

    if (!r)
        return ARB_NOMEM;
    *r = (arb_record){ .game = game, .half_moves = arb_keeping_known(&game->state) };
    const size_t rows = (size_t)r->half_moves * SHEETS;
    if (rows > 0) {
        r->rows = arb_mem_new_array(game->mem, rows, sizeof *r->rows);
        err = r->rows ? ARB_OK : ARB_NOMEM;
    }
    for (size_t i = 0; i < rows && !err; i++)
        r->rows[i] = (arb_record_row){ .check = ARB_ROW_UNKNOWN };
    for (unsigned sheet = 0; sheet < SHEETS && !err; sheet++) {
        err = read_entries(r, sheet);
        if (!err)
            err = read_gaps(r, sheet);
    }
    if (err) {
        arb_record_free(r);
        return err;
    }
    arb_record_read_rows(r);
    *out = r;
    return ARB_OK;
}

void arb_record_free(arb_record *record)
{
    if (!record)
        return;
    const arb_mem *mem = record->game->mem;
    for (unsigned sheet = 0; sheet < SHEETS; sheet++) {
        arb_mem_free(mem, record->entries[sheet],
                     record->count[sheet] * sizeof *record->entries[sheet]);
        arb_mem_free(mem, record->gaps[sheet],
                     record->gap_room[sheet] * sizeof *record->gaps[sheet]);
    }
    if (record->rows)
        arb_mem_free(mem, record->rows, (size_t)record->half_moves * SHEETS * sizeof *record->rows);
    arb_mem_free(mem, record, sizeof *record);
}

/* ---- questions */

size_t arb_record_size(const arb_record *record, arb_colour sheet)
{
    return record->count[sheet];
}

const arb_record_entry *arb_record_entry_at(const arb_record *record, arb_colour sheet,
                                            size_t index)
{
    assert(index < record->count[sheet]);
    return &record->entries[sheet][index];
}

size_t arb_record_gap_count(const arb_record *record, arb_colour sheet)
{
    return record->gap_count[sheet];
}

uint32_t arb_record_gap(const arb_record *record, arb_colour sheet, size_t index)
{
    assert(index < record->gap_count[sheet]);
    return record->gaps[sheet][index];
}

uint32_t arb_record_half_moves(const arb_record *record)
{
    return record->half_moves;
}

arb_row_check arb_record_check(const arb_record *record, arb_colour sheet, uint32_t half_move)
{
    if (half_move == 0 || half_move > record->half_moves)
        return ARB_ROW_UNKNOWN;
    return (arb_row_check)arb_record_row_at(record, sheet, half_move - 1)->check;
}

static bool is_right(const arb_record *r, unsigned sheet, uint32_t index)
{
    return arb_record_row_at(r, sheet, index)->check == ARB_ROW_RIGHT;
}

/* Laws 8.5, 8.6 */
static bool is_proved(const arb_record *r, uint32_t index)
{
    const arb_record_row *white = arb_record_row_at(r, ARB_WHITE, index),
                         *black = arb_record_row_at(r, ARB_BLACK, index);

    if (is_right(r, SHEET_ARBITER, index))
        return true;
    return is_right(r, ARB_WHITE, index) && is_right(r, ARB_BLACK, index) &&
           (r->game->regulations.board == ARB_BOARD_SEEN ||
            arb_move_equal(white->move, black->move));
}

uint32_t arb_record_evidence(const arb_record *record)
{
    uint32_t index = 0;

    while (index < record->half_moves && is_proved(record, index))
        index++;
    return index;
}

/* Do two sheets say different things? What is no legal move on one is another thing than one that
 * is on the other; about two that are none nothing can be said. */
static bool differ(const arb_record_row *a, const arb_record_row *b)
{
    const bool readable = a->check < ARB_ROW_FOREIGN && b->check < ARB_ROW_FOREIGN;

    return readable && (a->legal != b->legal || (a->legal && !arb_move_equal(a->move, b->move)) ||
                        (a->check == ARB_ROW_RIGHT) != (b->check == ARB_ROW_RIGHT));
}

static bool parts_at(const arb_record *r, uint32_t index)
{
    for (unsigned a = 0; a < SHEETS; a++)
        for (unsigned b = a + 1; b < SHEETS; b++)
            if (differ(arb_record_row_at(r, a, index), arb_record_row_at(r, b, index)))
                return true;
    return false;
}

/* Laws 8.5.3 */
bool arb_record_part(arb_parting *out, const arb_record *record)
{
    uint32_t index = 0;

    while (index < record->half_moves && !parts_at(record, index))
        index++;
    if (index == record->half_moves)
        return false;
    const arb_record_row *arbiter = arb_record_row_at(record, SHEET_ARBITER, index);
    const bool seen = record->game->regulations.board == ARB_BOARD_SEEN;
    *out = (arb_parting){ .half_move = index + 1,
                          .settled_by = seen             ? ARB_SETTLED_BY_BOARD
                                        : arbiter->legal ? ARB_SETTLED_BY_ARBITER
                                                         : ARB_SETTLED_BY_NOBODY };
    for (unsigned sheet = 0; sheet < SHEETS; sheet++) {
        const arb_record_row *one = arb_record_row_at(record, sheet, index);
        if (arb_record_is_written(record, sheet, index))
            out->says[sheet] = arb_record_entry_of(record, sheet, index);
        out->right[sheet] = seen ? one->check == ARB_ROW_RIGHT
                                 : arbiter->legal && arb_move_equal(one->move, arbiter->move);
    }
    return true;
}
