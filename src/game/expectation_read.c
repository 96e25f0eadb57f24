/* SPDX-License-Identifier: MIT */
/* The words of an expectation: a reader for each kind of word that may follow. */
#include <string.h>

#include "game/expectation.h"

/* The expectation that is being read, from the words at the cursor. */
typedef struct reading {
    arb_expectation *out;
    arb_cursor words;
    arb_where *where;
    const arb_language *language;
} reading;

static arb_err fail(const reading *r, arb_case_word word, arb_wanted wanted)
{
    return arb_case_fail(&r->words, word, r->where, wanted);
}

static bool is_at_end(const reading *r)
{
    arb_cursor after = r->words;

    return arb_case_word_next(&after).size == 0;
}

/* ---- one word */

static arb_err read_nothing(reading *r)
{
    (void)r;
    return ARB_OK;
}

static arb_err read_colour(reading *r)
{
    return arb_case_colour(&r->out->colour, &r->words, r->where);
}

/* The board of one player or the other is the same board as long as both see it. */
static arb_err read_colour_opt(reading *r)
{
    return is_at_end(r) ? ARB_OK : read_colour(r);
}

static arb_err read_time(reading *r)
{
    return arb_case_time(&r->out->time, &r->words, r->where);
}

static arb_err read_number(reading *r)
{
    return arb_case_number(&r->out->number, &r->words, UINT32_MAX, r->where);
}

static arb_err read_points(reading *r)
{
    const arb_case_word word = arb_case_word_next(&r->words);

    r->out->score = ARB_SCORE_NONE;
    if (!arb_case_word_is(word, "none") && arb_score_read(&r->out->score, word.text, word.size))
        return fail(r, word, ARB_WANTED_POINTS);
    return ARB_OK;
}

static arb_err read_result(reading *r)
{
    const arb_case_word word = arb_case_word_next(&r->words);

    r->out->result = arb_result_read(word.text, word.size);
    return r->out->result < ARB_RESULT_COUNT ? ARB_OK : fail(r, word, ARB_WANTED_RESULT);
}

static arb_err read_phase(reading *r)
{
    const arb_case_word word = arb_case_word_next(&r->words);

    for (unsigned i = 0; i < ARB_PHASE_COUNT; i++) {
        r->out->choice = i;
        if (arb_case_word_is(word, arb_phase_word((arb_phase)i)))
            return ARB_OK;
    }
    return fail(r, word, ARB_WANTED_PHASE);
}

static arb_err read_pending(reading *r)
{
    const arb_case_word word = arb_case_word_next(&r->words);

    for (unsigned i = 0; i < ARB_PENDING_COUNT; i++) {
        r->out->choice = i;
        if (arb_case_word_is(word, arb_pending_word((arb_pending)i)))
            return ARB_OK;
    }
    return fail(r, word, ARB_WANTED_PENDING);
}

/* Takes one of a few words; its place among them is the choice. */
static arb_err choose(reading *r, const char *allowed, arb_wanted wanted)
{
    const arb_case_word word = arb_case_word_next(&r->words);
    const int place = arb_case_word_choose(word, allowed);

    if (place < 0)
        return fail(r, word, wanted);
    r->out->choice = (unsigned)place;
    return ARB_OK;
}

static arb_err read_colour_or_none(reading *r)
{
    const arb_err err = choose(r, "white black none", ARB_WANTED_COLOUR_OR_NONE);

    r->out->colour = (arb_colour)r->out->choice;
    return err;
}

static arb_err read_flag(reading *r)
{
    return choose(r, "up fallen", ARB_WANTED_FALLEN_OR_UP);
}

static arb_err read_recording(reading *r)
{
    return choose(r, "optional required", ARB_WANTED_REQUIRED_OR_OPTIONAL);
}

static arb_err read_category(reading *r)
{
    return choose(r, "standard rapid blitz", ARB_WANTED_CATEGORY);
}

static arb_err read_check(reading *r)
{
    /* in this order the place is the set of the kings in check: bit 0 White's, bit 1 Black's */
    return choose(r, "none white black both", ARB_WANTED_CHECKED);
}

/* ---- positions */

/* A position of at most `max` fields. */
static arb_err read_fields(reading *r, unsigned max)
{
    arb_case_word fen = { NULL, 0 };
    unsigned fields;

    for (fields = 0; fields < max; fields++) {
        arb_cursor after = r->words;
        const arb_case_word word = arb_case_word_next(&after);
        if (word.size == 0 || arb_case_word_choose(word, "white black") >= 0)
            break;
        r->words = after;
        if (fields == 0)
            fen.text = word.text;
        fen.size = (size_t)(after.at - fen.text);
    }
    r->out->fields = fields;
    if (fields == 0)
        return fail(r, arb_case_word_next(&r->words), ARB_WANTED_FIELDS);
    if (arb_fen_read(&r->out->setup, r->where, fen.text, fen.size, NULL))
        return arb_case_fail_within(&r->words, fen, r->where);
    return ARB_OK;
}

