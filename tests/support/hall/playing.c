/* SPDX-License-Identifier: MIT */
/* Many games at once; see playing.h. */
#define _GNU_SOURCE
#include "support/hall/playing.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    MOVES = 12, /* half-moves of each game: the position of the beginning stands there four times */
    SENDERS = 128, /* connections over which moves are sent */
    BUFFER = 65536
};

typedef struct played {
    char token[2][32];
    int stream[2];
    unsigned sent, told[2]; /* half-moves: sent; told to each player */
    int64_t sent_us;
} played;

typedef struct sender {
    int fd;
    bool busy;
    char asked[512]; /* what was sent last, to be sent once more when the connection has ended */
    size_t asked_size;
    char head[4096]; /* of the answer, as far as it came */
    size_t size;
} sender;

static played *games;
static unsigned game_count;
static sender senders[SENDERS];
static uint32_t *took_us; /* of every move */
static size_t took_count;

static int epoll = -1;

static int64_t now_us(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static int connect_hall(void)
{
    const struct sockaddr_in to = { .sin_family = AF_INET,
                                    .sin_port = htons(h.port),
                                    .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;

    assert_true(fd >= 0);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    assert_int_equal(connect(fd, (const struct sockaddr *)&to, sizeof to), 0);
    return fd;
}

static void send_all(int fd, const char *text, size_t size)
{
    assert_int_equal(send(fd, text, size, MSG_NOSIGNAL), (ssize_t)size);
}

/* ---- the games ---- */

static void make_game(client *c, played *game)
{
    static const char start[] = "{\"id\":\"start\",\"event\":\"start\"}";
    char arbiter[32];
    json_t *made = NULL, *answer = NULL;

    assert_int_equal(
        hall_ask_on(&made, c, "POST", "/api/games", h.key, "{\"mode\":\"tournament\"}"), 201);
    (void)snprintf(game->token[0], 32, "%s", text_at(made, "tokens.white"));
    (void)snprintf(game->token[1], 32, "%s", text_at(made, "tokens.black"));
    (void)snprintf(arbiter, sizeof arbiter, "%s", text_at(made, "tokens.arbiter"));
    assert_int_equal(hall_ask_on(&answer, c, "POST", "/api/events", arbiter, start), 200);
    json_decref(made);
    json_decref(answer);
}

static void open_stream(played *game, unsigned player, uint32_t number)
{
    char head[256];
    const int fd = connect_hall();
    const int size = snprintf(head, sizeof head,
                              "GET /api/stream HTTP/1.1\r\nHost: localhost\r\n"
                              "Authorization: Bearer %s\r\n\r\n",
                              game->token[player]);

    send_all(fd, head, (size_t)size);
    game->stream[player] = fd;
    struct epoll_event on = { .events = EPOLLIN, .data.u32 = 2 * number + player };
    assert_int_equal(fcntl(fd, F_SETFL, O_NONBLOCK), 0);
    assert_int_equal(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &on), 0);
}

/* Knights that go out and home again: for ever legal, and no position five times. */
static void send_move(sender *s, played *game)
{
    static const char *const moves[] = { "g1f3", "g8f6", "f3g1", "f6g8" };
    char body[96];
    const unsigned player = game->sent % 2;
    const int length = snprintf(body, sizeof body, "{\"id\":\"m%u\",\"event\":\"play %s\"}",
                                game->sent, moves[game->sent % 4]);
    const int size = snprintf(s->asked, sizeof s->asked,
                              "POST /api/events HTTP/1.1\r\nHost: localhost\r\n"
                              "Authorization: Bearer %s\r\nContent-Type: application/json\r\n"
                              "Content-Length: %d\r\n\r\n%s",
                              game->token[player], length, body);

    game->sent++;
    game->sent_us = now_us();
    s->busy = true;
    s->size = 0;
    s->asked_size = (size_t)size;
    (void)!send(s->fd, s->asked, s->asked_size, MSG_NOSIGNAL); /* if it has ended, that is heard */
}

static void open_sender(unsigned i)
{
    struct epoll_event on = { .events = EPOLLIN, .data.u32 = 2 * game_count + i };

    senders[i].fd = connect_hall();
    senders[i].size = 0;
    assert_int_equal(epoll_ctl(epoll, EPOLL_CTL_ADD, senders[i].fd, &on), 0);
}

/* The hall ends connections that ask nothing for ten seconds; a page then asks once more. */
static void open_again(unsigned i)
{
    sender *s = &senders[i];

    (void)close(s->fd);
    open_sender(i);
    if (s->busy)
        send_all(s->fd, s->asked, s->asked_size);
}

/* ---- what comes ---- */

/* The answer to a move: it was taken. */
static void read_answer(unsigned i)
{
    sender *s = &senders[i];
    const ssize_t got = recv(s->fd, s->head + s->size, sizeof s->head - 1 - s->size, MSG_DONTWAIT);

    if (got < 0 && errno == EAGAIN)
        return;
    if (got <= 0) {
        open_again(i);
        return;
    }
    s->size += (size_t)got;
    s->head[s->size] = '\0';
    const char *body = strstr(s->head, "\r\n\r\n");
    const char *length = strcasestr(s->head, "content-length:");
    if (!body || !length || strlen(body + 4) < strtoul(length + 15, NULL, 10))
        return;
    if (!strstr(s->head, " 200 ") || !strstr(body, "\"refused\":false"))
        fail_msg("a move was not taken: %s", s->head);
    s->busy = false;
}

/* How many moves a piece of a stream tells: each has its number of the game. */
static unsigned moves_in(const char *text)
{
    unsigned count = 0;

    for (const char *at = text; (at = strstr(at, "\"event\":\"play ")); at++)
        count++;
    return count;
}

static void read_stream(unsigned number, unsigned player)
{
    static char text[BUFFER];
    played *game = &games[number];
    const ssize_t got = recv(game->stream[player], text, sizeof text - 1, MSG_DONTWAIT);

    if (got < 0 && errno == EAGAIN)
        return;
    if (got <= 0)
        fail_msg("the stream of a player ended");
    text[got] = '\0';
    const unsigned count = moves_in(text);
    if (count == 0) /* heartbeats, and who is there */
        return;
    game->told[player] += count;
    assert_true(game->told[player] <= game->sent); /* none twice */
    const unsigned mover = (game->sent + 1) % 2;
    if (player != mover && game->told[player] == game->sent)
        took_us[took_count++] = (uint32_t)(now_us() - game->sent_us);
}

static sender *free_sender(void)
{
    for (unsigned i = 0; i < SENDERS; i++)
        if (!senders[i].busy)
            return &senders[i];
    return NULL;
}

static void wait_events(int patience_ms)
{
    struct epoll_event found[256];
    const int count = epoll_wait(epoll, found, 256, patience_ms);

    assert_true(count >= 0 || errno == EINTR);
    for (int i = 0; i < count; i++) {
        const uint32_t which = found[i].data.u32;
        if (which >= 2 * game_count)
            read_answer(which - 2 * game_count);
        else
            read_stream(which / 2, which % 2);
    }
}

/* ---- all of it ---- */

static bool all_told(unsigned moves)
{
    for (unsigned i = 0; i < game_count; i++)
        if (games[i].told[0] < moves || games[i].told[1] < moves)
            return false;
    return true;
}

/* One move in each game in this time, evenly: as if everybody thought for so long. */
static void play_all(int64_t every_us)
{
    const int64_t began = now_us();
    const uint64_t all = (uint64_t)MOVES * game_count;

    for (uint64_t next = 0; next < all;) {
        const int64_t due = began + (int64_t)(next * (uint64_t)every_us / game_count);
        played *game = &games[next % game_count];
        const bool ready = game->told[0] == game->sent && game->told[1] == game->sent;
        sender *s = ready && now_us() >= due ? free_sender() : NULL;
        if (s) {
            send_move(s, game);
            next++;
        }
        const int64_t left = (due - now_us()) / 1000;
        wait_events(s ? 0 : left > 1 ? (int)left : 1);
    }
    const int64_t until = now_us() + 60000000;
    while (!all_told(MOVES) && now_us() < until)
        wait_events(10);
    assert_true(all_told(MOVES)); /* none is lost */
}

static int by_size(const void *a, const void *b)
{
    const uint32_t one = *(const uint32_t *)a, two = *(const uint32_t *)b;

    return one < two ? -1 : one > two;
}

static double quantile_ms(uint32_t *took, size_t count, unsigned percent)
{
    qsort(took, count, sizeof *took, by_size);
    return took[count * percent / 100] / 1e3;
}

static double best_round(void)
{
    double best = 1e9;

    for (size_t i = 0; i + game_count <= took_count; i += game_count) {
        const double p99 = quantile_ms(&took_us[i], game_count, 99);
        best = p99 < best ? p99 : best;
    }
    return best;
}

void playing_open(void)
{
    static arb_http_config http;
    arb_hall_config config = arb_hall_defaults();
    struct rlimit files;

    assert_int_equal(getrlimit(RLIMIT_NOFILE, &files), 0);
    files.rlim_cur = files.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &files), 0);
    http = arb_http_defaults();
    http.connections_max = 12000;
    http.per_address_max = 12000;
    config.http = &http;
    config.unlimited = true;
    fixture_start(&config);
}

