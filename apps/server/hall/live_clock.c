/* SPDX-License-Identifier: MIT */
/* Clocks as the feed tells them; see live_clock.h. */
#include "server/hall/live_clock.h"

#include "arbitro/game_pgn.h"

bool arb_live_is_whole(const arb_game *game)
{
    return arb_rights_may_know(ARB_SEAT_SPECTATOR, ARB_SECRET_ILLEGAL, game);
}

/* Is that an illegal move which ends what is told? A position that was set ends it openly. */
static bool hides(arb_ply *out, const arb_game *game)
{
    const arb_history *history = arb_game_history(game);
    bool found = false;
    arb_ply ply;

    if (!arb_game_last_ply(&ply, game))
        return false;
    for (; arb_history_get(history, ply)->before != ARB_PLY_NONE;
         ply = arb_history_get(history, ply)->before) {
        const arb_ply_kind kind = arb_history_get(history, ply)->kind;
        if (kind == ARB_PLY_MOVE)
            continue;
        found = kind == ARB_PLY_HAND; /* the first of them counts */
        *out = ply;
    }
    return found;
}

arb_live_clock arb_live_clock_of(const arb_game *game)
{
    const arb_state *state = arb_game_state(game);
    const arb_history *history = arb_game_history(game);
    arb_live_clock clock = { .running = arb_state_running(state), .at = arb_state_now(state) };
    arb_ply hidden = ARB_PLY_NONE;

    if (arb_live_is_whole(game)) {
        clock.left[ARB_WHITE] = arb_state_clock(state, ARB_WHITE);
        clock.left[ARB_BLACK] = arb_state_clock(state, ARB_BLACK);
        return clock;
    }
    const bool is_hidden = hides(&hidden, game);
    clock.at = arb_game_clocks_told(clock.left, game, is_hidden ? hidden : ARB_PLY_NONE);
    if (is_hidden)
        clock.running =
            (arb_colour)arb_history_board(history, arb_history_get(history, hidden)->before).turn;
    return clock;
}
