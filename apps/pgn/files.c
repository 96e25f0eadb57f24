/* SPDX-License-Identifier: MIT */
/* Files and folders of games; see pgn.h. */
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "pgn/pgn.h"

/* Folders within folders; more of them are a circle. */
enum { DEPTH_MAX = 32 };

static arb_exit complain(const arb_pgn_cmd *cmd, const char *path)
{
    return arb_cli_complain_at(cmd->cli, path, 0, 0, ARB_TEXT_FILE_FAILED, strerror(errno));
}

/* Room for one more path. */
static bool reserve(arb_pgn_files *files)
{
    const size_t room = files->room ? 2 * files->room : 64;

    if (files->count < files->room)
        return true;
    char **paths = realloc(files->path, room * sizeof *paths);
    if (!paths)
        return false;
    files->path = paths;
    files->room = room;
    return true;
}

/* Adds a path, which is given up; NULL when there was no memory for it. */
static arb_exit add(arb_pgn_files *files, const arb_pgn_cmd *cmd, char *path)
{
    struct stat about;

    if (!path || !reserve(files)) {
        free(path);
        return arb_cli_failed(cmd->cli, ARB_NOMEM);
    }
    files->path[files->count++] = path;
    /* a file that is not there will be complained of when its turn comes */
    const bool there = strcmp(path, "-") != 0 && stat(path, &about) == 0;
    if (there && S_ISREG(about.st_mode))
        files->bytes += (uint64_t)about.st_size;
    else
        files->sized = false;
    return ARB_EXIT_YES;
}

static bool is_folder(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool is_games(const char *name)
{
    static const char *const suffixes[] = { ".pgn", ".pgn.gz", ".pgn.zst" };
    const size_t size = strlen(name);

    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        const size_t end = strlen(suffixes[i]);
        if (size > end && strcmp(name + size - end, suffixes[i]) == 0)
            return true;
    }
    return false;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* The name of an entry of a folder, to be freed; NULL when there is no memory. */
static char *join(const char *folder, const char *name)
{
    const size_t length = strlen(folder), size = length + strlen(name) + 2;
    char *path = malloc(size);

    if (path)
        snprintf(path, size, "%s%s%s", folder, length > 0 && folder[length - 1] == '/' ? "" : "/",
                 name);
    return path;
}

static arb_exit add_folder(arb_pgn_files *files, const arb_pgn_cmd *cmd, const char *path,
                           unsigned depth);

static arb_exit add_entry(arb_pgn_files *files, const arb_pgn_cmd *cmd, const char *folder,
                          const char *name, unsigned depth)
{
    char *path = join(folder, name);
    arb_exit status = ARB_EXIT_YES;

    if (path && is_folder(path))
        status = add_folder(files, cmd, path, depth + 1);
    else if (!path || is_games(name))
        return add(files, cmd, path);
    free(path);
    return status;
}

static arb_exit add_folder(arb_pgn_files *files, const arb_pgn_cmd *cmd, const char *path,
                           unsigned depth)
{
    struct dirent **entries = NULL;
    arb_exit status = ARB_EXIT_YES;

    if (depth > DEPTH_MAX) {
        errno = ELOOP;
        return complain(cmd, path);
    }
    const int count = scandir(path, &entries, is_visible, by_name);
    if (count < 0)
        return complain(cmd, path);
    for (int i = 0; i < count; i++) {
        status = arb_pgn_worse(status, add_entry(files, cmd, path, entries[i]->d_name, depth));
        free(entries[i]);
    }
    free(entries);
    return status;
}

arb_exit arb_pgn_files_find(arb_pgn_files *out, const arb_pgn_cmd *cmd)
{
    arb_exit status = ARB_EXIT_YES;
    bool input = false;

    *out = (arb_pgn_files){ .sized = true };
    for (size_t i = 0; i < cmd->operands; i++) {
        const char *path = cmd->operand[i];
        const size_t before = out->count;
        if (strcmp(path, "-") == 0 && input) {
            status = arb_pgn_worse(status, arb_cli_complain(cmd->cli, ARB_TEXT_INPUT_TWICE));
            continue;
        }
        input = input || strcmp(path, "-") == 0;
        if (!is_folder(path)) {
            status = arb_pgn_worse(status, add(out, cmd, strdup(path)));
            continue;
        }
        const arb_exit found = add_folder(out, cmd, path, 0);
        if (out->count == before && found == ARB_EXIT_YES)
            (void)arb_cli_complain_at(cmd->cli, path, 0, 0, ARB_TEXT_PGN_NO_FILE);
        status = arb_pgn_worse(status, out->count == before ? ARB_EXIT_BAD : found);
    }
    return status;
}

void arb_pgn_files_free(arb_pgn_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        free(files->path[i]);
    free(files->path);
}
