/* SPDX-License-Identifier: MIT */
/* What of a game people have written, and what was played; see store_erase.h. */
#include "cli/store_erase.h"

#include <stdlib.h>
#include <string.h>

#include "arbitro/announce.h"
#include "arbitro/position.h"

enum { TEXT_ROOM = 1024, SALT_DIGITS = 32 };

static bool is_in(const char *list, const char *word, size_t size)
{
    for (; *list; list += strlen(list) + 1)
        if (strlen(list) == size && memcmp(list, word, size) == 0)
            return true;
    return false;
}

/* No letter of any alphabet: a number, a date, a mark. */
static bool has_no_letter(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)text[i] >= 0x80 || (text[i] >= 'a' && text[i] <= 'z') ||
            (text[i] >= 'A' && text[i] <= 'Z'))
            return false;
    return true;
}

static arb_err add(arb_buf *out, arb_store_bytes text)
{
    return arb_buf_add(out, text.text, text.size);
}

/* ---- headers */

/* A line in three parts: the middle one is what people have written; it may be empty. */
typedef struct parts {
    arb_store_bytes begin, words, end;
} parts;

static bool begins(arb_store_bytes line, const char *word)
{
    const size_t size = strlen(word);

    return line.size > size && memcmp(line.text, word, size) == 0 &&
           strchr(" \t", line.text[size]) != NULL;
}

static void divide(parts *out, arb_store_bytes line, size_t from, size_t to)
{
    *out = (parts){ { line.text, from },
                    { line.text + from, to - from },
                    { line.text + to, line.size - to } };
}

/* A title goes up to the end of the line, the value of a tag stands in quotation marks. */
static parts take_apart(arb_store_bytes line)
{
    size_t from = 0, to = line.size;
    parts it = { .begin = line };

    while (to > 0 && strchr(" \t\r\n", line.text[to - 1]))
        to--;
    if (begins(line, "case")) {
        from = 4;
        from += strspn(line.text + from, " \t");
        divide(&it, line, from < to ? from : to, to);
    } else if (begins(line, "tag")) {
        const char *mark = memchr(line.text, '"', to);
        from = mark ? (size_t)(mark - line.text) + 1 : to;
        while (to > from && line.text[to - 1] != '"')
            to--;
        divide(&it, line, from, to > from ? to - 1 : from);
    }
    return it;
}

/* The line with which the text begins at `at`, with its end. */
static arb_store_bytes line_at(arb_store_bytes text, size_t at)
{
    const char *line = text.text + at;
    const char *end = memchr(line, '\n', text.size - at);

    return (arb_store_bytes){ line, end ? (size_t)(end - line) + 1 : text.size - at };
}

/* The tag of such a line. */
static bool is_tag(const parts *it, const char *name)
{
    const char *at = it->begin.text + 3;

    at += strspn(at, " \t");
    return strcspn(at, " \t\"") == strlen(name) && memcmp(at, name, strlen(name)) == 0;
}

/* The value of a tag as it was before it was written between quotation marks. */
static arb_err add_value(arb_buf *out, arb_store_bytes words)
{
    arb_err err = ARB_OK;

    for (size_t at = 0; at < words.size && !err; at++) {
        at += words.text[at] == '\\' && at + 1 < words.size;
        err = arb_buf_add_char(out, words.text[at]);
    }
    return err;
}

static arb_err add_quoted(arb_buf *out, arb_store_bytes value)
{
    arb_err err = ARB_OK;

    for (size_t at = 0; at < value.size && !err; at++) {
        if (value.text[at] == '"' || value.text[at] == '\\')
            err = arb_buf_add_char(out, '\\');
        if (!err)
            err = arb_buf_add_char(out, value.text[at]);
    }
    return err;
}

/* What of the value is not changed is written as it was. */
static arb_err change_value(arb_buf *out, arb_store_bytes words, arb_erase_text_fn *fn, void *user)
{
    arb_buf plain;

    arb_buf_init(&plain, NULL, SIZE_MAX / 2);
    arb_err err = add_value(&plain, words);
    const arb_store_bytes value = { arb_buf_text(&plain), arb_buf_size(&plain) };
    if (!err) {
        const arb_store_bytes text = fn(user, value);
        err = text.text == value.text ? add(out, words) : add_quoted(out, text);
    }
    arb_buf_clear(&plain);
    return err;
}