static void open_all(void)
{
    client c = client_open(h.port);

    for (unsigned i = 0; i < game_count; i++) { /* before it falls asleep: both are there */
        make_game(&c, &games[i]);
        open_stream(&games[i], 0, i);
        open_stream(&games[i], 1, i);
        wait_events(0);
    }
    client_close(&c);
    for (unsigned i = 0; i < SENDERS; i++)
        open_sender(i);
    if (!hall_metric_becomes(&h, "http_streams", (long)(2 * game_count), 60000))
        fail_msg("streams: %ld of %u, connections %ld of %ld", hall_metric(&h, "http_streams"),
                 2 * game_count, hall_metric(&h, "http_connections"),
                 hall_metric(&h, "http_connections_max"));
}

static void close_all(void)
{
    for (unsigned i = 0; i < game_count; i++) {
        (void)close(games[i].stream[0]);
        (void)close(games[i].stream[1]);
    }
    for (unsigned i = 0; i < SENDERS; i++)
        (void)close(senders[i].fd);
    (void)close(epoll);
    free(games);
    free(took_us);
    memset(senders, 0, sizeof senders);
}

void playing_all(playing_figures *out, unsigned count, unsigned every_ms)
{
    took_count = 0;
    epoll = epoll_create1(EPOLL_CLOEXEC);
    game_count = count;
    games = calloc(game_count, sizeof *games);
    took_us = calloc((size_t)MOVES * game_count, sizeof *took_us);
    assert_true(games && took_us && epoll >= 0);
    open_all();
    play_all((int64_t)every_ms * 1000);
    assert_int_equal(took_count, (size_t)MOVES * game_count);
    *out = (playing_figures){ .moves = took_count,
                              .best_p99 = best_round(),
                              .p50 = quantile_ms(took_us, took_count, 50),
                              .p99 = quantile_ms(took_us, took_count, 99),
                              .memory_kb = hall_memory(&h) };
    close_all();
}

void playing_print(const playing_figures *f, unsigned count)
{
    print_message("# %u games, %zu moves: p50 %.2f ms, p99 %.2f ms, of the best round %.2f ms; "
                  "%ld MB\n",
                  count, f->moves, f->p50, f->p99, f->best_p99, f->memory_kb / 1024);
}
