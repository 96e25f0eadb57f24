/* SPDX-License-Identifier: MIT */
/* What every command uses to speak: complaints, numbers, JSON lines; see cli.h. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

#include "arbitro/buf.h"
#include "arbitro/utf8.h"
#include "common/interrupt.h"
#include "common/number.h"
#include "common/progress.h"
#include "common/quote.h"

/* Of whom a message on standard error is: the command, or the option whose value is wrong. */
static void begin(const arb_cli *cli, const char *option)
{
    arb_progress_hide();
    fputs(option ? option : "arbitro", stderr);
    if (cli->command && !option)
        fprintf(stderr, " %s", cli->command->name);
    fputs(": ", stderr);
}

static void tell(const arb_cli *cli, const char *option, arb_text_id id, va_list list)
{
    begin(cli, option);
    arb_text_vline(stderr, cli->lang, id, list);
}

const char *arb_cli_source(const arb_cli *cli, const char *text)
{
    const arb_opt option = arb_args_origin(cli->args, text);

    return option == ARB_OPT_COUNT ? NULL : arb_cli_options[option].dashed;
}

static arb_exit see_help(const arb_cli *cli)
{
    fputs("  ", stderr);
    arb_text_line(stderr, cli->lang, ARB_TEXT_TRY_HELP, cli->command ? " " : "",
                  cli->command ? cli->command->name : "");
    return ARB_EXIT_BAD;
}

arb_exit arb_cli_complain(const arb_cli *cli, arb_text_id id, ...)
{
    va_list list;

    va_start(list, id);
    tell(cli, NULL, id, list);
    va_end(list);
    return ARB_EXIT_BAD;
}

arb_exit arb_cli_complain_of(const arb_cli *cli, const char *value, arb_text_id id, ...)
{
    va_list list;

    va_start(list, id);
    tell(cli, arb_cli_source(cli, value), id, list);
    va_end(list);
    return ARB_EXIT_BAD;
}

arb_exit arb_cli_misused(const arb_cli *cli, arb_text_id id, ...)
{
    va_list list;

    va_start(list, id);
    tell(cli, NULL, id, list);
    va_end(list);
    return see_help(cli);
}

arb_exit arb_cli_misused_by(const arb_cli *cli, const char *option, arb_text_id id, ...)
{
    va_list list;

    va_start(list, id);
    tell(cli, option, id, list);
    va_end(list);
    return see_help(cli);
}

arb_exit arb_cli_misused_of(const arb_cli *cli, const char *value, arb_text_id id, ...)
{
    va_list list;

    va_start(list, id);
    tell(cli, arb_cli_source(cli, value), id, list);
    va_end(list);
    return see_help(cli);
}

arb_exit arb_cli_complain_at(const arb_cli *cli, const char *source, size_t line, size_t column,
                             arb_text_id id, ...)
{
    arb_quoted room;
    va_list list;

    arb_progress_hide();
    fputs(source ? arb_quote_path(&room, source) : arb_text(ARB_TEXT_ARGUMENT, cli->lang), stderr);
    if (line > 0)
        fprintf(stderr, ":%zu:%zu", line, column);
    fputs(": ", stderr);
    va_start(list, id);
    arb_text_vline(stderr, cli->lang, id, list);
    va_end(list);
    return ARB_EXIT_BAD;
}

arb_exit arb_cli_unreadable(const arb_cli *cli, const char *source, const arb_where *where)
{
    arb_cli_complain_at(cli, source, where->line, where->column, ARB_TEXT_EXPECTED,
                        arb_wanted_text(where->wanted, cli->lang));
    if (cli->json)
        (void)arb_cli_json(cli,
                           json_pack("{ss sI sI ss}", "error", "unreadable", "line",
                                     (json_int_t)where->line, "column", (json_int_t)where->column,
                                     "expected", arb_wanted_text(where->wanted, ARB_LANG_EN)));
    return ARB_EXIT_BAD;
}

arb_exit arb_cli_unknown(const arb_cli *cli, arb_text_id id, const char *word, const char *dashes,
                         const char *nearest)
{
    arb_cli_complain_of(cli, word, id, arb_quote(word).text);
    if (*nearest) {
        fputs("  ", stderr);
        arb_text_line(stderr, cli->lang, ARB_TEXT_DID_YOU_MEAN, dashes, nearest);
    }
    return see_help(cli);
}

