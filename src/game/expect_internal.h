/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_GAME_EXPECT_INTERNAL_H
#define ARBITRO_GAME_EXPECT_INTERNAL_H
/*
 * What an expectation says, once its words are read, and what it is compared with. Each kind has a
 * reader (expect_words.c) and a comparison, which also tells what it found; expect.c joins them in
 * one table.
 */
#include "game/case_internal.h"

/* The words of an expectation, taken apart; which fields count depends on its kind. */
typedef struct arb_expected {
    arb_colour colour; /* ARB_COLOUR_COUNT for "none" */
    unsigned choice;   /* the place of a word among those allowed */
    uint64_t number;
    arb_ms time;
    int score; /* half points, or ARB_SCORE_NONE */
    arb_result result;
    arb_setup setup;
    unsigned fields; /* of the position, 1 to 6 */
    arb_cursor list; /* articles, moves or entries of a sheet, read again when compared */
} arb_expected;

/* What is looked at. */
typedef struct arb_view {
    const arb_game *game;
    const arb_state *state;
    const arb_verdict *verdict; /* NULL before the first event */
} arb_view;

/* What was found, as text with a limit. */
typedef struct arb_answer {
    char *out;
    size_t size, used;
} arb_answer;

/* Appends to what was found; what has no room is left out. */
void arb_answer_say(arb_answer *found, const char *format, ...) ARB_FORMAT(2, 3);

/* The same for one word of a list, with a blank before it unless it is the first. */
void arb_answer_word(arb_answer *found, const char *word);

/* "white", "black", "none". */
const char *arb_answer_colour(arb_colour colour);

/* Takes the next move of a list, "exd6 e.p." being one; `out` may be NULL. False at the end. */
bool arb_expected_move(arb_case_word *out, arb_cursor *list);

/* Does the word name this article or one above it, in the numbers of 2023 or of `book`? */
bool arb_expected_names(arb_case_word word, arb_article article, const arb_rulebook *book);

/* Is the word the number of an article in any edition? */
bool arb_expected_is_article(arb_case_word word);

/* The readers: the words at the cursor, which holds nothing else. */
typedef arb_err arb_expected_read(arb_expected *out, arb_cursor *words, arb_where *where,
                                  const arb_language *language);
arb_expected_read arb_expected_nothing, arb_expected_articles, arb_expected_articles_opt,
    arb_expected_result, arb_expected_points, arb_expected_phase, arb_expected_colour,
    arb_expected_clock, arb_expected_colour_or_none, arb_expected_flag, arb_expected_number,
    arb_expected_category, arb_expected_fen, arb_expected_board, arb_expected_sans,
    arb_expected_allowed, arb_expected_moves, arb_expected_check, arb_expected_pending,
    arb_expected_recording, arb_expected_sheet;

/* The comparisons: is it so? */
typedef bool arb_expected_meets(arb_answer *found, const arb_expected *expected,
                                const arb_view *view);
arb_expected_meets arb_meets_ruling, arb_meets_no_ruling, arb_meets_refused, arb_meets_result,
    arb_meets_warning, arb_meets_points, arb_meets_phase, arb_meets_turn, arb_meets_clock,
    arb_meets_running, arb_meets_flag, arb_meets_period, arb_meets_category, arb_meets_illegal,
    arb_meets_offer, arb_meets_pending, arb_meets_counter, arb_meets_recording, arb_meets_sheet,
    arb_meets_fen, arb_meets_board, arb_meets_moves, arb_meets_allowed, arb_meets_legal,
    arb_meets_not_legal, arb_meets_check;

#endif
