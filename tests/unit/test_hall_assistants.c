/* SPDX-License-Identifier: MIT */
/*
 * Assistants of the players (Laws 4.9, 6.2.6, 8.1.6, D.2.10, D.2.11): their names stand with the
 * people and not in the journal, they may do exactly what their tasks name, they see nothing that
 * others do not see, and their links end as all others. The arbiter enters what is said and done
 * at boards where nobody has a page.
 */
#define _GNU_SOURCE
#include "arbitro/can.h"
#include "store/store.h"
#include "support/case_game.h"
#include "support/hall/fixture.h"

enum { TASKS = 8, ALL_TASKS = 1 << TASKS };

static const char *const task_words[TASKS] = { "move",     "clock", "record", "execute",
                                               "announce", "tell",  "claim",  "adjourn" };

/* What each verb of an assistant belongs to, as D.2.10 and the contract have it; anything else is
 * for the player alone. */
static const struct {
    const char *verb, *task;
} duties[] = {
    { "touch", "move" },         { "adjust", "move" },    { "remove", "move" },
    { "lift", "move" },          { "release", "move" },   { "move", "move" },
    { "replace", "move" },       { "displace", "move" },  { "press", "clock" },
    { "write", "record" },       { "rewrite", "record" }, { "execute", "execute" },
    { "announce", "announce" },  { "tell", "tell" },      { "claim flag", "claim" },
    { "report touch", "claim" }, { "seal", "adjourn" },   { "stop", "adjourn" },
    { "play", "move" },
};

static const char *task_of(const char *verb)
{
    for (size_t i = 0; i < sizeof duties / sizeof duties[0]; i++)
        if (strcmp(duties[i].verb, verb) == 0)
            return duties[i].task;
    return "";
}

static bool names_task(unsigned set, const char *task)
{
    for (unsigned i = 0; i < TASKS; i++)
        if ((set >> i & 1u) && strcmp(task_words[i], task) == 0)
            return true;
    return false;
}

static void add_tasks(char *out, size_t room, unsigned set)
{
    size_t size = strlen(out);

    for (unsigned i = 0; i < TASKS; i++)
        if (set >> i & 1u)
            size += (size_t)snprintf(out + size, room - size, " %s", task_words[i]);
}

/* ---- a game, its assistant, his link */

static const char blind[] = "{\"mode\":\"tournament\",\"options\":{\"vision\":\"white:blind\"}}";

static bool appoint(const seats *s, const char *name, unsigned set)
{
    char event[256];

    (void)snprintf(event, sizeof event, "appoint %s", name);
    add_tasks(event, sizeof event, set);
    return hall_do(&h, s->white, event);
}

static unsigned ask_link(char out[32], const seats *s)
{
    json_t *told = NULL;
    const unsigned status =
        hall_ask(&told, &h, "POST", "/api/seat", s->arbiter, "{\"seat\":\"white-assistant\"}");

    if (status == 200 && out)
        (void)snprintf(out, 32, "%s", text_at(told, "token"));
    json_decref(told);
    return status;
}

/* A game with an assistant of White's for these tasks. */
static seats assisted(char link[32], unsigned set)
{
    const seats s = hall_game(&h, blind);

    assert_true(appoint(&s, "Anna", set));
    assert_int_equal(ask_link(link, &s), 200);
    return s;
}

static bool has_word(json_t *list, const char *word)
{
    size_t i;
    json_t *one;

    json_array_foreach(list, i, one) if (strcmp(json_string_value(one), word) == 0) return true;
    return false;
}

/* What the arbiter is told of White's assistant: his name, or NULL. */
static char *name_told(const seats *s)
{
    json_t *table = NULL;

    assert_int_equal(hall_ask(&table, &h, "GET", "/api/table", s->arbiter, NULL), 200);
    const char *name = json_string_value(at(table, "assistants.white.name"));
    char *copy = name ? strdup(name) : NULL;
    json_decref(table);
    return copy;
}

static void assert_name(const seats *s, const char *wanted)
{
    char *name = name_told(s);

    if (wanted)
        assert_string_equal(name ? name : "(none)", wanted);
    else
        assert_null(name);
    free(name);
}

static void assert_accepted(const seats *s, bool wanted)
{
    json_t *table = NULL;

    assert_int_equal(hall_ask(&table, &h, "GET", "/api/table", s->arbiter, NULL), 200);
    assert_int_equal(json_is_true(at(table, "assistants.white.accepted")), wanted);
    json_decref(table);
}

