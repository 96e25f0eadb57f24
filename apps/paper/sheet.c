/* SPDX-License-Identifier: MIT */
/* What stands on a scoresheet; see sheet.h. */
#include "paper/sheet.h"

#include <assert.h>
#include <string.h>

#include "arbitro/utf8.h"

/* A sheet is made of one game, which a reader let through; this is more than any can fill. */
enum { TEXTS_MAX = 1 << 28 };

static const struct {
    const char *tag;
    arb_text_id label;
    size_t most;
} fields[ARB_FIELD_COUNT] = {
#define FIELD(id, tag, most) { tag, ARB_TEXT_PAPER_FIELD_##id, most },
#include "paper/fields.def"
#undef FIELD
};

void arb_scoresheet_init(arb_scoresheet *sheet, const arb_style *style, arb_lang lang)
{
    *sheet = (arb_scoresheet){ .style = style ? *style : arb_style_fide, .owner = ARB_OWNER_GAME };
    if (!style)
        sheet->style.language = arb_language_at(lang == ARB_LANG_IT ? 1 : 0);
    arb_buf_init(&sheet->texts, NULL, TEXTS_MAX);
    arb_buf_init(&sheet->cells, NULL, TEXTS_MAX);
    arb_buf_init(&sheet->notes, NULL, TEXTS_MAX);
    sheet->first = 1;
}

void arb_scoresheet_clear(arb_scoresheet *sheet)
{
    arb_buf_clear(&sheet->texts);
    arb_buf_clear(&sheet->cells);
    arb_buf_clear(&sheet->notes);
}

void arb_scoresheet_reset(arb_scoresheet *sheet)
{
    const arb_scoresheet before = *sheet;

    *sheet = (arb_scoresheet){ .style = before.style,
                               .owner = before.owner,
                               .blank = before.blank,
                               .translates = before.translates,
                               .first = 1,
                               .texts = before.texts,
                               .cells = before.cells,
                               .notes = before.notes };
    arb_buf_cut(&sheet->texts, 0);
    arb_buf_cut(&sheet->cells, 0);
    arb_buf_cut(&sheet->notes, 0);
}

/* A text that is not UTF-8 is Latin-1, as PGN has it. */
static arb_err add_text(arb_buf *out, const char *text, size_t size)
{
    arb_err err = ARB_OK;

    if (arb_utf8_valid_size(text, size) == size)
        return arb_buf_add(out, text, size);
    for (size_t i = 0; i < size && !err; i++) {
        char bytes[ARB_UTF8_MAX];
        const size_t length = arb_utf8_encode(bytes, (unsigned char)text[i]);
        err = arb_buf_add(out, bytes, length);
    }
    return err;
}

/* Keeps a text, and tells where. */
static size_t keep(arb_scoresheet *sheet, const char *text, size_t size)
{
    const size_t place = arb_buf_size(&sheet->texts) + 1;

    if (!sheet->err)
        sheet->err = add_text(&sheet->texts, text, size);
    if (!sheet->err)
        sheet->err = arb_buf_add_char(&sheet->texts, '\0');
    return sheet->err ? 0 : place;
}

const char *arb_scoresheet_text(const arb_scoresheet *sheet, size_t place)
{
    return place > 0 ? arb_buf_text(&sheet->texts) + place - 1 : "";
}

/* "?" and the like say that something is not known. */
static bool says_nothing(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (!strchr("?-. ", text[i]))
            return false;
    return true;
}

static bool is_named(const arb_pgn_tag *tag, const char *name)
{
    return tag->name_size == strlen(name) && memcmp(tag->name, name, tag->name_size) == 0;
}

void arb_scoresheet_tag(arb_scoresheet *sheet, const arb_pgn_tag *tag)
{
    if (says_nothing(tag->value, tag->value_size))
        return;
    for (unsigned i = 0; i < ARB_FIELD_COUNT; i++)
        if (is_named(tag, fields[i].tag))
            sheet->field[i] = keep(sheet, tag->value, tag->value_size);
    if (is_named(tag, "WhiteTitle"))
        sheet->white_title = keep(sheet, tag->value, tag->value_size);
    if (is_named(tag, "BlackTitle"))
        sheet->black_title = keep(sheet, tag->value, tag->value_size);
}

void arb_scoresheet_start(arb_scoresheet *sheet, const arb_setup *start, arb_variant variant)
{
    const arb_setup initial = arb_setup_initial();

    sheet->style.variant = variant;
    sheet->start = *start;
    sheet->has_start = variant == ARB_CHESS960 || !arb_setup_equal(start, &initial);
    sheet->first = start->move_number > 0 ? start->move_number : 1;
    sheet->black_first = start->turn == ARB_BLACK;
}

void arb_scoresheet_result(arb_scoresheet *sheet, const char *text, size_t size)
{
    if (size > 1 || (size == 1 && text[0] != '*'))
        sheet->result = keep(sheet, text, size);
}

/* ---- the moves ---- */

