/* SPDX-License-Identifier: MIT */
/* Expectations about what the last event produced, and about the result; see expectation.h. */
#include "game/expectation.h"

static const arb_rulebook *book_of(const arb_view *view)
{
    return arb_game_regulations(view->game)->book;
}

static void say_article(arb_sink *found, arb_article article)
{
    arb_sink_word(found, arb_article_number(article));
}

/* Writes all that the verdict says. */
static void say_verdict(arb_sink *found, const arb_verdict *verdict)
{
    if (verdict && verdict->refused) {
        arb_sink_word(found, "refused");
        say_article(found, verdict->refusal.article);
    }
    for (size_t i = 0; verdict && i < verdict->count; i++)
        say_article(found, verdict->ruling[i].article);
    if (found->length == 0)
        arb_sink_word(found, verdict ? "no ruling" : "no event");
}

static bool has_ruling(const arb_view *view, arb_case_word word)
{
    const arb_verdict *verdict = view->verdict;

    for (size_t i = 0; i < verdict->count; i++) {
        if (arb_expectation_names(word, (arb_article)verdict->ruling[i].article, book_of(view)))
            return true;
    }
    return false;
}

bool arb_meets_ruling(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    arb_cursor list = arb_expectation_list(expectation);
    arb_case_word word;

    say_verdict(found, view->verdict);
    if (!view->verdict)
        return false;
    while ((word = arb_case_word_next(&list)).size > 0) {
        if (!has_ruling(view, word))
            return false;
    }
    return true;
}

bool arb_meets_no_ruling(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    const arb_verdict *verdict = view->verdict;

    (void)expectation;
    say_verdict(found, verdict);
    return !verdict || (!verdict->refused && verdict->count == 0);
}

bool arb_meets_refused(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    arb_cursor list = arb_expectation_list(expectation);
    arb_case_word word;

    say_verdict(found, view->verdict);
    if (!view->verdict || !view->verdict->refused)
        return false;
    while ((word = arb_case_word_next(&list)).size > 0) {
        if (!arb_expectation_names(word, (arb_article)view->verdict->refusal.article,
                                   book_of(view)))
            return false;
    }
    return true;
}

bool arb_meets_warning(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    unsigned due = 0;

    for (int colour = ARB_WHITE; view->verdict && colour <= ARB_BLACK; colour++)
        due |= (unsigned)arb_verdict_warns(view->verdict, (arb_colour)colour) << colour;
    arb_sink_word(found, arb_colours_word(due));
    return (due >> expectation->colour & 1) != 0;
}

/* Is one of the articles of the result the one named, or below it? */
static bool decided_by(const arb_article *article, size_t count, arb_case_word word,
                       const arb_rulebook *book)
{
    for (size_t i = 0; i < count; i++) {
        if (arb_expectation_names(word, article[i], book))
            return true;
    }
    return false;
}

bool arb_meets_result(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    const arb_result result = arb_state_result(view->state);
    arb_article article[ARB_RESULT_ARTICLES_MAX];
    const size_t count = arb_state_result_articles(article, view->state);
    arb_cursor list = arb_expectation_list(expectation);
    arb_case_word word;

    arb_sink_word(found, arb_result_text(result));
    for (size_t i = 0; i < count; i++)
        say_article(found, article[i]);
    if (result != expectation->result)
        return false;
    while ((word = arb_case_word_next(&list)).size > 0) {
        if (!decided_by(article, count, word, book_of(view)))
            return false;
    }
    return true;
}

bool arb_meets_points(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    const int score = arb_state_score(view->state, expectation->colour);
    char text[32] = "none";

    if (score != ARB_SCORE_NONE)
        (void)arb_score_write(text, sizeof text, score);
    arb_sink_word(found, text);
    return score == expectation->score;
}
