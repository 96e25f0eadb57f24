/* SPDX-License-Identifier: MIT */
/* What a relay keeps, and its token; see relay.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/relay.h"
#include "common/whole_file.h"

enum { STATE_MAX = 1 << 16 };

/* ---- the state */

static bool names(const json_t *value, const char *key, const char *text)
{
    const char *found = json_string_value(json_object_get(value, key));

    return found && strcmp(found, text) == 0;
}

void arb_relay_state_read(arb_relay_state *out, const char *path, const char *from, const char *to)
{
    static char text[STATE_MAX];
    const json_t *sums, *one;
    size_t i;

    memset(out, 0, sizeof *out);
    FILE *file = path ? fopen(path, "re") : NULL;
    if (!file)
        return;
    const size_t size = fread(text, 1, sizeof text, file);
    (void)fclose(file);
    json_t *value = size < sizeof text ? json_loadb(text, size, 0, NULL) : NULL;
    sums = json_object_get(value, "taken");
    if (names(value, "from", from) && names(value, "to", to)) {
        json_array_foreach(sums, i, one)
        {
            if (i < ARB_RELAY_PUSHES_MAX && json_string_length(one) == ARB_RELAY_SUM - 1)
                memcpy(out->sum[i], json_string_value(one), ARB_RELAY_SUM);
        }
    }
    json_decref(value);
}

static int write_all(int fd, const char *text, size_t size)
{
    while (size > 0) {
        const ssize_t written = write(fd, text, size);
        if (written < 0 && errno != EINTR)
            return errno;
        if (written > 0) {
            text += written;
            size -= (size_t)written;
        }
    }
    return 0;
}

int arb_relay_state_write(const arb_relay_state *state, const char *path, const char *from,
                          const char *to)
{
    json_t *sums = json_array();
    arb_whole_file file;

    size_t count = ARB_RELAY_PUSHES_MAX;

    while (count > 0 && !state->sum[count - 1][0])
        count--;
    for (size_t i = 0; i < count; i++) /* one that was not taken is empty, and keeps its place */
        (void)json_array_append_new(sums, json_string(state->sum[i]));
    json_t *value = json_pack("{ss ss so}", "from", from, "to", to, "taken", sums);
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
    json_decref(value);
    if (!text)
        return ENOMEM;
    int err = arb_whole_file_open(&file, path);
    if (!err) {
        err = write_all(file.fd, text, strlen(text));
        const int placed = arb_whole_file_finish(&file, err == 0);
        err = err ? err : placed;
    }
    free(text);
    return err;
}

/* ---- the token */

/* The first line, without blanks around it; none that could break a header. */
static bool copy_token(char out[ARB_RELAY_TOKEN_MAX + 1], const char *text)
{
    text += strspn(text, " \t\r\n");
    const size_t size = strcspn(text, " \t\r\n");

    if (size == 0 || size > ARB_RELAY_TOKEN_MAX)
        return false;
    for (size_t i = 0; i < size; i++)
        if (text[i] <= ' ' || text[i] >= 0x7f)
            return false;
    memcpy(out, text, size);
    out[size] = '\0';
    return text[size + strspn(text + size, " \t\r\n")] == '\0';
}

bool arb_relay_token(char out[ARB_RELAY_TOKEN_MAX + 1], const char *path)
{
    char text[2 * ARB_RELAY_TOKEN_MAX];
    const char *given = path ? NULL : getenv("ARBITRO_RELAY_TOKEN");
    FILE *file = path ? fopen(path, "re") : NULL;

    if (file) {
        const size_t size = fread(text, 1, sizeof text - 1, file);
        (void)fclose(file);
        text[size] = '\0';
        given = text;
    }
    const bool good = given && copy_token(out, given);
    memset(text, 0, sizeof text);
    return good;
}
