/* SPDX-License-Identifier: MIT */
/* Whoever has the address of a hall and is none: he learns nothing, what he answers reaches nobody,
 * and what he has heard opens nothing elsewhere. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/hall/house.h"
#include "support/store/postgres.h"

enum { HEARD = 1 << 20, PIECE = 4096, WAIT_S = 1, HEADER = 128, PATIENCE_MS = 20000 };

/* At the address of a hall: it keeps what it hears, and answers in turn with each of these. */
typedef struct impostor {
    int listener;
    uint16_t port;
    pthread_t thread;
    atomic_bool stop;
    unsigned met;
    char heard[HEARD];
    size_t size;
} impostor;

static const char *const answers[] = {
    "HTTP/1.1 200 OK\r\nContent-Length: 22\r\n\r\nAAAAAAAAAAAAAAAAAAAAAA",
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
    "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: \n\n",
    "HTTP/1.1 204 No Content\r\n\r\n",
    "",
};
enum { ANSWERS = sizeof answers / sizeof answers[0] };

static void meet(impostor *it, int fd)
{
    const struct timeval patience = { .tv_sec = WAIT_S };
    const char *answer = answers[it->met++ % ANSWERS];
    char piece[PIECE];
    ssize_t got;

    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    for (bool answered = false; (got = recv(fd, piece, sizeof piece, 0)) > 0; answered = true) {
        assert_true(it->size + (size_t)got < sizeof it->heard);
        memcpy(it->heard + it->size, piece, (size_t)got);
        it->size += (size_t)got;
        if (!answered)
            (void)send(fd, answer, strlen(answer), MSG_NOSIGNAL);
    }
    (void)close(fd);
}

static void *listen_all(void *user)
{
    impostor *it = user;

    while (!atomic_load(&it->stop)) {
        const int fd = accept(it->listener, NULL, NULL);
        if (fd >= 0)
            meet(it, fd);
    }
    return NULL;
}

static void begin(impostor *it)
{
    struct sockaddr_in at = { .sin_family = AF_INET };
    socklen_t size = sizeof at;

    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    it->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(it->listener, (struct sockaddr *)&at, size), 0);
    assert_int_equal(listen(it->listener, 16), 0);
    assert_int_equal(getsockname(it->listener, (struct sockaddr *)&at, &size), 0);
    it->port = ntohs(at.sin_port);
    assert_int_equal(pthread_create(&it->thread, NULL, listen_all, it), 0);
}

static void end(impostor *it)
{
    atomic_store(&it->stop, true);
    (void)shutdown(it->listener, SHUT_RDWR);
    (void)pthread_join(it->thread, NULL);
    (void)close(it->listener);
    it->heard[it->size] = '\0';
}

/* The first line of the head that begins so, with its end. */
static void line_of(char out[HEADER], const char *text, const char *name)
{
    const char *line = strstr(text, name), *stop = line ? strstr(line, "\r\n") : NULL;

    assert_non_null(stop);
    assert_true((size_t)(stop + 2 - line) < HEADER);
    memcpy(out, line, (size_t)(stop + 2 - line));
    out[stop + 2 - line] = '\0';
}

/* What hall `i` says to these lines. */
static unsigned says(unsigned i, const char *method, const char *path, const char *lines,
                     const char *body)
{
    client c = client_open(house[i].port);
    const unsigned status = hall_ask_with(NULL, &c, method, path, lines, body);

    client_close(&c);
    return status;
}

/* It tries for as long as it may, and gives nobody's words for an answer. */
static void refuse_in_the_end(unsigned i, const char *token)
{
    static const char body[] = "{\"id\":\"white-to-nobody-1\",\"event\":\"move e2e4\"}";
    char request[512];
    client c = client_open(house[i].port);

    (void)snprintf(request, sizeof request,
                   "POST /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"
                   "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                   token, sizeof body - 1, body);
    assert_true(client_send(&c, request));
    assert_true(client_expect(&c, "HTTP/1.1 503 ", PATIENCE_MS));
    client_close(&c);
}

static void test_proof__whoever_has_the_address_of_a_hall(void **state)
{
    static impostor it;
    char reach[32], greeting[HEADER], lines[2 * HEADER];

    (void)state;
    begin(&it);
    (void)snprintf(reach, sizeof reach, "127.0.0.1:%u", (unsigned)it.port);
    (void)hall_stop(&house[0]);
    (void)hall_stop(&house[2]);
    house_open_reached(0, reach);
    const seats s = hall_game(&house[0], "{\"mode\":\"tournament\"}");
    assert_true(hall_do(&house[0], s.arbiter, "start"));
    assert_true(hall_metric_becomes(&house[1], "house_halls", 2, 5000));
    refuse_in_the_end(1, s.white);
    assert_true(hall_do(&house[0], s.white, "move e2e4")); /* where it lives, it goes on */
    end(&it);
    assert_true(it.met > ANSWERS);
    assert_null(strstr(it.heard, s.white));
    assert_null(strstr(it.heard, "e2e4"));
    assert_null(strstr(it.heard, "Arbitro-From"));
    assert_null(strstr(it.heard, "Authorization"));

    line_of(greeting, it.heard, "Arbitro-Hall: ");
    assert_int_equal(says(0, "GET", "/hall/proof", greeting, NULL), 200); /* for whom it was */
    assert_int_equal(says(1, "GET", "/hall/proof", greeting, NULL), 404);
    for (unsigned i = 0; i < 2; i++) { /* nor is any part of it a pass */
        for (size_t from = strlen("Arbitro-Hall: "); from < strlen(greeting) - 2; from += 23) {
            (void)snprintf(lines, sizeof lines,
                           "Arbitro-Hall: %.22s\r\nArbitro-From: ::1 1 0 -1 -1 x\r\n",
                           greeting + from);
            assert_int_equal(says(i, "POST", "/hall/take", lines, "{\"games\":[]}"), 404);
        }
    }
    house_assert_journal(postgres_address());
}

/* Nobody can ask for a proof without the secret. */
static void test_proof__is_for_halls_alone(void **state)
{
    static const char *const all[] = {
        "",
        "Arbitro-Hall: \r\n",
        "Arbitro-Hall: AAAAAAAAAAAAAAAAAAAAAA\r\n",
        "Arbitro-Hall: AAAAAAAAAAAAAAAAAAAAAA AAAAAAAAAAAAAAAAAAAAAA\r\n",
        "Arbitro-Hall: AAAAAAAAAAAAAAAAAAAAAA AAAAAAAAAAAAAAAAAAAAAAA\r\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        assert_int_equal(says(0, "GET", "/hall/proof", all[i], NULL), 404);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_proof__whoever_has_the_address_of_a_hall, house_setup,
                                        house_teardown),
        cmocka_unit_test_setup_teardown(test_proof__is_for_halls_alone, house_setup,
                                        house_teardown),
    };

    if (!postgres_is_there()) {
        puts("1..0 # SKIP PostgreSQL is not installed");
        return 0;
    }
    return cmocka_run_group_tests_name("hall_proof", tests, NULL, NULL);
}
