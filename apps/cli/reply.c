/* SPDX-License-Identifier: MIT */
/* Answers that are told later; see reply.h. */
#include "cli/reply.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void arb_reply_init(arb_reply *reply)
{
    arb_buf_init(&reply->text, NULL, SIZE_MAX / 2);
    reply->err = ARB_OK;
}

void arb_reply_clear(arb_reply *reply)
{
    arb_buf_clear(&reply->text);
}

void arb_reply_reset(arb_reply *reply)
{
    arb_buf_cut(&reply->text, 0);
    reply->err = ARB_OK;
}

void arb_reply_add_bytes(arb_reply *reply, const char *bytes, size_t size)
{
    if (!reply->err)
        reply->err = arb_buf_add(&reply->text, bytes, size);
}

void arb_reply_add(arb_reply *reply, const char *text)
{
    arb_reply_add_bytes(reply, text, strlen(text));
}

/* Most of what is added is short; the rest takes a second time. */
static void add_list(arb_reply *reply, const char *format, va_list list)
{
    char few[256];
    va_list again;

    va_copy(again, list);
    const int length = vsnprintf(few, sizeof few, format, list);
    if (length >= 0 && (size_t)length < sizeof few) {
        arb_reply_add_bytes(reply, few, (size_t)length);
    } else if (length >= 0) {
        char *many = malloc((size_t)length + 1);
        if (many) {
            vsnprintf(many, (size_t)length + 1, format, again);
            arb_reply_add_bytes(reply, many, (size_t)length);
        } else {
            reply->err = ARB_NOMEM;
        }
        free(many);
    }
    va_end(again);
}

void arb_reply_format(arb_reply *reply, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    add_list(reply, format, list);
    va_end(list);
}

void arb_reply_sentence(arb_reply *reply, arb_lang lang, arb_text_id id, ...)
{
    va_list list;

    va_start(list, id);
    add_list(reply, arb_text(id, lang), list);
    va_end(list);
}

static int add_json(const char *bytes, size_t size, void *user)
{
    arb_reply *reply = user;

    arb_reply_add_bytes(reply, bytes, size);
    return reply->err ? -1 : 0;
}

void arb_reply_json(arb_reply *reply, json_t *object)
{
    if (!object ||
        json_dump_callback(object, add_json, reply, JSON_COMPACT | JSON_REAL_PRECISION(9)) != 0)
        reply->err = ARB_NOMEM;
    arb_reply_add(reply, "\n");
    json_decref(object);
}

arb_exit arb_reply_print(const arb_reply *reply, const arb_cli *cli)
{
    if (reply->err)
        return arb_cli_failed(cli, reply->err);
    /* a failed write shows when standard output is closed */
    (void)fwrite(arb_buf_text(&reply->text), 1, arb_buf_size(&reply->text), stdout);
    return ARB_EXIT_YES;
}
