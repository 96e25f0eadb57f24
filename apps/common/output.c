/* SPDX-License-Identifier: MIT */
/* Standard output and its failures; see output.h. */
#define _POSIX_C_SOURCE 200809L
#include "common/output.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "common/interrupt.h"
#include "common/whole_file.h"

/* There is one standard output, and whoever ends the program must find what it leads into. */
static arb_whole_file file = { .fd = -1 };

void arb_output_begin(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        /* the wrong way round on purpose: to use a stream that the caller closed stays an error */
        const int flags = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", flags) != fd)
            return;
    }
}

/* Called from signal handlers: what is half written does not stay. */
static void forget_file(void)
{
    if (file.fd >= 0 && file.temporary)
        (void)unlink(file.temporary);
}

int arb_output_to(const char *path)
{
    int error = arb_whole_file_open(&file, path);

    if (error)
        file.fd = -1;
    else if (dup2(file.fd, STDOUT_FILENO) < 0)
        error = errno;
    arb_interrupt_at_death(forget_file);
    return error;
}

/* Empties the buffer of standard output. */
static int flush(void)
{
    errno = 0;
    if (ferror(stdout) && fflush(stdout) == 0)
        return EIO; /* an earlier write failed and its reason is gone */
    if (fflush(stdout) != 0 || ferror(stdout))
        return errno ? errno : EIO;
    return 0;
}

int arb_output_finish(bool keep)
{
    int error = flush();

    if (file.fd >= 0) {
        const int late = arb_whole_file_finish(&file, keep && !error);
        file.fd = -1;
        error = error ? error : late;
    }
    return error;
}

arb_text_id arb_output_reason(int error)
{
    switch (error) {
    case ENOSPC:
    case EDQUOT:
        return ARB_TEXT_WRITE_FULL;
    case EFBIG:
        return ARB_TEXT_WRITE_LARGE;
    case EBADF:
        return ARB_TEXT_WRITE_CLOSED;
    default:
        return ARB_TEXT_WRITE_OTHER;
    }
}
