/* SPDX-License-Identifier: MIT */
/* The text of a game in the export format of PGN: words in lines of fewer than 80 characters. */
#include <string.h>

#include "arbitro/mem.h"
#include "arbitro/utf8.h"
#include "notation/pgn_writer.h"

/* Longer commands are broken like words. */
enum { COMMAND_MAX = 60 };

/* Is every move written as arb_san_write() writes it? */
static bool is_san(const arb_style *s)
{
    return s->form == ARB_FORM_SHORT && (!s->language || s->language == arb_language_at(0)) &&
           s->naming == ARB_NAMING_LETTERS && s->capture == ARB_CAPTURE_CROSS &&
           s->promotion == ARB_PROMOTION_EQUALS && s->mate == ARB_MATE_HASH && s->check &&
           !s->en_passant && s->letter_castling;
}

arb_err arb_pgn_writer_new(arb_pgn_writer **out, const arb_mem *mem, const arb_pgn_format *format,
                           arb_pgn_sink *sink, void *user)
{
    arb_pgn_writer *writer = arb_mem_new_array(mem, 1, sizeof *writer);

    if (!writer)
        return ARB_NOMEM;
    writer->mem = mem;
    if (format)
        writer->format = *format;
    if (!writer->format.style)
        writer->format.style = &arb_style_san;
    writer->san = is_san(writer->format.style);
    writer->sink = sink;
    writer->user = user;
    writer->number = true;
    arb_buf_init(&writer->tags, mem, SIZE_MAX / 2);
    arb_buf_init(&writer->body, mem, ARB_PGN_BODY_SIZE);
    arb_buf_init(&writer->scratch, mem, SIZE_MAX / 2);
    arb_buf_init(&writer->rest, mem, ARB_PGN_BODY_SIZE);
    *out = writer;
    return ARB_OK;
}

void arb_pgn_writer_free(arb_pgn_writer *writer)
{
    if (!writer)
        return;
    arb_buf_clear(&writer->tags);
    arb_buf_clear(&writer->body);
    arb_buf_clear(&writer->scratch);
    arb_buf_clear(&writer->rest);
    arb_mem_free(writer->mem, writer->tag, writer->tag_room * sizeof *writer->tag);
    arb_mem_free(writer->mem, writer, sizeof *writer);
}

arb_err arb_pgn_writer_error(const arb_pgn_writer *writer)
{
    return writer->failure;
}

static void fail(arb_pgn_writer *writer, arb_err err)
{
    if (err && !writer->failure)
        writer->failure = err;
}

/* Puts what was written last behind the rest. */
static void settle(arb_pgn_writer *writer)
{
    if (!writer->failure)
        fail(writer, arb_buf_add(&writer->body, writer->recent, writer->recent_size));
    writer->recent_size = 0;
}

/* Gives the sink what there is. */
static void flush(arb_pgn_writer *writer, arb_pgn_result result)
{
    settle(writer);
    if (!writer->failure && !writer->header)
        fail(writer, arb_pgn_tags_write(writer, result));
    if (!writer->failure && arb_buf_size(&writer->body) > 0)
        fail(writer,
             writer->sink(writer->user, arb_buf_text(&writer->body), arb_buf_size(&writer->body)));
    arb_buf_cut(&writer->body, 0);
}

/* Room for so much more text, at most ARB_PGN_RECENT. */
static char *extend(arb_pgn_writer *writer, size_t size)
{
    if (size > ARB_PGN_RECENT - writer->recent_size) {
        settle(writer);
        if (arb_buf_size(&writer->body) > ARB_PGN_BODY_ENOUGH)
            flush(writer, ARB_PGN_RESULT_OPEN);
    }
    char *to = writer->recent + writer->recent_size;
    writer->recent_size += size;
    return to;
}

/* Mostly a few bytes: as two halves that may overlap. */
static void copy(char *to, const char *from, size_t size)
{
    if (size > 8) {
        memcpy(to, from, size);
    } else if (size >= 4) {
        memcpy(to, from, 4);
        memcpy(to + size - 4, from + size - 4, 4);
    } else if (size >= 2) {
        memcpy(to, from, 2);
        memcpy(to + size - 2, from + size - 2, 2);
    } else if (size == 1) {
        *to = *from;
    }
}

static void add(arb_pgn_writer *writer, const char *text, size_t size)
{
    for (; size > ARB_PGN_RECENT; text += ARB_PGN_RECENT, size -= ARB_PGN_RECENT)
        memcpy(extend(writer, ARB_PGN_RECENT), text, ARB_PGN_RECENT);
    copy(extend(writer, size), text, size);
}

static void new_line(arb_pgn_writer *writer)
{
    add(writer, "\n", 1);
    writer->column = 0;
}

/* A word that must not begin a line: there it would be something else to a reader. */
static bool never_first(const char *text, size_t size)
{
    return *text == '%' || (size >= 6 && memcmp(text, "[Event", 6) == 0);
}

/*
 * Adds a word of so many characters, after a blank or on a new line, with the parentheses and the
 * brace that wait for it. `closing`: it belongs to what stands before.
 */
static void add_wide(arb_pgn_writer *writer, const char *text, size_t size, size_t width,
                     bool closing)
{
    const size_t opened = writer->open_count;
    const bool blank = writer->column > 0 && (opened > 0 || !(writer->tight || closing));
    const size_t column = writer->column + blank + opened + width;
    const bool wraps =
        column > ARB_PGN_COLUMNS && writer->column > 0 && (opened > 0 || !never_first(text, size));

    writer->column = wraps ? opened + width : column;
    writer->tight = false;
    if (wraps || blank)
        *extend(writer, 1) = wraps ? '\n' : ' ';
    if (opened > 0)
        add(writer, writer->open, opened);
    writer->open_count = 0;
    add(writer, text, size);
}

