/* SPDX-License-Identifier: MIT */
/*
 * The same counts as Stockfish, another program by other people, in positions by chance: half of
 * them from games of Chess960. One Stockfish runs for all of them and is spoken to over pipes.
 */
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "arbitro/perft.h"
#include "support/random_positions.h"

struct engine {
    pid_t pid;
    FILE *to, *from;
};

/* In the child: becomes Stockfish, or ends with a status that no engine has. */
static _Noreturn void become_stockfish(int in, int out)
{
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    execlp("stockfish", "stockfish", (char *)NULL);
    execl("/usr/games/stockfish", "stockfish", (char *)NULL);
    _exit(127);
}

/* Reads lines up to one that begins with `start`; NULL when the engine ends before. */
static const char *wait_for(struct engine *engine, const char *start)
{
    static char line[1024];

    while (fgets(line, sizeof line, engine->from) != NULL)
        if (strncmp(line, start, strlen(start)) == 0)
            return line;
    return NULL;
}

static int start_engine(void **state)
{
    static struct engine engine;
    int to[2], from[2];

    signal(SIGPIPE, SIG_IGN);
    if (pipe(to) != 0 || pipe(from) != 0)
        return -1;
    engine.pid = fork();
    if (engine.pid < 0)
        return -1;
    if (engine.pid == 0) {
        close(to[1]);
        close(from[0]);
        become_stockfish(to[0], from[1]);
    }
    close(to[0]);
    close(from[1]);
    engine.to = fdopen(to[1], "w");
    engine.from = fdopen(from[0], "r");
    *state = &engine;
    if (engine.to == NULL || engine.from == NULL)
        return -1;
    setvbuf(engine.to, NULL, _IOLBF, 0);
    fprintf(engine.to, "uci\n");
    return 0;
}

static int stop_engine(void **state)
{
    struct engine *engine = *state;

    fprintf(engine->to, "quit\n");
    fclose(engine->to);
    fclose(engine->from);
    waitpid(engine->pid, NULL, 0);
    return 0;
}

static void test_stockfish__is_there(void **state)
{
    if (wait_for(*state, "uciok") == NULL)
        fail_msg("Stockfish is missing: install Debian's package stockfish (looked for in PATH and "
                 "in /usr/games)");
}

static uint64_t engine_count(struct engine *engine, const char *fen, unsigned depth)
{
    static const char answer[] = "Nodes searched: ";

    fprintf(engine->to, "position fen %s\ngo perft %u\n", fen, depth);
    const char *line = wait_for(engine, answer);
    if (line == NULL)
        fail_msg("%s: Stockfish ended without an answer", fen);
    return line == NULL ? 0 : strtoull(line + strlen(answer), NULL, 10);
}

static void compare_counts(struct engine *engine, uint64_t number, bool chess960)
{
    chance luck = chance_begin(number);

    fprintf(engine->to, "setoption name UCI_Chess960 value %s\n", chess960 ? "true" : "false");
    for (unsigned i = 0; i < scaled(100); i++) {
        const arb_setup setup = random_played(&luck, chess960, 2 + chance_below(&luck, 80));
        const unsigned depth = 3 + i % 2;
        char fen[ARB_FEN_SIZE];
        arb_pos pos;

        arb_fen_write(fen, sizeof fen, &setup, chess960 ? ARB_FEN_SHREDDER : ARB_FEN_X, NULL);
        assert_int_equal(arb_pos_from_setup(&pos, &setup), 0);
        const uint64_t expected = engine_count(engine, fen, depth);
        for (arb_kernel kernel = ARB_KERNEL_PORTABLE; kernel < ARB_KERNEL_COUNT; kernel++) {
            const arb_perft_options options = { .kernel = kernel };
            uint64_t nodes = 0;
            if (!arb_kernel_available(kernel))
                continue;
            assert_int_equal(arb_perft(&nodes, &pos, depth, &options), ARB_OK);
            if (nodes != expected)
                fail_msg("%s, depth %u: %llu with %s, but Stockfish counts %llu", fen, depth,
                         (unsigned long long)nodes, arb_kernel_name(kernel),
                         (unsigned long long)expected);
        }
    }
}

/* Laws 3.10.1 */
static void test_stockfish__counts_the_same_in_standard_chess(void **state)
{
    compare_counts(*state, 81, false);
}

/* Laws II.1, II.3 */
static void test_stockfish__counts_the_same_in_chess960(void **state)
{
    compare_counts(*state, 82, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stockfish__is_there),
        cmocka_unit_test(test_stockfish__counts_the_same_in_standard_chess),
        cmocka_unit_test(test_stockfish__counts_the_same_in_chess960),
    };
    printf("# seed %llu, another one by ARB_TEST_SEED\n", (unsigned long long)chance_seed());
    fflush(stdout); /* before the fork, lest it be printed twice */
    return cmocka_run_group_tests_name("stockfish", tests, start_engine, stop_engine);
}
