/* SPDX-License-Identifier: MIT */
/*
 * The broadcast of the tests itself (support/hall/receiver.h): what it takes, and what it refuses.
 * A feed that passes before a reader who takes everything has shown nothing.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/hall/receiver.h"
#include "support/hall/receiver_board.h"
#include "support/http/client.h"

static board_list seen;

static const char *take(const char *text)
{
    memset(&seen, 0, sizeof seen);
    return receiver_take(&seen, text, strlen(text));
}

static void assert_refused(const char *text, const char *why)
{
    const char *said = take(text);

    assert_string_equal(said ? said : "taken", why);
    assert_int_equal(seen.count, 0);
}

#define ANNA  "[White \"Anna\"]\n[Black \"Bruno\"]\n"
#define CARLA "[White \"Carla\"]\n[Black \"Dino\"]\n"

/* ---- files */

static void test_receiver__one_bad_game_spoils_the_file(void **state)
{
    (void)state;
    assert_null(take(ANNA "\n1. e4 e5 *\n\n" CARLA "\n*\n"));
    assert_int_equal(seen.count, 2);
    assert_string_equal(seen.games[0].moves, "e4 e5 ");
    assert_null(take(ANNA "\r\n\r\n1. e4 e5 *\r\n\r\n" CARLA "\r\n*\r\n"));
    assert_int_equal(seen.count, 2);
    assert_refused("", "no games");
    assert_refused("*\n", "an empty game");
    assert_refused("{\"pairings\":[]}", "an empty game");
    assert_refused("*\n\n" ANNA "\n1. e4 *\n", "an empty game");
    assert_refused(ANNA "\n1. e4 e5 2. Ke3 *\n", "a move that cannot be played");
    assert_refused(ANNA "\n1. e4 *\n\n" CARLA "\n1. -- *\n", "a move that cannot be played");
    assert_refused("<html>\n", "a move that cannot be played");
    assert_refused("[FEN \"8/8/8\"]\n\n1. e4 *\n", "a position that is none");
}

static void test_receiver__a_file_has_an_end(void **state)
{
    static char text[1 << 16];
    size_t size = 0;

    (void)state;
    for (unsigned i = 0; i < 300; i++)
        size += (size_t)snprintf(text + size, sizeof text - size,
                                 "[White \"White %u\"]\n[Black \"Black %u\"]\n\n*\n\n", i, i);
    assert_null(take(text));
    assert_int_equal(seen.count, RECEIVER_READS);
}

/* ---- players and results */

static void test_receiver__names_that_nobody_has(void **state)
{
    static const struct {
        const char *written, *shown;
    } all[] = {
        { "A", "" },
        { "?", "" },
        { "bye", "" },
        { "BYE", "" },
        { "Unknown", "" },
        { " A ", "" },
        { "\xE6\x9D\x8E", "" },
        { "", "" },
        { "A.", "A." },
        { "Bye, A", "Bye, A" },
        { " Anna ", "Anna" },
        { "\\\"x\\\\", "\"x\\" },
        { "\xE6\x9D\x8E\xE5\xBC\xBA", "\xE6\x9D\x8E\xE5\xBC\xBA" },
    };
    char text[256];

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        (void)snprintf(text, sizeof text, "[White \"%s\"]\n[Black \"Bruno\"]\n\n*\n",
                       all[i].written);
        assert_null(take(text));
        assert_string_equal(seen.games[0].white, all[i].shown);
    }
}

