/* SPDX-License-Identifier: MIT */
/*
 * The checklist of a game (Appendix D): what was seen to is kept beside the journal, by which seat
 * and when; after a crash, in a copy, and with a game that is exported and imported.
 */
#define _GNU_SOURCE
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "server/hall/checklist.h"
#include "store/store.h"
#include "support/hall/fixture.h"

static const char blind[] = "{\"mode\":\"tournament\",\"options\":{\"vision\":\"white:blind\"}}";

static unsigned check(const char *token, int game, const char *point, bool done)
{
    char path[64] = "/api/checklist/done", body[96];

    if (game)
        (void)snprintf(path, sizeof path, "/api/checklist/done?game=%d", game);
    (void)snprintf(body, sizeof body, "{\"point\":\"%s\",\"done\":%s}", point,
                   done ? "true" : "false");
    return hall_ask(NULL, &h, "POST", path, token, body);
}

/* By whom a point was seen to; "" when it was not. To be freed. */
static char *by_whom(const char *token, int game, const char *point, long long *when)
{
    char path[64];
    json_t *list = NULL, *one;
    size_t i;
    char *by = NULL;

    (void)snprintf(path, sizeof path, "/api/checklist?game=%d", game);
    assert_int_equal(hall_ask(&list, &h, "GET", path, token, NULL), 200);
    json_array_foreach(at(list, "points"), i, one)
    {
        if (strcmp(text_at(one, "id"), point) != 0)
            continue;
        const char *seat = json_string_value(at(one, "done.by"));
        by = strdup(seat ? seat : "");
        if (when && seat)
            *when = number_at(one, "done.at");
    }
    assert_non_null(by);
    json_decref(list);
    return by;
}

static void assert_by(const char *token, int game, const char *point, const char *wanted)
{
    char *by = by_whom(token, game, point, NULL);

    assert_string_equal(by, wanted);
    free(by);
}

static void test_hall__the_checklist_has_every_point_in_both_languages(void **state)
{
    const seats s = hall_game(&h, blind);
    size_t count, i;
    const arb_checklist_point *all = arb_checklist(&count);
    json_t *list = NULL, *one;

    (void)state;
    assert_int_equal(hall_ask(&list, &h, "GET", "/api/checklist", s.arbiter, NULL), 200);
    assert_int_equal(json_array_size(at(list, "points")), count);
    json_array_foreach(at(list, "points"), i, one)
    {
        assert_string_equal(text_at(one, "id"), all[i].id);
        assert_string_equal(text_at(one, "text.en"), all[i].text[ARB_LANG_EN]);
        assert_string_equal(text_at(one, "text.it"), all[i].text[ARB_LANG_IT]);
        assert_true(json_is_null(at(one, "done")));
        for (size_t j = 0; j < i; j++) /* what a hall keeps names one point */
            assert_string_not_equal(all[i].id, all[j].id);
        assert_int_equal(strspn(all[i].id, "abcdefghijklmnopqrstuvwxyz-"), strlen(all[i].id));
    }
    json_decref(list);
}

static void test_hall__what_was_seen_to_is_kept(void **state)
{
    const seats s = hall_game(&h, blind), other = hall_game(&h, blind);
    const long long now = (long long)time(NULL) * 1000;
    long long when = 0;

    (void)state;
    assert_int_equal(check(s.arbiter, 0, "board", true), 200);
    assert_int_equal(check(h.key, s.game, "words", true), 200);
    assert_int_equal(check(h.key, s.game, "card", true), 200);
    assert_int_equal(check(s.arbiter, 0, "card", false), 200); /* taken back */
    free(by_whom(s.arbiter, s.game, "board", &when));
    assert_true(when >= now - 2000 && when <= now + 60000);
    hall_kill(&h);
    fixture_start(NULL);
    assert_by(h.key, s.game, "board", "arbiter");
    assert_by(h.key, s.game, "words", "desk");
    assert_by(h.key, s.game, "card", "");
    assert_by(h.key, other.game, "board", ""); /* each game has its own */
    long long again = 0;
    free(by_whom(s.arbiter, s.game, "board", &again));
    assert_true(when == again);
    /* nothing of it is in the journal */
    json_t *game = hall_look(&h, s.arbiter);
    assert_int_equal(json_array_size(at(game, "log")), 0);
    json_decref(game);
}

