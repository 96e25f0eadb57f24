/* SPDX-License-Identifier: MIT */
/*
 * The regulation of the EDISU inter-college tournament of 2024, as data. It knows no clock, no
 * scoresheet, no penalty and no points; where an organiser adds a clock, its fields are FIDE's.
 */
#include "arbitro/event.h"
#include "arbitro/rulebook.h"

const arb_rulebook arb_edisu_2024 = {
    .edition = ARB_EDITION_EDISU_2024,
    .name = "edisu-2024",
    .prefix = "edisu",
    .title = { "Regulation of the EDISU inter-college tournament, 2024",
               "Regolamento del torneo intercollegiale EDISU, 2024" },
    .source = { "the whole text, Articles 1 to 12", "il testo intero, articoli da 1 a 12" },

    /* having the move, touching, making moves */
    .adjust_on_own_clock = false,
    .both_touched = ARB_BOTH_ANY_ORDER, /* 8 */
    .castling_by_touch = false,
    .promotion_by_touch = false,
    .touch_on_claim_only = false,

    /* the end of the game */
    .touch_before_mate = false,    /* 11.1 */
    .resigning_may_draw = false,   /* 11.2 */
    .dead_by_material_only = true, /* 1 */
    .moves_before_draw = 0,        /* 12.2 */

    /* draws */
    .identity = ARB_IDENTITY_PLACEMENT, /* 12.3 */
    .repetitions_claim = 3,             /* 12.3 */
    .repetitions_end = 0,
    .quiet_moves_claim = 50, /* 12.4 */
    .quiet_moves_end = 0,
    .claim_lost = ARB_CLAIM_LOST_BY_MOVE, /* 12.3 */
    .fifty_with_move = false,             /* 12.4 */
    .claim_procedure = false,
    .claim_bonus = { 0, 0, 0 },
    .claim_costs_time = false,
    .claim_cost_floor = 0,

    /* the clock */
    .has_clock = false,
    .lateness_loses = false,
    .default_time = 0,
    .increment_after = false,
    .delay_saves_nothing = false,
    .flag_by_players_only = false,
    .flag_claim_with_own_up = false,
    .flag_may_draw = true,
    .next_move_completes = false,
    .press_without_move_fault = false,

    /* irregularities */
    .illegal_limit = { 0, 0, 0 }, /* 9.1: nothing is counted */
    .illegal_bonus = { 0, 0, 0 },
    .illegal_may_draw = false,
    .unpromoted_becomes_queen = false, /* 6, 7d */
    .illegal_claim_wins = { false, false, false },
    .found_until = ARB_FOUND_UNTIL_MADE,
    .players_may_correct = false,
    .illegal_position_draws = false,
    .two_hands = ARB_TWO_HANDS_ALLOWED,
    .unidentified = ARB_UNIDENTIFIED_ANNUL, /* 9.1, 9.2 */
    .reversed_colours_moves = 0,
    .setup_claim_made = false,
    .setup_claim_moves = 0,

    /* the categories */
    .rapid_from = 0,
    .rapid_below = 0,

    /* recording */
    .recording_required = false,
    .recording_below = 0,
    .recording_free_period = false,
    .recording_bonus_below = 0,
    .sheet_requests_granted = 0,

    /* quickplay finish */
    .quickplay_announced = false,
    .quickplay_on_move = false,
    .quickplay_below = 0,
    .quickplay_bonus = 0,
    .quickplay_increment = 0,
    .quickplay_is_offer = false,
    .quickplay_final = false,

    /* conduct */
    .devices_lose = false,
    .penalties = 0,
};