static void add_word(arb_pgn_writer *writer, const char *text, size_t size, bool closing)
{
    add_wide(writer, text, size, arb_utf8_count(text, size), closing);
}

/* A sign that goes before the next word. */
static void open_with(arb_pgn_writer *writer, char sign)
{
    if (writer->open_count == sizeof writer->open)
        add_word(writer, "", 0, false);
    writer->open[writer->open_count++] = sign;
}

/* "12." before White's move, "12..." before Black's where something stands in between. */
static void add_number(arb_pgn_writer *writer, const arb_pos *before)
{
    char text[16];
    size_t at = sizeof text;
    unsigned rest = before->move_number;

    if (before->turn == ARB_BLACK && !writer->number)
        return;
    for (int dots = before->turn == ARB_BLACK ? 3 : 1; dots > 0; dots--)
        text[--at] = '.';
    do
        text[--at] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    add_wide(writer, text + at, sizeof text - at, sizeof text - at, false);
}

void arb_pgn_write_word(arb_pgn_writer *writer, const arb_pos *before, const char *text,
                        size_t size)
{
    add_number(writer, before);
    add_wide(writer, text, size, writer->san ? size : arb_utf8_count(text, size), false);
    writer->number = false;
}

arb_err arb_pgn_write_move(arb_pgn_writer *writer, const arb_pos *before, arb_move move)
{
    char text[ARB_MOVE_TEXT_SIZE];
    const size_t size = arb_move_write(text, sizeof text, before, move, writer->format.style);

    arb_pgn_write_word(writer, before, text, size);
    return writer->failure;
}

arb_err arb_pgn_write_null(arb_pgn_writer *writer, const arb_pos *before)
{
    arb_pgn_write_word(writer, before, "--", 2);
    return writer->failure;
}

static bool is_blank(char c)
{
    return (unsigned char)c <= ' ';
}

/* A closing brace can stand only in a comment that ends with its line. */
static void add_line_comment(arb_pgn_writer *writer, const char *text, size_t size)
{
    if (writer->open_count > 0)
        add_word(writer, "", 0, false);
    add(writer, " ", writer->column > 0);
    add(writer, ";", 1);
    for (size_t i = 0; i < size; i++)
        add(writer, is_blank(text[i]) ? " " : text + i, 1);
    new_line(writer);
}

/*
 * A command such as [%clk 1:30:00] stays on one line, with single blanks. Returns how many bytes of
 * the text it takes; 0 when there is none here, or one too long for that.
 */
static size_t add_command(arb_pgn_writer *writer, const char *text, size_t size)
{
    char command[COMMAND_MAX];
    size_t at = 0, length = 0;

    if (size < 2 || text[0] != '[' || text[1] != '%')
        return 0;
    for (; at < size && length < sizeof command; at++) {
        const bool blank = is_blank(text[at]);
        if (!blank || command[length - 1] != ' ')
            command[length++] = blank ? ' ' : text[at];
        if (text[at] == ']') {
            add_word(writer, command, length, false);
            return at + 1;
        }
    }
    return 0;
}

static void add_comment(arb_pgn_writer *writer, const char *text, size_t size)
{
    if (memchr(text, '}', size)) {
        add_line_comment(writer, text, size);
        return;
    }
    open_with(writer, '{');
    for (size_t at = 0; at < size;) {
        size_t end = at + add_command(writer, text + at, size - at);
        writer->tight |= end > at && end < size && !is_blank(text[end]);
        if (end == at) {
            while (end < size && !is_blank(text[end]))
                end++;
            if (end > at)
                add_word(writer, text + at, end - at, false);
            end++;
        }
        at = end;
    }
    add_word(writer, "}", 1, true);
}

arb_err arb_pgn_write_comment(arb_pgn_writer *writer, const char *text, size_t size)
{
    if (size > 0 && !writer->failure)
        fail(writer, arb_pgn_utf8(&text, &size, writer));
    if (!writer->failure)
        add_comment(writer, size > 0 ? text : "", size);
    writer->number = true;
    return writer->failure;
}

void arb_pgn_write_unbroken(arb_pgn_writer *writer, const char *text, size_t size)
{
    open_with(writer, '{');
    add_wide(writer, text, size, size, false);
    add_word(writer, "}", 1, true);
    writer->number = true;
}

arb_err arb_pgn_write_nag(arb_pgn_writer *writer, unsigned nag)
{
    char text[8] = "$";
    size_t size = 1;

    nag = nag > 255 ? 255 : nag;
    if (nag >= 100)
        text[size++] = (char)('0' + nag / 100);
    if (nag >= 10)
        text[size++] = (char)('0' + nag / 10 % 10);
    text[size++] = (char)('0' + nag % 10);
    add_word(writer, text, size, false);
    return writer->failure;
}

arb_err arb_pgn_write_enter(arb_pgn_writer *writer)
{
    open_with(writer, '(');
    writer->depth++;
    writer->number = true;
    return writer->failure;
}

arb_err arb_pgn_write_leave(arb_pgn_writer *writer)
{
    add_word(writer, ")", 1, true);
    writer->depth -= writer->depth > 0;
    writer->number = true;
    return writer->failure;
}

arb_err arb_pgn_write_end(arb_pgn_writer *writer, arb_pgn_result result)
{
    const char *text = arb_pgn_result_text(result);

    while (writer->depth > 0 && !arb_pgn_write_leave(writer))
        continue;
    writer->depth = 0;
    add_word(writer, text, strlen(text), false);
    new_line(writer);
    new_line(writer);
    flush(writer, result);
    writer->header = false;
    writer->number = true;
    writer->tight = false;
    writer->column = writer->open_count = 0;
    return writer->failure;
}