static void test_receiver__results_of_every_kind(void **state)
{
    static const char *const all[][2] = {
        { "1-0", "1-0" },     { "0-1", "0-1" },      { "1/2-1/2", "1/2-1/2" },
        { "0.5-0", "1/2-0" }, { "0-1/2", "0-1/2" },  { "\xC2\xBD-\xC2\xBD", "1/2-1/2" },
        { "0-0", "0-0" },     { "+--", "1-0" },      { "--+", "0-1" },
        { "1:0", "1-0" },     { "DRAW", "1/2-1/2" }, { "*", "*" },
        { "+/-", "*" },       { "-/+", "*" },        { "void", "*" },
        { "1-1", "*" },       { "1-", "*" },         { "", "*" },
        { "1-0?", "*" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        assert_string_equal(receiver_result(all[i][0]), all[i][1]);
    /* a checkmate on the board is a result */
    assert_null(take(ANNA "[Result \"*\"]\n\n1. f3 e5 2. g4 Qh4# *\n"));
    assert_true(seen.games[0].is_mate);
    assert_string_equal(seen.games[0].result, "0-1");
    assert_null(take(ANNA "[Result \"*\"]\n\n1. f3 e5 2. g4 *\n"));
    assert_string_equal(seen.games[0].result, "*");
}

static void test_receiver__the_round_of_a_game(void **state)
{
    static const struct {
        const char *round;
        bool is_third;
    } all[] = { { "3", true },  { "3.1", true }, { "3.12", true }, { "13", false },
                { "?", false }, { "", false },   { "31.3", false } };

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        received g = { .count = 0 };
        (void)snprintf(g.round, sizeof g.round, "%s", all[i].round);
        assert_int_equal(receiver_is_of_round(&g, 3), all[i].is_third);
    }
}

/* ---- clocks */

static void test_receiver__what_the_clocks_show(void **state)
{
    (void)state;
    assert_null(take(ANNA "\n1. e4 {[%clk 1:30:00] well} e5 {[%clk 1:29:58.5]} 2. Nf3 *\n"));
    assert_int_equal(seen.games[0].clocked, 2);
    assert_int_equal(seen.games[0].last[1], 5398);
    assert_int_equal(seen.games[0].last[0], -1); /* his last move has none */
    /* the tag stands in for a move that has none, and is what is shown between moves */
    assert_null(take(ANNA "[WhiteClock \"1:25:00\"]\n[BlackClock \"2:00:00\"]\n\n"
                          "1. e4 e5 {[%clk 1:29:58]} *\n"));
    assert_int_equal(seen.games[0].last[0], 5100);
    assert_int_equal(seen.games[0].last[1], 5398);
    assert_int_equal(seen.games[0].shown[1], 7200);
}

/* ---- which board */

static void add(const char *text)
{
    assert_null(receiver_take(&seen, text, strlen(text)));
}

#define IDS(w, b) "[WhiteFideId \"" w "\"]\n[BlackFideId \"" b "\"]\n"

static void test_receiver__finds_boards_again(void **state)
{
    (void)state;
    /* by numbers, whatever they are called now */
    assert_null(take(ANNA IDS("1", "2") "\n*\n\n" CARLA IDS("3", "4") "\n*\n"));
    add(CARLA IDS("1", "2") "\n1. e4 *\n");
    assert_int_equal(seen.count, 2);
    assert_string_equal(seen.games[0].moves, "e4 ");
    /* by names, when one of them has no number */
    assert_null(take(ANNA "[WhiteFideId \"1\"]\n\n*\n\n" CARLA "\n*\n"));
    add(CARLA "\n1. d4 *\n\n" ANNA IDS("1", "2") "\n1. e4 *\n");
    assert_int_equal(seen.count, 2);
    assert_string_equal(seen.games[0].moves, "e4 ");
    assert_string_equal(seen.games[1].moves, "d4 ");
    /* with colours reversed it is another game */
    add("[White \"Bruno\"]\n[Black \"Anna\"]\n\n*\n");
    assert_int_equal(seen.count, 3);
    /* two of the same names, and boards without names: by their place */
    assert_null(take(ANNA "\n*\n\n" ANNA "\n*\n\n[White \"?\"]\n\n*\n"));
    add(ANNA "\n1. e4 *\n\n" ANNA "\n1. d4 *\n\n[White \"?\"]\n\n1. c4 *\n");
    assert_int_equal(seen.count, 3);
    assert_string_equal(seen.games[0].moves, "e4 ");
    assert_string_equal(seen.games[1].moves, "d4 ");
    assert_string_equal(seen.games[2].moves, "c4 ");
}

/* ---- the board under it */

static void test_receiver__plays_by_itself(void **state)
{
    static const struct {
        unsigned number;
        const char *rank;
    } starts[] = { { 518, "RNBQKBNR" }, { 0, "BBQNNRKR" }, { 959, "RKRNNQBB" } };
    static const char letters[] = "PNBRQK";

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        arb_setup board;
        char rank[9] = "";
        board_from_number(&board, starts[i].number);
        for (unsigned file = 0; file < 8; file++)
            rank[file] = letters[board.piece[file] - 1];
        assert_string_equal(rank, starts[i].rank);
    }
    assert_null(take("[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\n\n"
                     "1. e4 e5 2. g3 g6 *\n"));
    assert_null(take("[FEN \"4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n1. O-O-O Ke7 2. a8=N *\n"));
    assert_refused("[FEN \"4k3/P7/8/8/8/8/8/R3K2R w - - 0 1\"]\n\n1. O-O *\n",
                   "a move that cannot be played");
    assert_refused("[FEN \"4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1\"]\n\n1. Nd2 Ke7 2. Nf3 *\n",
                   "a move that cannot be played"); /* either knight */
}