/* Laws D.2.10: accepted is who was accepted since he was named, and whose acceptance stands. */
static void test_hall__an_acceptance_lasts_until_it_is_taken_back(void **state)
{
    const seats s = hall_game(&h, blind);

    (void)state;
    assert_true(appoint(&s, "Anna", 1u << 4));
    assert_accepted(&s, false);
    assert_true(hall_do(&h, s.arbiter, "accept-assistant white"));
    assert_accepted(&s, true);
    assert_true(hall_do(&h, s.arbiter, "revoke 2"));
    assert_accepted(&s, false);
    assert_true(hall_do(&h, s.arbiter, "accept-assistant white"));
    assert_true(appoint(&s, "Bruno", 1u << 4));
    assert_accepted(&s, false);
    assert_true(hall_do(&h, s.arbiter, "accept-assistant white"));
    assert_true(hall_do(&h, s.arbiter, "refuse-assistant white"));
    assert_accepted(&s, false);
    assert_true(appoint(&s, "Carla", 1u << 4));
    assert_accepted(&s, false);
}

/* ---- names */

/* The whole journal as the store has it, names left aside. */
static char *journal(int game)
{
    const arb_store_options options = { .create = false, .read_only = true };
    arb_store *store;
    arb_buf text;

    arb_buf_init(&text, NULL, 1 << 20);
    assert_int_equal(arb_store_open(&store, h.database, &options), ARB_STORE_OK);
    assert_int_equal(arb_store_export(&text, store, (uint64_t)game, true), ARB_STORE_OK);
    arb_store_close(store);
    char *copy = strdup(arb_buf_text(&text));
    arb_buf_clear(&text);
    return copy;
}

static void test_hall__names_of_assistants_stand_with_the_people(void **state)
{
    const seats s = hall_game(&h, blind);
    static const char *const forms[] = { "Anna Rossi", "\"Anna \\\"la\\\" Rossi\"",
                                         "  Anna   Rossi", "Rossi move" };

    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        assert_true(appoint(&s, forms[i], 1u << 4));
        char *name = name_told(&s);
        assert_non_null(strstr(name, "Rossi"));
        free(name);
    }
    assert_true(appoint(&s, "Anna Rossi", 1u << 4));
    char *text = journal(s.game);
    assert_null(strstr(text, "Rossi"));
    assert_non_null(strstr(text, "white appoint assistant announce"));
    free(text);
    json_t *game = hall_look(&h, s.white);
    char *all = json_dumps(game, 0);
    assert_null(strstr(all, "Rossi"));
    free(all);
    json_decref(game);
    /* nor does a way around the words help */
    json_t *told = NULL;
    assert_int_equal(hall_ask(&told, &h, "POST", "/api/events", s.white,
                              "{\"id\":\"t\",\"event\":\"\\tappoint Rossi move\"}"),
                     400);
    json_decref(told);
    char longest[320] = "{\"id\":\"l\",\"event\":\"appoint \\\"";
    memset(longest + strlen(longest), 'x', 220);
    (void)snprintf(longest + strlen(longest), 40, "\\\" move\"}");
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/events", s.white, longest), 413);
}

static uint64_t person_found;

static bool find_person(void *user, const arb_store_person *person)
{
    if (person->name.size == strlen((const char *)user) &&
        memcmp(person->name.text, user, person->name.size) == 0)
        person_found = person->id;
    return true;
}

/* After a restart, and after the person was erased. */
static void test_hall__names_of_assistants_last_until_they_are_erased(void **state)
{
    const arb_store_options options = { .create = false };
    const seats s = hall_game(&h, blind);
    char link[32];
    arb_store *store;

    (void)state;
    assert_true(appoint(&s, "Bruno", 1u << 4));
    assert_true(appoint(&s, "Anna", 1u << 4));
    assert_int_equal(ask_link(link, &s), 200);
    hall_kill(&h);
    fixture_start(NULL);
    assert_name(&s, "Anna");
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/table", link, NULL), 200);
    assert_int_equal(hall_stop(&h), 0);
    assert_int_equal(arb_store_open(&store, h.database, &options), ARB_STORE_OK);
    person_found = 0; /* who was named before is known no more */
    assert_int_equal(arb_store_people(store, 0, 100, find_person, (void *)(uintptr_t) "Bruno"), 0);
    assert_int_equal(person_found, 0);
    assert_int_equal(arb_store_people(store, 0, 100, find_person, (void *)(uintptr_t) "Anna"), 0);
    assert_true(person_found > 0);
    assert_int_equal(arb_store_person_erase(store, person_found), ARB_STORE_OK);
    arb_store_close(store);
    fixture_start(NULL);
    assert_name(&s, NULL);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/table", link, NULL), 200);
}

