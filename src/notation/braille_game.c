/* SPDX-License-Identifier: MIT */
/* Scoresheets in Braille, from PGN (Laws D.2.7). */
#include <string.h>

#include "arbitro/notation.h"
#include "arbitro/pgn.h"
#include "notation/braille_internal.h"

/* A scoresheet that is being written. */
typedef struct sheet {
    arb_braille_out lines;
    arb_where *where;
    bool begun;                        /* a game was written before */
    bool moved;                        /* the number of the move at hand is written */
    char move[ARB_MOVE_TEXT_SIZE + 4]; /* the last move, which a draw offer may follow */
    arb_pos before;
} sheet;

/* The cells of a move in SAN: capitals, L for the bishop, no sign of promotion, ++ for mate. */
static void write_cells(char *out, const char *san)
{
    for (; *san; san++) {
        if (*san == '=')
            continue;
        if (*san == '#') {
            *out++ = '+';
            *out++ = '+';
        } else if (*san == 'B') {
            *out++ = 'L';
        } else {
            *out++ = *san >= 'a' && *san <= 'z' ? (char)(*san - 32) : *san;
        }
    }
    *out = '\0';
}

/* Writes the move that is kept back, with what it was kept back for. */
static void flush(sheet *s)
{
    if (s->move[0])
        arb_braille_word(&s->lines, s->move);
    s->move[0] = '\0';
}

/* The number of a move, on one line with what follows it. */
static void put_number(sheet *s, unsigned number, size_t follows)
{
    char cells[16], digits[16];
    size_t count = 0, size = 0;

    do
        digits[count++] = "JABCDEFGHI"[number % 10];
    while (number /= 10);
    cells[size++] = '#';
    while (count > 0)
        cells[size++] = digits[--count];
    cells[size] = '\0';
    arb_braille_keep(&s->lines, size + 1 + follows);
    arb_braille_word(&s->lines, cells);
}

static arb_pgn_next go_on(const sheet *s)
{
    return s->lines.err == ARB_OK ? ARB_PGN_GO_ON : ARB_PGN_STOP;
}

static arb_pgn_next on_begin(void *user, const arb_pgn *pgn)
{
    sheet *s = user;

    (void)pgn;
    if (s->begun)
        arb_braille_line_end(&s->lines);
    s->begun = true;
    s->moved = false;
    return go_on(s);
}

/* The name of a tag; a colon in it, which few have, is written as its number in Unicode. */
static void put_name(arb_braille_out *lines, const char *name, size_t size)
{
    static const char colon[] = "^EH;";
    arb_braille_letters state = { false };

    for (size_t i = 0; i < size; i++) {
        char cells[ARB_BRAILLE_LETTER_CELLS];
        const size_t count = arb_braille_letter(cells, &state, (unsigned char)name[i]);
        if (name[i] == ':')
            arb_braille_part(lines, colon, strlen(colon), i == 0, false);
        else
            arb_braille_part(lines, cells, count, i == 0, false);
    }
}

static arb_pgn_next on_tag(void *user, const arb_pgn *pgn, const arb_pgn_tag *tag)
{
    static const char colon[] = "3";
    sheet *s = user;

    (void)pgn;
    put_name(&s->lines, tag->name, tag->name_size);
    arb_braille_part(&s->lines, colon, 1, false, true);
    arb_braille_put_text(&s->lines, tag->value, tag->value_size);
    arb_braille_line_end(&s->lines);
    return go_on(s);
}

static arb_pgn_next on_start(void *user, const arb_pgn *pgn)
{
    sheet *s = user;

    (void)pgn;
    arb_braille_line_end(&s->lines);
    return go_on(s);
}

