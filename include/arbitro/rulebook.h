/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_RULEBOOK_H
#define ARBITRO_RULEBOOK_H
/**
 * @file rulebook.h
 * What differs between editions of the Laws, as data.
 *
 * A rulebook is one column of the table in which the editions are laid side by side
 * (rulebooks.def); its fields, and what each of their values means, stand in rulebook_fields.def.
 * The code asks the fields and never the edition's name. Where standard play, rapid and blitz
 * differ, a field has one value for each.
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
#define HEAD(type, declarator)         type declarator;
#define FIELD(kind, type, name, ...)   type name;
#define BY_PLAY(kind, type, name, ...) type name[ARB_PLAY_COUNT];
#include "arbitro/rulebook_fields.def"
#undef HEAD
#undef FIELD
#undef BY_PLAY
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
