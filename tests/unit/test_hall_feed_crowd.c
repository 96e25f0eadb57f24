/* SPDX-License-Identifier: MIT */
/*
 * A crowd at the feed: a thousand who read at once or not at all, floods of questions whether
 * anything is new, addresses that nobody made. What it costs the hall is compared with what
 * something small costs it in the same run, so that no machine is too slow for it.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <regex.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "support/hall/fixture.h"

enum {
    CROWD = 1000,
    BOARDS = 120,
    FLOOD = 3000,
    MOVES = 8,
    PATIENCE_MS = 60000,
    ADDRESSES = 4000,
    HEAD_ROOM = 1 << 16
};

#define ROUND "/live/open/round-1"
#define GAMES ROUND "/games.pgn"

static seats first; /* of board 1 */

static int open_hall(void **state)
{
    arb_hall_config config = arb_hall_defaults();
    const struct rlimit files = { 8192, 8192 };
    struct rlimit now;

    (void)state;
    if (getrlimit(RLIMIT_NOFILE, &now) == 0 && now.rlim_cur < files.rlim_cur)
        (void)setrlimit(RLIMIT_NOFILE, &files);
    config.unlimited = true;
    config.connections_max = 4 * CROWD;
    config.connections_per_address = 4 * CROWD;
    hall_init_in_memory(&h);
    hall_start_with(&h, &config);
    return 0;
}

/* A round of so many boards, whose players have names that make its file a large one. */
static void open_round(unsigned boards)
{
    static char text[1 << 17];
    char name[160];
    size_t size = 0;
    json_t *round;

    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    for (unsigned i = 1; i <= boards; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "%u; White %u %s; Black %u %s\n",
                                 i, i, name, i, name);
    assert_int_equal(
        fixture_post(&round, "/api/rounds",
                     json_pack("{ss ss s{ss s{ss}}}", "id", "0123456789abcdef01234567", "text",
                               text, "game", "time", "5400+30", "names", "event", "Open")),
        201);
    json_t *one = json_array_get(at(round, "boards"), 0);
    (void)snprintf(first.white, sizeof first.white, "%s", text_at(one, "tokens.white"));
    (void)snprintf(first.black, sizeof first.black, "%s", text_at(one, "tokens.black"));
    (void)snprintf(first.arbiter, sizeof first.arbiter, "%s", text_at(one, "tokens.arbiter"));
    json_decref(round);
    assert_int_equal(
        fixture_post(NULL, "/api/publish", json_pack("{ss ss}", "name", "open", "event", "Open")),
        200);
    assert_true(hall_do(&h, first.arbiter, "start"));
}

/* ---- what the hall uses */

/* A number of a file of /proc/PID, the `field`th behind the name of the program. */
static long long proc_number(const char *file, unsigned field)
{
    char path[64], text[1024];

    (void)snprintf(path, sizeof path, "/proc/%ld/%s", (long)h.pid, file);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    const size_t size = fread(text, 1, sizeof text - 1, in);
    (void)fclose(in);
    text[size] = '\0';
    const char *word = strrchr(text, ')');
    for (word = word ? word + 2 : text; field > 0; field--)
        word = strchr(word, ' ') + 1;
    return strtoll(word, NULL, 10);
}

/* Nanoseconds of processor that it has had, by the system's ticks. */
static long long processor_ns(void)
{
    const long ticks = sysconf(_SC_CLK_TCK);

    return (proc_number("stat", 11) + proc_number("stat", 12)) * (1000000000LL / ticks);
}

static long long resident_bytes(void)
{
    return proc_number("statm", 1) * sysconf(_SC_PAGESIZE);
}

/* ---- many connections */

static int connect_one(int receive_room)
{
    const struct sockaddr_in to = { .sin_family = AF_INET,
                                    .sin_port = htons(h.port),
                                    .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    assert_true(fd >= 0);
    if (receive_room > 0)
        (void)setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &receive_room, sizeof receive_room);
    assert_int_equal(connect(fd, (const struct sockaddr *)&to, sizeof to), 0);
    return fd;
}

static void open_crowd(int crowd[CROWD], int receive_room)
{
    for (size_t i = 0; i < CROWD; i++)
        crowd[i] = connect_one(receive_room);
}

static void close_crowd(const int crowd[CROWD])
{
    for (size_t i = 0; i < CROWD; i++)
        (void)close(crowd[i]);
}

static void ask(int fd, const char *path, const char *lines)
{
    char text[1024];
    const int size =
        snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n", path, lines);

    assert_int_equal(send(fd, text, (size_t)size, MSG_NOSIGNAL), size);
}

