/* SPDX-License-Identifier: MIT */
/*
 * Every event of the Laws from every seat: a page can do exactly what the one who holds it may do,
 * in whatever form the words come.
 */
#include "arbitro/event.h"
#include "support/hall/fixture.h"

enum { NOBODY, WHITE, BLACK, ARBITER, SPECTATOR, DESK, ASSISTANT, WHO_COUNT };

static const char *const who_words[WHO_COUNT] = { "nobody",
                                                  "White",
                                                  "Black",
                                                  "the arbiter",
                                                  "a spectator",
                                                  "the desk",
                                                  "an assistant of the arbiter" };

/* The link of an assistant in the game at hand. */
static char assistant[32];

static seats new_game(void)
{
    const seats s = hall_game(&h, "{\"mode\":\"tournament\"}");
    json_t *named;

    assert_true(hall_do(&h, s.arbiter, "appoint-assistant Helper"));
    assert_int_equal(
        hall_ask(&named, &h, "POST", "/api/assistant", s.arbiter, "{\"name\":\"Helper\"}"), 200);
    (void)snprintf(assistant, sizeof assistant, "%s", text_at(named, "token"));
    json_decref(named);
    return s;
}

/* Who may, as the list of events names them. */
enum { PLAYERS = 1, ARBITER_ONLY = 2, ANYONE = 3, SPECTATORS = 4, HALL_ONLY = 8 };
#define BY_PLAYERS    PLAYERS
#define BY_ARBITER    ARBITER_ONLY
#define BY_ANYONE     ANYONE
#define BY_SPECTATORS SPECTATORS
#define BY_HALL       HALL_ONLY

