/* SPDX-License-Identifier: MIT */
/*
 * The sign of life beside the database; see beat.h.
 *
 * The file is mapped into memory, where it can be written to although the disk is full, or files
 * may not grow. But whoever touches a page of it that somebody has cut off is ended by the system.
 * So this process never touches it: the system copies into it, out of a pipe, and answers with an
 * error where there is no page. Then the file is made anew.
 */
#define _GNU_SOURCE
#include "server/hall/beat.h"

#include <fcntl.h>
#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "server/http/loop.h"

static const char form[8] = "ARBEAT2";

enum { LOOK_EVERY = 50, NAME_SIZE = 8 }; /* beats: whether the file is still there; bytes */

/* A name for what an address leads to, without saying it. */
static void name_of(char out[2 * NAME_SIZE + 1], const char *database)
{
    unsigned char hash[crypto_generichash_BYTES_MIN];
    char shown[1024];

    (void)arb_store_shown(shown, sizeof shown, database);
    (void)crypto_generichash(hash, sizeof hash, (const unsigned char *)shown, strlen(shown), NULL,
                             0);
    for (size_t i = 0; i < NAME_SIZE; i++)
        (void)snprintf(out + 2 * i, 3, "%02x", hash[i]);
}

static char *path_in_data_folder(const char *database)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    const bool given = data && data[0] == '/';
    char name[2 * NAME_SIZE + 1], *folder = NULL, *path = NULL;

    name_of(name, database);
    if ((!given && (!home || home[0] != '/')) ||
        asprintf(&folder, "%s%s/arbitro", given ? data : home, given ? "" : "/.local/share") < 0)
        return NULL;
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(folder, 0700);
        *slash = '/';
    }
    (void)mkdir(folder, 0700);
    if (asprintf(&path, "%s/postgres-%s-beat", folder, name) < 0)
        path = NULL;
    free(folder);
    return path;
}