arb_err arb_erase_tag(arb_buf *out, arb_store_bytes header, const char *name)
{
    arb_err err = ARB_OK;

    for (size_t at = 0; at < header.size && !err;) {
        const arb_store_bytes line = line_at(header, at);
        const parts it = take_apart(line);
        if (begins(line, "tag") && it.words.size > 0 && is_tag(&it, name))
            err = add_value(out, it.words);
        at += line.size;
    }
    return err;
}

arb_err arb_erase_header(arb_buf *out, arb_store_bytes header, arb_erase_text_fn *fn, void *user)
{
    arb_err err = ARB_OK;

    for (size_t at = 0; at < header.size && !err;) {
        const arb_store_bytes line = line_at(header, at);
        const parts it = take_apart(line);
        err = add(out, it.begin);
        if (!err && it.words.size > 0)
            err = begins(line, "tag") ? change_value(out, it.words, fn, user)
                                      : add(out, fn(user, it.words));
        if (!err)
            err = add(out, it.end);
        at += line.size;
    }
    return err;
}

/* Tags that say when and how it was played, and not by whom, in numbers. */
static bool is_nameless(const parts *tag)
{
    static const char kept[] =
        "Date\0EventDate\0Time\0UTCDate\0UTCTime\0TimeControl\0Round\0Board\0"
        "Result\0PlyCount\0Start960\0Lot\0";
    const char *name = tag->begin.text + 3;

    name += strspn(name, " \t");
    return is_in(kept, name, strcspn(name, " \t\"")) &&
           has_no_letter(tag->words.text, tag->words.size);
}

arb_err arb_nameless_header(arb_buf *out, arb_store_bytes header)
{
    arb_err err = ARB_OK;

    for (size_t at = 0; at < header.size && !err;) {
        const arb_store_bytes line = line_at(header, at);
        const parts it = take_apart(line);
        const char *remark = memchr(line.text, '#', line.size);
        at += line.size;
        if (begins(line, "case"))
            err = arb_buf_add_text(out, "case      " ARB_ERASED "\n");
        else if (begins(line, "tag") && !is_nameless(&it) && !is_tag(&it, "Checklist"))
            continue; /* that has the store's own words */
        else if (remark && !begins(line, "tag"))
            err = arb_buf_add_format(out, "%.*s\n", (int)(remark - line.text), line.text);
        else
            err = add(out, line);
    }
    return err;
}

const arb_language *arb_erase_language(arb_store_bytes header)
{
    arb_case_header read;
    arb_case_reader reader;
    arb_case_item item;

    arb_case_reader_init(&reader, header.text, header.size);
    return arb_case_next(&item, &read, &reader, NULL) ? NULL : read.regulations.language;
}

/* ---- events */

static bool has_slot(arb_verb verb, arb_slot slot)
{
    const arb_verb_info *info = arb_verb_get(verb);

    return info->slot[0] == slot || info->slot[1] == slot || info->slot[2] == slot;
}

/* A move, whoever writes it down, announces it or seals it. */
static bool is_move(const char *text, size_t size, const arb_language *language)
{
    const arb_pos pos = arb_pos_initial();
    arb_reading reading;
    arb_written written;

    return arb_written_read(&written, NULL, text, size, language) == ARB_OK ||
           arb_announcement_read(&reading, NULL, &pos, text, size, NULL) == ARB_OK ||
           arb_announcement_read(&reading, NULL, &pos, text, size, language) == ARB_OK;
}

/* What is sealed on a page: encrypted, or opened again, behind its salt. */
static bool is_sealed(const char *text, size_t size, const arb_language *language)
{
    static const char encrypted[] = "blob:";

    size_t digits = 0;

    if (size > sizeof encrypted && memcmp(text, encrypted, sizeof encrypted - 1) == 0)
        return !memchr(text, ' ', size);
    while (digits < size && memchr("0123456789abcdef", text[digits], 16))
        digits++;
    return size > SALT_DIGITS && digits >= SALT_DIGITS &&
           is_move(text + SALT_DIGITS, size - SALT_DIGITS, language);
}

