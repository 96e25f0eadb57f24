/* SPDX-License-Identifier: MIT */
/*
 * The awkward files of tests/pgn: one for each thing that the PGN reader forgives, and one for each
 * that it does not. Beside NAME.pgn stands NAME.out, what the reader tells of it; a name that ends
 * in ".it" is read in Italian. What the reader makes of each is also written and read again, and
 * must then be written the same, and be read without a remark on how it is written.
 *
 * `test_pgn_files FILE...` prints what is told of these files, for a new NAME.out.
 */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/buf.h"
#include "arbitro/pgn_write.h"

enum { FILES_MIN = 60, TEXT_LIMIT = 1 << 24 };

static void add(arb_buf *out, const char *format, ...)
{
    char line[2048];
    va_list list;

    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    assert_int_equal(arb_buf_add_text(out, line), ARB_OK);
}

/* Bytes that are not plain are shown as numbers, and what is long is cut off. */
static void add_quoted(arb_buf *out, const char *text, size_t size)
{
    add(out, " \"");
    for (size_t i = 0; i < size && i < 60; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c >= ' ' && c != 0x7f && (c < 0x80 || c >= 0xc0 || i > 0))
            add(out, c < 0x80 ? "%c" : "\\%02x", c);
        else
            add(out, "\\%02x", c);
    }
    add(out, "\"");
}