/* The status of the next answer, whose body is read to its end; 0: none came. */
static unsigned hear(int fd)
{
    static char text[HEAD_ROOM];
    size_t size = 0, left = 0;
    char *body = NULL;

    while (!body || left > 0) {
        struct pollfd ready = { .fd = fd, .events = POLLIN };
        if (poll(&ready, 1, PATIENCE_MS) <= 0)
            return 0;
        const ssize_t got = recv(fd, text + size, sizeof text - size - 1, 0);
        if (got <= 0)
            return 0;
        if (body) {
            assert_true((size_t)got <= left);
            left -= (size_t)got;
            continue;
        }
        size += (size_t)got;
        text[size] = '\0';
        body = strstr(text, "\r\n\r\n");
        if (!body)
            continue;
        const char *length = strcasestr(text, "Content-Length: ");
        const unsigned status = (unsigned)strtoul(text + 9, NULL, 10);
        const size_t wanted =
            status != 304 && length && length < body ? strtoul(length + 16, NULL, 10) : 0;
        const size_t has = size - (size_t)(body + 4 - text);
        assert_true(has <= wanted);
        left = wanted - has;
        size = (size_t)(body + 4 - text);
    }
    return (unsigned)strtoul(text + 9, NULL, 10);
}

static size_t size_of_file(char tag[64])
{
    client c = client_open(h.port);
    reply r;

    assert_true(client_ask(&c, "GET", GAMES, NULL) && client_reply(&r, &c, false));
    assert_int_equal(r.status, 200);
    assert_true(client_header(tag, 64, &r, "ETag"));
    client_close(&c);
    return r.size;
}

/* ---- at once */

/* A thousand ask in the same moment, while nothing of the file is made: each gets all of it. */
static void test_crowd__a_thousand_at_once(void **state)
{
    static int crowd[CROWD];
    char tag[64];

    (void)state;
    open_round(BOARDS);
    open_crowd(crowd, 0);
    for (unsigned turn = 0; turn < 2; turn++) {
        for (size_t i = 0; i < CROWD; i++)
            ask(crowd[i], GAMES, "");
        for (size_t i = 0; i < CROWD; i++)
            assert_int_equal(hear(crowd[i]), 200);
        assert_true(hall_do(&h, turn == 0 ? first.white : first.black,
                            turn == 0 ? "play e2e4" : "play e7e5"));
        client_sleep(300); /* so that it is to be made anew */
    }
    (void)size_of_file(tag);
    close_crowd(crowd);
}

/* A thousand ask and read nothing: the hall keeps the file once, and goes on. */
static void test_crowd__a_thousand_slow_ones(void **state)
{
    static int crowd[CROWD];
    char tag[64];

    (void)state;
    open_round(BOARDS);
    const size_t size = size_of_file(tag);
    assert_true(size > 64 << 10);
    open_crowd(crowd, 4096);
    const long long before = resident_bytes();
    for (size_t i = 0; i < CROWD; i++)
        ask(crowd[i], GAMES, "");
    /* the answer to the last one has begun, so all have been heard */
    char byte;
    for (size_t i = 0; i < CROWD; i++)
        assert_int_equal(recv(crowd[i], &byte, 1, MSG_PEEK), 1);
    const long long grown = resident_bytes() - before;
    if (grown > (long long)(CROWD * size) / 8)
        fail_msg("%lld bytes for %u who read slowly, of %zu each", grown, (unsigned)CROWD, size);
    assert_true(hall_do(&h, first.white, "play e2e4"));
    client_sleep(300);
    char newer[64];
    (void)size_of_file(newer); /* others are given what is new meanwhile */
    assert_string_not_equal(tag, newer);
    for (size_t i = 0; i < CROWD; i += 2)
        (void)close(crowd[i]); /* who goes in the middle of it */
    for (size_t i = 1; i < CROWD; i += 2)
        assert_int_equal(hear(crowd[i]), 200); /* and who reads in the end has all of it */
    for (size_t i = 1; i < CROWD; i += 2)
        (void)close(crowd[i]);
}

/* ---- again and again */