/* ---- rights */

/* All sets of tasks: what his page can do is what the library says, and no more than his tasks. */
static void test_hall__every_set_of_tasks_can_what_it_names(void **state)
{
    (void)state;
    for (unsigned set = 1; set < ALL_TASKS; set += hall_is_sanitized() ? 13 : 1) {
        char text[512] = "case x\noption vision white:blind\n0:00 white appoint Anna", link[32];
        const seats s = assisted(link, set);
        add_tasks(text, sizeof text, set);
        (void)snprintf(text + strlen(text), 64, "\n0:00 arbiter start\n");
        case_game it = case_game_of(text);
        assert_true(hall_do(&h, s.arbiter, "start"));
        json_t *game = hall_look(&h, link);
        assert_string_equal(text_at(game, "role"), "white-assistant");
        json_t *can = at(game, "state.can");
        for (unsigned v = 0; v < ARB_VERB_COUNT; v++) {
            const char *words = arb_verb_get((arb_verb)v)->words;
            const bool told = has_word(can, words);
            const bool library = arb_state_can(arb_game_state(it.game), arb_game_history(it.game),
                                               ARB_ACTOR_WHITE_ASSISTANT, (arb_verb)v, 0);
            const bool plays = strcmp(words, "play") == 0; /* to move, and to press */
            const bool his = plays ? names_task(set, "move") && names_task(set, "clock")
                                   : names_task(set, task_of(words));
            if (told != library || (told && !his))
                fail_msg("tasks %x, %s: %d, %d", set, words, told, library);
        }
        json_decref(game);
        case_game_free(&it);
    }
}

/* Something that can follow each verb. */
static const char *argument_of(const char *verb)
{
    static const char *const arguments[][2] = {
        { "leave", " area" },
        { "touch", " e2" },
        { "adjust", " e2" },
        { "remove", " e2" },
        { "lift", " e2" },
        { "release", " e4" },
        { "move", " e2e4" },
        { "replace", " e2e4" },
        { "play", " e2e4" },
        { "announce", " Bauer Eva vier" },
        { "repeat", " Bauer Eva vier" },
        { "execute", " e4" },
        { "write", " e4" },
        { "rewrite", " 1 e4" },
        { "claim touch", " e2" },
        { "write-position", " 8/P6k/8/8/8/8/8/K7 w - - 0 60" },
        { "allow", " takeback" },
        { "deny", " takeback" },
        { "displace", " e2" },
        { "appoint", " Anna move" },
        { "report touch", " e7" },
        { "ask", " 1.1" },
        { "appeal", " unjust" },
        { "adjourn", " 1:00:00" },
        { "sign", " 1-0" },
    };

    for (size_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++)
        if (strcmp(arguments[i][0], verb) == 0)
            return arguments[i][1];
    return "";
}

/* The task of this verb alone, or all others; both of those of who plays. */
static unsigned set_for(const char *verb, bool with)
{
    const char *task = task_of(verb);
    unsigned set = 0;

    for (unsigned i = 0; i < TASKS; i++)
        set |= (unsigned)((strcmp(task_words[i], task) == 0) == with) << i;
    return set == 0 || (with && strcmp(verb, "play") == 0) ? ALL_TASKS - 1 : set;
}

/* Was it refused because it is not his? */
static bool is_not_his(json_t *told, const char **code)
{
    *code = text_at(json_array_get(at(told, "rulings"), 0), "code");
    return *code &&
           (strcmp(*code, "not-for-assistants") == 0 || strcmp(*code, "not-appointed") == 0);
}

