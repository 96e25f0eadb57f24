/* SPDX-License-Identifier: MIT */
/*
 * The arguments of an event, one small reader for each kind of slot. Those that hold text are in
 * event_texts.c.
 */
#include <string.h>

#include "arbitro/edition.h"
#include "arbitro/explain.h"
#include "clock/time_text.h"
#include "laws/event_internal.h"

static arb_err read_nothing(arb_event_reader *r)
{
    (void)r;
    return ARB_OK;
}

static arb_err read_one_square(arb_event_reader *r)
{
    const arb_cursor word = arb_reader_word(r);
    const arb_square square = arb_square_read(word.at, (size_t)(word.end - word.at));

    if (square == ARB_SQUARE_NONE)
        return arb_reader_fail(r, ARB_WANTED_SQUARE);
    if (r->event.square_count == ARB_EVENT_SQUARES_MAX)
        return arb_reader_fail(r, ARB_WANTED_SQUARES_MAX);
    r->event.square[r->event.square_count++] = square;
    arb_reader_skip_word(r);
    return ARB_OK;
}

static arb_err read_squares_opt(arb_event_reader *r)
{
    while (!arb_cursor_at_end(&r->cur) && !arb_reader_at_later_slot(r)) {
        const arb_err err = read_one_square(r);
        if (err)
            return err;
    }
    return ARB_OK;
}

static arb_err read_squares(arb_event_reader *r)
{
    const arb_err err = read_one_square(r);

    return err ? err : read_squares_opt(r);
}

/* The piece whose letter the word is in this language; ARB_ROLE_NONE. */
static arb_role letter_role(const arb_cursor *word, const arb_language *language)
{
    const size_t size = (size_t)(word->end - word->at);

    for (unsigned i = 0; i < ARB_ROLE_COUNT; i++) {
        const char *letter = language->letters.white[i];
        if (letter && strlen(letter) == size && memcmp(letter, word->at, size) == 0)
            return (arb_role)i;
    }
    for (const arb_letter *more = language->further; more && more->text; more++)
        if (strlen(more->text) == size && memcmp(more->text, word->at, size) == 0)
            return more->role;
    return ARB_ROLE_NONE;
}

/*
 * Small letters are English, so that a line can be written without knowing the language. A capital
 * that the language does not know is English too; one that it knows means what it means there.
 */
static arb_role piece_role(const arb_cursor *word, const arb_language *language)
{
    const arb_role role = letter_role(word, language);

    for (unsigned i = ARB_KNIGHT; i < ARB_KING && word->end - word->at == 1; i++)
        if (*word->at == *arb_letters_en.black[i] ||
            (*word->at == *arb_letters_en.white[i] && role == ARB_ROLE_NONE))
            return (arb_role)i;
    return role;
}

static arb_err read_piece(arb_event_reader *r)
{
    const arb_cursor word = arb_reader_word(r);

    if (arb_cursor_at_end(&r->cur))
        return ARB_OK;
    const arb_role role = piece_role(&word, r->language);
    if (role == ARB_KING || (word.end - word.at == 1 && *word.at == 'K')) {
        arb_reader_skip_word(r); /* the king on his way to castle: no piece is promoted */
        return ARB_OK;
    }
    if (role < ARB_KNIGHT || role > ARB_QUEEN)
        return arb_reader_fail(r, ARB_WANTED_PROMOTION_PIECE);
    r->event.role = (uint8_t)role;
    arb_reader_skip_word(r);
    return ARB_OK;
}

/* Bits of the colours by the words for them: the first `count` of the list. */
static arb_err read_some_colours(arb_event_reader *r, unsigned count, arb_wanted expected)
{
    for (unsigned i = 1; i <= count; i++) {
        if (arb_reader_at_word(r, arb_colours_word(i))) {
            r->event.colours = (uint8_t)i;
            arb_reader_skip_word(r);
            return ARB_OK;
        }
    }
    return arb_reader_fail(r, expected);
}

static arb_err read_colour(arb_event_reader *r)
{
    return read_some_colours(r, 2, ARB_WANTED_COLOUR);
}

static arb_err read_colours(arb_event_reader *r)
{
    return read_some_colours(r, 3, ARB_WANTED_COLOURS);
}

static arb_err read_number_from(arb_event_reader *r, uint32_t least, arb_wanted expected)
{
    arb_cursor word = arb_reader_word(r);
    uint64_t number;

    if (arb_cursor_read_number(&number, &word, UINT32_MAX) || !arb_cursor_at_end(&word) ||
        number < least)
        return arb_reader_fail(r, expected);
    r->event.number = (uint32_t)number;
    arb_reader_skip_word(r);
    return ARB_OK;
}

static arb_err read_number(arb_event_reader *r)
{
    return read_number_from(r, 1, ARB_WANTED_NUMBER_FROM_ONE);
}

