/* SPDX-License-Identifier: MIT */
/*
 * JSON as text. Every event is told to its pages as JSON, and jansson's own writer, which hands
 * over each bracket and each comma by itself and formats numbers with printf, took a fifth of the
 * hall's instructions. The text is the same to the byte; numbers with a fraction are left to
 * jansson.
 */
#include "server/hall/json_text.h"

enum { FLAGS = JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15) };

/* Fifteen digits are exact. */
static const int64_t exact_max = 999999999999999;

typedef arb_json_text writer;

void arb_json_text_flush(writer *w)
{
    if (!w->err)
        w->err = arb_buf_add(w->out, w->piece, w->size);
    w->size = 0;
}

void arb_json_text_add(writer *w, const char *bytes, size_t size)
{
    arb_json_text_flush(w);
    if (size <= ARB_JSON_TEXT_PIECE) {
        memcpy(w->piece, bytes, size);
        w->size = size;
    } else if (!w->err) {
        w->err = arb_buf_add(w->out, bytes, size);
    }
}

static void put(writer *w, const char *bytes, size_t size)
{
    arb_json_text_put_bytes(w, bytes, size);
}

static void put_char(writer *w, char c)
{
    put(w, &c, 1);
}

static bool is_plain(char c)
{
    return (unsigned char)c >= 0x20 && c != '"' && c != '\\';
}

static void put_escaped(writer *w, char c)
{
    static const char digits[] = "0123456789ABCDEF", short_of[] = "\"\"\\\\\bb\ff\nn\rr\tt";

    put_char(w, '\\');
    for (size_t i = 0; i + 1 < sizeof short_of; i += 2) {
        if (short_of[i] == c) {
            put_char(w, short_of[i + 1]);
            return;
        }
    }
    put(w, "u00", 3);
    put_char(w, digits[(unsigned char)c >> 4]);
    put_char(w, digits[(unsigned char)c & 15]);
}

static void put_string(writer *w, const char *text, size_t size)
{
    const char *const end = text + size;

    put_char(w, '"');
    while (text < end) {
        const char *stop = text;
        while (stop < end && is_plain(*stop))
            stop++;
        put(w, text, (size_t)(stop - text));
        if (stop < end)
            put_escaped(w, *stop++);
        text = stop;
    }
    put_char(w, '"');
}

void arb_json_text_integer(writer *w, int64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    unsigned long long left =
        number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number;

    do
        digits[--at] = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (number < 0)
        digits[--at] = '-';
    put(w, digits + at, sizeof digits - at);
}

static int add_bytes(const char *bytes, size_t size, void *user)
{
    put(user, bytes, size);
    return 0;
}

static void put_value(writer *w, json_t *value);

static void put_array(writer *w, const json_t *array)
{
    const size_t count = json_array_size(array);

    put_char(w, '[');
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            put_char(w, ',');
        put_value(w, json_array_get(array, i));
    }
    put_char(w, ']');
}

static void put_object(writer *w, json_t *object)
{
    bool any = false;

    put_char(w, '{');
    for (void *i = json_object_iter(object); i; i = json_object_iter_next(object, i), any = true) {
        const char *key = json_object_iter_key(i);
        if (any)
            put_char(w, ',');
        put_string(w, key, strlen(key));
        put_char(w, ':');
        put_value(w, json_object_iter_value(i));
    }
    put_char(w, '}');
}

static void put_value(writer *w, json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        put_object(w, value);
        break;
    case JSON_ARRAY:
        put_array(w, value);
        break;
    case JSON_STRING:
        put_string(w, json_string_value(value), json_string_length(value));
        break;
    case JSON_INTEGER:
        arb_json_text_integer(w, json_integer_value(value));
        break;
    case JSON_REAL:
        if (json_dump_callback(value, add_bytes, w, FLAGS) != 0)
            w->err = ARB_NOMEM;
        break;
    case JSON_TRUE:
        put(w, "true", 4);
        break;
    case JSON_FALSE:
        put(w, "false", 5);
        break;
    case JSON_NULL:
        put(w, "null", 4);
        break;
    }
}

void arb_json_text_string(writer *w, const char *text)
{
    if (text)
        put_string(w, text, strlen(text));
    else
        put(w, "null", 4);
}

/* Beyond what a number of jansson tells exactly, and before zero, it is left to jansson. */
void arb_json_text_seconds(writer *w, int64_t ms)
{
    unsigned left = (unsigned)(ms % 1000), unit = 100;

    if (ms < 0 || ms > exact_max) {
        arb_json_text_value(w, json_real((double)ms / 1000.0));
        return;
    }
    arb_json_text_integer(w, ms / 1000);
    put_char(w, '.');
    do {
        put_char(w, (char)('0' + left / unit));
        left %= unit;
        unit /= 10;
    } while (left > 0);
}

void arb_json_text_value(writer *w, json_t *value)
{
    if (value)
        put_value(w, value);
    else
        w->err = ARB_NOMEM;
    json_decref(value);
}

arb_err arb_json_text_write(arb_buf *out, json_t *value)
{
    writer w;

    arb_json_text_begin(&w, out);
    arb_json_text_value(&w, json_incref(value));
    return arb_json_text_end(&w);
}