static void send_one(const arb_verb_info *verb, bool with)
{
    const unsigned set = set_for(verb->words, with);
    const bool his = with && *task_of(verb->words);
    char link[32], event[128], body[256];
    const seats s = assisted(link, set);
    const char *code;
    json_t *told = NULL;

    assert_true(hall_do(&h, s.arbiter, "start"));
    (void)snprintf(event, sizeof event, "%s%s", verb->words, argument_of(verb->words));
    (void)snprintf(body, sizeof body, "{\"id\":\"v\",\"event\":\"%s\"}", event);
    assert_int_equal(hall_ask(&told, &h, "POST", "/api/events", link, body),
                     verb->by_players ? 200 : 403);
    const bool not_his = is_not_his(told, &code);
    if (verb->by_players && ((his && not_his) || (!his && !json_is_true(at(told, "refused")))))
        fail_msg("%s with tasks %x: %s", event, set, code ? code : "taken");
    json_decref(told);
}

/* Every verb is sent with its own task alone, and with all others. */
static void test_hall__assistants_do_exactly_their_tasks(void **state)
{
    (void)state;
    for (unsigned v = 0; v < ARB_VERB_COUNT; v++) {
        send_one(arb_verb_get((arb_verb)v), true);
        send_one(arb_verb_get((arb_verb)v), false);
    }
}

/* ---- links */

/* He can do nothing, and asks for nothing but what anybody may. */
static void assert_ended(const seats *s, const char *link)
{
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/table", link, NULL), 409);
    assert_int_equal(ask_link(NULL, s), 409);
    json_t *game = hall_look(&h, link);
    assert_int_equal(json_array_size(at(game, "state.can")), 0);
    json_decref(game);
}

static void test_hall__links_of_assistants_are_renewed_and_joined_by_a_code(void **state)
{
    const seats s = hall_game(&h, blind);
    char first[32], second[32], body[64];
    json_t *told = NULL;

    (void)state;
    assert_int_equal(ask_link(NULL, &s), 409); /* nobody was named */
    assert_true(appoint(&s, "Anna", ALL_TASKS - 1));
    assert_int_equal(ask_link(first, &s), 200);
    assert_int_equal(ask_link(second, &s), 200); /* a fresh one */
    assert_int_equal(hall_ask(&told, &h, "GET", "/api/game", first, NULL), 401);
    assert_string_equal(text_at(told, "error"), "replaced");
    json_decref(told);
    assert_int_equal(
        hall_ask(&told, &h, "POST", "/api/seat", s.arbiter, "{\"seat\":\"white-assistant\"}"), 200);
    (void)snprintf(body, sizeof body, "{\"code\":\"%s\"}", text_at(told, "code"));
    json_decref(told);
    assert_int_equal(hall_ask(&told, &h, "POST", "/api/join", NULL, body), 200);
    assert_string_equal(text_at(told, "role"), "white-assistant");
    json_decref(told);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/join", NULL, body), 404); /* once */
}

/* The same person again keeps it, another does not inherit it; nor after a restart. */
static void test_hall__links_of_assistants_are_of_one_person(void **state)
{
    char link[32];
    const seats s = assisted(link, ALL_TASKS - 1);

    (void)state;
    assert_true(appoint(&s, "Anna", 1u << 4));
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/table", link, NULL), 200);
    client page = hall_stream(&h, link, -1);
    assert_true(appoint(&s, "Bruno", 1u << 4));
    assert_true(client_expect(&page, "event: replaced", 5000));
    client_close(&page);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/game", link, NULL), 401);
    hall_kill(&h);
    fixture_start(NULL);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/game", link, NULL), 401);
    assert_name(&s, "Bruno");
}

/* Refused, or over: nothing is heard of him, and he sees what anybody sees. */
static void test_hall__links_of_assistants_end_like_others(void **state)
{
    char link[32];
    const seats s = assisted(link, ALL_TASKS - 1);

    (void)state;
    assert_true(hall_do(&h, s.arbiter, "refuse-assistant white"));
    assert_ended(&s, link);
    assert_false(hall_do(&h, link, "announce Bauer Eva vier"));
    assert_true(appoint(&s, "Anna", ALL_TASKS - 1));
    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/table", link, NULL), 200);
    assert_true(hall_do(&h, s.black, "resign"));
    assert_ended(&s, link);
    assert_int_equal(
        hall_ask(NULL, &h, "POST", "/api/events", link, "{\"id\":\"o\",\"event\":\"write e4\"}"),
        409);
}

/* ---- what they see */

