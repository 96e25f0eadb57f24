/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a request to a hall in which a game goes on. Two digits choose the key and the form;
 * then come, a blank before it, the path with its query, a line of the head and the body, with line
 * feeds between. Whatever it is, the hall answers, never with a fault of its own, JSON is JSON and
 * errors say what they are in both languages; and it is alive afterwards.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <jansson.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fuzz.h"
#include "server/hall/api.h"
#include "server/hall/hall.h"

enum { ANSWER_MAX = 4 << 20, REQUEST_MAX = 1 << 17, GAME_EVERY = 300, FORM_OTHER_METHOD = '1' };

static struct {
    arb_hall *hall;
    pthread_t thread;
    char folder[64], database[96];
    uint16_t port;
    char desk[ARB_TOKEN_SIZE];
    char keys[4][ARB_TOKEN_SIZE]; /* White, Black, arbiter, spectator of the game at hand */
    unsigned asked;
} place;

static char answer[ANSWER_MAX], request[REQUEST_MAX];

/* ---- the hall */

static void *run(void *unused)
{
    (void)unused;
    require(arb_hall_run(place.hall) == ARB_OK, "the hall ends well");
    return NULL;
}

static void clear_folder(void)
{
    DIR *folder = opendir(place.folder);
    char name[512];

    for (struct dirent *it = folder ? readdir(folder) : NULL; it; it = readdir(folder)) {
        (void)snprintf(name, sizeof name, "%s/%s", place.folder, it->d_name);
        (void)unlink(name);
    }
    if (folder)
        (void)closedir(folder);
    (void)rmdir(place.folder);
}

static void close_hall(void)
{
    arb_hall_stop(place.hall);
    (void)pthread_join(place.thread, NULL);
    arb_hall_free(place.hall);
    clear_folder();
}

static void open_hall(void)
{
    static const arb_http_listen here = { "127.0.0.1", 0 };
    static arb_http_config http;
    arb_hall_config config = arb_hall_defaults();
    arb_hall_trouble trouble;

    (void)snprintf(place.folder, sizeof place.folder, "%s/arbitro-fuzz-XXXXXX",
                   access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    require(mkdtemp(place.folder) != NULL, "there is a folder");
    (void)snprintf(place.database, sizeof place.database, "%s/hall", place.folder);
    http = arb_http_defaults();
    http.linger_ms = 20;
    config.http = &http;
    config.listen = &here;
    config.listen_count = 1;
    config.database = place.database;
    config.engine = NULL;
    config.unlimited = true;
    require(arb_hall_new(&place.hall, &trouble, &config) == ARB_OK, "a hall opens");
    place.port = arb_hall_port(place.hall, 0);
    arb_hall_key(place.desk, place.hall);
    require(pthread_create(&place.thread, NULL, run, NULL) == 0, "and runs");
    require(atexit(close_hall) == 0, "until the end");
}

/* ---- one request */

static int connect_to(uint16_t port)
{
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(port) };

    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    require(fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to) == 0, "the hall listens");
    return fd;
}

/* Sends it and takes all that comes; how much that was. */
static size_t ask(const char *bytes, size_t size)
{
    const int fd = connect_to(place.port);
    size_t got = 0;
    ssize_t part = 0;

    while (size > 0 && (part = send(fd, bytes, size, MSG_NOSIGNAL)) > 0) {
        bytes += part;
        size -= (size_t)part;
    }
    (void)shutdown(fd, SHUT_WR);
    while ((part = recv(fd, answer + got, ANSWER_MAX - 1 - got, 0)) > 0)
        got += (size_t)part;
    answer[got] = '\0';
    (void)close(fd);
    return got;
}

static unsigned status_of(size_t size)
{
    if (size < 13)
        return 0;
    require(memcmp(answer, "HTTP/1.1 ", 9) == 0, "an answer is one of HTTP");
    return (unsigned)strtoul(answer + 9, NULL, 10);
}

/* An answer in JSON, as a value; NULL when it is something else. */
static json_t *json_of(void)
{
    const char *body = strstr(answer, "\r\n\r\n");
    const char *type = strstr(answer, "Content-Type: application/json");
    json_t *value;

    if (!body || !type || type > body || body[4] == '\0')
        return NULL;
    value = json_loads(body + 4, JSON_DECODE_ANY, NULL);
    require(value != NULL, "JSON can be read");
    return value;
}

static void copy(char *out, json_t *tokens, const char *key)
{
    const char *token = json_string_value(json_object_get(tokens, key));

    require(token != NULL, "a new game has its keys");
    (void)snprintf(out, ARB_TOKEN_SIZE, "%s", token);
}

