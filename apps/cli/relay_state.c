/* SPDX-License-Identifier: MIT */
/* What a relay keeps; see relay.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/relay.h"
#include "common/quote.h"
#include "common/system_text.h"
#include "common/whole_file.h"

enum { STATE_MAX = 4 << 20, ROUNDS_MAX = 256 };

/* ---- {"rounds":[{"from","to","boards","taken","tag","over"}],"limit":{"site","until"}}
 *
 * `until` is told by the clock on the wall, because a machine may be restarted, too.
 */

static bool names(const json_t *value, const char *key, const char *text)
{
    const char *found = json_string_value(json_object_get(value, key));

    return found && strcmp(found, text) == 0;
}

/* "101-200", "101-0" to the end; NULL are all. */
static const char *boards_of(char out[32], const arb_relay_way *way)
{
    (void)snprintf(out, 32, "%u-%u", way->first, way->last);
    return way->first > 0 ? out : NULL;
}

static bool is_of(const json_t *one, const arb_relay_way *way)
{
    char room[32];
    const char *boards = boards_of(room, way);

    return names(one, "from", way->from) && names(one, "to", way->to) &&
           (boards ? names(one, "boards", boards) : !json_object_get(one, "boards"));
}

/* What an earlier version wrote is one round by itself. */
static json_t *rounds_of(json_t *value)
{
    json_t *rounds = json_object_get(value, "rounds");

    if (json_is_array(rounds))
        return json_incref(rounds);
    rounds = json_array();
    if (json_object_get(value, "taken"))
        (void)json_array_append(rounds, value);
    return rounds;
}

/* ---- the file as it is found */

typedef enum state_found {
    IS_READ,
    IS_FOREIGN, /* the file of somebody else */
    IS_DAMAGED  /* ours, and no longer whole */
} state_found;

static bool is_round(const json_t *one)
{
    return json_is_string(json_object_get(one, "from")) &&
           json_is_string(json_object_get(one, "to")) &&
           json_is_array(json_object_get(one, "taken"));
}

static bool is_ours(const json_t *value)
{
    const json_t *rounds = json_object_get(value, "rounds"), *one;
    size_t i;

    if (!rounds)
        return is_round(value); /* of an earlier version */
    json_array_foreach(rounds, i, one)
    {
        if (!is_round(one))
            return false;
    }
    return json_is_array(rounds);
}

/* Does it begin as every state does, as far as it goes? */
static bool begins_as_ours(const char *text, size_t size)
{
    static const char *const begins[] = { "{\"rounds\":", "{\"from\":" };

    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        const size_t length = strlen(begins[i]);
        if (memcmp(text, begins[i], size < length ? size : length) == 0)
            return true;
    }
    return false;
}

static state_found read_text(json_t **out, const char *text, size_t size)
{
    json_t *value = size < STATE_MAX ? json_loadb(text, size, 0, NULL) : NULL;

    if (size == 0)
        return IS_READ;
    if (!value)
        return begins_as_ours(text, size) ? IS_DAMAGED : IS_FOREIGN;
    if (!is_ours(value)) {
        json_decref(value);
        return IS_FOREIGN;
    }
    *out = value;
    return IS_READ;
}

/* Reads what is there, if anything is; what is no file, such as /dev/null, holds nothing. Returns
 * 0 or an errno. */
static int read_file(json_t **out, state_found *is, const char *path)
{
    struct stat about;
    size_t size = 0;

    *is = IS_READ;
    if (stat(path, &about) != 0)
        return errno == ENOENT ? 0 : errno;
    if (!S_ISREG(about.st_mode))
        return S_ISDIR(about.st_mode) ? EISDIR : 0;
    FILE *file = fopen(path, "re");
    if (!file)
        return errno;
    char *text = malloc(STATE_MAX);
    int err = text ? 0 : ENOMEM;
    if (text) {
        size = fread(text, 1, STATE_MAX, file);
        if (ferror(file))
            err = EIO;
    }
    (void)fclose(file);
    if (!err)
        *is = read_text(out, text, size);
    free(text);
    return err;
}

/* What is damaged is kept beside the new one: somebody may want to see what became of it. */
static int put_aside(const arb_cli *cli, const char *path)
{
    char *aside = NULL;
    arb_quoted room;

    if (asprintf(&aside, "%s.bad", path) < 0)
        return ENOMEM;
    const int err = rename(path, aside) == 0 ? 0 : errno;
    if (!err)
        (void)arb_cli_complain_at(cli, path, 0, 0, ARB_TEXT_RELAY_STATE_DAMAGED,
                                  arb_quote_path(&room, aside));
    free(aside);
    return err;
}

bool arb_relay_state_open(arb_relay_state *out, const arb_cli *cli, const char *path)
{
    json_t *value = NULL;
    state_found is = IS_READ;
    int err = path ? read_file(&value, &is, path) : 0;

    if (!err && is == IS_FOREIGN) {
        (void)arb_cli_complain_at(cli, path, 0, 0, ARB_TEXT_RELAY_STATE_FOREIGN);
        return false;
    }
    if (!err && is == IS_DAMAGED)
        err = put_aside(cli, path);
    if (err) {
        (void)arb_cli_complain_at(cli, path, 0, 0, ARB_TEXT_FILE_FAILED,
                                  arb_system_text(err, cli->lang));
        return false;
    }
    *out = (arb_relay_state){ .path = path };
    (void)pthread_mutex_init(&out->lock, NULL);
    out->rounds = rounds_of(value);
    out->limit = json_incref(json_object_get(value, "limit"));
    json_decref(value);
    return true;
}

