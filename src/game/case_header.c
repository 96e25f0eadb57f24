/* SPDX-License-Identifier: MIT */
/*
 * The header of a case: title, edition, time, position, options, what had happened before, tags.
 *
 * The lines stand in any order, so they are collected first and then settled together; only the
 * edition is looked for beforehand, because everything else is read on top of it.
 */
#include <string.h>

#include "arbitro/chess960.h"
#include "game/case_internal.h"

/* The place of a value that can be checked only when the whole header has been read. */
typedef struct place {
    arb_cursor word;
    size_t line;
} place;

/* Lines that may come only once. Where there is one for each colour, Black's follows White's. */
enum {
    SEEN_EDITION,
    SEEN_POSITION,
    SEEN_TIME,
    SEEN_TIME_WHITE,
    SEEN_TIME_BLACK,
    SEEN_GIVEN,
    SEEN_OPTIONS = SEEN_GIVEN + 10 /* and one for each option */
};

/* A header that is being collected. */
typedef struct collection {
    arb_case_header header;
    uint64_t seen;
    arb_time_control time[3]; /* White's, Black's, both */
    place time_place, option_place[ARB_OPTION_COUNT];
    bool chess960;   /* the position can only be one of Chess960 */
    arb_cursor line; /* the present one, after its first word */
    arb_cursor it;   /* that first word */
    size_t number;   /* of the line */
} collection;

/* Notes that the present line says this; an error when an earlier one has said it. */
static arb_err once(collection *c, unsigned what, arb_where *where)
{
    const uint64_t bit = UINT64_C(1) << what;

    if (c->seen & bit)
        return arb_cursor_fail(&c->it, where, ARB_WANTED_CASE_ONCE);
    c->seen |= bit;
    return ARB_OK;
}

static bool seen(const collection *c, unsigned what)
{
    return (c->seen >> what) & 1;
}

static arb_err read_edition(collection *c, arb_where *where)
{
    const arb_cursor name = arb_cursor_take_word(&c->line);

    if (!arb_rulebook_find(name.at, arb_cursor_left(&name)))
        return arb_cursor_fail(&name, where, ARB_WANTED_EDITION);
    return once(c, SEEN_EDITION, where);
}

static arb_err read_time(collection *c, arb_where *where)
{
    arb_cursor word = arb_cursor_take_word(&c->line);
    const int colour = arb_cursor_choose(word, "white black");
    const unsigned slot = colour < 0 ? 2 : (unsigned)colour;

    if (colour >= 0)
        word = arb_cursor_take_word(&c->line);
    if (arb_time_control_read(&c->time[slot], where, word.at, arb_cursor_left(&word)))
        return arb_cursor_fail_within(&word, where);
    c->time_place = (place){ word, c->number };
    return once(c, colour < 0 ? SEEN_TIME : SEEN_TIME_WHITE + slot, where);
}

static arb_err read_start960(collection *c, arb_where *where)
{
    arb_cursor_skip_blanks(&c->line);
    const arb_cursor word = c->line;
    uint64_t number;

    if (arb_case_number(&number, &c->line, ARB_CHESS960_COUNT - 1, where))
        return arb_cursor_fail(&word, where, ARB_WANTED_START960);
    c->header.given.setup = arb_chess960_setup((unsigned)number);
    c->chess960 = true;
    return once(c, SEEN_POSITION, where);
}

static arb_err read_position(collection *c, arb_where *where)
{
    arb_cursor after = c->line;
    arb_setup setup;
    arb_pos pos;

    if (arb_cursor_is(arb_cursor_take_word(&after), "start960")) {
        c->line = after;
        return read_start960(c, where);
    }
    const arb_cursor fen = arb_cursor_take_rest(&c->line);
    if (arb_fen_read(&setup, where, fen.at, arb_cursor_left(&fen), NULL))
        return arb_cursor_fail_within(&fen, where);
    if (arb_faults_hard(arb_pos_from_setup(&pos, &setup)))
        return arb_cursor_fail(&fen, where, ARB_WANTED_SETUP);
    c->header.given.setup = setup;
    c->chess960 = arb_pos_game_variant(&pos) == ARB_CHESS960;
    return once(c, SEEN_POSITION, where);
}

static arb_err read_option(collection *c, arb_where *where)
{
    const arb_cursor key = arb_cursor_take_word(&c->line);
    const arb_option option = arb_option_find(key.at, arb_cursor_left(&key));

    if (option == ARB_OPTION_COUNT)
        return arb_cursor_fail(&key, where, ARB_WANTED_OPTION);
    const arb_cursor value = arb_option_has_words(option) ? arb_cursor_take_rest(&c->line)
                                                          : arb_cursor_take_word(&c->line);
    if (arb_cursor_at_end(&value) ||
        arb_regulations_set(&c->header.regulations, option, value.at, arb_cursor_left(&value)))
        return arb_cursor_fail(&value, where, ARB_WANTED_OPTION_VALUE);
    c->option_place[option] = (place){ value, c->number };
    return once(c, SEEN_OPTIONS + (unsigned)option, where);
}

