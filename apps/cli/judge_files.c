/* SPDX-License-Identifier: MIT */
/* Files and folders of cases: found, opened, and handed on as one text each; see judge.h. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/judge.h"
#include "common/interrupt.h"
#include "common/system_text.h"
#include "common/walk.h"

enum { CHUNK = 1 << 20 };

static arb_exit complain(const arb_judge *judge, const char *path)
{
    return arb_cli_complain_at(judge->cli, path, 0, 0, ARB_TEXT_FILE_FAILED,
                               arb_system_text(errno, judge->cli->lang));
}

/* What comes through a pipe is read to its end. */
static arb_exit judge_stream(arb_judge *judge, int fd, const char *path)
{
    arb_exit status = ARB_EXIT_YES;
    char *chunk = malloc(CHUNK);
    arb_err err = chunk ? ARB_OK : ARB_NOMEM;
    ssize_t got = 1;
    arb_buf text;

    arb_buf_init(&text, NULL, SIZE_MAX / 2);
    while (!err && got != 0 && !arb_interrupt_pending()) {
        got = read(fd, chunk, CHUNK);
        if (got > 0)
            err = arb_buf_add(&text, chunk, (size_t)got);
        else if (got < 0 && errno != EINTR)
            break;
    }
    if (arb_interrupt_pending())
        status = arb_cli_interrupted(judge->cli);
    else if (err)
        status = arb_cli_failed(judge->cli, err);
    else if (got < 0)
        status = complain(judge, path);
    else
        status = arb_judge_cases(judge, arb_buf_text(&text), arb_buf_size(&text));
    arb_buf_clear(&text);
    free(chunk);
    return status;
}

/* A file on disk may be larger than the memory; its pages come and go. */
static arb_exit judge_mapped(arb_judge *judge, int fd, size_t size, const char *path)
{
    char *text = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);

    if (text == MAP_FAILED)
        return complain(judge, path);
    const arb_exit status = arb_judge_cases(judge, text, size);
    munmap(text, size);
    return status;
}

static arb_exit judge_file(arb_judge *judge, const char *path)
{
    const bool input = strcmp(path, "-") == 0;
    const int fd = input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    struct stat about;
    arb_exit status;

    judge->source = path;
    judge->cases_here = 0;
    if (fd < 0)
        return complain(judge, path);
    if (fstat(fd, &about) != 0)
        status = complain(judge, path);
    else if (!input && S_ISREG(about.st_mode) && about.st_size > 0)
        status = judge_mapped(judge, fd, (size_t)about.st_size, path);
    else
        status = judge_stream(judge, fd, path);
    if (!input)
        close(fd);
    return status;
}

static bool visit(void *user, const char *path)
{
    arb_judge *judge = user;

    judge->status = arb_exit_worse(judge->status, judge_file(judge, path));
    return judge->status != ARB_EXIT_INTERRUPTED;
}

static bool fail(void *user, const char *path)
{
    arb_judge *judge = user;

    judge->status = arb_exit_worse(judge->status, complain(judge, path));
    return true;
}

void arb_judge_path(arb_judge *judge, const char *path)
{
    static const char *const suffixes[] = { ".case", NULL };
    const arb_walk walk = { suffixes, visit, fail, judge };
    const arb_exit before = judge->status;

    judge->status = ARB_EXIT_YES;
    if (arb_walk_path(&walk, path) == 0 && judge->status == ARB_EXIT_YES)
        judge->status = arb_cli_complain_at(judge->cli, path, 0, 0, ARB_TEXT_JUDGE_NO_FILE);
    judge->status = arb_exit_worse(judge->status, before);
}
