/* SPDX-License-Identifier: MIT */
/* Pairings: from bytes to lines, and what the formats share; see pairings.h. */
#include "server/hall/pairings.h"

#include <stdlib.h>
#include <string.h>

#include "arbitro/buf.h"
#include "arbitro/utf8.h"
#include "server/hall/pairings_internal.h"

static const struct {
    const char *code, *text[ARB_LANG_COUNT];
} faults_told[ARB_PAIRINGS_FAULT_COUNT] = {
#define FAULT(id, code, en, it) [ARB_PAIRINGS_##id] = { code, { en, it } },
#define SLIP(id, code, en, it)  [ARB_PAIRINGS_##id] = { code, { en, it } },
#include "server/hall/pairings_faults.def"
#undef FAULT
#undef SLIP
};

const char *arb_pairings_code(arb_pairings_fault fault)
{
    return faults_told[fault].code;
}

const char *arb_pairings_text(arb_pairings_fault fault, arb_lang lang)
{
    return faults_told[fault].text[lang];
}

arb_err arb_pairings_fail(const arb_pairing_reader *r, const arb_span *at, arb_pairings_fault fault)
{
    *r->where = (arb_pairings_where){ at->line, at->column, fault };
    return ARB_SYNTAX;
}

arb_err arb_pairings_note(const arb_pairing_reader *r, arb_err err)
{
    arb_pairings_faults *faults = r->faults;

    if (err != ARB_SYNTAX)
        return err;
    faults->at[faults->count++] = *r->where;
    const bool ends =
        faults->count == ARB_PAIRINGS_FAULTS_MAX || r->where->fault == ARB_PAIRINGS_BOARDS_MANY;
    return ends ? ARB_SYNTAX : ARB_OK;
}

arb_err arb_pairings_noted(const arb_pairing_reader *r, arb_err err)
{
    return !err && r->faults->count > 0 ? ARB_SYNTAX : err;
}

/* ---- spans */

arb_span arb_span_from(arb_span s, size_t bytes)
{
    return (arb_span){ s.at + bytes, s.size - bytes, s.line,
                       s.column + (unsigned)arb_utf8_count(s.at, bytes) };
}

arb_span arb_span_to(arb_span s, size_t bytes)
{
    s.size = bytes;
    return s;
}

/* A blank that does not break a line is one, too: tables that are copied from a page have those. */
static size_t blank(const char *at, size_t size)
{
    if (size >= 1 && (*at == ' ' || *at == '\t'))
        return 1;
    return size >= 2 && memcmp(at, "\xC2\xA0", 2) == 0 ? 2 : 0;
}

arb_span arb_span_trim(arb_span s)
{
    for (size_t n; (n = blank(s.at, s.size)) > 0;)
        s = arb_span_from(s, n);
    while (s.size > 0 && blank(s.at + s.size - 1, 1) > 0)
        s.size--;
    while (s.size > 1 && blank(s.at + s.size - 2, 2) == 2)
        s.size -= 2;
    return s;
}

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

bool arb_span_is(arb_span s, const char *word)
{
    if (s.size != strlen(word))
        return false;
    for (size_t i = 0; i < s.size; i++) {
        if (lower(s.at[i]) != word[i])
            return false;
    }
    return true;
}

bool arb_span_number(unsigned *out, arb_span s, unsigned most)
{
    unsigned number = 0;

    for (size_t i = 0; i < s.size; i++) {
        if (s.at[i] < '0' || s.at[i] > '9')
            return false;
        number = 10 * number + (unsigned)(s.at[i] - '0');
        if (number > most)
            return false;
    }
    *out = number;
    return s.size > 0;
}

bool arb_span_is_bye(arb_span s)
{
    static const char *const words[] = { "bye",    "-",      "--",   "spare",
                                         "riposa", "riposo", "none", "turno libero" };

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (arb_span_is(s, words[i]))
            return true;
    }
    return s.size == 0;
}

/* ---- what was read */

/* Makes room for one more of `size` bytes each. */
static bool reserve(void *list, size_t count, size_t *room, size_t size)
{
    void **items = list;

    if (count < *room)
        return true;
    const size_t larger = *room ? 2 * *room : 64;
    void *more = realloc(*items, larger * size);
    if (!more)
        return false;
    *items = more;
    *room = larger;
    return true;
}

