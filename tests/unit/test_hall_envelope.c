/* SPDX-License-Identifier: MIT */
/*
 * Adjourned games in the hall (Guidelines I): what is sealed comes encrypted or on paper, its box
 * is given only for the opening, who is there is entered, and nothing is lost.
 */
#define _GNU_SOURCE
#include <sodium.h>

#include "support/hall/fixture.h"

#define SEALING(how, more)                                                                         \
    "{\"time\":\"5400+30\",\"mode\":\"tournament\",\"names\":{\"white\":\"Anna \\\"A\\\"\","       \
    "\"black\":\"Bruno\"},\"options\":{\"sealing\":\"" how "\"" more "}}"

static const char on_page[] = SEALING("page", ",\"default-time\":\"3600\"");
static const char on_paper[] = SEALING("paper", ",\"default-time\":\"3600\"");

enum { CIPHER = 600, LOCK = 364, SALT = 32 };
static const char salt[] = "00112233445566778899aabbccddeeff";

/* A sealed text of the length that pages give it: the hall knows its hash, and reads nothing else.
 * Lock and box are told apart by their letters. */
static const char *blob_of(const char *text)
{
    static char out[2048];
    char content[256], hash[65];
    unsigned char bytes[32];

    (void)snprintf(content, sizeof content, "%s %s", salt, text);
    crypto_hash_sha256(bytes, (const unsigned char *)content, strlen(content));
    (void)sodium_bin2hex(hash, sizeof hash, bytes, sizeof bytes);
    (void)snprintf(out, sizeof out, "seal blob:%s:", hash);
    const size_t at_ = strlen(out);
    memset(out + at_, 'L', LOCK);
    memset(out + at_ + LOCK, 'B', CIPHER - LOCK);
    out[at_ + CIPHER] = '\0';
    return out;
}

static const char *opening_of(const char *text)
{
    static char out[256];

    (void)snprintf(out, sizeof out, "open-envelope %s %s", salt, text);
    return out;
}

static unsigned post(json_t **out, const char *path, const char *token, const char *body)
{
    return hall_ask(out, &h, "POST", path, token, body);
}

static json_t *envelope_of(const char *token)
{
    json_t *told = NULL;

    assert_int_equal(hall_ask(&told, &h, "GET", "/api/envelope", token, NULL), 200);
    return told;
}

/* What the arbiter is given of the box; the caller's string, NULL when nothing. */
static bool has_box(const char *token)
{
    json_t *told = envelope_of(token);
    const bool has = json_is_string(at(told, "box"));

    if (has)
        assert_int_equal(strspn(text_at(told, "box"), "B"), CIPHER - LOCK);
    json_decref(told);
    return has;
}

/* A game that is adjourned, with this move of White's in its envelope. */
static seats adjourned(const char *regulations, const char *text)
{
    const seats s = started(regulations);

    (void)hall_do(&h, s.white, "arrive"); /* whatever he sends, he has come */
    (void)hall_do(&h, s.black, "arrive");
    assert_true(hall_do(&h, s.arbiter, "adjourn resume \"2026-11-18 10:00, Sala\""));
    assert_true(hall_do(&h, text ? s.white : s.arbiter, text ? blob_of(text) : "seal"));
    assert_true(hall_do(&h, s.white, "stop"));
    return s;
}

static void set_absent(const seats *s, const char *absent)
{
    char body[64];

    (void)snprintf(body, sizeof body, "{\"absent\":[%s]}", absent);
    assert_int_equal(post(NULL, "/api/envelope/absent", s->arbiter, body), 200);
}

static char *phase_of(const seats *s)
{
    static char out[32];
    json_t *game = hall_look(&h, s->arbiter);

    (void)snprintf(out, sizeof out, "%s", text_at(game, "state.phase"));
    json_decref(game);
    return out;
}

