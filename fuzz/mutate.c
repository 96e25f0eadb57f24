/* SPDX-License-Identifier: MIT */
#include "mutate.h"

#include <string.h>

enum { STEPS_MAX = 8, SPAN_SMALL = 12, REUSED_MAX = 2048 };

static uint64_t seed_now = 1;

void mutate_seed(uint64_t seed)
{
    seed_now = seed;
}

/* A number below `limit`, which is not 0. */
static size_t dice(size_t limit)
{
    seed_now = seed_now * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(seed_now >> 33) % limit;
}

/* What readers of texts stumble over. */
static const struct {
    const char *text;
    size_t size;
} spices[] = {
#define SPICE(text)                                                                                \
    {                                                                                              \
        text, sizeof text - 1                                                                      \
    }
    SPICE("\0"),
    SPICE("\n"),
    SPICE("\r\n"),
    SPICE("\t"),
    SPICE(" "),
    SPICE("\""),
    SPICE("\\"),
    SPICE("/"),
    SPICE(":"),
    SPICE(";"),
    SPICE("{"),
    SPICE("}"),
    SPICE("("),
    SPICE(")"),
    SPICE("["),
    SPICE("]"),
    SPICE("-"),
    SPICE("+"),
    SPICE("#"),
    SPICE("%"),
    SPICE("0"),
    SPICE("-1"),
    SPICE("255"),
    SPICE("256"),
    SPICE("65536"),
    SPICE("1e9"),
    SPICE("0.5"),
    SPICE("2147483648"),
    SPICE("\x7f"),
    SPICE("\xff"),
    SPICE("\xc0\xaf"),
    SPICE("\xed\xa0\x80"),
    SPICE("\xef\xbb\xbf"),
    SPICE("\xc2\xbd"),
    SPICE("\xe2\x80\xa8"),
    SPICE("\xe2\x99\x9a"),
    SPICE("\xf4\x90\x80\x80"),
    SPICE("18446744073709551616"),
    SPICE("9999999999999999999999"),
#undef SPICE
};
enum { SPICE_COUNT = sizeof spices / sizeof spices[0] };

/* Puts bytes in at a place, where there is room for them. */
static size_t put(uint8_t *data, size_t size, size_t at, const void *bytes, size_t count)
{
    if (count > MUTATE_MAX - size)
        count = MUTATE_MAX - size;
    memmove(data + at + count, data + at, size - at);
    memmove(data + at, bytes, count);
    return size + count;
}

/* Mostly a few bytes, now and then all that follows. */
static size_t span(size_t most)
{
    const size_t limit = most > SPAN_SMALL && dice(4) ? SPAN_SMALL : most;

    return 1 + dice(limit);
}

/* A part of some sample, where there is one. */
static size_t splice(uint8_t *data, size_t size, size_t at, const sample *other)
{
    if (other->size == 0)
        return size;
    const size_t from = dice(other->size);
    return put(data, size, at, other->data + from, span(other->size - from));
}

static size_t leave_out(uint8_t *data, size_t size, size_t at)
{
    const size_t gone = span(size - at);

    memmove(data + at, data + at + gone, size - at - gone);
    return size - gone;
}

static size_t repeat(uint8_t *data, size_t size, size_t at)
{
    uint8_t part[256];
    size_t count = span(size - at);

    count = count < sizeof part ? count : sizeof part;
    memcpy(part, data + at, count);
    return put(data, size, at, part, count);
}

static size_t damage(uint8_t *data, size_t size, const sample *samples, unsigned count)
{
    const size_t at = dice(size + 1), spice = dice(SPICE_COUNT);

    if (size == 0 || at == size)
        return splice(data, size, at, &samples[dice(count)]);
    switch (dice(8)) {
    case 0:
        data[at] ^= (uint8_t)(1u << dice(8));
        return size;
    case 1:
        data[at] = (uint8_t)dice(256);
        return size;
    case 2:
        data[at] = data[dice(size)];
        return size;
    case 3:
        return leave_out(data, size, at);
    case 4:
        return repeat(data, size, at);
    case 5:
        return put(data, size, at, spices[spice].text, spices[spice].size);
    case 6:
        return dice(8) ? size : at; /* the rest is cut off */
    default:
        return splice(data, size, at, &samples[dice(count)]);
    }
}

size_t mutate(uint8_t *data, const sample *samples, unsigned count)
{
    static size_t made;

    if (made == 0 || made > REUSED_MAX || dice(4) != 0) {
        const sample *it = &samples[dice(count)];
        made = it->size < MUTATE_MAX ? it->size : MUTATE_MAX;
        if (made > 0)
            memcpy(data, it->data, made);
    }
    for (size_t steps = 1 + dice(STEPS_MAX); steps > 0; steps--)
        made = damage(data, made, samples, count);
    return made;
}
