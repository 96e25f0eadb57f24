/* SPDX-License-Identifier: MIT */
/*
 * The figures of a hall as Prometheus reads them, by the rules of its text format; the names that
 * the example dashboard and the alert rules ask for are among them; and what a service tells
 * systemd.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/hall/fixture.h"

enum { TEXT_MAX = 1 << 17, FAMILIES_MAX = 200 };

/* ---- the format ---- */

typedef struct family {
    char name[96], kind[16];
    bool helped;
    unsigned samples;
    double last_bucket, count; /* of a histogram */
} family;

static family families[FAMILIES_MAX];
static size_t family_count;

static bool is_name(const char *name, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (!isalpha((unsigned char)name[i]) && name[i] != '_' && name[i] != ':' &&
            (i == 0 || !isdigit((unsigned char)name[i])))
            return false;
    return size > 0;
}

static family *find_family(const char *name, size_t size)
{
    for (size_t i = 0; i < family_count; i++)
        if (strlen(families[i].name) == size && memcmp(families[i].name, name, size) == 0)
            return &families[i];
    return NULL;
}

/* HELP comes before TYPE, and both before the samples; every family once. */
static void read_comment(const char *line)
{
    char word[8], name[96], rest[256];

    assert_int_equal(sscanf(line, "# %7s %95s %255[^\n]", word, name, rest), 3);
    assert_true(is_name(name, strlen(name)));
    if (strcmp(word, "HELP") == 0) {
        assert_null(find_family(name, strlen(name)));
        family *f = &families[family_count++];
        assert_true(family_count < FAMILIES_MAX);
        *f = (family){ .helped = true };
        (void)snprintf(f->name, sizeof f->name, "%s", name);
        return;
    }
    assert_string_equal(word, "TYPE");
    family *f = &families[family_count - 1];
    assert_string_equal(f->name, name);
    assert_true(strcmp(rest, "gauge") == 0 || strcmp(rest, "counter") == 0 ||
                strcmp(rest, "histogram") == 0);
    (void)snprintf(f->kind, sizeof f->kind, "%.15s", rest);
}

/* The family of a sample: that of the last TYPE, with the endings that a histogram has. */
static family *family_of(const char *name, size_t size, const char **ending)
{
    static const char *const endings[] = { "_bucket", "_sum", "_count" };
    family *f = &families[family_count - 1];
    const size_t base = strlen(f->name);

    assert_true(size >= base && memcmp(name, f->name, base) == 0);
    *ending = "";
    if (strcmp(f->kind, "histogram") != 0) {
        assert_int_equal(size, base);
        return f;
    }
    for (size_t i = 0; i < 3; i++)
        if (strlen(endings[i]) == size - base && memcmp(name + base, endings[i], size - base) == 0)
            *ending = endings[i];
    assert_true(**ending);
    return f;
}

static void read_labels(const char *labels, size_t size)
{
    const char *at = labels, *end = labels + size;

    while (at < end) {
        const char *equals = memchr(at, '=', (size_t)(end - at));
        assert_non_null(equals);
        assert_true(is_name(at, (size_t)(equals - at)) && equals[1] == '"');
        const char *quote = memchr(equals + 2, '"', (size_t)(end - equals - 2));
        assert_non_null(quote);
        assert_null(memchr(equals + 2, '\\', (size_t)(quote - equals - 2)));
        at = quote + 1 < end && quote[1] == ',' ? quote + 2 : quote + 1;
    }
}

static void read_sample(const char *line)
{
    const size_t size = strcspn(line, "{ ");
    const char *value = line + size, *ending;
    char *stop;

    assert_true(is_name(line, size));
    family *f = family_of(line, size, &ending);
    if (*value == '{') {
        const char *close = strchr(value, '}');
        assert_non_null(close);
        read_labels(value + 1, (size_t)(close - value - 1));
        value = close + 1;
    }
    assert_int_equal(*value, ' ');
    const double number = strtod(value + 1, &stop);
    assert_true(stop > value + 1 && (*stop == '\n' || *stop == '\0'));
    if (strcmp(f->kind, "gauge") != 0)
        assert_true(number >= 0);
    if (strcmp(ending, "_bucket") == 0) { /* they count up */
        assert_true(number >= f->last_bucket);
        f->last_bucket = number;
    }
    if (strcmp(ending, "_count") == 0)
        assert_true(number == f->last_bucket);
    const size_t length = strlen(f->name);
    if (strcmp(f->kind, "counter") == 0)
        assert_true(length > 6 && strcmp(f->name + length - 6, "_total") == 0);
    f->samples++;
}

static void read_metrics(void)
{
    static char text[TEXT_MAX];

    assert_int_equal(client_once(h.port, "GET", "/metrics", NULL, text, sizeof text), 200);
    family_count = 0;
    for (const char *line = text; *line;) {
        const char *end = strchr(line, '\n');
        assert_non_null(end); /* the last line ends, too */
        if (*line == '#')
            read_comment(line);
        else
            read_sample(line);
        line = end + 1;
    }
    for (size_t i = 0; i < family_count; i++)
        assert_true(families[i].kind[0] && families[i].samples > 0);
}

static void test_hall__metrics_are_as_prometheus_reads_them(void **state)
{
    (void)state;
    const seats s = started(NULL);
    assert_true(hall_do(&h, s.white, "move e4"));
    read_metrics();
    assert_true(family_count > 50);
    const family *write = find_family("arbitro_store_write_seconds", 27);
    assert_non_null(write);
    assert_true(write->last_bucket >= 3); /* a game, its start and a move are durable */
}

