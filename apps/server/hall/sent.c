/* SPDX-License-Identifier: MIT */
/* See sent.h. */
#include "server/hall/sent.h"

#include <string.h>

/* So many digits are a whole number for jansson, too, without a look at its limits. */
enum { DIGITS_MAX = 18 };

/* A day: nobody thinks for longer about one event. */
static const int64_t think_limit_ms = 86400000;

typedef enum member { EVENT, ID, ACTS, SEEN, THINK, MEMBER_COUNT } member;

static const struct {
    const char *name;
    size_t size;
} members[MEMBER_COUNT] = {
    [EVENT] = { "event", 5 }, [ID] = { "id", 2 },       [ACTS] = { "for", 3 },
    [SEEN] = { "seen", 4 },   [THINK] = { "think", 5 },
};

static arb_sent nothing_said(void)
{
    return (arb_sent){ .seen = -1, .think_ms = -1 };
}

/* ---- as pages write it */

typedef struct cursor {
    const char *at, *end;
} cursor;

static bool take(cursor *c, char wanted)
{
    const bool is_there = c->at < c->end && *c->at == wanted;

    c->at += is_there;
    return is_there;
}

/* ASCII that stands for itself between quotes. */
static bool is_plain(char c)
{
    return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

static bool take_text(arb_http_text *out, cursor *c)
{
    if (!take(c, '"'))
        return false;
    out->at = c->at;
    while (c->at < c->end && is_plain(*c->at))
        c->at++;
    out->size = (size_t)(c->at - out->at);
    return take(c, '"');
}

/* What follows is for the caller: a point, an exponent or one digit more is no comma. */
static bool take_number(int64_t *out, cursor *c)
{
    const char *const first = c->at;

    *out = 0;
    while (c->at < c->end && *c->at >= '0' && *c->at <= '9' && c->at - first < DIGITS_MAX)
        *out = *out * 10 + (*c->at++ - '0');
    return c->at > first && (*first != '0' || c->at - first == 1);
}

static member member_of(arb_http_text key)
{
    unsigned i = 0;

    while (i < MEMBER_COUNT &&
           (members[i].size != key.size || memcmp(members[i].name, key.at, key.size) != 0))
        i++;
    return (member)i;
}

static bool take_value(arb_sent *out, member kind, cursor *c)
{
    switch (kind) {
    case EVENT:
        return take_text(&out->event, c);
    case ID:
        return take_text(&out->id, c);
    case ACTS:
        out->is_for = true;
        return take_text(&out->acts, c);
    case SEEN:
        return take_number(&out->seen, c);
    case THINK:
        if (!take_number(&out->think_ms, c))
            return false;
        if (out->think_ms >= think_limit_ms)
            out->think_ms = -1;
        return true;
    case MEMBER_COUNT:
        break;
    }
    return false;
}

bool arb_sent_read_plain(arb_sent *out, arb_http_text body)
{
    cursor c = { body.at, body.at + body.size };
    unsigned taken = 0;
    arb_http_text key;

    *out = nothing_said();
    if (!take(&c, '{'))
        return false;
    do {
        if (!take_text(&key, &c) || !take(&c, ':'))
            return false;
        const member kind = member_of(key);
        if ((taken & 1u << kind) != 0 || !take_value(out, kind, &c))
            return false;
        taken |= 1u << kind;
    } while (take(&c, ','));
    return take(&c, '}') && c.at == c.end;
}

/* ---- as anybody may write it */

static arb_http_text text_of(const json_t *value)
{
    return (arb_http_text){ json_string_value(value), json_string_length(value) };
}

static const json_t *get(const json_t *tree, member kind)
{
    const json_t *value = json_object_get(tree, members[kind].name);

    return json_is_null(value) ? NULL : value;
}

void arb_sent_read_tree(arb_sent *out, json_t *tree)
{
    const json_t *seen = get(tree, SEEN), *think = get(tree, THINK), *acts = get(tree, ACTS);

    *out = nothing_said();
    out->tree = tree;
    out->event = text_of(get(tree, EVENT));
    out->id = text_of(get(tree, ID));
    out->acts = text_of(acts);
    out->is_for = acts != NULL;
    if (seen) {
        out->is_seen_wrong = !json_is_integer(seen) || json_integer_value(seen) < 0;
        out->seen = out->is_seen_wrong ? -1 : (int64_t)json_integer_value(seen);
    }
    if (json_is_number(think) && json_number_value(think) >= 0 &&
        json_number_value(think) < (double)think_limit_ms)
        out->think_ms = (int64_t)json_number_value(think);
}
