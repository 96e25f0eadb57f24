/* SPDX-License-Identifier: MIT */
/*
 * The record of what has stood on the board (Laws, 9.2, 3.8.2.1): an array of plies that only
 * grows, each pointing at the one before it.
 */
#include "arbitro/history.h"

#include <assert.h>
#include <string.h>

#include "arbitro/mem.h"
#include "board/bits.h"
#include "board/history.h"
#include "board/key.h"

struct arb_history {
    const arb_mem *mem;
    arb_ply_record *plies;
    arb_ply count, room;
};

/* Records what stands on the board, with only those rights that mean something (9.2.3), where it
 * makes a position at all. */
static void set_board(arb_ply_record *record, const arb_setup *setup)
{
    arb_pos pos;

    record->setup = *setup;
    record->passed = setup->en_passant;
    if (!arb_faults_hard(arb_pos_from_setup(&pos, setup))) {
        record->setup = arb_pos_setup(&pos);
        record->passed = pos.passed;
    }
    record->key = arb_setup_key(&record->setup);
}

static arb_err append(arb_ply *out, arb_history *history, const arb_ply_record *record)
{
    const size_t size = sizeof *history->plies;

    if (history->count == ARB_PLY_NONE - 1)
        return ARB_RANGE;
    if (history->count == history->room) {
        const arb_ply room = history->room < ARB_PLY_NONE / 2 ? history->room * 2 : ARB_PLY_NONE;
        if (room > SIZE_MAX / size)
            return ARB_NOMEM;
        arb_ply_record *plies =
            arb_mem_resize(history->mem, history->plies, history->room * size, room * size);
        if (!plies)
            return ARB_NOMEM;
        history->plies = plies;
        history->room = room;
    }
    *out = history->count;
    history->plies[history->count++] = *record;
    return ARB_OK;
}

arb_err arb_history_new(arb_history **out, const arb_mem *mem, const arb_setup *start)
{
    enum { ROOM_AT_FIRST = 64 };
    arb_history *history = arb_mem_new_array(mem, 1, sizeof *history);

    if (!history)
        return ARB_NOMEM;
    history->mem = mem;
    history->room = ROOM_AT_FIRST;
    history->plies = arb_mem_new_array(mem, ROOM_AT_FIRST, sizeof *history->plies);
    if (!history->plies) {
        arb_mem_free(mem, history, sizeof *history);
        return ARB_NOMEM;
    }
    arb_ply_record *first = &history->plies[0];
    first->before = ARB_PLY_NONE;
    first->kind = ARB_PLY_START;
    set_board(first, start);
    history->count = 1;
    *out = history;
    return ARB_OK;
}

void arb_history_free(arb_history *history)
{
    if (!history)
        return;
    const arb_mem *mem = history->mem;
    arb_mem_free(mem, history->plies, history->room * sizeof *history->plies);
    arb_mem_free(mem, history, sizeof *history);
}

arb_ply arb_history_size(const arb_history *history)
{
    return history->count;
}

const arb_ply_record *arb_history_get(const arb_history *history, arb_ply ply)
{
    assert(ply < history->count);
    return &history->plies[ply];
}

void arb_history_cut(arb_history *history, arb_ply count)
{
    assert(count > 0 && count <= history->count);
    history->count = count;
}

arb_err arb_history_append(arb_ply *out, arb_history *history, arb_ply before, arb_move move,
                           arb_hand hand, const arb_pos *after, const arb_ply_note *note)
{
    arb_ply_record record = { .before = before, .kind = ARB_PLY_MOVE, .move = move, .hand = hand };

    record.setup = arb_pos_setup(after);
    record.passed = after->passed;
    record.key = after->key;
    if (note)
        record.note = *note;
    return append(out, history, &record);
}

arb_err arb_history_play(arb_ply *out, arb_history *history, arb_ply before, arb_move move,
                         const arb_ply_note *note)
{
    arb_pos pos;

    if (arb_faults_hard(arb_history_position(&pos, history, before)) ||
        !arb_pos_is_legal(&pos, move))
        return ARB_STATE;
    arb_pos_play(&pos, &pos, move);
    return arb_history_append(out, history, before, move, arb_move_hand(move, ARB_STANDARD), &pos,
                              note);
}