static arb_pgn_next on_tag(void *user, const arb_pgn *pgn, const arb_pgn_tag *tag)
{
    (void)pgn;
    add(user, "tag %.*s", (int)tag->name_size, tag->name);
    add_quoted(user, tag->value, tag->value_size);
    add(user, "\n");
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    char text[ARB_MOVE_TEXT_SIZE] = "--";
    arb_pos before, after;

    arb_pgn_before(&before, pgn);
    arb_pgn_position(&after, pgn);
    assert_true(arb_pos_ok(&before));
    assert_true(arb_pos_ok(&after));
    assert_int_equal(move->check, arb_pos_is_check(&after));
    assert_int_equal(move->mate, arb_pos_is_checkmate(&after));
    if (move->kind == ARB_PGN_MOVE_LEGAL) {
        assert_true(arb_pos_is_legal(&before, move->move));
        arb_pos_play(&before, &before, move->move);
        assert_true(arb_pos_same(&before, &after));
        assert_int_equal(before.quiet_plies, after.quiet_plies);
        assert_int_equal(before.move_number, after.move_number);
        arb_pgn_before(&before, pgn);
        const size_t size = arb_san_write(text, sizeof text, &before, move->move);
        assert_true(!move->san || (size == move->size && memcmp(text, move->text, size) == 0));
    } else if (move->kind == ARB_PGN_MOVE_STOOD) {
        snprintf(text, sizeof text, "stood %d %d", move->hand.from, move->hand.to);
    }
    add(user, "move %s\n", text);
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_comment(void *user, const arb_pgn *pgn, const char *text, size_t size)
{
    arb_pgn_command command;
    size_t at = 0;

    (void)pgn;
    add(user, "comment");
    add_quoted(user, text, size);
    while (arb_pgn_command_next(&command, &at, text, size))
        add(user, " [%d %lld %d %d %u]", (int)command.kind, (long long)command.ms,
            command.centipawns, command.mate_in, command.count);
    add(user, "\n");
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_nag(void *user, const arb_pgn *pgn, unsigned nag)
{
    (void)pgn;
    add(user, "nag %u\n", nag);
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_enter(void *user, const arb_pgn *pgn)
{
    (void)pgn;
    add(user, "(\n");
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_leave(void *user, const arb_pgn *pgn)
{
    (void)pgn;
    add(user, ")\n");
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_begin(void *user, const arb_pgn *pgn)
{
    const arb_pgn_place place = arb_pgn_where(pgn);

    add(user, "game %d at %d:%d\n", (int)place.game, (int)place.line, (int)place.column);
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    static const char *const results[] = { "none", "*", "1-0", "0-1", "1/2-1/2" };
    char fen[ARB_FEN_SIZE];
    arb_pos pos;

    arb_pgn_position(&pos, pgn);
    const arb_setup setup = arb_pos_setup(&pos);
    arb_fen_write(fen, sizeof fen, &setup, ARB_FEN_X, NULL);
    add(user, "end %u plies, tag %s, result %s%s%s%s, %s%s\n", summary->plies,
        results[summary->tag], results[summary->marker], summary->broken ? ", broken" : "",
        summary->mate ? ", mate" : "", summary->stalemate ? ", stalemate" : "", fen,
        arb_pgn_variant(pgn) == ARB_CHESS960 ? ", Chess960" : "");
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_finding(void *user, const arb_pgn *pgn, const arb_pgn_finding *finding)
{
    (void)pgn;
    add(user, "%s %d:%d game %d ply %u: %s",
        arb_pgn_fault_weight(finding->fault) == ARB_PGN_ERROR ? "ERROR" : "remark",
        (int)finding->place.line, (int)finding->place.column, (int)finding->place.game,
        finding->place.ply, arb_pgn_fault_name(finding->fault));
    if (finding->article != ARB_ART_NONE)
        add(user, " %s", arb_article_number(finding->article));
    if (finding->reading)
        add(user, " %u candidates", finding->reading->count);
    if (finding->size > 0)
        add_quoted(user, finding->text, finding->size);
    if (finding->wanted != ARB_WANTED_NOTHING)
        add(user, ", expected %s", arb_wanted_text(finding->wanted, ARB_LANG_EN));
    add(user, "\n");
    return ARB_PGN_GO_ON;
}

static const arb_pgn_handler tracer = { .begin = on_begin,
                                        .tag = on_tag,
                                        .move = on_move,
                                        .comment = on_comment,
                                        .nag = on_nag,
                                        .enter = on_enter,
                                        .leave = on_leave,
                                        .end = on_end,
                                        .finding = on_finding };

/* A source that gives a few bytes at a time, so that everything is cut somewhere. */
typedef struct dropper {
    const char *text;
    size_t left, portion;
} dropper;

static arb_err drop(void *user, char *out, size_t room, size_t *got)
{
    dropper *d = user;
    size_t size = d->portion < d->left ? d->portion : d->left;

    size = size < room ? size : room;
    memcpy(out, d->text, size);
    d->text += size;
    d->left -= size;
    *got = size;
    return ARB_OK;
}

static const arb_language *language_in_name(const char *name)
{
    const char *dot = strrchr(name, '.');

    if (!dot || strcmp(dot, ".pgn") != 0)
        return NULL;
    while (dot > name && dot[-1] != '.' && dot[-1] != '/')
        dot--;
    return dot > name && dot[-1] == '.' ? arb_language_find(dot, strcspn(dot, ".")) : NULL;
}

static void trace(arb_buf *out, const arb_buf *text, const char *name, size_t portion)
{
    const arb_pgn_options options = { .language = language_in_name(name) };
    dropper source = { arb_buf_text(text), arb_buf_size(text), portion };
    arb_pgn *pgn;

    assert_int_equal(arb_pgn_new(&pgn, NULL, &options), ARB_OK);
    assert_int_equal(arb_pgn_read(pgn, drop, &source, &tracer, out), ARB_OK);
    arb_pgn_free(pgn);
}

static void read_whole(arb_buf *out, const char *path)
{
    char bytes[4096];
    FILE *file = fopen(path, "rb");
    size_t got;

    if (!file)
        fail_msg("%s cannot be read", path);
    while ((got = fread(bytes, 1, sizeof bytes, file)) > 0)
        assert_int_equal(arb_buf_add(out, bytes, got), ARB_OK);
    fclose(file);
}

static arb_err collect(void *user, const char *text, size_t size)
{
    return arb_buf_add(user, text, size);
}

/* Reads and writes; the moves are English afterwards. */
static void copy(arb_buf *out, const arb_buf *text, const arb_language *language)
{
    const arb_pgn_options options = { .language = language };
    arb_pgn_writer *writer;
    arb_pgn *pgn;

    assert_int_equal(arb_pgn_new(&pgn, NULL, &options), ARB_OK);
    assert_int_equal(arb_pgn_writer_new(&writer, NULL, NULL, collect, out), ARB_OK);
    assert_int_equal(
        arb_pgn_read_text(pgn, arb_buf_text(text), arb_buf_size(text), &arb_pgn_copier, writer),
        ARB_OK);
    assert_int_equal(arb_pgn_writer_error(writer), ARB_OK);
    arb_pgn_writer_free(writer);
    arb_pgn_free(pgn);
}

/* What is written has no oddities left; what was done oddly stays odd. */
static const char *odd_line(const arb_buf *text)
{
    static const char *const facts[] = { "RESULT_TAG", "RESULT_BOARD", "RESULT_FORM",
                                         "NULL_MOVE",  "START_FAULTS", "STOOD",
                                         "FEN",        "SETUP",        "VARIANT" };
    static char found[256];
    const char *begin = arb_buf_text(text), *next;
    size_t fact = 0;

    for (const char *line = begin; *line; line = next) {
        next = strchr(line, '\n') + 1;
        const char *fault = strstr(line, ": ");
        if ((strncmp(line, "remark ", 7) != 0 && strncmp(line, "ERROR ", 6) != 0) || fault > next)
            continue;
        for (fact = 0; fact < sizeof facts / sizeof *facts; fact++)
            if (strncmp(fault + 2, facts[fact], strlen(facts[fact])) == 0)
                break;
        if (fact < sizeof facts / sizeof *facts)
            continue;
        snprintf(found, sizeof found, "%.*s", (int)(next - line), line);
        return found;
    }
    return NULL;
}

static unsigned check_file(const char *folder, const char *name)
{
    char path[2048];
    arb_buf text, expected, told, again, once, twice, reread;
    arb_buf *const all[] = { &text, &expected, &told, &again, &once, &twice, &reread };
    unsigned differences = 0;

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        arb_buf_init(all[i], NULL, TEXT_LIMIT);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    read_whole(&text, path);
    memcpy(path + strlen(path) - 4, ".out", 4);
    read_whole(&expected, path);
    trace(&told, &text, name, SIZE_MAX);
    if (strcmp(arb_buf_text(&told), arb_buf_text(&expected)) != 0) {
        print_error("%s: the reader tells\n%s", name, arb_buf_text(&told));
        differences++;
    }
    trace(&again, &text, name, 1);
    if (strcmp(arb_buf_text(&told), arb_buf_text(&again)) != 0) {
        print_error("%s: byte by byte the reader tells\n%s", name, arb_buf_text(&again));
        differences++;
    }
    copy(&once, &text, language_in_name(name));
    copy(&twice, &once, NULL);
    if (strcmp(arb_buf_text(&once), arb_buf_text(&twice)) != 0) {
        print_error("%s: written\n%s\nand again\n%s", name, arb_buf_text(&once),
                    arb_buf_text(&twice));
        differences++;
    }
    trace(&reread, &once, "", SIZE_MAX);
    if (odd_line(&reread)) {
        print_error("%s: written\n%s\nand read with %s", name, arb_buf_text(&once),
                    odd_line(&reread));
        differences++;
    }
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        arb_buf_clear(all[i]);
    return differences;
}

static void test_pgn_files__are_told_as_expected_and_written_to_a_fixed_point(void **state)
{
    const char *tests = getenv("ARB_TEST_DATA");
    char folder[1024];
    unsigned files = 0, differences = 0;

    (void)state;
    snprintf(folder, sizeof folder, "%s/pgn", tests ? tests : "tests");
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    for (struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        const size_t size = strlen(entry->d_name);
        if (size < 4 || strcmp(entry->d_name + size - 4, ".pgn") != 0)
            continue;
        differences += check_file(folder, entry->d_name);
        files++;
    }
    closedir(directory);
    print_message("# %u files\n", files);
    assert_true(files >= FILES_MIN);
    assert_int_equal(differences, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pgn_files__are_told_as_expected_and_written_to_a_fixed_point),
    };
    arb_buf text, told;

    if (argc < 2)
        return cmocka_run_group_tests_name("pgn_files", tests, NULL, NULL);
    for (int i = 1; i < argc; i++) {
        arb_buf_init(&text, NULL, TEXT_LIMIT);
        arb_buf_init(&told, NULL, TEXT_LIMIT);
        read_whole(&text, argv[i]);
        trace(&told, &text, argv[i], SIZE_MAX);
        fputs(arb_buf_text(&told), stdout);
        arb_buf_clear(&text);
        arb_buf_clear(&told);
    }
    return 0;
}
