/* SPDX-License-Identifier: MIT */
/* Positions as commands write them; see fen_out.h. */
#include "cli/fen_out.h"

#include <string.h>

#include "pgn/pgn.h"

enum { EP_ALWAYS = 1 };

/* Room for a FEN in letters of any language: up to four bytes for each piece. */
enum { FEN_SIZE = ARB_FEN_SIZE + 64 * 4 };

arb_fen_out arb_fen_out_arg(const arb_args *args, const arb_letters *letters)
{
    return (arb_fen_out){ .letters = letters,
                          .style = args->value[ARB_OPT_SHREDDER] ? ARB_FEN_SHREDDER : ARB_FEN_X,
                          .passed = arb_args_chosen(args, ARB_OPT_EP) == EP_ALWAYS,
                          .epd = args->value[ARB_OPT_EPD] != NULL };
}

arb_setup arb_fen_out_setup(const arb_fen_out *how, const arb_pos *pos)
{
    arb_setup setup = arb_pos_setup(pos);

    if (how->passed)
        setup.en_passant = pos->passed;
    return setup;
}

void arb_fen_out_add(arb_answer *to, const arb_fen_out *how, const arb_setup *setup,
                     const arb_epd *carried)
{
    char fen[FEN_SIZE];

    if (!how->epd) {
        arb_fen_write(fen, sizeof fen, setup, how->style, how->letters);
        arb_answer_add(to, fen);
    } else if (!to->err) {
        to->err = arb_epd_write(&to->text, setup, how->style, how->letters, carried);
    }
}

/* The position as a string. NULL: no memory. */
static json_t *to_string(const arb_fen_out *how, const arb_setup *setup, const arb_epd *carried)
{
    json_t *string = NULL;
    arb_answer reply;

    arb_answer_init(&reply);
    arb_fen_out_add(&reply, how, setup, carried);
    if (!reply.err)
        string = arb_pgn_json_text(arb_buf_text(&reply.text), arb_buf_size(&reply.text));
    arb_answer_clear(&reply);
    return string;
}

static json_t *operands_of(const arb_epd_op *op)
{
    json_t *list = json_array();
    arb_epd_operand operand;
    size_t at = 0;

    while (arb_epd_operand_next(&operand, op, &at))
        list = arb_json_add(list, arb_pgn_json_text(operand.text, operand.size));
    return list;
}

static json_t *operations_of(const arb_epd *epd)
{
    enum { NAME_SIZE = 64 }; /* the standard allows fifteen characters */
    json_t *object = json_object();
    arb_epd_op op;
    size_t at = 0;

    while (epd && arb_epd_next(&op, epd, &at)) {
        char name[NAME_SIZE];
        const size_t size = op.opcode_size < sizeof name ? op.opcode_size : sizeof name - 1;
        memcpy(name, op.opcode, size);
        name[size] = '\0';
        object = arb_json_put(object, name, operands_of(&op));
    }
    return object;
}

json_t *arb_fen_out_put(json_t *object, const arb_fen_out *how, const arb_setup *setup,
                        const arb_epd *carried)
{
    arb_fen_out english = *how;

    english.letters = NULL;
    english.epd = false;
    object = arb_json_put(object, "fen", to_string(&english, setup, NULL));
    if (!how->epd)
        return object;
    english.epd = true;
    object = arb_json_put(object, "epd", to_string(&english, setup, carried));
    return arb_json_put(object, "operations", operations_of(carried));
}
