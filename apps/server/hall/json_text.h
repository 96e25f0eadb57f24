/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_JSON_TEXT_H
#define ARBITRO_SERVER_JSON_TEXT_H
/*
 * JSON as text, as jansson writes it without spaces: a whole tree, or piece by piece where a tree
 * would be made only to be written.
 */
#include <assert.h>
#include <jansson.h>
#include <stdbool.h>
#include <string.h>

#include "arbitro/buf.h"

/* Adds the text of the value, which is a tree. ARB_NOMEM, ARB_RANGE when the text gets too long. */
ARB_MUST_USE arb_err arb_json_text_write(arb_buf *out, json_t *value);

enum { ARB_JSON_TEXT_PIECE = 1024 };

/* Text in the making; after an error nothing more is written. */
typedef struct arb_json_text {
    arb_buf *out;
    arb_err err;
    size_t size;
    char piece[ARB_JSON_TEXT_PIECE]; /* what is written gathers here first */
} arb_json_text;

/* Moves what has gathered to the buffer; the same, and puts these bytes behind it. */
void arb_json_text_flush(arb_json_text *text);
void arb_json_text_add(arb_json_text *text, const char *bytes, size_t size);

static inline void arb_json_text_begin(arb_json_text *text, arb_buf *out)
{
    text->out = out;
    text->err = ARB_OK;
    text->size = 0;
}

/* All of it is in the buffer then; or what went wrong. */
static inline arb_err arb_json_text_end(arb_json_text *text)
{
    arb_json_text_flush(text);
    return text->err;
}

/* Of what is put as it stands in the source, the size is known there, and the copy is a few moves:
 * that must not end in a call. */
#define ARB_JSON_TEXT_INLINE static inline __attribute__((always_inline))

ARB_JSON_TEXT_INLINE void arb_json_text_put_bytes(arb_json_text *text, const char *bytes,
                                                  size_t size)
{
    if (size > ARB_JSON_TEXT_PIECE - text->size) {
        arb_json_text_add(text, bytes, size);
        return;
    }
    memcpy(text->piece + text->size, bytes, size);
    text->size += size;
}

/* What is JSON already: brackets, commas, keys. */
ARB_JSON_TEXT_INLINE void arb_json_text_put(arb_json_text *text, const char *json)
{
    arb_json_text_put_bytes(text, json, strlen(json));
}

/* A word that has nothing to be escaped, as a string; behind a comma when it `follows` another. */
static inline void arb_json_text_word(arb_json_text *text, const char *word, size_t size,
                                      bool follows)
{
    if (size + 3 > ARB_JSON_TEXT_PIECE - text->size)
        arb_json_text_flush(text);
    assert(size + 3 <= ARB_JSON_TEXT_PIECE);
    char *at = text->piece + text->size;
    *at = ',';
    at += follows;
    *at++ = '"';
    memcpy(at, word, size);
    at[size] = '"';
    text->size += size + 2 + follows;
}

/* Room of a short text. */
enum { ARB_JSON_TEXT_SHORT = 32 };

/* The first bytes of a short text, whose whole room is copied: that takes no call. Behind a comma
 * when it `follows` another. */
static inline void arb_json_text_short(arb_json_text *text, const char room[ARB_JSON_TEXT_SHORT],
                                       size_t size, bool follows)
{
    if (ARB_JSON_TEXT_SHORT + 1 > ARB_JSON_TEXT_PIECE - text->size)
        arb_json_text_flush(text);
    char *at = text->piece + text->size;
    *at = ',';
    memcpy(at + follows, room, ARB_JSON_TEXT_SHORT);
    text->size += size + follows;
}

static inline void arb_json_text_bool(arb_json_text *text, bool value)
{
    arb_json_text_put(text, value ? "true" : "false");
}

/* A string, or null when there is none. */
void arb_json_text_string(arb_json_text *text, const char *string);
void arb_json_text_integer(arb_json_text *text, int64_t number);

/* Seconds, of thousandths: a number that has a fraction, "8.0", "8.759". */
void arb_json_text_seconds(arb_json_text *text, int64_t ms);

/* A tree, which is given up; NULL says that there was no memory for it. */
void arb_json_text_value(arb_json_text *text, json_t *value);

#endif