static bool finds(const char *link, const char *path, const char *text)
{
    static reply r;
    char head[256];
    client c = client_open(h.port);

    (void)snprintf(head, sizeof head,
                   "GET %s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\n\r\n", path, link);
    assert_true(client_send(&c, head));
    assert_true(client_reply(&r, &c, false));
    const bool found = strstr(r.body, text) != NULL; /* the body is the client's */
    client_close(&c);
    return found;
}

static const char *const looked_at[] = { "/api/game",  "/api/case",       "/api/table",
                                         "/api/sheet", "/sheet?of=black", "/sheet?of=game",
                                         "/api/hall",  "/api/pgn",        "/api/envelope",
                                         "/report",    "/api/checklist" };

static bool finds_anywhere(const char *link, const char *text)
{
    for (size_t i = 0; i < sizeof looked_at / sizeof looked_at[0]; i++)
        if (finds(link, looked_at[i], text))
            return true;
    return false;
}

static void test_hall__assistants_see_nothing_more(void **state)
{
    char link[32];
    const seats s = assisted(link, ALL_TASKS - 1);

    (void)state;
    client page = hall_stream(&h, link, -1);
    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_true(hall_do(&h, s.spectator, "report somebody whispers"));
    assert_true(hall_do(&h, s.arbiter, "write h2h3"));
    (void)hall_do(&h, s.arbiter, "observe both-checked"); /* taken or not: it is his alone */
    assert_true(hall_do(&h, s.black, "write g7g5"));
    assert_true(hall_do(&h, s.white, "write b2b3"));
    assert_true(hall_do(&h, s.white, "move e2e4"));
    assert_true(client_expect(&page, "move e2e4", 5000));
    assert_false(finds_anywhere(link, "whispers"));
    assert_false(finds_anywhere(link, "h2h3"));
    assert_false(finds_anywhere(link, "h3"));
    assert_false(finds_anywhere(link, "both-checked"));
    assert_false(finds_anywhere(link, "g7g5"));
    assert_false(finds_anywhere(link, "g5"));
    assert_false(finds_anywhere(link, "observable"));
    assert_false(finds_anywhere(link, "uncompleted"));
    assert_true(finds(link, "/api/sheet", "b2b3"));         /* he writes for White */
    assert_true(finds(s.arbiter, "/api/game", "whispers")); /* it can be found */
    assert_true(finds(s.arbiter, "/api/game", "h2h3"));
    client_close(&page);
    /* who does not write does not read it, either */
    const seats t = assisted(link, 1u << 4);
    assert_true(hall_do(&h, t.arbiter, "start"));
    assert_true(hall_do(&h, t.white, "write b2b3"));
    assert_false(finds_anywhere(link, "b2b3"));
}

/* Guidelines I: neither what is sealed, nor what could open it. */
static void test_hall__assistants_see_nothing_of_a_sealed_move(void **state)
{
    char link[32], cipher[601], event[800];
    const seats s = hall_game(&h, "{\"mode\":\"tournament\",\"options\":{\"vision\":"
                                  "\"white:blind\",\"sealing\":\"page\"}}");

    (void)state;
    assert_true(appoint(&s, "Anna", ALL_TASKS - 1));
    assert_int_equal(ask_link(link, &s), 200);
    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_true(hall_do(&h, s.arbiter, "adjourn"));
    memset(cipher, 'Q', 600);
    cipher[600] = '\0';
    (void)snprintf(event, sizeof event, "seal blob:%.64s:%s",
                   "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", cipher);
    assert_true(hall_do(&h, s.white, event));
    assert_true(hall_do(&h, s.white, "stop"));
    assert_true(finds(s.white, "/api/case", "QQQQ")); /* who sealed it has it */
    assert_false(finds_anywhere(link, "QQQQ"));
    assert_false(finds_anywhere(link, "0123456789abcdef"));
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/envelope", link, NULL), 403);
}

