/* SPDX-License-Identifier: MIT */
/* A reader of markup; see well_formed.h. */
#include "well_formed.h"

#include <stdbool.h>
#include <string.h>

enum { DEPTH_MAX = 32, NAME_SIZE = 16 };

/* Every element that there may be. None of them can run or load anything but the style sheet. */
static const char names[] =
    " html head meta title link style body main svg defs g path circle text use section article "
    "header footer h1 h2 p dl div dt dd figure figcaption table caption thead tbody tr th td "
    "strong s "
    "span br ";
static const char attributes[] =
    " xmlns lang charset name content rel href class width height aria-hidden viewBox role id fill "
    "fill-opacity stroke stroke-width stroke-linejoin stroke-linecap d cx cy r x y transform "
    "font-family font-size text-anchor scope ";

typedef struct reader {
    const char *at, *end;
    char open[DEPTH_MAX][NAME_SIZE];
    size_t depth;
    bool any; /* an element has been read */
} reader;

static bool is_listed(const char *list, const char *word, size_t size)
{
    for (const char *at = list; (at = strchr(at, ' ')) != NULL && at[1]; at++)
        if (strncmp(at + 1, word, size) == 0 && at[1 + size] == ' ')
            return true;
    return false;
}

static bool begins(const reader *r, const char *text)
{
    const size_t size = strlen(text);

    return (size_t)(r->end - r->at) >= size && memcmp(r->at, text, size) == 0;
}

static size_t word_size(const reader *r)
{
    size_t size = 0;

    while (r->at + size < r->end && r->at[size] && !strchr(" \n=<>/\"'", r->at[size]))
        size++;
    return size;
}

/* A character of text: its size in bytes, or 0. */
static size_t character(const reader *r)
{
    const unsigned char *b = (const unsigned char *)r->at;
    const size_t left = (size_t)(r->end - r->at);
    const size_t size = b[0] < 0x80 ? 1 : b[0] < 0xc2 ? 0 : b[0] < 0xe0 ? 2 : b[0] < 0xf0 ? 3 : 4;

    if (size == 0 || size > left || b[0] > 0xf4 || (b[0] < 0x20 && b[0] != '\n') || b[0] == 0x7f)
        return 0;
    for (size_t i = 1; i < size; i++)
        if ((b[i] & 0xc0) != 0x80)
            return 0;
    return size;
}

static const char *read_text(reader *r)
{
    static const char *const references[] = { "&amp;", "&lt;", "&gt;", "&quot;", "&#39;" };

    if (*r->at == '&') {
        for (size_t i = 0; i < sizeof references / sizeof references[0]; i++)
            if (begins(r, references[i])) {
                r->at += strlen(references[i]);
                return NULL;
            }
        return "a bare ampersand";
    }
    const size_t size = character(r);
    r->at += size;
    return size > 0 && r->at[-1] != '>' ? NULL : "a character that may not stand there";
}

/* name="value", where the value is text. */
static const char *read_attribute(reader *r)
{
    const size_t size = word_size(r);

    if (!is_listed(attributes, r->at, size))
        return "an attribute that nobody knows";
    r->at += size;
    if (!begins(r, "=\""))
        return "an attribute without a value";
    for (r->at += 2; r->at < r->end && *r->at != '"';) {
        const char *fault = *r->at == '<' ? "a tag in a value" : read_text(r);
        if (fault)
            return fault;
    }
    r->at++;
    return r->at < r->end ? NULL : "a value without an end";
}

static const char *read_end(reader *r)
{
    const size_t size = word_size(r);

    if (r->depth == 0 || strlen(r->open[r->depth - 1]) != size ||
        memcmp(r->open[r->depth - 1], r->at, size) != 0)
        return "an end of another element";
    r->depth--;
    r->at += size;
    if (!begins(r, ">"))
        return "an end tag that does not end";
    r->at++;
    return NULL;
}

/* What stands between <style> and </style> is no markup. */
static const char *skip_styles(reader *r)
{
    while (r->at < r->end && *r->at != '<')
        r->at++;
    return begins(r, "</style>") ? NULL : "a style sheet without its end";
}

static const char *read_tag(reader *r)
{
    char name[NAME_SIZE];

    r->at++;
    if (begins(r, "/")) {
        r->at++;
        return read_end(r);
    }
    const size_t size = word_size(r);
    if (size == 0 || size >= sizeof name || !is_listed(names, r->at, size))
        return "an element that nobody knows";
    memcpy(name, r->at, size);
    name[size] = '\0';
    if (r->any && r->depth == 0)
        return "two elements at the top";
    r->any = true;
    for (r->at += size; begins(r, " ");) {
        r->at++;
        const char *fault = read_attribute(r);
        if (fault)
            return fault;
    }
    if (begins(r, "/>")) {
        r->at += 2;
        return NULL;
    }
    if (!begins(r, ">") || r->depth == DEPTH_MAX)
        return "a tag that does not end";
    r->at++;
    memcpy(r->open[r->depth++], name, size + 1);
    return strcmp(name, "style") == 0 ? skip_styles(r) : NULL;
}

const char *markup_fault(const char *text, size_t size)
{
    reader r = { .at = text, .end = text + size };
    const char *fault = NULL;

    if (begins(&r, "<!DOCTYPE html>\n"))
        r.at += strlen("<!DOCTYPE html>\n");
    while (r.at < r.end && !fault)
        fault = *r.at == '<' ? read_tag(&r) : read_text(&r);
    return fault ? fault : r.depth > 0 ? "an element without its end" : r.any ? NULL : "nothing";
}

const char *plain_fault(const char *text, size_t size)
{
    reader r = { .at = text, .end = text + size };

    while (r.at < r.end) {
        const size_t length = *r.at == '\f' ? 1 : character(&r);
        if (length == 0)
            return "a character that may not stand there";
        r.at += length;
    }
    return NULL;
}

size_t markup_count(const char *text, const char *name)
{
    const size_t size = strlen(name);
    size_t count = 0;

    for (const char *at = text; (at = strchr(at, '<')) != NULL; at++)
        count += strncmp(at + 1, name, size) == 0 && at[1 + size] && strchr(" >/\n", at[1 + size]);
    return count;
}