static const struct {
    const char *words, *slot[3];
    unsigned by;
} verbs[] = {
#define EVENT(id, words, actors, first, second, third, articles)                                   \
    { words, { #first, #second, #third }, BY_##actors },
#include "arbitro/events.def"
#undef EVENT
};
enum { VERB_COUNT = sizeof verbs / sizeof verbs[0] };

/* Something that can stand in each slot; a new kind of slot needs a line here. */
static const char *const samples[][2] = {
    { "NONE", "" },
    { "SQUARE", "e2" },
    { "SQUARES", "e2" },
    { "SQUARES_OPT", "" },
    { "PIECE", "" },
    { "MOVE", "e2e4" },
    { "MOVE_OPT", "" },
    { "TEXT", "something" },
    { "TEXT_OPT", "" },
    { "COLOUR", "white" },
    { "COLOURS", "white" },
    { "NUMBER", "1" },
    { "NUMBER_OPT", "" },
    { "PLY", "0" },
    { "TIME", "0:10:00" },
    { "TIME_OPT", "" },
    { "RESUME", "" },
    { "SECONDS", "10" },
    { "MOVES_OPT", "" },
    { "ARTICLE", "11.5" },
    { "PENALTY", "warning" },
    { "CONSENT", "draw" },
    { "RESULT", "1-0" },
    { "FEN", "8/P6k/8/8/8/8/8/K7 w - - 0 60" },
    { "ASSISTANT", "Helper move" },
    { "PLACE", "area" },
    { "DECISION", "accept" },
    { "APPEAL", "upheld" },
    { "IN_BAG", "" },
    { "TOGETHER", "" },
    { "ACCIDENTAL", "" },
    { "TWO_HANDS", "" },
    { "SILENT", "" },
    { "OTHER_HAND", "" },
    { "DISPLAY", "" },
};

static const char *sample_of(const char *slot)
{
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        if (strcmp(samples[i][0], slot) == 0)
            return samples[i][1];
    }
    fail_msg("no sample for %s", slot);
    return "";
}

static void write_event(char *out, size_t room, size_t verb)
{
    int size = snprintf(out, room, "%s", verbs[verb].words);

    for (unsigned i = 0; i < 3; i++) {
        const char *sample = sample_of(verbs[verb].slot[i]);
        if (*sample)
            size += snprintf(out + size, room - (size_t)size, " %s", sample);
    }
}

static unsigned submit(const seats *s, unsigned who, const char *event)
{
    const char *const tokens[WHO_COUNT] = { NULL,         s->white, s->black, s->arbiter,
                                            s->spectator, h.key,    assistant };
    static unsigned count;
    char id[24], path[48] = "/api/events";

    (void)snprintf(id, sizeof id, "v%u", ++count);
    if (who == DESK)
        (void)snprintf(path, sizeof path, "/api/events?game=%d", s->game);
    json_t *object = json_pack("{ss ss}", "id", id, "event", event);
    char *body = json_dumps(object, 0);
    const unsigned status = hall_ask(NULL, &h, "POST", path, tokens[who], body);
    free(body);
    json_decref(object);
    return status;
}

static unsigned expected_status(size_t verb, unsigned who)
{
    const bool player = who == WHITE || who == BLACK,
               arbiter = who == ARBITER || who == DESK || who == ASSISTANT;

    if (who == NOBODY)
        return 401;
    if (who == SPECTATOR) /* a hall of pages has no area that somebody could enter */
        return strcmp(verbs[verb].words, "report") == 0 ? 200 : 403;
    return (player && verbs[verb].by & PLAYERS) || (arbiter && verbs[verb].by & ARBITER_ONLY) ? 200
                                                                                              : 403;
}

static size_t journal_size(const seats *s)
{
    json_t *game = hall_look(&h, s->arbiter);
    const size_t size = json_array_size(at(game, "log"));

    json_decref(game);
    return size;
}

/* Whatever the Laws say to it is an answer; the journal has what was answered and nothing else. */
static void test_hall__every_event_from_every_seat(void **state)
{
    (void)state;
    for (size_t i = 0; i < VERB_COUNT; i++) {
        const seats s = new_game();
        size_t taken = 1; /* the assistant was named */
        char event[128];
        write_event(event, sizeof event, i);
        for (unsigned who = 0; who < WHO_COUNT; who++) {
            const unsigned expected = expected_status(i, who), status = submit(&s, who, event);
            if (status != expected)
                fail_msg("\"%s\" by %s: %u, expected %u", event, who_words[who], status, expected);
            taken += status == 200;
        }
        assert_int_equal(journal_size(&s), taken);
    }
}

/* Ways to say an event so that it might be taken for another one's. */
static const char *const disguises[] = { "  %s",
                                         "\t%s",
                                         " \t %s",
                                         "\n%s",
                                         "\r\n%s",
                                         "\xc2\xa0%s",
                                         "arbiter %s",
                                         "0:00 arbiter %s",
                                         "+1 arbiter %s",
                                         "move e2e4\n0:00 arbiter %s",
                                         "write \"x\"\n+1 arbiter %s",
                                         "write \"x\" arbiter %s\n",
                                         "%s\n+1 arbiter start",
                                         "\xef\xbb\xbf%s" };

static void send_disguised(const seats *s, unsigned who, size_t verb, const char *form)
{
    char event[128], text[256];

    write_event(event, sizeof event, verb);
    (void)snprintf(text, sizeof text, form, event);
    const unsigned status = submit(s, who, text);
    if (status != 400 && status != 403)
        fail_msg("\"%s\" by %s: %u", text, who_words[who], status);
    /* other blanks between the words of the verb, and other letters */
    for (char *c = event; *c; c++)
        *c = (char)(*c == ' ' ? '\t' : *c);
    const unsigned tabs = submit(s, who, event);
    if (tabs != 400 && tabs != 403)
        fail_msg("\"%s\" with tabs by %s: %u", verbs[verb].words, who_words[who], tabs);
}

static void test_hall__no_disguise_helps(void **state)
{
    const seats s = new_game();

    (void)state;
    for (size_t i = 0; i < VERB_COUNT; i++) {
        for (unsigned who = WHITE; who < WHO_COUNT; who++) {
            if (expected_status(i, who) == 200)
                continue;
            for (size_t j = 0; j < sizeof disguises / sizeof disguises[0]; j++)
                send_disguised(&s, who, i, disguises[j]);
        }
    }
    assert_int_equal(journal_size(&s), 1); /* the assistant was named, and nothing else */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__every_event_from_every_seat, fixture_hall),
        FIXTURE_TEST(test_hall__no_disguise_helps, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