/* Processor time for a question, of FLOOD of them over a few connections. */
static double cost_of(const char *path, const char *lines, unsigned status)
{
    enum { AT_ONCE = 50 };
    int few[AT_ONCE];

    for (size_t i = 0; i < AT_ONCE; i++)
        few[i] = connect_one(0);
    const long long begin = processor_ns();
    for (unsigned n = 0; n < FLOOD / AT_ONCE; n++) {
        for (size_t i = 0; i < AT_ONCE; i++)
            ask(few[i], path, lines);
        for (size_t i = 0; i < AT_ONCE; i++)
            assert_int_equal(hear(few[i]), status);
    }
    const long long end = processor_ns();
    for (size_t i = 0; i < AT_ONCE; i++)
        (void)close(few[i]);
    return (double)(end - begin) / FLOOD;
}

/* "Is it still this?" costs about what any small answer costs, however large the file is. */
static void test_crowd__a_flood_of_questions(void **state)
{
    char tag[64], lines[96];

    (void)state;
    open_round(BOARDS);
    (void)size_of_file(tag);
    (void)snprintf(lines, sizeof lines, "If-None-Match: %s\r\n", tag);
    const double small = cost_of("/live/nothing/round-1", "", 404);
    const double same = cost_of(GAMES, lines, 304);
    /* an event with as many rounds as there may be */
    assert_int_equal(fixture_post(NULL, "/api/publish",
                                  json_pack("{ss s[{si si}]}", "name", "long", "games", "game", 1,
                                            "round", 9999)),
                     200);
    const double other = cost_of("/live/long/round-9998/index.json", "", 404);
    print_message("one 404: %.0f and %.0f us, one 304: %.0f us of processor\n", small / 1000,
                  other / 1000, same / 1000);
    /* a tick of the system's clock may be lost at either end */
    const double tick = 2e9 / (double)sysconf(_SC_CLK_TCK) / FLOOD;
    if (same > 4 * (small + tick) || other > 4 * (small + tick))
        fail_msg("%.0f and %.0f ns where a small answer costs %.0f", same, other, small);
}

static int64_t micros(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static int by_size(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return x < y ? -1 : x > y;
}

static int64_t median(int64_t *all, size_t count)
{
    qsort(all, count, sizeof *all, by_size);
    return all[count / 2];
}

/* White's knight goes out and back, Black's pawns go one step each: no position comes again. */
static void move(unsigned i)
{
    char text[16];

    if (i % 2 == 0)
        (void)snprintf(text, sizeof text, "play %s", i % 4 == 0 ? "g1f3" : "f3g1");
    else
        (void)snprintf(text, sizeof text, "play %c%u%c%u", (char)('a' + i / 2 % 8), 7 - i / 16,
                       (char)('a' + i / 2 % 8), 6 - i / 16);
    assert_true(hall_do(&h, i % 2 ? first.black : first.white, text));
}

/*
 * Players do not wait for readers to have read: a move waits, as one more reader does, for requests
 * that were there before it, a thousand at once here, and hardly longer.
 */
static void test_crowd__players_go_on(void **state)
{
    static int crowd[CROWD];
    int64_t alone[MOVES], among[MOVES], reader[MOVES];
    const int one = (open_round(BOARDS), connect_one(0));

    (void)state;
    for (unsigned i = 0; i < MOVES; i++) {
        const int64_t begin = micros();
        move(i);
        alone[i] = micros() - begin;
    }
    open_crowd(crowd, 0);
    for (unsigned i = 0; i < MOVES; i++) {
        for (size_t k = 0; k < CROWD; k++)
            ask(crowd[k], ROUND "/index.json", "");
        const int64_t begin = micros();
        move(MOVES + i);
        among[i] = micros() - begin;
        for (size_t k = 0; k < CROWD; k++)
            assert_int_equal(hear(crowd[k]), 200);
        for (size_t k = 0; k < CROWD; k++)
            ask(crowd[k], ROUND "/index.json", "");
        const int64_t asked = micros();
        ask(one, ROUND "/index.json", "");
        assert_int_equal(hear(one), 200);
        reader[i] = micros() - asked;
        for (size_t k = 0; k < CROWD; k++)
            assert_int_equal(hear(crowd[k]), 200);
    }
    const int64_t quiet = median(alone, MOVES), busy = median(among, MOVES),
                  read = median(reader, MOVES);
    print_message("a move alone: %lld us, among a thousand: %lld us, one more reader: %lld us\n",
                  (long long)quiet, (long long)busy, (long long)read);
    if (busy > 20 * quiet + 2 * read)
        fail_msg("a move takes %lld us among a thousand readers, alone %lld, a reader %lld",
                 (long long)busy, (long long)quiet, (long long)read);
    close_crowd(crowd);
    (void)close(one);
}

/* ---- addresses */

static uint32_t seed = 20261117;

static uint32_t dice(uint32_t sides)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed % sides;
}

