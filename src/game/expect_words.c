/* SPDX-License-Identifier: MIT */
/* The words of expectations, read by kind; see expect_internal.h. */
#include <string.h>

#include "game/expect_internal.h"

arb_err arb_expected_nothing(arb_expected *out, arb_cursor *words, arb_where *where,
                             const arb_language *language)
{
    (void)out;
    (void)words;
    (void)where;
    (void)language;
    return ARB_OK;
}

/* Takes the articles that follow and keeps them as a list. */
arb_err arb_expected_articles_opt(arb_expected *out, arb_cursor *words, arb_where *where,
                                  const arb_language *language)
{
    (void)language;
    out->list = *words;
    for (;;) {
        const arb_case_word word = arb_case_word_next(words);
        if (word.size == 0)
            return ARB_OK;
        if (!arb_expected_is_article(word))
            return arb_case_fail(words, word, where, ARB_WANTED_ARTICLE);
    }
}

arb_err arb_expected_articles(arb_expected *out, arb_cursor *words, arb_where *where,
                              const arb_language *language)
{
    arb_cursor after = *words;
    const arb_case_word first = arb_case_word_next(&after);

    if (first.size == 0)
        return arb_case_fail(words, first, where, ARB_WANTED_ARTICLE);
    return arb_expected_articles_opt(out, words, where, language);
}

arb_err arb_expected_result(arb_expected *out, arb_cursor *words, arb_where *where,
                            const arb_language *language)
{
    const arb_case_word word = arb_case_word_next(words);

    out->result = arb_result_read(word.text, word.size);
    if (out->result == ARB_RESULT_COUNT)
        return arb_case_fail(words, word, where, ARB_WANTED_RESULT);
    return arb_expected_articles_opt(out, words, where, language);
}

arb_err arb_expected_colour(arb_expected *out, arb_cursor *words, arb_where *where,
                            const arb_language *language)
{
    (void)language;
    return arb_case_colour(&out->colour, words, where);
}

/* Takes one of a few words. */
static arb_err choose(arb_expected *out, arb_cursor *words, const char *allowed, arb_where *where,
                      arb_wanted expected)
{
    const arb_case_word word = arb_case_word_next(words);
    const int place = arb_case_word_choose(word, allowed);

    if (place < 0)
        return arb_case_fail(words, word, where, expected);
    out->choice = (unsigned)place;
    return ARB_OK;
}

/* The same after a colour. */
static arb_err colour_and_choice(arb_expected *out, arb_cursor *words, const char *allowed,
                                 arb_where *where, arb_wanted expected)
{
    const arb_err err = arb_case_colour(&out->colour, words, where);

    return err ? err : choose(out, words, allowed, where, expected);
}

arb_err arb_expected_points(arb_expected *out, arb_cursor *words, arb_where *where,
                            const arb_language *language)
{
    const arb_err err = arb_expected_colour(out, words, where, language);

    if (err)
        return err;
    const arb_case_word word = arb_case_word_next(words);
    out->score = ARB_SCORE_NONE;
    if (!arb_case_word_is(word, "none") && arb_score_read(&out->score, word.text, word.size))
        return arb_case_fail(words, word, where, ARB_WANTED_POINTS);
    return ARB_OK;
}

arb_err arb_expected_phase(arb_expected *out, arb_cursor *words, arb_where *where,
                           const arb_language *language)
{
    const arb_case_word word = arb_case_word_next(words);

    (void)language;
    for (out->choice = 0; out->choice < ARB_PHASE_COUNT; out->choice++) {
        if (arb_case_word_is(word, arb_phase_word((arb_phase)out->choice)))
            return ARB_OK;
    }
    return arb_case_fail(words, word, where, ARB_WANTED_PHASE);
}

arb_err arb_expected_pending(arb_expected *out, arb_cursor *words, arb_where *where,
                             const arb_language *language)
{
    const arb_case_word word = arb_case_word_next(words);

    (void)language;
    for (out->choice = 0; out->choice < ARB_PENDING_COUNT; out->choice++) {
        if (arb_case_word_is(word, arb_pending_word((arb_pending)out->choice)))
            return ARB_OK;
    }
    return arb_case_fail(words, word, where, ARB_WANTED_PENDING);
}

arb_err arb_expected_clock(arb_expected *out, arb_cursor *words, arb_where *where,
                           const arb_language *language)
{
    const arb_err err = arb_expected_colour(out, words, where, language);

    return err ? err : arb_case_time(&out->time, words, where);
}

arb_err arb_expected_colour_or_none(arb_expected *out, arb_cursor *words, arb_where *where,
                                    const arb_language *language)
{
    const arb_err err = choose(out, words, "white black none", where, ARB_WANTED_COLOUR_OR_NONE);

    (void)language;
    if (!err)
        out->colour = (arb_colour)out->choice;
    return err;
}

arb_err arb_expected_flag(arb_expected *out, arb_cursor *words, arb_where *where,
                          const arb_language *language)
{
    (void)language;
    return colour_and_choice(out, words, "up fallen", where, ARB_WANTED_FALLEN_OR_UP);
}

