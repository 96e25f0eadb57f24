/* SPDX-License-Identifier: MIT */
/* The words of an expectation: a reader for each kind of word that may follow. */
#include "game/expectation.h"

/* The expectation that is being read, from the words at the cursor. */
typedef struct reading {
    arb_expectation *out;
    arb_cursor words;
    arb_where *where;
    const arb_language *language;
} reading;

/* Do further words follow? The cursor then stands at the first of them. */
static bool more(reading *r)
{
    arb_cursor_skip_blanks(&r->words);
    return !arb_cursor_at_end(&r->words);
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
    return more(r) ? read_colour(r) : ARB_OK;
}

static arb_err read_colour_or_none(reading *r)
{
    const arb_cursor word = arb_cursor_take_word(&r->words);
    const int place = arb_cursor_choose(word, "white black none");

    r->out->colour = (arb_colour)place;
    return place >= 0 ? ARB_OK : arb_cursor_fail(&word, r->where, ARB_WANTED_COLOUR_OR_NONE);
}

/* Whose scoresheet: a player's, or the arbiter's, which is told as nobody's colour. */
static arb_err read_owner(reading *r)
{
    const arb_cursor word = arb_cursor_take_word(&r->words);
    const int place = arb_cursor_choose(word, "white black arbiter");

    r->out->colour = (arb_colour)place;
    return place >= 0 ? ARB_OK : arb_cursor_fail(&word, r->where, ARB_WANTED_SHEET_OWNER);
}

static arb_err read_time(reading *r)
{
    return arb_case_time(&r->out->value, &r->words, r->where);
}

static arb_err read_number(reading *r)
{
    uint64_t number;
    const arb_err err = arb_case_number(&number, &r->words, UINT32_MAX, r->where);

    if (!err)
        r->out->value = (int64_t)number;
    return err;
}

static arb_err read_points(reading *r)
{
    const arb_cursor word = arb_cursor_take_word(&r->words);
    int score = ARB_SCORE_NONE;

    if (!arb_cursor_is(word, "none") && arb_score_read(&score, word.at, arb_cursor_left(&word)))
        return arb_cursor_fail(&word, r->where, ARB_WANTED_POINTS);
    r->out->value = score;
    return ARB_OK;
}

static arb_err read_result(reading *r)
{
    const arb_cursor word = arb_cursor_take_word(&r->words);

    r->out->value = arb_result_read(word.at, arb_cursor_left(&word));
    return r->out->value < ARB_RESULT_COUNT ? ARB_OK
                                            : arb_cursor_fail(&word, r->where, ARB_WANTED_RESULT);
}

/* One of the words of its kind: the value is its place among them. */
static arb_err read_choice(reading *r)
{
    const arb_choices choices = arb_expectation_choices(r->out->kind);
    const arb_cursor word = arb_cursor_take_word(&r->words);

    for (; choices.words[r->out->value]; r->out->value++)
        if (arb_cursor_is(word, choices.words[r->out->value]))
            return ARB_OK;
    return arb_cursor_fail(&word, r->where, choices.wanted);
}

/* A penalty, and perhaps of how many rounds. */
static arb_err read_sanction(reading *r)
{
    uint64_t rounds = 0;
    arb_err err = read_choice(r);

    if (!err && r->out->value == ARB_SANCTION_EXCLUDED && more(r))
        err = arb_case_number(&rounds, &r->words, UINT16_MAX, r->where);
    r->out->fields = (unsigned)rounds;
    return err;
}

/* ---- positions */

