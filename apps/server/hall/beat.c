/* SPDX-License-Identifier: MIT */
/* The sign of life beside the database; see beat.h. */
#define _GNU_SOURCE
#include "server/hall/beat.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "server/http/loop.h"

/* What stands in the file. The number is written whole, as the machine writes eight bytes. */
typedef struct beat_page {
    char boot[ARB_BOOT_SIZE];
    _Atomic int64_t ms;
} beat_page;

enum { PATH_ROOM = 4096 };

static bool path_of(char out[PATH_ROOM], const char *database)
{
    const int size = snprintf(out, PATH_ROOM, "%s-beat", database);

    return size > 0 && size < PATH_ROOM;
}

void arb_beat_boot(char out[ARB_BOOT_SIZE])
{
    const int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    const ssize_t got = fd >= 0 ? read(fd, out, ARB_BOOT_SIZE - 1) : -1;

    if (fd >= 0)
        close(fd);
    out[got > 0 ? got : 0] = '\0';
    out[strcspn(out, "\n")] = '\0';
    if (out[0] == '\0')
        (void)snprintf(out, ARB_BOOT_SIZE, "unknown");
}

bool arb_beat_read(int64_t *out, const char *database, const char *boot)
{
    char path[PATH_ROOM];
    beat_page page;

    if (!path_of(path, database))
        return false;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    const bool whole = read(fd, &page, sizeof page) == (ssize_t)sizeof page;
    close(fd);
    if (!whole || memchr(page.boot, '\0', sizeof page.boot) == NULL || strcmp(page.boot, boot) != 0)
        return false;
    *out = page.ms;
    return true;
}

void arb_beat_open(arb_beat *beat, const char *database)
{
    char path[PATH_ROOM];

    arb_beat_boot(beat->boot);
    if (!path_of(path, database))
        return;
    const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0)
        return;
    /* the blocks must exist: a page of a full disk would end the process when it is written to */
    if (posix_fallocate(fd, 0, sizeof(beat_page)) == 0) {
        void *page = mmap(NULL, sizeof(beat_page), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (page != MAP_FAILED)
            beat->page = page;
    }
    close(fd);
}

static void *run(void *user)
{
    const struct timespec pause = { .tv_nsec = ARB_BEAT_MS * 1000000L };
    arb_beat *beat = user;

    while (!atomic_load(&beat->stop)) {
        arb_beat_set(beat, arb_boottime_ms());
        nanosleep(&pause, NULL);
    }
    return NULL;
}

void arb_beat_start(arb_beat *beat)
{
    if (!beat->page || beat->running)
        return;
    beat->running = pthread_create(&beat->thread, NULL, run, beat) == 0;
}

void arb_beat_close(arb_beat *beat)
{
    if (beat->running) {
        atomic_store(&beat->stop, true);
        pthread_join(beat->thread, NULL);
        beat->running = false;
    }
    if (beat->page)
        munmap(beat->page, sizeof(beat_page));
    beat->page = NULL;
}

void arb_beat_set(arb_beat *beat, int64_t now)
{
    beat_page *page = beat->page;

    if (!page)
        return;
    atomic_store_explicit(&page->ms, now, memory_order_relaxed);
    if (!atomic_exchange(
            &beat->marked,
            true)) /* after the number: a crash in between leaves a page of another start */
        memcpy(page->boot, beat->boot, sizeof page->boot);
}