/* Guidelines I.1.1: a text in plain words never gets into the hall. */
static void test_envelope__plain_texts_are_refused(void **state)
{
    static const char *const plain[] = { "seal e4",    " seal  e4",      "seal \"e4\"",
                                         "seal blob",  "seal blob:e4",   "seal blob:0:AAAA",
                                         "seal\te4 x", "seal\xc2\xa0 e4" };
    const seats s = started(on_page);
    char near[2048];

    (void)state;
    assert_true(hall_do(&h, s.arbiter, "adjourn"));
    for (unsigned i = 0; i < sizeof plain / sizeof plain[0]; i++)
        assert_false(hall_event(NULL, &h, s.white, plain[i], plain[i]));
    assert_false(hall_event(NULL, &h, s.arbiter, "arbiter", "seal e4"));
    (void)snprintf(near, sizeof near, "%sA", blob_of("e4"));
    assert_false(hall_event(NULL, &h, s.white, "longer", near));
    near[strlen(near) - 2] = '\0';
    assert_false(hall_event(NULL, &h, s.white, "shorter", near));
    json_t *game = hall_look(&h, s.arbiter);
    assert_string_equal(text_at(game, "state.adjourned.envelope"), "none");
    assert_string_equal(text_at(game, "state.adjourned.must_seal"), "white");
    assert_int_equal(json_array_size(at(game, "log")), 3); /* White has arrived */
    assert_string_equal(text_at(game, "log.2.event"), "arrive");
    json_decref(game);
}

/* Guidelines I.2, I.3: what is on the envelope; the lock is the arbiter's, the box nobody's. */
static void test_envelope__who_is_told_what(void **state)
{
    const seats s = adjourned(on_page, "e4");

    (void)state;
    json_t *told = envelope_of(s.arbiter);
    assert_string_equal(text_at(told, "face.white"), "Anna \"A\"");
    assert_string_equal(text_at(told, "face.black"), "Bruno");
    assert_string_equal(text_at(told, "face.sealer"), "white");
    assert_string_equal(text_at(told, "face.resumption"), "2026-11-18 10:00, Sala");
    assert_int_equal(number_at(told, "face.number"), 1);
    assert_true(json_is_true(at(told, "face.complete")));
    assert_true(json_is_null(at(told, "face.offer")));
    assert_string_equal(text_at(told, "kept"), "page");
    assert_int_equal(strspn(text_at(told, "lock"), "L"), LOCK);
    assert_int_equal(strlen(text_at(told, "hash")), 64);
    assert_null(at(told, "box"));
    json_decref(told);
    const char *const players[] = { s.white, s.black };
    for (unsigned i = 0; i < 2; i++) {
        told = envelope_of(players[i]);
        assert_null(at(told, "lock"));
        assert_null(at(told, "hash"));
        assert_null(at(told, "box"));
        json_decref(told);
    }
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/envelope", s.spectator, NULL), 403);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/envelope", NULL, NULL), 401);
    assert_true(hall_do(&h, s.arbiter, "verify"));
    json_t *game = hall_look(&h, s.black);
    assert_true(json_is_true(at(game, "state.adjourned.verified")));
    assert_string_equal(text_at(game, "state.adjourned.sealer"), "white");
    json_decref(game);
}

