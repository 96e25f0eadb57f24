/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "support/hall/hall.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { WORDS_MAX = 24, TOGETHER_MAX = 8 };

static void init_in(hall *h, const char *parent)
{
    memset(h, 0, sizeof *h);
    (void)snprintf(h->folder, sizeof h->folder, "%s/arbitro-hall-XXXXXX", parent);
    assert_non_null(mkdtemp(h->folder));
    (void)snprintf(h->database, sizeof h->database, "%s/hall.arbitro", h->folder);
}

void hall_init(hall *h)
{
    const char *parent = getenv("TMPDIR");

    init_in(h, parent ? parent : "/tmp");
}

void hall_init_in_memory(hall *h)
{
    if (access("/dev/shm", W_OK) == 0)
        init_in(h, "/dev/shm");
    else
        hall_init(h);
}

void hall_clear(hall *h)
{
    DIR *all = opendir(h->folder);

    for (struct dirent *entry = all ? readdir(all) : NULL; entry; entry = readdir(all)) {
        char name[600];
        (void)snprintf(name, sizeof name, "%s/%s", h->folder, entry->d_name);
        (void)unlink(name);
    }
    if (all)
        (void)closedir(all);
    (void)rmdir(h->folder);
}

static void become(const hall *h, const char *const *more, int out)
{
    const char *words[WORDS_MAX] = { getenv("ARB_PROGRAM"),
                                     "serve",
                                     "--json",
                                     "--listen",
                                     "127.0.0.1:0",
                                     "--db",
                                     h->database,
                                     "--host",
                                     "hall.test,test,h,a",
                                     "--log",
                                     getenv("ARB_HALL_LOG") ? getenv("ARB_HALL_LOG")
                                                            : "/dev/null" };
    size_t count = 11;

    while (more && *more && count + 1 < WORDS_MAX)
        words[count++] = *more++;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(out, STDOUT_FILENO);
    execv(words[0], (char *const *)(uintptr_t)words);
    _exit(127);
}

/* The first line that the program prints. */
static void read_line(char *line, size_t room, int fd)
{
    size_t size = 0;

    while (size + 1 < room && read(fd, line + size, 1) == 1 && line[size] != '\n')
        size++;
    line[size] = '\0';
}

/* ---- without the program */

static arb_hall *volatile opened;

static void on_term(int number)
{
    (void)number;
    if (opened)
        arb_hall_stop(opened);
}

/* In the child: the hall from its beginning to its end. */
static void run_hall(const hall *h, const arb_hall_config *wanted, int out)
{
    static const arb_http_listen here = { "127.0.0.1", 0 };
    static const char *const names[] = { "hall.test", "test", "h", "a" }; /* as the tests call it */
    const struct sigaction closing = { .sa_handler = on_term };
    const char *path = getenv("ARB_HALL_LOG");
    arb_hall_config config = *wanted;
    arb_hall_trouble trouble;
    arb_hall *it = NULL;
    char key[ARB_TOKEN_SIZE];

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    config.listen = &here;
    config.listen_count = 1;
    if (config.host_count == 0) {
        config.hosts = names;
        config.host_count = sizeof names / sizeof names[0];
    }
    config.database = h->database;
    config.log = path ? fopen(path, "ae") : NULL;
    if (arb_hall_new(&it, &trouble, &config) != ARB_OK) {
        dprintf(out, "store %d, network %s\n", (int)trouble.store,
                trouble.http.what ? trouble.http.what : "good");
        exit(1);
    }
    opened = it;
    (void)sigaction(SIGTERM, &closing, NULL);
    arb_hall_key(key, it);
    dprintf(out, "{\"port\":%u,\"key\":\"%s\"}\n", (unsigned)arb_hall_port(it, 0), key);
    close(out);
    const arb_err err = arb_hall_run(it);
    arb_hall_free(it);
    if (config.log)
        (void)fclose(config.log);
    exit(err != ARB_OK);
}

