/* SPDX-License-Identifier: MIT */
/*
 * Loaded before the C library, this makes calls of a program fail: ARB_FAULT says which kind
 * (malloc, read, write, sync, open), ARB_FAULT_AT which one of them, from 1, and ARB_FAULT_EVERY
 * that every so manieth after it fails too. The kind "change" is every call that changes what is on
 * the disk; there the program is killed before it. Counting begins when the program opens its
 * database, because what comes before is not the program's own work. Standard streams never fail.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

typedef enum fault_kind {
    FAULT_NONE,
    FAULT_MALLOC,
    FAULT_READ,
    FAULT_WRITE,
    FAULT_SYNC,
    FAULT_OPEN,
    FAULT_CHANGE
} fault_kind;

static fault_kind kind;
static unsigned long at, every;
static atomic_bool armed;
static atomic_ulong done;

__attribute__((constructor)) static void begin(void)
{
    static const char *const words[] = { "", "malloc", "read", "write", "sync", "open", "change" };
    const char *wanted = getenv("ARB_FAULT"), *first = getenv("ARB_FAULT_AT"),
               *then = getenv("ARB_FAULT_EVERY");

    for (unsigned i = 1; wanted && i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(words[i], wanted) == 0)
            kind = (fault_kind)i;
    }
    at = first ? strtoul(first, NULL, 10) : 0;
    every = then ? strtoul(then, NULL, 10) : 0;
}

/* Does this call fail? */
static bool fails(fault_kind mine)
{
    if (mine != kind || at == 0 || !atomic_load(&armed))
        return false;
    const unsigned long number = atomic_fetch_add(&done, 1) + 1;
    return number == at || (every > 0 && number > at && (number - at) % every == 0);
}

/* ---- memory ---- */

EXPORT void *malloc(size_t size)
{
    if (fails(FAULT_MALLOC)) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_malloc(size);
}

EXPORT void *calloc(size_t count, size_t size)
{
    if (fails(FAULT_MALLOC)) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_calloc(count, size);
}

EXPORT void *realloc(void *old, size_t size)
{
    if (fails(FAULT_MALLOC)) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_realloc(old, size);
}

/* ---- files ---- */

/* Is it a file on a disk, and not a pipe or a connection? */
static bool is_file(int fd)
{
    struct stat info;

    return fd > STDERR_FILENO && fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
}

/* What changes the disk does not happen any more, and nothing after it. */
static void change(void)
{
    if (fails(FAULT_CHANGE))
        (void)kill(getpid(), SIGKILL);
}

static bool file_fails(fault_kind mine, int fd, int reason)
{
    if ((mine == FAULT_WRITE || mine == FAULT_SYNC) && kind == FAULT_CHANGE && is_file(fd))
        change();
    if (mine != kind || !is_file(fd) || !fails(mine))
        return false;
    errno = reason;
    return true;
}

EXPORT ssize_t read(int fd, void *data, size_t size)
{
    return file_fails(FAULT_READ, fd, EIO) ? -1 : syscall(SYS_read, fd, data, size);
}

EXPORT ssize_t pread64(int fd, void *data, size_t size, off64_t from)
{
    return file_fails(FAULT_READ, fd, EIO) ? -1 : syscall(SYS_pread64, fd, data, size, from);
}

EXPORT ssize_t write(int fd, const void *data, size_t size)
{
    return file_fails(FAULT_WRITE, fd, ENOSPC) ? -1 : syscall(SYS_write, fd, data, size);
}

EXPORT ssize_t pwrite64(int fd, const void *data, size_t size, off64_t to)
{
    return file_fails(FAULT_WRITE, fd, ENOSPC) ? -1 : syscall(SYS_pwrite64, fd, data, size, to);
}

EXPORT int fsync(int fd)
{
    return file_fails(FAULT_SYNC, fd, EIO) ? -1 : (int)syscall(SYS_fsync, fd);
}

EXPORT int fdatasync(int fd)
{
    return file_fails(FAULT_SYNC, fd, EIO) ? -1 : (int)syscall(SYS_fdatasync, fd);
}

EXPORT int ftruncate64(int fd, off64_t size)
{
    change();
    return (int)syscall(SYS_ftruncate, fd, size);
}

EXPORT int rename(const char *from, const char *to)
{
    change();
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

EXPORT int unlink(const char *path)
{
    change();
    return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

static void arm(const char *path)
{
    const char *end = strrchr(path, '.');

    if (end && strcmp(end, ".arbitro") == 0)
        atomic_store(&armed, true);
}

static bool open_fails(const char *path, int flags)
{
    arm(path);
    if (kind == FAULT_CHANGE && flags & O_CREAT)
        change();
    if (!fails(FAULT_OPEN))
        return false;
    errno = EMFILE;
    return true;
}

static int open_at(const char *path, int flags, mode_t mode)
{
    return open_fails(path, flags) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

/* The mode is there only when a file may be made; reading it otherwise does no harm. */
EXPORT int open64(const char *path, int flags, ...)
{
    va_list arguments;

    va_start(arguments, flags);
    const mode_t mode = va_arg(arguments, mode_t);
    va_end(arguments);
    return open_at(path, flags | O_LARGEFILE, mode);
}

EXPORT int open(const char *path, int flags, ...)
{
    va_list arguments;

    va_start(arguments, flags);
    const mode_t mode = va_arg(arguments, mode_t);
    va_end(arguments);
    return open_at(path, flags, mode);
}