static arb_err read_number_opt(arb_event_reader *r)
{
    return arb_cursor_at_end(&r->cur) ? ARB_OK : read_number(r);
}

static arb_err read_ply(arb_event_reader *r)
{
    if (!arb_reader_at_word(r, "unknown"))
        return read_number_from(r, 0, ARB_WANTED_PLY);
    r->event.flags |= ARB_EVENT_UNKNOWN;
    arb_reader_skip_word(r);
    return ARB_OK;
}

static arb_err read_clock_time(arb_event_reader *r)
{
    arb_cursor word = arb_reader_word(r);
    const arb_err err = arb_time_take(&r->event.ms, &word, r->where);

    if (!err)
        arb_reader_skip_word(r);
    return err;
}

static arb_err read_seconds(arb_event_reader *r)
{
    arb_cursor word = arb_reader_word(r);
    const arb_err err = arb_seconds_take(&r->event.ms, &word, r->where, true);

    if (!err)
        arb_reader_skip_word(r);
    return err;
}

/* A word that stands there or not. */
static arb_err read_flag(arb_event_reader *r)
{
    const arb_slot slot = r->verb->slot[r->slot];

    if (!arb_reader_at_word(r, arb_slot_word(slot)))
        return ARB_OK;
    r->event.flags |= arb_slot_flag(slot);
    arb_reader_skip_word(r);
    return ARB_OK;
}

static arb_err read_moves_opt(arb_event_reader *r)
{
    const arb_err err = read_flag(r);

    if (err || !(r->event.flags & ARB_EVENT_MOVES))
        return err;
    return read_number_from(r, 0, ARB_WANTED_NUMBER);
}

/* An article by its number of 2023, or by one that another edition alone has: "7.4b", "2001:12.7".
 */
static arb_article find_article(const char *text, size_t size)
{
    arb_article article = arb_article_find(text, size);
    const arb_rulebook *book;

    for (size_t i = 0; article == ARB_ART_NONE && (book = arb_rulebook_get(i)); i++)
        article = arb_article_find_cited(book, text, size);
    return article;
}

static arb_err read_article(arb_event_reader *r)
{
    const arb_cursor word = arb_reader_word(r);
    const arb_article article = find_article(word.at, (size_t)(word.end - word.at));

    if (article == ARB_ART_NONE)
        return arb_reader_fail(r, ARB_WANTED_ARTICLE);
    r->event.article = (uint16_t)article;
    arb_reader_skip_word(r);
    return ARB_OK;
}

/*
 * A score; also one that no game awards, such as 3/4, because it is for the Laws to refuse it
 * (10.2).
 */
static arb_err read_points(arb_event_reader *r)
{
    arb_cursor word = arb_reader_word(r);
    arb_ms thousandths;
    int half;

    if (!arb_score_read(&half, word.at, (size_t)(word.end - word.at)))
        thousandths = half * ARB_HALF_POINT;
    else if (arb_reader_at_word(r, "1/4") || arb_reader_at_word(r, "¼"))
        thousandths = ARB_HALF_POINT / 2;
    else if (arb_reader_at_word(r, "3/4") || arb_reader_at_word(r, "¾"))
        thousandths = 3 * ARB_HALF_POINT / 2;
    else if (arb_seconds_take(&thousandths, &word, NULL, false) || thousandths > ARB_POINTS_MAX)
        return arb_reader_fail(r, ARB_WANTED_SCORE);
    r->event.points = (int32_t)thousandths;
    arb_reader_skip_word(r);
    return ARB_OK;
}

static arb_err read_points_opt(arb_event_reader *r)
{
    if (arb_cursor_at_end(&r->cur))
        return ARB_OK;
    r->event.flags |= ARB_EVENT_AMOUNT;
    return read_points(r);
}

/* Laws 12.9: the penalty, and what belongs to it. */
static arb_err read_penalty(arb_event_reader *r)
{
    static arb_slot_reader *const followers[] = {
        [ARB_FOLLOWS_NOTHING] = read_nothing,    [ARB_FOLLOWS_SECONDS] = read_seconds,
        [ARB_FOLLOWS_POINTS] = read_points,      [ARB_FOLLOWS_POINTS_OPT] = read_points_opt,
        [ARB_FOLLOWS_TEXT] = arb_slot_read_text, [ARB_FOLLOWS_ROUNDS] = read_number,
    };

    for (int i = 0; i < ARB_PENALTY_COUNT; i++) {
        if (arb_reader_at_word(r, arb_penalty_word((arb_penalty)i))) {
            r->event.penalty = (uint8_t)i;
            arb_reader_skip_word(r);
            return followers[arb_penalty_follows((arb_penalty)i)](r);
        }
    }
    return arb_reader_fail(r, ARB_WANTED_PENALTY);
}

