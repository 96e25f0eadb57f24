/* SPDX-License-Identifier: MIT */
/*
 * What the rows of scoresheets mean: beside the game where the board is seen, else beside one
 * another (Laws, 8.1.1, 8.5, C).
 */
#include "game/record_rows.h"

arb_record_row *arb_record_row_at(const arb_record *r, unsigned sheet, uint32_t index)
{
    return &r->rows[(size_t)index * SHEETS + sheet];
}

const arb_record_entry *arb_record_entry_of(const arb_record *r, unsigned sheet, uint32_t index)
{
    const uint32_t entry = arb_record_row_at(r, sheet, index)->entry;

    return entry > 0 ? &r->entries[sheet][entry - 1] : NULL;
}

bool arb_record_is_written(const arb_record *r, unsigned sheet, uint32_t index)
{
    const arb_record_entry *entry = arb_record_entry_of(r, sheet, index);

    return entry && entry->kind != ARB_ENTRY_BLANK;
}

/* What was made, where that was seen: a move, or a displacement. */
typedef struct made {
    bool seen, legal;
    arb_move move;
    arb_hand hand;
} made;

static bool is_or_unsaid(uint8_t said, unsigned is)
{
    return said == ARB_UNSAID || said == is;
}

/* Is it what the hand did, to a piece of this kind? Of castling the king is seen. */
static bool same_displacement(const arb_written *written, arb_hand hand, arb_role role)
{
    static const unsigned files[ARB_WING_COUNT] = { [ARB_KINGSIDE] = 6, [ARB_QUEENSIDE] = 2 };
    const unsigned from_file = arb_square_file(hand.from), from_rank = arb_square_rank(hand.from);
    const unsigned to_file = arb_square_file(hand.to), to_rank = arb_square_rank(hand.to);

    if (written->castling != ARB_WING_COUNT)
        return role == ARB_KING && to_rank == from_rank && to_file == files[written->castling];
    return (written->role == ARB_ROLE_NONE || written->role == role) &&
           is_or_unsaid(written->from_file, from_file) &&
           is_or_unsaid(written->from_rank, from_rank) && written->to_file == to_file &&
           written->to_rank == to_rank && written->promotion == hand.promotion;
}

/* Is it the illegal move that stands? */
static bool stands(const arb_written *written, const made *was, const arb_pos *pos)
{
    if (!was->seen || was->legal || was->hand.from >= ARB_SQUARE_COUNT ||
        was->hand.to >= ARB_SQUARE_COUNT)
        return false;
    const arb_setup setup = arb_pos_setup(pos);
    const arb_piece piece = setup.piece[was->hand.from];
    return piece != ARB_PIECE_NONE && same_displacement(written, was->hand, arb_piece_role(piece));
}

static arb_row_check check_reading(const arb_reading *reading, const arb_written *written,
                                   const arb_pos *pos, const made *was)
{
    if (reading->kind == ARB_READING_AMBIGUOUS)
        return ARB_ROW_AMBIGUOUS;
    if (reading->kind == ARB_READING_ILLEGAL)
        return stands(written, was, pos) ? ARB_ROW_RIGHT : ARB_ROW_ILLEGAL;
    if (!was->seen)
        return ARB_ROW_RIGHT;
    return was->legal && arb_move_equal(reading->move, was->move) ? ARB_ROW_RIGHT : ARB_ROW_WRONG;
}

static void check_row(arb_record *r, unsigned sheet, uint32_t index, const arb_pos *pos,
                      const made *was)
{
    const arb_regulations *regulations = &r->game->regulations;
    const arb_record_entry *entry = arb_record_entry_of(r, sheet, index);
    arb_record_row *out = arb_record_row_at(r, sheet, index);
    arb_reading reading;
    arb_written written;

    out->check = ARB_ROW_BLANK;
    if (!arb_record_is_written(r, sheet, index))
        return;
    const arb_entry as_kept = { .kind = (uint8_t)entry->kind,
                                .text = entry->text,
                                .size = entry->size };
    out->check = ARB_ROW_FOREIGN;
    if (arb_entry_is_foreign(&as_kept, pos, regulations) ||
        !arb_keeping_read(&reading, &written, &as_kept, r->abroad[sheet], pos, regulations))
        return;
    out->legal = reading.kind == ARB_READING_LEGAL;
    if (out->legal)
        out->move = reading.move;
    out->check = (uint8_t)check_reading(&reading, &written, pos, was);
}

/* The move with which the game goes on where it was not seen: what both players have, else the
 * arbiter, else one of them. False when none is legal. */
static bool goes_on(arb_move *out, const arb_record *r, uint32_t index)
{
    const arb_record_row *white = arb_record_row_at(r, ARB_WHITE, index),
                         *black = arb_record_row_at(r, ARB_BLACK, index);
    const arb_record_row *arbiter = arb_record_row_at(r, SHEET_ARBITER, index);
    const arb_record_row *first = white->legal && arb_move_equal(white->move, black->move) ? white
                                  : arbiter->legal                                         ? arbiter
                                  : white->legal                                           ? white
                                                                                           : black;

    *out = first->move;
    return first->legal;
}

/* Where the board is not seen, the sheets are played as far as one of them goes. */
static void check_unseen(arb_record *r)
{
    const made unseen = { .seen = false };
    arb_pos pos;
    arb_move move;

    if (!arb_history_position(&pos, r->game->history, 0))
        return;
    for (uint32_t i = 0; i < r->half_moves; i++) {
        for (unsigned sheet = 0; sheet < SHEETS; sheet++)
            check_row(r, sheet, i, &pos, &unseen);
        if (!goes_on(&move, r, i))
            return;
        arb_pos_play(&pos, &pos, move);
    }
}

static void check_seen(arb_record *r)
{
    uint32_t index = r->half_moves;

    for (arb_ply ply = r->game->state.ply; index > 0;) {
        const arb_ply_record *record = arb_history_get(r->game->history, ply);
        const made was = { .seen = true,
                           .legal = record->kind == ARB_PLY_MOVE,
                           .move = record->move,
                           .hand = record->hand };
        arb_pos pos;
        ply = record->before;
        if (record->kind != ARB_PLY_MOVE && record->kind != ARB_PLY_HAND)
            continue;
        index--;
        if (!arb_history_position(&pos, r->game->history, ply))
            continue;
        for (unsigned sheet = 0; sheet < SHEETS; sheet++)
            check_row(r, sheet, index, &pos, &was);
    }
}

void arb_record_read_rows(arb_record *r)
{
    if (r->game->regulations.board == ARB_BOARD_WRITTEN)
        check_unseen(r);
    else
        check_seen(r);
}
