/* SPDX-License-Identifier: MIT */
#include "script.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_of_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || c == '#' || (unsigned char)c >= 0x80;
}

script script_of(const char *text, size_t size)
{
    return (script){ .begin = text, .at = text, .end = text + size, .last = { .at = text } };
}

bool word_is(const word *w, const char *text)
{
    return w->kind != WORD_END && strlen(text) == w->size && memcmp(w->at, text, w->size) == 0;
}

size_t script_line(const script *s, const char *at)
{
    size_t line = 1;

    for (const char *c = s->begin; c < at; c++)
        line += *c == '\n';
    return line;
}

static bool starts(const script *s, const char *text)
{
    const size_t size = strlen(text);

    return (size_t)(s->end - s->at) >= size && memcmp(s->at, text, size) == 0;
}

/* ---- what stands between words */

static bool skip_between(script *s, word *w, const char **why)
{
    for (; s->at < s->end; w->is_apart = true) {
        if (is_blank(*s->at)) {
            w->is_below |= *s->at++ == '\n';
        } else if (starts(s, "//")) {
            while (s->at < s->end && *s->at != '\n')
                s->at++;
        } else if (starts(s, "/*")) {
            for (s->at += 2; s->at < s->end && !starts(s, "*/"); s->at++)
                w->is_below |= *s->at == '\n';
            if (s->at == s->end) {
                *why = "a comment has no end";
                return false;
            }
            s->at += 2;
        } else {
            return true;
        }
    }
    return true;
}

/* ---- words whose end has to be looked for */

/* A text or a pattern, up to a sign that is not escaped; it has no line end inside. */
static bool take_up_to(script *s, char stop)
{
    bool in_class = false;

    for (s->at++; s->at < s->end && *s->at != '\n'; s->at++) {
        if (*s->at == '\\')
            s->at++;
        else if (stop == '/' && (*s->at == '[' || *s->at == ']'))
            in_class = *s->at == '[';
        else if (*s->at == stop && !in_class)
            break;
    }
    if (s->at >= s->end || *s->at != stop)
        return false;
    s->at++;
    return true;
}

/* A piece of a template, whose first sign has been looked at. */
static bool take_piece(script *s)
{
    for (s->at++; s->at < s->end; s->at++) {
        if (*s->at == '\\') {
            s->at++;
        } else if (*s->at == '`') {
            s->at++;
            return true;
        } else if (starts(s, "${")) {
            s->at += 2;
            if (s->depth + 1 >= SCRIPT_DEPTH)
                return false;
            s->is_template[++s->depth] = true;
            return true;
        }
    }
    return false;
}

static bool begins_pattern(const word *last)
{
    static const char *const before[] = { "return", "typeof", "case", "in",    "of",    "else",
                                          "do",     "void",   "new",  "throw", "await", "yield" };

    if (last->kind == WORD_END)
        return true;
    if (last->kind == WORD_SIGN)
        return *last->at != ')' && *last->at != ']';
    if (last->kind != WORD_NAME)
        return false;
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++)
        if (word_is(last, before[i]))
            return true;
    return false;
}

static bool take_sign(script *s)
{
    const char c = *s->at++;

    if (strchr("([{", c)) {
        if (s->depth + 1 >= SCRIPT_DEPTH)
            return false;
        s->is_template[++s->depth] = false;
    } else if (strchr(")]}", c)) {
        if (s->depth == 0)
            return false;
        s->depth--;
    }
    return true;
}

bool script_next(script *s, const char **why)
{
    word w = { .depth = s->depth };

    if (!skip_between(s, &w, why))
        return false;
    w.at = s->at;
    w.depth = s->depth;
    bool good = true;
    *why = "a text, a pattern or a template has no end";
    if (s->at == s->end) {
        w.kind = WORD_END;
        *why = "a bracket is not closed";
        good = s->depth == 0;
    } else if (is_of_name(*s->at)) {
        w.kind = WORD_NAME;
        while (s->at < s->end && is_of_name(*s->at))
            s->at++;
    } else if (*s->at == '"' || *s->at == '\'') {
        w.kind = WORD_TEXT;
        good = take_up_to(s, *s->at);
    } else if (*s->at == '`' || (*s->at == '}' && s->depth > 0 && s->is_template[s->depth])) {
        w.kind = WORD_PIECE;
        if (*s->at == '}')
            s->depth--;
        good = take_piece(s);
    } else if (*s->at == '/' && begins_pattern(&s->last)) {
        w.kind = WORD_PATTERN;
        good = take_up_to(s, '/');
    } else {
        w.kind = WORD_SIGN;
        *why = "brackets do not match, or are too deep";
        good = take_sign(s);
    }
    w.size = (size_t)(s->at - w.at);
    s->last = w;
    return good;
}