/* Returns where it says that it has opened. */
static int begin(hall *h, const arb_hall_config *config, const char *const *more)
{
    int pair[2];

    assert_int_equal(pipe2(pair, O_CLOEXEC), 0);
    (void)fflush(NULL); /* or the child would print it too */
    h->pid = fork();
    assert_true(h->pid >= 0);
    if (h->pid == 0 && config)
        run_hall(h, config, pair[1]);
    else if (h->pid == 0)
        become(h, more, pair[1]);
    close(pair[1]);
    return pair[0];
}

static void await(hall *h, int out)
{
    char line[2048];

    read_line(line, sizeof line, out);
    close(out);
    json_t *told = json_loads(line, 0, NULL);
    if (!told)
        fail_msg("the hall did not open: %s", line);
    h->port = (uint16_t)number_at(told, "port");
    (void)snprintf(h->key, sizeof h->key, "%s", text_at(told, "key"));
    json_decref(told);
}

void hall_start(hall *h, const char *const *more)
{
    assert_non_null(getenv("ARB_PROGRAM"));
    await(h, begin(h, NULL, more));
}

void hall_start_with(hall *h, const arb_hall_config *config)
{
    await(h, begin(h, config, NULL));
}

void hall_start_together(hall h[], unsigned count, const arb_hall_config *config)
{
    int out[TOGETHER_MAX];

    assert_true(count <= TOGETHER_MAX);
    for (unsigned i = 0; i < count; i++)
        out[i] = begin(&h[i], config, NULL);
    for (unsigned i = 0; i < count; i++)
        await(&h[i], out[i]);
}

int hall_try(char *out, size_t room, const hall *h, uid_t user)
{
    int pair[2], status = -1;
    size_t size = 0;
    ssize_t got;

    assert_int_equal(pipe2(pair, O_CLOEXEC), 0);
    (void)fflush(NULL);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        dup2(pair[1], STDERR_FILENO);
        if (user != 0 && setuid(user) != 0)
            _exit(126);
        become(h, (const char *[]){ "--lang", "en", NULL }, pair[1]);
    }
    close(pair[1]);
    out[0] = '\0';
    while (out[0] != '{' && (got = read(pair[0], out + size, room - 1 - size)) > 0)
        size += (size_t)got;
    out[size] = '\0';
    close(pair[0]);
    kill(pid, SIGTERM); /* where it did open */
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int hall_stop(hall *h)
{
    int status = 0;

    if (h->pid == 0)
        return 0;
    kill(h->pid, SIGTERM);
    while (waitpid(h->pid, &status, 0) < 0 && errno == EINTR)
        ;
    h->pid = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void hall_kill(hall *h)
{
    kill(h->pid, SIGKILL);
    while (waitpid(h->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    h->pid = 0;
}

static bool send_request(client *c, const char *method, const char *path, const char *token,
                         const char *body)
{
    char head[1024], length[128] = "", bearer[96] = "";

    if (token)
        (void)snprintf(bearer, sizeof bearer, "Authorization: Bearer %s\r\n", token);
    if (body)
        (void)snprintf(length, sizeof length,
                       "Content-Type: application/json\r\nContent-Length: %zu\r\n", strlen(body));
    else if (strcmp(method, "POST") == 0)
        (void)snprintf(length, sizeof length, "Content-Length: 0\r\n");
    (void)snprintf(head, sizeof head, "%s %s HTTP/1.1\r\nHost: localhost\r\n%s%s\r\n", method, path,
                   bearer, length);
    return client_send(c, head) && (!body || client_send(c, body));
}

unsigned hall_ask_on(json_t **out, client *c, const char *method, const char *path,
                     const char *token, const char *body)
{
    static reply r;

    if (out)
        *out = NULL;
    if (c->fd < 0 || !send_request(c, method, path, token, body) || !client_reply(&r, c, false))
        return 0;
    if (out && r.body)
        *out = json_loadb(r.body, r.size, JSON_DECODE_ANY, NULL);
    return r.status;
}

unsigned hall_ask_with(json_t **out, client *c, const char *method, const char *path,
                       const char *lines, const char *body)
{
    char head[4096];
    static reply r;

    if (out)
        *out = NULL;
    (void)snprintf(head, sizeof head, "%s %s HTTP/1.1\r\n%s%s%sContent-Length: %zu\r\n\r\n%s",
                   method, path, strstr(lines, "Host:") ? "" : "Host: hall.test\r\n", lines,
                   body ? "Content-Type: application/json\r\n" : "", body ? strlen(body) : 0,
                   body ? body : "");
    if (!client_send(c, head) || !client_reply(&r, c, strcmp(method, "HEAD") == 0))
        return 0;
    if (out)
        *out = json_loadb(r.body, r.size, JSON_DECODE_ANY, NULL);
    return r.status;
}

/* As client_open(), for a server that may be gone: its descriptor is then -1. */
static client try_open(uint16_t port)
{
    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(port) };
    client c = { .fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0) };

    assert_true(c.fd >= 0);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(c.fd, (struct sockaddr *)&to, sizeof to) != 0)
        client_close(&c);
    return c;
}

