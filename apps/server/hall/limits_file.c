/* SPDX-License-Identifier: MIT */
/* Limits by name; see limits_file.h. */
#define _GNU_SOURCE
#include "server/hall/limits_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A rate has two values; so much of each is allowed. */
enum { BURST_MAX = 1000000, INTERVAL_MIN = 100 };
static const int64_t interval_max = INT64_C(86400000000);

typedef enum amount {
#define RATE(...)
#define AMOUNT(id, ...) AMOUNT_##id,
#include "server/hall/limits.def"
#undef RATE
#undef AMOUNT
    AMOUNT_COUNT
} amount;

enum { VALUE_COUNT = 2 * ARB_LIMIT_COUNT + AMOUNT_COUNT };

/* ---- the list ---- */

static void rate_info(arb_limit_info *out, const arb_hall_config *config, size_t index)
{
    static const struct {
        const char *name, *what[ARB_LANG_COUNT];
    } rates[ARB_LIMIT_COUNT] = {
#define RATE(id, name, burst, interval, room, en, it)                                              \
    [ARB_LIMIT_##id] = { name, { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it } },
#define AMOUNT(...)
#include "server/hall/limits.def"
#undef RATE
#undef AMOUNT
    };
    const size_t rate = index / 2;
    const bool burst = index % 2 == 0;

    *out = (arb_limit_info){ .value =
                                 burst ? config->rate[rate].burst : config->rate[rate].interval_us,
                             .least = burst ? 1 : INTERVAL_MIN,
                             .most = burst ? BURST_MAX : interval_max,
                             .is_live = true };
    memcpy(out->what, rates[rate].what, sizeof out->what);
    (void)snprintf(out->name, sizeof out->name, "%s.%s", rates[rate].name,
                   burst ? "burst" : "interval-us");
}

static void amount_info(arb_limit_info *out, const arb_hall_config *config, size_t index)
{
    switch ((amount)index) {
#define RATE(...)
#define AMOUNT(id, key, field, type, min, max, live, en, it)                                       \
    case AMOUNT_##id:                                                                              \
        *out = (arb_limit_info){ .name = key,                                                      \
                                 .value = (int64_t)config->field,                                  \
                                 .least = min,                                                     \
                                 .most = max,                                                      \
                                 .is_live = live,                                                  \
                                 .what = { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it } };             \
        break;
#include "server/hall/limits.def"
#undef RATE
#undef AMOUNT
    case AMOUNT_COUNT:
        break;
    }
}

bool arb_limit_info_get(arb_limit_info *out, const arb_hall_config *config, size_t index)
{
    if (index >= VALUE_COUNT)
        return false;
    if (index < (size_t)2 * ARB_LIMIT_COUNT)
        rate_info(out, config, index);
    else
        amount_info(out, config, index - (size_t)2 * ARB_LIMIT_COUNT);
    return true;
}

static void set(arb_hall_config *config, size_t index, int64_t value)
{
    if (index < (size_t)2 * ARB_LIMIT_COUNT) {
        arb_rate *rate = &config->rate[index / 2];
        if (index % 2 == 0)
            rate->burst = (unsigned)value;
        else
            rate->interval_us = value;
        return;
    }
    switch ((amount)(index - (size_t)2 * ARB_LIMIT_COUNT)) {
#define RATE(...)
#define AMOUNT(id, key, field, type, ...)                                                          \
    case AMOUNT_##id:                                                                              \
        config->field = (type)value;                                                               \
        break;
#include "server/hall/limits.def"
#undef RATE
#undef AMOUNT
    case AMOUNT_COUNT:
        break;
    }
}

/* ---- reading ---- */

typedef struct line {
    const char *at, *begin, *end;
} line;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* The next word of the line; false when there is none, or a comment begins. */
static bool next_word(line *it, const char **word, size_t *size)
{
    while (it->at < it->end && is_blank(*it->at))
        it->at++;
    *word = it->at;
    while (it->at < it->end && !is_blank(*it->at) && *it->at != '#')
        it->at++;
    *size = (size_t)(it->at - *word);
    return *size > 0;
}

static bool find(size_t *index, arb_limit_info *info, const arb_hall_config *config,
                 const char *name, size_t size)
{
    for (*index = 0; arb_limit_info_get(info, config, *index); ++*index)
        if (strlen(info->name) == size && memcmp(info->name, name, size) == 0)
            return true;
    return false;
}

static bool read_value(int64_t *out, const char *word, size_t size, const arb_limit_info *info)
{
    int64_t value = 0;

    for (size_t i = 0; i < size; i++) {
        if (word[i] < '0' || word[i] > '9' || value > info->most)
            return false;
        value = 10 * value + (word[i] - '0');
    }
    *out = value;
    return size > 0 && value >= info->least && value <= info->most;
}

static bool blame(arb_limits_trouble *trouble, arb_limits_fault fault, const line *it,
                  const char *at)
{
    trouble->fault = fault;
    trouble->column = (size_t)(at - it->begin) + 1;
    return false;
}

/* One line. What stood in lines before is marked in `seen`. */
static bool read_line(arb_hall_config *config, arb_limits_trouble *trouble, line *it, bool *seen,
                      bool live_only)
{
    const char *name, *value, *rest;
    size_t size, index;
    int64_t number = 0;
    arb_limit_info info;

    if (!next_word(it, &name, &size))
        return true;
    (void)snprintf(trouble->name, sizeof trouble->name, "%.*s", (int)size, name);
    if (!find(&index, &info, config, name, size))
        return blame(trouble, ARB_LIMITS_NAME, it, name);
    if (seen[index])
        return blame(trouble, ARB_LIMITS_TWICE, it, name);
    seen[index] = true;
    trouble->least = info.least;
    trouble->most = info.most;
    (void)next_word(it, &value, &size);
    if (!read_value(&number, value, size, &info))
        return blame(trouble, ARB_LIMITS_VALUE, it, value);
    if (next_word(it, &rest, &size))
        return blame(trouble, ARB_LIMITS_REST, it, rest);
    if (info.is_live || !live_only)
        set(config, index, number);
    return true;
}

bool arb_limits_read(arb_hall_config *config, arb_limits_trouble *trouble, const char *text,
                     size_t size, bool live_only)
{
    arb_hall_config read = *config;
    bool seen[VALUE_COUNT] = { false };
    const char *end = text + size;

    *trouble = (arb_limits_trouble){ .line = 0 };
    for (const char *at = text; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        line it = { at, at, stop ? stop : end };
        trouble->line++;
        if (!read_line(&read, trouble, &it, seen, live_only))
            return false;
        at = stop ? stop + 1 : end;
    }
    trouble->fault = ARB_LIMITS_FINE;
    *config = read;
    return true;
}

bool arb_limits_read_file(arb_hall_config *config, arb_limits_trouble *trouble, const char *path,
                          bool live_only)
{
    /* what is no file does not keep whoever reads it waiting */
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    char *text = malloc(ARB_LIMITS_FILE_MAX + 1);
    struct stat kind;
    ssize_t got = -1;

    *trouble = (arb_limits_trouble){ .fault = ARB_LIMITS_IO, .code = fd < 0 ? errno : ENOMEM };
    if (fd >= 0 && text && fstat(fd, &kind) == 0) {
        trouble->code = EINVAL;
        if (S_ISREG(kind.st_mode) || S_ISFIFO(kind.st_mode))
            got = read(fd, text, ARB_LIMITS_FILE_MAX + 1);
        if (got > ARB_LIMITS_FILE_MAX)
            trouble->code = EFBIG;
    }
    if (fd >= 0)
        (void)close(fd);
    const bool fine = got >= 0 && got <= ARB_LIMITS_FILE_MAX &&
                      arb_limits_read(config, trouble, text, (size_t)got, live_only);
    free(text);
    return fine;
}

arb_text_id arb_limits_fault_text(arb_limits_fault fault)
{
    static const arb_text_id texts[ARB_LIMITS_FAULT_COUNT] = {
        [ARB_LIMITS_FINE] = ARB_TEXT_LIMITS_READ,   [ARB_LIMITS_NAME] = ARB_TEXT_LIMITS_NAME,
        [ARB_LIMITS_VALUE] = ARB_TEXT_LIMITS_VALUE, [ARB_LIMITS_TWICE] = ARB_TEXT_LIMITS_TWICE,
        [ARB_LIMITS_REST] = ARB_TEXT_LIMITS_REST,   [ARB_LIMITS_IO] = ARB_TEXT_FILE_FAILED,
    };

    return texts[fault];
}
