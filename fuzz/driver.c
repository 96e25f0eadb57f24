/* SPDX-License-Identifier: MIT */
/*
 * Runs a fuzz target without libFuzzer: replays files, and all files of folders, one line of TAP
 * each. A broken property stops the program, and the line is missing.
 *
 * With --seconds N the files are first damaged at random for so long (mutate.c), in a process of
 * its own, which is one line more. When that process dies, or comes to no end, the input that was
 * at hand is kept in a file, which is named. ARB_TEST_SEED chooses other damage.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fuzz.h"
#include "mutate.h"

enum { PATHS_MAX = 4096, PATH_SIZE = 1024, NO_END_S = 60 };

static char paths[PATHS_MAX][PATH_SIZE];
static unsigned path_count;
static sample corpus[PATHS_MAX];

static void add_path(const char *path)
{
    if (path_count < PATHS_MAX)
        snprintf(paths[path_count++], PATH_SIZE, "%s", path);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void add_folder(const char *path)
{
    DIR *folder = opendir(path);

    if (folder == NULL)
        return;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        char file[PATH_SIZE];

        if (entry->d_name[0] == '.')
            continue;
        if (snprintf(file, sizeof file, "%s/%s", path, entry->d_name) < PATH_SIZE)
            add_path(file);
    }
    closedir(folder);
}

/* The whole file; NULL when it cannot be read. */
static uint8_t *read_whole(size_t *size, const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = NULL;

    if (file == NULL)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        const long end = ftell(file);

        rewind(file);
        data = malloc(end > 0 ? (size_t)end : 1);
        *size = data != NULL && end > 0 ? fread(data, 1, (size_t)end, file) : 0;
    }
    fclose(file);
    return data;
}

/* ---- damage */

/* What both processes see: the input at hand, and how many there were before it. */
typedef struct workshop {
    atomic_ulong done;
    size_t size;
    uint8_t data[MUTATE_MAX];
} workshop;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* In the process of its own: one damaged input after the other. */
static void damage(workshop *shop, double seconds)
{
    const char *seed = getenv("ARB_TEST_SEED");
    const double until = now() + seconds;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    mutate_seed(seed ? strtoull(seed, NULL, 10) : 1);
    do {
        shop->size = mutate(shop->data, corpus, path_count);
        LLVMFuzzerTestOneInput(shop->data, shop->size);
        atomic_fetch_add(&shop->done, 1);
    } while (now() < until);
    exit(0); /* what the target has opened it closes */
}

/* Waits for its end; kills it when it stays with one input for too long. */
static bool ends_well(pid_t pid, const workshop *shop)
{
    unsigned long seen = 0;
    double since = now();
    int status = 0;

    while (waitpid(pid, &status, WNOHANG) == 0) {
        const unsigned long done = atomic_load(&shop->done);
        const struct timespec pause = { .tv_nsec = 20 * 1000000 };
        if (done != seen) {
            seen = done;
            since = now();
        }
        if (now() - since > NO_END_S) {
            fprintf(stderr, "no end of one input after %d s\n", NO_END_S);
            kill(pid, SIGKILL);
        }
        nanosleep(&pause, NULL);
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void keep(const workshop *shop)
{
    const char *folder = getenv("TMPDIR");
    char name[PATH_SIZE];
    FILE *file;

    snprintf(name, sizeof name, "%s/broken-%ld.input", folder ? folder : "/tmp", (long)getpid());
    file = fopen(name, "wb");
    if (file == NULL)
        return;
    fwrite(shop->data, 1, shop->size, file);
    fclose(file);
    printf("# the input at hand is in %s\n", name);
}

static bool mutated(double seconds)
{
    workshop *shop =
        mmap(NULL, sizeof *shop, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (shop == MAP_FAILED)
        return false;
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0)
        damage(shop, seconds);
    const bool good = pid > 0 && ends_well(pid, shop);
    printf("# %lu damaged inputs in %g s\n", atomic_load(&shop->done), seconds);
    if (!good)
        keep(shop);
    munmap(shop, sizeof *shop);
    return good;
}

/* ---- all of it */

static bool tell(bool good, const char *what)
{
    static unsigned number;

    printf("%s %u - %s\n", good ? "ok" : "not ok", ++number, what);
    fflush(stdout);
    return good;
}

static bool replay(const char *path, const sample *it)
{
    const char *slash = strrchr(path, '/');

    if (it->data != NULL)
        LLVMFuzzerTestOneInput(it->data, it->size);
    return tell(it->data != NULL, slash ? slash + 1 : path);
}

int main(int argc, char **argv)
{
    double seconds = 0;
    int failures = 0;

    for (int i = 1; i < argc; i++) {
        struct stat status;

        if (strcmp(argv[i], "--seconds") == 0 && i + 1 < argc)
            seconds = strtod(argv[++i], NULL);
        else if (stat(argv[i], &status) == 0 && S_ISDIR(status.st_mode))
            add_folder(argv[i]);
        else
            add_path(argv[i]);
    }
    qsort(paths, path_count, PATH_SIZE, by_name);
    for (unsigned i = 0; i < path_count; i++)
        corpus[i].data = read_whole(&corpus[i].size, paths[i]);
    printf("1..%u\n", path_count + (seconds > 0));
    /* first, because a target that has threads cannot be divided in two once they run */
    if (seconds > 0)
        failures += !tell(mutated(seconds), "damaged at random");
    for (unsigned i = 0; i < path_count; i++)
        failures += !replay(paths[i], &corpus[i]);
    return failures == 0 && path_count > 0 ? 0 : 1;
}
