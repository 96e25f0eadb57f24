/* SPDX-License-Identifier: MIT */
/*
 * The same SAN as pgn-extract, another program by other people, in whole collections of games: it
 * writes every game in coordinates and in SAN; ours must read its SAN as its coordinates, and
 * write its coordinates as its SAN, token by token.
 *
 * The games are those of data/games.pgn in the folder named by ARB_SHARED, by default in the
 * folder "shared" beside the checkout; without that file, the few in tests/notation/games.pgn.
 */
#define _POSIX_C_SOURCE 200809L

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "arbitro/notation.h"
#include "support/random_positions.h"

enum { DIFFERENCES_SHOWN = 10, GAMES_OF_OUR_OWN = 30 };

typedef struct outcome {
    unsigned long games, plies, differences;
} outcome;

/* The collection; the shell finds its name in ARB_PGN_FILE, whatever characters are in it. */
static const char *collection(void)
{
    static char path[1024];
    const char *shared = getenv("ARB_SHARED"), *tests = getenv("ARB_TEST_DATA");

    if (tests == NULL)
        tests = "tests";
    if (shared != NULL)
        snprintf(path, sizeof path, "%s/data/games.pgn", shared);
    else
        snprintf(path, sizeof path, "%s/../../shared/data/games.pgn", tests);
    if (access(path, R_OK) != 0)
        snprintf(path, sizeof path, "%s/notation/games.pgn", tests);
    setenv("ARB_PGN_FILE", path, 1);
    return path;
}

/* One game a line, moves alone, in the notation that pgn-extract calls `format`. */
static FILE *start_program(const char *format)
{
    char command[256];

    snprintf(command, sizeof command,
             "PATH=\"$PATH:/usr/games\" exec pgn-extract -s -W%s -w20000 -C -N -V --notags "
             "--nomovenumbers --noresults \"$ARB_PGN_FILE\" 2>/dev/null",
             format);
    fflush(NULL);
    FILE *file = popen(command, "r");
    assert_non_null(file);
    return file;
}

static void end_program(FILE *file)
{
    const int status = pclose(file);

    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        fail_msg("pgn-extract is missing: install Debian's package pgn-extract (looked for in PATH "
                 "and in /usr/games)");
    assert_int_equal(status, 0);
}

/* The next line that is not empty; false at the end. */
static bool next_game(char **line, size_t *room, FILE *file)
{
    while (getline(line, room, file) > 0)
        if (strspn(*line, " \n") < strlen(*line))
            return true;
    return false;
}

static void differ(outcome *sum, size_t ply, const char *theirs, const char *what, const char *ours)
{
    if (sum->differences++ < DIFFERENCES_SHOWN)
        print_error("game %lu, ply %zu: pgn-extract has %s, %s %s\n", sum->games + 1, ply + 1,
                    theirs, what, ours);
}

/* Both directions for one move; false when the game cannot go on. */
static bool compare_move(outcome *sum, arb_pos *pos, size_t ply, const char *san, const char *uci)
{
    char text[ARB_MOVE_TEXT_SIZE];
    arb_written written;
    arb_move move;

    if (arb_uci_read(&move, NULL, pos, uci, strlen(uci)) != ARB_OK) {
        differ(sum, ply, uci, "which is", "no legal move");
        return false;
    }
    if (arb_written_read(&written, NULL, san, strlen(san), NULL) != ARB_OK) {
        differ(sum, ply, san, "which is", "unreadable");
    } else {
        const arb_reading reading = arb_written_in(&written, pos, ARB_STANDARD);
        if (reading.kind != ARB_READING_LEGAL || !arb_move_equal(reading.move, move))
            differ(sum, ply, san, "which is not read as", uci);
        else if (reading.remarks != 0)
            differ(sum, ply, san, "which is read with remarks, as", uci);
    }
    arb_san_write(text, sizeof text, pos, move);
    if (strcmp(text, san) != 0)
        differ(sum, ply, san, "ours is", text);
    arb_pos_play(pos, pos, move);
    return true;
}

/* A game without moves is its result alone, whatever was asked for. */
static bool is_result(const char *token)
{
    return strcmp(token, "1-0") == 0 || strcmp(token, "0-1") == 0 ||
           strcmp(token, "1/2-1/2") == 0 || strcmp(token, "*") == 0;
}

static void compare_game(outcome *sum, char *sans, char *ucis)
{
    arb_pos pos = arb_pos_initial();
    char *san_rest = NULL, *uci_rest = NULL;
    const char *san = strtok_r(sans, " \n", &san_rest);
    char *uci = strtok_r(ucis, " \n", &uci_rest);

    for (size_t ply = 0; san != NULL && uci != NULL; ply++) {
        if (is_result(san) && is_result(uci))
            return;
        if (strlen(uci) == 5) /* it writes e7e8Q, we e7e8q */
            uci[4] = (char)tolower((unsigned char)uci[4]);
        sum->plies++;
        if (!compare_move(sum, &pos, ply, san, uci))
            return;
        san = strtok_r(NULL, " \n", &san_rest);
        uci = strtok_r(NULL, " \n", &uci_rest);
    }
    assert_null(san);
    assert_null(uci);
}

/* How many games a file announces, so that none is lost on the way. */
static unsigned long games_in(const char *path)
{
    FILE *file = fopen(path, "r");
    unsigned long count = 0;
    char line[4096];

    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        count += strncmp(line, "[Event ", 7) == 0;
    fclose(file);
    return count;
}

/* Laws C.2, C.8, C.9, C.10, C.11, C.13 */
static void test_pgn_extract__writes_and_reads_the_same_san(void **state)
{
    const unsigned step = 1000 / scaled(1000); /* of the games, where the build is slow */
    char *sans = NULL, *ucis = NULL;
    size_t sans_room = 0, ucis_room = 0;
    outcome sum = { 0 };
    unsigned long number = 0;

    (void)state;
    const char *path = collection();
    FILE *san_file = start_program("san"), *uci_file = start_program("uci");
    while (next_game(&sans, &sans_room, san_file)) {
        assert_true(next_game(&ucis, &ucis_room, uci_file));
        if (number++ % step != 0)
            continue;
        compare_game(&sum, sans, ucis);
        sum.games++;
    }
    assert_false(next_game(&ucis, &ucis_room, uci_file));
    free(sans);
    free(ucis);
    end_program(san_file);
    end_program(uci_file);
    printf("# %s: %lu games, %lu moves, %lu differences\n", path, sum.games, sum.plies,
           sum.differences);
    assert_true(number >= GAMES_OF_OUR_OWN);
    assert_int_equal(number, games_in(path));
    assert_int_equal(sum.differences, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pgn_extract__writes_and_reads_the_same_san),
    };
    return cmocka_run_group_tests_name("pgn_extract", tests, NULL, NULL);
}
