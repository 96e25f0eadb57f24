/* SPDX-License-Identifier: MIT */
/* Standard output and its failures; see output.h. */
#define _POSIX_C_SOURCE 200809L
#include "common/output.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

void arb_output_begin(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        /* read-only on purpose: writing to a stream that the caller closed stays an error */
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != fd)
            return;
    }
}

int arb_output_finish(void)
{
    errno = 0;
    if (ferror(stdout) && fflush(stdout) == 0)
        return EIO; /* an earlier write failed and its reason is gone */
    if (fflush(stdout) != 0 || ferror(stdout))
        return errno ? errno : EIO;
    return 0;
}

arb_text_id arb_output_reason(int error)
{
    switch (error) {
    case EPIPE:
        return ARB_TEXT_WRITE_PIPE;
    case ENOSPC:
    case EDQUOT:
        return ARB_TEXT_WRITE_FULL;
    case EBADF:
        return ARB_TEXT_WRITE_CLOSED;
    default:
        return ARB_TEXT_WRITE_OTHER;
    }
}
