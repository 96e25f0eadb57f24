/* SPDX-License-Identifier: MIT */
/*
 * A whole collection of games, beside pgn-extract, another program by other people: the same games
 * are legal and end in the same positions. Reading and writing them is a fixed point.
 *
 * The games are those of data/games.pgn in the folder named by ARB_SHARED, by default in the
 * folder "shared" beside the checkout; without that file, the few in tests/notation/games.pgn.
 */
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "arbitro/buf.h"
#include "arbitro/pgn_write.h"

enum { TEXT_LIMIT = 1 << 28, GAMES_OF_OUR_OWN = 30, DIFFERENCES_SHOWN = 10 };

static arb_buf text;

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

static int load(void **state)
{
    char bytes[65536];
    size_t got;
    FILE *file = fopen(collection(), "rb");

    (void)state;
    assert_non_null(file);
    arb_buf_init(&text, NULL, TEXT_LIMIT);
    while ((got = fread(bytes, 1, sizeof bytes, file)) > 0)
        assert_int_equal(arb_buf_add(&text, bytes, got), ARB_OK);
    fclose(file);
    return 0;
}

static int unload(void **state)
{
    (void)state;
    arb_buf_clear(&text);
    return 0;
}

/* What both programs say of one game after the other. */
typedef struct comparison {
    FILE *theirs;
    char *line;
    size_t room;
    unsigned long games, errors, remarks, differences;
} comparison;

/* The comment at the end of the next game of pgn-extract: { "FEN" }. */
static bool next_fen(char fen[ARB_FEN_SIZE], comparison *c)
{
    while (getline(&c->line, &c->room, c->theirs) > 0) {
        const char *begin = strstr(c->line, "{ \"");
        if (begin && sscanf(begin + 3, "%159[^\"]", fen) == 1)
            return true;
    }
    return false;
}

/* The field that says where a pawn may be captured en passant: they tell it after every two steps,
 * we only when a capture is legal. */
static bool same_position(const char *a, const char *b)
{
    arb_setup one, other;

    assert_int_equal(arb_fen_read(&one, NULL, a, strlen(a), NULL), ARB_OK);
    assert_int_equal(arb_fen_read(&other, NULL, b, strlen(b), NULL), ARB_OK);
    other.en_passant = one.en_passant;
    return arb_setup_equal(&one, &other);
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    char ours[ARB_FEN_SIZE], theirs[ARB_FEN_SIZE];
    comparison *c = user;
    arb_pos pos;

    c->games++;
    c->errors += summary->errors;
    c->remarks += summary->remarks;
    arb_pgn_position(&pos, pgn);
    const arb_setup setup = arb_pos_setup(&pos);
    arb_fen_write(ours, sizeof ours, &setup, ARB_FEN_X, NULL);
    if (summary->plies == 0) /* they tell no position where nothing was played */
        return ARB_PGN_GO_ON;
    assert_true(next_fen(theirs, c));
    if (!same_position(ours, theirs) && c->differences++ < DIFFERENCES_SHOWN)
        print_error("game %lu: %s here, %s by pgn-extract\n", c->games, ours, theirs);
    return ARB_PGN_GO_ON;
}

static unsigned long games_in_text(void)
{
    unsigned long count = 0;

    for (const char *at = arb_buf_text(&text); (at = strstr(at, "[Event \"")) != NULL; at++)
        count++;
    return count;
}

/* Laws 3.10.1 */
static void test_pgn_collection__ends_in_the_same_positions_as_pgn_extract(void **state)
{
    const arb_pgn_handler handler = { .end = on_end };
    comparison c = { 0 };
    arb_pgn *pgn;

    (void)state;
    fflush(NULL);
    c.theirs = popen("PATH=\"$PATH:/usr/games\" exec pgn-extract -s -F -C -N -V --notags -w20000 "
                     "\"$ARB_PGN_FILE\" 2>/dev/null",
                     "r");
    assert_non_null(c.theirs);
    assert_int_equal(arb_pgn_new(&pgn, NULL, NULL), ARB_OK);
    assert_int_equal(arb_pgn_read_text(pgn, arb_buf_text(&text), arb_buf_size(&text), &handler, &c),
                     ARB_OK);
    arb_pgn_free(pgn);
    char fen[ARB_FEN_SIZE];
    assert_false(next_fen(fen, &c));
    free(c.line);
    const int status = pclose(c.theirs);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        fail_msg("pgn-extract is missing: install Debian's package pgn-extract");
    assert_int_equal(status, 0);
    print_message("# %lu games, %lu errors, %lu remarks, %lu differences\n", c.games, c.errors,
                  c.remarks, c.differences);
    assert_true(c.games >= GAMES_OF_OUR_OWN);
    assert_int_equal(c.games, games_in_text());
    assert_int_equal(c.errors, 0);
    assert_int_equal(c.differences, 0);
}

static arb_err collect(void *user, const char *written, size_t size)
{
    return arb_buf_add(user, written, size);
}

static void copy(arb_buf *out, const arb_buf *from)
{
    arb_pgn_writer *writer;
    arb_pgn *pgn;

    arb_buf_init(out, NULL, TEXT_LIMIT);
    assert_int_equal(arb_pgn_new(&pgn, NULL, NULL), ARB_OK);
    assert_int_equal(arb_pgn_writer_new(&writer, NULL, NULL, collect, out), ARB_OK);
    assert_int_equal(
        arb_pgn_read_text(pgn, arb_buf_text(from), arb_buf_size(from), &arb_pgn_copier, writer),
        ARB_OK);
    arb_pgn_writer_free(writer);
    arb_pgn_free(pgn);
}

static void test_pgn_collection__writing_is_a_fixed_point(void **state)
{
    arb_buf once, twice;

    (void)state;
    copy(&once, &text);
    copy(&twice, &once);
    assert_int_equal(arb_buf_size(&once), arb_buf_size(&twice));
    assert_memory_equal(arb_buf_text(&once), arb_buf_text(&twice), arb_buf_size(&once));
    arb_buf_clear(&once);
    arb_buf_clear(&twice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pgn_collection__ends_in_the_same_positions_as_pgn_extract),
        cmocka_unit_test(test_pgn_collection__writing_is_a_fixed_point),
    };
    return cmocka_run_group_tests_name("pgn_collection", tests, load, unload);
}
