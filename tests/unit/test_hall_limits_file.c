/* SPDX-License-Identifier: MIT */
/* Limits by name: every one can be set, what is wrong is told with its place, SIGHUP reads again.
 */
#define _GNU_SOURCE
#include <signal.h>

#include "server/hall/limits_file.h"
#include "support/hall/fixture.h"

static bool read_text(arb_hall_config *config, arb_limits_trouble *trouble, const char *text)
{
    return arb_limits_read(config, trouble, text, strlen(text), false);
}

/* Each of them, at both ends, and nothing else with it. */
static void test_limits_file__every_limit_can_be_set(void **state)
{
    arb_limit_info info, other;
    size_t count = 0;

    (void)state;
    const arb_hall_config usual = arb_hall_defaults();
    for (; arb_limit_info_get(&info, &usual, count); count++) {
        assert_true(info.value >= info.least && info.value <= info.most);
        for (int end = 0; end < 2; end++) {
            const int64_t wanted = end ? info.most : info.least;
            arb_hall_config config = usual;
            arb_limits_trouble trouble;
            char text[128];
            (void)snprintf(text, sizeof text, "\t%s  %lld\r\n", info.name, (long long)wanted);
            assert_true(read_text(&config, &trouble, text));
            for (size_t i = 0; arb_limit_info_get(&other, &config, i); i++) {
                arb_limit_info before;
                assert_true(arb_limit_info_get(&before, &usual, i));
                assert_int_equal(other.value, i == count ? wanted : before.value);
            }
            /* one that holds from the next start on stays when the file is read again */
            config = usual;
            assert_true(arb_limits_read(&config, &trouble, text, strlen(text), true));
            assert_true(arb_limit_info_get(&other, &config, count));
            assert_int_equal(other.value, info.is_live ? wanted : info.value);
            /* beyond the end nothing is taken */
            (void)snprintf(text, sizeof text, "\n%s %lld", info.name,
                           (long long)(end ? info.most + 1 : info.least - 1));
            config = usual;
            assert_false(read_text(&config, &trouble, text));
            assert_int_equal(trouble.fault, ARB_LIMITS_VALUE);
            assert_int_equal(trouble.line, 2);
            assert_int_equal(trouble.column, strlen(info.name) + 2);
            assert_memory_equal(&config, &usual, sizeof config);
        }
    }
    assert_true(count > 30);
}

static void test_limits_file__what_is_wrong_is_told_with_its_place(void **state)
{
    static const struct {
        const char *text;
        arb_limits_fault fault;
        size_t line, column;
    } wrong[] = {
        { "create.burst 5\ncreat.burst 5\n", ARB_LIMITS_NAME, 2, 1 },
        { "  nothing 5", ARB_LIMITS_NAME, 1, 3 },
        { "create 5", ARB_LIMITS_NAME, 1, 1 },
        { "create.burst", ARB_LIMITS_VALUE, 1, 13 },
        { "create.burst # 5", ARB_LIMITS_VALUE, 1, 14 },
        { "create.burst -5", ARB_LIMITS_VALUE, 1, 14 },
        { "create.burst 5s", ARB_LIMITS_VALUE, 1, 14 },
        { "create.burst 0x5", ARB_LIMITS_VALUE, 1, 14 },
        { "create.burst 99999999999999999999999999", ARB_LIMITS_VALUE, 1, 14 },
        { "create.burst 5 6", ARB_LIMITS_REST, 1, 16 },
        { "engines 3\n\n# so\nengines 4\n", ARB_LIMITS_TWICE, 4, 1 },
    };
    arb_hall_config config = arb_hall_defaults();
    const arb_hall_config usual = config;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        arb_limits_trouble trouble;
        assert_false(read_text(&config, &trouble, wrong[i].text));
        if (trouble.fault != wrong[i].fault || trouble.line != wrong[i].line ||
            trouble.column != wrong[i].column)
            fail_msg("%s: %d at %zu:%zu", wrong[i].text, trouble.fault, trouble.line,
                     trouble.column);
        assert_memory_equal(&config, &usual, sizeof config);
    }
    arb_limits_trouble trouble;
    assert_true(read_text(&config, &trouble, ""));
    assert_true(read_text(&config, &trouble, "# nothing\n\n \t\nengines 3 # three\n"));
    assert_int_equal(config.engines_max, 3);
}

/* Any bytes are survived. */
static void test_limits_file__any_text_is_survived(void **state)
{
    static const char begin[] = "create.burst 7\nengines 2\n";
    arb_limits_trouble trouble;

    (void)state;
    for (unsigned at = 0; at < sizeof begin - 1; at++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            arb_hall_config config = arb_hall_defaults();
            char text[sizeof begin];
            memcpy(text, begin, sizeof begin);
            text[at] = (char)byte;
            const bool read = arb_limits_read(&config, &trouble, text, sizeof begin - 1, false);
            assert_true(read == (trouble.fault == ARB_LIMITS_FINE));
        }
    }
}

