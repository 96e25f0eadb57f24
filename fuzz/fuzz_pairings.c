/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as the pairings of a round; the first one chooses which round of a report is wanted.
 * What is understood has names that can be used, and boards that differ; written as a table it is
 * read as the same. What is not says where, inside the text.
 */
#include <string.h>

#include "arbitro/buf.h"
#include "arbitro/utf8.h"
#include "fuzz.h"
#include "server/hall/pairings.h"

static void check_name(const char *name)
{
    const size_t size = strlen(name);

    require(size > 0 && size <= ARB_PAIRINGS_NAME_MAX, "a name is neither empty nor long");
    require(arb_utf8_valid_size(name, size) == size, "a name is UTF-8");
    for (size_t i = 0; i < size; i++)
        require((unsigned char)name[i] >= ' ' || name[i] == '\t', "a name can be read");
}

static void check_place(const arb_pairings_where *where, size_t size)
{
    require(where->line >= 1 && where->line <= size + 1, "the line is one of the text");
    require(where->column >= 1 && where->column <= size + 1, "so is the column");
    require(where->fault < ARB_PAIRINGS_FAULT_COUNT, "something was expected");
    require(arb_pairings_text(where->fault, ARB_LANG_IT)[0] != '\0', "and is told");
}

static void add_quoted(arb_buf *out, const char *text)
{
    require(arb_buf_add_char(out, '"') == ARB_OK, "there is room");
    for (; *text; text++) {
        if (*text == '"')
            require(arb_buf_add_char(out, '"') == ARB_OK, "there is room");
        require(arb_buf_add_char(out, *text) == ARB_OK, "there is room");
    }
    require(arb_buf_add_text(out, "\";") == ARB_OK, "there is room");
}

/* A name that would be read otherwise inside quotes: with blanks at its ends, or doubled quotes. */
static int is_plain(const arb_pairings *p)
{
    for (size_t i = 0; i < p->count; i++) {
        const char *const names[] = { p->boards[i].white, p->boards[i].black };
        for (unsigned j = 0; j < 2; j++) {
            const size_t size = strlen(names[j]);
            if (strstr(names[j], "\"") || strchr(" \t\xC2", names[j][0]) ||
                strchr(" \t\xA0", names[j][size - 1]) || strchr(names[j], '\t') ||
                p->boards[i].group)
                return 0;
        }
    }
    return 1;
}

static void check_again(const arb_pairings *p)
{
    arb_pairings_faults faults;
    arb_pairings again;
    arb_buf text;

    arb_buf_init(&text, NULL, 1 << 22);
    require(arb_buf_add_text(&text, "board;white;black;\n") == ARB_OK, "there is room");
    for (size_t i = 0; i < p->count; i++) {
        require(arb_buf_add_format(&text, "%u;", p->boards[i].board) == ARB_OK, "there is room");
        add_quoted(&text, p->boards[i].white);
        add_quoted(&text, p->boards[i].black);
        require(arb_buf_add_char(&text, '\n') == ARB_OK, "there is room");
    }
    if (arb_buf_size(&text) <= ARB_PAIRINGS_SIZE) {
        require(arb_pairings_read(&again, &faults, arb_buf_text(&text), arb_buf_size(&text), 0) ==
                    ARB_OK,
                "what is written as a table is read");
        require(again.count + again.bye_count == p->count, "every board is there again");
        for (size_t i = 0; i < again.count && again.bye_count == 0; i++)
            require(strcmp(again.boards[i].white, p->boards[i].white) == 0 &&
                        strcmp(again.boards[i].black, p->boards[i].black) == 0 &&
                        again.boards[i].board == p->boards[i].board,
                    "and is the same");
        arb_pairings_clear(&again);
    }
    arb_buf_clear(&text);
}

/* What is known of a player is written as lines of tags, which are read as the same. */
static void check_known(const arb_particulars *known, arb_colour player)
{
    const char *lines;
    arb_seat_tag one;
    arb_buf text;

    arb_buf_init(&text, NULL, 1 << 16);
    require(arb_particulars_write(&text, known, player) == ARB_OK, "there is room");
    lines = arb_buf_text(&text);
    for (unsigned i = 0; i < ARB_PARTICULAR_COUNT; i++) {
        if (!known->text[i])
            continue;
        check_name(known->text[i]);
        require(arb_seat_tag_next(&one, &lines), "every one is a tag");
        require(strcmp(one.value, known->text[i]) == 0, "with its value");
    }
    require(!arb_seat_tag_next(&one, &lines), "and there are no others");
    arb_buf_clear(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    arb_pairings_faults faults;
    arb_pairings p;

    if (size == 0 || size > ARB_PAIRINGS_SIZE)
        return 0;
    const arb_err err =
        arb_pairings_read(&p, &faults, (const char *)data + 1, size - 1, data[0] % 16u);
    if (err) {
        require(err == ARB_SYNTAX && p.count == 0 && !p.boards, "an error leaves nothing");
        require(faults.count > 0 && faults.count <= ARB_PAIRINGS_FAULTS_MAX, "faults are told");
        for (size_t i = 0; i < faults.count; i++)
            check_place(&faults.at[i], size);
        return 0;
    }
    require(p.count > 0 && p.count <= ARB_PAIRINGS_MAX, "there are boards");
    for (size_t i = 0; i < p.count; i++) {
        check_name(p.boards[i].white);
        check_name(p.boards[i].black);
        check_known(&p.boards[i].about[ARB_WHITE], ARB_WHITE);
        check_known(&p.boards[i].about[ARB_BLACK], ARB_BLACK);
        require(p.boards[i].board > 0 && p.boards[i].line > 0, "a board has a number and a line");
    }
    for (size_t i = 0; i < p.slip_count; i++)
        check_place(&(arb_pairings_where){ p.slips[i].line, p.slips[i].column, p.slips[i].fault },
                    size);
    if (is_plain(&p))
        check_again(&p);
    arb_pairings_clear(&p);
    return 0;
}
