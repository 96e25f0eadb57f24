/* SPDX-License-Identifier: MIT */
#include "support/case_files.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PATH_ROOM = 1024, TEXT_MAX = 1 << 20 };

static void play(const case_files_calls *calls, const char *text, size_t size, const char *name)
{
    arb_case_header header;
    arb_case_reader reader;
    arb_case_item item = { .kind = ARB_CASE_BEGIN };
    arb_game *game = NULL;

    arb_case_reader_init(&reader, text, size);
    while (item.kind != ARB_CASE_END) {
        assert_int_equal(arb_case_next(&item, &header, &reader, NULL), ARB_OK);
        if (item.kind == ARB_CASE_BEGIN) {
            if (!calls->begin)
                arb_game_free(game);
            assert_int_equal(arb_game_new(&game, NULL, &header.regulations, &header.given), ARB_OK);
            if (calls->begin)
                calls->begin(calls->user, game);
        } else if (item.kind == ARB_CASE_EVENT) {
            assert_int_equal(arb_game_submit(NULL, game, &item.event), ARB_OK);
        }
        if (item.kind == ARB_CASE_BEGIN || item.kind == ARB_CASE_EVENT)
            calls->after(calls->user, game, name);
    }
    if (!calls->begin)
        arb_game_free(game);
}

static void play_file(const case_files_calls *calls, const char *path)
{
    FILE *file = fopen(path, "rbe");
    char *text = malloc(TEXT_MAX);

    assert_non_null(file);
    assert_non_null(text);
    play(calls, text, fread(text, 1, TEXT_MAX, file), path);
    free(text);
    assert_int_equal(fclose(file), 0);
}

/* Folders within the folder, and files of cases. */
static void play_folder(const case_files_calls *calls, const char *folder, bool files)
{
    DIR *all = opendir(folder);

    assert_non_null(all);
    for (const struct dirent *entry = readdir(all); entry; entry = readdir(all)) {
        char path[PATH_ROOM];

        assert_true(snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < PATH_ROOM);
        if (files && strstr(entry->d_name, ".case"))
            play_file(calls, path);
        else if (!files && entry->d_name[0] != '.')
            play_folder(calls, path, true);
    }
    assert_int_equal(closedir(all), 0);
}

void case_files_play(const case_files_calls *calls)
{
    const char *data = getenv("ARB_TEST_DATA");
    char folder[PATH_ROOM];

    (void)snprintf(folder, sizeof folder, "%s/cases", data ? data : "tests");
    play_folder(calls, folder, false);
}
