/* SPDX-License-Identifier: MIT */
/* Positions and long texts on the command line; see text_arg.h. */
#include "cli/text_arg.h"

#include <stdio.h>
#include <string.h>

#include "arbitro/utf8.h"
#include "common/interrupt.h"

static bool is_input(const char *text)
{
    return strcmp(text, "-") == 0;
}

/* Standard input cannot be read, or not to its end. */
static void complain_input(const arb_cli *cli)
{
    if (arb_interrupt_pending())
        arb_cli_interrupted(cli);
    else
        arb_cli_complain(cli, ARB_TEXT_INPUT_FAILED);
}

/* ---- positions ---- */

/* Standard input without its last line's end; of what is too long, the beginning. */
static bool read_fen(arb_fen_text *fen, const arb_cli *cli)
{
    fen->source = "-";
    fen->size = fread(fen->input, 1, sizeof fen->input, stdin);
    if (ferror(stdin) || arb_interrupt_pending()) {
        complain_input(cli);
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

bool arb_fen_arg_read(arb_epd *out, arb_fen_text *held, const arb_cli *cli, const char *text,
                      const arb_letters *letters)
{
    const size_t limit = ARB_FEN_INPUT_MAX;
    arb_where where;

    held->source = arb_cli_source(cli, text);
    held->text = text;
    held->size = strlen(text);
    if (is_input(text) && !read_fen(held, cli))
        return false;
    const bool cut = held->text == held->input && held->size > limit;
    const arb_err err = arb_epd_read(out, &where, held->text, held->size, letters);
    if (err == ARB_OK && !cut)
        return true;
    if (err == ARB_NOMEM || err == ARB_IO)
        arb_cli_failed(cli, err);
    else if (cut && (err == ARB_OK || where.column > limit))
        arb_cli_complain_at(cli, held->source, 1, limit + 1, ARB_TEXT_INPUT_LONG, limit);
    else
        arb_cli_complain_at(cli, held->source, where.line, where.column, ARB_TEXT_EXPECTED,
                            arb_wanted_text(where.wanted, cli->lang));
    return false;
}

/* Where the field begins that is at fault; 0 when that is the diagram. */
static size_t column_of(const arb_fen_text *fen, arb_fault fault)
{
    size_t field = fault == ARB_FAULT_CASTLING ? 2 : fault == ARB_FAULT_EN_PASSANT ? 3 : 0, at = 0;

    if (field == 0)
        return 0;
    for (bool inside = false; at < fen->size; at++) {
        const bool blank = fen->text[at] == ' ' || fen->text[at] == '\t';
        if (!blank && !inside && field-- == 0)
            return at + 1;
        inside = !blank;
    }
    return 0;
}

static void tell_faults(const arb_cli *cli, const arb_fen_text *fen, uint32_t faults,
                        arb_text_id id)
{
    if (cli->quiet && id == ARB_TEXT_WARNING)
        return;
    for (uint32_t bit = 1; bit != 0; bit <<= 1) {
        const size_t column = column_of(fen, (arb_fault)bit);
        if (faults & bit)
            arb_cli_complain_at(cli, fen->source, column > 0, column, id,
                                arb_fault_text((arb_fault)bit, cli->lang));
    }
}

bool arb_fen_arg_setup(arb_setup *out, const arb_cli *cli, const char *text,
                       const arb_letters *letters)
{
    arb_fen_text fen;
    arb_epd epd;

    if (!arb_fen_arg_read(&epd, &fen, cli, text, letters))
        return false;
    *out = epd.setup;
    tell_faults(cli, &fen, arb_setup_faults(out), ARB_TEXT_WARNING);
    return true;
}

bool arb_fen_arg_position(arb_pos *out, const arb_cli *cli, const char *text,
                          const arb_letters *letters)
{
    arb_fen_text fen;
    arb_epd epd;

    if (!text) {
        *out = arb_pos_initial();
        return true;
    }
    if (!arb_fen_arg_read(&epd, &fen, cli, text, letters))
        return false;
    const uint32_t faults = arb_pos_from_setup(out, &epd.setup);
    const bool hard = arb_faults_hard(faults) != 0;
    tell_faults(cli, &fen, faults, hard ? ARB_TEXT_FAULT : ARB_TEXT_WARNING);
    return !hard;
}

/* ---- texts ---- */

enum { TEXT_MAX = 16 * 1024 * 1024, CHUNK = 64 * 1024 };

static arb_err join(arb_buf *out, const char *const *words, size_t count)
{
    arb_err err = ARB_OK;

    for (size_t i = 0; i < count && !err; i++) {
        if (i > 0)
            err = arb_buf_add_char(out, ' ');
        if (!err)
            err = arb_buf_add_text(out, words[i]);
    }
    return err;
}

/* Standard input to its end; ARB_IO when it cannot be read, ARB_RANGE when it is too long. */
static arb_err read_input(arb_buf *out)
{
    char chunk[CHUNK];
    size_t size;

    while ((size = fread(chunk, 1, sizeof chunk, stdin)) > 0) {
        const arb_err err = arb_buf_add(out, chunk, size);
        if (err)
            return err;
    }
    return ferror(stdin) ? ARB_IO : ARB_OK;
}

static void complain(const arb_cli *cli, const char *source, arb_err err)
{
    const size_t limit = TEXT_MAX;

    if (err == ARB_RANGE)
        arb_cli_complain_at(cli, source, 0, 0, ARB_TEXT_INPUT_LONG, limit);
    else if (err == ARB_IO)
        complain_input(cli);
    else
        arb_cli_failed(cli, err);
}

/* Everything is kept or shown again, so all of it must be text. */
static bool is_text(const arb_cli *cli, const arb_text_arg *arg)
{
    const char *text = arb_buf_text(&arg->text);
    const size_t size = arb_buf_size(&arg->text), valid = arb_utf8_valid_size(text, size);

    if (valid == size)
        return true;
    const arb_where where = arb_where_at(text, size, valid, ARB_WANTED_UTF8);
    arb_cli_complain_at(cli, arg->source, where.line, where.column, ARB_TEXT_EXPECTED,
                        arb_wanted_text(where.wanted, cli->lang));
    return false;
}

bool arb_text_arg_read(arb_text_arg *out, const arb_cli *cli, const char *const *words,
                       size_t count, const char *name)
{
    const bool input = count == 1 && is_input(words[0]);

    out->source = input ? "-" : name;
    arb_buf_init(&out->text, NULL, TEXT_MAX);
    const arb_err err = input ? read_input(&out->text) : join(&out->text, words, count);
    if (err)
        complain(cli, out->source, err);
    if (!err && is_text(cli, out))
        return true;
    arb_buf_clear(&out->text);
    return false;
}
