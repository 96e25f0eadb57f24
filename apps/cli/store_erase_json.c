/* SPDX-License-Identifier: MIT */
/* Names in what the hall keeps as JSON; see store_erase.h. */
#include "cli/store_erase.h"

#include <stdlib.h>
#include <string.h>

/* What is made anew of a text of the hall's own. */
typedef struct cleaning {
    const arb_erase_names *names;
    arb_buf *around;
    size_t count;
    bool failed;
} cleaning;

/* A member that has a word of the program's: the colour of a computer. */
static const char ours[] = "computer";

static json_t *clean(cleaning *it, const json_t *value);

static json_t *clean_string(cleaning *it, const json_t *value)
{
    const arb_store_bytes text = { json_string_value(value), json_string_length(value) };
    arb_buf out;

    arb_buf_init(&out, NULL, ARB_STORE_VALUE_MAX);
    it->count += arb_erase_replace(&out, it->names, text, it->around, &it->failed);
    json_t *made = json_stringn(arb_buf_text(&out), arb_buf_size(&out));
    arb_buf_clear(&out);
    return made;
}

static json_t *clean_array(cleaning *it, const json_t *value)
{
    json_t *out = json_array();
    const json_t *one;
    size_t i;

    json_array_foreach(value, i, one)
    {
        if (json_array_append_new(out, clean(it, one)) != 0)
            it->failed = true;
    }
    return out;
}

/* Its members keep their names: these are the program's words, and no people's. */
static json_t *clean_object(cleaning *it, const json_t *value)
{
    json_t *out = json_object(), *one;
    const char *key;

    json_object_foreach((json_t *)(uintptr_t)value, key, one)
    {
        json_t *made = strcmp(key, ours) == 0 ? json_deep_copy(one) : clean(it, one);
        if (json_object_set_new(out, key, made) != 0)
            it->failed = true;
    }
    return out;
}

static json_t *clean(cleaning *it, const json_t *value)
{
    if (json_is_string(value))
        return clean_string(it, value);
    if (json_is_array(value))
        return clean_array(it, value);
    if (json_is_object(value))
        return clean_object(it, value);
    return json_deep_copy(value);
}

size_t arb_erase_replace_json(arb_buf *out, const arb_erase_names *names, arb_store_bytes text,
                              arb_buf *around, bool *failed)
{
    json_t *value = json_loadb(text.text, text.size, JSON_REJECT_DUPLICATES, NULL);
    cleaning it = { .names = names, .around = around };

    if (!value)
        return arb_erase_replace(out, names, text, around, failed);
    json_t *made = clean(&it, value);
    char *dump = it.count > 0 ? json_dumps(made, JSON_COMPACT) : NULL;
    const arb_err err = dump ? arb_buf_add_text(out, dump) : arb_buf_add(out, text.text, text.size);
    *failed = *failed || it.failed || err != ARB_OK || (it.count > 0 && !dump);
    free(dump);
    json_decref(made);
    json_decref(value);
    return it.count;
}
