/* SPDX-License-Identifier: MIT */
/*
 * The FIDE Laws of Chess as they stood on 1 October 2018, as data. Of their text only Appendix D is
 * at hand, in notes for arbiters; the rest is that of 2023 with the differences that are known.
 */
#include "arbitro/event.h"
#include "arbitro/rulebook.h"

/* Two minutes, of which only blitz leaves one (B.2). */
#define COMPENSATION                                                                               \
    {                                                                                              \
        [ARB_PLAY_STANDARD] = 120000, [ARB_PLAY_RAPID] = 120000, [ARB_PLAY_BLITZ] = 60000          \
    }

const arb_rulebook arb_fide_2018 = {
    .edition = ARB_EDITION_FIDE_2018,
    .name = "fide-2018",
    .prefix = "2018",
    .title = { "FIDE Laws of Chess as they stood on 1 October 2018",
               "Regole degli scacchi FIDE com'erano al 1º ottobre 2018" },
    .source = { "notes for arbiters on Appendix D; elsewhere the text of 2023 with the "
                "differences that are generally known",
                "appunti per arbitri sull'appendice D; altrove il testo del 2023 con le "
                "differenze generalmente note" },

    /* having the move, touching, making moves */
    .adjust_on_own_clock = true,               /* 6.2.5 */
    .both_touched = ARB_BOTH_FIRST_WITH_FIRST, /* 4.3.3 */
    .castling_by_touch = true,                 /* 4.4.1 to 4.4.3 */
    .promotion_by_touch = true,                /* 4.4.4 */
    .touch_on_claim_only = false,

    /* the end of the game */
    .touch_before_mate = true,      /* 5.1.1, 5.2 */
    .resigning_may_draw = false,    /* 5.1.2 has no exception */
    .dead_by_material_only = false, /* 5.2.2 asks for every series of legal moves */
    .moves_before_draw = 1,         /* 5.2.3 */

    /* draws */
    .identity = ARB_IDENTITY_MOVES,        /* 9.2.3 */
    .repetitions_claim = 3,                /* 9.2 */
    .repetitions_end = 5,                  /* 9.6.1 */
    .quiet_moves_claim = 50,               /* 9.3 */
    .quiet_moves_end = 75,                 /* 9.6.2 */
    .claim_lost = ARB_CLAIM_LOST_BY_TOUCH, /* 9.4 */
    .fifty_with_move = true,               /* 9.3.1 */
    .claim_procedure = true,               /* 9.5 */
    .claim_bonus = COMPENSATION,           /* 9.5.3, B.2 */
    .claim_costs_time = false,
    .claim_cost_floor = 0,

    /* the clock */
    .has_clock = true,
    .lateness_loses = true,   /* 6.7.1 */
    .default_time = 0,        /* 6.7.1, where the regulations are silent */
    .increment_after = false, /* credited before each move, the first included */
    .delay_saves_nothing = false,
    .flag_by_players_only = false, /* 6.8, A.4.5 */
    .flag_claim_with_own_up = false,
    .flag_may_draw = true,            /* 6.9 */
    .next_move_completes = true,      /* 6.2.1.2 */
    .press_without_move_fault = true, /* 7.5.3 */

    /* irregularities */
    .illegal_limit = { 2, 2, 2 },     /* 7.5.5 */
    .illegal_bonus = COMPENSATION,    /* 7.5.5, B.2 */
    .illegal_may_draw = true,         /* 7.5.5 */
    .unpromoted_becomes_queen = true, /* 7.5.2 */
    .illegal_claim_wins = { false, false, false },
    .found_until = ARB_FOUND_UNTIL_MADE,      /* A.4.2 */
    .players_may_correct = true,              /* A.4.2 */
    .illegal_position_draws = true,           /* A.4.4 */
    .two_hands = ARB_TWO_HANDS_ILLEGAL,       /* 7.5.4 */
    .unidentified = ARB_UNIDENTIFIED_EARLIER, /* 7.5.1, 7.6 */
    .reversed_colours_moves = 10,             /* 7.3 */
    .setup_claim_made = false,
    .setup_claim_moves = 10, /* A.4.1 */

    /* the categories */
    .rapid_from = 600000,   /* A.1, B.1: ten minutes are still blitz */
    .rapid_below = 3600000, /* A.1: sixty minutes are no longer rapid */

    /* recording */
    .recording_required = true,
    .recording_below = 300000,      /* 8.4 */
    .recording_free_period = true,  /* 8.4 */
    .recording_bonus_below = 30000, /* 8.4 */
    .sheet_requests_granted = 5,    /* A.3.3, B.3.3 */

    /* quickplay finish */
    .quickplay_announced = false, /* III.2.1 */
    .quickplay_on_move = true,
    .quickplay_below = 120000,   /* III.4, III.5 */
    .quickplay_bonus = 120000,   /* III.4, III.5.2, III.5.3 */
    .quickplay_increment = 5000, /* III.4 */
    .quickplay_is_offer = false,
    .quickplay_final = false,

    /* conduct */
    .devices_lose = true, /* 11.3.2.2 */
    .penalties = 1u << ARB_PENALTY_WARNING | 1u << ARB_PENALTY_OPPONENT_TIME |
                 1u << ARB_PENALTY_OWN_TIME | 1u << ARB_PENALTY_OPPONENT_SCORE |
                 1u << ARB_PENALTY_OWN_SCORE | 1u << ARB_PENALTY_LOSS | 1u << ARB_PENALTY_FINE |
                 1u << ARB_PENALTY_EXCLUDE | 1u << ARB_PENALTY_EXPEL, /* 12.9 */
};
