/* SPDX-License-Identifier: MIT */
/*
 * POST /api/pairings: what would be understood of a list of pairings; and what POST /api/rounds
 * reads of it.
 */
#include "server/hall/api_pairings.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall/rounds.h"

static json_t *texts(arb_pairings_fault fault)
{
    return arb_json_texts(arb_pairings_text(fault, ARB_LANG_EN),
                          arb_pairings_text(fault, ARB_LANG_IT));
}

/* ---- what was sent */

/* The bytes of the list, allocated; NULL, after an answer, when there are none. */
static char *bytes_of(size_t *size, const arb_api_call *call, const json_t *body)
{
    const json_t *text = json_object_get(body, "text"), *base64 = json_object_get(body, "base64");
    const json_t *given = json_is_string(text) ? text : base64;
    const size_t length = json_string_length(given);
    char *out = json_is_string(given) ? malloc(length + 1) : NULL;

    *size = length;
    if (out && given == text)
        memcpy(out, json_string_value(text), length + 1);
    else if (out &&
             sodium_base642bin((unsigned char *)out, length, json_string_value(base64), length,
                               " \r\n", size, NULL, sodium_base64_VARIANT_ORIGINAL) != 0) {
        free(out);
        out = NULL;
    }
    if (!out)
        arb_api_fail_field(call->exchange, given == text ? "text" : "base64");
    else if (*size > ARB_PAIRINGS_SIZE)
        arb_api_fail(call->exchange, ARB_API_TOO_LONG);
    if (out && *size > ARB_PAIRINGS_SIZE) {
        free(out);
        out = NULL;
    }
    return out;
}

static const char *const formats[] = {
    [ARB_PAIRINGS_LINES] = "lines", [ARB_PAIRINGS_TABLE] = "table", [ARB_PAIRINGS_TRF] = "trf"
};

static json_t *fault(const arb_pairings_where *where)
{
    return json_pack("{sI sI ss so}", "line", (json_int_t)where->line, "column",
                     (json_int_t)where->column, "code", arb_pairings_code(where->fault), "expected",
                     texts(where->fault));
}

/* The first fault, and all of them. */
static void fail(const arb_api_call *call, const arb_pairings_faults *faults)
{
    json_t *all = json_array(), *body = fault(&faults->at[0]);

    for (size_t i = 0; i < faults->count; i++)
        all = arb_json_add(all, fault(&faults->at[i]));
    if (json_object_set_new(body, "faults", all) != 0 ||
        json_object_set_new(body, "format", json_string(formats[faults->format])) != 0) {
        json_decref(body);
        body = NULL;
    }
    arb_api_fail_with(call->exchange, ARB_API_PAIRINGS, body);
}

bool arb_api_read_pairings(arb_pairings *out, const arb_api_call *call, const json_t *body)
{
    const json_t *round = json_object_get(body, "round");
    const json_int_t wanted = json_integer_value(round);
    arb_pairings_faults faults;
    size_t size;

    if (round && !json_is_null(round) && (!json_is_integer(round) || wanted < 1 || wanted > 99)) {
        arb_api_fail_field(call->exchange, "round");
        return false;
    }
    char *bytes = bytes_of(&size, call, body);
    if (!bytes)
        return false;
    const arb_err err = arb_pairings_read(out, &faults, bytes, size, (unsigned)wanted);
    free(bytes);
    if (err == ARB_SYNTAX)
        fail(call, &faults);
    else if (err)
        arb_api_fail(call->exchange, ARB_API_MEMORY);
    return !err;
}

/* ---- what was understood */

const char *arb_api_group(const arb_pairings *p)
{
    const char *group = p->count > 0 ? p->boards[0].group : NULL;

    for (size_t i = 1; i < p->count && group; i++)
        if (!p->boards[i].group || strcmp(p->boards[i].group, group) != 0)
            group = NULL;
    return group;
}

