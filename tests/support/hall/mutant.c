/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "support/hall/mutant.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/event.h"

enum { DEEP = 3000, LONG = 9000 };

#define PICK(list) list[mutant_dice(sizeof list / sizeof list[0])]

static uint64_t seed_now;

void mutant_seed(uint64_t seed)
{
    seed_now = seed;
}

unsigned mutant_dice(unsigned sides)
{
    seed_now = seed_now * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(seed_now >> 33) % sides;
}

/* ---- words */

static const char *const spices[] = { "",
                                      " ",
                                      "\t",
                                      "\n",
                                      "\r\n",
                                      "\"",
                                      "\\",
                                      "\\\"",
                                      "#",
                                      "%s%n",
                                      "\x7f",
                                      "\x01",
                                      "0",
                                      "-1",
                                      "1e999",
                                      "NaN",
                                      "white",
                                      "black",
                                      "arbiter",
                                      "e2e4",
                                      "e7e8q",
                                      "O-O",
                                      "Nf3",
                                      "0:00",
                                      "99:99:99",
                                      "unknown",
                                      "1-0",
                                      "9999999999999999999",
                                      "area",
                                      "accept",
                                      "11.5",
                                      "warning",
                                      "\xc3\xa9",
                                      "\xe2\x99\x9a",
                                      "\xf0\x9f\x8f\x81",
                                      "../../",
                                      "start",
                                      "<b>&\"",
                                      "8/8/8/8/8/8/8/8 w - -",
                                      "moves 40",
                                      "loss",
                                      "own-time 10" };

static const char *const events[] = {
    "move e2e4",
    "play e7e5",
    "press",
    "offer",
    "accept",
    "stop",
    "resume",
    "touch e2",
    "touch e7 d7",
    "write \"1. e4\"",
    "claim repetition",
    "claim fifty e2e4",
    "rule \"a \\\"b\\\"\"",
    "restore 0",
    "revoke 1",
    "set-clock white 0:10:00",
    "penalty black warning",
    "compensate white 30",
    "move Nf3",
    "move O-O",
    "set-position 8/P6k/8/8/8/8/8/K7 w - - 0 60",
    "observe illegal",
    "displace e2",
    "arrive",
};

/* The words of an event, more or less. */
static void write_event(char *out, size_t room)
{
    if (mutant_dice(2)) {
        (void)snprintf(out, room, "%s", PICK(events));
        return;
    }
    const char *words = arb_verb_get((arb_verb)mutant_dice(ARB_VERB_COUNT))->words;
    int size = snprintf(out, room, "%s", mutant_dice(8) ? words : PICK(spices));

    for (unsigned n = mutant_dice(4); n > 0; n--)
        size += snprintf(out + size, room - (size_t)size, " %s", PICK(spices));
}

static json_t *deep(void)
{
    json_t *value = json_array();

    for (unsigned i = 0; i < DEEP; i++) {
        json_t *outer = json_array();
        json_array_append_new(outer, value);
        value = outer;
    }
    return value;
}

static json_t *long_text(void)
{
    static char text[LONG + 1];

    memset(text, 'a' + (int)mutant_dice(26), LONG);
    text[mutant_dice(LONG)] = '\0';
    return json_string(text);
}

static json_t *any_value(void)
{
    char event[512];

    switch (mutant_dice(13)) {
    case 0:
        return json_null();
    case 1:
        return json_boolean(mutant_dice(2));
    case 2:
        return json_integer((json_int_t)mutant_dice(2000) - 1000);
    case 3:
        return json_integer(mutant_dice(2) ? INT64_MAX : INT64_MIN);
    case 4:
        return json_real(mutant_dice(2) ? 1e308 : -0.5);
    case 5:
        return json_array();
    case 6:
        return json_pack("{ss}", "en", "x");
    case 7:
        return mutant_dice(20) ? json_string("x") : deep();
    case 8:
        return mutant_dice(4) ? json_string("y") : long_text();
    case 9:
        return json_pack("[s, i, {s: n}]", PICK(spices), 1, "z");
    case 10:
        return json_string(PICK(spices));
    default:
        write_event(event, sizeof event);
        return json_string(event);
    }
}