static double figure_of(const char *name)
{
    static char text[TEXT_MAX];
    char line[128];

    assert_int_equal(client_once(h.port, "GET", "/metrics", NULL, text, sizeof text), 200);
    (void)snprintf(line, sizeof line, "\narbitro_%s ", name);
    const char *at = strstr(text, line);
    assert_non_null(at);
    return strtod(at + strlen(line), NULL);
}

static void test_hall__events_and_answers_are_counted(void **state)
{
    (void)state;
    const seats s = started(NULL);
    const double events = figure_of("event_seconds_count"),
                 fine = figure_of("http_answers_total{status=\"2xx\"}"),
                 wrong = figure_of("http_answers_total{status=\"4xx\"}");
    assert_true(hall_do(&h, s.white, "move e4"));
    assert_true(figure_of("event_seconds_count") > events);
    assert_true(figure_of("event_seconds_sum") > 0);
    assert_true(figure_of("http_answers_total{status=\"2xx\"}") > fine);
    assert_true(figure_of("http_answers_total{status=\"4xx\"}") == wrong);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/nothing", NULL, NULL), 404);
    assert_true(figure_of("http_answers_total{status=\"4xx\"}") == wrong + 1);
    assert_true(figure_of("database_free_bytes") > 0);
    assert_true(figure_of("database_max_bytes") == 0);
}

/* ---- what the examples ask for ---- */

/* Every word that begins like one of our figures is one. Returns how many there are. */
static unsigned names_in(const char *file)
{
    static char text[TEXT_MAX];
    char path[400];
    unsigned count = 0;

    (void)snprintf(path, sizeof path, "%s/../examples/operation/%s", getenv("ARB_TEST_DATA"), file);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    (void)fclose(in);
    for (const char *at = text; (at = strstr(at, "arbitro_"));) {
        size_t size = strspn(at, "abcdefghijklmnopqrstuvwxyz_0123456789");
        static const char bucket[] = "_bucket";
        const bool histogram = size > 7 && memcmp(at + size - 7, bucket, 7) == 0;
        const family *f = find_family(at, histogram ? size - 7 : size);
        if (!f || histogram != (strcmp(f->kind, "histogram") == 0))
            fail_msg("%s asks for %.*s, which is none", file, (int)size, at);
        count++;
        at += size;
    }
    return count;
}

static void test_hall__examples_ask_for_what_is_there(void **state)
{
    json_error_t error;
    char path[400];

    (void)state;
    read_metrics();
    assert_true(names_in("arbitro-alerts.yml") > 10);
    assert_true(names_in("grafana-dashboard.json") > 30);
    (void)snprintf(path, sizeof path, "%s/../examples/operation/grafana-dashboard.json",
                   getenv("ARB_TEST_DATA"));
    json_t *dashboard = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    assert_non_null(dashboard);
    assert_true(json_array_size(json_object_get(dashboard, "panels")) > 10);
    json_decref(dashboard);
}

/* ---- a service ---- */

static int notify_socket(char name[108])
{
    struct sockaddr_un at = { .sun_family = AF_UNIX };
    const int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

    assert_true(fd >= 0);
    (void)snprintf(name, 108, "%.90s/notify", h.folder);
    (void)snprintf(at.sun_path, sizeof at.sun_path, "%s", name);
    assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof at), 0);
    return fd;
}

/* Waits until this is told. What comes before it is passed over, as systemd does. */
static void hears(int fd, const char *wanted)
{
    char text[256];

    for (;;) {
        struct pollfd wait = { .fd = fd, .events = POLLIN };
        assert_int_equal(poll(&wait, 1, 60000), 1);
        const ssize_t got = recv(fd, text, sizeof text - 1, 0);
        assert_true(got > 0);
        text[got] = '\0';
        if (strcmp(text, wanted) == 0)
            return;
    }
}

static int fixture_folder(void **state)
{
    (void)state;
    hall_init(&h);
    return 0;
}

static void test_hall__a_service_says_that_it_is_ready_and_lives(void **state)
{
    char name[108];
    int status = 0;

    (void)state;
    const int fd = notify_socket(name);
    (void)fflush(NULL);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        (void)setenv("NOTIFY_SOCKET", name, 1);
        (void)setenv("WATCHDOG_USEC", "1000000", 1);
        (void)freopen("/dev/null", "w", stdout);
        execl(getenv("ARB_PROGRAM"), "arbitro", "serve", "--listen", "127.0.0.1:0", "--db",
              h.database, "--engine", "none", "--log", "/dev/null", (char *)NULL);
        _exit(127);
    }
    hears(fd, "READY=1");
    hears(fd, "WATCHDOG=1");
    hears(fd, "WATCHDOG=1");
    assert_int_equal(kill(pid, SIGTERM), 0);
    hears(fd, "STOPPING=1");
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    (void)close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__metrics_are_as_prometheus_reads_them, fixture_hall),
        FIXTURE_TEST(test_hall__events_and_answers_are_counted, fixture_hall),
        FIXTURE_TEST(test_hall__examples_ask_for_what_is_there, fixture_hall),
        FIXTURE_TEST(test_hall__a_service_says_that_it_is_ready_and_lives, fixture_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