void arb_pairings_clear(arb_pairings *p)
{
    for (size_t i = 0; i < p->count; i++) {
        free(p->boards[i].white);
        free(p->boards[i].black);
        free(p->boards[i].group);
        arb_particulars_clear(&p->boards[i].about[ARB_WHITE]);
        arb_particulars_clear(&p->boards[i].about[ARB_BLACK]);
    }
    for (size_t i = 0; i < p->bye_count; i++)
        free(p->byes[i].name);
    for (size_t i = 0; i < p->slip_count; i++)
        free(p->slips[i].heading);
    free(p->boards);
    free(p->byes);
    free(p->slips);
    free(p->event);
    *p = (arb_pairings){ 0 };
}

static arb_err copy(char **out, const arb_pairing_reader *r, arb_span name)
{
    if (name.size > ARB_PAIRINGS_NAME_MAX)
        return arb_pairings_fail(r, &name, ARB_PAIRINGS_NAME_LONG);
    char *to = malloc(name.size + 1);
    *out = to;
    if (!to)
        return ARB_NOMEM;
    for (size_t i = 0; i < name.size; i++) {
        *to++ = name.at[i];
        if (i + 1 < name.size && name.at[i] == '"' && name.at[i + 1] == '"')
            i++; /* in quotes two of them are one */
    }
    *to = '\0';
    return ARB_OK;
}

arb_err arb_pairings_add_bye(arb_pairing_reader *r, arb_span name)
{
    arb_pairings *p = r->out;
    char *text = NULL;

    if (p->bye_count == ARB_PAIRINGS_MAX)
        return arb_pairings_fail(r, &name, ARB_PAIRINGS_BOARDS_MANY);
    if (!reserve(&p->byes, p->bye_count, &p->bye_room, sizeof p->byes[0]))
        return ARB_NOMEM;
    const arb_err err = copy(&text, r, name);
    if (!err)
        p->byes[p->bye_count++] = (arb_pairings_bye){ text, name.line };
    return err;
}

arb_err arb_pairings_add(arb_pairing_reader *r, unsigned board, arb_span white, arb_span black,
                         arb_span group)
{
    arb_pairings *p = r->out;

    if (arb_span_is_bye(black))
        return arb_span_is_bye(white) ? arb_pairings_fail(r, &white, ARB_PAIRINGS_WHITE)
                                      : arb_pairings_add_bye(r, white);
    if (arb_span_is_bye(white))
        return arb_pairings_add_bye(r, black);
    if (p->count == ARB_PAIRINGS_MAX)
        return arb_pairings_fail(r, &white, ARB_PAIRINGS_BOARDS_MANY);
    if (!reserve(&p->boards, p->count, &p->room, sizeof p->boards[0]))
        return ARB_NOMEM;
    arb_pairing *one = &p->boards[p->count++];
    *one = (arb_pairing){ .board = board, .line = white.line, .column = white.column };
    arb_err err = copy(&one->white, r, white);
    if (!err)
        err = copy(&one->black, r, black);
    return err || group.size == 0 ? err : copy(&one->group, r, group);
}

arb_err arb_pairings_add_fact(arb_pairing_reader *r, arb_colour player, arb_particular fact,
                              arb_span text)
{
    char *plain = NULL;

    if (text.size > ARB_PARTICULAR_TEXT_MAX || text.size == 0)
        return ARB_OK;
    arb_err err = copy(&plain, r, text);
    if (!err)
        err = arb_particulars_take(&r->out->boards[r->out->count - 1].about[player], fact, plain,
                                   strlen(plain));
    free(plain);
    return err;
}

/* ---- boards that are named twice, names that are */

static int compare_texts(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) : (a != NULL) - (b != NULL);
}

static int compare_boards(const void *a, const void *b)
{
    const arb_pairing *one = *(const arb_pairing *const *)a, *two = *(const arb_pairing *const *)b;
    const int group = compare_texts(one->group, two->group);

    if (group != 0)
        return group;
    if (one->board != two->board)
        return one->board < two->board ? -1 : 1;
    return one->line < two->line ? -1 : one->line > two->line;
}