static arb_pgn_next on_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    sheet *s = user;
    char san[ARB_MOVE_TEXT_SIZE];
    arb_pos before;

    if (move->kind == ARB_PGN_MOVE_STOOD) {
        const arb_pgn_place place = arb_pgn_where(pgn);
        if (s->where)
            *s->where =
                (arb_where){ (size_t)place.line, (size_t)place.column, ARB_WANTED_LEGAL_MOVE };
        s->lines.err = ARB_SYNTAX;
        return ARB_PGN_STOP;
    }
    arb_pgn_before(&before, pgn);
    flush(s);
    if (move->kind == ARB_PGN_MOVE_NULL) {
        memcpy(s->move, "--", sizeof "--");
    } else {
        arb_san_write(san, sizeof san, &before, move->move);
        write_cells(s->move, san);
    }
    if (before.turn == ARB_WHITE || !s->moved)
        put_number(s, before.move_number, strlen(s->move));
    if (before.turn == ARB_BLACK && !s->moved)
        arb_braille_word(&s->lines, "-");
    s->moved = true;
    return go_on(s);
}

/* Laws C.12: the offer of a draw stands behind the move, once. */
static void add_offer(char *move)
{
    const size_t size = strlen(move);

    if (size > 0 && move[size - 1] != '=')
        memcpy(move + size, "=", sizeof "=");
}

static arb_pgn_next on_comment(void *user, const arb_pgn *pgn, const char *text, size_t size)
{
    sheet *s = user;
    arb_pgn_command command;

    (void)pgn;
    for (size_t at = 0; arb_pgn_command_next(&command, &at, text, size);)
        if (command.kind == ARB_PGN_COMMAND_OFFER)
            add_offer(s->move);
    return go_on(s);
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    static const char *const results[ARB_PGN_RESULT_COUNT] = {
        [ARB_PGN_RESULT_NONE] = "*",      [ARB_PGN_RESULT_OPEN] = "*",
        [ARB_PGN_RESULT_WHITE] = "#A-#J", [ARB_PGN_RESULT_BLACK] = "#J-#A",
        [ARB_PGN_RESULT_DRAW] = "#A/#B",
    };
    sheet *s = user;

    (void)pgn;
    flush(s);
    arb_braille_word(
        &s->lines,
        results[summary->marker != ARB_PGN_RESULT_NONE ? summary->marker : summary->tag]);
    arb_braille_line_end(&s->lines);
    return go_on(s);
}

static arb_pgn_next on_finding(void *user, const arb_pgn *pgn, const arb_pgn_finding *finding)
{
    sheet *s = user;

    (void)pgn;
    if (arb_pgn_fault_weight(finding->fault) != ARB_PGN_ERROR)
        return ARB_PGN_GO_ON;
    if (s->where)
        *s->where = (arb_where){ (size_t)finding->place.line, (size_t)finding->place.column,
                                 finding->wanted != ARB_WANTED_NOTHING ? finding->wanted
                                                                       : ARB_WANTED_LEGAL_MOVE };
    s->lines.err = ARB_SYNTAX;
    return ARB_PGN_STOP;
}

arb_err arb_braille_games_write(arb_buf *out, arb_where *where, const arb_mem *mem, const char *pgn,
                                size_t size, const arb_braille *form)
{
    static const arb_pgn_handler handler = { .begin = on_begin,
                                             .tag = on_tag,
                                             .start = on_start,
                                             .move = on_move,
                                             .comment = on_comment,
                                             .end = on_end,
                                             .finding = on_finding };
    const size_t before = arb_buf_size(out);
    sheet s = { .where = where };
    arb_pgn *reader;

    arb_err err = arb_braille_begin(&s.lines, out, form);
    if (err == ARB_OK)
        err = arb_pgn_new(&reader, mem, &(arb_pgn_options){ .skip_variations = true });
    if (err != ARB_OK)
        return err;
    err = arb_pgn_read_text(reader, pgn, size, &handler, &s);
    arb_pgn_free(reader);
    if (s.lines.err != ARB_OK)
        err = s.lines.err;
    if (err != ARB_OK)
        arb_buf_cut(out, before);
    return err;
}
