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
#define KEPT       TOURNAMENT ",\"options\":{\"record\":\"kept\"}}"
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
    { "an entry that is no legal move", KEPT, "move e2e4;press;write e4",
      "move e2e4;press;write e5" },
    { "an entry of another move", KEPT, "move e2e4;press;write e4", "move e2e4;press;write d4" },
    { "an entry of a piece that cannot move there", KEPT, "move g1f3;press;write Nf3",
      "move g1f3;press;write Nd2" },
    { "a correction of either kind", KEPT, "move e2e4;press;write d4;rewrite 1 e4",
      "move e2e4;press;write d4;rewrite 1 e5" },
    { "the move to come, before it is made", KEPT, "write e4", "write e5" },
    { "an entry about an illegal move that nobody found",
      TOURNAMENT ",\"options\":{\"record\":\"kept\",\"detection\":\"manual\"}}",
      "move e2e4;press;write e4", "move e2e5;press;write e5" },
    { "an entry where the board is not seen", TOURNAMENT ",\"options\":{\"board\":\"written\"}}",
      "press;write e4", "press;write e5" },
    { "an entry that mates nobody", KEPT, "move f2f3;press;write f3#",
      "move f2f3;press;write f4#" },
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

/* So many events; those that are heard of by others than who did them. */
static size_t count_of(const char *events, bool heard)
{
    size_t count = 0;

    for (const char *at = events; at; at = strchr(at + 1, ';')) {
        const char *event = at == events ? at : at + 1;
        count += !heard || (strncmp(event, "write", 5) != 0 && strncmp(event, "rewrite", 7) != 0);
    }
    return count;
}

/* What a seat is given to print: its size, for the text has what was written. */
static size_t printed(const char *token, const char *path)
{
    static reply r;
    client c = client_open(h.port);
    char head[256];

    (void)snprintf(head, sizeof head,
                   "GET %s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\n\r\n", path, token);
    assert_true(client_send(&c, head));
    assert_true(client_reply(&r, &c, false));
    client_close(&c);
    return r.status == 200 ? r.size : r.status;
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

/* The scoresheet of a player, in the answer and on paper. */
static void assert_sheets_alike(const pair *p, const char *one, const char *other)
{
    json_t *sheets[2] = { NULL, NULL };
    const char *const tokens[] = { one, other };

    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(hall_ask(&sheets[i], &h, "GET", "/api/sheet", tokens[i], NULL), 200);
        json_t *entries = at(sheets[i], "entries"), *entry;
        size_t at_entry;
        assert_null(at(sheets[i], "evidence"));
        json_array_foreach(entries, at_entry, entry)
        {
            assert_null(at(entry, "check"));
            json_object_set_new(entry, "text", form_of(at(entry, "text")));
            if (at(entry, "was"))
                json_object_set_new(entry, "was", form_of(at(entry, "was")));
        }
    }
    assert_same(p, "sheet", form(sheets[0]), form(sheets[1]));
    assert_int_equal(printed(one, "/sheet"), printed(other, "/sheet"));
    assert_int_equal(printed(one, "/sheet?of=game"), 409);
    assert_int_equal(printed(other, "/sheet?of=game"), 409);
    assert_int_equal(printed(one, "/report"), 403);
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
        client pages[] = { hall_stream(&h, a.black, -1),     hall_stream(&h, b.black, -1),
                           hall_stream(&h, a.spectator, -1), hall_stream(&h, b.spectator, -1),
                           hall_stream(&h, a.white, -1),     hall_stream(&h, b.white, -1) };
        const size_t count = count_of(p->plain, true), all = count_of(p->plain, false);
        assert_same(p, "answer", answered(a.white, p->plain), answered(b.white, p->hidden));
        assert_told_alike(p, "white", a.white, b.white);
        assert_told_alike(p, "black", a.black, b.black);
        assert_sheets_alike(p, a.white, b.white);
        assert_sheets_alike(p, a.black, b.black);
        assert_told_alike(p, "spectator", a.spectator, b.spectator);
        assert_same(p, "list", form(listed(&a)), form(listed(&b)));
        assert_same(p, "stream of black", form(streamed(&pages[0], count)),
                    form(streamed(&pages[1], count)));
        assert_same(p, "stream of spectator", form(streamed(&pages[2], count)),
                    form(streamed(&pages[3], count)));
        /* what he touched he may know; what he wrote tells him nothing */
        json_t *own[] = { streamed(&pages[4], all), streamed(&pages[5], all) };
        if (all > count)
            assert_same(p, "stream of white", form(json_incref(own[0])), form(json_incref(own[1])));
        json_decref(own[0]);
        json_decref(own[1]);
    }
}

/* ---- moves that are announced */

/* Two games in which the same is done, but that the piece goes to f3, or to g3 where it cannot. */
typedef struct announced {
    const char *name, *options;
    const char *steps; /* "SEAT EVENT", separated by semicolons; ? is the file, ! its name */
} announced;