static arb_err read_given(collection *c, arb_where *where)
{
    enum { OFFER, CLOCK, COUNTER, ILLEGAL, REQUESTS };
    arb_given *given = &c->header.given;
    const arb_cursor word = arb_cursor_take_word(&c->line);
    const int kind = arb_cursor_choose(word, "offer clock counter illegal sheet-requests");
    arb_colour colour = ARB_WHITE;
    uint64_t number = 0;

    if (kind < 0)
        return arb_cursor_fail(&word, where, ARB_WANTED_GIVEN);
    arb_err err = arb_case_colour(&colour, &c->line, where);
    if (!err && kind == CLOCK)
        err = arb_case_time(&given->clock[colour], &c->line, where);
    else if (!err && kind != OFFER)
        err = arb_case_number(&number, &c->line, kind == COUNTER ? UINT16_MAX : UINT8_MAX, where);
    if (err)
        return err;
    if (kind == OFFER)
        given->offer = (uint8_t)colour;
    else if (kind == COUNTER)
        given->counter[colour] = (int64_t)number;
    else if (kind == ILLEGAL)
        given->illegal[colour] = (uint8_t)number;
    else if (kind == REQUESTS)
        given->sheet_requests[colour] = (uint8_t)number;
    return once(c, SEEN_GIVEN + 2 * (unsigned)kind + (kind == OFFER ? 0 : colour), where);
}

static bool is_tag_name(arb_cursor word)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    bool any = false;

    for (; !arb_cursor_at_end(&word); any = true)
        if (!memchr(allowed, arb_cursor_next(&word), sizeof allowed - 1))
            return false;
    return any;
}

/* The text between two quotes; after a backslash a quote is a character like others. */
static arb_err read_quoted(arb_cursor *out, arb_cursor *line, arb_where *where)
{
    arb_cursor_skip_blanks(line);
    const arb_cursor begin = *line;

    if (!arb_cursor_take(line, '"'))
        return arb_cursor_fail(&begin, where, ARB_WANTED_TAG_VALUE);
    *out = *line;
    for (;;) {
        const int c = arb_cursor_next(line);
        if (c == '"')
            break;
        if (c == ARB_CURSOR_END || (c == '\\' && arb_cursor_next(line) == ARB_CURSOR_END))
            return arb_cursor_fail(&begin, where, ARB_WANTED_TAG_VALUE);
    }
    out->end = line->at - 1;
    return ARB_OK;
}

/* Laws I.2: who plays, and where a game is resumed, is for the envelope. */
static void give_tag(arb_given *given, arb_cursor name, arb_cursor value)
{
    const int colour = arb_cursor_choose(name, "White Black");

    if (colour >= 0) {
        given->name[colour] = value.at;
        given->name_size[colour] = arb_cursor_left(&value);
    } else if (arb_cursor_is(name, "Resumption")) {
        given->resumption = value.at;
        given->resumption_size = arb_cursor_left(&value);
    }
}

static arb_err read_tag(collection *c, arb_where *where)
{
    const arb_cursor name = arb_cursor_take_word(&c->line);
    const size_t size = arb_cursor_left(&name);
    arb_cursor value = name;

    if (!is_tag_name(name))
        return arb_cursor_fail(&name, where, ARB_WANTED_TAG_NAME);
    const arb_err err = read_quoted(&value, &c->line, where);
    if (err)
        return err;
    for (size_t i = 0; i < c->header.tag_count; i++) {
        const arb_case_tag *tag = &c->header.tag[i];
        if (tag->name_size == size && memcmp(tag->name, name.at, size) == 0)
            return arb_cursor_fail(&name, where, ARB_WANTED_CASE_ONCE);
    }
    if (c->header.tag_count == ARB_CASE_TAGS_MAX)
        return arb_cursor_fail(&name, where, ARB_WANTED_TAGS);
    c->header.tag[c->header.tag_count++] =
        (arb_case_tag){ name.at, value.at, size, arb_cursor_left(&value) };
    give_tag(&c->header.given, name, value);
    return ARB_OK;
}

/* The lines of a header by their first words; `case` itself has been read before. */
static const struct {
    const char *word;
    arb_err (*read)(collection *c, arb_where *where);
} lines[] = {
    { "edition", read_edition },   { "time", read_time },     { "position", read_position },
    { "start960", read_start960 }, { "option", read_option }, { "given", read_given },
    { "tag", read_tag },
};
enum { LINE_COUNT = sizeof lines / sizeof lines[0] };