/* A link to a database is the database: there is one sign of life, beside the file. */
static char *path_of(const char *database)
{
    char *path = NULL;

    if (arb_store_is_postgres(database))
        return path_in_data_folder(database);
    char *file = realpath(database, NULL);
    if (asprintf(&path, "%s-beat", file ? file : database) < 0)
        path = NULL;
    free(file);
    return path;
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

/* ---- reading */

static void sum_of(unsigned char out[16], const arb_beat_page *page)
{
    (void)crypto_generichash(out, 16, (const unsigned char *)page, offsetof(arb_beat_page, sum),
                             NULL, 0);
}

static bool is_whole(const arb_beat_page *page)
{
    unsigned char sum[16];

    sum_of(sum, page);
    return memcmp(page->form, form, sizeof form) == 0 && memcmp(page->sum, sum, sizeof sum) == 0 &&
           memchr(page->boot, '\0', sizeof page->boot) != NULL;
}

/* What the file says; false when there is none, or it was not written to its end. */
static bool read_page(arb_beat_page *out, const char *path)
{
    const int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;

    if (fd < 0)
        return false;
    const bool whole = read(fd, out, sizeof *out) == (ssize_t)sizeof *out && is_whole(out);
    close(fd);
    return whole;
}

bool arb_beat_read(int64_t *out, const char *database, const char *boot)
{
    char *path = path_of(database);
    arb_beat_page page;
    const bool known = read_page(&page, path) && strcmp(page.boot, boot) == 0;

    free(path);
    if (known)
        *out = page.ms;
    return known;
}

bool arb_beat_mark_read(arb_store_mark *out, const char *database)
{
    char *path = path_of(database);
    arb_beat_page page;
    const bool known = read_page(&page, path);

    free(path);
    if (!known)
        return false;
    out->sequence = page.sequence;
    memcpy(out->chain, page.chain, sizeof out->chain);
    return true;
}

int64_t arb_beat_lived(arb_store_stamp sign, arb_store_stamp event, int64_t wall_ms)
{
    enum { CLOCKS_DIFFER_MS = 60000 }; /* the one on the wall is set now and then */
    int64_t lived, by_wall;

    if (sign.wall_ms > wall_ms + CLOCKS_DIFFER_MS || sign.monotonic_ms < 0 ||
        event.monotonic_ms < 0 ||
        __builtin_sub_overflow(sign.monotonic_ms, event.monotonic_ms, &lived) ||
        __builtin_sub_overflow(sign.wall_ms, event.wall_ms, &by_wall))
        return 0;
    return lived > 0 && by_wall >= 0 && lived - CLOCKS_DIFFER_MS <= by_wall ? lived : 0;
}

/* ---- writing */

/* Maps the file, whose blocks must exist before. */
static void open_file(arb_beat *beat)
{
    const int fd = open(beat->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    void *map = MAP_FAILED;

    if (fd < 0)
        return;
    if (fstat(fd, &beat->file) == 0 && (beat->file.st_size >= (off_t)sizeof beat->page ||
                                        posix_fallocate(fd, 0, sizeof beat->page) == 0))
        map = mmap(NULL, sizeof beat->page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    beat->map = map == MAP_FAILED ? NULL : map;
}

static void close_file(arb_beat *beat)
{
    if (beat->map)
        munmap(beat->map, sizeof beat->page);
    beat->map = NULL;
}

/* Under the lock. False when the file is not what it was. */
static bool copy_page(arb_beat *beat)
{
    const ssize_t size = sizeof beat->page;
    arb_beat_page rest;

    if (!beat->map || write(beat->pipe[1], &beat->page, (size_t)size) != size)
        return false;
    if (read(beat->pipe[0], beat->map, (size_t)size) == size)
        return true;
    const ssize_t left = read(beat->pipe[0], &rest, sizeof rest); /* the pipe is left empty */
    (void)left;
    return false;
}

/* Under the lock. What cannot be written now is written at the next beat. */
static void write_page(arb_beat *beat)
{
    sum_of(beat->page.sum, &beat->page);
    if (copy_page(beat))
        return;
    close_file(beat);
    open_file(beat);
    (void)copy_page(beat);
}

/* Under the lock. A file that was removed or replaced is made anew. */
static void look_after_file(arb_beat *beat)
{
    struct stat named;

    if (beat->map && stat(beat->path, &named) == 0 && beat->file.st_dev == named.st_dev &&
        beat->file.st_ino == named.st_ino)
        return;
    close_file(beat);
    open_file(beat);
}

void arb_beat_open(arb_beat *beat, const char *database)
{
    arb_beat_boot(beat->boot);
    beat->path = path_of(database);
    if (beat->path && pipe2(beat->pipe, O_CLOEXEC | O_NONBLOCK) != 0) {
        free(beat->path);
        beat->path = NULL;
    }
    if (!beat->path)
        return;
    if (!read_page(&beat->page, beat->path))
        beat->page = (arb_beat_page){ .ms = 0 };
    memcpy(beat->page.form, form, sizeof form);
    pthread_mutex_init(&beat->lock, NULL);
    open_file(beat);
}

static void *run(void *user)
{
    const struct timespec pause = { .tv_nsec = ARB_BEAT_MS * 1000000L };
    arb_beat *beat = user;

    for (unsigned i = 0; !atomic_load(&beat->stop); i++) {
        if (i % LOOK_EVERY == 0) {
            pthread_mutex_lock(&beat->lock);
            look_after_file(beat);
            pthread_mutex_unlock(&beat->lock);
        }
        arb_beat_set(beat, arb_boottime_ms());
        nanosleep(&pause, NULL);
    }
    return NULL;
}

void arb_beat_start(arb_beat *beat)
{
    if (!beat->path || beat->running)
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
    if (!beat->path)
        return;
    close_file(beat);
    close(beat->pipe[0]);
    close(beat->pipe[1]);
    pthread_mutex_destroy(&beat->lock);
    free(beat->path);
    beat->path = NULL;
}

void arb_beat_pause(arb_beat *beat, bool paused)
{
    atomic_store(&beat->paused, paused);
}

void arb_beat_set(arb_beat *beat, int64_t now)
{
    const int64_t since = now - atomic_load(&beat->said_ms);

    if (!beat->path || atomic_load(&beat->paused) ||
        (since >= 0 && since < ARB_BEAT_MS / 4)) /* requests say so, too */
        return;
    atomic_store(&beat->said_ms, now);
    pthread_mutex_lock(&beat->lock);
    beat->page.ms = now;
    memcpy(beat->page.boot, beat->boot, sizeof beat->page.boot);
    write_page(beat);
    pthread_mutex_unlock(&beat->lock);
}

void arb_beat_durable(arb_beat *beat, const arb_store_mark *mark)
{
    if (!beat->path)
        return;
    pthread_mutex_lock(&beat->lock);
    beat->page.sequence = mark->sequence;
    memcpy(beat->page.chain, mark->chain, sizeof beat->page.chain);
    write_page(beat);
    pthread_mutex_unlock(&beat->lock);
}
