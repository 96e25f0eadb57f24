/* SPDX-License-Identifier: MIT */
/* The arguments of an event that hold text: moves, positions, names, and what was said. */
#include "arbitro/fen.h"
#include "laws/event_internal.h"

static void keep_text(arb_event_reader *r, const char *text, const char *end)
{
    r->event.text = text;
    r->event.size = (size_t)(end - text);
}

/* ---- moves and positions ---- */

/*
 * A move may have blanks in it ("exd6 e.p.", "knight takes e5"): it goes on to the end of the line
 * or to a word that belongs to a later slot.
 */
arb_err arb_slot_read_move(arb_event_reader *r)
{
    const arb_cursor begin = r->cur;
    const char *end = begin.at;

    while (!arb_cursor_at_end(&r->cur) && !arb_reader_at_later_slot(r))
        end = arb_reader_take(r).end;
    keep_text(r, begin.at, end);
    if (r->event.size == 0)
        return arb_cursor_fail(&begin, r->where, ARB_WANTED_MOVE);
    if (arb_written_read(&r->event.move, r->where, r->event.text, r->event.size, r->language))
        return arb_cursor_fail_within(&begin, r->where);
    return ARB_OK;
}

arb_err arb_slot_read_fen(arb_event_reader *r)
{
    arb_setup setup;

    if (arb_fen_read(&setup, r->where, r->cur.at, arb_cursor_left(&r->cur), NULL))
        return arb_cursor_fail_within(&r->cur, r->where);
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
        return arb_cursor_fail(&r->cur, r->where, ARB_WANTED_TEXT);
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
        return arb_cursor_fail(&r->cur, r->where, ARB_WANTED_TEXT);
    if (arb_cursor_peek(&r->cur) == '"')
        return read_quoted(r);
    keep_text(r, r->cur.at, r->cur.end);
    r->cur.at = r->cur.end;
    return ARB_OK;
}

/* ---- assistants ---- */

/* The task that a word names, or -1; there are other words for two of them. */
static int task_of(arb_cursor word)
{
    const int task = arb_cursor_choose(word, arb_slot_words(ARB_SLOT_ASSISTANT));
    const int other = arb_cursor_choose(word, ARB_OTHER_TASKS);

    return task >= 0 || other < 0 ? task : other + (int)ARB_TASK_CLOCK;
}

/* One task or several, to the end of the line. */
static arb_err read_tasks(arb_event_reader *r)
{
    do {
        const arb_cursor word = arb_reader_take(r);
        const int task = task_of(word);
        if (task < 0)
            return arb_cursor_fail(&word, r->where, ARB_WANTED_TASK);
        r->event.tasks |= (uint8_t)(1u << task);
    } while (!arb_cursor_at_end(&r->cur));
    return ARB_OK;
}

/* Laws 4.9, 6.2.6, 8.1.6, D.2.10: the last words are the tasks, the words before them, one at
 * least, the name. */
arb_err arb_slot_read_assistant(arb_event_reader *r)
{
    const arb_cursor begin = r->cur;
    arb_cursor tasks;

    if (arb_cursor_at_end(&begin))
        return arb_cursor_fail(&begin, r->where, ARB_WANTED_TEXT);
    if (arb_cursor_peek(&begin) == '"') {
        const arb_err err = read_quoted(r);
        return err ? err : read_tasks(r);
    }
    keep_text(r, begin.at, arb_reader_take(r).end);
    if (arb_cursor_at_end(&r->cur)) /* a name alone */
        return arb_cursor_fail(&r->cur, r->where, ARB_WANTED_TASK);
    for (tasks = r->cur; !arb_cursor_at_end(&r->cur);) {
        const arb_cursor here = r->cur;
        const arb_cursor word = arb_reader_take(r);
        if (task_of(word) >= 0)
            continue;
        tasks = arb_cursor_at_end(&r->cur) ? here : r->cur; /* the last word must be a task */
        keep_text(r, begin.at, word.end);
    }
    r->cur = tasks;
    return read_tasks(r);
}
