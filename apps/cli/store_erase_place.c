/* SPDX-License-Identifier: MIT */
/*
 * One database in the place of another. Whenever this is cut off, by a kill or by the power, the
 * name leads to a whole database: the former, which has no log by then, or the new one, which has
 * none yet. A log of the former beside the new one would be read into it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/store_erase.h"
#include "server/hall/beat.h"

enum { NAME_ROOM = ARB_ERASE_PATH + 16 };

/* What SQLite would read into the file. */
static const char *const logs[] = { "-wal", "-shm", "-journal" };
enum { LOGS = sizeof logs / sizeof logs[0] };

static const char *beside(char out[NAME_ROOM], const char *path, const char *ending)
{
    (void)snprintf(out, NAME_ROOM, "%s%s", path, ending);
    return out;
}

static int has_no_log(const char *path)
{
    char name[NAME_ROOM];

    for (size_t i = 0; i < LOGS; i++)
        if (access(beside(name, path, logs[i]), F_OK) == 0)
            return EBUSY;
    return 0;
}

/* What was done in the folder of this file is on the disk. */
static int sync_folder_of(const char *path)
{
    char name[NAME_ROOM];

    (void)snprintf(name, sizeof name, "%s", path);
    const int fd = open(dirname(name), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const int failed = fd < 0 || fsync(fd) != 0 ? errno : 0;

    if (fd >= 0)
        (void)close(fd);
    return failed;
}

/* The new file is on the disk, and belongs to whom the former belonged: whoever opened that one,
 * such as the user of a service, opens this one. */
static int give_file(const char *made, const struct stat *former)
{
    const int fd = open(made, O_RDONLY | O_CLOEXEC);
    struct stat mine;
    int failed = fd < 0 || fstat(fd, &mine) != 0 ? errno : 0;

    if (!failed && (mine.st_uid != former->st_uid || mine.st_gid != former->st_gid) &&
        fchown(fd, former->st_uid, former->st_gid) != 0)
        failed = errno;
    if (!failed && (fchmod(fd, former->st_mode & 07777) != 0 || fsync(fd) != 0))
        failed = errno;
    if (fd >= 0)
        (void)close(fd);
    return failed;
}

/* The last event of the new one, so that it is missed if it is lost. */
static int put_mark(const char *path, const struct stat *former, const arb_store_mark *mark)
{
    struct stat owner = *former;
    arb_beat page = { .path = NULL };
    char beat[NAME_ROOM];

    arb_beat_open(&page, path);
    arb_beat_durable(&page, mark);
    arb_beat_close(&page);
    owner.st_mode = S_IRUSR | S_IWUSR;
    return give_file(beside(beat, path, "-beat"), &owner);
}

int arb_erased_take_place(const char *path, const char *made, const arb_store_mark *mark)
{
    char beat[NAME_ROOM];
    arb_store_mark before;
    struct stat former;
    const bool beats = arb_beat_mark_read(&before, path);
    int failed = stat(path, &former) != 0 ? errno : has_no_log(path);

    if (!failed)
        failed = has_no_log(made);
    if (!failed)
        failed = give_file(made, &former);
    if (!failed && beats) { /* between the two no mark is better than a wrong one */
        failed = unlink(beside(beat, path, "-beat")) != 0 ? errno : sync_folder_of(path);
    }
    if (!failed && rename(made, path) != 0)
        failed = errno;
    if (failed)
        return failed;
    failed = sync_folder_of(path);
    const int unmarked = beats ? put_mark(path, &former, mark) : 0;
    return failed ? failed : unmarked;
}

void arb_erased_remove(const char *made)
{
    char name[NAME_ROOM];

    (void)unlink(made);
    for (size_t i = 0; i < LOGS; i++)
        (void)unlink(beside(name, made, logs[i]));
    (void)unlink(beside(name, made, "-lock"));
}
