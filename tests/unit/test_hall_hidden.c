/* SPDX-License-Identifier: MIT */
/*
 * Pairs of games that differ only in what the players are not to know. Whatever the hall sends to
 * players and spectators has the same form in both, byte for byte, when what was moved where is
 * left out of it.
 */
#define _GNU_SOURCE
#include "support/hall/fixture.h"

#define CASUAL                                                                                     \
    "{\"time\":\"5400+30\",\"options\":{\"completion\":\"press\",\"illegal-moves\":\"stand\""
#define TOURNAMENT "{\"mode\":\"tournament\",\"time\":\"5400+30\""

/* Two games of the same regulations; in the second one something is hidden. */
typedef struct pair {
    const char *name, *regulations;
    const char *plain, *hidden; /* events of White, separated by semicolons */
} pair;

static const pair pairs[] = {
    { "a displacement that is no move", TOURNAMENT "}", "move e2e4", "move e2e5" },
    { "the same of a piece", TOURNAMENT "}", "move g1f3", "move g1g3" },
    { "the same with a capture", TOURNAMENT ",\"position\":\"4k3/8/8/8/2pp4/8/8/Q3K3 w - - 0 1\"}",
      "move a1d4", "move a1c4" },
    { "the same with check", TOURNAMENT ",\"position\":\"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"}",
      "move a1a8", "move a1h8" },
    { "the same and an offer of a draw", TOURNAMENT "}", "move e2e4;offer", "move e2e5;offer" },
    { "an illegal move that is completed and not found",
      TOURNAMENT ",\"options\":{\"detection\":\"manual\"}}", "move e2e4;press", "move e2e5;press" },
    { "the same in blitz", "{\"mode\":\"tournament\",\"time\":\"180+2\"}", "play g1f3",
      "play g1g3" },
    { "a move against a touched piece", TOURNAMENT ",\"options\":{\"touch-move\":\"claim\"}}",
      "touch e2;move e2e4;press", "touch d2;move e2e4;press" },
    { "a displacement among friends", CASUAL "}}", "move e2e4", "move e2e5" },
    { "the same, completed and not found", CASUAL ",\"detection\":\"manual\"}}", "move g1f3;press",
      "move g1g3;press" },
};

/* What is moved where, and when things are: these differ from game to game. */
static bool is_particular(const char *key)
{
    static const char *const keys[] = { "san",  "uci",      "fen",      "event", "now", "at",
                                        "time", "white_ms", "black_ms", "seq",   "game" };

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return false;
}

/* Of a text the kind of each character: a piece, a file, a rank, or the character itself. */
static json_t *form_of(const json_t *value)
{
    char form[1024];
    size_t size = 0;

    if (!json_is_string(value))
        return json_string(json_is_number(value) ? "number" : "other");
    for (const char *c = json_string_value(value); *c && size < sizeof form - 1; c++)
        form[size++] = strchr("KQRBN", *c)      ? 'P'
                       : strchr("abcdefgh", *c) ? 'f'
                       : strchr("12345678", *c) ? 'r'
                                                : *c;
    form[size] = '\0';
    return json_string(form);
}

static void reduce(json_t *value)
{
    const char *key;
    json_t *one;
    void *next;
    size_t i;

    json_array_foreach(value, i, one) reduce(one);
    json_object_foreach_safe(value, next, key, one)
    {
        /* the last field of a position's text is the same, whatever stands there */
        if (strcmp(key, "fen") == 0)
            json_object_set_new(value, key, json_string(strchr(json_string_value(one), ' ')));
        else if (is_particular(key))
            json_object_set_new(value, key, form_of(one));
        else if (strcmp(key, "words") == 0) { /* the event once more */
            json_object_set_new(one, "en", form_of(json_object_get(one, "en")));
            json_object_set_new(one, "it", form_of(json_object_get(one, "it")));
        } else if (strcmp(key, "clock") == 0 || strcmp(key, "board") == 0)
            json_object_set_new(value, key, json_string("seen by all"));
        else
            reduce(one);
    }
}

/* Its form as text, to be freed; the value is given up. */
static char *form(json_t *value)
{
    reduce(value);
    char *text = json_dumps(value, JSON_SORT_KEYS);
    json_decref(value);
    return text;
}

