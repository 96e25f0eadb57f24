/* SPDX-License-Identifier: MIT */
/*
 * The arguments of an event, one small reader for each kind of slot. Those that hold text are in
 * event_texts.c.
 */
#include "arbitro/edition.h"
#include "arbitro/explain.h"
#include "clock/time_text.h"
#include "laws/event_internal.h"

static arb_err fail(const arb_event_reader *r, arb_cursor word, arb_wanted expected)
{
    return arb_cursor_fail(&word, r->where, expected);
}

static arb_err read_one_square(arb_event_reader *r)
{
    const arb_cursor word = arb_reader_take(r);
    const arb_square square = arb_square_read(word.at, arb_cursor_left(&word));

    if (square == ARB_SQUARE_NONE)
        return fail(r, word, ARB_WANTED_SQUARE);
    if (r->event.square_count == ARB_EVENT_SQUARES_MAX)
        return fail(r, word, ARB_WANTED_SQUARES_MAX);
    r->event.square[r->event.square_count++] = square;
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
static arb_role letter_role(arb_cursor word, const arb_language *language)
{
    for (unsigned i = 0; i < ARB_ROLE_COUNT; i++)
        if (language->letters.white[i] && arb_cursor_is(word, language->letters.white[i]))
            return (arb_role)i;
    for (const arb_letter *more = language->further; more && more->text; more++)
        if (arb_cursor_is(word, more->text))
            return more->role;
    return ARB_ROLE_NONE;
}

/*
 * Small letters are English, so that a line can be written without knowing the language. A capital
 * that the language does not know is English too; one that it knows means what it means there.
 */
static arb_role piece_role(arb_cursor word, const arb_language *language)
{
    const arb_role role = letter_role(word, language);

    for (unsigned i = ARB_PAWN; i <= ARB_KING; i++)
        if (arb_cursor_is(word, arb_letters_en.black[i]) ||
            (arb_cursor_is(word, arb_letters_en.white[i]) && role == ARB_ROLE_NONE))
            return (arb_role)i;
    return role;
}

/* "Q", or with its colour "black:Q". */
static arb_err read_piece(arb_event_reader *r)
{
    const arb_cursor word = arb_reader_take(r);
    arb_cursor letter = word;

    for (unsigned colours = 1; colours <= 2; colours++) {
        arb_cursor ahead = word;
        if (arb_cursor_take_text(&ahead, arb_colours_word(colours)) &&
            arb_cursor_take(&ahead, ':')) {
            r->event.colours = (uint8_t)colours;
            letter = ahead;
        }
    }
    r->event.role = (uint8_t)piece_role(letter, r->language);
    return r->event.role < ARB_ROLE_COUNT ? ARB_OK : fail(r, word, ARB_WANTED_PIECE);
}

/* Bits of the colours by the words for them: the first `count` of the list. */
static arb_err read_some_colours(arb_event_reader *r, unsigned count, arb_wanted expected)
{
    const arb_cursor word = arb_reader_take(r);

    for (r->event.colours = 1; r->event.colours <= count; r->event.colours++)
        if (arb_cursor_is(word, arb_colours_word(r->event.colours)))
            return ARB_OK;
    return fail(r, word, expected);
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
    const arb_cursor word = arb_reader_take(r);
    arb_cursor digits = word;
    uint64_t number;

    if (arb_cursor_read_number(&number, &digits, UINT32_MAX) || !arb_cursor_at_end(&digits) ||
        number < least)
        return fail(r, word, expected);
    r->event.number = (uint32_t)number;
    return ARB_OK;
}

static arb_err read_number(arb_event_reader *r)
{
    return read_number_from(r, 1, ARB_WANTED_NUMBER_FROM_ONE);
}

static arb_err read_ply(arb_event_reader *r)
{
    if (!arb_reader_at_word(r, "unknown"))
        return read_number_from(r, 0, ARB_WANTED_PLY);
    r->event.flags |= ARB_EVENT_UNKNOWN;
    (void)arb_reader_take(r);
    return ARB_OK;
}

static arb_err read_clock_time(arb_event_reader *r)
{
    arb_cursor word = arb_reader_take(r);

    return arb_time_take(&r->event.ms, &word, r->where);
}

/* An instant that may be left out, and whether it was. */
static arb_err read_clock_time_opt(arb_event_reader *r)
{
    r->event.flags |= ARB_EVENT_AMOUNT;
    return read_clock_time(r);
}

static arb_err read_seconds(arb_event_reader *r)
{
    arb_cursor word = arb_reader_take(r);

    return arb_seconds_take(&r->event.ms, &word, r->where, true);
}

/* A word that stands there or not. */
static arb_err read_flag(arb_event_reader *r)
{
    const arb_slot slot = r->verb->slot[r->slot];

    if (!arb_reader_at_word(r, arb_slot_words(slot)))
        return ARB_OK;
    r->event.flags |= arb_slot_flag(slot);
    (void)arb_reader_take(r);
    return ARB_OK;
}

/* Laws I.2.7: the word, and when and where. */
static arb_err read_resume(arb_event_reader *r)
{
    const arb_err err = read_flag(r);

    return err || !(r->event.flags & ARB_EVENT_RESUME) ? err : arb_slot_read_text(r);
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
    const arb_cursor word = arb_reader_take(r);

    r->event.article = (uint16_t)find_article(word.at, arb_cursor_left(&word));
    return r->event.article != ARB_ART_NONE ? ARB_OK : fail(r, word, ARB_WANTED_ARTICLE);
}

/*
 * A score; also one that no game awards, such as 3/4, because it is for the Laws to refuse it
 * (10.2).
 */
static arb_err read_points(arb_event_reader *r)
{
    const arb_cursor word = arb_reader_take(r);
    arb_cursor number = word;
    arb_ms thousandths;
    int half;

    if (!arb_score_read(&half, word.at, arb_cursor_left(&word)))
        thousandths = half * ARB_HALF_POINT;
    else if (arb_cursor_choose(word, "1/4 ¼") >= 0)
        thousandths = ARB_HALF_POINT / 2;
    else if (arb_cursor_choose(word, "3/4 ¾") >= 0)
        thousandths = 3 * ARB_HALF_POINT / 2;
    else if (arb_seconds_take(&thousandths, &number, NULL, false) || thousandths > ARB_POINTS_MAX)
        return fail(r, word, ARB_WANTED_SCORE);
    r->event.points = (int32_t)thousandths;
    return ARB_OK;
}

static arb_err read_points_opt(arb_event_reader *r)
{
    if (arb_cursor_at_end(&r->cur))
        return ARB_OK;
    r->event.flags |= ARB_EVENT_AMOUNT;
    return read_points(r);
}

/* Takes one of the words of a slot: the field is its place among them. */
static arb_err read_choice(uint8_t *field, arb_event_reader *r, arb_slot slot, arb_wanted expected)
{
    const arb_cursor word = arb_reader_take(r);
    const int place = arb_cursor_choose(word, arb_slot_words(slot));

    *field = (uint8_t)place;
    return place >= 0 ? ARB_OK : fail(r, word, expected);
}

/* Laws 12.9: the penalty, and what belongs to it. */
static arb_err read_penalty(arb_event_reader *r)
{
    static arb_slot_reader *const followers[] = {
        [ARB_FOLLOWS_SECONDS] = read_seconds,       [ARB_FOLLOWS_POINTS] = read_points,
        [ARB_FOLLOWS_POINTS_OPT] = read_points_opt, [ARB_FOLLOWS_TEXT] = arb_slot_read_text,
        [ARB_FOLLOWS_ROUNDS] = read_number,
    };
    const arb_err err = read_choice(&r->event.penalty, r, ARB_SLOT_PENALTY, ARB_WANTED_PENALTY);

    if (err)
        return err;
    arb_slot_reader *const follower = followers[arb_penalty_follows((arb_penalty)r->event.penalty)];
    return follower ? follower(r) : ARB_OK;
}

static arb_err read_result(arb_event_reader *r)
{
    const arb_cursor word = arb_reader_take(r);

    r->event.result = (uint8_t)arb_result_read(word.at, arb_cursor_left(&word));
    return r->event.result < ARB_RESULT_COUNT ? ARB_OK : fail(r, word, ARB_WANTED_RESULT);
}

static arb_err read_place(arb_event_reader *r)
{
    return read_choice(&r->event.place, r, ARB_SLOT_PLACE, ARB_WANTED_PLACE);
}

/* Laws III.5.2: a deferment may say how much time the opponent gets. */
static arb_err read_decision(arb_event_reader *r)
{
    const arb_err err = read_choice(&r->event.decision, r, ARB_SLOT_DECISION, ARB_WANTED_DECISION);

    if (err || r->event.decision != ARB_DECISION_DEFER || arb_cursor_at_end(&r->cur))
        return err;
    r->event.flags |= ARB_EVENT_AMOUNT;
    return read_clock_time(r);
}

static arb_err read_appeal(arb_event_reader *r)
{
    return read_choice(&r->event.appeal, r, ARB_SLOT_APPEAL, ARB_WANTED_APPEAL);
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

    r->where = NULL;
    if (!read_choice(&r->event.consent, r, ARB_SLOT_CONSENT, ARB_WANTED_TEXT)) {
        r->event.consent += ARB_CONSENT_DRAW;
        if ((r->event.consent != ARB_CONSENT_LEAVE || !read_leave(r)) &&
            arb_cursor_at_end(&r->cur)) {
            r->where = begin.where;
            return ARB_OK;
        }
    }
    *r = begin;
    return arb_slot_read_text(r);
}

arb_err arb_slot_read(arb_event_reader *r)
{
    static const struct {
        arb_slot_reader *read;
        bool optional; /* there may be nothing more on the line */
    } readers[] = {
        [ARB_SLOT_SQUARE] = { read_one_square, false },
        [ARB_SLOT_SQUARES] = { read_squares, false },
        [ARB_SLOT_SQUARES_OPT] = { read_squares_opt, true },
        [ARB_SLOT_PIECE] = { read_piece, true },
        [ARB_SLOT_MOVE] = { arb_slot_read_move, false },
        [ARB_SLOT_MOVE_OPT] = { arb_slot_read_move, true },
        [ARB_SLOT_TEXT] = { arb_slot_read_text, false },
        [ARB_SLOT_TEXT_OPT] = { arb_slot_read_text, true },
        [ARB_SLOT_COLOUR] = { read_colour, false },
        [ARB_SLOT_COLOURS] = { read_colours, false },
        [ARB_SLOT_NUMBER] = { read_number, false },
        [ARB_SLOT_NUMBER_OPT] = { read_number, true },
        [ARB_SLOT_PLY] = { read_ply, false },
        [ARB_SLOT_TIME] = { read_clock_time, false },
        [ARB_SLOT_TIME_OPT] = { read_clock_time_opt, true },
        [ARB_SLOT_SECONDS] = { read_seconds, false },
        [ARB_SLOT_MOVES_OPT] = { read_moves_opt, true },
        [ARB_SLOT_ARTICLE] = { read_article, false },
        [ARB_SLOT_PENALTY] = { read_penalty, false },
        [ARB_SLOT_RESULT] = { read_result, false },
        [ARB_SLOT_FEN] = { arb_slot_read_fen, false },
        [ARB_SLOT_ASSISTANT] = { arb_slot_read_assistant, false },
        [ARB_SLOT_PLACE] = { read_place, false },
        [ARB_SLOT_DECISION] = { read_decision, false },
        [ARB_SLOT_APPEAL] = { read_appeal, false },
        [ARB_SLOT_CONSENT] = { read_consent, false },
        [ARB_SLOT_RESUME] = { read_resume, true },
        [ARB_SLOT_TOGETHER] = { read_flag, true },
        [ARB_SLOT_ACCIDENTAL] = { read_flag, true },
        [ARB_SLOT_TWO_HANDS] = { read_flag, true },
        [ARB_SLOT_SILENT] = { read_flag, true },
        [ARB_SLOT_OTHER_HAND] = { read_flag, true },
        [ARB_SLOT_DISPLAY] = { read_flag, true },
        [ARB_SLOT_IN_BAG] = { read_flag, true },
    };
    const arb_slot slot = r->verb->slot[r->slot];
    const bool gives_way = slot == ARB_SLOT_MOVE_OPT || slot == ARB_SLOT_TIME_OPT;
    const bool left_out = arb_cursor_at_end(&r->cur) || (gives_way && arb_reader_at_later_slot(r));

    if (slot == ARB_SLOT_NONE || (readers[slot].optional && left_out))
        return ARB_OK;
    return readers[slot].read(r);
}