/* ---- folders */

static const char *const *folder; /* name and text, one after the other, up to NULL */

static const char *look_up(void *user, const char *name)
{
    (void)user;
    for (size_t i = 0; folder[i]; i += 2)
        if (strcmp(folder[i], name) == 0)
            return folder[i + 1];
    return NULL;
}

static const char *take_folder(const char *index, const char *const *files)
{
    memset(&seen, 0, sizeof seen);
    folder = files;
    return receiver_take_folder(&seen, index, 4, look_up, NULL);
}

#define PAIR                                                                                       \
    "{\"date\":\"2026-01-01\",\"pairings\":[{\"white\":{\"fname\":\"Anna\",\"mname\":null,"        \
    "\"lname\":\"Rossi\",\"fideid\":7},\"black\":{\"lname\":\"Bo\"},\"result\":\"1/2-0\"}]}"

static void test_receiver__a_folder(void **state)
{
    static const char *const good[] = { "game-1.json",
                                        "{\"moves\":[\"e4 5390\",\"d5 +31\",\"Nc3 34+2\"],"
                                        "\"result\":null,\"clock\":{\"white\":90,\"black\":80,"
                                        "\"run\":false,\"time\":1},\"chess960\":518}",
                                        NULL };
    static const char *const no_time[] = { "game-1.json",
                                           "{\"moves\":[\"e4 5390\"],\"clock\":{\"white\":1}}",
                                           NULL };
    static const char *const other[] = { "game-1.json", "{\"moves\":[\"Nd3 5\"],\"chess960\":0}",
                                         NULL };
    static const char *const none[] = { NULL };

    (void)state;
    assert_null(take_folder(PAIR, good));
    assert_string_equal(seen.games[0].white, "Anna Rossi");
    assert_string_equal(seen.games[0].black, "Bo");
    assert_string_equal(seen.games[0].ids[0], "7");
    assert_string_equal(seen.games[0].round, "4.1");
    assert_string_equal(seen.games[0].result, "1/2-0");
    assert_string_equal(seen.games[0].moves, "e4 d5 Nc3 ");
    assert_int_equal(seen.games[0].last[0], 90); /* the clock knows better than the last moves */
    assert_int_equal(seen.games[0].last[1], 80);
    assert_null(take_folder(PAIR, no_time)); /* a game that is not understood has no moves */
    assert_int_equal(seen.games[0].count, 0);
    assert_null(take_folder(PAIR, other));
    assert_string_equal(seen.games[0].moves, "Nd3 ");
    assert_null(take_folder(PAIR, none));
    assert_string_equal(take_folder("{\"pairings\":[{\"white\":{\"lname\":\"A\","
                                    "\"fideid\":99999999999}}]}",
                                    none),
                        "JSON of another form");
    assert_string_equal(take_folder("[]", none), "no pairings");
}

