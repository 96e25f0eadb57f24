/* SPDX-License-Identifier: MIT */
/*
 * Case files, line by line: which line is a header, an event or an expectation. What a header holds
 * is in case_header.c, what an expectation holds in expectation_read.c.
 */
#include <string.h>

#include "game/case_internal.h"

/* Some editors put it in front of a text in UTF-8. */
static const char byte_order_mark[] = "\xef\xbb\xbf";

void arb_case_reader_init(arb_case_reader *reader, const char *text, size_t size)
{
    const size_t mark = sizeof byte_order_mark - 1;

    *reader = (arb_case_reader){ .text = size > 0 ? text : "", .size = size, .line = 1 };
    if (size >= mark && memcmp(text, byte_order_mark, mark) == 0)
        reader->at = mark;
}

/* The end of the text; a text without any case is an error. */
static arb_err at_end(arb_case_item *out, const arb_case_reader *reader, arb_where *where)
{
    if (!reader->within) {
        if (where)
            *where = (arb_where){ .line = 1, .column = 1, .wanted = ARB_WANTED_CASE };
        return ARB_SYNTAX;
    }
    *out = (arb_case_item){ .kind = ARB_CASE_END, .line = reader->line };
    return ARB_OK;
}

static arb_err begin_case(arb_case_item *out, arb_case_header *header, arb_case_reader *reader,
                          arb_where *where)
{
    const arb_case_item item = { .kind = ARB_CASE_BEGIN, .line = reader->line };
    arb_case_header read;
    const arb_err err = arb_case_header_read(&read, reader, where);

    if (err)
        return err;
    reader->within = true;
    reader->previous = 0;
    reader->language = read.regulations.language;
    *header = read;
    *out = item;
    return ARB_OK;
}

/* The column of the move on a line: after time, actor and verb. */
static size_t move_column(const arb_cursor *line)
{
    enum { WORDS_BEFORE = 3 };
    arb_cursor rest = *line;

    for (int i = 0; i < WORDS_BEFORE; i++)
        (void)arb_cursor_take_word(&rest);
    const arb_cursor move = arb_cursor_take_word(&rest);
    return arb_where_at(move.begin, (size_t)(move.end - move.begin), (size_t)(move.at - move.begin),
                        ARB_WANTED_LEGAL_MOVE)
        .column;
}

static bool is_move(const arb_event *event)
{
    return event->verb == ARB_VERB_MOVE || event->verb == ARB_VERB_PLAY;
}

static arb_err read_event(arb_case_item *out, const arb_cursor *line, arb_case_reader *reader,
                          arb_where *where)
{
    const arb_err err = arb_event_read(&out->event, where, line->at, arb_cursor_left(line),
                                       reader->previous, reader->language);

    if (err && arb_cursor_fail_within(line, where))
        return err;
    out->kind = ARB_CASE_EVENT;
    out->column = is_move(&out->event) ? move_column(line) : 0;
    reader->previous = out->event.time;
    return ARB_OK;
}

/* An event or an expectation: what stands below the header. */
static arb_err read_body(arb_case_item *out, const arb_cursor *line, arb_case_reader *reader,
                         arb_where *where)
{
    arb_cursor after = *line;
    const arb_cursor word = arb_cursor_take_word(&after);

    if (!reader->within)
        return arb_cursor_fail(line, where, ARB_WANTED_CASE);
    if (arb_cursor_is(word, "expect")) {
        const arb_cursor words = arb_cursor_take_rest(&after);
        out->kind = ARB_CASE_EXPECTATION;
        return arb_expectation_read(&out->expectation, where, words.at, arb_cursor_left(&words),
                                    reader->language)
                   ? arb_cursor_fail_within(&words, where)
                   : ARB_OK;
    }
    if (arb_case_is_header(word))
        return arb_cursor_fail(line, where, ARB_WANTED_CASE_HEADER_FIRST);
    if (*word.at != '+' && (*word.at < '0' || *word.at > '9'))
        return arb_cursor_fail(line, where, ARB_WANTED_CASE_LINE);
    return read_event(out, line, reader, where);
}

arb_err arb_case_next(arb_case_item *out, arb_case_header *header, arb_case_reader *reader,
                      arb_where *where)
{
    arb_case_item item = { .line = 0 };
    arb_case_line line;
    arb_err err = arb_case_line_next(&line, reader, where);

    if (err)
        return err;
    if (arb_cursor_at_end(&line.cursor))
        return at_end(out, reader, where);
    arb_cursor after = line.cursor;
    if (arb_cursor_is(arb_cursor_take_word(&after), "case"))
        return begin_case(out, header, reader, where);
    item.line = reader->line;
    err = read_body(&item, &line.cursor, reader, where);
    if (err) {
        if (where)
            where->line = reader->line;
        return err;
    }
    arb_case_line_pass(reader, &line);
    *out = item;
    return ARB_OK;
}

bool arb_case_is_vague(arb_where *where, const arb_case_item *item, const arb_verdict *verdict)
{
    if (item->kind != ARB_CASE_EVENT || !is_move(&item->event) || !verdict->refused ||
        verdict->refusal.code != ARB_CODE_NO_SUCH_MOVE)
        return false;
    const arb_written *move = &item->event.move; /* one that says from where says where to */
    if (move->from_file != ARB_UNSAID && move->from_rank != ARB_UNSAID)
        return false;
    *where = (arb_where){ item->line, item->column, ARB_WANTED_LEGAL_MOVE };
    return true;
}

bool arb_case_ends(const arb_case_reader *reader)
{
    arb_case_reader ahead = *reader;
    arb_case_line line;

    if (arb_case_line_next(&line, &ahead, NULL))
        return false;
    return arb_cursor_at_end(&line.cursor) ||
           arb_cursor_is(arb_cursor_take_word(&line.cursor), "case");
}

/* Passes empty lines, and asks whether the next one begins a case. Its faults are of no interest
 * here. */
static bool comes_to_case(arb_case_reader *reader)
{
    arb_case_line line;
    const arb_err ignored = arb_case_line_next(&line, reader, NULL);

    (void)ignored;
    return arb_cursor_is(arb_cursor_take_word(&line.cursor), "case");
}

void arb_case_skip(arb_case_reader *reader)
{
    reader->within = true;
    (void)comes_to_case(reader);
    do {
        const char *text = reader->text + reader->at;
        const char *feed = memchr(text, '\n', reader->size - reader->at);
        reader->at = feed ? (size_t)(feed + 1 - reader->text) : reader->size;
        reader->line += feed != NULL;
    } while (!comes_to_case(reader) && reader->at < reader->size);
}
