/* SPDX-License-Identifier: MIT */
/* `arbitro convert`: moves and positions from one notation or language to another (Appendix C). */
#include <string.h>

#include "cli/arguments.h"
#include "cli/cli.h"
#include "cli/convert.h"
#include "cli/text_arg.h"

/* What the options say. */
typedef struct job {
    const char *from, *compare_from; /* names, of which the first is never NULL */
    arb_style to;
    arb_variant variant;
    arb_pos start;
} job;

static arb_exit convert_positions(const arb_cli *cli, const arb_text_arg *text, const job *j)
{
    arb_style from;

    if (j->compare_from)
        return arb_cli_complain(cli, ARB_TEXT_COMPARE_POSITION);
    if (arb_sheet_style_is_guess(j->from)) {
        arb_cli_complain(cli, ARB_TEXT_GUESS_POSITION);
        return ARB_EXIT_NO;
    }
    if (!arb_notation_arg(&from, cli, j->from))
        return ARB_EXIT_BAD;
    return arb_convert_positions(cli, text, &from, &j->to);
}

/* Complains about a text in which there is nothing at all. */
static bool is_empty(const arb_cli *cli, const arb_text_arg *text)
{
    static const arb_where where = { .line = 1, .column = 1, .wanted = ARB_WANTED_MOVE };

    if (strspn(arb_buf_text(&text->text), " \t\r\n") < arb_buf_size(&text->text))
        return false;
    arb_cli_unreadable(cli, text->source, &where);
    return true;
}

static arb_exit compare(const arb_cli *cli, const arb_args *args, const arb_written_sheet *one,
                        const job *j)
{
    const char *const words[] = { args->value[ARB_OPT_COMPARE] };
    arb_written_sheet other;

    if (!arb_text_arg_read(&other.text, cli, words, 1, "--compare"))
        return ARB_EXIT_BAD;
    arb_exit status = ARB_EXIT_BAD;
    if (!is_empty(cli, &other.text))
        status = arb_sheet_style(&other, cli, j->compare_from, &j->start, j->variant);
    if (status == ARB_EXIT_YES)
        status = arb_convert_compare(cli, one, &other, args->value[ARB_OPT_TO] ? &j->to : NULL,
                                     &j->start);
    arb_buf_clear(&other.text.text);
    return status;
}

static arb_exit convert(const arb_cli *cli, const arb_args *args, arb_written_sheet *sheet,
                        const job *j)
{
    if (is_empty(cli, &sheet->text))
        return ARB_EXIT_BAD;
    const arb_buf *text = &sheet->text.text;
    if (arb_forsyth_is(arb_buf_text(text), arb_buf_size(text)))
        return convert_positions(cli, &sheet->text, j);
    const arb_exit status = arb_sheet_style(sheet, cli, j->from, &j->start, j->variant);
    if (status != ARB_EXIT_YES)
        return status;
    return j->compare_from ? compare(cli, args, sheet, j)
                           : arb_convert_sheet(cli, sheet, &j->to, &j->start);
}

/* Standard input can be read only once: by the text, the position or the other sheet. */
static bool input_twice(const arb_args *args)
{
    const char *const texts[] = { args->operand[0], args->value[ARB_OPT_FEN],
                                  args->value[ARB_OPT_COMPARE] };
    int inputs = 0;

    for (size_t i = args->operands > 1; i < sizeof texts / sizeof texts[0]; i++)
        inputs += texts[i] && strcmp(texts[i], "-") == 0;
    return inputs > 1;
}

arb_exit arb_cmd_convert(const arb_cli *cli, const arb_args *args)
{
    const arb_letters *letters = arb_letters_arg(cli, args->value[ARB_OPT_LETTERS]);
    const char *from = args->value[ARB_OPT_FROM] ? args->value[ARB_OPT_FROM] : "san";
    job j = { .from = from };
    arb_written_sheet sheet;

    if (args->value[ARB_OPT_COMPARE_FROM] && !args->value[ARB_OPT_COMPARE])
        return arb_cli_complain(cli, ARB_TEXT_COMPARE_FROM_ALONE);
    if (args->value[ARB_OPT_COMPARE])
        j.compare_from =
            args->value[ARB_OPT_COMPARE_FROM] ? args->value[ARB_OPT_COMPARE_FROM] : from;
    if (!letters || !arb_notation_arg(&j.to, cli, args->value[ARB_OPT_TO]))
        return ARB_EXIT_BAD;
    if (input_twice(args))
        return arb_cli_complain(cli, ARB_TEXT_INPUT_TWICE);
    if (!arb_fen_arg_position(&j.start, cli, args->value[ARB_OPT_FEN], letters))
        return ARB_EXIT_BAD;
    j.variant = args->value[ARB_OPT_CHESS960] ? ARB_CHESS960 : arb_pos_variant(&j.start);
    j.to.variant = j.variant;
    if (!arb_text_arg_read(&sheet.text, cli, args->operand, args->operands, NULL))
        return ARB_EXIT_BAD;
    const arb_exit status = convert(cli, args, &sheet, &j);
    arb_buf_clear(&sheet.text.text);
    return status;
}