/* ---- over the wire */

static const struct {
    const char *path, *answer;
    unsigned dribble; /* so many bytes, one every tenth of a second */
} site[] = {
    { "/good",
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
      "[White \"N\xC3\xA8ri\"]\n[Black \"Bo\"]\n\n1. e4 *\n",
      0 },
    { "/latin",
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"
      "[White \"N\xC3\xA8ri\"]\n[Black \"Bo\"]\n\n1. e4 *\n",
      0 },
    { "/untold",
      "HTTP/1.1 200 OK\r\nContent-Type: application/x-chess-pgn\r\n\r\n"
      "[White \"N\xC3\xA8ri\"]\n[Black \"Bo\"]\n\n1. e4 *\n",
      0 },
    { "/moved", "HTTP/1.1 302 Found\r\nLocation: /good\r\nContent-Length: 0\r\n\r\n", 0 },
    { "/created", "HTTP/1.1 201 Created\r\n\r\n[White \"An\"]\n\n1. e4 *\n", 0 },
    { "/slow", "HTTP/1.1 200 OK\r\n\r\n[White \"Anna\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n",
      200 },
    { "/in/games.pgn", "HTTP/1.1 200 OK\r\n\r\n[White \"Anna\"]\n\n1. e4 *\n", 0 },
    { "/both", "HTTP/1.1 200 OK\r\n\r\n[White \"Anna\"]\n\n1. e4 *\n", 0 },
    { "/both/games.pgn", "HTTP/1.1 200 OK\r\n\r\n[White \"Anna\"]\n\n1. d4 *\n", 0 },
    { "/r/round.json", "HTTP/1.1 200 OK\r\n\r\n" PAIR, 0 },
    { "/i/index.json", "HTTP/1.1 200 OK\r\n\r\n" PAIR, 0 },
    { "/i/game-1.json", "HTTP/1.1 200 OK\r\n\r\n{\"moves\":[\"d4 1\"]}", 0 },
};

static void answer(int fd)
{
    char text[2048], path[64] = "";
    const ssize_t got = read(fd, text, sizeof text - 1);

    text[got > 0 ? got : 0] = '\0';
    (void)sscanf(text, "GET %63s", path);
    for (size_t i = 0; i < sizeof site / sizeof site[0]; i++) {
        if (strcmp(site[i].path, path) != 0)
            continue;
        const char *at = site[i].answer, *const end = at + strlen(at);
        while (at < end) {
            const size_t size = site[i].dribble ? 1 : (size_t)(end - at);
            if (write(fd, at, size) < 0)
                return;
            at += size;
            if (site[i].dribble)
                client_sleep(100);
        }
        return;
    }
    (void)!write(fd, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", 45);
}

static uint16_t port;
static pid_t server;

static int open_site(void **state)
{
    struct sockaddr_in at = { .sin_family = AF_INET };
    socklen_t size = sizeof at;
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    (void)state;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(bind(listener, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(listener, 16), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&at, &size), 0);
    port = ntohs(at.sin_port);
    (void)fflush(NULL);
    server = fork();
    assert_true(server >= 0);
    if (server == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        (void)signal(SIGPIPE, SIG_IGN);
        for (int fd; (fd = accept(listener, NULL, NULL)) >= 0; (void)close(fd))
            answer(fd);
        _exit(0);
    }
    (void)close(listener);
    return 0;
}

static int close_site(void **state)
{
    (void)state;
    (void)kill(server, SIGKILL);
    (void)waitpid(server, NULL, 0);
    return 0;
}

static const char *fetch(const char *path)
{
    memset(&seen, 0, sizeof seen);
    const char *why = receiver_fetch(&seen, port, path, NULL);
    return why ? why : "taken";
}

static void test_receiver__fetches_by_its_rules(void **state)
{
    (void)state;
    assert_string_equal(fetch("/good"), "taken");
    assert_string_equal(seen.games[0].white, "N\xC3\xA8ri");
    assert_string_equal(fetch("/latin"), "taken"); /* and is not what was meant */
    assert_string_equal(seen.games[0].white, "N\xC3\x83\xC2\xA8ri");
    assert_string_equal(fetch("/untold"), "taken");
    assert_string_equal(seen.games[0].white, "N\xC3\xA8ri");
    assert_string_equal(fetch("/moved"), "another status than 200");
    assert_string_equal(fetch("/created"), "another status than 200");
    assert_string_equal(fetch("/nowhere"), "another status than 200");
    const int64_t began = client_now();
    assert_string_equal(fetch("/slow"), "no answer within five seconds");
    assert_true(client_now() - began >= 5000);
}

static void test_receiver__guesses_in_this_order(void **state)
{
    static const struct {
        const char *path, *guess, *moves;
    } all[] = {
        { "/both", "", "e4 " },
        { "/in", "games.pgn", "e4 " },
        { "/r", "round.json", "" },
        { "/i", "index.json", "d4 " },
        { "/i/index.json", "index.json", "d4 " },
    };

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        assert_string_equal(fetch(all[i].path), "taken");
        assert_string_equal(receiver_guessed(), all[i].guess);
        assert_string_equal(seen.games[0].moves, all[i].moves);
    }
}