/* What is on the boards: both to who executes and announces, else that of his player. */
static void test_hall__assistants_see_the_boards_they_serve(void **state)
{
    (void)state;
    for (unsigned task = 0; task < TASKS; task++) {
        char link[32];
        const seats s = assisted(link, 1u << task);
        json_t *table = NULL;
        assert_int_equal(hall_ask(&table, &h, "GET", "/api/table", link, NULL), 200);
        assert_non_null(at(table, "boards.white"));
        assert_int_equal(at(table, "boards.black") != NULL, task == 3 || task == 4);
        assert_null(at(table, "assistants"));
        assert_null(at(table, "can"));
        assert_null(at(table, "coming"));
        json_decref(table);
        assert_true(s.game > 0);
    }
    /* where the board is elsewhere no page of a player shows it, nor that of his assistant */
    const seats s =
        hall_game(&h, "{\"mode\":\"tournament\",\"options\":{\"vision\":\"white:blind\","
                      "\"board\":\"written\"}}");
    char link[32];
    assert_true(appoint(&s, "Anna", ALL_TASKS - 1));
    assert_int_equal(ask_link(link, &s), 200);
    json_t *table = NULL;
    assert_int_equal(hall_ask(&table, &h, "GET", "/api/table", link, NULL), 200);
    assert_int_equal(json_object_size(at(table, "boards")), 0);
    json_decref(table);
}

/* ---- the table: what is due, and in which words */

static void assert_due(const seats *s, const char *what, const char *who, const char *text)
{
    json_t *table = NULL;

    assert_int_equal(hall_ask(&table, &h, "GET", "/api/table", s->arbiter, NULL), 200);
    assert_string_equal(text_at(table, "due.what"), what);
    assert_string_equal(text_at(table, "due.who"), who);
    const char *last = json_string_value(at(table, "last.text"));
    assert_string_equal(last ? last : "", text);
    json_decref(table);
}

static bool enter(const seats *s, const char *player, const char *event)
{
    static unsigned count;
    char body[256];
    json_t *told = NULL;

    (void)snprintf(body, sizeof body, "{\"id\":\"e%u\",\"for\":\"%s\",\"event\":\"%s\"}", ++count,
                   player, event);
    assert_int_equal(hall_ask(&told, &h, "POST", "/api/events", s->arbiter, body), 200);
    const bool taken = json_is_false(at(told, "refused"));
    json_decref(told);
    return taken;
}

/* Laws D.2.1: announced, repeated, executed; entered by the arbiter, who sits at the table. */
static void test_hall__an_arbiter_enters_what_is_said_and_done(void **state)
{
    const seats s = hall_game(&h, blind);

    (void)state;
    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_due(&s, "move", "white", "");
    assert_true(enter(&s, "white", "announce Springer Felix drei"));
    assert_due(&s, "repeat", "black", "");
    assert_true(enter(&s, "black", "repeat Springer Felix drei"));
    assert_due(&s, "move", "white", "");
    assert_true(enter(&s, "white", "move g1f3 silent"));
    assert_due(&s, "execute", "black", "Springer Felix drei");
    assert_true(enter(&s, "white", "press"));
    assert_true(enter(&s, "black", "execute Nf3"));
    assert_due(&s, "move", "black", "Springer Felix drei");
    assert_true(enter(&s, "black", "move e7e5 silent"));
    assert_due(&s, "announce", "black", "Bauer Eva f\xc3\xbcnf");
    assert_true(enter(&s, "black", "announce Bauer Eva fuenf"));
    assert_due(&s, "repeat", "white", "Bauer Eva f\xc3\xbcnf");
    json_t *game = hall_look(&h, s.arbiter);
    const json_t *entry = json_array_get(at(game, "log"), json_array_size(at(game, "log")) - 1);
    assert_true(json_is_true(json_object_get(entry, "entered")));
    assert_string_equal(json_string_value(json_object_get(entry, "actor")), "black");
    json_decref(game);
}

static void test_hall__nobody_else_enters_anything(void **state)
{
    char link[32];
    const seats s = assisted(link, ALL_TASKS - 1),
                seeing = hall_game(&h, "{\"mode\":\"tournament\"}");
    const char *const others[] = { s.white, s.black, s.spectator, link };
    static const char body[] = "{\"id\":\"1\",\"for\":\"black\",\"event\":\"move e2e4\"}";

    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const unsigned status =
            hall_ask(NULL, &h, "POST", "/api/events", others[i],
                     i == 1 ? "{\"id\":\"1\",\"for\":\"white\",\"event\":\"move e2e4\"}" : body);
        assert_int_equal(status, 403);
    }
    /* nor an arbiter where everybody sees, except whom a player named; nor what is not seen */
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/events", seeing.arbiter, body), 403);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/events", s.arbiter,
                              "{\"id\":\"2\",\"for\":\"black\",\"event\":\"resign\"}"),
                     403);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/events", s.arbiter,
                              "{\"id\":\"3\",\"for\":\"arbiter\",\"event\":\"move e2e4\"}"),
                     400);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/events", s.arbiter,
                              "{\"id\":\"4\",\"for\":7,\"event\":\"move e2e4\"}"),
                     400);
    assert_true(enter(&seeing, "white", "appoint Anna Rossi clock"));
    assert_name(&seeing, "Anna Rossi");
}

