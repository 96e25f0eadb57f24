/* SPDX-License-Identifier: MIT */
/* JSON in and out, and the errors; see api.h. */
#include "server/hall/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall/hall_internal.h"
#include "server/hall/json_text.h"

enum {
    ANSWER_MAX = 64 << 20,
    WAIT_MS = 2000 /* before asking again, where nothing better is known */
};

static const struct {
    unsigned status;
    const char *code, *en, *it;
} errors[ARB_API_ERROR_COUNT] = {
#define API_ERROR(id, status, code, en, it) [ARB_API_##id] = { status, code, en, it },
#include "server/hall/api_errors.def"
#undef API_ERROR
};

arb_err arb_api_write(arb_buf *out, json_t *value)
{
    const arb_err err = arb_json_text_write(out, value);

    json_decref(value);
    return err ? ARB_NOMEM : ARB_OK;
}

static void give(arb_http_exchange *exchange, unsigned status, json_t *body,
                 const arb_http_header *headers, size_t header_count)
{
    arb_buf text;

    arb_buf_init(&text, NULL, ANSWER_MAX);
    if (arb_api_write(&text, body) == ARB_OK)
        arb_http_answer_give(exchange, &(arb_http_answer){ .status = status,
                                                           .type = "application/json",
                                                           .headers = headers,
                                                           .header_count = header_count,
                                                           .body = arb_buf_text(&text),
                                                           .size = arb_buf_size(&text) });
    else
        arb_http_answer_text(exchange, errors[ARB_API_MEMORY].status, errors[ARB_API_MEMORY].en);
    arb_buf_clear(&text);
}

void arb_api_give(arb_http_exchange *exchange, unsigned status, json_t *body)
{
    give(exchange, status, body, NULL, 0);
}

void arb_api_give_text(arb_http_exchange *exchange, unsigned status, const arb_buf *body)
{
    arb_http_answer_give(exchange, &(arb_http_answer){ .status = status,
                                                       .type = "application/json",
                                                       .body = arb_buf_text(body),
                                                       .size = arb_buf_size(body) });
}

/* The error as JSON, with `text` or its own; `wait_ms`: when to ask again, where that helps. */
static void fail(arb_http_exchange *exchange, arb_api_error error, json_t *text, json_t *more,
                 int64_t wait_ms)
{
    char seconds[24];
    const arb_http_header wait = { "Retry-After", seconds };
    static const arb_http_header ask = { "WWW-Authenticate", "Bearer" };
    const unsigned status = errors[error].status;
    const arb_http_header *header = status == 429 || status == 503 ? &wait
                                    : status == 401                ? &ask
                                                                   : NULL;
    json_t *body = json_pack("{ss so}", "error", errors[error].code, "text", text);

    (void)snprintf(seconds, sizeof seconds, "%lld", (long long)((wait_ms + 999) / 1000));

    if (more)
        body = arb_json_join(body, more);
    give(exchange, status, body, header, header ? 1 : 0);
}

json_t *arb_api_error_text(arb_api_error error)
{
    return arb_json_texts(errors[error].en, errors[error].it);
}

const char *arb_api_error_code(arb_api_error error)
{
    return errors[error].code;
}

void arb_api_fail_with(arb_http_exchange *exchange, arb_api_error error, json_t *more)
{
    fail(exchange, error, arb_api_error_text(error), more, WAIT_MS);
}

void arb_api_fail_as(arb_http_exchange *exchange, arb_api_error error, json_t *text, json_t *more)
{
    fail(exchange, error, text, more, WAIT_MS);
}

void arb_api_fail_until(arb_http_exchange *exchange, arb_api_error error, int64_t wait_ms)
{
    fail(exchange, error, arb_api_error_text(error), NULL, wait_ms > 0 ? wait_ms : WAIT_MS);
}

void arb_api_fail(arb_http_exchange *exchange, arb_api_error error)
{
    arb_api_fail_with(exchange, error, NULL);
}

arb_api_error arb_api_error_of(arb_budget_answer answer)
{
    return answer == ARB_BUDGET_LATER   ? ARB_API_TOO_OFTEN
           : answer == ARB_BUDGET_SPENT ? ARB_API_TOO_MANY
                                        : ARB_API_MEMORY;
}

void arb_api_fail_store(arb_http_exchange *exchange, arb_store_err err)
{
    fail(exchange, ARB_API_STORE,
         arb_json_texts(arb_store_err_text(err, ARB_LANG_EN), arb_store_err_text(err, ARB_LANG_IT)),
         NULL, WAIT_MS);
}

void arb_api_fail_field(arb_http_exchange *exchange, const char *field)
{
    arb_api_fail_with(exchange, ARB_API_FIELD, json_pack("{ss}", "field", field));
}

bool arb_api_is_json(const arb_http_request *request)
{
    arb_http_text type = arb_http_field_get(request, "Content-Type");
    const char *end = type.at ? memchr(type.at, ';', type.size) : NULL;

    if (end)
        type.size = (size_t)(end - type.at);
    while (type.size > 0 && type.at[type.size - 1] == ' ')
        type.size--;
    return type.at && arb_http_text_is_nocase(type, "application/json");
}

json_t *arb_api_body(const arb_api_call *call)
{
    const arb_http_text body = call->request->body;
    json_t *read = arb_api_is_json(call->request) && body.at
                       ? json_loadb(body.at, body.size, JSON_REJECT_DUPLICATES, NULL)
                       : NULL;

    if (json_is_object(read))
        return read;
    json_decref(read);
    arb_api_fail(call->exchange, ARB_API_NOT_JSON);
    return NULL;
}