/* The cipher stands in no answer but that of its author, and its box in none before the opening. */
static void test_envelope__no_answer_has_the_cipher(void **state)
{
    static const char *const paths[] = { "/api/game", "/api/case", "/api/pgn",  "/api/sheet",
                                         "/sheet",    "/report",   "/api/desk", "/api/hall" };
    const seats s = adjourned(on_page, "e4");
    const char *const tokens[] = { s.black, s.arbiter, s.spectator, h.key };
    char path[64];
    client c;

    (void)state;
    for (unsigned i = 0; i < sizeof tokens / sizeof tokens[0]; i++)
        for (unsigned k = 0; k < sizeof paths / sizeof paths[0]; k++) {
            json_t *answer = NULL;
            (void)snprintf(path, sizeof path, "%s%s", paths[k],
                           tokens[i] == h.key ? "?game=1" : "");
            (void)hall_ask(&answer, &h, "GET", path, tokens[i], NULL);
            char *text = answer ? json_dumps(answer, JSON_ENCODE_ANY) : NULL;
            assert_null(text ? strstr(text, "BBBBBBBB") : NULL);
            assert_null(text ? strstr(text, "LLLLLLLL") : NULL);
            free(text);
            json_decref(answer);
        }
    c = hall_stream(&h, s.black, 0);
    assert_true(client_expect(&c, "envelope-sealed", 5000));
    assert_false(client_expect(&c, "LLLLLLLL", 100));
    client_close(&c);
}

/* Guidelines I.7, I.9.1: the box is given when the journal has the opening, and who has to reply is
 * there. */
static void test_envelope__the_box_is_given_for_the_opening(void **state)
{
    const seats s = adjourned(on_page, "e4");

    (void)state;
    assert_false(hall_do(&h, s.arbiter, "open-envelope"));
    assert_false(has_box(s.arbiter)); /* not set up */
    set_absent(&s, "\"black\"");
    assert_true(hall_do(&h, s.arbiter, "continue"));
    assert_string_equal(phase_of(&s), "playing"); /* I.9.2: Black's clock runs */
    assert_false(has_box(s.arbiter));
    assert_false(hall_do(&h, s.arbiter, "open-envelope"));
    assert_false(has_box(s.arbiter));        /* I.7 */
    client c = hall_stream(&h, s.black, -1); /* he opens his page: that is his arrival */
    assert_true(client_expect(&c, "\"event\":\"arrive\"", 5000));
    json_t *game = hall_look(&h, s.arbiter);
    assert_true(json_is_true(at(game, "state.adjourned.present.black")));
    json_decref(game);
    assert_true(has_box(s.arbiter));
    assert_false(has_box(s.white));
    assert_false(hall_do(&h, s.arbiter, opening_of("d4")));
    assert_true(hall_do(&h, s.arbiter, opening_of("e4")));
    game = hall_look(&h, s.black);
    assert_string_equal(text_at(game, "moves.0.san"), "e4");
    assert_string_equal(text_at(game, "state.adjourned.envelope"), "opened");
    json_decref(game);
    client_close(&c);
}

/* Guidelines I.9.1: with both there nobody has to be entered, and the box needs the word. */
static void test_envelope__not_before_the_word(void **state)
{
    const seats s = adjourned(on_page, "e4");

    (void)state;
    assert_true(hall_do(&h, s.arbiter, "continue"));
    assert_false(has_box(s.arbiter));
    assert_false(has_box(s.arbiter));
    assert_false(hall_do(&h, s.arbiter, "open-envelope"));
    assert_true(has_box(s.arbiter));
    assert_true(hall_do(&h, s.arbiter, opening_of("e4")));
    json_t *game = hall_look(&h, s.spectator);
    json_t *last = json_array_get(at(game, "log"), json_array_size(at(game, "log")) - 1);
    assert_string_equal(text_at(last, "event") + strlen("open-envelope "),
                        "00112233445566778899aabbccddeeff e4");
    assert_string_equal(text_at(last, "words.en"), "opens the envelope \u201ce4\u201d");
    json_decref(game);
    assert_true(hall_do(&h, s.black, "play e7e5"));
}

