/* SPDX-License-Identifier: MIT */
/* Positions with operations, in and out; see epd.h. */
#include "arbitro/epd.h"

#include <string.h>

#include "arbitro/perft.h"
#include "base/cursor.h"

/* The opcodes of the standard (16.2.5), and acd, which programs have added; c0 to c9 and v0 to v9
 * as well. */
static const char opcodes[] = "acd acn acs am bm ce dm draw_accept draw_claim draw_offer "
                              "draw_reject eco fmvn hmvc id nic noop pm pv rc resign sm tcgs "
                              "tcri tcsi";

enum { POSITION_FIELDS = 4 };

static bool is_letter(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static bool is_blank(int c)
{
    return c == ' ' || c == '\t';
}

/* ---- operations ---- */

static bool is_known(arb_cursor word)
{
    const bool numbered = arb_cursor_left(&word) == 2 && is_digit(word.at[1]);

    return arb_cursor_choose(word, opcodes) >= 0 ||
           (numbered && (*word.at == 'c' || *word.at == 'v' || *word.at == 'D'));
}

/* Takes a name: a letter, then letters, digits, underscores and hyphens. */
static arb_err take_opcode(arb_epd_op *op, arb_cursor *cur, arb_where *where)
{
    op->opcode = cur->at;
    if (!is_letter(arb_cursor_peek(cur)))
        return arb_cursor_fail(cur, where, ARB_WANTED_OPERATION);
    int next = arb_cursor_peek(cur);
    while (is_letter(next) || is_digit(next) || next == '_' || next == '-') {
        arb_cursor_next(cur);
        next = arb_cursor_peek(cur);
    }
    op->opcode_size = (size_t)(cur->at - op->opcode);
    if (next != ARB_CURSOR_END && !is_blank(next) && next != ';')
        return arb_cursor_fail(cur, where, ARB_WANTED_OPERATION);
    return ARB_OK;
}

/* Takes the rest of a string whose opening mark has been taken. A backslash keeps what follows. */
static arb_err take_string(arb_cursor *cur, arb_where *where)
{
    while (!arb_cursor_at_end(cur)) {
        const int next = arb_cursor_next(cur);
        if (next == '"')
            return ARB_OK;
        if (next == '\\')
            arb_cursor_next(cur);
    }
    return arb_cursor_fail(cur, where, ARB_WANTED_QUOTE_END);
}

/* Takes all up to the semicolon, which may be missing, and takes that, too. */
static arb_err take_operands(arb_epd_op *op, arb_cursor *cur, arb_where *where)
{
    arb_cursor_skip_blanks(cur);
    op->operands = cur->at;
    while (!arb_cursor_at_end(cur) && arb_cursor_peek(cur) != ';') {
        if (arb_cursor_next(cur) != '"')
            continue;
        const arb_err err = take_string(cur, where);
        if (err)
            return err;
    }
    op->operands_size = (size_t)(cur->at - op->operands);
    while (op->operands_size > 0 && is_blank(op->operands[op->operands_size - 1]))
        op->operands_size--;
    arb_cursor_take(cur, ';');
    return ARB_OK;
}

/* Takes an operation; its name is empty at the end of them. */
static arb_err take_op(arb_epd_op *op, arb_cursor *cur, arb_where *where)
{
    *op = (arb_epd_op){ .opcode = cur->end, .operands = cur->end };
    while (arb_cursor_skip_blanks(cur) > 0 || arb_cursor_take(cur, ';'))
        ; /* a semicolon that ends nothing stands before an operation in suites of perft */
    if (arb_cursor_at_end(cur))
        return ARB_OK;
    const arb_err err = take_opcode(op, cur, where);
    return err ? err : take_operands(op, cur, where);
}

bool arb_epd_next(arb_epd_op *out, const arb_epd *epd, size_t *at)
{
    arb_cursor cur;

    arb_cursor_init(&cur, epd->operations, epd->operations_size);
    cur.at += *at;
    const arb_err err = take_op(out, &cur, NULL);
    *at = (size_t)(cur.at - cur.begin);
    return !err && out->opcode_size > 0;
}

bool arb_epd_op_is(const arb_epd_op *op, const char *opcode)
{
    return strlen(opcode) == op->opcode_size && memcmp(op->opcode, opcode, op->opcode_size) == 0;
}

bool arb_epd_operand_next(arb_epd_operand *out, const arb_epd_op *op, size_t *at)
{
    arb_cursor cur;

    arb_cursor_init(&cur, op->operands, op->operands_size);
    cur.at += *at;
    arb_cursor_skip_blanks(&cur);
    *out = (arb_epd_operand){ .text = cur.at, .quoted = arb_cursor_peek(&cur) == '"' };
    if (arb_cursor_at_end(&cur))
        return false;
    if (arb_cursor_take(&cur, '"')) {
        out->text++;
        const bool closed = take_string(&cur, NULL) == ARB_OK;
        out->size = (size_t)(cur.at - out->text) - closed;
    } else {
        while (!arb_cursor_at_end(&cur) && !is_blank(arb_cursor_peek(&cur)))
            arb_cursor_next(&cur);
        out->size = (size_t)(cur.at - out->text);
    }
    *at = (size_t)(cur.at - cur.begin);
    return true;
}

/* A number and nothing else. */
static arb_err read_number(uint64_t *out, const arb_epd_op *op, uint64_t max)
{
    arb_cursor cur;

    arb_cursor_init(&cur, op->operands, op->operands_size);
    const arb_err err = arb_cursor_read_number(out, &cur, max);
    return !err && !arb_cursor_at_end(&cur) ? ARB_SYNTAX : err;
}

unsigned arb_epd_depth(uint64_t *nodes, const arb_epd_op *op)
{
    uint64_t depth = 0, count = 0;
    arb_cursor cur;

    arb_cursor_init(&cur, op->opcode, op->opcode_size);
    if (!arb_cursor_take(&cur, 'D') || arb_cursor_read_number(&depth, &cur, ARB_PERFT_DEPTH_MAX) ||
        !arb_cursor_at_end(&cur) || depth == 0 || read_number(&count, op, UINT64_MAX))
        return 0;
    *nodes = count;
    return (unsigned)depth;
}

/* ---- reading ---- */

/* Takes a counter from its operation. */
static arb_err take_counter(uint16_t *out, const arb_epd_op *op, arb_cursor cur, arb_where *where,
                            arb_wanted wanted)
{
    uint64_t number = 0;

    if (read_number(&number, op, UINT16_MAX)) {
        cur.at = op->operands;
        return arb_cursor_fail(&cur, where, wanted);
    }
    *out = (uint16_t)number;
    return ARB_OK;
}

static arb_err check_control(arb_cursor cur, arb_where *where)
{
    for (; !arb_cursor_at_end(&cur); cur.at++) {
        const unsigned char c = (unsigned char)*cur.at;
        if ((c < ' ' && c != '\t') || c == 0x7f) /* bytes beyond ASCII may be of any encoding */
            return arb_cursor_fail(&cur, where, ARB_WANTED_PRINTABLE);
    }
    return ARB_OK;
}

/* All operations from here on: each can be read, and the counters are taken. */
static arb_err read_operations(arb_setup *setup, arb_cursor cur, arb_where *where)
{
    arb_epd_op op;
    arb_err err = check_control(cur, where);

    while (!err) {
        err = take_op(&op, &cur, where);
        if (err || op.opcode_size == 0)
            break;
        if (arb_epd_op_is(&op, "hmvc"))
            err = take_counter(&setup->quiet_plies, &op, cur, where, ARB_WANTED_QUIET_PLIES);
        else if (arb_epd_op_is(&op, "fmvn"))
            err = take_counter(&setup->move_number, &op, cur, where, ARB_WANTED_MOVE_NUMBER);
    }
    return err;
}

/* Goes to where the operations begin: a semicolon, or a letter behind the fields of the position.
 */
static void skip_position(arb_cursor *cur)
{
    for (int field = 0;; field++) {
        arb_cursor_skip_blanks(cur);
        const int next = arb_cursor_peek(cur);
        if (next == ARB_CURSOR_END || next == ';' || (field >= POSITION_FIELDS && is_letter(next)))
            return;
        const char *passed;
        (void)arb_cursor_read_until(&passed, cur, " \t;");
    }
}

/* Are these operations, and not a FEN with something else behind it? */
static bool are_operations(arb_cursor cur)
{
    const size_t left = arb_cursor_left(&cur);

    return left > 0 && (memchr(cur.at, ';', left) || is_known(arb_cursor_take_word(&cur)));
}

arb_err arb_epd_read(arb_epd *out, arb_where *where, const char *text, size_t size,
                     const arb_letters *letters)
{
    arb_cursor cur;
    arb_epd epd;

    arb_cursor_init(&cur, text, size);
    skip_position(&cur);
    if (!are_operations(cur))
        cur.at = cur.end;
    arb_err err = arb_fen_read(&epd.setup, where, text, (size_t)(cur.at - cur.begin), letters);
    if (!err)
        err = read_operations(&epd.setup, cur, where);
    if (err)
        return err;
    epd.operations = cur.at;
    epd.operations_size = arb_cursor_left(&cur);
    *out = epd;
    return ARB_OK;
}

/* ---- writing ---- */

/* Room for a FEN in letters of any language: up to four bytes for each piece. */
enum { FEN_SIZE = ARB_FEN_SIZE + 64 * 4 };

static arb_err put_fields(arb_buf *out, const arb_setup *setup, arb_fen_style style,
                          const arb_letters *letters)
{
    char fen[FEN_SIZE];
    size_t size = arb_fen_write(fen, sizeof fen, setup, style, letters);

    for (int counters = 0; counters < 2; size--)
        counters += fen[size - 1] == ' ';
    return arb_buf_add(out, fen, size);
}

/* " hmvc 7;" */
static arb_err put_counter(arb_buf *out, const char *opcode, unsigned count, unsigned usual)
{
    if (count == usual)
        return ARB_OK;
    arb_err err = arb_buf_add_text(out, opcode);
    if (!err)
        err = arb_buf_add_unsigned(out, count);
    return err ? err : arb_buf_add_char(out, ';');
}

static arb_err put_op(arb_buf *out, const arb_epd_op *op)
{
    arb_err err = arb_buf_add_char(out, ' ');

    if (!err)
        err = arb_buf_add(out, op->opcode, op->opcode_size);
    if (!err && op->operands_size > 0)
        err = arb_buf_add_char(out, ' ');
    if (!err)
        err = arb_buf_add(out, op->operands, op->operands_size);
    return err ? err : arb_buf_add_char(out, ';');
}

arb_err arb_epd_write(arb_buf *out, const arb_setup *setup, arb_fen_style style,
                      const arb_letters *letters, const arb_epd *carried)
{
    const size_t before = arb_buf_size(out);
    arb_epd_op op;
    size_t at = 0;

    arb_err err = put_fields(out, setup, style, letters);
    if (!err)
        err = put_counter(out, " hmvc ", setup->quiet_plies, 0);
    if (!err)
        err = put_counter(out, " fmvn ", setup->move_number, 1);
    while (!err && carried && arb_epd_next(&op, carried, &at))
        if (!arb_epd_op_is(&op, "hmvc") && !arb_epd_op_is(&op, "fmvn"))
            err = put_op(out, &op);
    if (err)
        arb_buf_cut(out, before);
    return err;
}
