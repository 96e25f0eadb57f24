/* SPDX-License-Identifier: MIT */
/*
 * Expectations about what the last event produced, and about the result; see expectation.h.
 *
 * Articles are named by their numbers of 2023, by those of the game's own edition, or with the
 * edition in front, as in "2001:C3". A number also stands for what is below it.
 */
#include "arbitro/edition.h"
#include "arbitro/explain.h"
#include "game/expectation.h"

bool arb_expectation_is_article(arb_cursor word)
{
    const size_t size = arb_cursor_left(&word);
    const arb_rulebook *book;

    if (arb_article_is_number(word.at, size))
        return true;
    for (size_t i = 0; (book = arb_rulebook_get(i)); i++)
        for (int article = ARB_ART_NONE + 1; article < ARB_ART_COUNT; article++)
            if (arb_article_is_cited((arb_article)article, book, word.at, size))
                return true;
    return false;
}

bool arb_expectation_names(arb_cursor word, arb_article article, const arb_rulebook *book)
{
    return arb_article_is_within(article, word.at, arb_cursor_left(&word)) ||
           arb_article_is_cited(article, book, word.at, arb_cursor_left(&word));
}

/* Does every word of the list name one of the articles? */
static bool all_named(const arb_expectation *expectation, const arb_view *view,
                      const arb_article *article, size_t count)
{
    const arb_rulebook *book = arb_game_regulations(view->game)->book;
    arb_cursor list = arb_expectation_list(expectation), word;

    while (arb_cursor_next_word(&word, &list)) {
        size_t i = 0;
        while (i < count && !arb_expectation_names(word, article[i], book))
            i++;
        if (i == count)
            return false;
    }
    return true;
}

/* Writes all that the verdict says, and collects the articles of its rulings. */
static size_t say_verdict(arb_article *out, arb_sink *found, const arb_verdict *verdict)
{
    const size_t count = verdict ? verdict->count : 0;

    if (verdict && verdict->refused)
        arb_sink_format(found, "refused %s", arb_article_number(verdict->refusal.article));
    for (size_t i = 0; i < count; i++) {
        out[i] = verdict->ruling[i].article;
        arb_sink_word(found, arb_article_number(out[i]));
    }
    if (found->length == 0)
        arb_sink_word(found, verdict ? "no ruling" : "no event");
    return count;
}

bool arb_meets_ruling(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    arb_article said[ARB_RULINGS_MAX];
    const size_t count = say_verdict(said, found, view->verdict);

    return all_named(expectation, view, said, count);
}

bool arb_meets_no_ruling(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    arb_article said[ARB_RULINGS_MAX];

    (void)expectation;
    return say_verdict(said, found, view->verdict) == 0 &&
           !(view->verdict && view->verdict->refused);
}

bool arb_meets_refused(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    arb_article said[ARB_RULINGS_MAX];

    say_verdict(said, found, view->verdict);
    return view->verdict && view->verdict->refused &&
           all_named(expectation, view, &view->verdict->refusal.article, 1);
}

bool arb_meets_warning(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    unsigned due = 0;

    for (int colour = ARB_WHITE; view->verdict && colour <= ARB_BLACK; colour++)
        due |= (unsigned)arb_verdict_warns(view->verdict, (arb_colour)colour) << colour;
    arb_sink_word(found, arb_colours_word(due));
    return expectation->colour == ARB_COLOUR_COUNT ? due == 0
                                                   : (due >> expectation->colour & 1) != 0;
}

bool arb_meets_result(arb_sink *found, const arb_expectation *expectation, const arb_view *view)
{
    const arb_result result = arb_state_result(view->state);
    arb_article article[ARB_RESULT_ARTICLES_MAX];
    const size_t count = arb_state_result_articles(article, view->state);

    arb_sink_word(found, arb_result_text(result));
    for (size_t i = 0; i < count; i++)
        arb_sink_word(found, arb_article_number(article[i]));
    return result == expectation->value && all_named(expectation, view, article, count);
}