static const announced aloud[] = {
    { "placed, announced and repeated", "\"vision\":\"white:blind\"",
      "white move g1?3 silent;white announce Springer ! drei;black repeat Springer ! drei;"
      "black execute g1?3" },
    { "executed before it is repeated", "\"vision\":\"white:blind\"",
      "white move g1?3 silent;white announce Springer ! drei;black execute g1?3;"
      "black repeat Springer ! drei;white offer" },
    { "placed by hand", "\"vision\":\"white:blind\"",
      "white touch g1;white release ?3;white announce Springer ! drei;black execute g1?3" },
    { "announced first, and placed by hand", "\"vision\":\"white:blind\"",
      "white touch g1;white announce Springer ! drei;white release ?3;black execute g1?3" },
    { "told as a whole", "\"vision\":\"white:blind\"",
      "white move g1?3;black execute g1?3;black repeat Springer ! drei;black touch e7" },
    { "announced again", "\"vision\":\"white:blind\"",
      "white move g1?3;white announce Springer ! drei;black execute g1?3" },
    { "by the player who sees", "\"vision\":\"black:blind\"",
      "white move g1?3 silent;white announce Springer ! drei;black repeat Springer ! drei;"
      "black execute g1?3" },
    { "by the player who sees, executed otherwise", "\"vision\":\"black:blind\"",
      "white move g1?3;black execute b1c3;black execute g1?3;black touch e7" },
    { "on one board", "\"vision\":\"white:blind\",\"boards\":\"one\"",
      "white move g1?3 silent;white announce Springer ! drei;black repeat Springer ! drei" },
    { "completed and not found", "\"vision\":\"white:blind\",\"detection\":\"manual\"",
      "white move g1?3 silent;white announce Springer ! drei;white press;"
      "black repeat Springer ! drei;black execute g1?3" },
    { "executed, completed and not found", "\"vision\":\"white:blind\",\"detection\":\"manual\"",
      "white move g1?3;black execute g1?3;white press;black repeat Springer ! drei" },
    { "by the player who sees, completed and not found",
      "\"vision\":\"black:blind\",\"detection\":\"manual\"",
      "white move g1?3;white press;black execute g1?3;black repeat Springer ! drei" },
    { "not announced, completed and not found",
      "\"vision\":\"black:blind\",\"detection\":\"manual\"",
      "white move g1?3 silent;white press;white announce Springer ! drei;"
      "black repeat Springer ! drei" },
};

/* The step with its file, and the name of that. */
static void fill(char *out, size_t size, const char *step, char file, const char *name)
{
    size_t at = 0;

    for (; *step && *step != ';' && at + 8 < size; step++) {
        if (*step == '?')
            out[at++] = file;
        else if (*step == '!')
            at += (size_t)snprintf(out + at, size - at, "%s", name);
        else
            out[at++] = *step;
    }
    out[at] = '\0';
}

/* A form in which nobody can tell the names of the files from each other. */
static char *form_unnamed(json_t *value)
{
    char *text = json_dumps(value, 0);

    json_decref(value);
    for (char *at = strstr(text, "Gustav"); at; at = strstr(at, "Gustav")) {
        memmove(at + 5, at + 6, strlen(at + 6) + 1);
        memcpy(at, "Felix", 5);
    }
    value = json_loads(text, 0, NULL);
    free(text);
    return form(value);
}

static void assert_step_alike(const pair *p, const char *step, const seats *a, const seats *b)
{
    const char *const one[] = { a->white, a->black, a->spectator };
    const char *const other[] = { b->white, b->black, b->spectator };
    char where[160];

    for (unsigned i = 0; i < 3; i++) {
        (void)snprintf(where, sizeof where, "%.100s: %s", step,
                       (const char *[]){ "white", "black", "spectator" }[i]);
        assert_same(p, where, form_unnamed(hall_look(&h, one[i])),
                    form_unnamed(hall_look(&h, other[i])));
        assert_same(p, where, form_unnamed(filed(one[i])), form_unnamed(filed(other[i])));
    }
    assert_same(p, "list", form(listed(a)), form(listed(b)));
}

/* Does the step in both games; what its seat is answered. */
static void take_step(const pair *p, const char *step, const seats *a, const seats *b, char *id)
{
    const bool white = strncmp(step, "white", 5) == 0;
    json_t *answers[2] = { NULL, NULL };
    char event[128];

    assert_true(white || strncmp(step, "black", 5) == 0);
    fill(event, sizeof event, step + 6, 'f', "Felix");
    const bool heard = hall_event(&answers[0], &h, white ? a->white : a->black, id, event);
    assert_true(heard);
    fill(event, sizeof event, step + 6, 'g', "Gustav");
    if (!hall_event(&answers[1], &h, white ? b->white : b->black, id, event))
        fail_msg("%s: %s refused", p->name, event);
    assert_same(p, event, form_unnamed(answers[0]), form_unnamed(answers[1]));
    id[0]++;
}