/* Sends all the events; the form of the last answer. */
static char *answered(const char *token, const char *events)
{
    json_t *answer = NULL;
    char text[128], id[8] = "a";

    (void)snprintf(text, sizeof text, "%s", events);
    for (char *event = strtok(text, ";"); event; event = strtok(NULL, ";"), id[0]++) {
        json_decref(answer);
        assert_true(hall_event(&answer, &h, token, id, event));
    }
    return form(answer);
}

/* The game in the list that anybody may ask for. */
static json_t *listed(const seats *s)
{
    json_t *list = NULL, *found = NULL;

    assert_int_equal(hall_ask(&list, &h, "GET", "/api/hall", NULL, NULL), 200);
    json_t *games = at(list, "games");
    for (size_t i = 0; i < json_array_size(games) && !found; i++)
        if (number_at(json_array_get(games, i), "game") == s->game)
            found = json_incref(json_array_get(games, i));
    assert_non_null(found);
    json_decref(list);
    return found;
}

/* The events of the case file, without their times. */
static json_t *filed(const char *token)
{
    static reply r;
    json_t *events = json_array();
    client c = client_open(h.port);
    char head[256], *rest = NULL;

    (void)snprintf(head, sizeof head,
                   "GET /api/case HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\n\r\n", token);
    assert_true(client_send(&c, head));
    assert_true(client_reply(&r, &c, false));
    assert_int_equal(r.status, 200);
    char *text = strdup(r.body);
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        if (*line >= '0' && *line <= '9')
            json_array_append_new(events, json_pack("{ss}", "event", strchr(line, ' ')));
    assert_true(json_array_size(events) > 1);
    free(text);
    client_close(&c);
    return events;
}

/* What came on the stream, once there is the last of so many events; the stream is closed. */
static json_t *streamed(client *c, size_t count)
{
    json_t *events = json_array();
    char *rest = NULL;

    for (unsigned i = 0; i < 100 && json_array_size(events) < count; i++) {
        json_array_clear(events);
        (void)client_expect(c, "\a", 20); /* never comes */
        char *text = strdup(c->size > 0 ? c->bytes : "");
        for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
            json_t *data = strncmp(line, "data: ", 6) == 0 ? json_loads(line + 6, 0, NULL) : NULL;
            if (at(data, "log"))
                json_array_append(events, data);
            json_decref(data);
        }
        free(text);
    }
    assert_int_equal(json_array_size(events), count);
    client_close(c);
    return events;
}

static size_t count_of(const char *events)
{
    size_t count = 1;

    for (; *events; events++)
        count += *events == ';';
    return count;
}

static void assert_same(const pair *p, const char *where, char *one, char *other)
{
    size_t at = 0;

    while (one[at] && one[at] == other[at])
        at++;
    if (one[at] || other[at])
        fail_msg("%s, %s: %.80s instead of %.80s", p->name, where, other + at, one + at);
    free(one);
    free(other);
}

/* Everything that this seat can ask for. */
static void assert_told_alike(const pair *p, const char *where, const char *one, const char *other)
{
    assert_same(p, where, form(hall_look(&h, one)), form(hall_look(&h, other)));
    assert_same(p, where, form(filed(one)), form(filed(other)));
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/pgn", one, NULL), 409);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/pgn", other, NULL), 409);
}

/* Laws 12.6, 7.5.1, 4.8 */
static void test_hall__what_is_hidden_changes_no_form(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const pair *p = &pairs[i];
        const seats a = started(p->regulations), b = started(p->regulations);
        client pages[] = { hall_stream(&h, a.black, -1), hall_stream(&h, b.black, -1),
                           hall_stream(&h, a.spectator, -1), hall_stream(&h, b.spectator, -1) };
        const size_t count = count_of(p->plain);
        assert_same(p, "answer", answered(a.white, p->plain), answered(b.white, p->hidden));
        assert_told_alike(p, "white", a.white, b.white);
        assert_told_alike(p, "black", a.black, b.black);
        assert_told_alike(p, "spectator", a.spectator, b.spectator);
        assert_same(p, "list", form(listed(&a)), form(listed(&b)));
        assert_same(p, "stream of black", form(streamed(&pages[0], count)),
                    form(streamed(&pages[1], count)));
        assert_same(p, "stream of spectator", form(streamed(&pages[2], count)),
                    form(streamed(&pages[3], count)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__what_is_hidden_changes_no_form, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