/* ---- pushes */

/* Sends games; what was answered, to be freed. */
static char *push(broadcast *b, const char *text)
{
    client c = client_open(b->port);
    char *request = NULL;
    reply r = { .status = 0 };

    assert_true(asprintf(&request,
                         "POST /push HTTP/1.1\r\nAuthorization: Bearer " RECEIVER_TOKEN
                         "\r\nContent-Type: text/plain\r\nContent-Length: %zu\r\n\r\n%s",
                         strlen(text), text) > 0);
    assert_true(client_send(&c, request) && client_reply(&r, &c, false));
    free(request);
    char *body = strdup(r.body);
    client_close(&c);
    return body;
}

static void test_receiver__takes_pushes(void **state)
{
    static char many[1 << 16];
    size_t size = 0;
    broadcast *b = broadcast_new();

    (void)state;
    broadcast_start(b);
    char *said =
        push(b, ANNA "[Round \"1.1\"]\n\n1. e4 *\n\n" CARLA "[Round \"1.2\"]\n\n1. Ke2 *\n");
    assert_string_equal(said, "{\"games\":[{\"tags\":{\"Round\":\"1.1\"},\"moves\":1},{\"tags\":{"
                              "\"Round\":\"1.2\"},\"error\":\"a move that cannot be played\"}]}");
    free(said);
    assert_int_equal(b->boards.count, 1);
    for (unsigned i = 0; i < 101; i++)
        size += (size_t)snprintf(many + size, sizeof many - size,
                                 "[Event \"x\"]\n[White \"W%u\"]\n[Black \"B%u\"]\n\n*\n\n", i, i);
    free(push(b, many)); /* the last one is not looked at */
    assert_int_equal(b->boards.count, 101);
    assert_null(receiver_find(&b->boards, "W100"));
    assert_int_equal(b->wrong, 1);
    broadcast_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_receiver__one_bad_game_spoils_the_file),
        cmocka_unit_test(test_receiver__a_file_has_an_end),
        cmocka_unit_test(test_receiver__names_that_nobody_has),
        cmocka_unit_test(test_receiver__results_of_every_kind),
        cmocka_unit_test(test_receiver__the_round_of_a_game),
        cmocka_unit_test(test_receiver__what_the_clocks_show),
        cmocka_unit_test(test_receiver__finds_boards_again),
        cmocka_unit_test(test_receiver__plays_by_itself),
        cmocka_unit_test(test_receiver__a_folder),
        cmocka_unit_test_setup_teardown(test_receiver__fetches_by_its_rules, open_site, close_site),
        cmocka_unit_test_setup_teardown(test_receiver__guesses_in_this_order, open_site,
                                        close_site),
        cmocka_unit_test(test_receiver__takes_pushes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
