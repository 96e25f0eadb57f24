/* SPDX-License-Identifier: MIT */
/* A request that outlives the bytes from which it was read; see http.h. */
#include <stdlib.h>
#include <string.h>

#include "server/http/http.h"

/* How many bytes of texts the request has. */
static size_t size_of(const arb_http_request *request)
{
    size_t size = request->path.size + request->query.size + request->body.size;

    for (size_t i = 0; i < request->field_count; i++)
        size += request->fields[i].name.size + request->fields[i].value.size;
    return size;
}

/* Moves a text to `to`, unless there is none; `to` moves on. */
static void move_text(arb_http_text *text, char **to)
{
    if (!text->at)
        return;
    memcpy(*to, text->at, text->size);
    text->at = *to;
    *to += text->size;
}

arb_http_request *arb_http_request_copy(const arb_http_request *request)
{
    arb_http_request *copy = malloc(sizeof *copy + size_of(request));

    if (!copy)
        return NULL;
    char *to = (char *)(copy + 1);
    *copy = *request;
    move_text(&copy->path, &to);
    move_text(&copy->query, &to);
    move_text(&copy->body, &to);
    for (size_t i = 0; i < copy->field_count; i++) {
        move_text(&copy->fields[i].name, &to);
        move_text(&copy->fields[i].value, &to);
    }
    return copy;
}
