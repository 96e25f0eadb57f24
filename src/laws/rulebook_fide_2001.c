/* SPDX-License-Identifier: MIT */
/* The FIDE Laws of Chess in force from 1 July 2001, as data; the numbers are those of the edition.
 */
#include "arbitro/event.h"
#include "arbitro/rulebook.h"

const arb_rulebook arb_fide_2001 = {
    .edition = ARB_EDITION_FIDE_2001,
    .name = "fide-2001",
    .prefix = "2001",
    .title = { "FIDE Laws of Chess, in force from 1 July 2001",
               "Regole degli scacchi FIDE, in vigore dal 1º luglio 2001" },
    .source = { "the whole text, with its appendices A to F",
                "il testo intero, con le appendici da A a F" },

    /* having the move, touching, making moves */
    .adjust_on_own_clock = false,              /* 4.2 */
    .both_touched = ARB_BOTH_FIRST_WITH_FIRST, /* 4.3 */
    .castling_by_touch = true,                 /* 4.4 */
    .promotion_by_touch = false,
    .touch_on_claim_only = true, /* B5a */

    /* the end of the game */
    .touch_before_mate = false,     /* 5.1a, 5.2a */
    .resigning_may_draw = false,    /* 5.1b */
    .dead_by_material_only = false, /* 5.2b, 9.6 */
    .moves_before_draw = 0,         /* 5.2c */

    /* draws */
    .identity = ARB_IDENTITY_MOVES, /* 9.2 */
    .repetitions_claim = 3,         /* 9.2 */
    .repetitions_end = 0,
    .quiet_moves_claim = 50, /* 9.3 */
    .quiet_moves_end = 0,
    .claim_lost = ARB_CLAIM_LOST_BY_MOVE,      /* 9.4 */
    .fifty_with_move = true,                   /* 9.3a */
    .claim_procedure = true,                   /* 9.5, 9.1c */
    .claim_bonus = { 180000, 180000, 180000 }, /* 9.5b */
    .claim_costs_time = true,                  /* 9.5b */
    .claim_cost_floor = 60000,                 /* 9.5b */

    /* the clock */
    .has_clock = true,
    .lateness_loses = true,         /* 6.7 */
    .default_time = 3600000,        /* 6.7 */
    .increment_after = true,        /* 6.2a */
    .delay_saves_nothing = true,    /* 6.2b */
    .flag_by_players_only = true,   /* B6 */
    .flag_claim_with_own_up = true, /* B7, B8 */
    .flag_may_draw = true,          /* 6.10 */
    .next_move_completes = false,   /* 6.8a */
    .press_without_move_fault = false,

    /* irregularities */
    .illegal_limit = { 3, 3, 3 },                /* 7.4b */
    .illegal_bonus = { 120000, 120000, 120000 }, /* 7.4b */
    .illegal_may_draw = false,
    .unpromoted_becomes_queen = false,
    .illegal_claim_wins = { [ARB_PLAY_BLITZ] = true }, /* C3 */
    .found_until = ARB_FOUND_UNTIL_TOUCHED,            /* B5b */
    .players_may_correct = false,
    .illegal_position_draws = false,
    .two_hands = ARB_TWO_HANDS_WARNED,        /* 4.1 */
    .unidentified = ARB_UNIDENTIFIED_EARLIER, /* 7.4a, 7.5 */
    .reversed_colours_moves = 0,              /* 7.2: play goes on from the first */
    .setup_claim_made = true,                 /* B4 */
    .setup_claim_moves = 3,                   /* B4 */

    /* the categories */
    .rapid_from = 899999,   /* B1, C1: fifteen minutes are rapid */
    .rapid_below = 3600001, /* B1: and so are sixty */

    /* recording */
    .recording_required = true,
    .recording_below = 300000,      /* 8.4 */
    .recording_free_period = false, /* 8.4 */
    .recording_bonus_below = 30000, /* 8.4 */
    .sheet_requests_granted = 0,

    /* quickplay finish */
    .quickplay_announced = true, /* 10.1 */
    .quickplay_on_move = false,
    .quickplay_below = 120000, /* 10.2 */
    .quickplay_bonus = 120000, /* 10.2b, 10.2c */
    .quickplay_increment = 0,
    .quickplay_is_offer = true, /* 9.1c */
    .quickplay_final = true,    /* 10.2d */

    /* conduct */
    .devices_lose = false,
    .penalties = 1u << ARB_PENALTY_WARNING | 1u << ARB_PENALTY_OPPONENT_TIME |
                 1u << ARB_PENALTY_OWN_TIME | 1u << ARB_PENALTY_OPPONENT_SCORE |
                 1u << ARB_PENALTY_OWN_SCORE | 1u << ARB_PENALTY_LOSS |
                 1u << ARB_PENALTY_EXPEL, /* 13.4 */
};