/* An address that is like a good one: a piece taken out, put in twice, or replaced. */
static void make_address(char *out, size_t room)
{
    static const char *const good[] = {
        "/live/open/round-1/games.pgn",
        "/live/open/round-1/index.json",
        "/live/open/round-1/game-1.pgn",
        "/live/open/round-1/game-3.json",
        "/live/open/tournament.json",
        "/live/open/round-1/",
        "/embed/1",
        "/embed?event=open&board=1",
        "/wall?event=open",
        "/overlay?games=1,2",
    };
    static const char *const odd[] = {
        "..",     "/../",     "%2e%2e",     "%2f",    "%00",    "\\",   "//",    "./",
        "%c0%af", "%252e",    ";",          "?",      "#",      "0",    "-1",    "4294967297",
        "%ff",    "\xC3\xA8", "\xff",       ".",      "~",      "*",    "'",     "\"",
        "&",      "event=",   "etc/passwd", "%u002e", "round-", "9999", "game-", ".pgn",
        ".json",  "OPEN",     "%6fpen",     "=",
    };
    const char *from = good[dice(sizeof good / sizeof good[0])];
    size_t used = 0;

    for (const char *c = from; *c && used + 64 < room; c++) {
        const uint32_t what = dice(24);
        if (what == 0 && c > from)
            continue;
        out[used++] = *c;
        if (what == 1)
            out[used++] = *c;
        if (what == 2 || what == 3)
            used += (size_t)snprintf(out + used, room - used, "%s",
                                     odd[dice(sizeof odd / sizeof odd[0])]);
        if (what == 4 && dice(40) == 0)
            used += (size_t)snprintf(out + used, room - used, "%.*s", (int)(16 + dice(48)),
                                     "////////////////////////////////////////////////////////////"
                                     "////");
    }
    out[used] = '\0';
}

/* What is given to whom: by a description of the addresses that is not the hall's. */
typedef struct described {
    regex_t file, page;
} described;

static void assert_answer(const described *d, const char *address, unsigned status,
                          const char *body)
{
    const bool file = regexec(&d->file, address, 0, NULL, 0) == 0;
    const bool page = regexec(&d->page, address, 0, NULL, 0) == 0;
    /* what no address can hold is refused before anybody looks where it leads */
    const bool plain =
        address[strspn(address, "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOP"
                                "QRSTUVWXYZ/.-_~*&=?,;%'")] == '\0';

    if (file || page ? status != 200 && (plain || status != 400) : status != 400 && status != 404)
        fail_msg("%s is answered with %u", address, status);
    if (strstr(body, "root:"))
        fail_msg("%s gives a file of the machine", address);
}

static void test_crowd__addresses_that_nobody_made(void **state)
{
    described d;
    client c = client_open(h.port);
    unsigned given = 0;
    reply r;

    (void)state;
    open_round(3);
    assert_int_equal(regcomp(&d.file,
                             "^/live/open/(tournament[.]json|round-1(/|/games[.]pgn|/index[.]json|/"
                             "game-[1-3][.](pgn|json))?)([?]|$)",
                             REG_EXTENDED | REG_NOSUB),
                     0);
    assert_int_equal(regcomp(&d.page, "^/((wall|overlay|embed)([.]html)?|embed/[0-9]+|)([?]|$)",
                             REG_EXTENDED | REG_NOSUB),
                     0);
    for (unsigned i = 0; i < ADDRESSES; i++) {
        char address[512], text[640];
        make_address(address, sizeof address);
        (void)snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", address);
        if (!client_send(&c, text) || !client_reply(&r, &c, false)) {
            fail_msg("%s is not answered", address);
        }
        assert_answer(&d, address, r.status, r.body);
        given += r.status == 200;
        if (strcasestr(r.head, "Connection: close")) {
            client_close(&c);
            c = client_open(h.port);
        }
    }
    assert_true(given > ADDRESSES / 50 && given < ADDRESSES);
    client_close(&c);
    regfree(&d.file);
    regfree(&d.page);
    assert_true(hall_do(&h, first.white, "play e2e4"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_crowd__a_thousand_at_once, open_hall),
        FIXTURE_TEST(test_crowd__a_thousand_slow_ones, open_hall),
        FIXTURE_TEST(test_crowd__a_flood_of_questions, open_hall),
        FIXTURE_TEST(test_crowd__players_go_on, open_hall),
        FIXTURE_TEST(test_crowd__addresses_that_nobody_made, open_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
