/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_JSON_H
#define ARBITRO_COMMON_JSON_H
/*
 * JSON that is put together piece by piece. The pieces are given up, and NULL, which says that
 * there was no memory, among them makes the whole NULL: so calls can stand within each other, and
 * only the last result is looked at.
 */
#include <jansson.h>

/* One more value of an array. */
static inline json_t *arb_json_add(json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) == 0)
        return array;
    json_decref(array);
    return NULL;
}

/* One more member of an object. */
static inline json_t *arb_json_put(json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) == 0)
        return object;
    json_decref(object);
    return NULL;
}

/* All the members of another object. */
static inline json_t *arb_json_join(json_t *object, json_t *more)
{
    if (json_object_update_new(object, more) == 0)
        return object;
    json_decref(object);
    return NULL;
}

#endif