static arb_err check_boards(const arb_pairing_reader *r)
{
    const arb_pairings *p = r->out;
    const arb_pairing **sorted = malloc((p->count + 1) * sizeof *sorted);
    arb_err err = sorted ? ARB_OK : ARB_NOMEM;

    for (size_t i = 0; i < p->count && !err; i++)
        sorted[i] = &p->boards[i];
    if (!err)
        qsort(sorted, p->count, sizeof *sorted, compare_boards);
    for (size_t i = 1; i < p->count && !err; i++) {
        const arb_pairing *one = sorted[i - 1], *two = sorted[i];
        const arb_span at = { .line = two->line, .column = 1 };
        if (one->board == two->board && compare_texts(one->group, two->group) == 0)
            err = arb_pairings_note(r, arb_pairings_fail(r, &at, ARB_PAIRINGS_BOARD_TWICE));
    }
    free(sorted);
    return arb_pairings_noted(r, err);
}

arb_err arb_pairings_add_heading(arb_pairing_reader *r, arb_span cell)
{
    arb_pairings *p = r->out;
    char *heading = NULL;

    if (cell.size > ARB_PAIRINGS_NAME_MAX)
        cell.size = 0; /* nobody would read it */
    if (!reserve(&p->slips, p->slip_count, &p->slip_room, sizeof p->slips[0]) ||
        copy(&heading, r, cell) != ARB_OK)
        return ARB_NOMEM;
    p->slips[p->slip_count++] =
        (arb_pairings_slip){ cell.line, cell.column, ARB_PAIRINGS_HEADING_UNKNOWN, heading,
                             heading };
    return ARB_OK;
}

typedef struct seen_name {
    const char *name;
    unsigned line, column;
} seen_name;

static int compare_names(const void *a, const void *b)
{
    const seen_name *one = a, *two = b;
    const int order = strcmp(one->name, two->name);

    return order != 0 ? order : one->line < two->line ? -1 : one->line > two->line;
}

static arb_err note_slips(arb_pairings *p)
{
    seen_name *all = malloc((2 * p->count + 1) * sizeof *all);
    arb_err err = all ? ARB_OK : ARB_NOMEM;
    size_t count = 0;

    for (size_t i = 0; i < p->count && !err; i++) {
        const arb_pairing *one = &p->boards[i];
        all[count++] = (seen_name){ one->white, one->line, one->column };
        all[count++] = (seen_name){ one->black, one->line, one->column };
    }
    if (!err)
        qsort(all, count, sizeof *all, compare_names);
    for (size_t i = 1; i < count && !err; i++) {
        if (strcmp(all[i - 1].name, all[i].name) != 0)
            continue;
        if (!reserve(&p->slips, p->slip_count, &p->slip_room, sizeof p->slips[0]))
            err = ARB_NOMEM;
        else
            p->slips[p->slip_count++] =
                (arb_pairings_slip){ all[i].line, all[i].column, ARB_PAIRINGS_NAME_TWICE,
                                     all[i].name, NULL };
    }
    free(all);
    return err;
}

/* ---- bytes */

/* Windows has these where Latin-1 has controls; 0: it has none either. */
static uint32_t from_latin1(unsigned char byte)
{
    static const uint16_t windows[32] = {
        0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178,
    };

    return byte >= 0x80 && byte < 0xA0 ? windows[byte - 0x80] : byte;
}

/* Two bytes each, the first of them less or more: as spreadsheets save "Unicode text". */
static arb_err decode_utf16(arb_buf *out, const unsigned char *bytes, size_t size)
{
    const size_t high = bytes[0] == 0xFE ? 0 : 1;
    arb_err err = ARB_OK;

    for (size_t i = 2; i + 1 < size && !err; i += 2) {
        uint32_t c = (uint32_t)bytes[i + high] << 8 | bytes[i + 1 - high];
        if (c >= 0xD800 && c < 0xDC00 && i + 3 < size && bytes[i + 2 + high] >> 2 == 0xDC >> 2) {
            i += 2;
            c = 0x10000 + ((c & 0x3FF) << 10) +
                ((uint32_t)(bytes[i + high] & 3) << 8 | bytes[i + 1 - high]);
        } else if (c >= 0xD800 && c < 0xE000)
            c = 0xFFFD; /* half of a pair */
        char utf8[ARB_UTF8_MAX];
        err = arb_buf_add(out, utf8, arb_utf8_encode(utf8, c));
    }
    return err;
}