unsigned hall_ask(json_t **out, const hall *h, const char *method, const char *path,
                  const char *token, const char *body)
{
    client c = try_open(h->port);
    const unsigned status = hall_ask_on(out, &c, method, path, token, body);

    client_close(&c);
    return status;
}

static void copy_token(char *to, size_t room, json_t *made, const char *path)
{
    const char *token = text_at(made, path);

    (void)snprintf(to, room, "%s", token ? token : "");
}

seats hall_game(const hall *h, const char *body)
{
    json_t *made;
    seats s;

    assert_int_equal(hall_ask(&made, h, "POST", "/api/games", NULL, body), 201);
    s.game = (int)number_at(made, "game");
    copy_token(s.white, sizeof s.white, made, "tokens.white");
    copy_token(s.black, sizeof s.black, made, "tokens.black");
    copy_token(s.arbiter, sizeof s.arbiter, made, "tokens.arbiter");
    copy_token(s.spectator, sizeof s.spectator, made, "tokens.spectator");
    copy_token(s.code, sizeof s.code, made, "codes.black");
    json_decref(made);
    return s;
}

bool hall_event(json_t **out, const hall *h, const char *token, const char *id, const char *event)
{
    json_t *object = json_pack("{ss ss}", "id", id, "event", event);
    char *body = json_dumps(object, 0);
    const unsigned status = hall_ask(out, h, "POST", "/api/events", token, body);

    free(body);
    json_decref(object);
    return status == 200;
}

bool hall_do(const hall *h, const char *token, const char *event)
{
    static unsigned count;
    json_t *answer;
    char id[32];

    (void)snprintf(id, sizeof id, "do-%u", ++count);
    if (!hall_event(&answer, h, token, id, event))
        fail_msg("not acknowledged: %s", event);
    const bool refused = json_is_true(at(answer, "refused"));
    json_decref(answer);
    return !refused;
}

client hall_stream(const hall *h, const char *token, long long last)
{
    client c = client_open(h->port);
    static reply r;
    char head[512], resume[64] = "";

    if (last >= 0)
        (void)snprintf(resume, sizeof resume, "Last-Event-ID: %lld\r\n", last);
    (void)snprintf(head, sizeof head,
                   "GET /api/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                   "%s\r\n%s\r\n",
                   token, resume);
    assert_true(client_send(&c, head));
    assert_true(client_stream_head(&r, &c));
    assert_int_equal(r.status, 200);
    return c;
}

json_t *hall_look(const hall *h, const char *token)
{
    json_t *game;

    assert_int_equal(hall_ask(&game, h, "GET", "/api/game", token, NULL), 200);
    assert_non_null(game);
    return game;
}

json_t *at(json_t *json, const char *path)
{
    while (json && *path) {
        char key[64];
        const size_t size = strcspn(path, ".");
        (void)snprintf(key, sizeof key, "%.*s", (int)size, path);
        json = json_is_array(json) ? json_array_get(json, (size_t)strtoul(key, NULL, 10))
                                   : json_object_get(json, key);
        path += size + (path[size] == '.');
    }
    return json;
}

const char *text_at(json_t *json, const char *path)
{
    return json_string_value(at(json, path));
}

long long number_at(json_t *json, const char *path)
{
    return (long long)json_number_value(at(json, path));
}
