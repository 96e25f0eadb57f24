/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as EPD. A FEN is read as arb_fen_read() reads it; what is read is written and read back
 * with the same operations; what is not read leaves the outputs untouched and stops at a column
 * inside the text.
 */
#include <string.h>

#include "arbitro/epd.h"
#include "arbitro/position.h"
#include "fuzz.h"

static bool inside(const char *part, size_t size, const char *text, size_t length)
{
    return part >= text && size <= length && part + size <= text + length;
}

/* Goes through an operation: all of it lies in the text, and asking for moves does no harm. */
static void check_op(const arb_epd_op *op, const arb_pos *pos, const char *text, size_t size)
{
    arb_epd_operand operand;
    arb_epd_misfit misfit;
    uint64_t nodes;
    size_t at = 0;

    require(op->opcode_size > 0, "an operation has a name");
    require(inside(op->opcode, op->opcode_size, text, size), "the name is in the text");
    require(inside(op->operands, op->operands_size, text, size), "the operands are in the text");
    for (size_t before = 0; arb_epd_operand_next(&operand, op, &at); before = at) {
        require(at > before && at <= op->operands_size, "operands come to an end");
        require(inside(operand.text, operand.size, op->operands, op->operands_size),
                "an operand is one of the operands");
    }
    require(arb_epd_depth(&nodes, op) <= 32, "a depth is within its limits");
    if (pos && !arb_epd_moves_fit(&misfit, op, pos))
        require(!misfit.readable || misfit.reading.kind != ARB_READING_LEGAL, "it does not fit");
}

/* The operations of both are the same but for the counters, of which only the second may have less.
 */
static void check_same(const arb_epd *one, const arb_epd *other)
{
    size_t at = 0, other_at = 0;
    arb_epd_op op, again;

    while (arb_epd_next(&op, one, &at)) {
        if (arb_epd_op_is(&op, "hmvc") || arb_epd_op_is(&op, "fmvn"))
            continue;
        do
            require(arb_epd_next(&again, other, &other_at), "no operation is lost");
        while (arb_epd_op_is(&again, "hmvc") || arb_epd_op_is(&again, "fmvn"));
        require(op.opcode_size == again.opcode_size && op.operands_size == again.operands_size &&
                    memcmp(op.opcode, again.opcode, op.opcode_size) == 0 &&
                    memcmp(op.operands, again.operands, op.operands_size) == 0,
                "operations stay as they are");
    }
}

static void check_read(const arb_epd *epd, const char *text, size_t size,
                       const arb_letters *letters)
{
    arb_epd again;
    arb_epd_op op;
    arb_buf out;
    arb_pos pos;
    size_t at = 0;
    const bool playable = !arb_faults_hard(arb_pos_from_setup(&pos, &epd->setup));

    for (size_t before = 0; arb_epd_next(&op, epd, &at); before = at) {
        require(at > before && at <= epd->operations_size, "operations come to an end");
        check_op(&op, playable ? &pos : NULL, text, size);
    }
    arb_buf_init(&out, NULL, 4 * size + 1000);
    require(arb_epd_write(&out, &epd->setup, ARB_FEN_X, letters, epd) == ARB_OK, "it is written");
    require(arb_epd_read(&again, NULL, arb_buf_text(&out), arb_buf_size(&out), letters) == ARB_OK,
            "what is written is read");
    require(arb_setup_equal(&again.setup, &epd->setup), "with the same position");
    check_same(epd, &again);
    arb_buf_clear(&out);
}

static void check_text(const char *text, size_t size, const arb_letters *letters)
{
    arb_epd epd, before;
    arb_setup setup;
    arb_where where = { 0, 0, ARB_WANTED_COUNT };

    memset(&before, 0xa5, sizeof before);
    epd = before;
    const arb_err err = arb_epd_read(&epd, &where, text, size, letters);
    const bool is_fen = arb_fen_read(&setup, NULL, text, size, letters) == ARB_OK;
    require(!is_fen || (err == ARB_OK && arb_setup_equal(&setup, &epd.setup)), "a FEN is EPD");
    if (err == ARB_OK) {
        check_read(&epd, text, size, letters);
        return;
    }
    require(err == ARB_SYNTAX, "text is refused as text");
    require(memcmp(&epd, &before, sizeof epd) == 0, "an error leaves the outputs untouched");
    require(where.line >= 1 && where.column >= 1 && where.column <= size + 1,
            "reading stops inside the text");
    require(where.wanted < ARB_WANTED_COUNT, "something was expected");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* A copy of its own size, so that a byte too far is noticed. */
    char *text = malloc(size > 0 ? size : 1);

    if (text == NULL)
        return 0;
    if (size > 0)
        memcpy(text, data, size);
    check_text(text, size, NULL);
    check_text(text, size, &arb_letters_it);
    free(text);
    return 0;
}
