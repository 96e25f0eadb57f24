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
#include "board/move.h"

struct arb_history {
    const arb_mem *mem;
    arb_ply_record *plies;
    arb_ply count, room;
};

/* What stands on the board, as a position where it is one. */
static void set_board(arb_ply_record *record, const arb_setup *setup)
{
    record->playable = !arb_faults_hard(arb_pos_from_setup(&record->pos, setup));
    if (!record->playable)
        record->setup = *setup;
}

/* Room for one more ply, which is then the last, with nothing in it but the ply before it. */
static arb_err append(arb_ply_record **out, arb_history *history, arb_ply before,
                      const arb_ply_note *note)
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
    arb_ply_record *record = &history->plies[history->count++];
    memset(record, 0, offsetof(arb_ply_record, pos));
    record->before = before;
    record->note = note ? *note : (arb_ply_note){ 0 };
    *out = record;
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

void arb_history_restart(arb_history *history, const arb_pos *start)
{
    history->count = 1;
    history->plies[0].playable = true;
    history->plies[0].pos = *start;
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
                           const arb_hand *hand, const arb_pos *after, const arb_ply_note *note)
{
    arb_ply_record *record;
    const arb_err err = append(&record, history, before, note);

    if (err)
        return err;
    const arb_ply since = history->plies[before].since;
    record->kind = ARB_PLY_MOVE;
    record->move = move;
    if (hand || move_code(move) == ARB_MOVE_CASTLING) {
        record->hand = hand ? *hand : arb_move_hand(move, ARB_STANDARD);
    } else { /* the same, at once */
        record->hand.from = (arb_square)move_from(move);
        record->hand.to = (arb_square)move_to(move);
        record->hand.promotion = (uint8_t)arb_move_promotion(move);
    }
    record->playable = true;
    if (after)
        record->pos = *after;
    else
        arb_pos_play(&record->pos, &history->plies[before].pos, move);
    *out = history->count - 1;
    record->since = record->pos.quiet_plies > 0 || since == ARB_PLY_NONE ? since : *out;
    return ARB_OK;
}

arb_err arb_history_play(arb_ply *out, arb_history *history, arb_ply before, arb_move move,
                         const arb_ply_note *note)
{
    const arb_ply_record *record = arb_history_get(history, before);

    if (!record->playable || !arb_pos_is_legal(&record->pos, move))
        return ARB_STATE;
    return arb_history_append(out, history, before, move, NULL, NULL, note);
}

arb_err arb_history_stand(arb_ply *out, arb_history *history, arb_ply before, const arb_hand *hand,
                          const arb_setup *after, const arb_ply_note *note)
{
    arb_ply_record *record;

    assert(before < history->count);
    const arb_err err = append(&record, history, before, note);
    if (err)
        return err;
    *out = history->count - 1;
    record->since = ARB_PLY_NONE;
    record->kind = hand ? ARB_PLY_HAND : ARB_PLY_SET;
    if (hand)
        record->hand = *hand;
    set_board(record, after);
    return ARB_OK;
}

bool arb_history_position(arb_pos *out, const arb_history *history, arb_ply ply)
{
    const arb_ply_record *record = arb_history_get(history, ply);

    if (record->playable)
        *out = record->pos;
    return record->playable;
}

arb_setup arb_history_board(const arb_history *history, arb_ply ply)
{
    const arb_ply_record *record = arb_history_get(history, ply);

    return record->playable ? arb_pos_setup(&record->pos) : record->setup;
}

arb_colour arb_history_turn(const arb_history *history, arb_ply ply)
{
    const arb_ply_record *record = arb_history_get(history, ply);

    return (arb_colour)(record->playable ? record->pos.turn : record->setup.turn);
}

/* Laws 9.2.3; the other identity is that of the EDISU regulations. */
static bool same(const arb_pos *a, const arb_pos *b, arb_identity identity)
{
    if (identity == ARB_IDENTITY_MOVES)
        return a->key == b->key && arb_pos_same(a, b);
    return a->turn == b->turn && a->side[0].all == b->side[0].all &&
           memcmp(a->side, b->side, sizeof a->side) == 0;
}

/* The same for what is no position. */
static bool same_setup(const arb_setup *a, const arb_setup *b, arb_identity identity)
{
    return a->turn == b->turn && memcmp(a->piece, b->piece, sizeof a->piece) == 0 &&
           (identity == ARB_IDENTITY_PLACEMENT ||
            (a->castling == b->castling && a->en_passant == b->en_passant));
}

bool arb_history_same(const arb_history *history, arb_ply one, arb_ply other, arb_identity identity)
{
    return same(&history->plies[one].pos, &history->plies[other].pos, identity);
}

/* Counts back from `last` to `since`. */
static unsigned occurrences(const arb_history *history, arb_ply last, arb_ply since,
                            const arb_pos *pos, arb_identity identity)
{
    unsigned times = 0;

    for (arb_ply ply = last; ply != ARB_PLY_NONE; ply = history->plies[ply].before) {
        const arb_ply_record *record = &history->plies[ply];
        times += record->playable && same(&record->pos, pos, identity);
        if (ply == since)
            break;
    }
    return times;
}

