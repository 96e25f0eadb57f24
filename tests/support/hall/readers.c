/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "support/hall/readers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void write_file(char out[200], const char *folder, const char *text)
{
    (void)snprintf(out, 200, "%s/read-by-others", folder);
    FILE *file = fopen(out, "we");
    assert_non_null(file);
    assert_int_equal(fputs(text, file) < 0, 0);
    (void)fclose(file);
    (void)fflush(NULL);
}

void readers_take_pgn(const char *folder, const char *text, unsigned games)
{
    char path[200], command[512], line[256];
    unsigned found = 0;

    write_file(path, folder, text);
    (void)snprintf(command, sizeof command,
                   "PATH=\"$PATH:/usr/games\" pgn-extract --quiet '%s' 2>&1", path);
    FILE *out = popen(command, "r");
    assert_non_null(out);
    while (fgets(line, sizeof line, out)) {
        found += strncmp(line, "[Event \"", 8) == 0;
        if (strstr(line, "File ") || strstr(line, "rror"))
            fail_msg("pgn-extract complains: %s", line);
    }
    assert_int_equal(pclose(out), 0);
    assert_int_equal(found, games);
    (void)unlink(path);
}

void readers_take_json(const char *folder, const char *text)
{
    char path[200], command[512];

    write_file(path, folder, text);
    (void)snprintf(command, sizeof command,
                   "python3 -c 'import json,sys; json.load(open(sys.argv[1],encoding=\"utf-8\"))'"
                   " '%s'",
                   path);
    FILE *out = popen(command, "r");
    assert_non_null(out);
    assert_int_equal(pclose(out), 0);
    (void)unlink(path);
}