/* ---- JSON */

static const struct {
    const char *path, *body;
} bodies[] = {
    { "/api/games",
      "{\"time\":\"300+3\",\"edition\":\"fide-2023\",\"mode\":\"tournament\",\"options\":{"
      "\"flags\":"
      "\"observed\",\"illegal-moves\":\"refuse\"},\"position\":null,\"start960\":null,\"names\":{"
      "\"white\":\"A\",\"black\":\"B\",\"event\":\"C\"},\"computer\":null,\"public\":true}" },
    { "/api/games", "{\"position\":\"8/P6k/8/8/8/8/8/K7 w - - 0 60\",\"mode\":\"casual\"}" },
    { "/api/games", "{\"start960\":356}" },
    { "/api/regulations", "{\"time\":\"300+3\",\"edition\":\"fide-2023\",\"options\":{}}" },
    { "/api/join", "{\"code\":\"KX4P7R\"}" },
    { "/api/solve", "{\"stipulation\":\"#2\",\"position\":\"8/8/8/N7/8/7P/p1K5/k1n5\",\"set\":true,"
                    "\"tries\":true}" },
    { "/api/publish", "{\"name\":\"m\",\"title\":\"M\",\"event\":\"C\",\"delay\":3600,\"games\":[{"
                      "\"game\":1,\"round\":1}]}" },
    { "/api/publish", "{\"name\":\"n\",\"games\":[{\"game\":1,\"round\":2}]}" },
    { "/api/unpublish", "{\"name\":\"m\"}" },
    { "/api/qr", "{\"text\":\"http://hall.test/game#x\"}" },
};

static json_t *good_body(const char *path)
{
    const unsigned begin = mutant_dice(sizeof bodies / sizeof bodies[0]);
    char event[512], id[16];

    for (unsigned i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        const unsigned at_ = (begin + i) % (sizeof bodies / sizeof bodies[0]);
        if (strcmp(bodies[at_].path, path) == 0)
            return json_loads(bodies[at_].body, 0, NULL);
    }
    write_event(event, sizeof event);
    (void)snprintf(id, sizeof id, "f%u", mutant_dice(1u << 30));
    return json_pack("{ss ss si}", "id", id, "event", event, "think", (int)mutant_dice(5000));
}

/* Changes, adds or leaves out one member, here or further inside. */
static void damage_json(json_t *object)
{
    const size_t count = json_object_size(object);
    size_t wanted = count ? mutant_dice((unsigned)count) : 0;
    const char *key = "more";
    json_t *value = NULL;

    for (void *i = json_object_iter(object); i; i = json_object_iter_next(object, i)) {
        if (wanted-- == 0) {
            key = json_object_iter_key(i);
            value = json_object_iter_value(i);
            break;
        }
    }
    if (json_is_object(value) && mutant_dice(2))
        damage_json(value);
    else if (mutant_dice(6) == 0)
        (void)json_object_del(object, key);
    else if (mutant_dice(6) == 0)
        (void)json_object_set_new(object, PICK(spices), any_value());
    else
        (void)json_object_set_new(object, key, any_value());
}

/* ---- the request */

static size_t put(mutant *m, size_t at_, size_t gone, const char *more, size_t size)
{
    if (m->size - gone + size > MUTANT_MAX)
        return m->size;
    memmove(m->text + at_ + size, m->text + at_ + gone, m->size - at_ - gone);
    memcpy(m->text + at_, more, size);
    m->size += size - gone;
    return m->size;
}