arb_exit arb_cli_interrupted(const arb_cli *cli)
{
    if (!arb_interrupt_is_unread())
        arb_cli_complain(cli, ARB_TEXT_INTERRUPTED);
    return ARB_EXIT_INTERRUPTED;
}

arb_exit arb_cli_failed(const arb_cli *cli, arb_err err)
{
    if (err == ARB_STOPPED)
        return arb_cli_interrupted(cli);
    return arb_cli_complain(cli, ARB_TEXT_FAILED, arb_err_text(err, cli->lang));
}

bool arb_cli_number(unsigned *out, const arb_cli *cli, const char *text, unsigned min, unsigned max,
                    arb_text_id name)
{
    const char *option = arb_cli_source(cli, text);
    size_t column;

    if (!text || arb_number_read(out, &column, text, min, max))
        return true;
    arb_cli_complain_at(cli, option, option ? 0 : 1, column, ARB_TEXT_EXPECTED_NUMBER,
                        arb_text(name, cli->lang), min, max, arb_quote(text).text);
    return false;
}

static bool unsaid, all_said, nothing_said;

bool arb_cli_left_unsaid(void)
{
    return unsaid;
}

void arb_cli_say_nothing(void)
{
    nothing_said = true;
}

void arb_cli_say_all(void)
{
    all_said = true;
}

bool arb_cli_said_all(arb_exit status)
{
    const bool answered = status == ARB_EXIT_YES || status == ARB_EXIT_NO;

    return !unsaid && !nothing_said && (answered || (status == ARB_EXIT_BAD && all_said));
}

arb_exit arb_cli_unsaid(const arb_cli *cli)
{
    unsaid = true;
    return arb_cli_failed(cli, ARB_NOMEM);
}

/* A line of JSON, which is printed as a whole or not at all. */
typedef struct json_line {
    arb_buf text;
    bool failed; /* jansson does not tell of every piece that could not be added */
} json_line;

static int add_json(const char *text, size_t size, void *user)
{
    json_line *line = user;

    line->failed = line->failed || arb_buf_add(&line->text, text, size) != ARB_OK;
    return line->failed ? -1 : 0;
}

arb_exit arb_cli_json_digits(const arb_cli *cli, json_t *object, unsigned digits)
{
    const size_t flags = JSON_COMPACT | JSON_REAL_PRECISION(digits);
    json_line line = { .failed = !object };

    arb_buf_init(&line.text, NULL, SIZE_MAX / 2);
    if (object && json_dump_callback(object, add_json, &line, flags) != 0)
        line.failed = true;
    json_decref(object);
    if (!line.failed) {
        arb_progress_hide();
        puts(arb_buf_text(&line.text)); /* a failed write shows when the output is closed */
    }
    arb_buf_clear(&line.text);
    return line.failed ? arb_cli_unsaid(cli) : ARB_EXIT_YES;
}

arb_exit arb_cli_json(const arb_cli *cli, json_t *object)
{
    return arb_cli_json_digits(cli, object, 9);
}

json_t *arb_json_argument(const char *text)
{
    arb_buf buf;
    json_t *string = NULL;
    arb_err err = ARB_OK;

    arb_buf_init(&buf, NULL, SIZE_MAX / 2);
    for (size_t size = strlen(text); size > 0 && !err;) {
        const size_t valid = arb_utf8_valid_size(text, size);
        err = arb_buf_add(&buf, text, valid);
        if (valid < size && !err)
            err = arb_buf_add_char(&buf, '\0');
        if (valid < size && !err)
            err = arb_buf_add_format(&buf, "%02x", (unsigned)(unsigned char)text[valid]);
        text += valid + (valid < size);
        size -= valid + (valid < size);
    }
    if (!err)
        string = json_stringn(arb_buf_text(&buf), arb_buf_size(&buf));
    arb_buf_clear(&buf);
    return string;
}

json_t *arb_json_faults(uint32_t faults)
{
    json_t *list = json_array();

    for (uint32_t bit = 1; bit != 0; bit <<= 1)
        if (faults & bit)
            list = arb_json_add(list, json_string(arb_fault_text((arb_fault)bit, ARB_LANG_EN)));
    return list;
}
