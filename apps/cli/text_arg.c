/* SPDX-License-Identifier: MIT */
/* Long texts on the command line; see text_arg.h. */
#include "cli/text_arg.h"

#include <string.h>

#include "arbitro/utf8.h"
#include "common/interrupt.h"

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
    else if (err == ARB_IO && arb_interrupt_pending())
        arb_cli_interrupted(cli);
    else if (err == ARB_IO)
        arb_cli_complain(cli, ARB_TEXT_INPUT_FAILED);
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
    const bool input = count == 1 && strcmp(words[0], "-") == 0;

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
