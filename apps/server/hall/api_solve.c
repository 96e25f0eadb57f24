/* SPDX-License-Identifier: MIT */
/*
 * POST /api/solve: a visitor lets a problem be solved. Here it is only read; whatever takes longer
 * than reading, even whether the position is a possible one, is for the threads.
 */
#include <string.h>

#include "server/hall/hall_internal.h"
#include "server/hall/solving.h"

enum { POSITION_MAX = 200 };

static bool fail_where(const arb_api_call *call, const char *field, const arb_where *where)
{
    arb_api_fail_with(call->exchange, ARB_API_PROBLEM,
                      json_pack("{ss sI so}", "field", field, "column", (json_int_t)where->column,
                                "expected",
                                arb_json_texts(arb_wanted_text(where->wanted, ARB_LANG_EN),
                                               arb_wanted_text(where->wanted, ARB_LANG_IT))));
    return false;
}

/* A text that must be there; NULL, after an answer, when it is none or too long. */
static const char *text_of(const arb_api_call *call, const json_t *body, const char *field)
{
    const json_t *value = json_object_get(body, field);
    const char *text = json_string_value(value);

    if (text && json_string_length(value) <= POSITION_MAX)
        return text;
    arb_api_fail_field(call->exchange, field);
    return NULL;
}

/* A yes or no that may be left out. */
static bool flag_of(bool *out, const arb_api_call *call, const json_t *body, const char *field)
{
    const json_t *value = json_object_get(body, field);

    *out = json_is_true(value);
    if (!value || json_is_boolean(value))
        return true;
    arb_api_fail_field(call->exchange, field);
    return false;
}

const char *arb_solving_read(arb_solving_wish *out, arb_where *where, const char *asked,
                             const char *fen)
{
    if (arb_stipulation_read(&out->stipulation, where, asked, strlen(asked)) != ARB_OK)
        return "stipulation";
    if (arb_fen_read(&out->setup, where, fen, strlen(fen), NULL) != ARB_OK)
        return "position";
    out->fields = arb_problem_fields(fen, strlen(fen));
    return NULL;
}

static bool read_wish(arb_solving_wish *out, const arb_api_call *call, const json_t *body)
{
    const char *asked = text_of(call, body, "stipulation");
    const char *fen = asked ? text_of(call, body, "position") : NULL;
    arb_where where = { 0 };

    if (!fen || !flag_of(&out->set, call, body, "set") ||
        !flag_of(&out->tries, call, body, "tries"))
        return false;
    const char *wrong = arb_solving_read(out, &where, asked, fen);
    return !wrong || fail_where(call, wrong, &where);
}

void arb_api_solve(const arb_api_call *call)
{
    arb_solving_wish wish;
    json_t *body;

    if (!arb_hall_allows(call, ARB_LIMIT_SOLVE) || !(body = arb_api_body(call)))
        return;
    const bool is_read = read_wish(&wish, call, body);
    json_decref(body);
    if (is_read)
        arb_solving_begin(call, &wish);
}