/* Who is to be accepted, and what an assistant reports, calls the arbiter; what he enters himself
 * does not. */
static void test_hall__naming_and_reporting_call_the_arbiter(void **state)
{
    const seats s = hall_game(&h, blind);
    char path[48];
    json_t *list = NULL, *tile;

    (void)state;
    (void)snprintf(path, sizeof path, "/api/desk?limit=1");
    assert_true(enter(&s, "white", "appoint Anna claim"));
    assert_int_equal(hall_ask(&list, &h, "GET", path, h.key, NULL), 200);
    tile = json_array_get(at(list, "tiles"), 0);
    assert_true(json_is_null(at(tile, "call")));
    assert_true(json_is_true(at(tile, "spoken")));
    json_decref(list);
    assert_true(appoint(&s, "Bruno", 1u << 6));
    assert_int_equal(hall_ask(&list, &h, "GET", path, h.key, NULL), 200);
    tile = json_array_get(at(list, "tiles"), 0);
    assert_string_equal(text_at(tile, "call.event"), "appoint assistant claim");
    json_decref(list);
    assert_true(hall_do(&h, s.arbiter, "accept-assistant white"));
    assert_int_equal(hall_ask(&list, &h, "GET", path, h.key, NULL), 200);
    tile = json_array_get(at(list, "tiles"), 0);
    assert_true(json_is_null(at(tile, "call")));
    json_decref(list);
}

/* Laws 7.5.1: by nothing that is shown can one tell that what stands there is no move. */
static void test_hall__the_table_does_not_tell_that_a_move_is_none(void **state)
{
    char link[32];
    const seats s = assisted(link, 1u << 4);
    json_t *table = NULL;

    (void)state;
    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_true(hall_do(&h, s.white, "move e2e4"));
    assert_true(hall_do(&h, s.white, "press"));
    assert_true(hall_do(&h, s.black, "move b8d7 silent")); /* its own pawn stands there */
    assert_int_equal(hall_ask(&table, &h, "GET", "/api/table", link, NULL), 200);
    assert_string_equal(text_at(table, "due.what"), "announce");
    assert_string_equal(text_at(table, "due.who"), "black");
    assert_string_equal(text_at(table, "last.player"), "black");
    assert_non_null(strstr(text_at(table, "last.text"), "David sieben"));
    assert_null(at(table, "coming"));
    json_decref(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__an_acceptance_lasts_until_it_is_taken_back, fixture_hall),
        FIXTURE_TEST(test_hall__names_of_assistants_stand_with_the_people, fixture_hall),
        FIXTURE_TEST(test_hall__names_of_assistants_last_until_they_are_erased, fixture_hall),
        FIXTURE_TEST(test_hall__every_set_of_tasks_can_what_it_names, fixture_hall),
        FIXTURE_TEST(test_hall__assistants_do_exactly_their_tasks, fixture_hall),
        FIXTURE_TEST(test_hall__links_of_assistants_are_renewed_and_joined_by_a_code, fixture_hall),
        FIXTURE_TEST(test_hall__links_of_assistants_are_of_one_person, fixture_hall),
        FIXTURE_TEST(test_hall__links_of_assistants_end_like_others, fixture_hall),
        FIXTURE_TEST(test_hall__assistants_see_nothing_of_a_sealed_move, fixture_hall),
        FIXTURE_TEST(test_hall__assistants_see_nothing_more, fixture_hall),
        FIXTURE_TEST(test_hall__assistants_see_the_boards_they_serve, fixture_hall),
        FIXTURE_TEST(test_hall__an_arbiter_enters_what_is_said_and_done, fixture_hall),
        FIXTURE_TEST(test_hall__nobody_else_enters_anything, fixture_hall),
        FIXTURE_TEST(test_hall__naming_and_reporting_call_the_arbiter, fixture_hall),
        FIXTURE_TEST(test_hall__the_table_does_not_tell_that_a_move_is_none, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
