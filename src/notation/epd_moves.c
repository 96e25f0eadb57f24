/* SPDX-License-Identifier: MIT */
/* The moves that operations name; see epd.h. */
#include "arbitro/epd.h"

#include <string.h>

#include "arbitro/notation.h"

/* The operations that name moves, and whether they are played one after the other. */
static const struct {
    const char *opcode;
    bool line;
} naming[] = { { "am", false }, { "bm", false }, { "pm", false }, { "pv", true }, { "sm", false } };

/* Does this operation name moves? */
static bool names_moves(bool *line, const arb_epd_op *op)
{
    for (size_t i = 0; i < sizeof naming / sizeof naming[0]; i++) {
        if (arb_epd_op_is(op, naming[i].opcode)) {
            *line = naming[i].line;
            return true;
        }
    }
    return false;
}

bool arb_epd_moves_fit(arb_epd_misfit *out, const arb_epd_op *op, const arb_pos *pos)
{
    arb_epd_operand operand;
    arb_pos now = *pos;
    bool line = false;
    size_t at = 0;

    while (names_moves(&line, op) && arb_epd_operand_next(&operand, op, &at)) {
        arb_epd_misfit found = { .operand = operand };
        if (operand.size > 1 && operand.text[operand.size - 1] == ',')
            operand.size--; /* some put commas between them */
        found.readable =
            arb_move_read(&found.reading, NULL, &now, operand.text, operand.size, NULL) == ARB_OK;
        if (!found.readable || found.reading.kind != ARB_READING_LEGAL) {
            *out = found;
            return false;
        }
        if (line)
            arb_pos_play(&now, &now, found.reading.move);
    }
    return true;
}
