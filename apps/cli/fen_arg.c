/* SPDX-License-Identifier: MIT */
/* Positions on the command line; see fen_arg.h. */
#include "cli/fen_arg.h"

#include <stdio.h>
#include <string.h>

#include "common/interrupt.h"

/*
 * No FEN comes near this; what is longer need not be read to its end. A little more is looked at,
 * so that no character, square or number that begins within the limit is cut.
 */
enum { INPUT_MAX = 4096, INPUT_AHEAD = 4 };

typedef struct fen_text {
    const char *source; /* for complaints, NULL for an argument */
    const char *text;
    size_t size;
    char input[INPUT_MAX + INPUT_AHEAD];
} fen_text;

static const arb_fault all_faults[] = {
#define FAULT(id, bit, hard, en, it) ARB_FAULT_##id,
#include "arbitro/faults.def"
#undef FAULT
};

/* Standard input without its last line's end; of what is too long, the beginning. */
static bool read_input(fen_text *fen, const arb_cli *cli)
{
    fen->source = "-";
    fen->size = fread(fen->input, 1, sizeof fen->input, stdin);
    if (ferror(stdin)) {
        if (arb_interrupt_pending())
            arb_cli_interrupted(cli);
        else
            arb_cli_complain(cli, ARB_TEXT_INPUT_FAILED);
        return false;
    }
    fen->text = fen->input;
    if (fen->size == sizeof fen->input)
        return true;
    if (fen->size > 0 && fen->input[fen->size - 1] == '\n')
        fen->size--;
    if (fen->size > 0 && fen->input[fen->size - 1] == '\r')
        fen->size--;
    return true;
}

static bool read_setup(arb_setup *out, fen_text *fen, const arb_cli *cli, const char *text,
                       const arb_letters *letters)
{
    const size_t limit = INPUT_MAX;
    arb_where where;

    *fen = (fen_text){ .text = text, .size = strlen(text) };
    if (strcmp(text, "-") == 0 && !read_input(fen, cli))
        return false;
    const bool cut = fen->source && fen->size > limit;
    const arb_err err = arb_fen_read(out, &where, fen->text, fen->size, letters);
    if (err == ARB_OK && !cut)
        return true;
    if (err == ARB_NOMEM || err == ARB_IO)
        arb_cli_failed(cli, err);
    else if (cut && (err == ARB_OK || where.column > limit))
        arb_cli_complain_at(cli, fen->source, 1, limit + 1, ARB_TEXT_INPUT_LONG, limit);
    else
        arb_cli_complain_at(cli, fen->source, where.line, where.column, ARB_TEXT_EXPECTED,
                            arb_wanted_text(where.wanted, cli->lang));
    return false;
}

static void tell_faults(const arb_cli *cli, const fen_text *fen, uint32_t faults, arb_text_id id)
{
    for (size_t i = 0; i < sizeof all_faults / sizeof all_faults[0]; i++) {
        if (faults & (uint32_t)all_faults[i])
            arb_cli_complain_at(cli, fen->source, 0, 0, id,
                                arb_fault_text(all_faults[i], cli->lang));
    }
}

bool arb_fen_arg_read(arb_setup *out, const arb_cli *cli, const char *text,
                      const arb_letters *letters)
{
    fen_text fen;

    return read_setup(out, &fen, cli, text, letters);
}

bool arb_fen_arg_setup(arb_setup *out, const arb_cli *cli, const char *text,
                       const arb_letters *letters)
{
    fen_text fen;

    if (!read_setup(out, &fen, cli, text, letters))
        return false;
    tell_faults(cli, &fen, arb_setup_faults(out), ARB_TEXT_WARNING);
    return true;
}

bool arb_fen_arg_position(arb_pos *out, const arb_cli *cli, const char *text,
                          const arb_letters *letters)
{
    arb_setup setup;
    fen_text fen;

    if (!text) {
        *out = arb_pos_initial();
        return true;
    }
    if (!read_setup(&setup, &fen, cli, text, letters))
        return false;
    const uint32_t faults = arb_pos_from_setup(out, &setup);
    const bool hard = arb_faults_hard(faults) != 0;
    tell_faults(cli, &fen, faults, hard ? ARB_TEXT_FAULT : ARB_TEXT_WARNING);
    return !hard;
}
