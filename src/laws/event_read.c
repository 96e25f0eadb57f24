/* SPDX-License-Identifier: MIT */
/*
 * An event from its line: time, actor, verb, and then the slots of the verb, which are read in
 * event_slots.c.
 */
#include <assert.h>
#include <string.h>

#include "clock/time_text.h"
#include "laws/event_internal.h"

arb_cursor arb_reader_take(arb_event_reader *r)
{
    const arb_cursor word = arb_cursor_take_word(&r->cur);

    arb_cursor_skip_blanks(&r->cur);
    return word;
}

bool arb_reader_at_word(const arb_event_reader *r, const char *word)
{
    arb_cursor ahead = r->cur;

    return arb_cursor_is(arb_cursor_take_word(&ahead), word);
}

bool arb_reader_at_later_slot(const arb_event_reader *r)
{
    for (int i = r->slot + 1; i < ARB_VERB_SLOTS; i++) {
        const arb_slot slot = r->verb->slot[i];
        if (arb_slot_flag(slot) && arb_reader_at_word(r, arb_slot_words(slot)))
            return true;
    }
    return false;
}

/* An instant, or "+S" after the previous one; it never goes back. */
static arb_err read_time(arb_event_reader *r, arb_ms previous)
{
    const arb_cursor word = arb_reader_take(r);
    arb_cursor cur = word;
    const bool after = arb_cursor_take(&cur, '+');
    arb_ms time;
    const arb_err err = after ? arb_seconds_take(&time, &cur, r->where, false)
                              : arb_time_take(&time, &cur, r->where);

    if (err)
        return err;
    if (after && time > ARB_TIME_MAX - previous)
        return arb_cursor_fail(&word, r->where, ARB_WANTED_TIME_MAX);
    r->event.time = after ? previous + time : time;
    if (r->event.time < previous && arb_cursor_fail(&word, r->where, ARB_WANTED_TIME_ONWARD))
        return ARB_RANGE;
    return ARB_OK;
}

static arb_err read_actor(arb_event_reader *r)
{
    const arb_cursor word = arb_reader_take(r);

    for (; r->event.actor < ARB_ACTOR_COUNT; r->event.actor++)
        if (arb_cursor_is(word, arb_actor_word((arb_actor)r->event.actor)))
            return ARB_OK;
    return arb_cursor_fail(&word, r->where, ARB_WANTED_ACTOR);
}

/* Verbs have one word or two. */
static arb_err read_verb(arb_event_reader *r)
{
    const arb_actor actor = (arb_actor)r->event.actor;
    const arb_cursor first = arb_reader_take(r);
    bool begun = false;

    for (int i = 0; i < ARB_VERB_COUNT; i++) {
        const char *words = arb_verb_get((arb_verb)i)->words;
        const size_t size = strcspn(words, " ");
        if (!arb_actor_has_verb(actor, (arb_verb)i) || arb_cursor_left(&first) != size ||
            memcmp(first.at, words, size) != 0)
            continue;
        begun = true;
        if (words[size] && !arb_reader_at_word(r, words + size + 1))
            continue;
        if (words[size])
            (void)arb_reader_take(r);
        r->event.verb = (uint8_t)i;
        r->verb = arb_verb_get((arb_verb)i);
        return ARB_OK;
    }
    if (begun)
        return arb_cursor_fail(&r->cur, r->where, ARB_WANTED_VERB_SECOND);
    return arb_cursor_fail(&first, r->where,
                           arb_actor_colour(actor) != ARB_COLOUR_COUNT ? ARB_WANTED_PLAYER_VERB
                           : actor == ARB_ACTOR_SPECTATOR              ? ARB_WANTED_SPECTATOR_VERB
                           : actor == ARB_ACTOR_HALL                   ? ARB_WANTED_HALL_VERB
                                                                       : ARB_WANTED_ARBITER_VERB);
}

static arb_err read_slots(arb_event_reader *r)
{
    for (r->slot = 0; r->slot < ARB_VERB_SLOTS; r->slot++) {
        const arb_err err = arb_slot_read(r);
        if (err)
            return err;
    }
    return arb_cursor_at_end(&r->cur) ? ARB_OK
                                      : arb_cursor_fail(&r->cur, r->where, ARB_WANTED_LINE_END);
}

/* Stands at the first word of the text, all of which can be seen. */
static arb_err begin(arb_event_reader *r, arb_where *where, const char *text, size_t size,
                     const arb_language *language)
{
    *r = (arb_event_reader){ .where = where,
                             .language = language ? language : arb_language_at(0),
                             .event = { .role = ARB_ROLE_NONE } };
    arb_cursor_init(&r->cur, text, size);
    while (r->cur.end != r->cur.at && (r->cur.end[-1] == ' ' || r->cur.end[-1] == '\t'))
        r->cur.end--;
    arb_cursor_skip_blanks(&r->cur);
    return arb_cursor_check_visible(r->cur, where);
}

static arb_err read_words(arb_event *out, arb_event_reader *r)
{
    arb_err err = read_verb(r);

    if (!err)
        err = read_slots(r);
    if (!err)
        *out = r->event;
    return err;
}

arb_err arb_event_read(arb_event *out, arb_where *where, const char *line, size_t size,
                       arb_ms previous, const arb_language *language)
{
    arb_event_reader r;
    arb_err err = begin(&r, where, line, size, language);

    assert(previous >= 0 && previous <= ARB_TIME_MAX);
    if (!err)
        err = read_time(&r, previous);
    if (!err)
        err = read_actor(&r);
    return err ? err : read_words(out, &r);
}

arb_err arb_event_read_words(arb_event *out, arb_where *where, const char *words, size_t size,
                             arb_actor actor, arb_ms time, const arb_language *language)
{
    arb_event_reader r;
    const arb_err err = begin(&r, where, words, size, language);

    assert(actor < ARB_ACTOR_COUNT && time >= 0 && time <= ARB_TIME_MAX);
    r.event.actor = (uint8_t)actor;
    r.event.time = time;
    return err ? err : read_words(out, &r);
}