void arb_relay_state_close(arb_relay_state *s)
{
    json_decref(s->rounds);
    json_decref(s->limit);
    (void)pthread_mutex_destroy(&s->lock);
}

static json_t *find(const arb_relay_state *s, const arb_relay_way *way, size_t *at)
{
    for (*at = 0; *at < json_array_size(s->rounds); ++*at)
        if (is_of(json_array_get(s->rounds, *at), way))
            return json_array_get(s->rounds, *at);
    return NULL;
}

void arb_relay_state_find(arb_relay_kept *out, arb_relay_state *s, const arb_relay_way *way)
{
    const json_t *one;
    size_t i, at;

    memset(out, 0, sizeof *out);
    (void)pthread_mutex_lock(&s->lock);
    const json_t *found = find(s, way, &at);
    json_array_foreach(json_object_get(found, "taken"), i, one)
    {
        if (i < ARB_RELAY_PUSHES_MAX && json_string_length(one) == ARB_RELAY_SUM - 1)
            memcpy(out->sum[i], json_string_value(one), ARB_RELAY_SUM);
    }
    const char *tag = json_string_value(json_object_get(found, "tag"));
    if (tag && strlen(tag) < sizeof out->tag)
        (void)snprintf(out->tag, sizeof out->tag, "%s", tag);
    out->is_over = json_is_true(json_object_get(found, "over"));
    (void)pthread_mutex_unlock(&s->lock);
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

static json_t *written(const arb_relay_way *way, const arb_relay_kept *kept)
{
    json_t *sums = json_array();
    size_t count = ARB_RELAY_PUSHES_MAX;
    char room[32];

    while (count > 0 && !kept->sum[count - 1][0])
        count--;
    for (size_t i = 0; i < count; i++) /* one that was not taken is empty, and keeps its place */
        (void)json_array_append_new(sums, json_string(kept->sum[i]));
    return json_pack("{ss ss ss* so ss* sb}", "from", way->from, "to", way->to, "boards",
                     boards_of(room, way), "taken", sums, "tag", kept->tag[0] ? kept->tag : NULL,
                     "over", (int)kept->is_over);
}

/* The end of a limit that is not over. */
static json_int_t limit_of(const json_t *limit)
{
    const json_int_t until = json_integer_value(json_object_get(limit, "until"));

    return until > (json_int_t)time(NULL) ? until : 0;
}

static int write_file(const arb_relay_state *s)
{
    json_t *value = json_pack("{sO sO*}", "rounds", s->rounds, "limit",
                              limit_of(s->limit) > 0 ? s->limit : NULL);
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
    arb_whole_file file;

    json_decref(value);
    if (!text)
        return ENOMEM;
    int err = arb_whole_file_open(&file, s->path);
    if (!err) {
        err = write_all(file.fd, text, strlen(text));
        const int placed = arb_whole_file_finish(&file, err == 0);
        err = err ? err : placed;
    }
    free(text);
    return err;
}

int arb_relay_state_keep(arb_relay_state *s, const arb_relay_way *way, const arb_relay_kept *kept)
{
    json_t *one = written(way, kept);
    size_t at;

    if (!one)
        return ENOMEM;
    (void)pthread_mutex_lock(&s->lock);
    if (find(s, way, &at))
        (void)json_array_remove(s->rounds, at);
    else if (json_array_size(s->rounds) >= ROUNDS_MAX)
        (void)json_array_remove(s->rounds, 0); /* the one that changed longest ago */
    (void)json_array_append_new(s->rounds, one);
    const int err = s->path ? write_file(s) : 0;
    (void)pthread_mutex_unlock(&s->lock);
    return err;
}

/* ---- limits */

static bool is_limit_of(const json_t *limit, const char *to)
{
    const char *site = json_string_value(json_object_get(limit, "site"));
    const size_t size = arb_relay_site_size(to);

    return site && strlen(site) == size && memcmp(site, to, size) == 0;
}

int arb_relay_state_limit(arb_relay_state *s, const char *to, unsigned seconds)
{
    const json_int_t until = (json_int_t)time(NULL) + seconds;
    int err = 0;

    (void)pthread_mutex_lock(&s->lock);
    if (!is_limit_of(s->limit, to) || limit_of(s->limit) < until) {
        json_decref(s->limit);
        s->limit = json_pack("{ss% sI}", "site", to, arb_relay_site_size(to), "until", until);
        err = s->path ? write_file(s) : 0;
    }
    (void)pthread_mutex_unlock(&s->lock);
    return err;
}

unsigned arb_relay_state_limited(arb_relay_state *s, const char *to)
{
    json_int_t left = 0;

    (void)pthread_mutex_lock(&s->lock);
    if (is_limit_of(s->limit, to) && limit_of(s->limit) > 0)
        left = limit_of(s->limit) - (json_int_t)time(NULL);
    (void)pthread_mutex_unlock(&s->lock);
    return left <= 0 ? 0 : left < ARB_RELAY_RETRY_MAX ? (unsigned)left : ARB_RELAY_RETRY_MAX;
}