static arb_err read_fen(reading *r)
{
    return read_fields(r, 6);
}

static arb_err read_board(reading *r)
{
    return read_fields(r, 1);
}

/* ---- lists, to the end of the line; they have any length and are kept as words */

/* Keeps what follows as the list. */
static void keep_list(reading *r)
{
    arb_cursor_skip_blanks(&r->words);
    r->out->list = r->words.at;
    r->out->list_size = (size_t)(r->words.end - r->words.at);
}

static arb_err read_articles_opt(reading *r)
{
    arb_case_word word;

    keep_list(r);
    while ((word = arb_case_word_next(&r->words)).size > 0)
        if (!arb_expectation_is_article(word))
            return fail(r, word, ARB_WANTED_ARTICLE);
    return ARB_OK;
}

static arb_err read_articles(reading *r)
{
    if (is_at_end(r))
        return fail(r, arb_case_word_next(&r->words), ARB_WANTED_ARTICLE);
    return read_articles_opt(r);
}

bool arb_expectation_move(arb_case_word *out, arb_cursor *list)
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

static arb_err read_moves(reading *r)
{
    arb_case_word word;
    arb_written written;

    keep_list(r);
    if (is_at_end(r))
        return fail(r, arb_case_word_next(&r->words), ARB_WANTED_MOVE);
    while (arb_expectation_move(&word, &r->words))
        if (arb_written_read(&written, r->where, word.text, word.size, r->language))
            return arb_case_fail_within(&r->words, word, r->where);
    return ARB_OK;
}

/* "any", "none", or moves. */
static arb_err read_allowed(reading *r)
{
    arb_cursor after = r->words;
    const int place = arb_case_word_choose(arb_case_word_next(&after), "any none");

    r->out->choice = (unsigned)(place + 1);
    if (place < 0)
        return read_moves(r);
    r->words = after;
    return ARB_OK;
}

/* The moves of a game as it is printed: English, "--" for a press without a move, or nothing. */
static arb_err read_printed_moves(reading *r)
{
    arb_case_word word;
    arb_written written;

    keep_list(r);
    while ((word = arb_case_word_next(&r->words)).size > 0)
        if (!arb_case_word_is(word, "--") &&
            arb_written_read(&written, r->where, word.text, word.size, NULL))
            return arb_case_fail_within(&r->words, word, r->where);
    return ARB_OK;
}

/* What stands on a scoresheet can be anything. */
static arb_err read_entries(reading *r)
{
    keep_list(r);
    (void)arb_case_word_rest(&r->words);
    return ARB_OK;
}

/* ---- the whole */

static const struct {
    const char *word;
    arb_err (*first)(reading *r), (*second)(reading *r);
} kinds[ARB_EXPECTATION_COUNT] = {
#define EXPECTATION(id, word, first, second)                                                       \
    [ARB_EXPECTATION_##id] = { word, read_##first, read_##second },
#include "arbitro/expectations.def"
#undef EXPECTATION
};

const char *arb_expectation_word(arb_expectation_kind kind)
{
    return kinds[kind].word;
}

arb_err arb_expectation_read(arb_expectation *out, arb_where *where, const char *text, size_t size,
                             const arb_language *language)
{
    arb_expectation read = { .colour = ARB_COLOUR_COUNT };
    reading r = { .out = &read, .where = where, .language = language };
    unsigned kind = 0;

    arb_cursor_init(&r.words, text, size);
    const arb_case_word word = arb_case_word_next(&r.words);
    while (kind < ARB_EXPECTATION_COUNT && !arb_case_word_is(word, kinds[kind].word))
        kind++;
    if (kind == ARB_EXPECTATION_COUNT)
        return fail(&r, word, ARB_WANTED_EXPECTATION);
    read.kind = (arb_expectation_kind)kind;
    arb_cursor_skip_blanks(&r.words);
    read.words = r.words.at;
    read.size = (size_t)(r.words.end - r.words.at);
    arb_err err = kinds[kind].first(&r);
    if (!err)
        err = kinds[kind].second(&r);
    if (!err)
        err = arb_case_line_ends(&r.words, where);
    if (!err)
        *out = read;
    return err;
}