/* Guidelines I.9.3: the reply is sealed while the other is away; its box waits for him. */
static void test_envelope__a_sealed_reply(void **state)
{
    const seats s = adjourned(on_page, "e4");

    (void)state;
    set_absent(&s, "\"white\"");
    assert_true(hall_do(&h, s.arbiter, "continue"));
    assert_false(hall_do(&h, s.arbiter, "open-envelope"));
    assert_true(hall_do(&h, s.arbiter, opening_of("e4")));
    assert_true(hall_do(&h, s.black, blob_of("c5")));
    assert_true(hall_do(&h, s.black, "press"));
    assert_false(hall_do(&h, s.arbiter, "open-envelope"));
    assert_false(has_box(s.arbiter));
    client c = hall_stream(&h, s.white, -1);
    assert_true(client_expect(&c, "\"event\":\"arrive\"", 5000));
    json_t *game = hall_look(&h, s.white);
    assert_int_equal(json_array_size(at(game, "moves")), 1);
    json_decref(game);
    assert_true(has_box(s.arbiter));
    assert_true(hall_do(&h, s.arbiter, opening_of("c5")));
    game = hall_look(&h, s.spectator);
    assert_string_equal(text_at(game, "moves.1.san"), "c5");
    json_decref(game);
    client_close(&c);
}

/* Guidelines I.9.3: a reply that was not completed when the other came is void, and stays shut. */
static void test_envelope__a_void_reply_stays_shut(void **state)
{
    const seats s = adjourned(on_page, "e4");

    (void)state;
    set_absent(&s, "\"white\"");
    assert_true(hall_do(&h, s.arbiter, "continue"));
    assert_false(hall_do(&h, s.arbiter, "open-envelope"));
    assert_true(hall_do(&h, s.arbiter, opening_of("e4")));
    assert_true(hall_do(&h, s.black, blob_of("c5")));
    client c = hall_stream(&h, s.white, -1);
    assert_true(client_expect(&c, "\"event\":\"arrive\"", 5000));
    assert_false(hall_do(&h, s.arbiter, "open-envelope"));
    assert_false(has_box(s.arbiter));
    client_close(&c);
}

/* Guidelines I.10: after a loss by lateness the envelope may still be opened; after a resignation
 * it is nobody's business. */
static void test_envelope__after_the_end(void **state)
{
    static const char mate[] = "{\"time\":\"5400+30\",\"mode\":\"tournament\",\"position\":"
                               "\"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 41\",\"options\":"
                               "{\"sealing\":\"page\",\"default-time\":\"1\"}}";
    seats s = adjourned(mate, "Ra8#");

    (void)state;
    set_absent(&s, "\"black\"");
    assert_true(hall_do(&h, s.arbiter, "continue"));
    assert_false(hall_do(&h, s.arbiter, "open-envelope"));
    assert_false(has_box(s.arbiter));
    client c = hall_stream(&h, s.arbiter, -1);
    assert_true(client_expect(&c, "late-again", 10000));
    assert_true(has_box(s.arbiter));
    assert_true(hall_do(&h, s.arbiter, opening_of("Ra8#")));
    json_t *game = hall_look(&h, s.white);
    assert_string_equal(text_at(game, "state.result"), "1-0");
    json_decref(game);
    client_close(&c);
    s = adjourned(on_page, "e4");
    set_absent(&s, "\"black\"");
    assert_true(hall_do(&h, s.arbiter, "continue"));
    assert_false(hall_do(&h, s.arbiter, "open-envelope"));
    assert_true(hall_do(&h, s.white, "resign"));
    assert_false(has_box(s.arbiter));
}

/* Do these words stand in a file of the hall's database? */
static bool is_stored(const char *words)
{
    static char bytes[1 << 22];
    bool found = false;

    for (unsigned i = 0; i < 2; i++) {
        char path[600];
        (void)snprintf(path, sizeof path, "%s%s", h.database, i ? "-wal" : "");
        FILE *file = fopen(path, "rb");
        const size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
        assert_true(size < sizeof bytes);
        found |= memmem(bytes, size, words, strlen(words)) != NULL;
        if (file)
            (void)fclose(file);
    }
    return found;
}