/* Another byte, a part left out, a part twice, something put in, the rest left out. */
static void damage(mutant *m)
{
    static char part[MUTANT_MAX];
    const size_t at_ = mutant_dice((unsigned)m->size);
    const size_t span = 1 + mutant_dice(mutant_dice(3) ? 8 : (unsigned)(m->size - at_));
    const size_t size = span < m->size - at_ ? span : m->size - at_;
    const char *spice = PICK(spices);

    switch (mutant_dice(6)) {
    case 0:
    case 1:
        m->text[at_] = (char)mutant_dice(256);
        break;
    case 2:
        (void)put(m, at_, size, "", 0);
        break;
    case 3:
        memcpy(part, m->text + at_, size);
        (void)put(m, at_, 0, part, size);
        break;
    case 4:
        (void)put(m, at_, 0, spice, strlen(spice));
        break;
    default:
        if (mutant_dice(4) == 0)
            m->size = at_ + 1;
    }
}

static const char *pick_key(const seats *s, const char *desk)
{
    const char *const keys[] = { s->white,   s->white,   s->black,
                                 s->arbiter, s->arbiter, s->spectator,
                                 desk,       NULL,       "AAAAAAAAAAAAAAAAAAAAAA" };

    return PICK(keys);
}

static void write_head(mutant *m, const arb_api_route *route, const seats *s, const char *desk,
                       size_t length)
{
    static const char *const queries[] = {
        "", "", "?article=7.5.2", "?seen=1", "?game=x", "?game=&game=1", "?%", "?a=%00&game=1"
    };
    static const char *const extras[] = { "",
                                          "",
                                          "",
                                          "Last-Event-ID: 0\r\n",
                                          "Last-Event-ID: 18446744073709551615\r\n",
                                          "X-Forwarded-For: 1.2.3.4, x\r\n",
                                          "Accept-Encoding: gzip;q=0\r\n",
                                          "Connection: close\r\n" };
    static const char *const files[] = {
        "/live/m/round-1/games.pgn",   "/live/m/round-1/index.json", "/live/n/round-2/game-1.pgn",
        "/live/n/round-2/game-1.json", "/live/n/tournament.json",    "/live/n/round-2"
    };
    const bool post = (route->method == ARB_HTTP_POST) != (mutant_dice(20) == 0);
    const char *key = pick_key(s, desk);
    char game[24], bearer[96] = "", size[96] = "";

    (void)snprintf(game, sizeof game, "?game=%d", s->game);
    if (key)
        (void)snprintf(bearer, sizeof bearer, "Authorization: Bearer %s\r\n", key);
    if (post || length > 0)
        (void)snprintf(size, sizeof size, "Content-Length: %zu\r\n", length);
    m->size = (size_t)snprintf(
        m->text, MUTANT_MAX, "%s %s%s HTTP/1.1\r\nHost: localhost\r\n%s%s%s%s\r\n",
        post             ? "POST"
        : mutant_dice(8) ? "GET"
                         : "HEAD",
        mutant_dice(12) ? route->path : PICK(files), mutant_dice(3) ? PICK(queries) : game, bearer,
        mutant_dice(30) ? "Content-Type: application/json\r\n" : "", size, PICK(extras));
}

void mutant_make(mutant *m, const arb_api_route *route, const seats *s, const char *desk)
{
    char *text = NULL;

    if (route->method == ARB_HTTP_POST || mutant_dice(20) == 0) {
        json_t *body = good_body(route->path);
        for (unsigned n = mutant_dice(3); n > 0 && json_is_object(body); n--)
            damage_json(body);
        text = json_dumps(body, mutant_dice(2) ? JSON_ENSURE_ASCII : 0);
        json_decref(body);
    }
    const size_t size = text ? strlen(text) : 0;
    write_head(m, route, s, desk, size);
    if (size > 0)
        (void)put(m, m->size, 0, text, size);
    free(text);
    if (mutant_dice(3) == 0)
        for (unsigned n = 1 + mutant_dice(3); n > 0 && m->size > 0; n--)
            damage(m);
}
