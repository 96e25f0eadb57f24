/* SPDX-License-Identifier: MIT */
/* Headings, facts and rows; see document.h. */
#include "paper/document.h"

#include <string.h>

#include "arbitro/utf8.h"
#include "paper/board.h"
#include "paper/drawing.h"

/* Plain text has lines of so many characters, and what belongs to a row stands so far in. */
static const size_t width_of[ARB_PAPER_SIZE_COUNT] = { 80, 56 };
enum { INDENT = 15, NUMBER = 10 };

void arb_draft_begin(arb_draft *draft)
{
    arb_buf_init(&draft->text, NULL, SIZE_MAX / 2);
    draft->ink = (arb_ink){ .out = &draft->text };
}

static size_t width(const arb_document *o)
{
    return width_of[o->paper->size];
}

static void say(const arb_document *o, arb_text_id id)
{
    arb_ink_add(o->ink, arb_text(id, o->paper->lang));
}

static void take_error(const arb_document *o, const arb_draft *draft)
{
    if (draft->ink.err && !o->ink->err)
        o->ink->err = draft->ink.err;
}

static void write_escaped(const arb_document *o, const arb_draft *draft)
{
    take_error(o, draft);
    arb_ink_escaped(o->ink, arb_buf_text(&draft->text), arb_buf_size(&draft->text));
}

/* Words on lines of the page, where `used` characters of the first are taken; ends the last. */
static void wrap(const arb_document *o, const char *text, size_t size, size_t used, size_t indent)
{
    bool begun = false;

    for (size_t at = 0; at < size && !o->ink->err;) {
        size_t end = at;
        while (end < size && text[end] != ' ')
            end++;
        const size_t length = arb_utf8_count(text + at, end - at);
        if (begun && used + 1 + length > width(o)) {
            arb_ink_add(o->ink, "\n");
            arb_ink_repeat(o->ink, " ", indent);
            used = indent;
        } else if (begun) {
            arb_ink_add(o->ink, " ");
            used++;
        }
        arb_ink_plain(o->ink, text + at, end - at);
        used += length;
        begun = true;
        for (at = end; at < size && text[at] == ' ';)
            at++;
    }
    arb_ink_add(o->ink, "\n");
}

static void wrap_draft(const arb_document *o, const arb_draft *draft, size_t used, size_t indent)
{
    take_error(o, draft);
    wrap(o, arb_buf_text(&draft->text), arb_buf_size(&draft->text), used, indent);
}

/* A short text of ours, filled with blanks; returns how many characters were written. */
static size_t write_padded(const arb_document *o, const char *text, size_t least)
{
    const size_t size = arb_utf8_count(text, strlen(text));

    arb_ink_plain(o->ink, text, strlen(text));
    arb_ink_repeat(o->ink, " ", size < least ? least - size : 1);
    return size < least ? least : size + 1;
}

/* ---- the whole, and its sections ---- */

void arb_document_begin(const arb_document *o, arb_text_id title)
{
    arb_ink_add(o->ink, o->paper->html ? "<article class=\"leaf report\">\n<header><h1>" : "");
    say(o, title);
    arb_ink_add(o->ink, o->paper->html ? "</h1></header>\n" : "\n");
    if (!o->paper->html) {
        const char *text = arb_text(title, o->paper->lang);
        arb_ink_repeat(o->ink, "=", arb_utf8_count(text, strlen(text)));
        arb_ink_add(o->ink, "\n\n");
    }
}

void arb_document_end(const arb_document *o)
{
    arb_ink_add(o->ink, o->paper->html ? "</article>\n" : "\f\n");
}

void arb_document_section(const arb_document *o, arb_text_id heading, const char *style)
{
    const char *text = arb_text(heading, o->paper->lang);

    if (o->paper->html) {
        arb_ink_add(o->ink, "<section");
        if (style)
            arb_ink_format(o->ink, " class=\"%s\"", style);
        arb_ink_format(o->ink, ">\n<h2>%s</h2>\n", text);
        return;
    }
    arb_ink_format(o->ink, "\n%s\n", text);
    arb_ink_repeat(o->ink, "-", arb_utf8_count(text, strlen(text)));
    arb_ink_add(o->ink, "\n");
}

