/* SPDX-License-Identifier: MIT */
/*
 * POST /api/rounds/do: the same word of the desk at many boards: start, resume, stop; adjourn and
 * continue (Guidelines I).
 */
#include <stdio.h>
#include <string.h>

#include "server/hall/orders.h"
#include "server/hall/rounds.h"

/* What the desk says, and in which phase a game needs it. */
static const struct {
    const char *word;
    arb_phase from;
} words[] = {
    { "start", ARB_PHASE_WAITING },      { "resume", ARB_PHASE_STOPPED },
    { "stop", ARB_PHASE_PLAYING },       { "adjourn", ARB_PHASE_PLAYING },
    { "continue", ARB_PHASE_ADJOURNED },
};
enum { ADJOURN = 3, CONTINUE = 4 };

/* Friends, and who plays against the computer, begin by themselves; a round is led by somebody. */
static bool has_arbiter(const arb_table *t)
{
    return !t->is_over && (!t->casual || t->round) && t->computer == ARB_COLOUR_COUNT;
}

static void act_on_all(arb_order *o)
{
    for (size_t i = 0; i < o->hall->table_count; i++) {
        arb_table *t = o->hall->tables[i];
        if (t && has_arbiter(t))
            arb_order_act(o, t);
    }
}

static void act_on_games(arb_order *o, const json_t *games)
{
    const json_t *one;
    size_t i;

    json_array_foreach(games, i, one)
    {
        const json_int_t id = json_integer_value(one);
        arb_table *t = id > 0 ? arb_hall_table(o->hall, (uint64_t)id) : NULL;
        if (t)
            arb_order_act(o, t);
    }
}

/* The word, and what is said with it when a session is adjourned (I.2.7). */
static void write_text(arb_order *o, unsigned what, const char *resume)
{
    size_t at = (size_t)snprintf(o->text, sizeof o->text, "%s", words[what].word);

    if (what != ADJOURN || !resume || !*resume)
        return;
    at += (size_t)snprintf(o->text + at, sizeof o->text - at, " resume \"");
    for (; *resume; resume++) {
        if (*resume == '"' || *resume == '\\')
            o->text[at++] = '\\';
        o->text[at++] = *resume;
    }
    memcpy(o->text + at, "\"", sizeof "\"");
}

static void begin(const arb_api_call *call, const json_t *body, unsigned what, const arb_round *r)
{
    const json_t *games = json_object_get(body, "games");
    arb_order *o = arb_order_new(call, body);

    if (!o) {
        arb_api_fail(call->exchange, ARB_API_MEMORY);
        return;
    }
    o->from = words[what].from;
    o->continues = what == CONTINUE;
    write_text(o, what, json_string_value(json_object_get(body, "resume")));
    for (size_t i = 0; r && i < r->count; i++) {
        arb_table *t = arb_round_table(call->hall, r, i);
        if (t && arb_round_is_named(body, t->board))
            arb_order_act(o, t);
    }
    if (games)
        act_on_games(o, games);
    else if (!r)
        act_on_all(o);
    arb_order_go(o);
}

/* The word; the number of words when there is none such. */
static unsigned read_word(const json_t *body)
{
    const char *text = json_string_value(json_object_get(body, "do"));
    unsigned i = 0;

    while (i < sizeof words / sizeof words[0] && (!text || strcmp(text, words[i].word) != 0))
        i++;
    return i;
}

static bool is_usable(const json_t *value, json_type type)
{
    return !value || json_is_null(value) || json_typeof(value) == type;
}

/* A text of one line that is not too long, or none. */
static bool is_line(const json_t *value)
{
    const char *text = json_string_value(value);

    if (!is_usable(value, JSON_STRING) || json_string_length(value) > ARB_RESUME_MAX)
        return false;
    for (; text && *text; text++)
        if ((unsigned char)*text < 32 || *text == 127)
            return false;
    return true;
}

void arb_api_round_do(const arb_api_call *call)
{
    json_t *body;

    if (!arb_hall_allows(call, ARB_LIMIT_EVENT) || !(body = arb_api_body(call)))
        return;
    const json_t *id = json_object_get(body, "id"), *round = json_object_get(body, "round");
    const unsigned what = read_word(body);
    const char *wrong = what == sizeof words / sizeof words[0]                    ? "do"
                        : !is_usable(id, JSON_STRING)                             ? "id"
                        : json_string_length(id) > ARB_CLIENT_MAX                 ? "id"
                        : !is_line(json_object_get(body, "resume"))               ? "resume"
                        : !is_usable(json_object_get(body, "key"), JSON_STRING)   ? "key"
                        : !is_usable(json_object_get(body, "games"), JSON_ARRAY)  ? "games"
                        : !is_usable(json_object_get(body, "boards"), JSON_ARRAY) ? "boards"
                                                                                  : NULL;
    const arb_round *r = NULL;
    if (wrong)
        arb_api_fail_field(call->exchange, wrong);
    else if (!round || json_is_null(round) || (r = arb_round_asked(call, body)))
        begin(call, body, what, r);
    json_decref(body);
}