/* The text in UTF-8. */
static arb_err decode(arb_buf *out, arb_pairings *p, const char *bytes, size_t size)
{
    static const char mark[] = "\xEF\xBB\xBF";
    arb_err err = ARB_OK;

    if (size >= 2 && (memcmp(bytes, "\xFF\xFE", 2) == 0 || memcmp(bytes, "\xFE\xFF", 2) == 0)) {
        p->encoding = ARB_PAIRINGS_UTF_16;
        return decode_utf16(out, (const unsigned char *)bytes, size);
    }
    if (size >= 3 && memcmp(bytes, mark, 3) == 0) {
        bytes += 3;
        size -= 3;
    }
    if (arb_utf8_valid_size(bytes, size) == size)
        return arb_buf_add(out, bytes, size);
    p->encoding = ARB_PAIRINGS_LATIN_1;
    for (size_t i = 0; i < size && !err; i++) {
        char utf8[ARB_UTF8_MAX];
        err = arb_buf_add(out, utf8, arb_utf8_encode(utf8, from_latin1((unsigned char)bytes[i])));
    }
    return err;
}

/* Control characters, but tabs, are nobody's name. */
static bool find_control(size_t *out, arb_span line)
{
    for (size_t i = 0; i < line.size; i++) {
        const unsigned char c = (unsigned char)line.at[i];
        const bool second = c == 0xC2 && i + 1 < line.size && (unsigned char)line.at[i + 1] < 0xA0;
        if ((c < ' ' && c != '\t') || c == 0x7F || second) {
            *out = i;
            return true;
        }
    }
    return false;
}

/* Splits the text: lines end with LF, CR LF or CR. Blank ones are left out. */
static arb_err split(arb_pairing_reader *r, const char *text, size_t size)
{
    size_t room = 0, begin = 0, bad;
    unsigned number = 1;

    for (size_t i = 0; i <= size; i++) {
        if (i < size && text[i] != '\n' && text[i] != '\r')
            continue;
        arb_span line = { text + begin, i - begin, number++, 1 };
        if (i + 1 < size && text[i] == '\r' && text[i + 1] == '\n')
            i++;
        begin = i + 1;
        if (find_control(&bad, line)) {
            line = arb_span_from(line, bad);
            return arb_pairings_fail(r, &line, ARB_PAIRINGS_CHARACTER);
        }
        if (arb_span_trim(line).size == 0)
            continue;
        if (!reserve(&r->lines, r->count, &room, sizeof *r->lines))
            return ARB_NOMEM;
        r->lines[r->count++] = line;
    }
    return ARB_OK;
}

static arb_err read_lines(arb_pairing_reader *r)
{
    static const arb_span begin = { "", 0, 1, 1 };
    arb_pairings *p = r->out;

    if (r->count == 0)
        return arb_pairings_fail(r, &begin, ARB_PAIRINGS_NOTHING);
    arb_err err = arb_pairings_are_trf(r) ? arb_pairings_read_trf(r) : arb_pairings_read_table(r);
    if (!err && p->count == 0)
        err = arb_pairings_fail(r, &r->lines[0], ARB_PAIRINGS_NOTHING);
    if (!err)
        err = check_boards(r);
    return err ? err : note_slips(p);
}

arb_err arb_pairings_read(arb_pairings *out, arb_pairings_faults *faults, const char *bytes,
                          size_t size, unsigned round)
{
    arb_pairings p = { 0 };
    arb_pairings_where where = { 1, 1, ARB_PAIRINGS_NOTHING };
    arb_pairing_reader r = { .out = &p, .where = &where, .faults = faults, .round = round };
    arb_buf text;

    *out = p;
    faults->count = 0;
    arb_buf_init(&text, NULL, 4 * (size_t)ARB_PAIRINGS_SIZE);
    arb_err err = size > ARB_PAIRINGS_SIZE ? ARB_NOMEM : decode(&text, &p, bytes, size);
    if (!err)
        err = split(&r, arb_buf_text(&text), arb_buf_size(&text));
    if (!err)
        err = read_lines(&r);
    if (err == ARB_SYNTAX && faults->count == 0)
        faults->at[faults->count++] = where;
    faults->format = p.format;
    free(r.lines);
    arb_buf_clear(&text);
    if (err)
        arb_pairings_clear(&p);
    *out = p;
    return err;
}