void arb_document_section_end(const arb_document *o)
{
    if (o->paper->html)
        arb_ink_add(o->ink, "</section>\n");
}

/* ---- facts and paragraphs ---- */

void arb_document_facts(const arb_document *o, bool begin)
{
    if (o->paper->html)
        arb_ink_add(o->ink, begin ? "<dl>\n" : "</dl>\n");
}

void arb_document_fact(const arb_document *o, arb_text_id label, const arb_draft *value)
{
    const char *text = arb_text(label, o->paper->lang);
    const size_t used = arb_utf8_count(text, strlen(text)) + 2;

    if (o->paper->html) {
        arb_ink_format(o->ink, "<div><dt>%s</dt><dd>", text);
        write_escaped(o, value);
        arb_ink_add(o->ink, "</dd></div>\n");
        return;
    }
    arb_ink_format(o->ink, "%s: ", text);
    if (arb_buf_size(&value->text) > 0) {
        wrap_draft(o, value, used, 4);
        return;
    }
    take_error(o, value);
    arb_ink_repeat(o->ink, "_", width(o) - used);
    arb_ink_add(o->ink, "\n");
}

void arb_document_paragraph(const arb_document *o, const char *number, const arb_draft *text)
{
    size_t used = 0;

    if (o->paper->html) {
        arb_ink_add(o->ink, "<p>");
        if (number)
            arb_ink_format(o->ink, "<strong>%s</strong> ", number);
        write_escaped(o, text);
        arb_ink_add(o->ink, "</p>\n");
        return;
    }
    if (number)
        used = write_padded(o, number, NUMBER);
    wrap_draft(o, text, used, number ? NUMBER : 0);
}

/* ---- rows ---- */

void arb_document_table(const arb_document *o, bool begin)
{
    static const arb_text_id titles[] = { ARB_TEXT_PAPER_NUMBER, ARB_TEXT_PAPER_AT,
                                          ARB_TEXT_PAPER_EVENT, ARB_TEXT_PAPER_CLOCK_WHITE,
                                          ARB_TEXT_PAPER_CLOCK_BLACK };

    if (!o->paper->html)
        return;
    if (!begin) {
        arb_ink_add(o->ink, "</tbody>\n</table>\n");
        return;
    }
    arb_ink_add(o->ink, "<table>\n<thead><tr>");
    for (unsigned i = 0; i < sizeof titles / sizeof titles[0]; i++) {
        arb_ink_format(o->ink, "<th scope=\"col\"%s>", i == 2 ? "" : " class=\"narrow\"");
        say(o, titles[i]);
        arb_ink_add(o->ink, "</th>");
    }
    arb_ink_add(o->ink, "</tr></thead>\n<tbody>\n");
}

void arb_document_row(const arb_document *o, const char *number, const char *time,
                      const char *actor, const arb_draft *what)
{
    if (o->paper->html) {
        /* a row that sums up has no number, and so nothing to head it */
        arb_ink_format(o->ink, *number ? "<tr><th scope=\"row\">%s</th>" : "<tr><td>%s</td>",
                       number);
        arb_ink_format(o->ink, "<td class=\"time\">%s</td><td><p>", time);
        if (actor)
            arb_ink_format(o->ink, "<strong>%s</strong>: ", actor);
        write_escaped(o, what);
        arb_ink_add(o->ink, "</p>");
        return;
    }
    arb_ink_format(o->ink, "%4s  %-7s  ", number, time);
    size_t used = INDENT;
    if (actor) {
        arb_ink_format(o->ink, "%s: ", actor);
        used += arb_utf8_count(actor, strlen(actor)) + 1;
    }
    wrap_draft(o, what, used + 1, INDENT);
}