/* Of two who tick at the same time neither undoes the other. */
static void test_hall__points_that_are_ticked_at_once_all_stay(void **state)
{
    const seats s = hall_game(&h, blind);
    size_t count;
    const arb_checklist_point *all = arb_checklist(&count);
    client pages[40];

    (void)state;
    assert_true(count <= 40);
    for (size_t i = 0; i < count; i++) {
        char body[96], head[400];
        (void)snprintf(body, sizeof body, "{\"point\":\"%s\",\"done\":true}", all[i].id);
        (void)snprintf(head, sizeof head,
                       "POST /api/checklist/done HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
                       "%s\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                       s.arbiter, strlen(body), body);
        pages[i] = client_open(h.port);
        assert_true(client_send(&pages[i], head));
    }
    for (size_t i = 0; i < count; i++) {
        static reply r;
        assert_true(client_reply(&r, &pages[i], false));
        assert_int_equal(r.status, 200);
        client_close(&pages[i]);
    }
    for (size_t i = 0; i < count; i++)
        assert_by(s.arbiter, s.game, all[i].id, "arbiter");
}

static void run(const char *const *arguments)
{
    const pid_t pid = fork();
    int status = -1;

    if (pid == 0) {
        if (!freopen("/dev/null", "w", stdout))
            _exit(126);
        execv(arguments[0], (char *const *)(uintptr_t)arguments);
        _exit(127);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* How many lines of a file are the tag of a checklist. */
static unsigned tags_in(const char *path)
{
    static const char tag[] = "tag       Checklist \"";
    FILE *file = fopen(path, "r");
    char line[4096];
    unsigned count = 0;

    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        count += strncmp(line, tag, sizeof tag - 1) == 0;
    (void)fclose(file);
    return count;
}

/* In a copy that was made while the hall is open, and in a database to which the game was moved. */
static void test_hall__the_checklist_goes_with_its_game(void **state)
{
    const char *program = getenv("ARB_PROGRAM");
    const seats s = hall_game(&h, blind);
    char copy[200], out[200], one[256], moved[200];

    (void)state;
    assert_non_null(program);
    assert_int_equal(check(s.arbiter, 0, "board", true), 200);
    assert_int_equal(check(h.key, s.game, "venue", true), 200);
    (void)snprintf(copy, sizeof copy, "%s/copy.arbitro", h.folder);
    (void)snprintf(out, sizeof out, "%s/out", h.folder);
    (void)snprintf(moved, sizeof moved, "%s/moved.arbitro", h.folder);
    run((const char *[]){ program, "store", "backup", h.database, copy, NULL });
    run((const char *[]){ program, "store", "export", "--out", out, copy, NULL });
    (void)snprintf(one, sizeof one, "%s/game-%d.case", out, s.game);
    run((const char *[]){ program, "store", "import", moved, one, NULL });
    const char *const stores[] = { copy, moved };
    for (size_t i = 0; i < 2; i++) {
        const arb_store_options options = { .create = false };
        arb_store *store;
        arb_checked checked;
        arb_buf line;
        arb_buf_init(&line, NULL, 1 << 16);
        assert_int_equal(arb_store_open(&store, stores[i], &options), ARB_STORE_OK);
        assert_int_equal(arb_store_checklist_get(&line, store, 1), ARB_STORE_OK);
        arb_store_close(store);
        assert_true(arb_checklist_look(&checked, arb_buf_text(&line), "board"));
        assert_int_equal(checked.by, ARB_SEAT_ARBITER);
        assert_true(arb_checklist_look(&checked, arb_buf_text(&line), "venue"));
        assert_int_equal(checked.by, ARB_SEAT_DESK);
        assert_false(arb_checklist_look(&checked, arb_buf_text(&line), "words"));
        arb_buf_clear(&line);
    }
    /* and once more: it is not there twice */
    char again[200], two[256];
    (void)snprintf(again, sizeof again, "%s/again", h.folder);
    (void)snprintf(two, sizeof two, "%s/game-1.case", again);
    run((const char *[]){ program, "store", "export", "--out", again, moved, NULL });
    assert_int_equal(tags_in(one), 1);
    assert_int_equal(tags_in(two), 1);
}

/* ---- the line */

/* Whatever stands in the line, what comes out can be read, and says the same of every point. */
static void test_checklist__any_line_is_survived(void **state)
{
    static const char *const lines[] = {
        "",
        " ",
        "board",
        "board=",
        "board=/desk",
        "board=5",
        "board=5/",
        "board=5/nobody",
        "=5/desk",
        "nothing=5/desk",
        "board=99999999999999999999/desk",
        "board=-5/desk",
        "board=5/desk board=6/arbiter",
        "  board=5/desk   words=6/arbiter x=1/desk",
        "board=5/desk\twords=6/arbiter",
    };

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const arb_checked now = { 7, ARB_SEAT_ASSISTANT };
        arb_checked before, after;
        arb_buf line;
        arb_buf_init(&line, NULL, 4096);
        assert_int_equal(arb_checklist_change(&line, lines[i], "card", &now), ARB_OK);
        const bool was = arb_checklist_look(&before, lines[i], "board");
        assert_int_equal(arb_checklist_look(&after, arb_buf_text(&line), "board"), was);
        if (was)
            assert_true(before.at == after.at && before.by == after.by);
        assert_true(arb_checklist_look(&after, arb_buf_text(&line), "card"));
        assert_true(after.at == 7 && after.by == ARB_SEAT_ASSISTANT);
        arb_buf_clear(&line);
    }
    arb_checked found;
    assert_true(arb_checklist_look(&found, "board=5/desk", "board"));
    assert_true(found.at == 5 && found.by == ARB_SEAT_DESK);
    assert_false(arb_checklist_look(&found, NULL, "board"));
    assert_false(arb_checklist_look(&found, "boards=5/desk", "board"));
}

static void test_checklist__any_letters_are_survived(void **state)
{
    static const char *const pieces[] = { "board", "words", "x", "=",  "/",  "5",    "99999999",
                                          " ",     "desk",  "-", "\t", "\"", "\xff", "arbiter" };
    uint32_t seed = 7;

    (void)state;
    for (unsigned i = 0; i < 20000; i++) {
        char text[256] = "";
        for (unsigned j = 0; j < 16; j++) {
            seed = seed * 1664525u + 1013904223u;
            (void)strcat(text, pieces[(seed >> 16) % (sizeof pieces / sizeof pieces[0])]);
        }
        arb_checked before, after;
        arb_buf line;
        arb_buf_init(&line, NULL, 4096);
        assert_int_equal(arb_checklist_change(&line, text, "card", NULL), ARB_OK);
        const bool was = arb_checklist_look(&before, text, "board");
        assert_int_equal(arb_checklist_look(&after, arb_buf_text(&line), "board"), was);
        if (was)
            assert_true(before.at == after.at && before.by == after.by);
        arb_buf_clear(&line);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__the_checklist_has_every_point_in_both_languages, fixture_hall),
        FIXTURE_TEST(test_hall__what_was_seen_to_is_kept, fixture_hall),
        FIXTURE_TEST(test_hall__points_that_are_ticked_at_once_all_stay, fixture_hall),
        FIXTURE_TEST(test_hall__the_checklist_goes_with_its_game, fixture_hall),
        cmocka_unit_test(test_checklist__any_line_is_survived),
        cmocka_unit_test(test_checklist__any_letters_are_survived),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