/* Guidelines I.7, I.9.2: what was typed for an opening that was refused is not kept. */
static void test_envelope__a_refused_opening_tells_nothing(void **state)
{
    const seats s = adjourned(on_paper, NULL);

    (void)state;
    set_absent(&s, "\"black\"");
    assert_true(hall_do(&h, s.arbiter, "continue"));
    assert_false(hall_do(&h, s.arbiter, "open-envelope \"e2-e4\""));
    assert_true(is_stored("open-envelope"));
    assert_false(is_stored("e2-e4"));
    for (size_t kills = 0, number = 0; kills < 2; kills++) {
        json_t *game = hall_look(&h, s.arbiter);
        const json_t *log = at(game, "log");
        number = number ? number : json_array_size(log);
        const json_t *entry = json_array_get(log, number - 1);
        assert_string_equal(json_string_value(json_object_get(entry, "event")), "open-envelope …");
        json_decref(game);
        hall_kill(&h);
        hall_start(&h, no_engine);
    }
}

/* Guidelines I.1.1: on paper the arbiter says that it is sealed, and what stood there. */
static void test_envelope__on_paper(void **state)
{
    const seats s = adjourned(on_paper, NULL);

    (void)state;
    json_t *told = envelope_of(s.arbiter);
    assert_string_equal(text_at(told, "kept"), "paper");
    assert_null(at(told, "lock"));
    json_decref(told);
    assert_true(hall_do(&h, s.arbiter, "continue"));
    assert_false(hall_do(&h, s.arbiter, "open-envelope"));
    assert_false(has_box(s.arbiter));
    assert_true(hall_do(&h, s.arbiter, "open-envelope \"e2-e4\""));
    json_t *game = hall_look(&h, s.white);
    assert_string_equal(text_at(game, "moves.0.san"), "e4");
    json_decref(game);
}

/* What is sealed does not get into the journal by way of the scoresheet either (Article 8). */
static void test_envelope__not_on_the_scoresheet(void **state)
{
    const seats s = started(SEALING("page", ",\"record\":\"kept\""));

    (void)state;
    assert_true(hall_do(&h, s.white, "write e4"));
    assert_true(hall_do(&h, s.white, "play e2e4"));
    assert_true(hall_do(&h, s.black, "write e4"));
    assert_true(hall_do(&h, s.arbiter, "adjourn"));
    for (unsigned i = 0; i < 3; i++) { /* asked, written, sealed */
        assert_false(hall_event(NULL, &h, s.black, "own", "write c5"));
        assert_false(hall_event(NULL, &h, s.black, "again", "rewrite 1 c5"));
        assert_true(hall_do(&h, s.white, "write -"));
        assert_true(i == 2 || hall_do(&h, s.black, i == 0 ? blob_of("c5") : "stop"));
    }
    assert_true(hall_do(&h, s.arbiter, "continue"));
    assert_false(hall_do(&h, s.arbiter, "open-envelope"));
    assert_true(hall_do(&h, s.arbiter, opening_of("c5")));
    assert_true(hall_do(&h, s.black, "write c5"));
}

