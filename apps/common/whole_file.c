/* SPDX-License-Identifier: MIT */
/* A file that takes the place of another only when it is whole; see whole_file.h. */
#define _GNU_SOURCE
#include "common/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PERMISSIONS = 0777, ANYBODY = 0666 };

/* The rights of the file that is replaced, or those of any new file. */
static mode_t rights(bool there, const struct stat *about)
{
    if (there)
        return about->st_mode & PERMISSIONS;
    const mode_t mask = umask(0);
    umask(mask);
    return ANYBODY & ~mask;
}

/* A new file beside the one that is meant. */
static int open_beside(arb_whole_file *out, mode_t mode)
{
    static const char ending[] = ".XXXXXX";
    const size_t length = strlen(out->path);

    out->temporary = malloc(length + sizeof ending);
    if (!out->temporary)
        return -1;
    memcpy(out->temporary, out->path, length);
    memcpy(out->temporary + length, ending, sizeof ending);
    const int fd = mkostemp(out->temporary, O_CLOEXEC);
    if (fd >= 0) {
        (void)!fchmod(fd, mode); /* some file systems have no rights */
        return fd;
    }
    const int error = errno;
    free(out->temporary);
    errno = error;
    return -1;
}

int arb_whole_file_open(arb_whole_file *out, const char *path)
{
    struct stat about;
    const bool there = stat(path, &about) == 0;

    errno = ENOMEM; /* not all that copy a text say so */
    *out = (arb_whole_file){ .fd = -1, .path = there ? realpath(path, NULL) : strdup(path) };
    if (!out->path)
        return errno;
    out->fd = there && !S_ISREG(about.st_mode) ? open(path, O_WRONLY | O_CLOEXEC)
                                               : open_beside(out, rights(there, &about));
    const int error = errno;
    if (out->fd >= 0)
        return 0;
    free(out->path);
    return error;
}

int arb_whole_file_finish(arb_whole_file *file, bool keep)
{
    int error = keep && file->temporary && fsync(file->fd) != 0 ? errno : 0;

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
