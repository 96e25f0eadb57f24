/* SPDX-License-Identifier: MIT */
/*
 * Pairs of games that differ only in what the players are not to know. Whatever the hall sends to
 * players and spectators has the same form in both, byte for byte, when what was moved where is
 * left out of it.
 */
#include "support/hall/fixture.h"

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
    char form[128];
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
        else if (strcmp(key, "clock") == 0 || strcmp(key, "board") == 0)
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

/* Laws 12.6, 7.5.1, 4.8 */
static void test_hall__what_is_hidden_changes_no_form(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const pair *p = &pairs[i];
        const seats a = started(p->regulations), b = started(p->regulations);
        assert_same(p, "answer", answered(a.white, p->plain), answered(b.white, p->hidden));
        assert_same(p, "white", form(hall_look(&h, a.white)), form(hall_look(&h, b.white)));
        assert_same(p, "black", form(hall_look(&h, a.black)), form(hall_look(&h, b.black)));
        assert_same(p, "spectator", form(hall_look(&h, a.spectator)),
                    form(hall_look(&h, b.spectator)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__what_is_hidden_changes_no_form, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