static arb_err read_result(arb_event_reader *r)
{
    const arb_cursor word = arb_reader_word(r);
    const arb_result result = arb_result_read(word.at, (size_t)(word.end - word.at));

    if (result == ARB_RESULT_COUNT)
        return arb_reader_fail(r, ARB_WANTED_RESULT);
    r->event.result = (uint8_t)result;
    arb_reader_skip_word(r);
    return ARB_OK;
}

static arb_err read_place(arb_event_reader *r)
{
    for (int i = 0; i < ARB_PLACE_COUNT; i++) {
        if (arb_reader_at_word(r, arb_place_word((arb_place)i))) {
            r->event.place = (uint8_t)i;
            arb_reader_skip_word(r);
            return ARB_OK;
        }
    }
    return arb_reader_fail(r, ARB_WANTED_PLACE);
}

/* Laws III.5.2: a deferment may say how much time the opponent gets. */
static arb_err read_decision(arb_event_reader *r)
{
    for (int i = 0; i < ARB_DECISION_COUNT; i++) {
        if (!arb_reader_at_word(r, arb_decision_word((arb_decision)i)))
            continue;
        r->event.decision = (uint8_t)i;
        arb_reader_skip_word(r);
        if (i != ARB_DECISION_DEFER || arb_cursor_at_end(&r->cur))
            return ARB_OK;
        r->event.flags |= ARB_EVENT_AMOUNT;
        return read_clock_time(r);
    }
    return arb_reader_fail(r, ARB_WANTED_DECISION);
}

/* "leave white", perhaps with the place; "leave" alone is for all who ask. */
static arb_err read_leave(arb_event_reader *r)
{
    r->event.colours = 3;
    if (arb_cursor_at_end(&r->cur))
        return ARB_OK;
    arb_err err = read_colour(r);

    if (!err && !arb_cursor_at_end(&r->cur)) {
        r->event.flags |= ARB_EVENT_PLACE;
        err = read_place(r);
    }
    return err;
}

/* Laws 9.1.1, 11.2.3: what is not one of these is a text, also when it only begins like one. */
static arb_err read_consent(arb_event_reader *r)
{
    const arb_event_reader begin = *r;

    for (int i = ARB_CONSENT_DRAW; i < ARB_CONSENT_COUNT; i++) {
        if (!arb_reader_at_word(r, arb_consent_word((arb_consent)i)))
            continue;
        arb_where *const where = r->where;
        r->where = NULL;
        r->event.consent = (uint8_t)i;
        arb_reader_skip_word(r);
        const arb_err err = i == ARB_CONSENT_LEAVE ? read_leave(r) : ARB_OK;
        r->where = where;
        if (!err && arb_cursor_at_end(&r->cur))
            return ARB_OK;
        *r = begin;
    }
    return arb_slot_read_text(r);
}

arb_err arb_slot_read(arb_event_reader *r)
{
    static arb_slot_reader *const readers[] = {
        [ARB_SLOT_NONE] = read_nothing,
        [ARB_SLOT_SQUARE] = read_one_square,
        [ARB_SLOT_SQUARES] = read_squares,
        [ARB_SLOT_SQUARES_OPT] = read_squares_opt,
        [ARB_SLOT_PIECE] = read_piece,
        [ARB_SLOT_MOVE] = arb_slot_read_move,
        [ARB_SLOT_MOVE_OPT] = arb_slot_read_move_opt,
        [ARB_SLOT_TEXT] = arb_slot_read_text,
        [ARB_SLOT_TEXT_OPT] = arb_slot_read_text_opt,
        [ARB_SLOT_COLOUR] = read_colour,
        [ARB_SLOT_COLOURS] = read_colours,
        [ARB_SLOT_NUMBER] = read_number,
        [ARB_SLOT_NUMBER_OPT] = read_number_opt,
        [ARB_SLOT_PLY] = read_ply,
        [ARB_SLOT_TIME] = read_clock_time,
        [ARB_SLOT_SECONDS] = read_seconds,
        [ARB_SLOT_MOVES_OPT] = read_moves_opt,
        [ARB_SLOT_ARTICLE] = read_article,
        [ARB_SLOT_PENALTY] = read_penalty,
        [ARB_SLOT_RESULT] = read_result,
        [ARB_SLOT_FEN] = arb_slot_read_fen,
        [ARB_SLOT_ASSISTANT] = arb_slot_read_assistant,
        [ARB_SLOT_PLACE] = read_place,
        [ARB_SLOT_DECISION] = read_decision,
        [ARB_SLOT_CONSENT] = read_consent,
        [ARB_SLOT_TOGETHER] = read_flag,
        [ARB_SLOT_ACCIDENTAL] = read_flag,
        [ARB_SLOT_TWO_HANDS] = read_flag,
        [ARB_SLOT_OTHER_HAND] = read_flag,
    };

    return readers[r->verb->slot[r->slot]](r);
}
