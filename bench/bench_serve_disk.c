/* SPDX-License-Identifier: MIT */
/* What the disk and the store do alone, and the arithmetic of samples; see bench_serve_internal.h.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "bench/bench_serve_internal.h"

enum { PAGE = 4096, PAGES = 256, SAMPLES = 100, PAUSE_US = 1000 };

double arb_bench_now_us(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int by_value(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;

    return (x > y) - (x < y);
}

void arb_bench_quantiles(double *p50, double *p99, float *samples, size_t count)
{
    *p50 = *p99 = 0;
    if (count == 0)
        return;
    qsort(samples, count, sizeof *samples, by_value);
    *p50 = (double)samples[count / 2];
    *p99 = (double)samples[count * 99 / 100];
}

/* The file has its room and has been written before, so that nothing but the page is to be kept. */
static bool prepare(int fd)
{
    const char page[PAGE] = "a";

    if (posix_fallocate(fd, 0, (off_t)PAGE * PAGES) != 0)
        return false;
    for (unsigned i = 0; i < PAGES; i++) {
        if (pwrite(fd, page, PAGE, (off_t)PAGE * i) != PAGE)
            return false;
    }
    return fsync(fd) == 0;
}

/* One in a millisecond, as often as the hall writes then: in a rush each would be faster. */
static bool measure(float samples[SAMPLES], int fd)
{
    const char page[PAGE] = "b";

    for (unsigned i = 0; i < SAMPLES; i++) {
        if (pwrite(fd, page, PAGE, (off_t)PAGE * (i % PAGES)) != PAGE)
            return false;
        const double began = arb_bench_now_us();
        if (fdatasync(fd) != 0)
            return false;
        samples[i] = (float)(arb_bench_now_us() - began);
        (void)usleep(PAUSE_US);
    }
    return true;
}

arb_err arb_bench_disk(double *out, const char *folder)
{
    float samples[SAMPLES];
    char path[ARB_BENCH_PATH + 16];
    double p99;

    (void)snprintf(path, sizeof path, "%s/pages", folder);
    const int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0)
        return ARB_IO;
    const bool fine = prepare(fd) && measure(samples, fd);
    (void)close(fd);
    (void)unlink(path);
    if (fine)
        arb_bench_quantiles(out, &p99, samples, SAMPLES);
    return fine ? ARB_OK : ARB_IO;
}

arb_err arb_bench_beside(arb_bench_store_row *out, const char *folder, const char *postgres,
                         const arb_bench_run *run, double batch)
{
    const arb_bench_store_options options = { .folder = folder,
                                              .postgres = postgres,
                                              .batch = batch > 1 ? (unsigned)round(batch) : 1,
                                              .rows = (unsigned)(run->per_second * run->seconds),
                                              .runs = 1,
                                              .games = run->games,
                                              .before = run->before };
    const arb_store_err failed = arb_bench_store(out, &options);

    return !failed ? ARB_OK : failed == ARB_STORE_NOMEM ? ARB_NOMEM : ARB_IO;
}