void arb_document_ruling(const arb_document *o, const char *number, const arb_draft *text)
{
    if (o->paper->html) {
        arb_ink_format(o->ink, "\n<p class=\"ruling\"><strong>%s</strong> ", number);
        write_escaped(o, text);
        arb_ink_add(o->ink, "</p>");
        return;
    }
    arb_ink_repeat(o->ink, " ", INDENT);
    const size_t used = INDENT + write_padded(o, number, NUMBER);
    wrap_draft(o, text, used, INDENT + NUMBER);
}

void arb_document_remark(const arb_document *o, const arb_draft *text)
{
    if (o->paper->html) {
        arb_ink_add(o->ink, "\n<p class=\"remark\">");
        write_escaped(o, text);
        arb_ink_add(o->ink, "</p>");
        return;
    }
    arb_ink_repeat(o->ink, " ", INDENT);
    wrap_draft(o, text, INDENT, INDENT);
}

/* In plain text it is never broken into lines: people copy it. */
void arb_document_position(const arb_document *o, const arb_draft *fen)
{
    if (o->paper->html) {
        arb_ink_add(o->ink, "\n<p class=\"remark\">");
        say(o, ARB_TEXT_PAPER_POSITION);
        arb_ink_add(o->ink, ": ");
        write_escaped(o, fen);
        arb_ink_add(o->ink, "</p>");
        return;
    }
    take_error(o, fen);
    arb_ink_repeat(o->ink, " ", 6);
    arb_ink_plain(o->ink, arb_buf_text(&fen->text), arb_buf_size(&fen->text));
    arb_ink_add(o->ink, "\n");
}

void arb_document_row_end(const arb_document *o, const char *white, const char *black)
{
    if (o->paper->html) {
        arb_ink_format(o->ink, "</td><td class=\"time\">%s</td><td class=\"time\">%s</td></tr>\n",
                       white, black);
        return;
    }
    if (!*white)
        return;
    arb_ink_repeat(o->ink, " ", INDENT);
    arb_ink_format(o->ink, "%s: %s %s, ", arb_text(ARB_TEXT_PAPER_CLOCKS, o->paper->lang),
                   arb_text(ARB_TEXT_PAPER_WHITE, o->paper->lang), white);
    arb_ink_format(o->ink, "%s %s\n", arb_text(ARB_TEXT_PAPER_BLACK, o->paper->lang), black);
}

/* ---- boards and handwriting ---- */

void arb_document_board(const arb_document *o, const arb_setup *setup)
{
    const arb_board board = { .setup = setup, .lang = o->paper->lang };
    const arb_drawing drawing = { .setup = setup,
                                  .letters = o->paper->lang == ARB_LANG_IT ? &arb_letters_it
                                                                           : &arb_letters_en };

    if (!o->paper->html) {
        arb_drawing_write(o->ink, &drawing, 1, 2);
        return;
    }
    arb_ink_add(o->ink, "<figure>\n");
    arb_board_svg(o->ink, &board, true);
    arb_ink_add(o->ink, "</figure>\n");
}

void arb_document_lines(const arb_document *o, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (o->paper->html) {
            arb_ink_add(o->ink, "<div class=\"line\"></div>\n");
            continue;
        }
        arb_ink_add(o->ink, "\n");
        arb_ink_repeat(o->ink, "_", width(o));
        arb_ink_add(o->ink, "\n");
    }
}

void arb_document_signature(const arb_document *o, arb_text_id who)
{
    const char *text = arb_text(who, o->paper->lang);

    if (o->paper->html) {
        arb_ink_format(o->ink, "<p class=\"sign\"><span></span>%s</p>\n", text);
        return;
    }
    arb_ink_format(o->ink, "\n%s: ", text);
    arb_ink_repeat(o->ink, "_", width(o) - arb_utf8_count(text, strlen(text)) - 2);
    arb_ink_add(o->ink, "\n");
}