arb_err arb_expected_recording(arb_expected *out, arb_cursor *words, arb_where *where,
                               const arb_language *language)
{
    (void)language;
    return colour_and_choice(out, words, "optional required", where,
                             ARB_WANTED_REQUIRED_OR_OPTIONAL);
}

arb_err arb_expected_number(arb_expected *out, arb_cursor *words, arb_where *where,
                            const arb_language *language)
{
    const arb_err err = arb_expected_colour(out, words, where, language);

    return err ? err : arb_case_number(&out->number, words, UINT32_MAX, where);
}

arb_err arb_expected_category(arb_expected *out, arb_cursor *words, arb_where *where,
                              const arb_language *language)
{
    (void)language;
    return choose(out, words, "standard rapid blitz", where, ARB_WANTED_CATEGORY);
}

arb_err arb_expected_check(arb_expected *out, arb_cursor *words, arb_where *where,
                           const arb_language *language)
{
    (void)language;
    /* in this order the place is the set of the kings in check: bit 0 White's, bit 1 Black's */
    return choose(out, words, "none white black both", where, ARB_WANTED_CHECKED);
}

/* Takes a position of at most `max` fields. */
static arb_err read_setup(arb_expected *out, arb_cursor *words, unsigned max, arb_where *where)
{
    arb_case_word fen = { NULL, 0 };

    for (out->fields = 0; out->fields < max; out->fields++) {
        arb_cursor after = *words;
        const arb_case_word word = arb_case_word_next(&after);
        if (word.size == 0 || arb_case_word_choose(word, "white black") >= 0)
            break;
        *words = after;
        if (out->fields == 0)
            fen.text = word.text;
        fen.size = (size_t)(after.at - fen.text);
    }
    if (out->fields == 0)
        return arb_case_fail(words, arb_case_word_next(words), where, ARB_WANTED_FIELDS);
    if (arb_fen_read(&out->setup, where, fen.text, fen.size, NULL))
        return arb_case_fail_within(words, fen, where);
    return ARB_OK;
}

arb_err arb_expected_fen(arb_expected *out, arb_cursor *words, arb_where *where,
                         const arb_language *language)
{
    (void)language;
    return read_setup(out, words, 6, where);
}

/* The board of one player or the other is the same board as long as both see it. */
arb_err arb_expected_board(arb_expected *out, arb_cursor *words, arb_where *where,
                           const arb_language *language)
{
    const arb_err err = read_setup(out, words, 1, where);
    arb_cursor after = *words;

    if (err || arb_case_word_next(&after).size == 0)
        return err;
    return arb_expected_colour(out, words, where, language);
}

bool arb_expected_move(arb_case_word *out, arb_cursor *list)
{
    arb_case_word word = arb_case_word_next(list);
    arb_cursor after = *list;

    if (word.size == 0)
        return false;
    if (arb_case_word_is(arb_case_word_next(&after), "e.p.")) {
        *list = after;
        word.size = (size_t)(after.at - word.text);
    }
    *out = word;
    return true;
}

/* Takes moves to the end; `none` says whether there may be none of them. */
static arb_err read_moves(arb_expected *out, arb_cursor *words, arb_where *where,
                          const arb_language *language, bool none)
{
    arb_case_word word = { words->at, 0 };
    arb_written written;
    unsigned count = 0;

    out->list = *words;
    while (arb_expected_move(&word, words)) {
        if (arb_written_read(&written, where, word.text, word.size, language))
            return arb_case_fail_within(words, word, where);
        count++;
    }
    if (count == 0 && !none)
        return arb_case_fail(words, arb_case_word_next(words), where, ARB_WANTED_MOVE);
    return ARB_OK;
}

arb_err arb_expected_moves(arb_expected *out, arb_cursor *words, arb_where *where,
                           const arb_language *language)
{
    return read_moves(out, words, where, language, false);
}

/* "any", "none", or moves. */
arb_err arb_expected_allowed(arb_expected *out, arb_cursor *words, arb_where *where,
                             const arb_language *language)
{
    arb_cursor after = *words;
    const int place = arb_case_word_choose(arb_case_word_next(&after), "any none");

    out->choice = (unsigned)(place + 1);
    if (place < 0)
        return read_moves(out, words, where, language, false);
    *words = after;
    out->list = after;
    return ARB_OK;
}

/* The moves of a game as it is printed: English, "--" for a press without a move, or nothing. */
arb_err arb_expected_sans(arb_expected *out, arb_cursor *words, arb_where *where,
                          const arb_language *language)
{
    arb_written written;

    (void)language;
    out->list = *words;
    for (;;) {
        const arb_case_word word = arb_case_word_next(words);
        if (word.size == 0)
            return ARB_OK;
        if (arb_case_word_is(word, "--"))
            continue;
        if (arb_written_read(&written, where, word.text, word.size, NULL))
            return arb_case_fail_within(words, word, where);
    }
}

arb_err arb_expected_sheet(arb_expected *out, arb_cursor *words, arb_where *where,
                           const arb_language *language)
{
    const arb_err err = arb_expected_colour(out, words, where, language);

    out->list = *words;
    (void)arb_case_word_rest(words);
    return err;
}