/* Makes a game and lets it begin. */
static void new_game(void)
{
    static const char *const seats[] = { "white", "black", "arbiter", "spectator" };
    static const char *const bodies[] = {
        ("{\"mode\":\"tournament\",\"time\":\"40/36000:60\",\"options\":{\"record\":\"kept\"}}"),
        ("{\"mode\":\"tournament\",\"options\":{\"record\":\"kept\",\"vision\":\"black:blind\"}}"),
    };
    static unsigned count;
    const char *body = bodies[count++ % 2]; /* in every second a player cannot see */
    static const char start[] = "{\"id\":\"0\",\"event\":\"start\"}";

    int size = snprintf(request, sizeof request,
                        "POST /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                        strlen(body), body);
    require(status_of(ask(request, (size_t)size)) == 201, "a game can be made");
    json_t *made = json_of();
    for (size_t i = 0; i < 4; i++)
        copy(place.keys[i], json_object_get(made, "tokens"), seats[i]);
    json_decref(made);
    size = snprintf(request, sizeof request,
                    "POST /api/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    "Authorization: Bearer %s\r\n"
                    "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                    place.keys[2], sizeof start - 1, start);
    require(status_of(ask(request, (size_t)size)) == 200, "and begins");
}

/* ---- the bytes as a request */

/* Takes the bytes up to a line feed, and the line feed. */
static arb_http_text line_of(const char **at, const char *end)
{
    const char *feed = *at < end ? memchr(*at, '\n', (size_t)(end - *at)) : NULL;
    const arb_http_text line = { *at, (size_t)((feed ? feed : end) - *at) };

    *at = feed ? feed + 1 : end;
    return line;
}

/* Routes are named, not numbered: new ones change nothing in what was collected. */
static bool is_posted(arb_http_text target)
{
    const char *query = memchr(target.at, '?', target.size);
    const arb_http_text path = { target.at, query ? (size_t)(query - target.at) : target.size };
    size_t count;
    const arb_api_route *routes = arb_routes_all(&count);

    for (size_t i = 0; i < count; i++) {
        if (arb_http_text_is(path, routes[i].path))
            return routes[i].method == ARB_HTTP_POST;
    }
    return false;
}

/* Writes it whole: there is room for more than the data. */
static size_t write_request(const uint8_t *data, size_t size)
{
    const char *keys[] = { place.keys[0], place.keys[1], place.keys[2],           place.keys[3],
                           place.desk,    NULL,          "AAAAAAAAAAAAAAAAAAAAAA" };
    const char *rest = (const char *)data + 3, *end = (const char *)data + size;
    const char *key = keys[(unsigned)(data[0] - '0') % (sizeof keys / sizeof keys[0])];
    const arb_http_text target = line_of(&rest, end), line = line_of(&rest, end);
    const bool post = is_posted(target) != (data[1] == FORM_OTHER_METHOD);
    const size_t body = (size_t)(end - rest);
    char bearer[64] = "";

    if (key)
        (void)snprintf(bearer, sizeof bearer, "Authorization: Bearer %s\r\n", key);
    int head = snprintf(request, sizeof request, "%s ", post ? "POST" : "GET");
    memcpy(request + head, target.at, target.size);
    head += (int)target.size;
    head += snprintf(request + head, sizeof request - (size_t)head,
                     " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s"
                     "Content-Type: application/json\r\nContent-Length: %zu\r\n",
                     bearer, body);
    memcpy(request + head, line.at, line.size);
    head += (int)line.size;
    head += snprintf(request + head, sizeof request - (size_t)head, "%s\r\n",
                     line.size > 0 ? "\r\n" : "");
    memcpy(request + head, rest, body);
    return (size_t)head + body;
}

static void check_error(json_t *told)
{
    json_t *text = json_object_get(told, "text");

    require(json_is_string(json_object_get(told, "error")), "an error has a name");
    require(json_is_string(json_object_get(text, "en")) &&
                json_is_string(json_object_get(text, "it")),
            "and is told in both languages");
}

static void check_answer(size_t size)
{
    const unsigned status = status_of(size);
    json_t *told = status != 0 ? json_of() : NULL;

    if (told && status >= 400)
        check_error(told);
    json_decref(told);
    require(status < 500 || status == 503, "no answer is the hall's own fault");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char ping[] = "GET /api/ping HTTP/1.1\r\nHost: localhost\r\n"
                               "Connection: close\r\n\r\n";

    if (size < 4 || size > REQUEST_MAX / 4)
        return 0;
    if (place.hall == NULL)
        open_hall();
    if (place.asked++ % GAME_EVERY == 0)
        new_game();
    check_answer(ask(request, write_request(data, size)));
    if (place.asked % 16 == 0)
        require(status_of(ask(ping, sizeof ping - 1)) == 200, "the hall is alive");
    return 0;
}
