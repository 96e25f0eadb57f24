/* SPDX-License-Identifier: MIT */
/* Files and folders of games; see pgn.h. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/walk.h"
#include "pgn/pgn.h"

/* What a walk adds to, and how it went. */
typedef struct finding_files {
    arb_pgn_files *files;
    const arb_cli *cli;
    arb_exit status;
} finding_files;

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

static bool add(void *user, const char *path)
{
    finding_files *f = user;
    arb_pgn_files *files = f->files;
    char *copy = reserve(files) ? strdup(path) : NULL;
    struct stat about;

    if (!copy) {
        f->status = arb_pgn_worse(f->status, arb_cli_failed(f->cli, ARB_NOMEM));
        return false;
    }
    files->path[files->count++] = copy;
    /* a file that is not there will be complained of when its turn comes */
    const bool there = strcmp(path, "-") != 0 && stat(path, &about) == 0;
    if (there && S_ISREG(about.st_mode))
        files->bytes += (uint64_t)about.st_size;
    else
        files->sized = false;
    return true;
}

static bool complain(void *user, const char *path)
{
    finding_files *f = user;

    f->status = arb_pgn_worse(
        f->status, arb_cli_complain_at(f->cli, path, 0, 0, ARB_TEXT_FILE_FAILED, strerror(errno)));
    return true;
}

arb_exit arb_pgn_files_find(arb_pgn_files *out, const arb_pgn_cmd *cmd)
{
    static const char *const suffixes[] = { ".pgn", ".pgn.gz", ".pgn.zst", NULL };
    finding_files f = { .files = out, .cli = cmd->cli, .status = ARB_EXIT_YES };
    const arb_walk walk = { .suffixes = suffixes, .file = add, .failed = complain, .user = &f };
    bool input = false;

    *out = (arb_pgn_files){ .sized = true };
    for (size_t i = 0; i < cmd->operands; i++) {
        const char *path = cmd->operand[i];
        const bool standard = strcmp(path, "-") == 0;
        const arb_exit before = f.status;
        if (standard && input) {
            f.status = arb_pgn_worse(f.status, arb_cli_complain(cmd->cli, ARB_TEXT_INPUT_TWICE));
            continue;
        }
        input = input || standard;
        f.status = ARB_EXIT_YES;
        if (arb_walk_path(&walk, path) == 0 && f.status == ARB_EXIT_YES)
            f.status = arb_cli_complain_at(cmd->cli, path, 0, 0, ARB_TEXT_PGN_NO_FILE);
        f.status = arb_pgn_worse(before, f.status);
    }
    return f.status;
}

void arb_pgn_files_free(arb_pgn_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        free(files->path[i]);
    free(files->path);
}