/* Does somebody write a move down, announce it or seal it with this? Or say something in words. */
static bool is_recorded(const arb_event *event, const arb_language *language)
{
    const bool seals = event->verb == ARB_VERB_SEAL || event->verb == ARB_VERB_OPEN_ENVELOPE;
    char plain[TEXT_ROOM];
    const size_t size = arb_event_text(plain, sizeof plain, event);

    if (size >= sizeof plain) /* what is encrypted has no blanks; everything else is no move */
        return seals && is_sealed(event->text, event->size, language);
    return has_no_letter(plain, size) || is_move(plain, size, language) ||
           (seals && is_sealed(plain, size, language));
}

/* Is the text of this event what was played, and nothing that somebody has said in words? */
static bool is_played(const arb_event *event, const arb_language *language)
{
    static const arb_verb records[] = { ARB_VERB_WRITE,  ARB_VERB_REWRITE, ARB_VERB_ANNOUNCE,
                                        ARB_VERB_REPEAT, ARB_VERB_SEAL,    ARB_VERB_OPEN_ENVELOPE };
    static const arb_slot slots[] = { ARB_SLOT_MOVE, ARB_SLOT_MOVE_OPT, ARB_SLOT_FEN };

    for (size_t i = 0; i < sizeof slots / sizeof slots[0]; i++)
        if (has_slot((arb_verb)event->verb, slots[i]))
            return true;
    for (size_t i = 0; i < sizeof records / sizeof records[0]; i++)
        if (event->verb == records[i])
            return is_recorded(event, language);
    return false;
}

static arb_err write_event(arb_buf *out, const arb_event *event, const arb_language *language)
{
    char *whole = malloc(ARB_STORE_EVENT_MAX + 1);
    arb_event again;

    if (!whole)
        return ARB_NOMEM;
    const size_t size = arb_event_write(whole, ARB_STORE_EVENT_MAX + 1, event);
    arb_err err = size > ARB_STORE_EVENT_MAX ||
                          arb_event_read(&again, NULL, whole, size, 0, language) != ARB_OK ||
                          again.verb != event->verb
                      ? ARB_RANGE
                      : ARB_OK;
    if (!err)
        err = arb_buf_add(out, whole, size);
    free(whole);
    return err;
}

arb_err arb_erase_event(arb_buf *out, arb_store_bytes stored, const arb_language *language,
                        arb_erase_text_fn *fn, void *user)
{
    arb_event event;

    if (arb_event_read(&event, NULL, stored.text, stored.size, 0, language) != ARB_OK)
        return ARB_SYNTAX;
    if (event.size == 0 || is_played(&event, language))
        return add(out, stored);
    const arb_store_bytes text = fn(user, (arb_store_bytes){ event.text, event.size });
    if (text.text == event.text)
        return add(out, stored);
    event.text = text.text;
    event.size = text.size;
    return write_event(out, &event, language);
}

static arb_store_bytes no_words(void *user, arb_store_bytes text)
{
    (void)user, (void)text;
    return (arb_store_bytes){ ARB_ERASED, sizeof ARB_ERASED - 1 };
}

arb_err arb_nameless_event(arb_buf *out, arb_store_bytes event, const arb_language *language)
{
    return arb_erase_event(out, event, language, no_words, NULL);
}

/* ---- a case */

/* Its header ends where the first event begins, with its time. */
static size_t header_size(arb_store_bytes text)
{
    size_t at = 0;

    while (at < text.size && !(text.text[at] >= '0' && text.text[at] <= '9'))
        at += line_at(text, at).size;
    return at;
}

arb_err arb_nameless_case(arb_buf *out, arb_store_bytes text)
{
    const arb_store_bytes header = { text.text, header_size(text) };
    const arb_language *language = arb_erase_language(header);
    arb_err err = arb_nameless_header(out, header);

    for (size_t at = header.size; at < text.size && !err;) {
        arb_store_bytes line = line_at(text, at);
        at += line.size;
        line.size -= line.text[line.size - 1] == '\n';
        if (line.size > 0)
            err = arb_nameless_event(out, line, language);
        if (!err)
            err = arb_buf_add_char(out, '\n');
    }
    return err;
}
