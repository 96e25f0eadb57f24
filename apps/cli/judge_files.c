/* SPDX-License-Identifier: MIT */
/* Files and folders of cases: found, opened, and handed on as one text each; see judge.h. */
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/judge.h"
#include "common/interrupt.h"

/* Folders within folders; more of them are a circle. */
enum { DEPTH_MAX = 32, CHUNK = 1 << 20 };

static const char suffix[] = ".case";

static arb_exit complain(const arb_judge *judge, const char *path)
{
    return arb_cli_complain_at(judge->cli, path, 0, 0, ARB_TEXT_FILE_FAILED, strerror(errno));
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

static bool is_case_file(const char *name)
{
    const size_t size = strlen(name), end = sizeof suffix - 1;

    return size > end && strcmp(name + size - end, suffix) == 0;
}

static bool is_folder(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static arb_exit judge_folder(arb_judge *judge, const char *path, unsigned depth, size_t *files);

/* One entry of a folder: a folder again, a file of cases, or something else. */
static arb_exit judge_entry(arb_judge *judge, const char *folder, const char *name, unsigned depth,
                            size_t *files)
{
    const bool slash = folder[0] != '\0' && folder[strlen(folder) - 1] == '/';
    arb_exit status = ARB_EXIT_YES;
    arb_buf path;

    arb_buf_init(&path, NULL, SIZE_MAX / 2);
    if (arb_buf_add_format(&path, "%s%s%s", folder, slash ? "" : "/", name))
        status = arb_cli_failed(judge->cli, ARB_NOMEM);
    else if (is_folder(arb_buf_text(&path)))
        status = judge_folder(judge, arb_buf_text(&path), depth + 1, files);
    else if (is_case_file(name)) {
        ++*files;
        status = judge_file(judge, arb_buf_text(&path));
    }
    arb_buf_clear(&path);
    return status;
}

static arb_exit judge_folder(arb_judge *judge, const char *path, unsigned depth, size_t *files)
{
    struct dirent **entries = NULL;
    arb_exit status = ARB_EXIT_YES;

    if (depth > DEPTH_MAX) {
        errno = ELOOP;
        return complain(judge, path);
    }
    const int count = scandir(path, &entries, is_visible, by_name);
    if (count < 0)
        return complain(judge, path);
    for (int i = 0; i < count; i++) {
        if (status != ARB_EXIT_INTERRUPTED)
            status =
                arb_judge_worse(status, judge_entry(judge, path, entries[i]->d_name, depth, files));
        free(entries[i]);
    }
    free(entries);
    return status;
}

arb_exit arb_judge_path(arb_judge *judge, const char *path)
{
    size_t files = 0;

    if (!is_folder(path))
        return judge_file(judge, path);
    const arb_exit status = judge_folder(judge, path, 0, &files);
    if (files == 0 && status == ARB_EXIT_YES)
        return arb_cli_complain_at(judge->cli, path, 0, 0, ARB_TEXT_JUDGE_NO_FILE);
    return status;
}