arb_err arb_history_stand(arb_ply *out, arb_history *history, arb_ply before, const arb_hand *hand,
                          const arb_setup *after, const arb_ply_note *note)
{
    arb_ply_record record = { .before = before, .kind = hand ? ARB_PLY_HAND : ARB_PLY_SET };

    assert(before < history->count);
    set_board(&record, after);
    if (hand)
        record.hand = *hand;
    if (note)
        record.note = *note;
    return append(out, history, &record);
}

uint32_t arb_history_position(arb_pos *out, const arb_history *history, arb_ply ply)
{
    const arb_ply_record *record = arb_history_get(history, ply);
    arb_setup setup = record->setup;

    setup.en_passant = record->passed;
    return arb_pos_from_setup(out, &setup);
}

/* Laws 9.2.3; the other identity is that of the EDISU regulations. */
static bool same(const arb_ply_record *ply, const arb_setup *setup, uint64_t key,
                 arb_identity identity)
{
    if (identity == ARB_IDENTITY_MOVES &&
        (ply->key != key || ply->setup.castling != setup->castling ||
         ply->setup.en_passant != setup->en_passant))
        return false;
    return ply->setup.turn == setup->turn &&
           memcmp(ply->setup.piece, setup->piece, sizeof setup->piece) == 0;
}

static unsigned occurrences(const arb_history *history, arb_ply last, const arb_setup *setup,
                            uint64_t key, arb_identity identity)
{
    unsigned times = 0;

    for (arb_ply ply = last; ply != ARB_PLY_NONE; ply = history->plies[ply].before)
        times += same(&history->plies[ply], setup, key, identity);
    return times;
}

unsigned arb_history_occurrences(const arb_history *history, arb_ply ply, arb_identity identity)
{
    const arb_ply_record *record = arb_history_get(history, ply);
    return occurrences(history, ply, &record->setup, record->key, identity);
}

unsigned arb_history_count(const arb_history *history, arb_ply ply, const arb_pos *pos,
                           arb_identity identity)
{
    const arb_setup setup = arb_pos_setup(pos);
    return occurrences(history, ply, &setup, pos->key, identity);
}

unsigned arb_history_occurrences_after(const arb_history *history, arb_ply ply, arb_move move,
                                       arb_identity identity)
{
    arb_pos pos;
    const uint32_t faults = arb_history_position(&pos, history, ply);

    assert(!arb_faults_hard(faults));
    (void)faults;
    arb_pos_play(&pos, &pos, move);
    return 1 + arb_history_count(history, ply, &pos, identity);
}

/* The square of a colour's king, and of the rook of its right on one wing; ARB_SQUARE_NONE. */
static arb_square king_of(const arb_setup *setup, arb_colour colour)
{
    unsigned square = 0;

    while (square < ARB_SQUARE_COUNT && setup->piece[square] != arb_piece_of(colour, ARB_KING))
        square++;
    return (arb_square)square;
}

static arb_square rook_of(const arb_setup *setup, arb_colour colour, arb_wing wing)
{
    const arb_square king = king_of(setup, colour);

    if (king == ARB_SQUARE_NONE)
        return ARB_SQUARE_NONE;
    const uint64_t below = bit(king) - 1;
    const uint64_t right =
        setup->castling & home_rank(colour) & (wing == ARB_KINGSIDE ? ~below : below);
    return right ? lowest(right) : ARB_SQUARE_NONE;
}

/* Laws 3.8.2.1: goes back to the ply with which the right went, and looks what left its square. */
arb_castling arb_history_castling(const arb_history *history, arb_ply ply, arb_colour colour,
                                  arb_wing wing)
{
    arb_pos pos;

    if (!arb_faults_hard(arb_history_position(&pos, history, ply))) {
        const arb_castling now = arb_pos_castling(&pos, colour, wing);
        if (now != ARB_CASTLING_LOST)
            return now;
    }
    for (arb_ply after = ply, at; (at = history->plies[after].before) != ARB_PLY_NONE; after = at) {
        const arb_setup *before = &history->plies[at].setup, *then = &history->plies[after].setup;
        const arb_square king = king_of(before, colour), rook = rook_of(before, colour, wing);
        if (rook == ARB_SQUARE_NONE)
            continue;
        if (then->piece[king] != arb_piece_of(colour, ARB_KING))
            return ARB_CASTLING_KING_MOVED;
        return then->piece[rook] != arb_piece_of(colour, ARB_ROOK) ? ARB_CASTLING_ROOK_MOVED
                                                                   : ARB_CASTLING_LOST;
    }
    return ARB_CASTLING_LOST;
}