/* ---- the program ---- */

static char path[200];

static void write_limits(const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* Somebody from elsewhere makes a game. */
static unsigned makes(void)
{
    client c = client_open(h.port);
    const unsigned status =
        hall_ask_with(NULL, &c, "POST", "/api/games", "X-Forwarded-For: 192.0.2.1\r\n", "{}");

    client_close(&c);
    return status;
}

static int fixture_limits(void **state)
{
    (void)state;
    hall_init(&h);
    (void)snprintf(path, sizeof path, "%s/limits", h.folder);
    write_limits("# small\ngames-per-address 2\n");
    hall_start(&h, (const char *const[]){ "--engine", "none", "--limits", path, NULL });
    return 0;
}

static void test_limits_file__a_signal_reads_it_again(void **state)
{
    (void)state;
    assert_int_equal(makes(), 201);
    assert_int_equal(makes(), 201);
    assert_int_equal(makes(), 429);
    write_limits("games-per-address 3\n");
    assert_int_equal(kill(h.pid, SIGHUP), 0);
    assert_true(hall_metric_becomes(&h, "limits_read_total", 1, 20000));
    assert_int_equal(makes(), 201);
    assert_int_equal(makes(), 429);
    /* what is wrong changes nothing */
    write_limits("games-per-address 9\ngames-per-adress 10\n");
    assert_int_equal(kill(h.pid, SIGHUP), 0);
    assert_true(hall_metric_becomes(&h, "limits_failed_total", 1, 20000));
    assert_int_equal(makes(), 429);
    /* a rate, too */
    write_limits("games-per-address 100\ncreate.burst 1\ncreate.interval-us 86400000000\n");
    assert_int_equal(kill(h.pid, SIGHUP), 0);
    assert_true(hall_metric_becomes(&h, "limits_read_total", 2, 20000));
    (void)makes();
    assert_int_equal(makes(), 429);
}

/* ---- without a file */

static int fixture_logged(void **state)
{
    (void)state;
    hall_init(&h);
    (void)snprintf(path, sizeof path, "%s/log", h.folder);
    hall_start(&h, (const char *const[]){ "--engine", "none", "--log", path, NULL });
    return 0;
}

/* Waits for a line of the log that has this. */
static bool is_logged(const char *wanted)
{
    static char text[65536];

    for (unsigned tries = 0; tries < 2000; tries++) {
        FILE *log = fopen(path, "r");
        const size_t size = log ? fread(text, 1, sizeof text - 1, log) : 0;
        if (log)
            (void)fclose(log);
        text[size] = '\0';
        if (strstr(text, wanted))
            return true;
        (void)usleep(10000);
    }
    return false;
}

static void test_serve__a_signal_without_a_file_ends_no_service(void **state)
{
    (void)state;
    assert_int_equal(kill(h.pid, SIGHUP), 0);
    assert_true(is_logged("\"event\":\"no limits to read: there is no file of them\""));
    assert_int_equal(makes(), 201);
}

static void test_log__what_happened_is_never_written_over(void **state)
{
    (void)state;
    assert_int_equal(fixture_post(NULL, "/api/door/set", json_pack("{sb}", "closed", 1)), 200);
    assert_true(is_logged("\"event\":\"door closed\",\"of_event\":false"));
}

static void test_log__says_why_limits_were_not_read(void **state)
{
    (void)state;
    hall_stop(&h);
    (void)snprintf(path, sizeof path, "%s/limits", h.folder);
    write_limits("# none\n");
    char log[sizeof path], limits[sizeof path];
    memcpy(limits, path, sizeof limits);
    (void)snprintf(log, sizeof log, "%s/log", h.folder);
    hall_start(&h,
               (const char *const[]){ "--engine", "none", "--limits", limits, "--log", log, NULL });
    write_limits("games-max 1\ngames-per-day x\n");
    memcpy(path, log, sizeof path);
    assert_int_equal(kill(h.pid, SIGHUP), 0);
    assert_true(is_logged("\"why\":\"value\",\"line\":2,\"column\":15,"
                          "\"name\":\"games-per-day\",\"least\":0,\"most\":1048576"));
    assert_int_equal(unlink(limits), 0);
    assert_int_equal(kill(h.pid, SIGHUP), 0);
    assert_true(is_logged("\"why\":\"No such file or directory\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_limits_file__every_limit_can_be_set),
        cmocka_unit_test(test_limits_file__what_is_wrong_is_told_with_its_place),
        cmocka_unit_test(test_limits_file__any_text_is_survived),
        FIXTURE_TEST(test_limits_file__a_signal_reads_it_again, fixture_limits),
        FIXTURE_TEST(test_serve__a_signal_without_a_file_ends_no_service, fixture_logged),
        FIXTURE_TEST(test_log__what_happened_is_never_written_over, fixture_logged),
        FIXTURE_TEST(test_log__says_why_limits_were_not_read, fixture_logged),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
