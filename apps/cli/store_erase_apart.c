/* SPDX-License-Identifier: MIT */
/*
 * What was two stays two. Where the name was all that told an event, a group or a published address
 * from another one, what stands in its place gets a number: "Memorial erased 2". Numbers follow the
 * order of games, which says nothing of the name, and all places of an event get the same.
 */
#include <string.h>

#include "cli/store_erase.h"

/* ---- what there is */

/* `text` has a name; NULL: there is none. Returns the list of what gets the same number. */
static json_t *call(arb_erasing *it, const char *text)
{
    json_t *with = text && *text ? json_object_get(it->called, text) : NULL;

    if (!text || !*text || with)
        return with;
    it->called = it->called ? it->called : json_object();
    with = json_array();
    if (json_object_set_new(it->called, text, with) == 0)
        return with;
    it->failed = true;
    return NULL;
}

void arb_erasing_hear(arb_erasing *it, arb_store_bytes header)
{
    arb_buf *value = &it->line[0];

    if (it->nameless)
        return;
    arb_buf_cut(value, 0);
    it->failed = it->failed || arb_erase_tag(value, header, "Event") != ARB_OK;
    json_t *event = json_stringn(arb_buf_text(value), arb_buf_size(value));
    (void)call(it, json_string_value(event));
    json_decref(event);
}

static const char *text_of(const json_t *value, const char *member)
{
    return json_string_value(json_object_get(value, member));
}

/* Address and title of a publication go with its event. */
static void hear_publication(arb_erasing *it, const json_t *value)
{
    const char *event = text_of(value, "event");
    json_t *with = call(it, event && *event ? event : text_of(value, "name"));

    if (!with)
        return;
    for (size_t i = 0; i < 2; i++) {
        json_t *other = json_object_get(value, i == 0 ? "name" : "title");
        if (json_string_length(other) > 0 && json_array_append(with, other) != 0)
            it->failed = true;
    }
}

static void hear_door(arb_erasing *it, const json_t *value)
{
    const json_t *event;
    size_t i;

    json_array_foreach(json_object_get(value, "events"), i, event)
    {
        (void)call(it, json_string_value(event));
    }
}

/* Rounds and games are of an event and of a group. */
static void hear_part(arb_erasing *it, const json_t *value)
{
    (void)call(it, text_of(value, "event"));
    (void)call(it, text_of(value, "group"));
}

static bool hear_setting(void *user, arb_store_bytes name, arb_store_bytes value)
{
    static const struct {
        const char *begin;
        void (*hear)(arb_erasing *it, const json_t *value);
    } settings[] = { { "publication.", hear_publication },
                     { "round.", hear_part },
                     { "game.", hear_part },
                     { "hall.door", hear_door } };
    arb_erasing *it = user;

    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        const size_t size = strlen(settings[i].begin);
        if (name.size < size || memcmp(name.text, settings[i].begin, size) != 0)
            continue;
        json_t *read = json_loadb(value.text, value.size, 0, NULL);
        settings[i].hear(it, read);
        json_decref(read);
    }
    return arb_erasing_goes_on(it);
}

/* ---- numbers */

typedef struct settling {
    arb_erasing *it;
    json_t *numbers; /* of texts with the name in them */
    json_t *taken;   /* what is called so in the end, and the last number that was given to it */
    arb_buf text;
} settling;

static void put(settling *s, json_t *numbers, const char *text, unsigned number)
{
    if (json_object_set_new(numbers, text, json_integer((json_int_t)number)) != 0)
        s->it->failed = true;
}

/* What the text becomes; NULL: the name is not in it. */
static const char *numbered(settling *s, const char *text, unsigned number)
{
    bool failed = false;

    arb_buf_cut(&s->text, 0);
    const size_t count = arb_erase_numbered(
        &s->text, &s->it->names, (arb_store_bytes){ text, strlen(text) }, number, NULL, &failed);
    s->it->failed = s->it->failed || failed;
    return count > 0 && !s->it->failed ? arb_buf_text(&s->text) : NULL;
}

/* Is nothing else called so? What has its number keeps it. */
static bool is_free(settling *s, const char *text, unsigned number)
{
    const char *becomes = numbered(s, text, number);

    return !becomes || json_object_get(s->numbers, text) || !json_object_get(s->taken, becomes);
}

static bool are_free(settling *s, const char *text, const json_t *with, unsigned number)
{
    bool all = is_free(s, text, number);
    const json_t *other;
    size_t i;

    json_array_foreach(with, i, other)
    {
        all = all && is_free(s, json_string_value(other), number);
    }
    return all;
}

/* Gives it this number, or the next one: one event may have two addresses. */
static void give(settling *s, const char *text, unsigned number)
{
    while (!is_free(s, text, number))
        number++;
    const char *becomes = numbered(s, text, number);
    if (!becomes || json_object_get(s->numbers, text))
        return;
    put(s, s->taken, becomes, 1);
    put(s, s->numbers, text, number);
}

static void settle(settling *s, const char *text, const json_t *with)
{
    const char *plain = numbered(s, text, 1);
    const json_t *given = json_object_get(s->numbers, text);
    const json_t *last = plain ? json_object_get(s->taken, plain) : NULL;
    unsigned number = (unsigned)(given ? json_integer_value(given) : json_integer_value(last) + 1);
    const json_t *other;
    size_t i;

    while (!are_free(s, text, with, number))
        number++;
    give(s, text, number);
    json_array_foreach(with, i, other)
    {
        give(s, json_string_value(other), number);
    }
    plain = given ? NULL : numbered(s, text, 1);
    if (plain)
        put(s, s->taken, plain, number);
}

/* By number, the name goes from the games of one person alone, and stays elsewhere. */
static void reserve(settling *s, const char *text)
{
    if (s->it->by_number || !numbered(s, text, 1))
        put(s, s->taken, text, 1);
}

static void settle_all(settling *s)
{
    const json_t *other;
    const char *text;
    json_t *with;
    size_t i;

    json_object_foreach(s->it->called, text, with)
    {
        reserve(s, text);
        json_array_foreach(with, i, other)
        {
            reserve(s, json_string_value(other));
        }
    }
    json_object_foreach(s->it->called, text, with)
    {
        settle(s, text, with);
    }
}

void arb_erasing_keep_apart(arb_erasing *it)
{
    settling s = { .it = it, .numbers = json_object(), .taken = json_object() };

    if (!it->nameless && arb_erasing_goes_on(it))
        arb_erasing_note(it, arb_store_settings(it->from, hear_setting, it));
    arb_buf_init(&s.text, NULL, SIZE_MAX / 2);
    if (arb_erasing_goes_on(it))
        settle_all(&s);
    arb_buf_clear(&s.text);
    json_decref(s.taken);
    it->names.numbers = s.numbers;
}
