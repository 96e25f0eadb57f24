/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_GAME_EXPECTATION_H
#define ARBITRO_GAME_EXPECTATION_H
/*
 * What the files about expectations share. The words are read by expectation_read.c; each kind has
 * a comparison of its own, which also tells what it found; expectation.c has the table of them.
 */
#include "base/sink.h"
#include "game/case_internal.h"

/* What an expectation is compared with. */
typedef struct arb_view {
    const arb_game *game;
    const arb_state *state;
    const arb_verdict *verdict; /* NULL before the first event */
} arb_view;

/* The list of an expectation, from its first word on. */
arb_cursor arb_expectation_list(const arb_expectation *expectation);

/* Takes the next move of a list, "exd6 e.p." being one. False at the end. */
bool arb_expectation_move(arb_case_word *out, arb_cursor *list);

/* Does the word name this article or one above it, in the numbers of 2023 or of `book`? */
bool arb_expectation_names(arb_case_word word, arb_article article, const arb_rulebook *book);

/* Is the word the number of an article in any edition? */
bool arb_expectation_is_article(arb_case_word word);

/* Compares, and writes what was found, whether the expectation is met or not. */
typedef bool arb_meets(arb_sink *found, const arb_expectation *expectation, const arb_view *view);
arb_meets arb_meets_ruling, arb_meets_no_ruling, arb_meets_refused, arb_meets_result,
    arb_meets_warning, arb_meets_points, arb_meets_phase, arb_meets_turn, arb_meets_clock,
    arb_meets_running, arb_meets_flag, arb_meets_period, arb_meets_category, arb_meets_illegal,
    arb_meets_offer, arb_meets_pending, arb_meets_counter, arb_meets_recording, arb_meets_sheet,
    arb_meets_fen, arb_meets_board, arb_meets_moves, arb_meets_allowed, arb_meets_legal,
    arb_meets_not_legal, arb_meets_check;

#endif
