/* SPDX-License-Identifier: MIT */
/*
 * What the scoresheets of both players say when their boards differ: how far they agree, and
 * whether that is the game that was announced (Laws, D.2.9). They count whether or not Article 8 is
 * watched.
 */
#include "laws/boards.h"
#include "laws/keeping.h"

/* Laws 8.1: who has made the last half-move may not have written it yet; the other's sheet has it.
 */
static bool is_own_last(const arb_state *s, arb_colour player, uint32_t row)
{
    return row + 1 == s->half_moves && player != s->turn;
}

/* The move that both have in this row. */
static bool agree(arb_move *out, const arb_look *look, const arb_state *s, const arb_pos *pos,
                  uint32_t row, bool lenient)
{
    arb_reading reading[2];
    arb_written written;

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        const arb_entry *entry = arb_keeping_row(look->entries, s, c, row);
        if (!entry && lenient && is_own_last(s, c, row))
            entry = arb_keeping_row(look->entries, s, arb_opponent(c), row);
        if (!entry ||
            !arb_keeping_read(&reading[c], &written, entry, false, pos, look->regulations) ||
            reading[c].kind != ARB_READING_LEGAL)
            return false;
    }
    *out = reading[ARB_WHITE].move;
    return arb_move_equal(reading[ARB_WHITE].move, reading[ARB_BLACK].move);
}

bool arb_sheets_next(arb_move *out, const arb_look *look, const arb_state *s)
{
    return agree(out, look, s, &s->pos, s->half_moves, false);
}

/* Is that the move of the record? */
static bool is_recorded(const arb_look *look, const arb_state *s, uint32_t row, arb_move move)
{
    const arb_ply_record *record =
        arb_history_get(look->history, arb_half_move(s, look->history, row + 1));

    return record->kind == ARB_PLY_MOVE && arb_move_equal(record->move, move);
}

static bool is_own_last_missing(const arb_look *look, const arb_state *s, uint32_t row)
{
    const arb_colour player = arb_opponent((arb_colour)s->turn);

    return is_own_last(s, player, row) && !arb_keeping_row(look->entries, s, player, row);
}

/* Has neither of them anything written? */
static bool are_blank(const arb_look *look, const arb_state *s)
{
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        for (uint32_t row = 0; row < s->half_moves; row++)
            if (arb_keeping_row(look->entries, s, c, row))
                return false;
    return true;
}

/* Laws D.2.9 */
arb_agreed arb_sheets_say(const arb_look *look, const arb_state *s)
{
    arb_agreed said = { .made = s->half_moves, .parts = s->half_moves };
    arb_move move;

    (void)arb_keeping_position(&said.pos, s, look->history, 0);
    said.blank = are_blank(look, s);
    if (said.blank)
        said.count = said.made;
    for (; said.count < said.made; said.count++) {
        const bool same = said.parts == said.made;
        if ((same && !arb_keeping_position(&said.pos, s, look->history, said.count)) ||
            !agree(&move, look, s, &said.pos, said.count, same))
            return said;
        if (same && !is_recorded(look, s, said.count, move)) {
            if (is_own_last_missing(look, s, said.count))
                return said; /* one sheet alone has another move */
            said.parts = said.count;
        }
        arb_pos_play(&said.pos, &said.pos, move);
    }
    if (said.parts == said.made)
        said.pos = s->pos;
    return said;
}
