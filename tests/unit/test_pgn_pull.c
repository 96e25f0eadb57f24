/* SPDX-License-Identifier: MIT */
/* Games pulled one by one are those that the reader tells, on all the awkward files. */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/pgn_pull.h"
#include "support/failing_mem.h"

enum { TEXT_MAX = 1 << 16, FILES_MIN = 60 };

/* What a text amounts to, however it is read. */
typedef struct sum {
    uint64_t games, tags, plies, findings, texts, keys, errors, results;
} sum;

static void weigh(sum *s, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        s->texts = s->texts * 31 + (unsigned char)text[i];
}

static arb_pgn_next on_tag(void *user, const arb_pgn *pgn, const arb_pgn_tag *tag)
{
    sum *s = user;

    (void)pgn;
    s->tags++;
    weigh(s, tag->name, tag->name_size);
    weigh(s, tag->value, tag->value_size);
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    sum *s = user;
    arb_pos pos;

    (void)move;
    arb_pgn_position(&pos, pgn);
    s->plies++;
    s->keys = s->keys * 31 + pos.key;
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_finding(void *user, const arb_pgn *pgn, const arb_pgn_finding *finding)
{
    (void)pgn;
    (void)finding;
    ((sum *)user)->findings++;
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    sum *s = user;

    s->games++;
    s->errors += summary->errors;
    s->results = s->results * 5 + (summary->marker ? summary->marker : summary->tag);
    s->keys += arb_pgn_variant(pgn);
    return ARB_PGN_GO_ON;
}

static sum told(const char *text, size_t size)
{
    static const arb_pgn_handler handler = {
        .tag = on_tag, .move = on_move, .finding = on_finding, .end = on_end
    };
    const arb_pgn_options options = { .skip_variations = true };
    arb_pgn *pgn;
    sum s = { 0 };

    assert_int_equal(arb_pgn_new(&pgn, NULL, &options), ARB_OK);
    assert_int_equal(arb_pgn_read_text(pgn, text, size, &handler, &s), ARB_OK);
    arb_pgn_free(pgn);
    return s;
}

static void add_game(sum *s, const arb_pgn_game *game)
{
    s->games++;
    s->tags += game->tag_count;
    for (size_t i = 0; i < game->tag_count; i++) {
        const arb_pgn_tag *tag = &game->tags[i];
        assert_int_equal(tag->name[tag->name_size], '\0');
        assert_non_null(arb_pgn_game_tag(game, tag->name));
        weigh(s, tag->name, tag->name_size);
        weigh(s, tag->value, tag->value_size);
    }
    assert_int_equal(game->ply_count, game->summary.plies);
    s->plies += game->ply_count;
    for (size_t i = 0; i < game->ply_count; i++) {
        const arb_pgn_ply *ply = &game->plies[i];
        assert_int_equal(strlen(ply->comment), ply->comment_size);
        s->keys = s->keys * 31 + ply->pos.key;
    }
    assert_int_equal(strlen(game->comment), game->comment_size);
    s->findings += game->finding_count;
    s->errors += game->summary.errors;
    s->results = s->results * 5 + game->result;
    s->keys += game->variant;
}

static arb_err pulled(const arb_mem *mem, const char *text, size_t size, sum *s)
{
    const arb_pgn_game *game = NULL;
    arb_pgn_pull *pull;
    arb_err err = arb_pgn_pull_text(&pull, mem, NULL, text, size);

    if (err)
        return err;
    while (!(err = arb_pgn_pull_next(&game, pull)) && game)
        add_game(s, game);
    assert_int_equal(arb_pgn_pull_next(&game, pull), err); /* and it stays so */
    arb_pgn_pull_free(pull);
    return err;
}

static bool compare_file(const char *name)
{
    const char *folder = getenv("ARB_TEST_DATA");
    static char text[TEXT_MAX];
    char path[512];
    sum s = { 0 };

    snprintf(path, sizeof path, "%s/pgn/%s", folder ? folder : "tests", name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    if (size == sizeof text || memchr(text, '\0', size))
        return false; /* strlen() would not know where a comment ends */
    const sum expected = told(text, size);
    assert_int_equal(pulled(NULL, text, size, &s), ARB_OK);
    if (memcmp(&s, &expected, sizeof s) != 0)
        fail_msg("%s is not pulled as it is read", name);
    return true;
}

static void test_pgn_pull__gives_what_the_reader_tells(void **state)
{
    const char *data = getenv("ARB_TEST_DATA");
    char folder[512];
    unsigned files = 0;

    (void)state;
    snprintf(folder, sizeof folder, "%s/pgn", data ? data : "tests");
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;)
        if (strlen(entry->d_name) > 4 && strstr(entry->d_name, ".pgn"))
            files += compare_file(entry->d_name);
    closedir(dir);
    assert_true(files >= FILES_MIN);
}

static void test_pgn_pull__keeps_comments_and_findings(void **state)
{
    static const char text[] = "{first} {words}\n1. e4 {a} {b} e5 (1... c5 {not told}) 2. Ke3 *\n";
    const arb_pgn_game *game;
    arb_pgn_pull *pull;

    (void)state;
    assert_int_equal(arb_pgn_pull_text(&pull, NULL, NULL, text, sizeof text - 1), ARB_OK);
    assert_int_equal(arb_pgn_pull_next(&game, pull), ARB_OK);
    assert_string_equal(game->comment, "first words");
    assert_int_equal(game->ply_count, 2);
    assert_string_equal(game->plies[0].comment, "a b");
    assert_string_equal(game->plies[1].comment, "");
    assert_true(game->summary.broken);
    const arb_pgn_finding *last = &game->findings[game->finding_count - 1];
    assert_int_equal(last->fault, ARB_PGN_ILLEGAL);
    assert_string_equal(last->text, "Ke3");
    assert_int_equal(last->article, ARB_ART_3_8_1);
    assert_null(arb_pgn_game_tag(game, "White"));
    assert_int_equal(game->result, ARB_PGN_RESULT_OPEN);
    assert_int_equal(arb_pgn_pull_next(&game, pull), ARB_OK);
    assert_null(game);
    arb_pgn_pull_free(pull);
    arb_pgn_pull_free(NULL);
}

static arb_err pull_two_games(const arb_mem *mem, void *user)
{
    static const char text[] = "[White \"A\"]\n\n1. e4 {good} e5 2. Ke3 *\n\n"
                               "[White \"B\"]\n[Black \"C\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 1-0\n";
    sum s = { 0 };

    (void)user;
    return pulled(mem, text, sizeof text - 1, &s);
}

static void test_pgn_pull__survives_a_lack_of_memory(void **state)
{
    (void)state;
    assert_true(failing_mem_sweep(pull_two_games, NULL) > 5);
}

static arb_err broken_source(void *user, char *out, size_t room, size_t *got)
{
    size_t *calls = user;

    *got = *calls == 0 ? (size_t)snprintf(out, room, "1. e4 e5 1-0\n\n1. d4 ") : 0;
    return (*calls)++ == 0 ? ARB_OK : ARB_IO;
}

static void test_pgn_pull__tells_what_the_source_said(void **state)
{
    const arb_pgn_game *game;
    arb_pgn_pull *pull;
    size_t calls = 0;
    arb_err err = ARB_OK;

    (void)state;
    assert_int_equal(arb_pgn_pull_new(&pull, NULL, NULL, broken_source, &calls), ARB_OK);
    for (int i = 0; i < 3 && !err; i++)
        err = arb_pgn_pull_next(&game, pull);
    assert_int_equal(err, ARB_IO);
    assert_int_equal(arb_pgn_pull_next(&game, pull), ARB_IO);
    arb_pgn_pull_free(pull);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pgn_pull__gives_what_the_reader_tells),
        cmocka_unit_test(test_pgn_pull__keeps_comments_and_findings),
        cmocka_unit_test(test_pgn_pull__survives_a_lack_of_memory),
        cmocka_unit_test(test_pgn_pull__tells_what_the_source_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