/* Keys of the arbiter's devices: the latest four, each once; nonsense is refused. */
static void test_envelope__devices(void **state)
{
    static const char *const bad[] = {
        "{}", "{\"key\":7}", "{\"key\":\"\"}", "{\"key\":\"AAAA\"}",
        "{\"key\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA+\"}"
    };
    const seats s = started(on_page);
    char body[128];

    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(post(NULL, "/api/envelope/key", s.arbiter, bad[i]), 400);
    for (unsigned i = 0; i < 7; i++) { /* A to E, then B and E again */
        (void)snprintf(body, sizeof body, "{\"key\":\"%.*s%c\"}", 42,
                       "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "ABCDEBE"[i]);
        assert_int_equal(post(NULL, "/api/envelope/key", s.arbiter, body), 200);
    }
    assert_int_equal(post(NULL, "/api/envelope/key", s.white, body), 403);
    json_t *told = envelope_of(s.white);
    char order[8] = "";
    for (size_t i = 0; i < json_array_size(at(told, "devices")); i++)
        order[i] = json_string_value(json_array_get(at(told, "devices"), i))[42];
    assert_string_equal(order, "EBDC");
    json_decref(told);
}

/* Who is not there is entered once, and who has come again; only while it is adjourned. */
static void test_envelope__who_is_there(void **state)
{
    static const char *const bad[] = { "{}", "{\"absent\":\"white\"}", "{\"absent\":[\"red\"]}",
                                       "{\"absent\":[7]}" };
    const seats playing = started(on_page), s = adjourned(on_page, "e4");

    (void)state;
    assert_int_equal(post(NULL, "/api/envelope/absent", playing.arbiter, "{\"absent\":[]}"), 409);
    assert_int_equal(post(NULL, "/api/envelope/absent", s.white, "{\"absent\":[]}"), 403);
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(post(NULL, "/api/envelope/absent", s.arbiter, bad[i]), 400);
    set_absent(&s, "\"white\",\"black\"");
    set_absent(&s, "\"white\",\"black\"");
    set_absent(&s, "\"black\"");
    json_t *game = hall_look(&h, s.arbiter);
    assert_true(json_is_true(at(game, "state.adjourned.present.white")));
    assert_true(json_is_false(at(game, "state.adjourned.present.black")));
    const size_t count = json_array_size(at(game, "log"));
    json_t *last = json_array_get(at(game, "log"), count - 1);
    assert_string_equal(text_at(last, "event"), "arrive");
    assert_true(json_is_true(at(last, "hall")));
    assert_int_equal(count,
                     11); /* start, twice arrived twice, adjourned, sealed; away, away, back */
    json_decref(game);
}

/* The session is adjourned from the desk, and what is due is continued with who is there. */
static void test_envelope__a_whole_session(void **state)
{
    const seats a = started(on_page), b = started(on_paper), waiting = hall_game(&h, on_page);
    json_t *answer = NULL;

    (void)state;
    (void)waiting;
    assert_int_equal(
        post(&answer, "/api/rounds/do", h.key,
             "{\"do\":\"adjourn\",\"resume\":\"2026-11-18 10:00, \\\"Sala\\\" \\\\ 2\","
             "\"key\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}"),
        200);
    assert_int_equal(json_array_size(at(answer, "done")), 2);
    json_decref(answer);
    assert_true(hall_do(&h, a.white, blob_of("e4")));
    assert_true(hall_do(&h, b.arbiter, "seal"));
    assert_true(hall_do(&h, a.white, "stop"));
    assert_true(hall_do(&h, b.white, "stop"));
    json_t *told = envelope_of(a.arbiter);
    assert_string_equal(text_at(told, "face.resumption"), "2026-11-18 10:00, \"Sala\" \\ 2");
    assert_int_equal(json_array_size(at(told, "devices")), 1);
    json_decref(told);
    json_t *desk = NULL;
    assert_int_equal(hall_ask(&desk, &h, "GET", "/api/desk", h.key, NULL), 200);
    assert_string_equal(text_at(desk, "tiles.1.phase"), "adjourned");
    assert_string_equal(text_at(desk, "tiles.2.adjourned.sealer"), "white");
    json_decref(desk);
    client c = hall_stream(&h, a.white, -1), d = hall_stream(&h, a.black, -1);
    assert_true(client_expect(&c, "hello", 5000) && client_expect(&d, "hello", 5000));
    assert_int_equal(post(&answer, "/api/rounds/do", h.key, "{\"do\":\"continue\"}"), 200);
    assert_int_equal(json_array_size(at(answer, "done")), 2);
    json_decref(answer);
    assert_string_equal(phase_of(&a), "adjourned"); /* both there: it waits for the envelope */
    assert_string_equal(phase_of(&b), "playing");   /* nobody: I.11, Black's clock runs */
    static const char *const bad[] = { "{\"do\":\"adjourn\",\"resume\":7}",
                                       "{\"do\":\"adjourn\",\"key\":7}",
                                       "{\"do\":\"adjourn\",\"resume\":\"a\\nb\"}",
                                       "{\"do\":\"open-envelope\"}" };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(post(NULL, "/api/rounds/do", h.key, bad[i]), 400);
    client_close(&c);
    client_close(&d);
}

/* kill -9 after every step: the game is where it was, and the envelope is as it was. */
static void test_envelope__survives_kills(void **state)
{
    static const struct {
        char who;
        const char *event;
        bool taken;
        const char *envelope, *phase;
    } steps[] = {
        { 'a', "start", true, NULL, "playing" },
        { 'a', "adjourn resume \"2026-11-18 10:00\"", true, "none", "stopped" },
        { 'a', "resume", true, "none", "stopped" },
        { 'w', NULL, true, "open", "stopped" },
        { 'a', "resume", true, "open", "stopped" },
    };
    seats s;

    (void)state;
    s = hall_game(&h, SEALING("page", ""));
    for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        assert_int_equal(hall_do(&h, steps[i].who == 'w' ? s.white : s.arbiter,
                                 steps[i].event ? steps[i].event : blob_of("e4")),
                         steps[i].taken);
        if (i == 0)
            continue; /* the clock runs on */
        hall_kill(&h);
        hall_start(&h, no_engine);
        json_t *game = hall_look(&h, s.arbiter);
        assert_string_equal(text_at(game, "state.adjourned.envelope"), steps[i].envelope);
        assert_string_equal(text_at(game, "state.phase"), steps[i].phase);
        json_decref(game);
    }
    assert_true(hall_do(&h, s.arbiter, "resume"));
    assert_true(hall_do(&h, s.white, "stop"));
    static const char *const rest[] = { "verify", "continue", "open-envelope" };
    for (unsigned i = 0; i < 3; i++) {
        hall_kill(&h);
        hall_start(&h, no_engine);
        assert_string_equal(phase_of(&s), "adjourned");
        assert_int_equal(hall_do(&h, s.arbiter, rest[i]), i < 2);
    }
    hall_kill(&h);
    hall_start(&h, no_engine);
    assert_true(has_box(s.arbiter));
    assert_true(hall_do(&h, s.arbiter, opening_of("e4")));
    hall_kill(&h);
    hall_start(&h, no_engine);
    json_t *game = hall_look(&h, s.black);
    assert_string_equal(text_at(game, "moves.0.san"), "e4");
    json_decref(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_envelope__plain_texts_are_refused, fixture_hall),
        FIXTURE_TEST(test_envelope__who_is_told_what, fixture_hall),
        FIXTURE_TEST(test_envelope__no_answer_has_the_cipher, fixture_hall),
        FIXTURE_TEST(test_envelope__the_box_is_given_for_the_opening, fixture_hall),
        FIXTURE_TEST(test_envelope__not_before_the_word, fixture_hall),
        FIXTURE_TEST(test_envelope__a_sealed_reply, fixture_hall),
        FIXTURE_TEST(test_envelope__a_void_reply_stays_shut, fixture_hall),
        FIXTURE_TEST(test_envelope__after_the_end, fixture_hall),
        FIXTURE_TEST(test_envelope__a_refused_opening_tells_nothing, fixture_hall),
        FIXTURE_TEST(test_envelope__on_paper, fixture_hall),
        FIXTURE_TEST(test_envelope__not_on_the_scoresheet, fixture_hall),
        FIXTURE_TEST(test_envelope__devices, fixture_hall),
        FIXTURE_TEST(test_envelope__who_is_there, fixture_hall),
        FIXTURE_TEST(test_envelope__a_whole_session, fixture_hall),
        FIXTURE_TEST(test_envelope__survives_kills, fixture_program),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
