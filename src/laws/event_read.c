/* SPDX-License-Identifier: MIT */
/*
 * An event from its line: time, actor, verb, and then the slots of the verb, which are read in
 * event_slots.c.
 */
#include <assert.h>
#include <string.h>

#include "arbitro/utf8.h"
#include "clock/time_text.h"
#include "laws/event_internal.h"

arb_cursor arb_reader_word(const arb_event_reader *r)
{
    arb_cursor word = r->cur;

    while (word.end != word.at && !(*word.at == ' ' || *word.at == '\t'))
        word.at++;
    word.end = word.at;
    word.at = r->cur.at;
    return word;
}

static bool is_word(const arb_cursor *word, const char *text, size_t size)
{
    return (size_t)(word->end - word->at) == size && memcmp(word->at, text, size) == 0;
}

bool arb_reader_at_word(const arb_event_reader *r, const char *word)
{
    const arb_cursor next = arb_reader_word(r);

    return is_word(&next, word, strlen(word));
}

bool arb_reader_at_later_slot(const arb_event_reader *r)
{
    for (int i = r->slot + 1; i < ARB_VERB_SLOTS; i++) {
        const char *word = arb_slot_word(r->verb->slot[i]);
        if (word && arb_reader_at_word(r, word))
            return true;
    }
    return false;
}

void arb_reader_skip_word(arb_event_reader *r)
{
    r->cur.at = arb_reader_word(r).end;
    arb_cursor_skip_blanks(&r->cur);
}

arb_err arb_reader_fail(const arb_event_reader *r, arb_wanted expected)
{
    return arb_cursor_fail(&r->cur, r->where, expected);
}

/* Text that a person can see: UTF-8, and no control character but the tab. */
static arb_err check_line(const arb_event_reader *r)
{
    arb_cursor cur = r->cur;

    while (!arb_cursor_at_end(&cur)) {
        uint32_t code;
        const size_t size = arb_utf8_decode(&code, cur.at, (size_t)(cur.end - cur.at));
        if (size == 0)
            return arb_cursor_fail(&cur, r->where, ARB_WANTED_UTF8);
        if (code != '\t' && arb_is_control(code))
            return arb_cursor_fail(&cur, r->where, ARB_WANTED_PRINTABLE);
        cur.at += size;
    }
    return ARB_OK;
}

/* An instant, or "+S" after the previous one; it never goes back. */
static arb_err read_time(arb_event_reader *r, arb_ms previous)
{
    arb_cursor word = arb_reader_word(r);
    arb_ms time;
    arb_err err;

    if (arb_cursor_take(&word, '+')) {
        err = arb_seconds_take(&time, &word, r->where, false);
        if (!err && time > ARB_TIME_MAX - previous)
            return arb_reader_fail(r, ARB_WANTED_TIME_MAX);
        if (!err)
            time += previous;
    } else {
        err = arb_time_take(&time, &word, r->where);
    }
    if (err)
        return err;
    if (time < previous && arb_reader_fail(r, ARB_WANTED_TIME_ONWARD))
        return ARB_RANGE;
    r->event.time = time;
    arb_reader_skip_word(r);
    return ARB_OK;
}

static arb_err read_actor(arb_event_reader *r)
{
    for (int i = 0; i < ARB_ACTOR_COUNT; i++) {
        if (arb_reader_at_word(r, arb_actor_word((arb_actor)i))) {
            r->event.actor = (uint8_t)i;
            arb_reader_skip_word(r);
            return ARB_OK;
        }
    }
    return arb_reader_fail(r, ARB_WANTED_ACTOR);
}

/* How many of the words of a verb come next; `wanted` is how many it has, one or two. */
static unsigned count_words(const arb_event_reader *r, const char *words, unsigned *wanted)
{
    const size_t first_size = strcspn(words, " ");
    const arb_cursor first = arb_reader_word(r);
    arb_event_reader behind = *r;

    *wanted = words[first_size] ? 2 : 1;
    if (!is_word(&first, words, first_size))
        return 0;
    arb_reader_skip_word(&behind);
    return *wanted == 2 && arb_reader_at_word(&behind, words + first_size + 1) ? 2 : 1;
}

static arb_err read_verb(arb_event_reader *r)
{
    const arb_actor actor = (arb_actor)r->event.actor;
    bool begun = false;

    for (int i = 0; i < ARB_VERB_COUNT; i++) {
        const arb_verb_info *verb = arb_verb_get((arb_verb)i);
        unsigned wanted;
        if (!arb_actor_has_verb(actor, (arb_verb)i))
            continue;
        const unsigned found = count_words(r, verb->words, &wanted);
        begun = begun || found > 0;
        if (found < wanted)
            continue;
        r->event.verb = (uint8_t)i;
        r->verb = verb;
        for (; wanted > 0; wanted--)
            arb_reader_skip_word(r);
        return ARB_OK;
    }
    if (begun) {
        arb_reader_skip_word(r);
        return arb_reader_fail(r, ARB_WANTED_VERB_SECOND);
    }
    return arb_reader_fail(r, actor == ARB_ACTOR_ARBITER     ? ARB_WANTED_ARBITER_VERB
                              : actor == ARB_ACTOR_SPECTATOR ? ARB_WANTED_SPECTATOR_VERB
                              : actor == ARB_ACTOR_HALL      ? ARB_WANTED_HALL_VERB
                                                             : ARB_WANTED_PLAYER_VERB);
}

static arb_err read_slots(arb_event_reader *r)
{
    for (r->slot = 0; r->slot < ARB_VERB_SLOTS; r->slot++) {
        const arb_err err = arb_slot_read(r);
        if (err)
            return err;
    }
    return arb_cursor_at_end(&r->cur) ? ARB_OK : arb_reader_fail(r, ARB_WANTED_LINE_END);
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
    return check_line(r);
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
