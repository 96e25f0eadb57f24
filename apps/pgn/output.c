/* SPDX-License-Identifier: MIT */
/* A file that takes the place of another only when it is whole; see pgn.h. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pgn/pgn.h"

enum { PERMISSIONS = 0777, ANYBODY = 0666 };

static bool complain(const arb_cli *cli, const char *path, int error)
{
    (void)arb_cli_complain_at(cli, path, 0, 0, ARB_TEXT_PGN_NOT_WRITTEN, strerror(error));
    return false;
}

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
static FILE *open_beside(arb_pgn_output *out, mode_t mode)
{
    static const char ending[] = ".XXXXXX";
    const size_t length = strlen(out->path);

    out->temporary = malloc(length + sizeof ending);
    if (!out->temporary)
        return NULL;
    memcpy(out->temporary, out->path, length);
    memcpy(out->temporary + length, ending, sizeof ending);
    const int fd = mkstemp(out->temporary);
    if (fd < 0) {
        free(out->temporary);
        out->temporary = NULL;
        return NULL;
    }
    FILE *to = fchmod(fd, mode) == 0 ? fdopen(fd, "w") : NULL;
    if (!to)
        close(fd);
    return to;
}

bool arb_pgn_output_open(arb_pgn_output *out, const arb_cli *cli, const char *path)
{
    struct stat about;
    const bool there = stat(path, &about) == 0;

    *out = (arb_pgn_output){ .path = there ? realpath(path, NULL) : strdup(path) };
    if (!out->path)
        return complain(cli, path, errno);
    /* what is no file, such as a pipe, cannot be replaced */
    out->to = there && !S_ISREG(about.st_mode) ? fopen(path, "w")
                                               : open_beside(out, rights(there, &about));
    if (out->to)
        return true;
    const int error = errno;
    (void)arb_pgn_output_finish(out, cli, false);
    return complain(cli, path, error);
}

/* Everything is on the disk, or the errno of why not. */
static int deliver(arb_pgn_output *out)
{
    errno = 0;
    if (fflush(out->to) != 0 || ferror(out->to))
        return errno ? errno : EIO;
    return out->temporary && fsync(fileno(out->to)) != 0 ? errno : 0;
}

bool arb_pgn_output_finish(arb_pgn_output *out, const arb_cli *cli, bool keep)
{
    int error = out->to && keep ? deliver(out) : 0;

    if (out->to && fclose(out->to) != 0 && keep && !error)
        error = errno;
    if (out->temporary && keep && !error && rename(out->temporary, out->path) != 0)
        error = errno;
    if (out->temporary && (!keep || error))
        unlink(out->temporary);
    const bool whole = !error || complain(cli, out->path, error);
    free(out->path);
    free(out->temporary);
    return whole;
}
