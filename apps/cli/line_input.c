/* SPDX-License-Identifier: MIT */
/* A file line by line; see line_input.h. */
#define _POSIX_C_SOURCE 200809L
#include "cli/line_input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/interrupt.h"

/* Room for the longest line with its end, and for a good piece of what follows. */
enum { BUFFER_SIZE = 2 * ARB_LINES_MAX };

/* The mark with which some editors begin a file in UTF-8. */
static const char mark[] = "\xEF\xBB\xBF";

/* How many bytes are still to come, or 0 when that cannot be known. */
static uint64_t bytes_left(int fd)
{
    struct stat about;

    if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode))
        return 0;
    const off_t at = lseek(fd, 0, SEEK_CUR);
    return at >= 0 && at < about.st_size ? (uint64_t)(about.st_size - at) : 0;
}

arb_err arb_lines_open(arb_lines *out, const char *path)
{
    const bool input = strcmp(path, "-") == 0;
    char *buffer = malloc(BUFFER_SIZE);

    if (!buffer)
        return ARB_NOMEM;
    const int fd = input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        const int error = errno;
        free(buffer);
        errno = error;
        return ARB_IO;
    }
    *out = (arb_lines){ .fd = fd, .own = !input, .buffer = buffer, .total = bytes_left(fd) };
    return ARB_OK;
}

void arb_lines_close(arb_lines *lines)
{
    if (lines->own)
        close(lines->fd);
    free(lines->buffer);
    lines->buffer = NULL;
}

/* Reads on behind what is there, of which the beginning has been given already. */
static bool fill(arb_lines *lines)
{
    ssize_t got;

    memmove(lines->buffer, lines->buffer + lines->begin, lines->end - lines->begin);
    lines->end -= lines->begin;
    lines->begin = 0;
    do {
        got = read(lines->fd, lines->buffer + lines->end, BUFFER_SIZE - lines->end);
    } while (got < 0 && errno == EINTR && !arb_interrupt_pending());
    if (got < 0)
        return false;
    lines->over = got == 0;
    lines->end += (size_t)got;
    return true;
}

static const char *find_feed(const arb_lines *lines)
{
    return memchr(lines->buffer + lines->begin, '\n', lines->end - lines->begin);
}

/* Takes `used` bytes from the front. */
static void consume(arb_lines *lines, size_t used)
{
    lines->begin += used;
    lines->done += used;
}

/* Leaves the rest of a line whose beginning was given. */
static bool skip_rest(arb_lines *lines)
{
    while (lines->skipping) {
        const char *feed = find_feed(lines);
        const char *from = lines->buffer + lines->begin;
        consume(lines, feed ? (size_t)(feed - from) + 1 : lines->end - lines->begin);
        lines->skipping = !feed && !lines->over;
        if (lines->skipping && !fill(lines))
            return false;
    }
    return true;
}

/* Gives the next `size` bytes as a line; of the mark and of a carriage return nobody wants to know.
 */
static arb_lines_step give(arb_lines *lines, size_t size)
{
    lines->text = lines->buffer + lines->begin;
    lines->cut = size > ARB_LINES_MAX;
    lines->size = lines->cut ? (size_t)ARB_LINES_MAX : size;
    lines->number++;
    if (!lines->cut && size > 0 && lines->text[size - 1] == '\r')
        lines->size--;
    if (lines->number == 1 && lines->size >= strlen(mark) &&
        memcmp(lines->text, mark, strlen(mark)) == 0) {
        lines->text += strlen(mark);
        lines->size -= strlen(mark);
    }
    return ARB_LINES_READ;
}

arb_lines_step arb_lines_next(arb_lines *lines)
{
    if (!skip_rest(lines))
        return ARB_LINES_FAILED;
    for (;;) {
        const char *feed = find_feed(lines);
        const size_t held = lines->end - lines->begin;
        const size_t size = feed ? (size_t)(feed - lines->buffer) - lines->begin : held;
        if (!feed && held == 0 && lines->over)
            return ARB_LINES_END;
        if (feed || lines->over || held > ARB_LINES_MAX) {
            const arb_lines_step step = give(lines, size);
            lines->skipping = !feed;
            consume(lines, feed ? size + 1 : size);
            return step;
        }
        if (!fill(lines))
            return ARB_LINES_FAILED;
    }
}

bool arb_lines_ready(const arb_lines *lines)
{
    return !lines->skipping && find_feed(lines);
}

double arb_lines_done(const arb_lines *lines)
{
    return lines->total > 0 ? (double)lines->done / (double)lines->total : -1;
}
