/* SPDX-License-Identifier: MIT */
/* A file that takes the place of another only when it is whole; see whole_file.h. */
#define _GNU_SOURCE
#include "common/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/number.h"

enum { PERMISSIONS = 0777, ANYBODY = 0666, PIECE = 1 << 16 };

/* The rights of the file that is replaced, or those of any new file. */
static mode_t rights(bool there, const struct stat *about)
{
    if (there)
        return about->st_mode & PERMISSIONS;
    const mode_t mask = umask(0);
    umask(mask);
    return ANYBODY & ~mask;
}

/* A new file in the folder of the one that is meant; its name is short, as that one may be long. */
static int open_beside(arb_whole_file *out, mode_t mode)
{
    static const char name[] = "arbitro-XXXXXX";
    const char *slash = strrchr(out->path, '/');
    const size_t folder = slash ? (size_t)(slash - out->path) + 1 : 0;

    out->temporary = malloc(folder + sizeof name);
    if (!out->temporary)
        return -1;
    memcpy(out->temporary, out->path, folder);
    memcpy(out->temporary + folder, name, sizeof name);
    const int fd = mkostemp(out->temporary, O_CLOEXEC);
    if (fd >= 0) {
        (void)!fchmod(fd, mode); /* some file systems have no rights */
        return fd;
    }
    const int error = errno;
    free(out->temporary);
    out->temporary = NULL;
    errno = error;
    return -1;
}

/* Its folder takes no new file, but it may be written itself: what is to stand there waits. */
static int open_aside(arb_whole_file *out)
{
    FILE *unnamed = tmpfile();

    if (!unnamed)
        return -1;
    const int fd = fcntl(fileno(unnamed), F_DUPFD_CLOEXEC, 0), error = errno;
    fclose(unnamed);
    out->aside = fd >= 0;
    errno = error;
    return fd;
}

/* Where a link leads that leads to no file yet: the system finds out by making that file. */
static char *link_target(const char *path)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, ANYBODY);

    if (fd < 0)
        return NULL;
    close(fd);
    char *target = realpath(path, NULL);
    const int error = errno;
    (void)unlink(target ? target : path);
    errno = error;
    return target;
}

/* The path without links; what is not there yet has none, unless it is one. */
static char *resolve(const char *path, bool there)
{
    struct stat about;

    errno = ENOMEM; /* not all that copy a text say so */
    if (there)
        return realpath(path, NULL);
    if (lstat(path, &about) == 0 && S_ISLNK(about.st_mode))
        return link_target(path);
    return strdup(path);
}

static int open_file(arb_whole_file *out, const char *path, bool there, mode_t mode)
{
    if (there && access(path, W_OK) != 0)
        return -1;
    out->path = resolve(path, there);
    if (!out->path)
        return -1;
    const int fd = open_beside(out, mode);
    return fd < 0 && there && (errno == EACCES || errno == EPERM) ? open_aside(out) : fd;
}

/* The number behind /dev/fd/ and its like, -1 for other paths. */
static int named_stream(const char *path)
{
    static const char *const folders[] = { "/dev/fd/", "/proc/self/fd/" };
    unsigned number;
    size_t column;

    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const size_t size = strlen(folders[i]);
        if (strncmp(path, folders[i], size) == 0 &&
            arb_number_read(&number, &column, path + size, 0, INT_MAX))
            return (int)number;
    }
    return strcmp(path, "/dev/stdout") == 0   ? STDOUT_FILENO
           : strcmp(path, "/dev/stderr") == 0 ? STDERR_FILENO
                                              : -1;
}

/* The open stream that is meant, or -1: to take the place of its file would lose what others wrote
 * and will write there. */
static int find_stream(const char *path, bool there, const struct stat *about)
{
    const int named = named_stream(path);
    struct stat output;

    if (named >= 0 || !there || fstat(STDOUT_FILENO, &output) != 0)
        return named;
    return output.st_dev == about->st_dev && output.st_ino == about->st_ino ? STDOUT_FILENO : -1;
}

int arb_whole_file_open(arb_whole_file *out, const char *path)
{
    struct stat about;
    const bool there = stat(path, &about) == 0;
    const int stream = find_stream(path, there, &about);

    *out = (arb_whole_file){ .fd = -1 };
    if (*path == '\0')
        return ENOENT;
    if (stream >= 0)
        out->fd = fcntl(stream, F_DUPFD_CLOEXEC, 0);
    else if (there && !S_ISREG(about.st_mode))
        out->fd = open(path, O_WRONLY | O_CLOEXEC);
    else
        out->fd = open_file(out, path, there, rights(there, &about));
    const int error = errno;
    if (out->fd >= 0)
        return 0;
    free(out->path);
    return error;
}

/* Writes what waited into the file itself. */
static int copy_over(int from, const char *path)
{
    char piece[PIECE];
    ssize_t got, put = 0;
    const int to = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);

    if (to < 0 || lseek(from, 0, SEEK_SET) < 0)
        return errno;
    while (put >= 0 && (got = read(from, piece, sizeof piece)) > 0)
        for (ssize_t done = 0; put >= 0 && done < got; done += put)
            put = write(to, piece + done, (size_t)(got - done));
    int error = put < 0 || got < 0 ? errno : 0;
    if (close(to) != 0 && !error)
        error = errno;
    return error;
}

int arb_whole_file_finish(arb_whole_file *file, bool keep)
{
    int error = keep && file->temporary && fsync(file->fd) != 0 ? errno : 0;

    if (keep && file->aside)
        error = copy_over(file->fd, file->path);
    if (close(file->fd) != 0 && keep && !error)
        error = errno;
    if (file->temporary && keep && !error && rename(file->temporary, file->path) != 0)
        error = errno;
    if (file->temporary && (!keep || error))
        unlink(file->temporary);
    free(file->path);
    free(file->temporary);
    return error;
}