static size_t cell_count(const arb_scoresheet *sheet)
{
    return sheet->blank ? 0 : arb_buf_size(&sheet->cells) / sizeof(arb_cell);
}

size_t arb_scoresheet_moves(const arb_scoresheet *sheet)
{
    return (cell_count(sheet) + 1) / 2;
}

const arb_cell *arb_scoresheet_cell(const arb_scoresheet *sheet, size_t row, arb_colour colour)
{
    const arb_cell *cells = (const void *)arb_buf_text(&sheet->cells);
    const size_t index = 2 * row + colour;

    return index < cell_count(sheet) ? &cells[index] : NULL;
}

static void add_cell(arb_scoresheet *sheet, arb_cell cell)
{
    if (!sheet->err)
        sheet->err = arb_buf_add(&sheet->cells, &cell, sizeof cell);
}

void arb_scoresheet_add(arb_scoresheet *sheet, const char *move, size_t size)
{
    if (sheet->black_first && arb_buf_size(&sheet->cells) == 0)
        add_cell(sheet, (arb_cell){ .move = keep(sheet, "\u2026", strlen("\u2026")) });
    add_cell(sheet, (arb_cell){ .move = keep(sheet, move, size) });
}

/* Takes the last move off, to be put back with more; false when there is none yet. */
static bool take_last(arb_cell *out, arb_scoresheet *sheet)
{
    const size_t size = arb_buf_size(&sheet->cells);

    if (sheet->err || size == 0)
        return false;
    memcpy(out, arb_buf_text(&sheet->cells) + size - sizeof *out, sizeof *out);
    arb_buf_cut(&sheet->cells, size - sizeof *out);
    return true;
}

void arb_scoresheet_time(arb_scoresheet *sheet, const char *time, size_t size)
{
    arb_cell cell;

    if (!take_last(&cell, sheet))
        return;
    cell.time = keep(sheet, time, size);
    add_cell(sheet, cell);
}

void arb_scoresheet_offer(arb_scoresheet *sheet)
{
    arb_cell cell;

    if (!take_last(&cell, sheet))
        return;
    cell.offer = true;
    add_cell(sheet, cell);
}

void arb_scoresheet_struck(arb_scoresheet *sheet, const char *move, size_t size)
{
    arb_cell cell;

    if (!take_last(&cell, sheet))
        return;
    cell.struck = keep(sheet, move, size);
    add_cell(sheet, cell);
}

void arb_scoresheet_note(arb_scoresheet *sheet, const char *text, size_t size)
{
    if (!sheet->err && arb_buf_size(&sheet->notes) > 0)
        sheet->err = arb_buf_add_text(&sheet->notes, "; ");
    if (!sheet->err)
        sheet->err = add_text(&sheet->notes, text, size);
}

/* ---- the head ---- */

arb_text_id arb_scoresheet_label(arb_scoresheet_field field)
{
    return fields[field].label;
}

arb_text_id arb_scoresheet_title(arb_scoresheet_owner owner)
{
    switch (owner) {
    case ARB_OWNER_WHITE:
        return ARB_TEXT_PAPER_SHEET_WHITE;
    case ARB_OWNER_BLACK:
        return ARB_TEXT_PAPER_SHEET_BLACK;
    case ARB_OWNER_ARBITER:
        return ARB_TEXT_PAPER_SHEET_ARBITER;
    case ARB_OWNER_GAME:
        break;
    }
    return ARB_TEXT_PAPER_SHEET;
}

void arb_scoresheet_value(arb_ink *ink, const arb_scoresheet *sheet, arb_scoresheet_field field,
                          arb_lang lang)
{
    const char *text = arb_scoresheet_text(sheet, sheet->field[field]);
    const size_t size = strlen(text);
    const size_t title = field == ARB_FIELD_WHITE   ? sheet->white_title
                         : field == ARB_FIELD_BLACK ? sheet->black_title
                                                    : 0;
    const size_t before = arb_buf_size(ink->out);

    if (title > 0)
        arb_ink_format(ink, "%.8s ", arb_scoresheet_text(sheet, title));
    if (field == ARB_FIELD_DATE)
        arb_paper_date(ink, text, size, lang);
    else if (field == ARB_FIELD_TIME_CONTROL)
        arb_paper_control(ink, text, size, lang);
    else
        arb_ink_bytes(ink, text, size);
    const size_t length = arb_buf_size(ink->out) - before;
    const size_t most = arb_ink_cut(arb_buf_text(ink->out) + before, length, fields[field].most);
    if (most < length) {
        arb_buf_cut(ink->out, before + most);
        arb_ink_add(ink, "\u2026");
    }
}

void arb_scoresheet_write(arb_ink *ink, const arb_scoresheet *sheet, const arb_paper *paper)
{
    if (sheet->err)
        ink->err = ink->err ? ink->err : sheet->err;
    else if (paper->html)
        arb_scoresheet_html(ink, sheet, paper);
    else
        arb_scoresheet_plain(ink, sheet, paper);
}