json_t *arb_api_byes(const arb_pairings *p)
{
    json_t *list = json_array();

    for (size_t i = 0; i < p->bye_count; i++)
        list = arb_json_add(list, json_pack("{ss sI}", "name", p->byes[i].name, "line",
                                            (json_int_t)p->byes[i].line));
    return list;
}

json_t *arb_api_slips(const arb_pairings *p)
{
    json_t *list = json_array();

    for (size_t i = 0; i < p->slip_count; i++)
        list =
            arb_json_add(list, json_pack("{sI sI ss ss so}", "line", (json_int_t)p->slips[i].line,
                                         "column", (json_int_t)p->slips[i].column, "code",
                                         arb_pairings_code(p->slips[i].fault), "name",
                                         p->slips[i].name, "text", texts(p->slips[i].fault)));
    return list;
}

static json_t *facts(const arb_particulars *known)
{
    json_t *all = json_object();

    for (unsigned i = 0; i < ARB_PARTICULAR_COUNT; i++)
        if (known->text[i])
            all = arb_json_put(all, arb_particular_word((arb_particular)i),
                               json_string(known->text[i]));
    return all;
}

static json_t *boards(const arb_pairings *p)
{
    json_t *list = json_array();

    for (size_t i = 0; i < p->count; i++) {
        const arb_pairing *one = &p->boards[i];
        json_t *about =
            arb_json_by_colour(facts(&one->about[ARB_WHITE]), facts(&one->about[ARB_BLACK]));
        list = arb_json_add(list,
                            json_pack("{sI ss ss ss? sI so}", "board", (json_int_t)one->board,
                                      "white", one->white, "black", one->black, "group", one->group,
                                      "line", (json_int_t)one->line, "about", about));
    }
    return list;
}

static const char *const encodings[] = { [ARB_PAIRINGS_UTF_8] = "utf-8",
                                         [ARB_PAIRINGS_UTF_16] = "utf-16",
                                         [ARB_PAIRINGS_LATIN_1] = "latin-1" };

/* A text of the request; NULL when it says none. */
static const char *said(const json_t *body, const char *key)
{
    const char *text = json_string_value(json_object_get(body, key));

    return text && *text ? text : NULL;
}

/* The number that a round of this list gets, with the name, the event and the group that the
 * request says; null: there is none left. */
static json_t *number(const arb_hall *hall, const arb_pairings *p, const json_t *body)
{
    const char *event = said(body, "event"), *group = said(body, "group");
    arb_round made = { .number = arb_round_number_said(said(body, "name"), p->round),
                       .event = (char *)(event ? event : p->event),
                       .group = (char *)(group ? group : arb_api_group(p)) };
    arb_round_numbers others;

    (void)arb_round_numbers_look(&others, hall, &made);
    (void)arb_round_number_settle(&made, &others);
    return made.number ? json_integer((json_int_t)made.number) : json_null();
}

static json_t *understood(const arb_pairings *p)
{
    const char separator[2] = { p->separator, '\0' };
    const bool is_table = p->format == ARB_PAIRINGS_TABLE;

    return json_pack("{ss ss ss? ss? so so so so}", "format", formats[p->format], "encoding",
                     encodings[p->encoding], "separator", is_table ? separator : NULL, "event",
                     p->event, "round", p->round ? json_integer(p->round) : json_null(), "boards",
                     boards(p), "byes", arb_api_byes(p), "warnings", arb_api_slips(p));
}

void arb_api_pairings(const arb_api_call *call)
{
    arb_pairings pairings;
    json_t *body;

    if (!arb_hall_allows(call, ARB_LIMIT_READ) || !(body = arb_api_body(call)))
        return;
    if (arb_api_read_pairings(&pairings, call, body)) {
        arb_api_give(
            call->exchange, 200,
            arb_json_put(understood(&pairings), "number", number(call->hall, &pairings, body)));
        arb_pairings_clear(&pairings);
    }
    json_decref(body);
}