unsigned arb_history_occurrences(const arb_history *history, arb_ply ply, arb_identity identity)
{
    const arb_ply_record *record = arb_history_get(history, ply);
    unsigned times = 0;

    if (record->playable && record->since != ARB_PLY_NONE && record->pos.quiet_plies < 4)
        return 1; /* nothing comes back so soon */
    if (record->playable)
        return occurrences(history, ply, record->since, &record->pos, identity);
    for (arb_ply then = ply; then != ARB_PLY_NONE; then = history->plies[then].before)
        times += !history->plies[then].playable &&
                 same_setup(&history->plies[then].setup, &record->setup, identity);
    return times;
}

unsigned arb_history_count(const arb_history *history, arb_ply ply, const arb_pos *pos,
                           arb_identity identity)
{
    return occurrences(history, ply, ARB_PLY_NONE, pos, identity);
}

unsigned arb_history_occurrences_after(const arb_history *history, arb_ply ply, arb_move move,
                                       arb_identity identity)
{
    const arb_ply_record *record = arb_history_get(history, ply);
    arb_pos pos;

    assert(record->playable);
    arb_pos_play(&pos, &record->pos, move);
    return 1 + arb_history_count_before(history, ply, &pos, identity);
}

unsigned arb_history_count_before(const arb_history *history, arb_ply ply, const arb_pos *after,
                                  arb_identity identity)
{
    const arb_ply since = arb_history_get(history, ply)->since;

    if (since != ARB_PLY_NONE && after->quiet_plies < 4)
        return 0; /* nothing comes back so soon */
    return occurrences(history, ply, since, after, identity);
}

/* Could one quiet move lead from `pos` to what stood there? */
static bool is_near(const arb_pos *pos, const arb_pos *stood)
{
    const arb_colour us = (arb_colour)pos->turn;

    return stood->turn != us && pos->side[other(us)].all == stood->side[other(us)].all &&
           memcmp(&pos->side[other(us)], &stood->side[other(us)], sizeof(arb_side)) == 0 &&
           count(pos->side[us].all & ~stood->side[us].all) == 1;
}

/*
 * Can a move bring anything about for the `times`-th time? What comes back does so after four plies
 * or more, and one move away from what stands there it has stood often enough. Of a line in which
 * not only legal moves were made nothing is known beforehand, nor where so much lies one move away
 * that it is not worth telling apart.
 */
static bool can_repeat(const arb_history *history, arb_ply ply, unsigned times,
                       arb_identity identity)
{
    enum { NEAR_MAX = 16 };
    const arb_ply_record *record = &history->plies[ply];
    uint64_t key[NEAR_MAX];
    unsigned stood[NEAR_MAX], near = 0;

    if (record->since == ARB_PLY_NONE || times < 2)
        return true;
    if (record->pos.quiet_plies < 4 * (times - 1) - 1)
        return false;
    for (arb_ply then = ply; then != record->since;) {
        then = history->plies[then].before;
        const arb_pos *pos = &history->plies[then].pos;
        if (!is_near(&record->pos, pos))
            continue;
        unsigned i = 0;
        while (i < near && key[i] != pos->key)
            i++;
        if (i == NEAR_MAX || identity == ARB_IDENTITY_PLACEMENT)
            return true;
        key[i] = pos->key;
        stood[i] = i < near ? stood[i] + 1 : 1;
        near += i == near;
        if (stood[i] >= times - 1)
            return true;
    }
    return false;
}

/* The record is gone through once for all moves: a line can be long. */
size_t arb_history_repeating(arb_move *out, const arb_history *history, arb_ply ply, unsigned times,
                             arb_identity identity)
{
    arb_pos after[ARB_MOVES_MAX];
    unsigned stood[ARB_MOVES_MAX];
    size_t found = 0;

    if (!arb_history_get(history, ply)->playable || !can_repeat(history, ply, times, identity))
        return 0;
    const arb_ply since = history->plies[ply].since;
    const size_t n = arb_pos_moves(out, &history->plies[ply].pos);
    for (size_t i = 0; i < n; i++) {
        arb_pos_play(&after[i], &history->plies[ply].pos, out[i]);
        stood[i] = 1;
    }
    for (arb_ply then = ply; then != ARB_PLY_NONE; then = history->plies[then].before) {
        const arb_ply_record *record = &history->plies[then];
        for (size_t i = 0; i < n && record->playable; i++)
            stood[i] += same(&record->pos, &after[i], identity);
        if (then == since)
            break;
    }
    for (size_t i = 0; i < n; i++)
        if (stood[i] >= times)
            out[found++] = out[i];
    return found;
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

    if (arb_history_position(&pos, history, ply)) {
        const arb_castling now = arb_pos_castling(&pos, colour, wing);
        if (now != ARB_CASTLING_LOST)
            return now;
    }
    for (arb_ply after = ply, at; (at = history->plies[after].before) != ARB_PLY_NONE; after = at) {
        const arb_setup before = arb_history_board(history, at);
        const arb_square king = king_of(&before, colour), rook = rook_of(&before, colour, wing);
        if (rook == ARB_SQUARE_NONE)
            continue;
        const arb_setup then = arb_history_board(history, after);
        if (then.piece[king] != arb_piece_of(colour, ARB_KING))
            return ARB_CASTLING_KING_MOVED;
        return then.piece[rook] != arb_piece_of(colour, ARB_ROOK) ? ARB_CASTLING_ROOK_MOVED
                                                                  : ARB_CASTLING_LOST;
    }
    return ARB_CASTLING_LOST;
}
