/* SPDX-License-Identifier: MIT */
/*
 * The tables of tests/vectors: positions, moves and games, each with what must come out. What the
 * rows mean and where their facts come from stands at the top of the tables.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/data_file.h"
#include "support/vectors.h"

enum { COLUMNS = 5 };

typedef struct table {
    const char *name;
    unsigned rows, differences;
} table;

static void check_row(void *user, unsigned number, char *text)
{
    char *column[COLUMNS] = { text, "", "", "", "" };
    char out[VECTOR_TEXT_MAX] = "";
    table *t = user;

    for (int i = 1; i < COLUMNS; i++) {
        char *tab = strchr(column[i - 1], '\t');
        if (!tab)
            break;
        *tab = '\0';
        column[i] = tab + 1;
    }
    vector_judge *judge = vector_judge_of(column[0]);
    t->rows++;
    if (judge)
        judge(out, column[1], column[2]);
    if (judge && strcmp(out, column[3]) == 0)
        return;
    t->differences++;
    print_error("%s:%u: %s \"%s\" \"%s\": \"%s\" instead of \"%s\" (%s)\n", t->name, number,
                column[0], column[1], column[2], judge ? out : "no such kind", column[3],
                column[4]);
}

static void check_table(const char *name, unsigned least)
{
    table t = { .name = name };

    (void)data_file_read(name, check_row, &t);
    print_message("# %s: %u facts\n", name, t.rows);
    assert_int_equal(t.differences, 0);
    assert_true(t.rows >= least);
}

static void test_vectors__positions(void **state)
{
    (void)state;
    check_table("vectors/board.tsv", 200);
}

static void test_vectors__moves(void **state)
{
    (void)state;
    check_table("vectors/moves.tsv", 180);
}

static void test_vectors__games(void **state)
{
    (void)state;
    check_table("vectors/games.tsv", 90);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors__positions),
        cmocka_unit_test(test_vectors__moves),
        cmocka_unit_test(test_vectors__games),
    };
    return cmocka_run_group_tests_name("vectors", tests, NULL, NULL);
}