static size_t line_kind(arb_cursor word)
{
    size_t kind = 0;

    while (kind < LINE_COUNT && !arb_cursor_is(word, lines[kind].word))
        kind++;
    return kind;
}

bool arb_case_is_header(arb_cursor word)
{
    return line_kind(word) < LINE_COUNT;
}

/* Looks ahead for the edition. Faults on the way are told when those lines are read in earnest. */
static const arb_rulebook *find_edition(arb_case_reader reader)
{
    arb_case_line line;

    while (arb_case_line_next(&line, &reader, NULL) == ARB_OK) {
        const arb_cursor word = arb_cursor_take_word(&line.cursor);
        if (!arb_case_is_header(word))
            break;
        const arb_cursor name = arb_cursor_take_word(&line.cursor);
        const arb_rulebook *book = arb_rulebook_find(name.at, arb_cursor_left(&name));
        if (arb_cursor_is(word, "edition") && book)
            return book;
        arb_case_line_pass(&reader, &line);
    }
    return arb_rulebook_get(0);
}

/* Collects the lines up to the first that does not belong to a header. */
static arb_err collect(collection *c, arb_case_reader *reader, arb_where *where)
{
    for (;;) {
        arb_case_line line;
        arb_err err = arb_case_line_next(&line, reader, where);
        if (err)
            return err;
        c->line = line.cursor;
        c->it = arb_cursor_take_word(&c->line);
        c->number = reader->line;
        const size_t kind = line_kind(c->it);
        if (kind == LINE_COUNT)
            return ARB_OK;
        err = lines[kind].read(c, where);
        if (!err)
            err = arb_case_line_ends(&c->line, where);
        if (err) {
            if (where)
                where->line = reader->line;
            return err;
        }
        arb_case_line_pass(reader, &line);
    }
}

static arb_err fail_at(place there, arb_where *where, arb_wanted expected)
{
    const arb_err err = arb_cursor_fail(&there.word, where, expected);

    if (where)
        where->line = there.line;
    return err;
}

/* The time control of a case that names none, in an edition with clocks. */
#define USUAL_TIME "5400+30"

/* Checks what was collected as a whole, and fills in what no line has said. */
static arb_err settle(collection *c, arb_where *where)
{
    arb_regulations *regulations = &c->header.regulations;
    arb_time_control *control = regulations->clock.control;
    arb_option wrong = ARB_OPTION_COUNT;

    if (!seen(c, SEEN_TIME) && !seen(c, SEEN_TIME_WHITE) && !seen(c, SEEN_TIME_BLACK) &&
        regulations->book->has_clock &&
        arb_time_control_read(&c->time[2], NULL, USUAL_TIME, strlen(USUAL_TIME)))
        return ARB_STATE;
    for (unsigned colour = ARB_WHITE; colour <= ARB_BLACK; colour++)
        control[colour] = c->time[seen(c, SEEN_TIME_WHITE + colour) ? colour : 2];
    if ((control[ARB_WHITE].count == 0) != (control[ARB_BLACK].count == 0))
        return fail_at(c->time_place, where, ARB_WANTED_TIME_OF_BOTH);
    if (c->chess960 && !seen(c, SEEN_OPTIONS + ARB_OPTION_VARIANT)) {
        const arb_err err =
            arb_regulations_set(regulations, ARB_OPTION_VARIANT, "chess960", strlen("chess960"));
        if (err)
            return err;
    }
    const arb_err err = arb_regulations_settle(regulations, &wrong);
    if (err && wrong < ARB_OPTION_COUNT)
        return fail_at(c->option_place[wrong], where, ARB_WANTED_OPTION_AGREES);
    return err;
}

arb_err arb_case_header_read(arb_case_header *out, arb_case_reader *reader, arb_where *where)
{
    const arb_case_reader begin = *reader;
    collection c = { .header.given = arb_given_nothing() };
    arb_case_line line;
    arb_err err = arb_case_line_next(&line, reader, where);

    if (err)
        return err;
    c.line = line.cursor;
    c.it = arb_cursor_take_word(&c.line);
    const arb_cursor title = arb_cursor_take_rest(&c.line);
    if (arb_cursor_at_end(&title))
        return fail_at((place){ title, reader->line }, where, ARB_WANTED_CASE_TITLE);
    c.header.title = title.at;
    c.header.title_size = arb_cursor_left(&title);
    arb_case_line_pass(reader, &line);
    arb_regulations_init(&c.header.regulations, find_edition(*reader));
    err = collect(&c, reader, where);
    if (err)
        return err;
    err = settle(&c, where);
    if (err) {
        *reader = begin; /* so that skipping goes on to the next case and not past it */
        return err;
    }
    *out = c.header;
    return ARB_OK;
}
