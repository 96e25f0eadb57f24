/* SPDX-License-Identifier: MIT */
/*
 * The moves of a game, one by one: those that stand, and those that stand after what was judged.
 */
#include "board/history.h"
#include "game/game.h"

static bool is_move_ply(arb_ply_kind kind)
{
    return kind == ARB_PLY_MOVE || kind == ARB_PLY_HAND;
}

size_t arb_game_plies(arb_ply *out, size_t room, const arb_game *game)
{
    const size_t count = game->state.half_moves;
    size_t at = count;

    for (arb_ply ply = game->state.ply; at > 0 && room > 0;
         ply = arb_history_get(game->history, ply)->before) {
        if (is_move_ply(arb_history_get(game->history, ply)->kind) && --at < room)
            out[at] = ply;
    }
    return count;
}

/* The move that leads to `ply` or an earlier one; ARB_PLY_NONE when there is none. */
static arb_ply last_move(const arb_history *history, arb_ply ply)
{
    while (ply != ARB_PLY_NONE && !is_move_ply(arb_history_get(history, ply)->kind))
        ply = arb_history_get(history, ply)->before;
    return ply;
}

bool arb_game_last_ply(arb_ply *out, const arb_game *game)
{
    const arb_ply last = last_move(game->history, game->state.ply);

    if (last != ARB_PLY_NONE)
        *out = last;
    return last != ARB_PLY_NONE;
}

size_t arb_game_next_plies(const arb_game *game)
{
    return game->next.half_moves;
}

static arb_ply move_before(const arb_history *history, arb_ply ply)
{
    return last_move(history, arb_history_get(history, ply)->before);
}

static bool is_same_move(const arb_history *history, arb_ply a, arb_ply b)
{
    const arb_ply_record *one = arb_history_get(history, a), *two = arb_history_get(history, b);

    return one->kind == two->kind && one->hand.from == two->hand.from &&
           one->hand.to == two->hand.to &&
           (one->kind != ARB_PLY_MOVE || arb_move_equal(one->move, two->move));
}

size_t arb_game_next_kept(const arb_game *game)
{
    const arb_history *history = game->history;
    const bool adds = game->next.ply >= arb_history_size(history);
    size_t now = game->state.half_moves;
    size_t then = arb_game_next_plies(game) - (adds && is_move_ply(game->hearing.added.kind));
    arb_ply here = last_move(history, game->state.ply);
    arb_ply there = last_move(history, adds ? game->hearing.added.before : game->next.ply);

    for (; now > then; now--)
        here = move_before(history, here);
    for (; then > now; then--)
        there = move_before(history, there);
    size_t kept = now;
    for (; now > 0 && here != there; now--) {
        if (!is_same_move(history, here, there))
            kept = now - 1;
        here = move_before(history, here);
        there = move_before(history, there);
    }
    return kept;
}

size_t arb_game_ply_write(char *out, size_t size, const arb_game *game, arb_ply ply)
{
    const arb_ply_record *record_ = arb_history_get(game->history, ply);
    arb_pos before;

    if (record_->kind == ARB_PLY_MOVE) {
        arb_history_position(&before, game->history, record_->before);
        return arb_san_write(out, size, &before, record_->move);
    }
    return arb_hand_write(out, size, record_->hand);
}
