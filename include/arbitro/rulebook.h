/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_RULEBOOK_H
#define ARBITRO_RULEBOOK_H
/**
 * @file rulebook.h
 * What differs between editions of the Laws, as data.
 *
 * A rulebook is one column of the table in which the editions are laid side by side; its fields
 * stand in the order of that table. The code asks the fields and never the edition's name. Where
 * standard play, rapid and blitz differ, a field has one value for each.
 */
#include "arbitro/clock.h"
#include "arbitro/history.h"

ARB_BEGIN_DECLS

/** The categories of play, by the time of a game (A.1, B.1). */
typedef enum arb_play {
    ARB_PLAY_STANDARD,
    ARB_PLAY_RAPID,
    ARB_PLAY_BLITZ,
    ARB_PLAY_COUNT
} arb_play;

/** The editions, for tables of what they say; what they rule is in the fields of a rulebook. */
typedef enum arb_edition {
    ARB_EDITION_FIDE_2023,
    ARB_EDITION_FIDE_2018,
    ARB_EDITION_FIDE_2001,
    ARB_EDITION_EDISU_2024,
    ARB_EDITION_COUNT
} arb_edition;

/** How pieces of both colours bind who touched them (4.3.3). */
typedef enum arb_both_touched {
    ARB_BOTH_FIRST_WITH_FIRST, /* the first enemy piece with the first own one, if possible */
    ARB_BOTH_ANY_ORDER         /* simply the first that can be moved or captured */
} arb_both_touched;

/** What takes the right to claim a draw away (9.4). */
typedef enum arb_claim_lost { ARB_CLAIM_LOST_BY_TOUCH, ARB_CLAIM_LOST_BY_MOVE } arb_claim_lost;

/** What follows when no position before an irregularity can be identified. */
typedef enum arb_unidentified {
    ARB_UNIDENTIFIED_EARLIER, /* the last position that can be is the one to go on from (7.5.1) */
    ARB_UNIDENTIFIED_ANNUL    /* the game is annulled */
} arb_unidentified;

/** How long an illegal move can be found where supervision is limited. */
typedef enum arb_found_until {
    ARB_FOUND_UNTIL_MADE,   /* until the opponent has made his next move (A.5.2) */
    ARB_FOUND_UNTIL_TOUCHED /* until he has touched a piece */
} arb_found_until;

/** What it is to make a move with both hands (4.1, 7.5.4). */
typedef enum arb_two_hands {
    ARB_TWO_HANDS_ALLOWED, /* nothing is said about it */
    ARB_TWO_HANDS_WARNED,
    ARB_TWO_HANDS_ILLEGAL
} arb_two_hands;

