/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_GAME_EXPECTATION_H
#define ARBITRO_GAME_EXPECTATION_H
/*
 * What the files about expectations share. The words are read by expectation_read.c. Most kinds are
 * a value of the state, with which expectation_value.c compares; the others have a comparison of
 * their own, of which expectation.c has the table. Each tells what it found.
 */
#include "base/sink.h"
#include "game/case_internal.h"

/* What an expectation is compared with. */
typedef struct arb_view {
    const arb_game *game;
    const arb_state *state;
    const arb_verdict *verdict; /* NULL before the first event */
} arb_view;

/* The words for the values of a kind, by their places, with NULL at the end; NULL for other kinds.
 */
typedef struct arb_choices {
    const char *const *words;
    arb_wanted wanted;
} arb_choices;

arb_choices arb_expectation_choices(arb_expectation_kind kind);

/* Is the word what a hand did: "e2e4", "-d5", "+a8Q"? */
bool arb_deed_is_word(arb_cursor word);

/* The list of an expectation, from its first word on. */
arb_cursor arb_expectation_list(const arb_expectation *expectation);

/* Takes the next move of a list, "exd6 e.p." being one. False at the end. */
bool arb_expectation_move(arb_cursor *out, arb_cursor *list);

/* Is the word the number of an article in any edition? */
bool arb_expectation_is_article(arb_cursor word);

/* Does the word name the article, or one above it, as the edition of `book` or that of 2023 numbers
 * them? */
bool arb_expectation_names(arb_cursor word, arb_article article, const arb_rulebook *book);

/* Are these positions the same in their first `fields` fields? */
bool arb_same_fields(const arb_setup *a, const arb_setup *b, unsigned fields);

/* What is expected of a player's penalties beyond the game: the places among the words. */
enum { ARB_SANCTION_NONE, ARB_SANCTION_FINE, ARB_SANCTION_EXCLUDED, ARB_SANCTION_EXPELLED };

/* Compares, and writes what was found, whether the expectation is met or not. */
typedef bool arb_meets(arb_sink *found, const arb_expectation *expectation, const arb_view *view);
arb_meets arb_meets_value, arb_meets_ruling, arb_meets_no_ruling, arb_meets_refused,
    arb_meets_result, arb_meets_warning, arb_meets_sheet, arb_meets_fen, arb_meets_board,
    arb_meets_hand, arb_meets_moves, arb_meets_allowed, arb_meets_legal, arb_meets_not_legal,
    arb_meets_penalty, arb_meets_explained, arb_meets_evidence, arb_meets_envelope_text;

/* The items of an envelope that can be asked for: the places among the words (I.2). */
enum {
    ARB_ITEM_POSITION,
    ARB_ITEM_NUMBER,
    ARB_ITEM_SEALER,
    ARB_ITEM_WHITE_TIME,
    ARB_ITEM_BLACK_TIME,
    ARB_ITEM_OFFER,
    ARB_ITEM_RESUMPTION
};

#endif