/* A position of at most `max` fields. */
static arb_err read_fields(reading *r, unsigned max)
{
    arb_cursor_skip_blanks(&r->words);
    arb_cursor fen = r->words, after = fen, word;

    while (r->out->fields < max && arb_cursor_next_word(&word, &after)) {
        r->words = after;
        r->out->fields++;
    }
    fen.end = r->words.at;
    if (r->out->fields == 0)
        return arb_cursor_fail(&fen, r->where, ARB_WANTED_FIELDS);
    if (arb_fen_read(&r->out->setup, r->where, fen.at, arb_cursor_left(&fen), NULL))
        return arb_cursor_fail_within(&fen, r->where);
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

/* Keeps what follows as the list, and takes it: what stands on a scoresheet can be anything. */
static arb_err read_entries(reading *r)
{
    const arb_cursor list = arb_cursor_take_rest(&r->words);

    r->out->list = list.at;
    r->out->list_size = arb_cursor_left(&list);
    return ARB_OK;
}

static arb_err read_articles_opt(reading *r)
{
    arb_cursor list = r->words, word;

    while (arb_cursor_next_word(&word, &list))
        if (!arb_expectation_is_article(word))
            return arb_cursor_fail(&word, r->where, ARB_WANTED_ARTICLE);
    return read_entries(r);
}

static arb_err read_articles(reading *r)
{
    return more(r) ? read_articles_opt(r)
                   : arb_cursor_fail(&r->words, r->where, ARB_WANTED_ARTICLE);
}

bool arb_expectation_move(arb_cursor *out, arb_cursor *list)
{
    const bool any = arb_cursor_next_word(out, list);
    arb_cursor after = *list;

    if (any && arb_cursor_is(arb_cursor_take_word(&after), "e.p.")) {
        *list = after;
        out->end = after.at;
    }
    return any;
}

static arb_err read_moves(reading *r)
{
    arb_cursor list = r->words, word;
    arb_written written;

    if (!more(r))
        return arb_cursor_fail(&r->words, r->where, ARB_WANTED_MOVE);
    while (arb_expectation_move(&word, &list))
        if (arb_written_read(&written, r->where, word.at, arb_cursor_left(&word), r->language))
            return arb_cursor_fail_within(&word, r->where);
    return read_entries(r);
}

/* "any", "none", or moves. */
static arb_err read_allowed(reading *r)
{
    arb_cursor after = r->words;

    r->out->value = arb_cursor_choose(arb_cursor_take_word(&after), "any none") + 1;
    if (r->out->value == 0)
        return read_moves(r);
    r->words = after;
    return ARB_OK;
}

/* The moves of a game as it is printed: English, "--" for a press without a move, or nothing. */
static arb_err read_printed_moves(reading *r)
{
    arb_cursor list = r->words, word;
    arb_written written;

    while (arb_cursor_next_word(&word, &list))
        if (!arb_cursor_is(word, "--") &&
            arb_written_read(&written, r->where, word.at, arb_cursor_left(&word), NULL))
            return arb_cursor_fail_within(&word, r->where);
    return read_entries(r);
}

/* "none", or what hands did: squares in their order, "-" before one and "+" with its piece. */
static arb_err read_deeds(reading *r)
{
    arb_cursor list = r->words, word;

    if (!more(r))
        return arb_cursor_fail(&r->words, r->where, ARB_WANTED_DEED);
    while (arb_cursor_next_word(&word, &list))
        if (!arb_cursor_is(word, "none") && !arb_deed_is_word(word))
            return arb_cursor_fail(&word, r->where, ARB_WANTED_DEED);
    return read_entries(r);
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
    const arb_cursor word = arb_cursor_take_word(&r.words);
    while (kind < ARB_EXPECTATION_COUNT && !arb_cursor_is(word, kinds[kind].word))
        kind++;
    if (kind == ARB_EXPECTATION_COUNT)
        return arb_cursor_fail(&word, where, ARB_WANTED_EXPECTATION);
    read.kind = (arb_expectation_kind)kind;
    arb_cursor_skip_blanks(&r.words);
    read.words = r.words.at;
    read.size = arb_cursor_left(&r.words);
    arb_err err = kinds[kind].first(&r);
    if (!err)
        err = kinds[kind].second(&r);
    if (!err)
        err = arb_case_line_ends(&r.words, where);
    if (!err)
        *out = read;
    return err;
}
