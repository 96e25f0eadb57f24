/* SPDX-License-Identifier: MIT */
/* The arguments of an event that hold text: moves, positions, names, and what was said. */
#include "arbitro/fen.h"
#include "arbitro/utf8.h"
#include "laws/event_internal.h"

static void keep_text(arb_event_reader *r, const char *text, const char *end)
{
    r->event.text = text;
    r->event.size = (size_t)(end - text);
}

/* A reader of its own stopped inside a text that begins at the cursor: where is that in the line?
 */
static arb_err fail_inside(const arb_event_reader *r, const arb_where *inside, arb_err err)
{
    if (r->where) {
        const size_t before = arb_utf8_count(r->cur.begin, (size_t)(r->cur.at - r->cur.begin));
        *r->where =
            (arb_where){ .line = 1, .column = before + inside->column, .wanted = inside->wanted };
    }
    return err;
}

/* ---- moves and positions ---- */

/*
 * A move may have blanks in it ("exd6 e.p.", "knight takes e5"): it goes on to the end of the line
 * or to a word that belongs to a later slot.
 */
arb_err arb_slot_read_move(arb_event_reader *r)
{
    arb_event_reader behind = *r;
    const char *end = r->cur.at;
    arb_where inside;

    while (!arb_cursor_at_end(&behind.cur) && !arb_reader_at_later_slot(&behind)) {
        end = arb_reader_word(&behind).end;
        arb_reader_skip_word(&behind);
    }
    if (end == r->cur.at)
        return arb_reader_fail(r, ARB_WANTED_MOVE);
    const arb_err err = arb_written_read(&r->event.move, &inside, r->cur.at,
                                         (size_t)(end - r->cur.at), r->language);
    if (err)
        return fail_inside(r, &inside, err);
    keep_text(r, r->cur.at, end);
    r->cur = behind.cur;
    return ARB_OK;
}

arb_err arb_slot_read_move_opt(arb_event_reader *r)
{
    return arb_cursor_at_end(&r->cur) ? ARB_OK : arb_slot_read_move(r);
}

arb_err arb_slot_read_fen(arb_event_reader *r)
{
    const size_t size = (size_t)(r->cur.end - r->cur.at);
    arb_setup setup;
    arb_where inside;
    const arb_err err = arb_fen_read(&setup, &inside, r->cur.at, size, NULL);

    if (err)
        return fail_inside(r, &inside, err);
    keep_text(r, r->cur.at, r->cur.end);
    r->cur.at = r->cur.end;
    return ARB_OK;
}

/* ---- what was said and written ---- */

/* A text in quotation marks, of which the first comes next; it must not be empty. */
static arb_err read_quoted(arb_event_reader *r)
{
    arb_cursor cur = r->cur;

    arb_cursor_next(&cur);
    const char *text = cur.at;
    while (arb_cursor_peek(&cur) != '"') {
        const arb_cursor here = cur;
        if (arb_cursor_at_end(&cur))
            return arb_cursor_fail(&cur, r->where, ARB_WANTED_QUOTE_END);
        if (arb_cursor_next(&cur) != '\\')
            continue;
        r->event.flags |= ARB_EVENT_ESCAPED;
        const int escaped = arb_cursor_next(&cur);
        if (escaped != '"' && escaped != '\\')
            return arb_cursor_fail(&here, r->where, ARB_WANTED_ESCAPE);
    }
    if (cur.at == text)
        return arb_reader_fail(r, ARB_WANTED_TEXT);
    keep_text(r, text, cur.at);
    arb_cursor_next(&cur);
    if (!arb_cursor_at_end(&cur) && arb_cursor_skip_blanks(&cur) == 0)
        return arb_cursor_fail(&cur, r->where, ARB_WANTED_SPACE);
    r->cur = cur;
    return ARB_OK;
}

arb_err arb_slot_read_text(arb_event_reader *r)
{
    if (arb_cursor_at_end(&r->cur))
        return arb_reader_fail(r, ARB_WANTED_TEXT);
    if (arb_cursor_peek(&r->cur) == '"')
        return read_quoted(r);
    keep_text(r, r->cur.at, r->cur.end);
    r->cur.at = r->cur.end;
    return ARB_OK;
}

arb_err arb_slot_read_text_opt(arb_event_reader *r)
{
    return arb_cursor_at_end(&r->cur) ? ARB_OK : arb_slot_read_text(r);
}

/* ---- assistants ---- */

/* Other words for the tasks. */
static const struct {
    const char *word;
    arb_task task;
} task_words[] = { { "press", ARB_TASK_CLOCK }, { "write", ARB_TASK_RECORD } };

static arb_err read_task(arb_event_reader *r)
{
    for (size_t i = 0; i < sizeof task_words / sizeof *task_words; i++) {
        if (arb_reader_at_word(r, task_words[i].word)) {
            r->event.task = (uint8_t)task_words[i].task;
            arb_reader_skip_word(r);
            return ARB_OK;
        }
    }
    for (int i = 0; i < ARB_TASK_COUNT; i++) {
        if (arb_reader_at_word(r, arb_task_word((arb_task)i))) {
            r->event.task = (uint8_t)i;
            arb_reader_skip_word(r);
            return ARB_OK;
        }
    }
    return arb_reader_fail(r, ARB_WANTED_TASK);
}

/* Laws 4.9, 6.2.6, 8.1.6: the last word is the task, the words before it are the name. */
arb_err arb_slot_read_assistant(arb_event_reader *r)
{
    const char *name = r->cur.at, *end = name, *last;

    if (arb_cursor_at_end(&r->cur))
        return arb_reader_fail(r, ARB_WANTED_TEXT);
    if (arb_cursor_peek(&r->cur) == '"') {
        const arb_err err = read_quoted(r);
        return err ? err : read_task(r);
    }
    for (;;) {
        last = arb_reader_word(r).end;
        if (last == r->cur.end)
            break;
        end = last;
        arb_reader_skip_word(r);
    }
    if (end == name) { /* a name alone */
        r->cur.at = r->cur.end;
        return arb_reader_fail(r, ARB_WANTED_TASK);
    }
    keep_text(r, name, end);
    return read_task(r);
}
