/* SPDX-License-Identifier: MIT */
/* Answers that are told later; see answer.h. */
#include "cli/answer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void arb_answer_init(arb_answer *answer)
{
    arb_buf_init(&answer->text, NULL, SIZE_MAX / 2);
    answer->err = ARB_OK;
}

void arb_answer_clear(arb_answer *answer)
{
    arb_buf_clear(&answer->text);
}

void arb_answer_reset(arb_answer *answer)
{
    arb_buf_cut(&answer->text, 0);
    answer->err = ARB_OK;
}

void arb_answer_add_bytes(arb_answer *answer, const char *bytes, size_t size)
{
    if (!answer->err)
        answer->err = arb_buf_add(&answer->text, bytes, size);
}

void arb_answer_add(arb_answer *answer, const char *text)
{
    arb_answer_add_bytes(answer, text, strlen(text));
}

/* Most of what is added is short; the rest takes a second time. */
static void add_list(arb_answer *answer, const char *format, va_list list)
{
    char few[256];
    va_list again;

    va_copy(again, list);
    const int length = vsnprintf(few, sizeof few, format, list);
    if (length >= 0 && (size_t)length < sizeof few) {
        arb_answer_add_bytes(answer, few, (size_t)length);
    } else if (length >= 0) {
        char *many = malloc((size_t)length + 1);
        if (many) {
            vsnprintf(many, (size_t)length + 1, format, again);
            arb_answer_add_bytes(answer, many, (size_t)length);
        } else {
            answer->err = ARB_NOMEM;
        }
        free(many);
    }
    va_end(again);
}

void arb_answer_format(arb_answer *answer, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    add_list(answer, format, list);
    va_end(list);
}

void arb_answer_sentence(arb_answer *answer, arb_lang lang, arb_text_id id, ...)
{
    va_list list;

    va_start(list, id);
    add_list(answer, arb_text(id, lang), list);
    va_end(list);
}

static int add_json(const char *bytes, size_t size, void *user)
{
    arb_answer *answer = user;

    arb_answer_add_bytes(answer, bytes, size);
    return answer->err ? -1 : 0;
}

void arb_answer_json(arb_answer *answer, json_t *object)
{
    if (!object ||
        json_dump_callback(object, add_json, answer, JSON_COMPACT | JSON_REAL_PRECISION(9)) != 0)
        answer->err = ARB_NOMEM;
    arb_answer_add(answer, "\n");
    json_decref(object);
}

arb_exit arb_answer_print(const arb_answer *answer, const arb_cli *cli)
{
    if (answer->err)
        return arb_cli_failed(cli, answer->err);
    /* a failed write shows when standard output is closed */
    (void)fwrite(arb_buf_text(&answer->text), 1, arb_buf_size(&answer->text), stdout);
    return ARB_EXIT_YES;
}
