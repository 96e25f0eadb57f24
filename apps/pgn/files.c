/* SPDX-License-Identifier: MIT */
/* Files and folders of games; see pgn.h. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/system_text.h"
#include "common/walk.h"
#include "pgn/pgn.h"

/* The list that grows, and what went wrong. */
typedef struct search {
    arb_pgn_files *files;
    const arb_pgn_cmd *cmd;
    arb_exit status;
} search;

/* Would the results take the place of this file? "-" is standard input. */
static bool is_output(const arb_cli *cli, const char *path)
{
    struct stat in, out;
    const bool to_file = cli->output && strcmp(cli->output, "-") != 0;

    return to_file && stat(cli->output, &out) == 0 && S_ISREG(out.st_mode) &&
           (strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &in) : stat(path, &in)) == 0 &&
           in.st_dev == out.st_dev && in.st_ino == out.st_ino;
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

static bool add(void *user, const char *path)
{
    search *s = user;
    struct stat about;
    char *copy = reserve(s->files) ? strdup(path) : NULL;

    if (!copy) {
        s->status = arb_cli_failed(s->cmd->cli, ARB_NOMEM);
        return false;
    }
    s->files->path[s->files->count++] = copy;
    if (is_output(s->cmd->cli, path)) {
        s->files->refused = true;
        s->status = arb_cli_complain_at(s->cmd->cli, path, 0, 0, ARB_TEXT_PGN_OUTPUT_IS_INPUT);
    }
    /* a file that is not there will be complained of when its turn comes */
    const bool there = strcmp(path, "-") != 0 && stat(path, &about) == 0;
    if (there && S_ISREG(about.st_mode))
        s->files->bytes += (uint64_t)about.st_size;
    else
        s->files->sized = false;
    return true;
}

static bool fail(void *user, const char *path)
{
    search *s = user;

    s->status = arb_cli_complain_at(s->cmd->cli, path, 0, 0, ARB_TEXT_FILE_FAILED,
                                    arb_system_text(errno, s->cmd->cli->lang));
    return true;
}

/* What an operand stands for. */
static arb_exit find(arb_pgn_files *out, const arb_pgn_cmd *cmd, const char *path)
{
    static const char *const suffixes[] = { ".pgn", ".pgn.gz", ".pgn.zst", NULL };
    search s = { .files = out, .cmd = cmd, .status = ARB_EXIT_YES };
    const arb_walk walk = { suffixes, add, fail, &s };

    if (arb_walk_path(&walk, path) == 0 && s.status == ARB_EXIT_YES)
        return arb_cli_complain_at(cmd->cli, path, 0, 0, ARB_TEXT_PGN_NO_FILE);
    return s.status;
}

arb_exit arb_pgn_files_find(arb_pgn_files *out, const arb_pgn_cmd *cmd)
{
    arb_exit status = ARB_EXIT_YES;
    bool input = false;

    *out = (arb_pgn_files){ .sized = true };
    for (size_t i = 0; i < cmd->operands; i++) {
        const char *path = cmd->operand[i];
        const bool again = input && strcmp(path, "-") == 0;
        input = input || strcmp(path, "-") == 0;
        status = arb_exit_worse(status, again ? arb_cli_complain(cmd->cli, ARB_TEXT_INPUT_TWICE)
                                              : find(out, cmd, path));
    }
    return status;
}

void arb_pgn_files_free(arb_pgn_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        free(files->path[i]);
    free(files->path);
}
