/* SPDX-License-Identifier: MIT */
/* What was seen to at a table; see checklist.h. */
#include "server/hall/checklist.h"

#include <string.h>

enum { DIGITS_MAX = 15 };

/* One word of the line. */
typedef struct entry {
    const char *id;
    size_t id_size;
    arb_checked checked;
} entry;

static bool read_seat(arb_seat *out, const char *text, size_t size)
{
    for (unsigned i = 0; i < ARB_SEAT_COUNT; i++) {
        const char *word = arb_seat_word((arb_seat)i);
        if (strlen(word) == size && memcmp(word, text, size) == 0) {
            *out = (arb_seat)i;
            return true;
        }
    }
    return false;
}

/* "board=1763290000/desk"; false when it is something else. */
static bool read_entry(entry *out, const char *word, size_t size)
{
    const char *end = word + size, *sign = memchr(word, '=', size), *at;

    if (!sign)
        return false;
    *out = (entry){ .id = word, .id_size = (size_t)(sign - word) };
    for (at = sign + 1; at < end && *at >= '0' && *at <= '9' && at - sign <= DIGITS_MAX; at++)
        out->checked.at = 10 * out->checked.at + (*at - '0');
    return at > sign + 1 && at < end && *at == '/' && arb_checklist_find(word, out->id_size) &&
           read_seat(&out->checked.by, at + 1, (size_t)(end - at - 1));
}

/* The next word that means something; false at the end. */
static bool next_entry(entry *out, const char **line)
{
    while (*line && **line) {
        const char *word = *line + strspn(*line, " ");
        const size_t size = strcspn(word, " ");
        *line = word + size;
        if (size > 0 && read_entry(out, word, size))
            return true;
    }
    return false;
}

static bool is_of(const entry *e, const char *id)
{
    return strlen(id) == e->id_size && memcmp(id, e->id, e->id_size) == 0;
}

bool arb_checklist_look(arb_checked *out, const char *line, const char *id)
{
    entry e;

    while (next_entry(&e, &line)) {
        if (is_of(&e, id)) {
            *out = e.checked;
            return true;
        }
    }
    return false;
}

static arb_err add(arb_buf *out, const char *id, size_t size, arb_checked checked)
{
    return arb_buf_add_format(out, "%s%.*s=%lld/%s", arb_buf_size(out) > 0 ? " " : "", (int)size,
                              id, (long long)checked.at, arb_seat_word(checked.by));
}

arb_err arb_checklist_change(arb_buf *out, const char *line, const char *id, const arb_checked *now)
{
    arb_err err = ARB_OK;
    entry e;

    while (!err && next_entry(&e, &line))
        if (!is_of(&e, id))
            err = add(out, e.id, e.id_size, e.checked);
    return err || !now ? err : add(out, id, strlen(id), *now);
}