/* Laws 7.5.1, D.2.1, D.2.3 */
static void test_hall__announced_moves_tell_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof aloud / sizeof aloud[0]; i++) {
        const pair p = { .name = aloud[i].name };
        char body[256], id[8] = "a";
        (void)snprintf(body, sizeof body, TOURNAMENT ",\"options\":{%s}}", aloud[i].options);
        const seats a = started(body), b = started(body);
        client pages[] = { hall_stream(&h, a.black, -1),     hall_stream(&h, b.black, -1),
                           hall_stream(&h, a.spectator, -1), hall_stream(&h, b.spectator, -1),
                           hall_stream(&h, a.white, -1),     hall_stream(&h, b.white, -1) };
        static const char *const whose[] = { "stream of black", "stream of spectator",
                                             "stream of white" };
        const size_t count = count_of(aloud[i].steps, false);
        for (const char *step = aloud[i].steps; step; step = strchr(step, ';')) {
            step += *step == ';';
            take_step(&p, step, &a, &b, id);
            assert_step_alike(&p, step, &a, &b);
        }
        for (unsigned k = 0; k < 3; k++)
            assert_same(&p, whose[k], form_unnamed(streamed(&pages[2 * k], count)),
                        form_unnamed(streamed(&pages[2 * k + 1], count)));
    }
}

/* ---- a board that is elsewhere */

/* What both write for the first move, and who finds what is illegal. */
typedef struct entries {
    const char *name, *white, *black, *options;
} entries;

#define ELSEWHERE ",\"options\":{\"board\":\"written\""

/* Everything but times, and what was written. */
static void forget_times(json_t *value, const char *key)
{
    static const char *const times[] = { "now", "at", "seq", "game", "time" };
    const char *name;
    json_t *one;
    void *next;
    size_t i;

    json_array_foreach(value, i, one) forget_times(one, key);
    json_object_foreach_safe(value, next, name, one)
    {
        bool time = strcmp(name, "clock") == 0;
        for (size_t k = 0; k < sizeof times / sizeof times[0]; k++)
            time = time || strcmp(name, times[k]) == 0;
        if (time)
            json_object_set_new(value, name, json_string("time"));
        else if (json_is_string(one) && strstr(json_string_value(one), key))
            json_object_set_new(value, name, form_of(one));
        else
            forget_times(one, key);
    }
}

static char *plain(json_t *value, const char *written)
{
    forget_times(value, written);
    char *text = json_dumps(value, JSON_SORT_KEYS);
    json_decref(value);
    return text;
}

/* All that the two players are told in such a game, one after the other. */
static void tell_both(char *told[6], const entries *e)
{
    char body[256], event[32];
    json_t *answer = NULL;

    (void)snprintf(body, sizeof body, "%s" ELSEWHERE "%s}}", TOURNAMENT, e->options);
    const seats s = started(body);
    client pages[] = { hall_stream(&h, s.white, -1), hall_stream(&h, s.black, -1) };
    assert_true(hall_do(&h, s.white, "press"));
    (void)snprintf(event, sizeof event, "write %s", e->white);
    assert_true(hall_event(&answer, &h, s.white, "w", event));
    told[0] = plain(answer, e->white);
    answer = NULL;
    (void)snprintf(event, sizeof event, "write %s", e->black);
    assert_true(hall_event(&answer, &h, s.black, "w", event));
    told[1] = plain(answer, e->black);
    told[2] = plain(hall_look(&h, s.white), e->white);
    told[3] = plain(hall_look(&h, s.black), e->black);
    told[4] = plain(streamed(&pages[0], 2), e->white);
    told[5] = plain(streamed(&pages[1], 2), e->black);
    json_t *watched = hall_look(&h, s.spectator);
    const bool agree = strcmp(e->white, e->black) == 0 && strcmp(e->white, "e4") == 0;
    assert_int_equal(json_array_size(at(watched, "moves")), agree ? 1 : 0);
    json_decref(watched);
}

/* Laws 8.1, 12.6: the position that two scoresheets make tells neither player anything. */
static void test_hall__a_board_elsewhere_tells_nothing(void **state)
{
    static const entries all[] = {
        { "both right", "e4", "e4", "" },
        { "two moves", "e4", "d4", "" },
        { "White's is none", "e5", "e4", "" },
        { "Black's is none", "e4", "e5", "" },
        { "neither is one, and nobody looks", "e5", "e5", ",\"detection\":\"manual\"" },
    };
    static const char *const where[] = { "answer to White", "answer to Black", "White",
                                         "Black",           "White's stream",  "Black's stream" };
    entries first = all[0];
    char *right[6], *told[6];

    (void)state;
    for (size_t i = 1; i < sizeof all / sizeof all[0]; i++) {
        first.options = all[i].options;
        tell_both(right, &first);
        tell_both(told, &all[i]);
        for (unsigned k = 0; k < 6; k++)
            assert_same(&(pair){ .name = all[i].name }, where[k], right[k], told[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__what_is_hidden_changes_no_form, fixture_hall),
        FIXTURE_TEST(test_hall__announced_moves_tell_nothing, fixture_hall),
        FIXTURE_TEST(test_hall__a_board_elsewhere_tells_nothing, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