typedef struct arb_rulebook {
    arb_edition edition;  /* for tables of texts and numbers alone */
    const char *name;     /* "fide-2023" */
    const char *prefix;   /* of its own articles: "2001" in "2001:C3" */
    const char *in_force; /* since when, as a date */
    const char *source;   /* what the program knows of this edition, in English */

    /* having the move, touching, making moves */
    bool adjust_on_own_clock;      /* 6.2.5 */
    arb_both_touched both_touched; /* 4.3.3 */
    bool castling_by_touch;        /* 4.4.1 to 4.4.3 */
    bool promotion_by_touch;       /* 4.4.4 */
    bool touch_on_claim_only;      /* outside standard play, unless the regulations say otherwise */

    /* the end of the game */
    bool touch_before_mate;     /* 5.1.1, 5.2: a move against Article 4 ends nothing */
    bool resigning_may_draw;    /* 5.1.2: against a player who cannot checkmate */
    bool dead_by_material_only; /* 5.2.2 asks for material alone */
    uint8_t moves_before_draw;  /* 5.2.3: made by each before they may agree on one */

    /* draws */
    arb_identity identity;      /* 9.2.3 */
    uint8_t repetitions_claim;  /* 9.2 */
    uint8_t repetitions_end;    /* 9.6.1; 0: never without a claim */
    uint16_t quiet_moves_claim; /* 9.3 */
    uint16_t quiet_moves_end;   /* 9.6.2; 0: never without a claim */
    arb_claim_lost claim_lost;  /* 9.4 */
    bool fifty_with_move;       /* 9.3.1: also by a move that is written and not yet made */
    bool claim_procedure;       /* 9.5.1, 9.5.3, 9.1.2.3: stops the clocks, binds, is an offer */
    arb_ms claim_bonus[ARB_PLAY_COUNT]; /* 9.5.3: what a wrong claim gives to the opponent */
    bool claim_costs_time;              /* and half of what is left, at most the bonus, costs */
    arb_ms claim_cost_floor; /* nothing is taken from a clock below this, none is left with less */

    /* the clock */
    bool has_clock;
    bool lateness_loses;           /* 6.7.1 */
    arb_ms default_time;           /* 6.7.1, where the regulations are silent */
    bool increment_after;          /* credited after each move only */
    bool delay_saves_nothing;      /* between periods in delay mode */
    bool flag_by_players_only;     /* outside standard play the arbiter is silent */
    bool flag_claim_with_own_up;   /* outside standard play; with both down it is a draw */
    bool flag_may_draw;            /* 6.9: against a player who cannot checkmate */
    bool next_move_completes;      /* 6.2.1.2 */
    bool press_without_move_fault; /* 7.5.3 */

    /* irregularities */
    uint8_t illegal_limit[ARB_PLAY_COUNT];   /* 7.5.5: the illegal move that loses; 0: none does */
    arb_ms illegal_bonus[ARB_PLAY_COUNT];    /* 7.5.5, A.3 */
    bool illegal_may_draw;                   /* 7.5.5: against a player who cannot checkmate */
    bool unpromoted_becomes_queen;           /* 7.5.2 */
    bool illegal_claim_wins[ARB_PLAY_COUNT]; /* the first one, when the opponent claims in time */
    arb_found_until found_until;             /* A.5.2 */
    bool players_may_correct;                /* A.5.2: by agreement, however late */
    bool illegal_position_draws;             /* A.5.4 */
    arb_two_hands two_hands;                 /* 4.1, 7.5.4 */
    arb_unidentified unidentified;           /* 7.5.1, 7.6 */
    uint8_t reversed_colours_moves;          /* 7.3: completed by each, from which play goes on */
    bool setup_claim_made;                   /* made are enough, they need not be completed */
    uint8_t setup_claim_moves; /* A.5.1: completed by each, after which it is too late */

    /* the categories */
    arb_ms rapid_from, rapid_below; /* A.1: more than the first, less than the second */

    /* recording */
    bool recording_required;        /* 8.1, in standard play */
    arb_ms recording_below;         /* 8.4: with less than this left ... */
    bool recording_free_period;     /* once free, for the rest of the period */
    arb_ms recording_bonus_below;   /* ... and a bonus smaller than this */
    uint8_t sheet_requests_granted; /* A.4.3; 0: nobody may ask */

    /* quickplay finish */
    bool quickplay_announced;   /* where there is no increment, without being asked (2001) */
    bool quickplay_on_move;     /* III.4, III.5: only who has the move claims */
    arb_ms quickplay_below;     /* III.4, III.5 */
    arb_ms quickplay_bonus;     /* III.4, III.5.2, III.5.3: to the opponent */
    arb_ms quickplay_increment; /* III.4: for both, when it is granted; 0: nobody may ask */
    bool quickplay_is_offer;    /* the claim counts as an offer of a draw */
    bool quickplay_final;       /* no appeal against the decision */

    /* conduct */
    bool devices_lose;  /* 11.3.2.2 */
    uint16_t penalties; /* 12.9: bits by arb_penalty */
} arb_rulebook;

/** The FIDE Laws of Chess in force from 1 January 2023. */
ARB_API extern const arb_rulebook arb_fide_2023;

/** Those in force on 1 October 2018. */
ARB_API extern const arb_rulebook arb_fide_2018;
/** Those in force from 1 July 2001. */
ARB_API extern const arb_rulebook arb_fide_2001;
/** The regulation of the EDISU inter-college tournament of 2024. */
ARB_API extern const arb_rulebook arb_edisu_2024;

/** The rulebook of that name; NULL when there is none. */
ARB_API const arb_rulebook *arb_rulebook_find(const char *name, size_t size);

/** The rulebooks one by one; NULL after the last. */
ARB_API const arb_rulebook *arb_rulebook_get(size_t index);

/** The category of a time control: standard, rapid or blitz (A.1, B.1). */
ARB_API arb_play arb_rulebook_play(const arb_rulebook *book, const arb_time_control *control);

ARB_END_DECLS

#endif
